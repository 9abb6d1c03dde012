"""json_page.py: prints docs/json.md: each key of --json, from docs/json.schema.json, and examples.

SPDX-License-Identifier: MIT

    make && python3 tests/docs/json_page.py docs/json.schema.json >docs/json.md

The examples are what the programs in build print. Long arrays are cut, so that the page is short."""

import json
import pathlib
import subprocess
import sys

HEAD = """# JSON output

With `--json` a program of `examples/` prints one JSON object in place of its text. This page lists
every key. [json.schema.json](json.schema.json) is its machine-readable form, a JSON Schema (draft
2020-12) without additional properties. The gate `json` validates what the programs print.

- The object is complete, or nothing is printed. The exit status is the same as without
  `--json`, and errors are lines on standard error.
- The unit is the end of the key: `_seconds`, `_ticks`, `_percent`, `_permille`. A tick is your own
  unit of time. A ratio has no unit.
- `_count` is a number of things, `processors` and `width` are numbers of processors.
- Times and other whole numbers are exact. They may need 64 bits, and sums of products 128: use a
  reader that does not round them to doubles.
- Processors are ranges: `[[0, 3], [7, 7]]` is 0 to 3, and 7.
- `null` means that there is no value. A key that may be absent has "optional" in its row.
- Text is UTF-8. Bytes of a name that are not valid UTF-8 become U+FFFD.
- The first keys are `program`, `version` (of sked) and `format` (1). `format` is raised when a key
  goes away or changes its meaning; new keys may come without that.

`python3 tests/docs/json_page.py docs/json.schema.json >docs/json.md` writes this page.
"""

EXAMPLES = {
    'replay': 'build/replay --json --policy easy --first 3 examples/small.swf',
    'mapping': 'build/mapping --json --heuristic mct examples/five.etc',
    'tiers': 'build/tiers --json examples/twelve.events',
    'site': 'build/site --json examples/campus.site examples/campus.jobs',
    'booking': r"printf 'new 8 99\nadd a 0 6 0-3\nfind 0 4 9 6 FF\nfind 0 4 9 9 FF\nadd b 6 5 4\n' |"
               ' build/booking --json',
    'placement': 'build/placement --json --topology examples/hall.topology --nodes 5',
    'moldable': 'build/moldable --json --processors 32 --method demt examples/night.tasks',
}
MOST = {'booking': 9}       # entries of an array; 3 of the other programs
WIDTH = 100

UNITS = ('weight_ticks', 'processor_ticks', 'processor_seconds', 'machine_seconds', 'ticks',
         'seconds', 'percent', 'permille')

# ---- examples


class Digits(float):
    """A number as it was printed: 1.000 is not 1.0."""

    def __new__(cls, text):
        self = super().__new__(cls, text)
        self.text = text
        return self


def flat(value):
    """In one line."""
    if isinstance(value, Digits):
        return value.text
    if isinstance(value, dict):
        return '{' + ', '.join(f'{json.dumps(key)}: {flat(one)}' for key, one in value.items()) + '}'
    if isinstance(value, list):
        return '[' + ', '.join(flat(one) for one in value) + ']'
    return json.dumps(value, ensure_ascii=False)


def pack(items, pad, first=''):
    """Items with commas, as many in a line as fit."""
    lines = [pad + first]
    for item in items:
        if len(lines[-1]) + len(item) + 2 > WIDTH and lines[-1].strip() not in ('', '{', '['):
            lines.append(pad + ' ' * len(first))
        lines[-1] += (' ' if lines[-1].strip() not in ('', '{', '[') else '') + item
    return lines


