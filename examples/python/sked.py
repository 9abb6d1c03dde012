"""sked: when a job starts on a cluster, and where, over the shared library of the kit.

    import sked
    queue = sked.Queue(processors=64, jobs_max=1000)            # EASY backfilling
    queue.submit(7, width=4, estimate=3600, now=0)
    for action in queue.plan(now=0):
        print(action.id, action.processors)
    queue.finish(7, now=100)

Times are whole numbers in a unit of yours; None is "never", "no bound". Processors have the numbers
from 0 on; where several are given, any iterable will do. The headers have the details of each call.
SPDX-License-Identifier: MIT
"""
from __future__ import annotations

import ctypes
import os
from ctypes import (CFUNCTYPE, POINTER, Structure, byref, c_char_p, c_int, c_int64, c_size_t,
                    c_uint32, c_uint64, c_void_p, sizeof)
from enum import IntEnum
from operator import index
from types import SimpleNamespace
from typing import Callable, Iterable, Iterator, NamedTuple, Optional

Order = IntEnum('Order', 'FCFS SJF BY_KEY NARROWEST BY_SHARE', start=0)
Reservations = IntEnum('Reservations', 'COMPRESS REBUILD', start=0)
Kind = IntEnum('Kind', 'START LOST', start=0)
Reason = IntEnum('Reason', 'HEAD BEFORE_SHADOW FITS_EXTRA RESERVED PROCESSOR_DOWN SPARE_CYCLES '
                           'BOOKED', start=0)
FCFS, SJF, BY_KEY, NARROWEST, BY_SHARE = Order
COMPRESS, REBUILD = Reservations
ALL, NO_RESERVATIONS = 2**32 - 1, 2**32 - 2     # for depth
ASK_AHEAD = 1                                   # for options, with a picker that may refuse
POLICIES = {
    'fcfs': {'depth': NO_RESERVATIONS},
    'sjf': {'depth': NO_RESERVATIONS, 'order': SJF},
    'easy': {},
    'easy-sjbf': {'backfill_order': SJF},
    'conservative': {'depth': ALL},
    'conservative-rebuild': {'depth': ALL, 'reservations': REBUILD}}
CALENDAR_POLICIES = ('FF', 'PE_B', 'PE_W', 'Du_B', 'Du_W', 'PEDu_B', 'PEDu_W', 'LATEST')
_NEVER, _TIME_MAX, _AR_PICKER = 2**63 - 1, 2**62 - 1, 3
_E_FULL, _E_RANGE, _E_TIME, _E_PICKER, _E_SETTING, _E_LEVELS = 6, 7, 8, 13, 17, 162
_E_NO_WIDTH, _E_TOO_WIDE, _E_NO_ESTIMATE = 65, 66, 67
_ABOUT = {'id': (10, 11, 69, 70), 'owner': (10, 69)}    # statuses that are about these

Processors = Iterable[int]
Pick = Callable[[int, int, 'tuple[int, ...]'], Optional[Processors]]
__all__ = ['Queue', 'Calendar', 'Tree', 'Action', 'Slot', 'Placement', 'Error', 'Processors',
           'Pick', 'POLICIES', 'CALENDAR_POLICIES', 'ALL', 'NO_RESERVATIONS', 'ASK_AHEAD', 'Kind',
           'Reason', 'Order', 'Reservations', *Order.__members__, *Reservations.__members__]


# ---- the structs of the headers, and what functions take --------------------------------------

# p an address, i an id, t a time, n 32 bits, z a size, e an enum, w a text; S, R: see below
_TYPES = {'p': c_void_p, 'i': c_uint64, 't': c_int64, 'n': c_uint32, 'z': c_size_t, 'e': c_int,
          'w': c_char_p}
_SIZED = {}         # the structs in the order of sked_sizes


