#!/usr/bin/env python3
"""batsim_jobs.py: is a file a table of jobs as Batsim writes it, and evalys reads it?

SPDX-License-Identifier: MIT

    python3 tests/programs/batsim_jobs.py CSV PROCESSORS [JSON]

Columns are found by their names, as evalys does. The documentation of Batsim says what they hold:
times in seconds, processors as intervals ("0-3 7"), and sums such as waiting_time =
starting_time - submission_time. A job has as many processors as it asked for, and no processor has
two jobs at a time. JSON: what `replay --json` printed in the same run has the same jobs and means.
Prints what does not hold, one line each; status 0 iff all does."""

import collections
import csv
import json
import re
import sys

COLUMNS = ['job_id', 'workload_name', 'profile', 'submission_time',
           'requested_number_of_resources', 'requested_time', 'success', 'final_state',
           'starting_time', 'execution_time', 'finish_time', 'waiting_time', 'turnaround_time',
           'stretch', 'allocated_resources', 'consumed_energy', 'metadata']
# Of a job that ran; they are empty if it did not.
OUTCOME = ['starting_time', 'execution_time', 'finish_time', 'waiting_time', 'turnaround_time',
           'stretch', 'allocated_resources']
FINISHED = {'COMPLETED_SUCCESSFULLY': '1', 'COMPLETED_WALLTIME_REACHED': '0'}
NUMBER = re.compile(r'\d+(\.\d+)?')
INTERVALS = re.compile(r'\d+(-\d+)?( \d+(-\d+)?)*')


def intervals(text):
    """"0-3 7" as a list of ranges."""
    return [(int(part.split('-')[0]), int(part.split('-')[-1])) for part in text.split()]


class Table:
    def __init__(self, path, processors):
        self.path, self.processors, self.broken = path, processors, 0
        self.used = collections.defaultdict(list)       # by processor: start, end, job
        with open(path, encoding='utf-8', newline='') as file:
            reader = csv.DictReader(file, strict=True)
            self.columns, self.rows = reader.fieldnames or [], list(reader)

    def claim(self, holds, row, why):
        if not holds:
            self.broken += 1
            print(f'{self.path}: {"job " + row["job_id"] + ": " if row else ""}{why}')

    def numbers(self, row, names):
        for name in names:
            self.claim(NUMBER.fullmatch(row[name]), row, f'{name} is "{row[name]}", no number')
        return all(NUMBER.fullmatch(row[name]) for name in names)

    def request(self, row):
        self.claim(row['job_id'] and row['workload_name'] and row['profile'], row, 'no name')
        self.claim(row['workload_name'] == self.rows[0]['workload_name'], row, 'another workload')
        self.claim(row['requested_time'] == '-1' or
                   (self.numbers(row, ['requested_time']) and float(row['requested_time']) > 0),
                   row, f'requested_time is {row["requested_time"]}')
        return self.numbers(row, ['submission_time', 'requested_number_of_resources', 'success'])

    def sums(self, row):
        at = {name: float(row[name]) for name in OUTCOME[:-1] + ['submission_time']}
        for name, wanted in (
                ('finish_time', at['starting_time'] + at['execution_time']),
                ('waiting_time', at['starting_time'] - at['submission_time']),
                ('turnaround_time', at['finish_time'] - at['submission_time'])):
            self.claim(at[name] == wanted, row, f'{name} is {at[name]:g}, expected {wanted:g}')
        stretch = at['turnaround_time'] / at['execution_time']
        self.claim(abs(at['stretch'] - stretch) <= 1e-6, row,
                   f'stretch is {at["stretch"]}, expected {stretch:.6f}')

    def end(self, row):
        state, ran = row['final_state'], float(row['execution_time'])
        limit = float(row['requested_time'])
        self.claim(row['success'] == FINISHED.get(state), row, f'{row["success"]} after {state}')
        if state == 'COMPLETED_WALLTIME_REACHED':
            self.claim(ran == limit, row, f'it ran for {ran:g}, expected {limit:g}')
        else:
            self.claim(limit < 0 or ran <= limit, row, f'it ran for {ran:g}, longer than {limit:g}')
            self.claim(row['profile'] == f'delay{row["execution_time"]}', row,
                       f'the profile is {row["profile"]}, it ran for {ran:g}')

    def places(self, row):
        if not INTERVALS.fullmatch(row['allocated_resources']):
            self.claim(False, row, f'no intervals: "{row["allocated_resources"]}"')
            return
        count, above = 0, -1
        for low, high in intervals(row['allocated_resources']):
            self.claim(above < low <= high < self.processors, row,
                       f'processors {low} to {high}, expected more than {above} and less than '
                       f'{self.processors}')
            above, count = high, count + high + 1 - low
            for processor in range(low, high + 1):
                self.used[processor].append((float(row['starting_time']),
                                             float(row['finish_time']), row['job_id']))
        wanted = int(row['requested_number_of_resources'])
        self.claim(count == wanted, row, f'it has {count} processors, expected {wanted}')

    def row(self, row):
        self.claim(None not in row and None not in row.values(), row, 'not one field a column')
        if not self.request(row):
            return
        if row['final_state'] not in FINISHED:
            self.claim(row['final_state'] == 'SUBMITTED' and row['success'] == '0' and
                       not any(row[name] for name in OUTCOME), row, 'it neither ran nor waits')
        elif self.numbers(row, OUTCOME[:-1]) and float(row['execution_time']) > 0:
            self.sums(row)
            self.end(row)
            self.places(row)

    def alone(self):
        for processor, jobs in sorted(self.used.items()):
            jobs.sort()
            for (_, end, job), (start, _, other) in zip(jobs, jobs[1:]):
                self.claim(end <= start, None, f'processor {processor} has the jobs {job} and '
                                               f'{other} at {start:g}')

    def check(self):
        missing = [name for name in COLUMNS if self.columns.count(name) != 1]
        self.claim(not missing, None, f'not once a column: {missing}')
        self.claim(self.rows, None, 'no job')
        if not missing:
            for row in self.rows:
                self.row(row)
            self.alone()

    def told(self, path):
        """The jobs and the means of the same run as JSON."""
        with open(path, encoding='utf-8') as file:
            plan = json.load(file)['plans'][0]
        self.claim(len(self.rows) == len(plan['jobs']), None,
                   f'{len(self.rows)} jobs, expected {len(plan["jobs"])}')
        for row, job in zip(self.rows, plan['jobs']):
            start = '' if job['start_seconds'] is None else str(job['start_seconds'])
            self.claim([row['job_id'], row['submission_time'], row['starting_time'],
                        intervals(row['allocated_resources'])] ==
                       [str(job['id']), str(job['submit_seconds']), start,
                        [tuple(part) for part in job.get('processor_ranges', [])]], row,
                       f'not as in {path}: {job}')
        ran = [row for row in self.rows if row['starting_time'] != '']
        for column, mean in (('waiting_time', 'mean_wait_seconds'),
                             ('turnaround_time', 'mean_response_seconds')):
            value = sum(float(row[column]) for row in ran) / max(1, len(ran))
            self.claim(abs(value - (plan[mean] or 0)) <= 0.051, None,
                       f'the mean of {column} is {value:.2f}, expected {plan[mean]}')


def main(path, processors, *told):
    table = Table(path, int(processors))
    table.check()
    if told and not table.broken:
        table.told(told[0])
    return table.broken > 0


if __name__ == '__main__':
    if len(sys.argv) not in (3, 4):
        sys.exit('usage: batsim_jobs.py CSV PROCESSORS [JSON]')
    sys.exit(main(*sys.argv[1:]))