def layout(value, most, pad=''):
    """In lines of at most WIDTH columns where that is possible."""
    if len(pad) + len(flat(value)) <= WIDTH or not isinstance(value, (dict, list)):
        return pad + flat(value)
    if isinstance(value, list):
        shown = [layout(one, most, pad + '  ') for one in value[:most]]
        left = [f'{pad}  ... and {len(value) - most} more'] if len(value) > most else []
        return '\n'.join([pad + '[', ',\n'.join(shown) + (',' if left else ''), *left, pad + ']'])
    lines, waiting = [], []
    for key, one in value.items():
        text = f'{json.dumps(key)}: {flat(one)},'
        if len(pad) + len(text) < WIDTH - 1:
            waiting.append(text)
            continue
        lines += pack(waiting, pad + ' ') if waiting else []
        waiting = []
        inner = layout(one, most, pad + ' ').lstrip()
        lines.append(f'{pad} {json.dumps(key)}: {inner},')
    lines += pack(waiting, pad + ' ') if waiting else []
    lines[0] = pad + '{' + lines[0][len(pad) + 1:]
    lines[-1] = lines[-1].rstrip(',') + '}'
    return '\n'.join(lines)


def example(program, command):
    done = subprocess.run(command, shell=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    value = json.loads(done.stdout, parse_float=Digits)
    return f'    {command}\n\n```json\n{layout(value, MOST.get(program, 3))}\n```\n'


# ---- tables


def target(entry):
    """The definition that an entry names, without its folder; or None."""
    return entry['$ref'].rsplit('/', 1)[1] if '$ref' in entry else None


def is_object(schema, name):
    return name is not None and 'properties' in schema['$defs'][name]


def kind(schema, entry):
    """What stands in the column `type`."""
    name = target(entry)
    if is_object(schema, name):
        return f'[{name}](#{name})'
    if name == 'ranges':
        return 'ranges'
    if name is not None:
        return kind(schema, schema['$defs'][name])
    if 'const' in entry:
        return f'`{json.dumps(entry["const"])}`'
    if 'enum' in entry:
        words = [f'`{word}`' if word is not None else 'null' for word in entry['enum']]
        return ', '.join(words) if len(words) < 12 else 'text or null'
    if entry['type'] == 'array':
        return 'array of ' + kind(schema, entry['items'])
    types = entry['type'] if isinstance(entry['type'], list) else [entry['type']]
    words = {'string': 'text', 'number': 'decimal', 'integer': 'whole'}
    return ' or '.join(words.get(one, one) for one in types)


def unit(key):
    for ending in UNITS:
        if key == ending or key.endswith('_' + ending):
            return ending.replace('_', ' ')
    return ''


def table(schema, name):
    own = schema['$defs'][name]
    rows = ['| key | type | unit | meaning |', '|---|---|---|---|']
    for key, entry in own['properties'].items():
        if key in ('program', 'version', 'format') and 'program' in own['properties']:
            continue
        optional = '' if key in own['required'] else 'optional; '
        rows.append(f'| `{key}` | {kind(schema, entry)} | {unit(key)} | '
                    f'{optional}{entry["description"]} |')
    return '\n'.join(rows) + '\n'


def answers(schema):
    """Which shape the answer of each command has: from the conditions of an event."""
    shapes = {}
    for rule in schema['$defs']['booking_event']['allOf']:
        command = rule['if']['properties'].get('command', {}).get('const')
        if command is not None:
            shapes.setdefault(target(rule['then']['properties']['answer']), []).append(command)
    return shapes


def reached(schema, name, seen):
    """The objects within an object, in the order of their keys, each once."""
    queue = [name]
    while queue:
        name = queue.pop(0)
        if name in seen or not is_object(schema, name):
            continue
        seen.append(name)
        for entry in schema['$defs'][name]['properties'].values():
            queue.append(target(entry.get('items', entry)))
        if name == 'booking_event':
            queue += answers(schema)
    return seen


def section(schema, program):
    shapes = answers(schema)
    out = [f'## {program}\n', example(program, EXAMPLES[program])]
    for name in reached(schema, program, []):
        if name != program:
            out.append(f'### {name}\n')
        if name in shapes:
            commands = ', '.join(f'`{command}`' for command in shapes[name])
            out.append(f'The answer to {commands}.\n')
        out.append(table(schema, name))
    return '\n'.join(out)


def page(path):
    schema = json.loads(pathlib.Path(path).read_text())
    programs = schema['properties']['program']['enum']
    return '\n'.join([HEAD, *(section(schema, program) for program in programs)])


if __name__ == '__main__':
    if len(sys.argv) != 2:
        sys.exit('json_page.py: expected the schema')
    print(page(sys.argv[1]), end='')
