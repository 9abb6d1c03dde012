#!/usr/bin/env python3
"""option_table.py: every program of examples/ reads its command line in the same way.

SPDX-License-Identifier: MIT

    python3 tests/programs/option_table.py FOLDER VERSION WORK [PROGRAM ...]

FOLDER has the programs; WORK is for files that are written. The options of a program are read from
its --help, so that a new one is tried, too. What does not hold is printed, one line each; status 0
iff all holds. The laws:

    help       -h and --help print the same, at most 80 columns wide; --version the version
    faults     an option that is unknown, given again, without its value, with a value that it
               does not take or cannot be: status 2, nothing on standard output, and one line
               "program: what, and what was expected"
    order      options stand before or after files; --name=value is --name value; -- ends them
    files      what cannot be read or written is refused before anything is printed, by name;
               - is standard input, for each of the files
    tables     at most 80 columns wide"""

import pathlib
import re
import subprocess
import sys

# Of each program: options that go together, and files.
BASES = {
    'replay': (['--policy', 'easy', '--first', '50'], ['examples/small.swf']),
    'mapping': (['--heuristic', 'mct'], ['examples/five.etc']),
    'tiers': (['--policy', 'keasy'], ['examples/twelve.events']),
    'site': (['--quantum', '20'], ['examples/campus.site', 'examples/campus.jobs']),
    'booking': (['--json'], ['examples/twelve.events']),
    'placement': (['--topology', '4x4x3', '--policy', 'fcfs', '--first', '50'],
                  ['examples/small.swf']),
    'moldable': (['--processors', '32', '--method', 'demt'], ['examples/night.tasks']),
    'controller': ([], ['examples/rack.commands']),
    'torus': ([], []),
}
# What prints tables: no line has more than 80 columns.
TABLES = """
replay --policy fcfs,sjf,easy,conservative,conservative-rebuild,depth:100-sjbf --accuracy auto
replay --seconds --policy fcfs,conservative-rebuild,easy-sjbf --book 0:100:3
replay --policy keasy,measy,depth:3,easy examples/small.swf
replay --shares examples/small.shares --policy fcfs,easy,conservative-rebuild,fair,fair-sjbf
replay --seconds --shares examples/small.shares --book 0:never:20 examples/small.swf
replay --preempt 0 --policy fcfs,easy,conservative-rebuild,depth:100-sjbf
replay --seconds --preempt 1 --shares examples/small.shares examples/small.swf
mapping examples/five.etc
site --quiet examples/campus.site examples/campus.jobs
site --seconds --quiet examples/campus.site examples/campus.jobs
site examples/campus.site --day 60,3,120 --add athlons --add pentiums-2 --add athlons
placement --topology 4x8x8 --policy fcfs --first 300
moldable --processors 32 --method frontier --budget 300000 examples/night.tasks
moldable --budget 20000
"""
REPEATED = {'--book', '--nodes', '--add'}       # may be given more than once
NEEDS = {'--history': ['--shares', 'examples/small.shares'],    # options that others ask for
         '--grace': ['--preempt', '0']}
FREE = {'LIST', 'FILE', 'CLUSTER', 'FILE|SHAPE'}    # any text; what it means is looked up later
OPTION = re.compile(r'^  (--[a-z-]+)(?: ([A-Z][^ ]*))?(?: |$)')


