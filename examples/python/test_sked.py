"""test_sked.py: each method of the module sked once, and each of its refusals.

    make build/libsked.so && python3 examples/python/test_sked.py

SPDX-License-Identifier: MIT
"""
import os
import pathlib
import pydoc
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True              # the sources stay as they are
import sked
from sked import Kind, Reason


class Case(unittest.TestCase):
    def refuses(self, status, words, call, *arguments, **named):
        """The call raises this status, with these words; gives the error."""
        with self.assertRaises(sked.Error) as caught:
            call(*arguments, **named)
        self.assertEqual((caught.exception.status, str(caught.exception)), (status, words))
        return caught.exception

    def mistaken(self, words, call, *arguments, **named):
        """The call raises TypeError, with these words."""
        with self.assertRaises(TypeError) as caught:
            call(*arguments, **named)
        self.assertEqual(str(caught.exception), words)


def starts(queue, now):
    return [(action.id, action.processors) for action in queue.plan(now)]


class Queues(Case):
    def test_a_day(self):
        """D overtakes B without delaying it, as in the example of sched.h."""
        queue = sked.Queue(4, 8)
        for id, width, estimate in ((1, 2, 5), (2, 3, 6), (3, 3, 3), (4, 2, 4)):
            queue.submit(id, width, estimate, now=0, key=10 * id, tag=20 * id)
        self.assertIsNone(queue.shadow)
        first, second = queue.plan(0)
        self.assertEqual(first, (1, Kind.START, Reason.HEAD, (0, 1), 0, 5, 20, None, None, 0))
        self.assertEqual(second, (4, Kind.START, Reason.BEFORE_SHADOW, (2, 3), 0, 4, 80, 2, 5, 1))
        self.assertEqual((queue.shadow, queue.next_time()), (5, 4))
        self.assertEqual(queue.forecast(0), {2: 5, 3: 11})
        job = queue.job(4)
        self.assertEqual((job.running, job.end, job.key, job.tag, job.processors),
                         (1, 4, 40, 80, (2, 3)))
        self.assertEqual((queue.job(2).position, queue.job(2).processors), (0, ()))
        self.assertIsNone(job.position)
        queue.finish(4, now=3)
        queue.cancel(2, now=3)
        queue.requeue(1, now=3)
        self.assertEqual(starts(queue, 3), [(1, (0, 1))])
        info = queue.info()
        self.assertEqual((info.waiting, info.running, info.processors_free, info.cancelled),
                         (1, 1, 2, 1))
        self.assertEqual((info.head, info.shadow), (3, 8))
        queue.validate()

    def test_nobody(self):
        queue = sked.Queue(1, 1)
        self.assertIsNone(queue.next_time())
        self.assertEqual(list(queue.plan(0)), [])
        self.assertEqual(queue.forecast(0), {})

    def test_no_bound(self):
        queue = sked.Queue(2, 4, estimate_missing=None)
        queue.submit(1, 2, None, now=0)
        queue.submit(2, 2, 0, now=0)
        self.assertEqual([action.end for action in queue.plan(0)], [None])
        self.assertEqual((queue.next_time(), queue.shadow, queue.forecast(0)),
                         (None, None, {2: None}))

    def test_policies(self):
        """Which of two short jobs passes a head, and whether any does."""
        behind = {'fcfs': [], 'sjf': [4, 3], 'easy': [3], 'easy-sjbf': [4], 'conservative': [3],
                  'conservative-rebuild': [3], 'depth:0': [], 'depth:2': [3]}
        for policy, passing in behind.items():
            with self.subTest(policy):
                queue = sked.Queue(4, 8, policy)
                queue.submit(1, 3, 20, now=0)
                list(queue.plan(0))
                for id, width, estimate in ((2, 4, 30), (3, 1, 9), (4, 1, 8)):
                    queue.submit(id, width, estimate, now=1)
                self.assertEqual([id for id, _ in starts(queue, 1)], passing[:1])
        self.assertEqual(sked.POLICIES.keys(), {name for name in behind if name[0] != 'd'})

    def test_settings(self):
        by_key = sked.Queue(1, 2, order=sked.BY_KEY)
        by_key.submit(1, 1, 5, now=0, key=9)
        by_key.submit(2, 1, 5, now=0, key=3)
        self.assertEqual(starts(by_key, 0), [(2, (0,))])
        promised = sked.Queue(2, 2, 'conservative')
        promised.submit(1, 2, 5, now=0)
        promised.submit(2, 2, 5, now=0)
        list(promised.plan(0))
        self.assertEqual(promised.job(2).reserved, 5)

    def test_reasons(self):
        """All that the library has."""
        text = sked._library.sked_reason_text
        text.restype = sked._library.sked_status_text.restype
        self.assertEqual([text(number) == b'unknown reason' for number in range(len(Reason) + 1)],
                         [False] * len(Reason) + [True])

    def test_down(self):
        queue = sked.Queue(4, 2)
        queue.down({0, 1}, now=0)
        queue.submit(1, 2, 5, now=0)
        self.assertEqual(starts(queue, 0), [(1, (2, 3))])
        queue.down(range(3), now=1)
        lost, = queue.plan(1)
        self.assertEqual((lost.kind, lost.reason, lost.processors),
                         (Kind.LOST, Reason.PROCESSOR_DOWN, (2,)))
        queue.up([0, 1, 2], now=2)
        self.assertEqual(queue.info().processors_down, 0)

    def test_book(self):
        queue = sked.Queue(4, 4, bookings_max=3)
        queue.book(1, 5, None, now=0, processors=[0, 3])
        queue.book(2, 5, 10, now=0, count=1)
        queue.submit(1, 3, 5, now=0)
        queue.submit(2, 2, 6, now=0)
        self.assertEqual(starts(queue, 0), [(1, (0, 1, 2))])
        queue.unbook(1, now=0)
        queue.finish(1, now=0)
        self.assertEqual(starts(queue, 0), [(2, (0, 1))])

    def test_book_for(self):
        """Ahead of all others, a job starts where it has a booking."""
        queue = sked.Queue(4, 4, bookings_max=1)
        queue.submit(1, 4, 5, now=0)
        queue.submit(2, 2, 5, now=0)
        queue.book(9, 0, 5, now=0, processors=(1, 3), owner=2)
        action, = queue.plan(0)
        self.assertEqual((action.id, action.reason, action.processors), (2, Reason.BOOKED, (1, 3)))
        self.refuses(10, 'owner 7: no live entry has this id',
                     queue.book, 9, 0, 5, 0, processors=[0], owner=7)
        self.refuses(69, 'owner 2: the job is running, not waiting',
                     queue.book, 9, 0, 5, 0, processors=[0, 2], owner=2)
        queue.book(9, 0, 5, now=0, count=1)
        self.refuses(11, 'a live entry has this id already',
                     queue.book, 9, 0, 5, 0, processors=range(4), owner=1)

    def test_a_pass_that_ends_early(self):
        queue = sked.Queue(2, 4)
        queue.submit(1, 1, 5, now=0)
        queue.submit(2, 1, 5, now=0)
        for action in queue.plan(0):
            self.refuses(16, 'a pass is open: take its actions, or end it', queue.cancel, 2, now=0)
            break
        queue.cancel(2, now=0)

    def test_a_pass_without_a_loop(self):
        """It is open from the call on, ends with what the call gave, and starts nothing."""
        queue = sked.Queue(2, 4)
        queue.submit(1, 1, 5, now=0)
        actions = queue.plan(0)
        self.refuses(16, 'a pass is open: take its actions, or end it', queue.plan, 0)
        del actions
        queue.plan(now=0)
        self.assertEqual((queue.info().pass_open, queue.info().running), (0, 0))
        self.assertEqual(starts(queue, 0), [(1, (0,))])

    def test_wrong_types(self):
        queue = sked.Queue(4, 4, bookings_max=1)
        self.mistaken("id is 'a', expected a whole number", queue.submit, 'a', 1, 5, now=0)
        self.mistaken('width is 2.5, expected a whole number', queue.submit, 1, 2.5, 5, now=0)
        self.mistaken('width is None, expected a whole number', queue.submit, 1, None, 5, now=0)
        self.mistaken("estimate is '5', expected a whole number", queue.submit, 1, 1, '5', now=0)
        self.mistaken("now is 'x', expected a whole number", queue.plan, 'x')
        self.mistaken('id is None, expected a whole number', queue.finish, None, now=0)
        self.mistaken("processors is '3', expected a whole number", queue.down, '3', now=0)
        self.mistaken('processors is 3, expected several, as [3]', queue.down, 3, now=0)
        self.mistaken('set is 3, expected several, as [3]', queue.book, 1, 0, 5, 0, processors=3)
        self.mistaken("processors is '8', expected a whole number", sked.Queue, '8', 4)
        self.mistaken("order is 'SJF', expected a whole number", sked.Queue, 8, 4, order='SJF')
        self.mistaken('picker is 5, expected a tree or a function', sked.Queue, 8, 4, picker=5)
        self.mistaken('picker is 0, expected a tree or a function', sked.Queue, 8, 4, picker=0)
        self.refuses(17, f"policy is 5, expected one of {', '.join(sked.POLICIES)}, depth:K",
                     sked.Queue, 8, 4, policy=5)
        self.mistaken("fan_out is 'a', expected a whole number", sked.Tree, (2, 'a'))
        self.mistaken('fan_out is 4, expected several, as [3]', sked.Tree, 4)
        self.assertEqual(queue.info().waiting, 0)

    def test_refusals(self):
        queue = sked.Queue(processors=64, jobs_max=2)
        fault = self.refuses(66, 'width is 70, expected 1 to 64', queue.submit, 1, 70, 5, now=0)
        self.assertEqual((fault.member, fault.value, fault.least, fault.most), ('width', 70, 1, 64))
        self.assertEqual(fault.text,
                         'a job, a booking or a request asks for more processors than there are')
        self.refuses(65, 'width is 0, expected 1 to 64', queue.submit, 1, 0, 5, now=0)
        self.refuses(67, 'estimate is 0, expected at least 1', queue.submit, 1, 1, 0, now=0)
        self.refuses(8, 'estimate is -1, expected at least 0',
                     queue.submit, 1, 1, -1, now=0)
        self.refuses(7, 'width is 4294967300, expected 0 to 4294967295',
                     queue.submit, 1, 2**32 + 4, 5, now=0)
        self.refuses(7, 'id is -1, expected at least 0',
                     queue.submit, -1, 1, 5, now=0)
        self.refuses(7, 'id is 18446744073709551616, expected 0 to 18446744073709551615',
                     queue.submit, 2**64, 1, 5, now=0)
        self.refuses(8, 'now is -1, expected at least 0',
                     queue.submit, 1, 1, 5, now=-1)
        queue.submit(1, 1, 5, now=7)
        self.refuses(11, 'id 1: a live entry has this id already', queue.submit, 1, 1, 5, now=7)
        self.refuses(9, 'time runs backwards: an earlier call carried a later time',
                     queue.finish, 1, now=6)
        self.refuses(9, 'time runs backwards: an earlier call carried a later time',
                     queue.plan, 6)
        self.refuses(70, 'id 1: the job is waiting, not running', queue.finish, 1, now=7)
        self.refuses(70, 'id 1: the job is waiting, not running', queue.requeue, 1, now=7)
        queue.submit(2, 1, 5, now=7)
        fault = self.refuses(6, 'jobs_max is 2: full', queue.submit, 3, 1, 5, now=7)
        self.assertEqual((fault.member, fault.value, fault.text), (
            'jobs_max', 2, 'the object is full: one of its limits (..._max) is reached'))
        list(queue.plan(7))
        self.refuses(69, 'id 1: the job is running, not waiting', queue.cancel, 1, now=7)
        for call in (queue.finish, queue.cancel, queue.requeue, queue.unbook):
            fault = self.refuses(10, 'id 5: no live entry has this id', call, 5, now=7)
            self.assertEqual((fault.member, fault.value), ('id', 5))
        self.refuses(10, 'id 5: no live entry has this id', queue.job, 5)
        self.refuses(7, 'processors is 64, expected 0 to 63', queue.down, {64}, now=7)
        self.refuses(7, 'processors is -1, expected 0 to 63', queue.up, {-1}, now=7)
        self.refuses(6, 'bookings_max is 0: full', queue.book, 1, 8, 9, now=7, count=3)
        self.refuses(65, 'a job, a booking or a request asks for no processor',
                     queue.book, 1, 8, 9, now=7)
        self.refuses(9, 'time runs backwards: an earlier call carried a later time',
                     queue.forecast, 0)

    def test_refused_settings(self):
        for status, words, named in (
                (64, 'processors is 0, expected 1 to 2147483647', {'processors': 0}),
                (7, 'jobs_max is 0, expected 1 to 2147483647', {'jobs_max': 0}),
                (7, 'bookings_max is 2147483648, expected 0 to 2147483647',
                 {'bookings_max': 2**31}),
                (17, f'order is 9, expected 0 to {len(sked.Order) - 1}', {'order': 9}),
                (17, f'reservations is 9, expected 0 to {len(sked.Reservations) - 1}',
                 {'reservations': 9}),
                (17, "policy is 'best', expected one of fcfs, sjf, easy, easy-sjbf, conservative, "
                     'conservative-rebuild, depth:K', {'policy': 'best'})):
            fault = self.refuses(status, words, sked.Queue,
                                 **{'processors': 4, 'jobs_max': 4, **named})
            self.assertIn(fault.member, named)
        self.refuses(17, 'depth is 2 with options 1, expected 1', sked.Queue, 4, 4,
                     options=sked.ASK_AHEAD, depth=2)
        with self.assertRaisesRegex(TypeError, 'width is no setting, expected one of order, '):
            sked.Queue(4, 4, width=3)


