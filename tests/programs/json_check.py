#!/usr/bin/env python3
"""json_check.py: validates what the programs of examples/ print with --json; prints what is wrong.

SPDX-License-Identifier: MIT

    /usr/bin/python3 tests/programs/json_check.py SCHEMA                    the schema itself
    /usr/bin/python3 tests/programs/json_check.py SCHEMA FOLDER WORK [PROGRAM]

FOLDER has the programs, WORK is for files. Runs the commands of samples.py that have --json, and
those below, which reach the keys that no other command prints. Needs Debian's python3-jsonschema.
Status 0 iff nothing is wrong, every key of the schema was printed, and something was tried."""

import json
import pathlib
import shlex
import sys

sys.dont_write_bytecode = True                          # the sources stay as they are
from hostile import Bench, json_fault                   # noqa: E402
from samples import COMMANDS, SAMPLES                   # noqa: E402

import jsonschema                                       # noqa: E402

SAMPLES['all.book'] = b'''new 8 100
help
add a 0 20 0-3
book b 0 8 48 3 FF
find 0 8 48 3 PE_W
find 0 8 48 9 FF
add b 90 95 1
add c 90 105 1
add c 95 90 1
add c 90 95 8
extend a 150
extend nobody 30
down 7
hit 1,2
free 5 9
why 0 8 20 9
why 0 8 20 4
starts 0 8 40 5
starts 0 50 60 8
usage 0 50
save all.calendar
load all.calendar
load nowhere
gantt all.svg
unbook b
list 0 50
list 5 4
trim 101
trim 10
add past 5 20 1
frob
up 7
shorten a 15
narrow a 0-1
swap a 0 4
new 0
find 10 4 8 1 FF
find 10 4 - 1 BEST
find 10 4 - 0 FF
list \xc3\xa4
'''
SAMPLES['wide.book'] = b'new 65536\nadd big 4000000000000000000 - 0-65535\nusage 0 -\nlist\n'
SAMPLES['none.book'] = b'# nothing\nlist\n'
SAMPLES['few.tasks'] = b'a,3,0,rigid 2 9\nf,1,10,divisible 75\n'

MORE = [shlex.split(line) for line in '''
replay --json {few.swf}
replay --json --policy easy --book 0:never:64 {few.swf}
replay --json --policy depth:2,sjf --first 3
replay --json --policy keasy --usage full --backgrounds 3 {small.swf}
mapping --json --machines 3 --least-time --heuristic duplex {five.etc}
tiers --json {twelve.events}
booking --json {all.book}
booking --json {wide.book}
booking --json {none.book}
moldable --json --processors 4 {few.tasks}
moldable --json --processors 32 --method list-shelf {night.tasks}
placement --json --topology {hall.topology} --nodes 12 --fragment 100 --busy a[01-03] --down c05
placement --json --topology {racks.yaml} --mode blocks --nodes 20
placement --json --topology 4x4x3 --policy fcfs --first 50
placement --json --topology 4x4x3 --policy easy --first 50 --cross 1
site --json --day 30,3,120 {campus.site}
'''.strip().splitlines()]


class Decimal(float):
    """A number with a point: no integer, even if nothing follows the point."""

    def is_integer(self):
        return False


# ---- the schema

def lint(schema):
    """Every object is closed, and every key of it says what it is."""
    jsonschema.Draft202012Validator.check_schema(schema)
    for name, shape in schema['$defs'].items():
        if shape.get('type') != 'object':
            continue
        if shape.get('additionalProperties') is not False:
            yield f'{name}: additionalProperties is not false'
        for key, entry in shape['properties'].items():
            if not entry.get('description'):
                yield f'{name}: {key}: no description'
            if not isinstance(entry.get('type', ''), list) and entry.get('type') == 'object' and \
                    (name, key) != ('booking_event', 'answer'):
                yield f'{name}: {key}: an object without a definition'


def keys_of(schema, program):
    """The keys of a program's objects, which have its name before their own."""
    names = [name for name in schema['$defs'] if name == program or name.startswith(program + '_')]
    return {key for name in names for key in schema['$defs'][name].get('properties', {})}


# ---- what is printed

def keys_in(value):
    """All keys of a value, at any depth."""
    found, waiting = set(), [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            found |= one.keys()
        waiting += one.values() if isinstance(one, dict) else one if isinstance(one, list) else []
    return found


def place(error):
    return ''.join(f'[{step}]' if isinstance(step, int) else f'.{step}' for step in error.path)


def judge(bench, validator, words, source):
    """Runs a command. Returns what it printed; None if that is not JSON."""
    _, out, err = bench.run(words, source)
    fault = json_fault(out)
    if fault:
        bench.blame(words, fault, err)
        return None
    value = json.loads(out, parse_float=Decimal)
    for error in sorted(validator.iter_errors(value), key=place)[:3]:
        bench.blame(words, f'{place(error)}: {error.message[:200]}')
    return value


def main(words):
    schema = json.loads(pathlib.Path(words[0]).read_text())
    faults = list(lint(schema))
    print(''.join(f'{fault}\n' for fault in faults), end='')
    if len(words) < 3:
        return bool(faults)
    bench, seen = Bench(words[1], words[2]), {}
    validator = jsonschema.Draft202012Validator(schema)
    for command in COMMANDS + MORE:
        made = any('kept.' in word for word in command)     # files that a run of hostile.py makes
        if '--json' in command and not made and command[0] in (words[3:] or [command[0]]):
            placed, source, _ = bench.place(command)
            value = judge(bench, validator, placed, source)
            seen.setdefault(command[0], set()).update(keys_in(value))
    for program, keys in seen.items():
        for key in sorted(keys_of(schema, program) - keys):
            print(f'{program}: no command prints the key {key}')
            bench.found += 1
    if bench.tried == 0:
        print('nothing was tried')
    return bool(faults or bench.found or bench.tried == 0)


if __name__ == '__main__':
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1:]))