def _struct(name: str, text: str) -> type[Structure]:
    """A struct sked_NAME: a letter, and the members of that type, and so on."""
    fields, letter = [], ''
    for word in text.split():
        if len(word) == 1:
            letter = word
        else:
            fields.append((word, _TYPES[letter]))
    _SIZED[name] = type('sked_' + name, (Structure,), {'_fields_': fields})
    return _SIZED[name]


_Set = _struct('set', 'p words n size')
_TYPES['S'] = POINTER(_Set)
_Span = _struct('span', 't start end n count S set')
_PickRequest = _struct('pick_request', 'i id tag t start end n count tier ahead S beside')
_PICK = CFUNCTYPE(c_int, c_void_p, POINTER(_PickRequest), POINTER(_Set), POINTER(_Set))
_TYPES['F'] = _PICK
_TYPES['P'] = _Picker = _struct('picker', 'F pick p ctx')
_Refusal = _struct('refusal', '''w field entry n index t value min max w other t other_value
    w what e status''')
_TYPES['R'] = POINTER(_Refusal)
_QueueSettings = _struct('queue_settings', '''
    n processors jobs_max bookings_max t estimate_missing e order backfill_order n depth
    e reservations n backgrounds e background_order
    n kinds_max quotas_max caps_max accounts_max options R refusal''')
_Job = _struct('job', '''i id key tag t estimate n width options kind p amounts
    n amount_each bars account''')
_Action = _struct('action', 'e kind reason i id tag t start end n width extra t shadow i head')
_QueueInfo = _struct('queue_info', '''
    t now z bytes n processors processors_free processors_down jobs_max waiting barred running
    background bookings_max bookings accounts_max e pass_open head_blocked
    i head t shadow n extra
    i started finished cancelled requeued picker_refusals picker_faults asked_ahead overdue
    promises_broken bookings_violated bookings_in_conflict jobs_lost passes jobs_looked_at
    index_steps backgrounded swapped restarted migrated''')
_JobInfo = _struct('job_info', '''
    e running background n width progress_permille position processors_down
    t estimate start end reserved i key tag n options kind amount_each bars account''')
_Forecast = _struct('forecast', 'i id t start end e reason')
_SIZED['queue'] = None          # private: the library says how large it is
_CalendarSettings = _struct('ar_settings', '''
    n processors spans_max bookings_max t base horizon p capacities R refusal''')
_CalendarRequest = _struct('ar_request', '''
    i id tag t ready duration deadline n count S allowed required R refusal''')
_CalendarChoice = _struct('ar_choice', 'e policy starts ends pick P picker p score score_ctx')
_CalendarAnswer = _struct('ar_answer', 't start end n free alternative')
_SIZED['ar'] = None
_TreeSettings = _struct('fattree_settings', 'n switches processors p parent leaf links R refusal')
_TreeRequest = _struct('fattree_request', '''
    n count e mode i steps_max
    n levels_max levels_preferred leaves_max segment fragment_weight_q10
    S allowed excluded required R refusal p rules n rules_count e aim n aim_level crossing_max
    p owner S held''')
_TYPES['A'] = _TreeAnswer = _struct('fattree_answer', '''
    i hops hops_lower_bound cost cost_lower_bound steps
    n leaves levels top blocks share_least share_most''')
_TYPES['T'] = _TreePickerSettings = _struct('fattree_picker_settings', '''
    p tree n width_max templates_count p templates R refusal''')
_TreePicker = _struct('fattree_picker', '''
    P picker i chosen refused e last_refusal A answer T settings p scratch z bytes''')
_SIZED['fattree'] = None

