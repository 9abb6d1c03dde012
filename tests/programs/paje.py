#!/usr/bin/env python3
"""paje.py: is a file a Paje trace, and does it say what ran where?

SPDX-License-Identifier: MIT

    python3 tests/programs/paje.py TRACE [--jobs CSV [--stops N]] [--tiers JSON] [--dump FILE]

Without more: the definitions of events, with the types of their fields that ViTE wants; each line
has the fields of its event; types, containers and values are defined before use; times do not go
back; every container is destroyed, those inside it before it; at every instant each processor has
exactly one state of each type, none that lasts for no time; no value is defined for nothing.

    --jobs    the states are the runs of `replay --jobs` of the same policy, processor by processor
    --stops   ... and, so many, runs of jobs that were stopped, and start again later
    --tiers   the jobs of `replay --json` of a policy with two tiers: from its first start to its
              end each has as many places as it is wide, in tiers and processors; as many were in
              the background, and went on in the foreground, as it counts
    --dump    the states are those that pj_dump prints

Prints the first thing that does not hold; status 0 iff all does."""

import collections
import csv
import json
import re
import sys

FIELDS = {
    'PajeDefineContainerType': ['Alias', 'Type', 'Name'],
    'PajeDefineStateType': ['Alias', 'Type', 'Name'],
    'PajeCreateContainer': ['Time', 'Alias', 'Type', 'Container', 'Name'],
    'PajeSetState': ['Time', 'Type', 'Container', 'Value'],
    'PajeDestroyContainer': ['Time', 'Type', 'Name'],
    'PajeDefineEntityValue': ['Alias', 'Type', 'Name', 'Color'],
}
TYPES = {'Time': 'date', 'Color': 'color'}          # of fields; all others are strings
WORD = re.compile(r'"([^"]*)"|([^\s"]+)')
LINE = re.compile(r'(?:"[^"]*"|[^\s"]+)(?: (?:"[^"]*"|[^\s"]+))*', re.ASCII)
TIME = re.compile(r'\d+(\.\d+)?')
COLOUR = re.compile(r'(0\.\d+|1\.0+) (0\.\d+|1\.0+) (0\.\d+|1\.0+)')
IDLE = 'idle'
ROOT = '0'

State = collections.namedtuple('State', 'container type start end value')


class Fault(Exception):
    pass


def claim(holds, why):
    if not holds:
        raise Fault(why)


class Container:
    def __init__(self, kind, above, name, time):
        self.kind, self.above, self.name, self.time = kind, above, name, time
        self.inside = 0                             # containers that are not yet destroyed
        self.now = {}                               # by type of state: since when, which value


