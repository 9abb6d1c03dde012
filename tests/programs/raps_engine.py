"""raps_engine.py: what the simulator ExaDigiT/RAPS asks of a scheduler, without RAPS: by this
examples/python/raps_scheduler.py is tested where RAPS is not installed.

SPDX-License-Identifier: MIT

    python3 tests/programs/raps_engine.py TRACE POLICY BACKFILL     when each job starts
    python3 tests/programs/raps_engine.py TRACE POLICY              ... by the loop of replay.py
    python3 tests/programs/raps_engine.py scenes                    what traces do not show

TRACE is a file in the Standard Workload Format, or `five`: five jobs of which the fourth may start
at 100. It trusts no scheduler: nodes must be free, belong to one job, and be as many as the job
needs; each job moves once from the queue to those that run. As in RAPS a job ends one second later
than it says, ids repeat, the policy may be set from outside, and a scheduler is called after ends
and arrivals alone."""

import enum
import pathlib
import sys

sys.dont_write_bytecode = True                          # the sources stay as they are
sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / 'examples' / 'python'))

import raps_scheduler
import replay
import sked

FIVE = [(0, 1000, 1000, 52), (0, 99, 99, 5), (95, 49, 49, 5), (96, 10, 10, 7), (96, 39, 39, 2)]


class Policy(enum.Enum):
    REPLAY, FCFS, SJF = 'replay', 'fcfs', 'sjf'

    def __eq__(self, other):
        return self.value == getattr(other, 'value', other)

    def __hash__(self):
        return hash(self.value)


class Job:
    def __init__(self, id, submit, run, limit, nodes):
        self.id, self.submit_time, self.expected_run_time = id, submit, run
        self.time_limit, self.nodes_required = limit, nodes
        self.start_time = self.end_time = None
        self.scheduled_nodes, self.priority = [], 0


class Manager:
    def __init__(self, total, down=()):
        self.total_nodes, self.down_nodes = total, set(down)
        self.available_nodes = [node for node in range(total) if node not in self.down_nodes]

    def assign_nodes_to_job(self, job, current_time, policy, node_id=None):
        assert job.start_time is None or policy == Policy.REPLAY, f'job {job.id} starts twice'
        assert job.nodes_required <= len(self.available_nodes), f'job {job.id}: too few nodes'
        if not (policy == Policy.REPLAY and job.scheduled_nodes):
            job.scheduled_nodes = self.available_nodes[:job.nodes_required]
        self.available_nodes = [node for at, node in enumerate(self.available_nodes)
                                if (at >= job.nodes_required if policy != Policy.REPLAY
                                    else node not in job.scheduled_nodes)]
        job.start_time = current_time
        job.end_time = current_time + job.expected_run_time + 1

    def free_nodes_from_job(self, job):
        self.available_nodes = sorted(self.available_nodes + job.scheduled_nodes)


