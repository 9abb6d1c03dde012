"""evidence.py: one page that says what was tested, measured and proved, from the logs.

SPDX-License-Identifier: MIT

    python3 tests/evidence.py FOLDER GATE... >build/evidence.md

FOLDER holds test.log (what `make test` printed) and GATE.log of each gate. Every number comes from
there: what has no log was not run, and what has not ended as a gate does has failed. A gate tells
what it measured in lines "# measured: WHAT: VALUE". Ends with status 1 if anything failed or was
not run."""

import glob
import os
import re
import sys


def read(path):
    """The lines of a log; None if there is none."""
    try:
        with open(path, encoding='utf-8', errors='replace') as file:
            return file.read().splitlines()
    except OSError:
        return None


def grouped(number):
    return f'{number:,}'


class Gate:
    """What a gate has said."""

    def __init__(self, folder, name):
        self.name = name
        self.lines = read(os.path.join(folder, name + '.log'))
        self.ran = self.lines is not None
        lines = self.lines or []
        end = re.fullmatch(rf'{name}: (\d+) passed, (\d+) failed, (\d+) skipped',
                           lines[-1] if lines else '')
        self.ended = end is not None
        self.passed, self.failed, self.skipped = map(int, end.groups()) if end else (0, 1, 0)
        if not self.ran:
            self.failed = 0
        self.planted = sum(line.startswith('ok - planted bug') for line in lines)
        self.faults = [line[9:] for line in lines if line.startswith('not ok - ')]
        self.skips = [line[11:] for line in lines if line.startswith('# skipped: ')]
        self.left = [line[25:] for line in lines if line.startswith('# left to make evidence: ')]
        self.measured = [line[12:] for line in lines if line.startswith('# measured: ')]

    def holds(self):
        return self.ran and self.ended and self.failed == 0 and self.passed > 0 and not self.faults

    def verdict(self):
        if not self.ran:
            return '**not run**'
        if not self.ended:
            return '**did not end**'
        if not self.holds():
            return f'**{self.failed or len(self.faults)} failed** of {self.passed + self.failed}'
        return f'{self.passed} hold'

    def first(self, pattern):
        """What the pattern catches in the first line that has it."""
        for line in self.lines or []:
            found = re.search(pattern, line)
            if found:
                return found.groups()
        return None


def header_of(test, headers):
    """The header that a test is about: the last one that it includes."""
    found = re.findall(r'#include "(sched[a-z_]*\.h)"', '\n'.join(read(f'tests/{test}.c') or []))
    found = [name for name in found if name in headers]
    return found[-1] if found else headers[0]


def count_checks(lines, headers):
    """Checks that hold, by kind of test and header; those that fail; whether the run has ended."""
    checks, failed = {}, 0
    for line in lines or []:
        found = re.fullmatch(r'((quick|deep)/\w+): (\d+) passed, (\d+) failed', line)
        if found:
            key = found[2], header_of(found[1], headers)
            checks[key] = checks.get(key, 0) + int(found[3])
            failed += int(found[4])
    total = re.fullmatch(r'(\d+) passed, (\d+) failed', lines[-1] if lines else '')
    if total:
        failed = max(failed, int(total[2]))
    return checks, failed, total is not None and int(total[1]) > 0


COUNTED = ('functions', 'lines', 'branches', 'conditions')


def count_coverage(gate):
    """By header and kind: reached and all, over its chapters."""
    covered, header = {}, None
    for line in gate.lines or []:
        claim = re.match(r'(?:not )?ok - functions, lines, branches and conditions of (\S+)', line)
        if claim:
            header = claim[1]
        elif not line.startswith('#'):
            header = None
        elif header and not line.startswith('#   #'):
            for kind, reached, total in re.findall(r'(\w+) (\d+)/(\d+)', line):
                before = covered.get((header, kind), (0, 0))
                covered[header, kind] = before[0] + int(reached), before[1] + int(total)
    return covered


def table(rows):
    """Of the first row the head."""
    lines = ['| ' + ' | '.join(row) + ' |' for row in rows]
    lines.insert(1, '|' + '---|' * len(rows[0]))
    return lines


def by_header(test, coverage, headers):
    """The table of headers: checks and coverage."""
    checks, failed, ended = count_checks(test, headers)
    covered = count_coverage(coverage)
    rows = [['', *(f'`{name}`' for name in headers), 'command']]
    for kind in ('quick', 'deep'):
        cells = [grouped(checks[kind, name]) if (kind, name) in checks else 'not run'
                 for name in headers]
        rows.append([f'checks of {kind} tests', *cells, '`make test`'])
    for kind in COUNTED:
        cells = []
        for name in headers:
            reached, total = covered.get((name, kind), (0, 0))
            cell = f'{grouped(reached)} of {grouped(total)}' if total else 'not run'
            cells.append(cell if reached == total else f'**{cell}**')
        title = 'conditions (MC/DC)' if kind == 'conditions' else kind
        rows.append([f'{title} reached', *cells, '`tests/gates/coverage.sh`'])
    faults = []
    if test is None:
        faults.append('`make test`: not run')
    elif not ended or failed:
        faults.append(f'`make test`: {failed} checks fail' if ended else '`make test`: did not end')
    return table(rows), faults