class Table:
    """The laws, and how many of them did not hold."""

    def __init__(self, folder, version, work):
        self.folder, self.version, self.work = pathlib.Path(folder), version, pathlib.Path(work)
        self.tried = self.broken = 0

    def run(self, program, *words, given=''):
        done = subprocess.run([self.folder / program, *words], input=given.encode(),
                              capture_output=True, timeout=60, check=False)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    def claim(self, holds, program, words, why):
        self.tried += 1
        if not holds:
            self.broken += 1
            print(f'{program} {" ".join(words)}: {why}')

    def refused(self, program, words, pattern, status=2):
        got, out, err = self.run(program, *words)
        line = rf'{program}: {pattern}\n'
        self.claim(got == status and out == '' and re.fullmatch(line, err), program, words,
                   f'status {got}, {err.strip() or out[:60]!r}, expected {status}, {line.strip()}')

    def options(self, program):
        """The options that its help names, each with the name of its value, or None."""
        found = (OPTION.match(line) for line in self.run(program, '--help')[1].splitlines())
        return {m.group(1): m.group(2) for m in found if m and m.group(1) != '--version'}

    def help(self, program):
        status, out, err = self.run(program, '--help')
        self.claim(status == 0 and err == '' and out.startswith(f'usage: {program}'), program,
                   ['--help'], f'status {status}, begins with {out[:20]!r}')
        wide = [line for line in out.splitlines() if len(line) > 80]
        self.claim(not wide, program, ['--help'], f'more than 80 columns: {wide[:1]}')
        self.claim(self.run(program, '-h') == (0, out, ''), program, ['-h'], 'is not --help')
        self.claim(self.run(program, '--version') == (0, f'{program} (sked) {self.version}\n', ''),
                   program, ['--version'], f'not {self.version}')

    def unknown(self, program, options):
        lists = r'expected (one that \w+ --help lists|--[a-z-]+\?)'
        for word in ('--nonsense', '-x', '--nonsense=3'):
            self.refused(program, [word], rf'"{word.split("=")[0]}" is not an option, {lists}')
        for name in options:
            near = name[:4] + 'z' + name[4:]
            self.refused(program, [near], f'"{near}" is not an option, expected {name}\\?')

    def values(self, program, name, value):
        if value is None:
            self.refused(program, [f'{name}=3'], f'{name}: "3", expected no value')
            self.refused(program, [name, name], f'{name}: given again, expected it once')
            return
        self.refused(program, [name], rf'{name}: nothing follows, expected {re.escape(value)}')
        if value.split('.')[0] not in FREE:
            for words in ([name, '?!'], [f'{name}=?!'], [name, '']):
                self.refused(program, words, rf'{name}: ".*", expected .+')

    def again(self, program):
        words, _ = BASES[program]
        for name, value in zip(words[::2], words[1::2]):
            twice = [name, value, name, value]
            if name not in REPEATED and self.options(program).get(name):
                self.refused(program, twice, f'{name}: given again, expected it once')

    def order(self, program):
        words, files = BASES[program]
        wanted = self.run(program, *words, *files)
        self.claim(wanted[1] != '', program, words + files, 'prints nothing')
        joined = [f'{a}={b}' for a, b in zip(words[::2], words[1::2])]
        joined = joined if len(words) % 2 == 0 else words
        for other in (files + words, joined + files, words + ['--'] + files, files + joined,
                      files[:1] + words + files[1:]):
            got = self.run(program, *other)
            self.claim(got == wanted, program, other, 'not as with its options first')

    def files(self, program, options):
        words, files = BASES[program]
        self.refused(program, words + files + ['x'], '"x" is one file too many, expected .+')
        if not files:
            return
        missing = ['nowhere/x'] + files[1:]
        self.refused(program, words + missing, 'nowhere/x: cannot be read: .+, expected .+', 1)
        self.refused(program, words + ['--', '--nowhere'] + files[1:],
                     '--nowhere: cannot be read: .+, expected .+', 1)
        for name, value in options.items():
            if value and value.startswith('FILE.'):
                needs = NEEDS.get(name, [])
                self.refused(program, words + needs + [name, 'nowhere/x'] + files,
                             'nowhere/x: cannot be written: .+, expected a writable file', 1)

    def standard_input(self, program):
        words, files = BASES[program]
        for at, file in enumerate(files):
            status, out, err = self.run(program, *words, *files)
            wanted = status, out.replace(file, '-'), err.replace(file, '-')
            other = words + files[:at] + ['-'] + files[at + 1:]
            status, out, err = self.run(program, *other, given=pathlib.Path(file).read_text())
            got = status, out.replace('standard input', '-'), err.replace('standard input', '-')
            self.claim(got == wanted, program, other, f'not as with {file}: {got[2].strip()}')

    def tables(self, program):
        for line in TABLES.split('\n'):
            if line.startswith(program + ' '):
                words = line.split()[1:]
                wide = [row for row in self.run(program, *words)[1].splitlines() if len(row) > 80]
                self.claim(not wide, program, words, f'more than 80 columns: {wide[:1]}')

    def program(self, name):
        options = self.options(name)
        self.help(name)
        self.unknown(name, options)
        for option, value in options.items():
            self.values(name, option, value)
        self.again(name)
        self.order(name)
        self.files(name, options)
        self.standard_input(name)
        self.tables(name)


def main(folder, version, work, *programs):
    table = Table(folder, version, work)
    for name in programs or BASES:
        table.program(name)
    print(f'{table.tried} claims, {table.broken} broken')
    return table.broken > 0 or table.tried < 30


if __name__ == '__main__':
    if len(sys.argv) < 4:
        sys.exit('usage: option_table.py FOLDER VERSION WORK [PROGRAM ...]')
    sys.exit(main(*sys.argv[1:]))