_FUNCTIONS = '''
    set_parse ppp   set_format ppz   status_text e   refusal_text ppz   queue_next_time p
    queue_bytes pp   queue_init ppppz   queue_submit ppt   queue_finish pit
    queue_cancel pit   queue_requeue pit   queue_book pipt   queue_book_for piipt
    queue_unbook pit   queue_down ppt   queue_up ppt   queue_plan pt   queue_next ppp
    queue_plan_end p   queue_get_info pp   queue_get_job pipp   queue_waiting_at pnp
    queue_running_at pnp   queue_forecast ptpnpz   queue_validate p
    ar_bytes pp   ar_init pppz   ar_add pttp   ar_remove pttp   ar_trim pt   ar_down pp   ar_up pp
    ar_find_bytes pp   ar_find ppppppz   ar_book piittp   ar_unbook pi   ar_free_set pttpp
    ar_validate p   fattree_shape pnppp   fattree_bytes pp   fattree_init pppz
    fattree_allocate pp   fattree_free pp   fattree_down pp   fattree_up pp
    fattree_find_bytes ppp   fattree_find pppppz   fattree_get_sets pppp
    fattree_picker_bytes pp   fattree_picker_init pppz   fattree_validate p'''
_ABI = ((7 << 16) + (8 * sizeof(c_void_p) << 8) + 4 * (ctypes.alignment(c_int64) > 4) + 1
        + (sizeof(c_size_t) > 4))


def _open(name: str) -> tuple:
    """The library, and how large its objects are; it must have the layouts above."""
    try:
        library = ctypes.CDLL(os.path.abspath(name))
        if library.sked_abi() != _ABI:
            raise ImportError(f'{name}: the ABI is {library.sked_abi():#x}, expected {_ABI:#x}')
        count, *sizes = (c_uint32 * (1 + len(_SIZED))).in_dll(library, 'sked_sizes')
        if count != len(_SIZED):
            raise ImportError(f'{name}: it names {count} structs, expected {len(_SIZED)}')
        for size, (what, struct) in zip(sizes, _SIZED.items()):
            if struct and size != sizeof(struct):
                raise ImportError(f'{name}: sked_{what} takes {size} bytes, '
                                  f'expected {sizeof(struct)}')
        words = _FUNCTIONS.split()
        for function, takes in zip(words[::2], words[1::2]):
            getattr(library, 'sked_' + function).argtypes = [_TYPES[letter] for letter in takes]
        library.sked_status_text.restype = c_char_p
        library.sked_set_format.restype = c_size_t
        library.sked_queue_next_time.restype = c_int64
    except (AttributeError, OSError, ValueError) as fault:
        raise ImportError(f'{name}: not the library of sked: {fault}') from None
    return library, dict(zip(_SIZED, sizes))


def _find() -> str:
    here, named = os.path.dirname(os.path.abspath(__file__)), os.environ.get('SKED_LIBRARY')
    built = os.path.normpath(os.path.join(here, '..', '..', 'build', 'libsked.so'))
    places = [named] if named else [os.path.join(here, 'libsked.so'), built]
    for place in places:
        if os.path.exists(place):
            return place
    raise ImportError(f'no library at {" or ".join(places)}: run `make build/libsked.so`, '
                      'or name one in SKED_LIBRARY')


_library, _bytes_of = _open(_find())


# ---- refusals, and what is passed --------------------------------------------------------------

class Error(Exception):
    """A refusal: nothing has changed. The number `status` never moves, and `text` is what it means.
    If the culprit is known: `member`, its `value`, and the `least` and `most` that it may be."""

    def __init__(self, status: int, member: str | None = None, value: object = None,
                 least: int | None = None, most: int | None = None, words: str | None = None,
                 beside: str = ''):
        self.status, self.member, self.value = status, member, value
        self.least, self.most = least, most
        self.text = _library.sked_status_text(status).decode()
        if least is not None:
            below = most is None or (value < least and most >= _TIME_MAX)
            bounds = f'at least {least}' if below else f'{least} to {most}'
            words = f'{member} is {value!r}{beside}, expected {least if least == most else bounds}'
        super().__init__(words or self.text)


def _choice(member: str, value: str, names: Iterable[str]) -> Error:
    return Error(_E_SETTING, member, value,
                 words=f'{member} is {value!r}, expected one of {", ".join(names)}')