class Engine:
    def __init__(self, total, jobs, policy, backfill=None, down=()):
        self.jobs, self.queue, self.running = list(jobs), [], []
        self.resource_manager = Manager(total, down)
        self.scheduler = raps_scheduler.Scheduler(
            config={'multitenant': False, 'TOTAL_NODES': total}, policy=policy, bfpolicy=backfill,
            resource_manager=self.resource_manager, jobs=self.jobs)

    def call(self, now, fresh=True):
        """Calls the scheduler, and looks at what it did."""
        before, manager = self.queue + self.running, self.resource_manager
        self.scheduler.schedule(self.queue, self.running, now, accounts=None, sorted=not fresh)
        after = self.queue + self.running
        assert sorted(map(id, before)) == sorted(map(id, after)), f'{now}: a job is lost, or twice'
        used = [node for job in self.running for node in job.scheduled_nodes]
        nodes = used + manager.available_nodes + list(manager.down_nodes)
        assert sorted(nodes) == list(range(manager.total_nodes)), f'{now}: a node is not one job\'s'
        for job in self.running:
            assert len(job.scheduled_nodes) == job.nodes_required, f'{now}: too few nodes'
            assert job.start_time <= now < job.end_time, f'{now}: a job that runs has no start'

    def prefill(self, jobs, now):
        """Jobs that run already: placed where and when they were, as a replay."""
        policy, backfill = self.scheduler.policy, self.scheduler.bfpolicy
        self.scheduler.policy, self.scheduler.bfpolicy = Policy.REPLAY, None
        for job in jobs:
            self.scheduler.schedule([job], self.running, job.start_time, sorted=True)
        assert self.running == jobs
        self.scheduler.policy, self.scheduler.bfpolicy = policy, backfill

    def run(self, until=None):
        """From event to event, until nothing is left or the time has come."""
        self.jobs.sort(key=lambda job: job.submit_time)
        while self.jobs or self.running:
            now = min([job.submit_time for job in self.jobs[:1]] +
                      [job.end_time for job in self.running])
            if until is not None and now > until:
                return self
            for job in [job for job in self.running if job.end_time == now]:
                self.running.remove(job)
                self.resource_manager.free_nodes_from_job(job)
            fresh = [job for job in self.jobs if job.submit_time == now]
            self.jobs = self.jobs[len(fresh):]
            self.queue += fresh
            self.call(now, bool(fresh))
        assert not self.queue, f'{len(self.queue)} jobs never start'
        return self


def refuses(what, *arguments):
    try:
        what(*arguments)
    except ValueError as fault:
        return str(fault)
    raise AssertionError('it is not refused')


# ---- scenes: what traces do not show -----------------------------------------------------------

def nodes_down():
    """What is down is not given away, and is counted on when it is back."""
    wide, narrow = Job(1, 0, 10, 10, 8), Job(2, 0, 10, 10, 6)
    engine = Engine(8, [wide, narrow], 'fcfs', 'easy', down={2, 3})
    engine.run(until=0)
    assert narrow.scheduled_nodes == [0, 1, 4, 5, 6, 7] and wide.start_time is None
    engine.resource_manager.down_nodes = {3}            # a node is up, another follows
    engine.resource_manager.available_nodes = [2]
    engine.call(5)
    engine.resource_manager.down_nodes = set()
    engine.resource_manager.available_nodes = [2, 3]
    engine.call(6)
    engine.run()
    assert wide.start_time == 11


def jobs_before():
    """What runs when the simulation begins keeps its nodes, and its end counts for the head."""
    old = Job(1, -60, 100, 100, 6)
    old.start_time, old.scheduled_nodes = -50, [1, 3, 5, 7, 8, 9]
    head, long, short = Job(2, 0, 10, 10, 8), Job(3, 0, 60, 60, 4), Job(4, 0, 40, 40, 4)
    engine = Engine(10, [head, long, short], 'fcfs', 'easy')
    engine.prefill([old], 0)
    engine.run()
    assert (head.start_time, long.start_time, short.start_time) == (51, 62, 0), 'another head'
    assert short.scheduled_nodes == [0, 2, 4, 6]


def policy_changes():
    """A policy that is set from outside holds from the next call on."""
    jobs = [Job(1, 0, 100, 100, 6), Job(2, 1, 10, 10, 8), Job(3, 2, 10, 10, 2), Job(4, 50, 9, 9, 2)]
    engine = Engine(8, jobs, Policy.FCFS, None).run(until=40)
    assert [job.start_time for job in jobs] == [0, None, None, None]
    engine.scheduler.bfpolicy = 'easy'
    engine.run()
    assert [job.start_time for job in jobs] == [0, 101, 50, 61]


def jobs_stop():
    """Jobs that another hand removes, or puts back into the queue, as at a downtime."""
    jobs = [Job(1, 0, 100, 100, 8), Job(2, 1, 10, 10, 8), Job(3, 2, 10, 10, 8)]
    engine = Engine(8, jobs, 'fcfs', 'easy').run(until=2)
    engine.queue.remove(jobs[1])
    engine.resource_manager.free_nodes_from_job(jobs[0])
    jobs[0].start_time, jobs[0].scheduled_nodes = None, []
    engine.queue += engine.running
    engine.running = []
    engine.call(20)
    engine.run()
    assert [job.start_time for job in jobs] == [20, None, 121]


