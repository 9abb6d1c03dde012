#!/usr/bin/env python3
"""replay.py: replays a trace in the Standard Workload Format under EASY backfilling, from Python.

    make build/libsked.so && python3 examples/python/replay.py TRACE.swf [LIBRARY]

The library decides what starts when; so both numbers are those of build/replay --policy easy.
SPDX-License-Identifier: MIT
"""
import heapq
import pathlib
import re
import sys
from ctypes import (CDLL, Structure, alignment, byref, c_char_p, c_int, c_int64, c_size_t, c_uint32,
                    c_uint64, c_void_p, sizeof)


class Settings(Structure):      # sked_queue_settings, and so on: as in sched.h
    _fields_ = [('processors', c_uint32), ('jobs_max', c_uint32), ('bookings_max', c_uint32),
                ('estimate_missing', c_int64), ('order', c_int), ('backfill_order', c_int),
                ('depth', c_uint32), ('reservations', c_int), ('backgrounds', c_uint32),
                ('background_order', c_int), ('kinds_max', c_uint32), ('quotas_max', c_uint32),
                ('caps_max', c_uint32), ('accounts_max', c_uint32), ('options', c_uint32),
                ('refusal', c_void_p)]


class Job(Structure):
    _fields_ = [('id', c_uint64), ('key', c_uint64), ('tag', c_uint64), ('estimate', c_int64),
                ('width', c_uint32), ('options', c_uint32), ('kind', c_uint32),
                ('amounts', c_void_p), ('amount_each', c_uint32), ('bars', c_uint32),
                ('account', c_uint32)]


class Action(Structure):
    _fields_ = [('kind', c_int), ('reason', c_int), ('id', c_uint64), ('tag', c_uint64),
                ('start', c_int64), ('end', c_int64), ('width', c_uint32), ('extra', c_uint32),
                ('shadow', c_int64), ('head', c_uint64)]


ABI = ((7 << 16) + (8 * sizeof(c_void_p) << 8) + 4 * (alignment(c_int64) > 4) + 1
       + (sizeof(c_size_t) > 4))


def load(name):
    """The library, and how large a sked_queue is; exits if its structs are not those above."""
    sked = CDLL(name)
    if sked.sked_abi() != ABI:
        sys.exit(f'{name}: the ABI is {sked.sked_abi():#x}, expected {ABI:#x}')
    *sizes, queue = (c_uint32 * 4).in_dll(sked, 'sked_sizes')
    expected = [sizeof(Settings), sizeof(Job), sizeof(Action)]
    if sizes != expected:
        sys.exit(f'{name}: settings, jobs and actions take {sizes} bytes, expected {expected}')
    sked.sked_status_text.restype = c_char_p
    return sked, queue


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


def replay(sked, queue_size, processors, jobs):
    """When each job starts. All that happens at one instant is told before the queue plans."""
    def call(function, *arguments):
        status = function(*arguments)
        if status != 0:
            sys.exit('replay.py: ' + sked.sked_status_text(status).decode())

    settings = Settings(processors=processors, jobs_max=len(jobs))     # the rest is EASY
    queue, size = (c_int64 * (queue_size // 8 + 1))(), c_size_t()
    call(sked.sked_queue_bytes, byref(settings), byref(size))
    block = (c_int64 * (size.value // 8 + 1))()
    call(sked.sked_queue_init, queue, byref(settings), None, block, size)
    starts, ends, action, told = [0] * len(jobs), [], Action(), 0
    while told < len(jobs) or ends:
        now = min([end for end, _ in ends[:1]] + [job[0] for job in jobs[told:told + 1]])
        while ends and ends[0][0] == now:
            call(sked.sked_queue_finish, queue, c_uint64(heapq.heappop(ends)[1]), c_int64(now))
        while told < len(jobs) and jobs[told][0] == now:
            call(sked.sked_queue_submit, queue, byref(Job(told, 0, 0, *jobs[told][2:])),
                 c_int64(now))
            told += 1
        call(sked.sked_queue_plan, queue, c_int64(now))
        while sked.sked_queue_next(queue, byref(action), None) == 0:
            starts[action.id] = now
            heapq.heappush(ends, (now + jobs[action.id][1], action.id))
    return starts


def rounded(a, b):
    """a / b to the nearest whole number, halves up: the same everywhere, other than floats."""
    return (2 * a + b) // (2 * b)


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit('usage: replay.py TRACE.swf [LIBRARY]')
    built = pathlib.Path(__file__).resolve().parents[2] / 'build' / 'libsked.so'
    try:
        sked, queue_size = load(sys.argv[2] if len(sys.argv) == 3 else str(built))
        processors, jobs = read(sys.argv[1])
    except OSError as fault:
        sys.exit(f'replay.py: {fault}')
    if not jobs:
        sys.exit(f'{sys.argv[1]}: no job that can run, expected at least one')
    starts = replay(sked, queue_size, processors, jobs)
    wait = rounded(10 * sum(start - job[0] for start, job in zip(starts, jobs)), len(jobs))
    makespan = max(start + job[1] for start, job in zip(starts, jobs)) - jobs[0][0]
    area = sum(job[1] * job[3] for job in jobs)
    used = rounded(rounded(10**6 * area, processors * makespan), 100)
    print(f'{len(jobs)} jobs on {processors} processors under EASY')
    print(f'mean wait {wait // 10}.{wait % 10} s, utilisation {used // 100}.{used % 100:02} %')


if __name__ == '__main__':
    main()
