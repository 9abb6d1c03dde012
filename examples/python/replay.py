#!/usr/bin/env python3
"""replay.py: replays a trace in the Standard Workload Format under EASY backfilling, from Python.

    make build/libsked.so && python3 examples/python/replay.py TRACE.swf [LIBRARY]

The library decides what starts when; so both numbers are those of build/replay --policy easy.
SPDX-License-Identifier: MIT
"""
import heapq
import os
import pathlib
import re
import sys

sys.dont_write_bytecode = True              # the sources stay as they are
USAGE = 'usage: replay.py TRACE.swf [LIBRARY]'


def read(name):
    """The processors, and (submission, run time, estimate, width) of each job that can run."""
    said, jobs = {}, []
    for number, line in enumerate(pathlib.Path(name).read_text().splitlines(), 1):
        header = re.match(r'\s*;\s*(MaxProcs|MaxNodes):\s*([1-9]\d*)', line)
        if header:
            said.setdefault(header[1], int(header[2]))
        if not re.match(r'\s*(;|$)', line):
            try:
                submit, run, had, wanted, limit = (int(line.split()[i]) for i in (1, 3, 4, 7, 8))
            except (IndexError, ValueError):
                sys.exit(f'{name}:{number}: this is not a job in the Standard Workload Format')
            estimate, width = limit if limit > 0 else run, wanted if wanted > 0 else had
            if submit >= 0 and run > 0 and width > 0:
                jobs.append((submit, min(run, estimate), estimate, width))
    widest = max((job[3] for job in jobs), default=0)
    processors = said.get('MaxProcs', said.get('MaxNodes', widest))
    return processors, sorted((job for job in jobs if job[3] <= processors), key=lambda job: job[0])


def replay(queue, jobs):
    """When each job starts. All that happens at one instant is told before the queue plans."""
    starts, ends, told = [0] * len(jobs), [], 0
    while told < len(jobs) or ends:
        now = min([end for end, _ in ends[:1]] + [job[0] for job in jobs[told:told + 1]])
        while ends and ends[0][0] == now:
            queue.finish(heapq.heappop(ends)[1], now)
        while told < len(jobs) and jobs[told][0] == now:
            queue.submit(told, width=jobs[told][3], estimate=jobs[told][2], now=now)
            told += 1
        for action in queue.plan(now):
            starts[action.id] = now
            heapq.heappush(ends, (now + jobs[action.id][1], action.id))
    return starts


def rounded(a, b):
    """a / b to the nearest whole number, halves up: the same everywhere, other than floats."""
    return (2 * a + b) // (2 * b)


def main():
    if sys.argv[1:2] in (['-h'], ['--help']):
        print(USAGE + """

Replays a trace in the Standard Workload Format under EASY backfilling. LIBRARY
is one other than build/libsked.so, which `make build/libsked.so` builds.""")
        return
    if len(sys.argv) not in (2, 3) or sys.argv[1].startswith('-'):
        sys.exit(USAGE)
    if len(sys.argv) == 3:
        os.environ['SKED_LIBRARY'] = sys.argv[2]
    try:
        import sked
        processors, jobs = read(sys.argv[1])
    except (ImportError, OSError) as fault:
        sys.exit(f'replay.py: {fault}')
    if not jobs:
        sys.exit(f'{sys.argv[1]}: no job that can run, expected at least one')
    starts = replay(sked.Queue(processors, len(jobs)), jobs)
    wait = rounded(10 * sum(start - job[0] for start, job in zip(starts, jobs)), len(jobs))
    makespan = max(start + job[1] for start, job in zip(starts, jobs)) - jobs[0][0]
    area = sum(job[1] * job[3] for job in jobs)
    used = rounded(rounded(10**6 * area, processors * makespan), 100)
    print(f'{len(jobs)} jobs on {processors} processors under EASY')
    print(f'mean wait {wait // 10}.{wait % 10} s, utilisation {used // 100}.{used % 100:02} %')


if __name__ == '__main__':
    main()