def _call(function: str, *arguments: object, asked: Structure | None = None) -> None:
    """Raises what the library says against it; of `asked` it knows the culprit."""
    status = getattr(_library, 'sked_' + function)(*arguments)
    if status == 0:
        return
    record = asked.refusal.contents if asked is not None else _Refusal()
    if not record.field:
        raise Error(status)
    member, value = record.field.decode(), None if record.value == -2**63 else record.value
    if value is not None and record.min <= record.max and not record.entry:
        most = record.max if record.max <= _TIME_MAX else None
        beside = f' with {record.other.decode()} {record.other_value}' if record.other else ''
        raise Error(status, member, value, record.min, most, beside=beside)
    words = ctypes.create_string_buffer(256)
    _library.sked_refusal_text(byref(record), words, sizeof(words))
    raise Error(status, member, value, words=words.value.decode())


def _number(member: str, value: int, least: int = 0, most: int = 2**64 - 1,
            status: int = _E_RANGE) -> int:
    """A number that C can take: ctypes would cut it off."""
    try:
        value = index(value)
    except TypeError:
        raise TypeError(f'{member} is {value!r}, expected a whole number') from None
    if not least <= value <= most:
        raise Error(status, member, value, least, most)
    return value


def _several(member: str, values: Iterable[int], least: int, most: int) -> list[int]:
    if not isinstance(values, Iterable):
        raise TypeError(f'{member} is {values!r}, expected several, as [3]')
    return [_number(member, one, least, most) for one in values]


def _time(value: int | None, member: str = 'now') -> int:
    return _NEVER if value is None else _number(member, value, 0, _TIME_MAX, _E_TIME)


def _when(time: int) -> int | None:
    return None if time == _NEVER else time


def _filled(record: Structure, size: int = 0, **members: object) -> Structure:
    """The record with these members, of which iterables are sets of so many processors, and with
    room for a refusal."""
    types = dict(record._fields_)
    for name, value in members.items():
        if types[name] is _TYPES['S']:
            if value is not None:
                setattr(record, name, ctypes.pointer(_set(size, value, name)))
        elif types[name] is c_int64:
            setattr(record, name, _time(value, name))
        else:
            setattr(record, name, _number(name, value, 0, 2**(8 * sizeof(types[name])) - 1))
    if 'refusal' in types:
        record.refusal = ctypes.pointer(_Refusal())
    return record