class Trace:
    """Reads line by line; what is known by then is in the dictionaries."""

    def __init__(self, path):
        self.events = {}                            # number: name
        self.containers_of, self.states_of = {ROOT: None}, {}       # type: type above
        self.names, self.values, self.unused = {}, {}, {}
        self.containers, self.gone = {}, set()
        self.time, self.states = 0, []
        self.path, self.line = path, 0

    def read(self):
        with open(self.path, encoding='utf-8') as file:
            lines = file.read().split('\n')
        claim(lines.pop() == '', 'the last line has no end')
        try:
            at = self.definitions(lines)
            for self.line in range(at + 1, len(lines) + 1):
                self.event(lines[self.line - 1])
            self.end()
        except Fault as why:
            raise Fault(f'{self.path}:{self.line}: {why}') from None
        return self

    # ---- the head

    def definitions(self, lines):
        at = 0
        while at < len(lines) and lines[at].startswith('%'):
            self.line = at + 1
            words = lines[at].split(' ')
            claim(len(words) == 3 and words[0] == '%EventDef', 'expected %EventDef NAME NUMBER')
            claim(words[1] in FIELDS, f'{words[1]} is no event that is used')
            claim(words[2] not in self.events and words[1] not in self.events.values(),
                  f'{words[1]} {words[2]} is defined twice')
            wanted = [f'% {name} {TYPES.get(name, "string")}' for name in FIELDS[words[1]]]
            for wanted_line in wanted + ['%EndEventDef']:
                at += 1
                self.line = at + 1
                claim(at < len(lines) and lines[at] == wanted_line, f'expected "{wanted_line}"')
            self.events[words[2]] = words[1]
            at += 1
        claim(len(self.events) == len(FIELDS), f'{len(self.events)} events are defined')
        return at

    # ---- the events

    def words(self, line):
        claim(LINE.fullmatch(line), 'expected words with one blank between them')
        return [quoted or plain for quoted, plain in WORD.findall(line)]

    def event(self, line):
        number, *fields = self.words(line)
        claim(number in self.events, f'no event has the number {number}')
        name = self.events[number]
        claim(len(fields) == len(FIELDS[name]), f'{name} has {len(fields)} fields')
        if FIELDS[name][0] == 'Time':
            claim(TIME.fullmatch(fields[0]), f'{fields[0]} is no time')
            claim(float(fields[0]) >= self.time, f'the time goes back from {self.time:.0f}')
            self.time = fields[0] = float(fields[0])
        getattr(self, name[4:])(*fields)

    def new(self, alias, name):
        claim(alias not in self.names, f'{alias} is defined twice')
        self.names[alias] = name

    def DefineContainerType(self, alias, above, name):
        claim(above in self.containers_of, f'there is no type {above}')
        self.new(alias, name)
        self.containers_of[alias] = above

    def DefineStateType(self, alias, above, name):
        claim(above in self.containers_of and above != ROOT, f'there is no type {above}')
        self.new(alias, name)
        self.states_of[alias] = above

    def DefineEntityValue(self, alias, kind, name, colour):
        claim(kind in self.states_of, f'there is no type {kind}')
        claim(COLOUR.fullmatch(colour), f'{colour} is no colour')
        self.new(alias, name)
        self.values[alias] = kind
        if name != IDLE:
            self.unused[alias] = name

    def CreateContainer(self, time, alias, kind, above, name):
        claim(kind in self.containers_of, f'there is no type {kind}')
        self.new(alias, name)
        if above == ROOT:
            claim(self.containers_of[kind] == ROOT, f'{alias} is not for the root')
        else:
            claim(above in self.containers, f'there is no container {above}')
            claim(self.containers_of[kind] == self.containers[above].kind,
                  f'{alias} is not for the type of {above}')
            self.containers[above].inside += 1
        self.containers[alias] = Container(kind, above, name, time)

    def SetState(self, time, kind, where, value):
        claim(where in self.containers, f'there is no container {where}')
        container = self.containers[where]
        claim(self.states_of.get(kind) == container.kind, f'{where} has no states {kind}')
        claim(self.values.get(value) == kind, f'there is no value {value} of {kind}')
        self.unused.pop(value, None)
        if kind in container.now:
            self.close(container, kind, time)
        else:
            claim(time == container.time, f'{where} has no state {kind} before {time:.0f}')
        container.now[kind] = time, value

    def close(self, container, kind, time):
        since, value = container.now[kind]
        claim(since < time, f'{container.name} has two states {self.names[kind]} at {time:.0f}')
        self.states.append(State(container.name, self.names[kind], since, time,
                                 self.names[value]))

    def DestroyContainer(self, time, kind, where):
        claim(where in self.containers, f'there is no container {where}')
        container = self.containers.pop(where)
        claim(container.kind == kind, f'{where} is no {kind}')
        claim(container.inside == 0, f'{where} still has others inside')
        if container.above != ROOT:
            self.containers[container.above].inside -= 1
        for state, above in self.states_of.items():
            if above == kind:
                claim(state in container.now, f'{where} never had a state {state}')
                self.close(container, state, time)
        self.gone.add(time)

    def end(self):
        claim(not self.containers, f'{next(iter(self.containers), "")} is never destroyed')
        claim(len(self.gone) == 1, f'containers are destroyed at {len(self.gone)} times')
        claim(not self.unused, f'no state is job {next(iter(self.unused.values()), "")}')
        claim(self.states, 'there is nothing')

    def runs(self):
        """Processor, start, end and job of each state that is not idle."""
        return collections.Counter((int(s.container), s.start, s.end, s.value)
                                   for s in self.states if s.value != IDLE)


# ---- what others say of the same run

def processors_of(text):
    """Those of "0-3 7"."""
    for part in text.split():
        low, _, high = part.partition('-')
        yield from range(int(low), int(high or low) + 1)


def told(runs):
    processor, start, end, job = min(runs)
    return f'job {job} on processor {processor} from {start:.0f} to {end:.0f}'