def instructions(bench):
    """How the kernels compare with their baseline."""
    worst, kernels = None, 0
    for line in bench.lines or []:
        found = re.fullmatch(r'(?:not )?ok - (\w+): (\d+) instructions, baseline (\d+)', line)
        if found and int(found[3]) > 0:
            change = 100 * (int(found[2]) / int(found[3]) - 1)
            kernels += 1
            if worst is None or change > worst[0]:
                worst = change, found[1]
    if kernels == 0:
        return []
    return [('instructions of kernels beside their baseline',
             f'{kernels} kernels, at most {worst[0]:+.2f} % ({worst[1]})', bench.name)]


def golden(bench):
    lines = bench.lines or []
    equal = [line for line in lines if line.startswith('ok - golden hashes')]
    other = [line for line in lines if line.startswith('not ok - golden hashes')]
    if not equal and not other:
        return []
    return [('golden hashes equal, by compilers, levels, words and targets',
             f'{len(equal)} of {len(equal) + len(other)}', bench.name)]


def stack(folder):
    """The deepest public function of all."""
    deepest = (0, '')
    lines = [line for line in read(os.path.join(folder, 'stack.txt')) or []
             if re.match(r' *\d+ sked_', line)]
    for line in lines:
        size, name = line.split()[:2]
        deepest = max(deepest, (int(size), name))
    if not lines:
        return []
    return [('worst stack of a public function, x86-64, proved from the call graph',
             f'{grouped(deepest[0])} bytes (`{deepest[1]}`), {len(lines)} functions', 'docs')]


def targets(gate):
    """Targets on which every kernel has its golden hash, and how many pairs with compilers."""
    pairs = [line.split(', ')[-1] for line in gate.lines or []
             if re.match(r'ok - golden hashes of \d+ kernels, ', line)]
    if not pairs:
        return []
    names = {pair.split()[0] for pair in pairs}
    return [('targets with equal golden hashes',
             f'{len(names)} ({", ".join(sorted(names))}), {len(pairs)} with levels', gate.name)]


def measures(folder, gates):
    """The table of what was measured."""
    rows = []
    by_name = {gate.name: gate for gate in gates}
    if 'bench' in by_name:
        bench = by_name['bench']
        rows += golden(bench) + instructions(bench)
    if 'docs' in by_name and by_name['docs'].ran:
        rows += stack(folder)
    if 'targets' in by_name:
        rows += targets(by_name['targets'])
    for gate in gates:
        for line in gate.measured:
            what, _, value = line.rpartition(': ')
            rows.append((what or gate.name, value, gate.name))
    if not rows:
        return ['Nothing was measured.']
    return table([['what', 'measured', 'command']] +
                 [[what, value, f'`tests/gates/{name}.sh`'] for what, value, name in rows])


def claims(gates):
    """The table of gates."""
    rows = [['gate', 'claims', 'planted bugs caught', 'skipped', 'command']]
    for gate in gates:
        rows.append([gate.name, gate.verdict(), str(gate.planted) if gate.ran else '',
                     str(gate.skipped) if gate.ran else '', f'`FULL=1 tests/gates/{gate.name}.sh`'])
    return table(rows)


def listed(title, entries):
    """A section; nothing at all where there is nothing to say."""
    if not entries:
        return []
    return ['', f'## {title}', ''] + [f'- {entry}' for entry in dict.fromkeys(entries)]


def page(folder, names):
    """The lines of the page, and whether everything was run and holds."""
    headers = sorted(glob.glob('sched*.h'), key=len)
    gates = [Gate(folder, name) for name in names]
    coverage = next((gate for gate in gates if gate.name == 'coverage'), Gate(folder, 'coverage'))
    head, faults = by_header(read(os.path.join(folder, 'test.log')), coverage, headers)
    for gate in gates:
        faults += [f'{gate.name}: {fault}' for fault in gate.faults]
        if not gate.holds() and not gate.faults:
            faults.append(f'{gate.name}: {gate.verdict()}')
    planted = sum(gate.planted for gate in gates)
    passed = sum(gate.passed for gate in gates)
    lines = ['# Evidence', '',
             'What was tested, measured and proved, with the command for each line. '
             '`make evidence` writes this page from the logs of its run.', '',
             f'**{"Everything holds" if not faults else "Not everything holds"}:** '
             f'{grouped(passed)} claims of {len(gates)} gates hold, {planted} of them planted bugs '
             f'that were caught; {len(faults)} '
             f'{"does not hold or was" if len(faults) == 1 else "do not hold or were"} not run.',
             '', '## By header', '', *head, '', '## Measured', '', *measures(folder, gates),
             '', '## Gates', '', *claims(gates)]
    lines += listed('What does not hold, or was not run', faults)
    lines += listed('Skipped', [f'{gate.name}: {skip}' for gate in gates for skip in gate.skips])
    lines += listed('Left out', [f'{gate.name}: {left}' for gate in gates for left in gate.left])
    return lines, not faults


def main(words):
    if len(words) < 3:
        print('python3 tests/evidence.py FOLDER GATE...', file=sys.stderr)
        return 2
    lines, good = page(words[1], words[2:])
    print('\n'.join(lines))
    return 0 if good else 1


if __name__ == '__main__':
    sys.exit(main(sys.argv))
