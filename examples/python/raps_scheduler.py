"""raps_scheduler.py: sked as a scheduler of the simulator ExaDigiT/RAPS; README.md has the use.

RAPS calls it after arrivals and ends alone. Each call tells the queue what has changed in the
lists of RAPS since the last one, and places what the queue starts.
SPDX-License-Identifier: MIT
"""
from __future__ import annotations

import math

import sked

# By name of RAPS; those of sked (easy-sjbf, depth:2, ...) may be the policy, too.
ORDERS = {'fcfs': sked.BY_KEY, 'sjf': sked.SJF, 'ljf': sked.BY_KEY, 'priority': sked.BY_KEY}
BACKFILLS = (None, 'easy', 'firstfit', 'conservative')


def word(name: object) -> str | None:
    """What RAPS means by a member of an enum, or by a text."""
    return getattr(name, 'value', name)


def rules(policy: str, backfill: str | None) -> dict[str, object]:
    """The settings of the queue. A promised start would need a call when it is due, which RAPS does
    not make: so conservative reservations are made anew in each pass."""
    if backfill not in BACKFILLS:
        raise ValueError(f'bfpolicy is {backfill!r}, expected one of {BACKFILLS}')
    if policy in ORDERS:
        order = ORDERS[policy]
        if backfill is None:
            return {'order': order, 'depth': sked.NO_RESERVATIONS}
        if backfill == 'conservative':
            return {'order': order, 'depth': sked.ALL, 'reservations': sked.REBUILD}
        return {'order': order, 'backfill_order': order if backfill == 'firstfit' else sked.FCFS}
    return {'policy': 'conservative-rebuild' if policy == 'conservative' else policy}


class Scheduler:
    """What RAPS asks of a scheduler. It sets policy and bfpolicy from outside, too."""

    def __init__(self, config: dict, policy: object = None, bfpolicy: object = None,
                 jobs: list | None = None, resource_manager: object = None):
        if resource_manager is None or config.get('multitenant'):
            raise ValueError('a resource manager of whole nodes is needed')
        self.config, self.resource_manager = config, resource_manager
        self.policy, self.bfpolicy = policy if policy is not None else 'replay', bfpolicy
        self._rules: tuple | None = None
        self._room = 0

    def schedule(self, queue: list, running: list, current_time: int, accounts: object = None,
                 sorted: bool = False) -> None:
        """Starts jobs of the queue: they move to the list of those that run."""
        if word(self.policy) == 'replay':
            self._replay(queue, running, current_time)
            return
        chosen = word(self.policy), word(self.bfpolicy)
        if chosen != self._rules or len(queue) + len(running) > self._room:
            self._begin(chosen, 2 * (len(queue) + len(running)) + 1000)
        self._tell(queue, running, current_time)
        for action in self._queue.plan(current_time):
            job = self._jobs[action.id]
            self._started.add(action.id)
            if action.kind == sked.Kind.START and action.reason != sked.Reason.BOOKED:
                self._place(job, action.processors, queue, running, current_time)

    def _begin(self, chosen: tuple, room: int) -> None:
        """A queue by these rules, which knows of nothing yet."""
        self._queue = sked.Queue(self.resource_manager.total_nodes, room, bookings_max=room,
                                 estimate_missing=None, **rules(*chosen))
        self._rules, self._room = chosen, room
        self._jobs: dict[int, object] = {}      # by number in the queue: ids of RAPS may repeat
        self._started: set[int] = set()
        self._down: set[int] = set()
        self._next = 0

    def _tell(self, queue: list, running: list, now: int) -> None:
        """Reports what happened since the last call."""
        waits, runs = {id(job) for job in queue}, {id(job) for job in running}
        for number, job in list(self._jobs.items()):
            if id(job) not in (runs if number in self._started else waits):
                if number in self._started:
                    self._queue.finish(number, now)
                else:
                    self._queue.cancel(number, now)
                self._started.discard(number)
                del self._jobs[number]
        self._tell_nodes(running, now)
        known = {id(job) for job in self._jobs.values()}
        for job in running:
            if id(job) not in known:
                self._adopt(job, now)
        for job in queue:
            if id(job) not in known:
                self._submit(job, job.nodes_required, self._limit(job), now)

    def _tell_nodes(self, running: list, now: int) -> None:
        """What is neither offered nor in use is down."""
        manager = self.resource_manager
        usable = set(manager.available_nodes).union(*(job.scheduled_nodes for job in running))
        down = set(range(manager.total_nodes)) - usable
        if down != self._down:
            self._queue.up(self._down - down, now)
            self._queue.down(down - self._down, now)
            self._down = down

    @staticmethod
    def _limit(job: object) -> int | None:
        """A job of RAPS ends one second later than it says. Without a limit: no bound."""
        return math.ceil(job.time_limit) + 1 if job.time_limit else None

    def _submit(self, job: object, width: int, estimate: int | None, now: int) -> int:
        keys = {'priority': -(getattr(job, 'priority', 0) or 0), 'ljf': -width}
        key = keys.get(self._rules[0], job.submit_time)     # the lowest first
        self._next += 1
        self._jobs[self._next] = job
        self._queue.submit(self._next, width, estimate, now, key=2**62 + int(key))
        return self._next

    def _adopt(self, job: object, now: int) -> None:
        """A job runs that this queue did not start: its nodes are booked for it, so that the next
        pass starts it there."""
        limit = self._limit(job)
        rest = None if limit is None else max(1, job.start_time + limit - now)
        number = self._submit(job, len(job.scheduled_nodes), rest, now)
        self._queue.book(number, now, None if rest is None else now + rest, now,
                         processors=job.scheduled_nodes, owner=number)

    def _place(self, job: object, nodes: tuple, queue: list, running: list, now: int) -> None:
        """RAPS gives a job the first nodes of its list: so the chosen ones come first."""
        manager, chosen = self.resource_manager, set(nodes)
        manager.available_nodes = [*nodes, *(node for node in manager.available_nodes
                                             if node not in chosen)]
        manager.assign_nodes_to_job(job, now, self.policy)
        running.append(job)
        del queue[[id(other) for other in queue].index(id(job))]

    def _replay(self, queue: list, running: list, now: int) -> None:
        """Starts jobs when and where they ran before RAPS."""
        for job in queue[:]:
            free = self.resource_manager.available_nodes
            if ((job.start_time is None or job.start_time <= now) and
                    set(job.scheduled_nodes or ()) <= set(free) and
                    job.nodes_required <= len(free)):
                self._place(job, tuple(job.scheduled_nodes or ()), queue, running, now)