def orders():
    """The orders of RAPS: a priority, the widest first; and which job is backfilled first."""
    def starts(policy, backfill, priorities=(0, 0, 0)):
        jobs = [Job(1, 0, 100, 100, 6)] + [
            Job(1, 1, run, run, nodes) for run, nodes in ((40, 4), (30, 2), (20, 2))]
        for job, priority in zip(jobs[1:], priorities):
            job.priority = priority
        Engine(8, jobs, policy, backfill).run()
        return [job.start_time for job in jobs[1:]]
    assert starts('fcfs', None) == [101, 101, 101]
    assert starts('priority', None, (0, 9, 5)) == [101, 1, 32]
    assert starts('ljf', None) == [101, 101, 101]
    assert starts('fcfs', 'easy') == [101, 1, 32]
    assert starts('easy-sjbf', None) == [101, 22, 1]
    assert starts('sjf', 'firstfit') == [101, 22, 1]


def one_second_more():
    """A job may run up to a reservation that two others move by a second each, and no longer."""
    for limit, start in ((200, 1), (201, 213)):
        jobs = [Job(1, 0, 100, 100, 6), Job(2, 1, 100, 100, 4), Job(3, 1, 10, 10, 8),
                Job(4, 1, limit, limit, 2)]
        Engine(8, jobs, 'fcfs', 'conservative').run()
        assert jobs[2].start_time == 202, 'a reservation is not kept'
        assert jobs[3].start_time == start, f'a second off: {limit} s, at {jobs[3].start_time}'


def no_limit():
    """A job without a limit is one without a bound."""
    jobs = [Job(1, 0, 100, 0, 8), Job(2, 1, 10, None, 8)]
    Engine(8, jobs, 'fcfs', 'easy').run()
    assert [job.start_time for job in jobs] == [0, 101]


def many_jobs():
    """More jobs at once than it had room for."""
    jobs = [Job(n % 3, n // 1500, 1, 1, 1) for n in range(3000)]
    Engine(8, jobs, 'fcfs', 'easy').run()


def refusals():
    """What it cannot do."""
    assert 'bfpolicy is \'greedy\', expected one of' in refuses(
        Engine(8, [Job(1, 0, 1, 1, 1)], 'fcfs', 'greedy').run)
    assert 'whole nodes' in refuses(raps_scheduler.Scheduler, {}, 'fcfs')
    assert 'whole nodes' in refuses(lambda: raps_scheduler.Scheduler(
        {'multitenant': True}, 'fcfs', resource_manager=Manager(8)))
    try:
        Engine(8, [Job(1, 0, 1, 1, 1)], 'best').run()
        raise AssertionError('a policy without a meaning')
    except sked.Error as fault:
        assert 'policy is \'best\'' in str(fault)


SCENES = (nodes_down, jobs_before, policy_changes, jobs_stop, orders, one_second_more, no_limit,
          many_jobs, refusals)


def main():
    if sys.argv[1:] == ['scenes']:
        for scene in SCENES:
            scene()
            print('ok:', scene.__doc__)
        return
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    total, jobs = (64, FIVE) if sys.argv[1] == 'five' else replay.read(sys.argv[1])
    if len(sys.argv) == 3:
        queue = sked.Queue(total, len(jobs), sys.argv[2])
        later = [(submit, run + 1, limit + 1, width) for submit, run, limit, width in jobs]
        starts = replay.replay(queue, later)
    else:
        made = [Job(at // 2, *job) for at, job in enumerate(jobs)]      # ids repeat
        Engine(total, made, sys.argv[2], None if sys.argv[3] == 'none' else sys.argv[3]).run()
        starts = [job.start_time for job in made]
    print('\n'.join(map(str, starts)))


if __name__ == '__main__':
    main()