def check_stopped(more, rows, stops):
    """Runs of which the table of jobs does not say anything: they were before the last one."""
    by_run = collections.Counter((start, end, job) for _, start, end, job in more.elements())
    last = {row['job_id']: row for row in rows if row['starting_time'] != ''}
    for (start, end, job), width in by_run.items():
        claim(job in last and end <= float(last[job]['starting_time']) and
              width == int(last[job]['requested_number_of_resources']),
              f'not a run that was stopped: job {job}, {width} processors, from {start:.0f} '
              f'to {end:.0f}')
    claim(len(by_run) == stops, f'{len(by_run)} runs were stopped, expected {stops}')


def check_jobs(trace, path, stops):
    with open(path, encoding='utf-8', newline='') as file:
        rows = list(csv.DictReader(file))
    wanted = collections.Counter(
        (processor, float(row['starting_time']), float(row['finish_time']), row['job_id'])
        for row in rows if row['starting_time'] != ''
        for processor in processors_of(row['allocated_resources']))
    claim(wanted, f'{path}: no job ran')
    runs = trace.runs()
    claim(not wanted - runs, f'not in the trace: {told(wanted - runs) if wanted - runs else ""}')
    if stops is not None:
        check_stopped(runs - wanted, rows, int(stops))
    else:
        claim(runs == wanted,
              f'only in the trace: {told(runs - wanted) if runs - wanted else ""}')


def check_places(job, places):
    """One job has as many places as it is wide, all the time."""
    name = f'job {job["id"]}'
    steps = collections.Counter()
    for state in places:
        steps[state.start] += 1
        steps[state.end] -= 1
    times = sorted(steps)
    claim(times and times[0] == job['first_start_seconds'] and times[-1] == job['end_seconds'],
          f'{name} is not there from {job["first_start_seconds"]} to {job["end_seconds"]}')
    claim(any(state.start == job['start_seconds'] for state in places),
          f'no run of {name} begins at {job["start_seconds"]}')
    count = 0
    for time in times[:-1]:
        count += steps[time]
        claim(count == job['width'],
              f'{name} has {count} places from {time:.0f} on, expected {job["width"]}')


def check_tiers(trace, path):
    with open(path, encoding='utf-8') as file:
        plan = json.load(file)['plans'][0]
    places, behind, before = collections.defaultdict(list), set(), set()
    for state in trace.states:
        if state.value != IDLE:
            places[state.value].append(state)
            tier = state.container.split()[1]
            claim(tier in ('foreground', 'background'), f'{state.container} is no tier')
            (before if tier == 'foreground' else behind).add((state.value, state.start))
    claim(len(places) == len(plan['jobs']),
          f'{len(places)} jobs in the trace, expected {len(plan["jobs"])}')
    for job in plan['jobs']:
        check_places(job, places[str(job['id'])])
    counts = plan['tiers']
    wanted = counts['backgrounded_count']
    claim(len(behind) == wanted > 0, f'{len(behind)} were in the background, expected {wanted}')
    both = {job for job, _ in behind} & {job for job, _ in before}
    wanted = sum(counts[f'{what}_count'] for what in ('swapped', 'restarted', 'migrated'))
    claim(len(both) == wanted, f'{len(both)} left the background, expected {wanted}')


def check_dump(trace, path):
    theirs = collections.Counter()
    with open(path, encoding='utf-8') as file:
        for line in file:
            words = line.rstrip('\n').split(', ')
            if words[0] == 'State':
                theirs[State(words[1], words[2], float(words[3]), float(words[4]),
                             words[7])] += 1
    ours = collections.Counter(trace.states)
    claim(ours == theirs, f'only one of the two has {min((ours - theirs) | (theirs - ours))}'
          if ours != theirs else '')


def main(path, *words):
    given = dict(zip(words[::2], words[1::2]))
    try:
        trace = Trace(path).read()
        if '--jobs' in given:
            check_jobs(trace, given['--jobs'], given.get('--stops'))
        if '--tiers' in given:
            check_tiers(trace, given['--tiers'])
        if '--dump' in given:
            check_dump(trace, given['--dump'])
    except Fault as why:
        print(why)
        return 1
    return 0


if __name__ == '__main__':
    if len(sys.argv) < 2 or len(sys.argv) % 2 or \
            not set(sys.argv[2::2]) <= {'--jobs', '--stops', '--tiers', '--dump'}:
        sys.exit('usage: paje.py TRACE [--jobs CSV [--stops N]] [--tiers JSON] [--dump FILE]')
    sys.exit(main(*sys.argv[1:]))