def _set(size: int, processors: Processors = (), member: str = 'processors') -> Structure:
    words = _room(size // 8 + 8)
    chosen = _Set(ctypes.addressof(words), size)
    chosen.kept = words
    text = ','.join(map(str, _several(member, processors, 0, size - 1)))
    _call('set_parse', byref(chosen), text.encode(), None)
    return chosen


def _numbers(processors: Structure) -> tuple[int, ...]:
    text = ctypes.create_string_buffer(_library.sked_set_format(byref(processors), None, 0) + 1)
    _library.sked_set_format(byref(processors), text, len(text))
    runs = (run.split('-') for run in text.value.decode().split(',') if run)
    return tuple(number for run in runs for number in range(int(run[0]), int(run[-1]) + 1))


def _plain(record: Structure, **more: object) -> SimpleNamespace:
    members = {name: getattr(record, name) for name, _ in record._fields_}
    return SimpleNamespace(**{name: None if value == _NEVER else value
                              for name, value in {**members, **more}.items()})


def _room(size: int) -> ctypes.Array:
    return (c_int64 * (size // 8 + 1))()


class _Object:
    """An object of the library: a handle, and the block in which it lives."""
    _name = ''
    _limits: dict[str, str] = {}        # by call, which of the settings may be too small

    def _create(self, settings: Structure, *picker: object) -> None:
        size = c_size_t()
        self.processors: int = settings.processors
        self._settings = settings
        self._handle = _room(_bytes_of[self._name])
        _call(self._name + '_bytes', byref(settings), byref(size), asked=settings)
        self._block = _room(size.value)
        self._do('init', byref(settings), *picker, self._block, size.value, asked=settings)

    def _do(self, verb: str, *arguments: object, asked: Structure | None = None,
            **about: int) -> None:
        """Calls the library. What a refusal may be `about` is a member, such as id=5."""
        try:
            _call(f'{self._name}_{verb}', self._handle, *arguments, asked=asked)
        except Error as fault:
            status, limit = fault.status, self._limits.get(verb)
            if status == _E_FULL and limit:
                most = getattr(self._settings, limit)
                raise Error(status, limit, most, words=f'{limit} is {most}: full') from None
            for member, value in about.items():
                if status in _ABOUT[member]:
                    words = f'{member} {value}: {fault.text}'
                    raise Error(status, member, value, words=words) from None
            raise

    def _do_at(self, verb: str, id: int, *arguments: object) -> None:
        """Calls the library about an entry."""
        self._do(verb, _number('id', id), *arguments, id=id)

    def _of(self, processors: Processors) -> object:
        return byref(_set(self.processors, processors))

    def validate(self) -> None:
        """Checks the whole content; for tests."""
        self._do('validate')


class _Chooser:
    """A picker for the library: a tree, or a function, and the fault that it raised."""

    def __init__(self, picker: Tree | Pick | None, processors: int):
        self.fault: BaseException | None = None
        self.function = picker
        if isinstance(picker, Tree):
            if picker.processors != processors:
                raise Error(_E_RANGE, 'processors of the tree', picker.processors, processors,
                            processors)
            self.tree = picker._picker()
            self.picker = self.tree.picker
        elif picker is None:
            self.picker = _Picker()
        elif callable(picker):
            self.picker = _Picker(_PICK(self._pick), None)
        else:
            raise TypeError(f'picker is {picker!r}, expected a tree or a function')

    def _pick(self, _: object, request: object, offered: object, chosen: object) -> int:
        if self.fault is not None:
            return 0
        try:
            asked, among = request.contents, _numbers(offered.contents)
            numbers = self.function(asked.id, asked.count, among)
            if numbers is None:
                return 0
            taken = set(numbers)
            if len(taken) != asked.count or not taken.issubset(among):
                raise Error(_E_PICKER)
            _call('set_parse', chosen, ','.join(map(str, taken)).encode(), None)
            return 1
        except BaseException as fault:      # it cannot pass through C
            self.fault = fault
            return 0

    def check(self) -> None:
        """Raises what the function has raised."""
        fault, self.fault = self.fault, None
        if fault is not None:
            raise fault


# ---- the queue: when ---------------------------------------------------------------------------

class Action(NamedTuple):
    """What a pass decided: the job starts now on these processors, or (Kind.LOST) they are down."""
    id: int
    kind: Kind
    reason: Reason
    processors: tuple[int, ...]
    start: int
    end: int | None             # as expected
    tag: int
    head: int | None            # the job that it passed,
    shadow: int | None          # when that one can start,
    extra: int                  # and what that one leaves over then


class Queue(_Object):
    """Rigid jobs on equal processors. You report what happens; plan() says what starts."""
    _name = 'queue'
    _limits = {'submit': 'jobs_max', 'book': 'bookings_max', 'book_for': 'bookings_max'}
    _members = ('order', 'backfill_order', 'depth', 'reservations', 'bookings_max',
                'estimate_missing', 'options')

    def __init__(self, processors: int, jobs_max: int, policy: str = 'easy', *,
                 picker: Tree | Pick | None = None, **members: int | None):
        """The policy is one of POLICIES, or depth:K; it may be changed by members of
        sked_queue_settings. A picker is a tree, or a function (id, count, offered) that gives as
        many of the offered processors, or None. Without one the lowest are taken."""
        for name in members:
            if name not in self._members:
                raise TypeError(f'{name} is no setting, expected one of {", ".join(self._members)}')
        settings = _filled(_QueueSettings(), processors=processors, jobs_max=jobs_max,
                           **{**self._policy(policy), **members})
        self._chooser = _Chooser(picker, processors)
        self._create(settings, byref(self._chooser.picker))

    @staticmethod
    def _policy(name: str) -> dict[str, int]:
        word, _, depth = str(name).partition(':')
        if word == 'depth' and depth.isdecimal() and int(depth) < NO_RESERVATIONS:
            return {'depth': int(depth) or NO_RESERVATIONS}
        if name not in POLICIES:
            raise _choice('policy', name, [*POLICIES, 'depth:K'])
        return POLICIES[name]

    def submit(self, id: int, width: int, estimate: int | None, now: int, *, key: int = 0,
               tag: int = 0) -> None:
        """A job arrived. An estimate of 0 is missing; None is no bound."""
        job = _filled(_Job(), id=id, width=width, estimate=estimate, key=key, tag=tag)
        try:
            self._do('submit', byref(job), _time(now), id=id)
        except Error as fault:
            if fault.status in (_E_NO_WIDTH, _E_TOO_WIDE):
                raise Error(fault.status, 'width', width, 1, self.processors) from None
            if fault.status == _E_NO_ESTIMATE:
                raise Error(fault.status, 'estimate', estimate, 1) from None
            raise

    def plan(self, now: int) -> Iterator[Action]:
        """Opens a pass, and gives its actions. Loop over them: each is decided, and done, when the
        loop comes to it. Within the loop nothing can be reported. If the loop is left early, or
        there is none, the pass ends, and nothing more starts."""
        actions = self._pass(_time(now))
        next(actions)               # opens it; a generator that was never entered could not end it
        return actions

    def _pass(self, now: int) -> Iterator:
        self._do('plan', now)
        action, processors, open_ = _Action(), _set(self.processors), True
        try:
            yield
            while open_:
                status = _library.sked_queue_next(self._handle, byref(action), byref(processors))
                open_ = status == 0
                if open_:
                    yield self._action(action, processors)
                self._chooser.check()
        finally:
            if open_:
                self._do('plan_end')

    @staticmethod
    def _action(action: Structure, processors: Structure) -> Action:
        reason = Reason(action.reason)
        passed = action.head or reason in (Reason.BEFORE_SHADOW, Reason.FITS_EXTRA)
        return Action(action.id, Kind(action.kind), reason, _numbers(processors), action.start,
                      _when(action.end), action.tag, action.head if passed else None,
                      _when(action.shadow), action.extra)

    def finish(self, id: int, now: int) -> None:
        """A running job ended."""
        self._do_at('finish', id, _time(now))

    def cancel(self, id: int, now: int) -> None:
        """A waiting job is not to run."""
        self._do_at('cancel', id, _time(now))

    def requeue(self, id: int, now: int) -> None:
        """A running job is to run again: its launch failed, or it was stopped."""
        self._do_at('requeue', id, _time(now))

    def down(self, processors: Processors, now: int) -> None:
        """These processors were lost."""
        self._do('down', self._of(processors), _time(now))

    def up(self, processors: Processors, now: int) -> None:
        """These processors are back."""
        self._do('up', self._of(processors), _time(now))

    def book(self, id: int, start: int, end: int | None, now: int, *, count: int = 0,
             processors: Processors | None = None, owner: int | None = None) -> None:
        """Sets processors aside: so many, or exactly these. These may be for a waiting job, their
        owner: it starts there as soon as all of them are idle."""
        span = _filled(_Span(), self.processors, start=start, end=end, count=count, set=processors)
        if owner is None:
            self._do_at('book', id, byref(span), _time(now))
        else:
            self._do('book_for', _number('id', id), _number('owner', owner), byref(span),
                     _time(now), owner=owner)

    def unbook(self, id: int, now: int) -> None:
        """Cancels a booking."""
        self._do_at('unbook', id, _time(now))

    def next_time(self) -> int | None:
        """When to plan again if nothing happens before."""
        return _when(_library.sked_queue_next_time(self._handle))

    def info(self) -> SimpleNamespace:
        """The state: the members of sked_queue_info, and the counters."""
        info = _QueueInfo()
        self._do('get_info', byref(info))
        return _plain(info)

    @property
    def shadow(self) -> int | None:
        """When the head can start that had to wait in the latest pass."""
        return self.info().shadow

    def job(self, id: int) -> SimpleNamespace:
        """The members of sked_job_info, and the processors of a job that runs; its position is
        None."""
        info, processors = _JobInfo(), _set(self.processors)
        self._do_at('get_job', id, byref(info), byref(processors))
        return _plain(info, processors=_numbers(processors),
                      position=None if info.position == 2**32 - 1 else info.position)

    def forecast(self, now: int) -> dict[int, int | None]:
        """By waiting job, when it would start if all jobs ended at their estimates."""
        info = self.info()
        forecasts, scratch = (_Forecast * (info.waiting + 1))(), _room(info.bytes)
        self._do('forecast', _time(now), forecasts, info.waiting, scratch, info.bytes)
        self._chooser.check()
        return {one.id: _when(one.start) for one in forecasts[:info.waiting]}


# ---- the calendar: when, if it is reserved in advance ------------------------------------------

class Slot(NamedTuple):
    """Where a request fits."""
    start: int
    end: int
    processors: tuple[int, ...]
    free: int                   # how many are free then, with these


class Calendar(_Object):
    """Which processors are busy when, and where a request fits."""
    _name = 'ar'
    _limits = dict.fromkeys(('add', 'remove', 'book'), 'spans_max')

    def __init__(self, processors: int, spans_max: int, *, base: int = 0, horizon: int = 0):
        """Everything is free from base to horizon (0: as far as times go). There is room for
        spans_max spans at a time: what add() or book() enters is one, but may be several once a
        part has been removed."""
        self._create(_filled(_CalendarSettings(), processors=processors,
                             spans_max=spans_max, bookings_max=spans_max,
                             base=base, horizon=horizon))
        size = c_size_t()
        self._do('find_bytes', byref(size))
        self._scratch, self.base = _room(size.value), base

    def find(self, count: int, duration: int, *, ready: int | None = None,
             deadline: int | None = None, policy: str = 'FF', allowed: Processors | None = None,
             required: Processors | None = None, picker: Tree | Pick | None = None) -> Slot:
        """The start that a policy of CALENDAR_POLICIES prefers. Nothing changes: add or book it."""
        if policy not in CALENDAR_POLICIES:
            raise _choice('policy', policy, CALENDAR_POLICIES)
        answer, chosen, chooser = _CalendarAnswer(), _set(self.processors), _Chooser(
            picker, self.processors)
        request = _filled(_CalendarRequest(), self.processors, count=count, duration=duration,
                          ready=self.base if ready is None else ready, deadline=deadline,
                          allowed=allowed, required=required)
        choice = _CalendarChoice(policy=CALENDAR_POLICIES.index(policy), picker=chooser.picker,
                                 pick=0 if picker is None else _AR_PICKER)
        try:
            self._do('find', byref(request), byref(choice), byref(answer), byref(chosen),
                     self._scratch, sizeof(self._scratch), asked=request)
        finally:
            chooser.check()
        return Slot(answer.start, answer.end, _numbers(chosen), answer.free)

    def add(self, start: int, end: int | None, processors: Processors) -> None:
        """Makes processors busy."""
        self._do('add', _time(start), _time(end), self._of(processors))

    def remove(self, start: int, end: int | None, processors: Processors) -> None:
        """Makes processors free again: all or a part of what was added."""
        self._do('remove', _time(start), _time(end), self._of(processors))

    def book(self, id: int, start: int, end: int | None, processors: Processors, *,
             tag: int = 0) -> None:
        """Adds a reservation that has an id."""
        self._do_at('book', id, _number('tag', tag), _time(start), _time(end), self._of(processors))

    def unbook(self, id: int) -> None:
        """Removes a reservation by its id."""
        self._do_at('unbook', id)

    def free(self, start: int, end: int | None) -> tuple[int, ...]:
        """The processors that are up, and free during all of an interval."""
        free = _set(self.processors)
        self._do('free_set', _time(start), _time(end), byref(free), byref(c_uint32()))
        return _numbers(free)

    def trim(self, now: int) -> None:
        """Forgets what is before now."""
        self._do('trim', _time(now))
        self.base = now

    def down(self, processors: Processors) -> None:
        """These processors are not offered until they are up again."""
        self._do('down', self._of(processors))

    def up(self, processors: Processors) -> None:
        """These processors are offered again."""
        self._do('up', self._of(processors))


# ---- the tree: where ---------------------------------------------------------------------------

class Placement(NamedTuple):
    """Processors for a job; no choice has fewer hops than the bound."""
    processors: tuple[int, ...]
    count: int
    hops: int
    bound: int
    leaves: int                 # switches that have one of them
    levels: int                 # of the smallest switch above all of them


class Tree(_Object):
    """Processors on a tree of switches; also a picker for a queue or a calendar. That chooses among
    what they offer, whatever is taken or down in the tree."""
    _name = 'fattree'

    def __init__(self, fan_out: Iterable[int]):
        """(4, 4, 3): below the root 4 switches, below each 4 leaf switches of 3 processors."""
        numbers = _several('fan_out', fan_out, 1, 2**26)
        _number('levels of fan_out', len(numbers), 1, 32, _E_LEVELS)
        shape, settings = (c_uint32 * len(numbers))(*numbers), _TreeSettings()
        _call('fattree_shape', shape, len(numbers), byref(settings), None, None)
        parent, leaf = _room(4 * settings.switches), _room(4 * settings.processors)
        _call('fattree_shape', shape, len(numbers), byref(settings), parent, leaf)
        self._create(_filled(settings))

    def find(self, count: int, *, levels_max: int = 0, leaves_max: int = 0, segment: int = 0,
             steps_max: int = 0, allowed: Processors | None = None,
             excluded: Processors | None = None, required: Processors | None = None) -> Placement:
        """Free processors with the fewest hops, within limits (0: none). Nothing changes."""
        answer, chosen, size = _TreeAnswer(), _set(self.processors), c_size_t()
        request = _filled(_TreeRequest(), self.processors, count=count, levels_max=levels_max,
                          leaves_max=leaves_max, segment=segment, steps_max=steps_max,
                          allowed=allowed, excluded=excluded, required=required)
        self._do('find_bytes', byref(request), byref(size), asked=request)
        self._do('find', byref(request), byref(answer), byref(chosen), _room(size.value),
                 size.value, asked=request)
        return Placement(_numbers(chosen), count, answer.hops, answer.hops_lower_bound,
                         answer.leaves, answer.levels)

    def take(self, processors: Processors) -> None:
        """A job starts on these."""
        self._do('allocate', self._of(processors))

    def release(self, processors: Processors) -> None:
        """A job gives these back."""
        self._do('free', self._of(processors))

    def down(self, processors: Processors) -> None:
        """These processors were lost."""
        self._do('down', self._of(processors))

    def up(self, processors: Processors) -> None:
        """These processors are back."""
        self._do('up', self._of(processors))

    def free(self) -> tuple[int, ...]:
        """The processors that are free and up."""
        free = _set(self.processors)
        self._do('get_sets', byref(free), None, None)
        return _numbers(free)

    def _picker(self) -> Structure:
        picker, size = _TreePicker(), c_size_t()
        settings = _filled(_TreePickerSettings())
        settings.tree = ctypes.addressof(self._handle)
        _call('fattree_picker_bytes', byref(settings), byref(size), asked=settings)
        picker.kept = _room(size.value), self           # while the picker is in use
        _call('fattree_picker_init', byref(picker), byref(settings), picker.kept[0], size.value,
              asked=settings)
        return picker