class Pickers(Case):
    def queue(self, picker, **named):
        queue = sked.Queue(48, 4, picker=picker, **named)
        queue.submit(1, 9, 5, now=0)
        return queue

    def test_a_function(self):
        asked = []

        def highest(id, count, offered):
            asked.append((id, count, offered))
            return offered[-count:]
        self.assertEqual(starts(self.queue(highest), 0), [(1, tuple(range(39, 48)))])
        self.assertEqual(asked, [(1, 9, tuple(range(48)))])

    def test_a_function_that_refuses(self):
        queue = self.queue(lambda id, count, offered: None if id == 1 else offered[:count],
                           options=sked.ASK_AHEAD)
        queue.submit(2, 4, 9, now=0)
        self.assertEqual(starts(queue, 0), [(2, (0, 1, 2, 3))])
        self.assertEqual(queue.forecast(0), {1: None})

    def test_a_function_that_errs(self):
        """Too few, too many, not offered, no numbers: nothing has started, and the pass is over."""
        for wrong in ([1] * 9, range(10), range(40, 49), [-1] + list(range(8))):
            queue = self.queue(lambda id, count, offered: wrong)
            self.refuses(13, 'the picker chose a wrong number of processors, or one not offered',
                         list, queue.plan(0))
            queue.cancel(1, now=0)
        with self.assertRaises(ZeroDivisionError):
            list(self.queue(lambda id, count, offered: 1 // 0).plan(0))
        with self.assertRaises(TypeError):
            list(self.queue(lambda id, count, offered: 7).plan(0))

    def test_what_has_started_is_told(self):
        """A fault at a later job hides no earlier start."""
        queue = sked.Queue(4, 4, picker=lambda id, count, offered: offered[:1 // (id == 1)] + (1,))
        queue.submit(1, 2, 5, now=0)
        queue.submit(2, 2, 5, now=0)
        told = []
        with self.assertRaises(ZeroDivisionError):
            for action in queue.plan(0):
                told.append(action.id)
        self.assertEqual((told, queue.info().running), ([1], 1))

    def test_a_tree(self):
        """Those near each other, of what the queue offers: what the tree has taken is not asked."""
        tree = sked.Tree((4, 4, 3))
        tree.take([15])
        queue = self.queue(tree)
        queue.down([1, 2, 4, 5], now=0)
        self.assertEqual(starts(queue, 0), [(1, tuple(range(12, 21)))])
        self.assertEqual(len(tree.free()), 47)
        self.refuses(7, 'processors of the tree is 48, expected 4', sked.Queue, 4, 4,
                     picker=sked.Tree((4, 4, 3)))

    def test_a_calendar(self):
        calendar = sked.Calendar(48, 4)
        calendar.add(0, 5, [1, 2, 4, 5])
        self.assertEqual(calendar.find(9, 5, picker=sked.Tree((4, 4, 3))).processors,
                         tuple(range(12, 21)))
        highest = calendar.find(2, 5, picker=lambda id, count, offered: offered[-count:])
        self.assertEqual(highest.processors, (46, 47))
        self.refuses(12, 'the picker or the score refused', calendar.find, 2, 5,
                     picker=lambda id, count, offered: None)
        with self.assertRaises(ZeroDivisionError):
            calendar.find(2, 5, picker=lambda id, count, offered: 1 // 0)


class Calendars(Case):
    def calendar(self):
        """That of the example of sched_ar.h."""
        calendar = sked.Calendar(4, 8)
        calendar.add(0, 6, (2, 3))
        calendar.add(4, 8, (0, 1))
        return calendar

    def test_find(self):
        calendar = self.calendar()
        self.assertEqual(calendar.find(3, 3), (8, 11, (0, 1, 2), 4))
        self.assertEqual(calendar.find(2, 2, deadline=9), (0, 2, (0, 1), 2))
        self.assertEqual(calendar.find(2, 2, deadline=9, policy='Du_B'), (6, 8, (2, 3), 2))
        self.assertEqual(calendar.find(2, 2, deadline=20, policy='LATEST').start, 18)
        self.assertEqual(calendar.find(1, 2, ready=1, allowed={1, 2}, required=[2]),
                         (6, 8, (2,), 1))
        for policy in sked.CALENDAR_POLICIES:
            self.assertEqual(len(calendar.find(2, 2, deadline=9, policy=policy).processors), 2)
        calendar.validate()

    def test_changes(self):
        calendar = self.calendar()
        calendar.remove(2, 6, [3])
        self.assertEqual((calendar.free(0, 4), calendar.free(2, 4)), ((0, 1), (0, 1, 3)))
        calendar.book(7, 10, None, range(4), tag=5)
        self.assertEqual(calendar.free(9, 11), ())
        calendar.unbook(7)
        calendar.down([0])
        self.assertEqual(calendar.free(9, None), (1, 2, 3))
        calendar.up([0])
        calendar.trim(8)
        self.assertEqual(calendar.find(4, 2), (8, 10, (0, 1, 2, 3), 4))

    def test_refusals(self):
        calendar, late = self.calendar(), sked.Calendar(4, 1, base=10, horizon=20)
        self.refuses(65, 'count is 0, expected at least 1', calendar.find, 0, 1)
        self.refuses(8, 'duration is 0, expected at least 1', calendar.find, 1, 0)
        self.refuses(133, 'it fits at no time: too few processors are allowed and up',
                     calendar.find, 5, 1)
        self.refuses(134, 'it does not fit before the deadline', calendar.find, 4, 2, deadline=9)
        self.refuses(132, 'deadline is 1 with duration 2, expected at least 2',
                     calendar.find, 1, 2, deadline=1)
        self.refuses(7, 'allowed is 4, expected 0 to 3', calendar.find, 1, 1, allowed=[4])
        self.refuses(17, f"policy is 'ff', expected one of {', '.join(sked.CALENDAR_POLICIES)}",
                     calendar.find, 1, 1, policy='ff')
        self.refuses(130, 'a processor is busy: now, or at some time of the interval',
                     calendar.add, 3, 5, [3])
        self.refuses(131, 'a processor is free at some time of the interval, or not its own',
                     calendar.remove, 3, 9, [3])
        self.refuses(7, 'a number or a set is outside its documented range',
                     calendar.add, 3, 3, [3])
        self.refuses(10, 'id 1: no live entry has this id', calendar.unbook, 1)
        calendar.book(1, 20, 21, [0])
        self.refuses(11, 'id 1: a live entry has this id already',
                     calendar.book, 1, 30, 31, [0])
        self.refuses(7, 'processors is 4, expected 0 to 3', calendar.down, [4])
        self.refuses(7, 'processors is 4, expected 0 to 3', calendar.up, [4])
        self.refuses(128, "the time is before the calendar's base: it has been trimmed",
                     late.add, 9, 12, [0])
        self.refuses(128, "the time is before the calendar's base: it has been trimmed",
                     late.free, 9, 12)
        self.refuses(129, "the time is beyond the calendar's horizon", late.add, 10, 21, [0])
        self.refuses(9, 'time runs backwards: an earlier call carried a later time', late.trim, 9)
        late.book(1, 10, 20, [0])
        self.refuses(6, 'spans_max is 1: full', late.book, 2, 12, 14, [1])
        narrow = sked.Calendar(1, 1)
        narrow.add(0, 9, [0])
        narrow.remove(1, 2, [0])
        self.refuses(6, 'spans_max is 1: full', narrow.remove, 4, 5, [0])
        self.refuses(6, 'spans_max is 1: full', narrow.add, 11, 12, [0])
        self.mistaken('picker is 0, expected a tree or a function', late.find, 1, 1, picker=0)
        self.refuses(64, 'processors is 0, expected 1 to 2147483647', sked.Calendar, 0, 1)
        self.refuses(7, 'spans_max is 0, expected 1 to 1073741822', sked.Calendar, 1, 0)
        self.refuses(8, 'horizon is 3 with base 5, expected at least 6',
                     sked.Calendar, 1, 1, base=5, horizon=3)


class Trees(Case):
    def test_a_tree(self):
        """That of the example of sched_fattree.h."""
        tree, free = sked.Tree((4, 4, 3)), (3, 3, 1, 0, 2, 1, 3, 1, 1, 2, 3, 2, 1, 2, 0, 3)
        tree.take([one for one in range(48) if one % 3 >= free[one // 3]])
        answer = tree.find(9)
        self.assertEqual(answer, ((24, 27, 28, 30, 31, 32, 33, 34, 36), 9, 150, 150, 5, 3))
        tree.take(answer.processors)
        self.assertEqual(len(tree.free()), sum(free) - 9)
        tree.release(answer.processors)
        self.assertEqual(tree.find(2, required=[20], excluded=[18], allowed=range(12, 24)), (
            (19, 20), 2, 2, 2, 1, 1))
        tree.down([19])
        self.assertEqual(tree.find(2, segment=2, levels_max=1, leaves_max=1, steps_max=100).hops, 2)
        self.assertNotIn(19, tree.free())
        tree.up([19])
        self.assertIn(19, tree.free())
        tree.validate()

    def test_refusals(self):
        tree = sked.Tree([2, 2])
        tree.take([0])
        self.refuses(65, 'count is 0, expected 1 to 4', tree.find, 0)
        self.refuses(66, 'count is 5, expected 1 to 4', tree.find, 5)
        self.refuses(165, 'too few processors are free, or one that is named is not', tree.find, 4)
        self.refuses(166, 'enough are free, but no choice of them keeps the limits of the request',
                     tree.find, 3, levels_max=1)
        self.refuses(130, 'a processor is busy: now, or at some time of the interval',
                     tree.take, [0, 1])
        self.refuses(167, 'a processor is not allocated: it was freed already, or never taken',
                     tree.release, [0, 1])
        tree.down([1])
        self.refuses(165, 'too few processors are free, or one that is named is not',
                     tree.take, [1])
        for call in (tree.take, tree.release, tree.down, tree.up):
            self.refuses(7, 'processors is 4, expected 0 to 3', call, [4])
        self.refuses(7, 'required is -1, expected 0 to 3', tree.find, 1, required=[-1])
        self.refuses(7, 'fan_out is 0, expected 1 to 67108864', sked.Tree, (4, 0))
        self.refuses(162, 'levels of fan_out is 0, expected 1 to 32', sked.Tree, ())
        self.refuses(162, 'levels of fan_out is 33, expected 1 to 32', sked.Tree, [1] * 33)
        self.assertEqual(sked.Tree([1] * 32).processors, 1)


class Libraries(unittest.TestCase):
    """What is loaded: another library is refused before it is used."""

    def load(self, name):
        """What a Python says at its end that imports the module with this library."""
        environment = {**os.environ, 'SKED_LIBRARY': str(name),
                       'PYTHONPATH': str(pathlib.Path(sked.__file__).parent)}
        ended = subprocess.run([sys.executable, '-c', 'import sked'], env=environment, text=True,
                               stderr=subprocess.PIPE)
        return (ended.stderr.splitlines() or [''])[-1]

    def test_wrong_libraries(self):
        self.assertEqual(self.load('none.so'), 'ImportError: no library at none.so: run '
                         '`make build/libsked.so`, or name one in SKED_LIBRARY')
        self.assertRegex(self.load(sys.executable), '^ImportError: .*: not the library of sked: ')
        with tempfile.TemporaryDirectory() as folder:
            garbage = pathlib.Path(folder, 'garbage.so')
            garbage.write_bytes(b'\x7fELF' + bytes(range(256)) * 40)
            self.assertRegex(self.load(garbage), '^ImportError: .*: not the library of sked: ')
            garbage.write_text('')
            self.assertRegex(self.load(garbage), '^ImportError: .*: not the library of sked: ')
            self.assertRegex(self.load(folder), '^ImportError: .*: not the library of sked: ')

    def test_places(self):
        """Without SKED_LIBRARY, one that is nowhere: both places are named."""
        with tempfile.TemporaryDirectory() as folder:
            copy = pathlib.Path(folder, 'a', 'b', 'sked.py')
            copy.parent.mkdir(parents=True)
            copy.write_bytes(pathlib.Path(sked.__file__).read_bytes())
            environment = {name: value for name, value in os.environ.items()
                           if name not in ('SKED_LIBRARY', 'PYTHONPATH')}
            ended = subprocess.run([sys.executable, str(copy)], env=environment, text=True,
                                   stderr=subprocess.PIPE)
            self.assertRegex(ended.stderr, f'no library at {copy.parent}/libsked.so or '
                                           f'{folder}/build/libsked.so: run `make')


class Help(unittest.TestCase):
    def test_names(self):
        """What is for users, and nothing of ctypes."""
        text = pydoc.render_doc(sked, renderer=pydoc.plaintext)
        for name in ('class Queue', 'class Calendar', 'class Tree', 'BY_SHARE = ', 'POLICIES = '):
            self.assertIn(name, text)
        for name in ('c_uint32', 'byref', 'class Structure', '_PICK'):
            self.assertNotIn(name, text)
        names = {}
        exec('from sked import *', names)
        self.assertEqual(set(sked.__all__), names.keys() - {'__builtins__'})


if __name__ == '__main__':
    unittest.main()
