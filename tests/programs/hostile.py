#!/usr/bin/env python3
"""hostile.py: runs the programs of examples/ on what they must survive; prints what they do not.

SPDX-License-Identifier: MIT

    python3 tests/programs/hostile.py LAW FOLDER WORK [PROGRAM [COUNT [FIRST]]]

FOLDER has the programs, WORK is for files. Without PROGRAM (or for `all`) every program is tried.
COUNT says how often, FIRST with which number to begin: the same number is the same trial. What
breaks a law is printed, with the command and the file; nothing is printed if nothing does. Status 0
iff so, and iff something was tried. The laws:

    inputs     COUNT mutated files for each program: it ends in time, by status 0, 1 or 2; a refusal
               names the place; --json gives one whole object or nothing; so does an output file
    files      an output file is the new one or, after a failure, the old one; nothing else stays
    streams    a full disk, a closed output and a reader that goes away are noticed
    kills      a file that is saved again and again is whole whenever the program is killed"""

import ctypes
import hashlib
import json
import os
import pathlib
import random
import re
import resource
import shlex
import signal
import stat
import subprocess
import sys
import time
import xml.dom.minidom

sys.dont_write_bytecode = True                          # the sources stay as they are
from samples import COMMANDS, OUTPUTS, PRINTS, SAMPLES  # noqa: E402

SECONDS = float(os.environ.get('SECONDS_EACH', 20))     # for one run
OLD = b'the old file\n'
SANITIZERS = 'exitcode=99:allocator_may_return_null=1:max_allocation_size_mb=2000'

# ---- runs


class Bench:
    """The programs, a folder for files, and what was found."""

    def __init__(self, folder, work):
        self.folder, self.work = pathlib.Path(folder).resolve(), pathlib.Path(work).resolve()
        self.work.mkdir(parents=True, exist_ok=True)
        self.tried = self.found = 0
        self.environment = dict(os.environ, ASAN_OPTIONS=SANITIZERS,
                                UBSAN_OPTIONS='print_stacktrace=1')

    def blame(self, words, why, detail=b''):
        self.found += 1
        tail = b' | '.join(detail.splitlines()[:3])[:240].decode('ascii', 'backslashreplace')
        print(f'{shlex.join(words)}: {why}{": " if tail else ""}{tail}', flush=True)

    def start(self, words, source=None, **how):
        """Begins a program among the files."""
        self.tried += 1
        how = {'stdout': subprocess.PIPE, 'stderr': subprocess.PIPE, **how}
        with open(source if source else os.devnull, 'rb') as stdin:
            return subprocess.Popen([self.folder / words[0], *words[1:]], stdin=stdin,
                                    cwd=self.work, env=self.environment, **how)

    def run(self, words, source=None, seconds=SECONDS, **how):
        """Returns the status, None after too long a time, and what was printed."""
        process = self.start(words, source, **how)
        try:
            out, err = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            out, err = process.communicate()
            return None, out or b'', err or b''
        err = re.sub(rb'==\d+==WARNING: AddressSanitizer failed to allocate.*\n', b'', err or b'')
        return process.returncode, out or b'', err

    def write(self, name, text):
        path = self.work / name
        path.write_bytes(text)
        return path.name

    def place(self, command, out='out', texts=SAMPLES):
        """The command with files in place of {NAME}, the file of standard input, and {NAME}s."""
        words, source, used = [], None, []
        for word in command:
            name = word.lstrip('+<{').rstrip('}')
            if word.startswith('{out'):
                words.append(out)
            elif word[0] in '+<{':
                used.append(name)
                path = self.write(name, texts[name].replace(b'{out}', out.encode()))
                if word[0] == '<':
                    source = self.work / path
                elif word[0] == '{':
                    words.append(path)
            else:
                words.append(word)
        return words, source, used


# ---- what a run must be like

PLACE = re.compile(rb'\w+: [ -~]+')
NOTE = re.compile(rb'.*: \d+ jobs never started')


def faults_of(err):
    """The lines of standard error that are no notes."""
    return [line for line in err.split(b'\n') if line and not NOTE.fullmatch(line)]


def no_twice(pairs):
    keys = [key for key, _ in pairs]
    if len(set(keys)) < len(keys):
        raise ValueError(f'a key twice: {sorted(key for key in keys if keys.count(key) > 1)[0]}')
    return dict(pairs)


def refuse_constant(word):
    raise ValueError(f'{word} is no number')


def json_fault(out):
    try:
        whole = json.loads(out.decode('utf-8'), object_pairs_hook=no_twice,
                           parse_constant=refuse_constant)
    except (ValueError, RecursionError) as why:
        return f'no JSON ({why})'
    return '' if isinstance(whole, dict) and out.endswith(b'}\n') else 'no object and its line end'


def message_fault(program, status, out, err):
    """A controller has one stream: its errors are in the transcript."""
    if program == 'controller' and status == 1 and not err:
        return '' if b'error at ' in out else 'a refusal without a message'
    faults = faults_of(err)
    if status == 0:
        return 'status 0 with a message' if faults or (
            program == 'controller' and b'error at ' in out) else ''
    if not faults:
        return 'a refusal without a message'
    for line in faults:
        if not PLACE.fullmatch(line):
            return 'a message without a place, or not printable'
        if re.match(rb'\w+: .+:\d+:\d+: ', line) and b'expected' not in line:
            return 'a message that does not say what was expected'
    return ''


def run_fault(words, status, out, err):
    """Why a run breaks the laws of ends, messages and objects; '' if it does not."""
    if status is None:
        return f'still running after {SECONDS} s'
    if b'Sanitizer' in err or b'runtime error: ' in err:
        return 'a sanitizer reports'
    if status not in (0, 1, 2):
        return f'ends with {status}'
    fault = message_fault(words[0], status, out, err)
    if fault or '--json' not in words:
        return fault
    if words[0] == 'booking' and not re.search(rb'^booking: (?!.+:\d+:\d+: )', err, re.M):
        return json_fault(out)                  # a refused line is one of its events
    return json_fault(out) if status == 0 else 'JSON after a refusal' if out else ''


def file_fault(path, kind):
    """Is the file whole, as far as one that is not known can be?"""
    text = path.read_bytes()
    if not text:
        return 'an empty output file'
    if kind in ('csv', 'trace') and not text.endswith(b' M m\n' if kind == 'trace' else b'\n'):
        return 'an output file that was cut'
    if kind == 'svg':
        try:
            xml.dom.minidom.parseString(text)
        except Exception as why:
            return f'an output file that is no XML ({why})'
    return ''


# ---- inputs

NUMBERS = [b'-1', b'0', b'1', b'2', b'3', b'7', b'63', b'64', b'65', b'255', b'1000', b'65535',
           b'65536', b'65537', b'1000000', b'-2147483648', b'2147483647', b'2147483648',
           b'4294967295', b'4294967296', b'1000000000000', b'4611686018427387903',
           b'4611686018427387904', b'9223372036854775807', b'-9223372036854775808',
           b'18446744073709551615', b'18446744073709551616', b'1' + b'0' * 60, b'0.5', b'1.0005',
           b'1e9', b'nan', b'-', b'007', b'+3', b'1-0', b'0-4294967295']
LETTERS = b' \t\r\n0123456789-+.,;:#%[]=*abZ_"\\{}\0\x01\x7f\x80\xc3\xff'


def mutate_bytes(text, choose):
    at, kind = choose.randrange(len(text) + 1), choose.randrange(7)
    to = min(len(text), at + choose.choice((1, 1, 1, 2, 8, 60)))
    some = bytes([choose.choice(LETTERS)])
    if kind == 0 and at < len(text):
        return text[:at] + bytes([text[at] ^ 1 << choose.randrange(8)]) + text[at + 1:]
    if kind == 1:
        return text[:at] + text[to:]
    if kind == 2:
        return text[:to] + text[at:]
    if kind == 3:
        return text[:at] + some + text[at + 1:]
    if kind == 4:
        again = choose.randrange(len(text) + 1)
        low, high = sorted((at, again))
        return text[:low] + text[high:high + 1] + text[low + 1:high] + text[low:low + 1] + \
            text[high + 1:]
    if kind == 5 and choose.randrange(8) == 0:
        return text[:at]
    return text[:at] + some + text[at:]


def mutate_lines(text, choose):
    lines = text.splitlines(True)
    if len(lines) < 2:
        return mutate_bytes(text, choose)
    at, other = choose.randrange(len(lines)), choose.randrange(len(lines))
    kind = choose.randrange(6)
    if kind == 0:
        del lines[at]
    elif kind == 1:
        lines.insert(other, lines[at])
    elif kind == 2:
        lines[at], lines[other] = lines[other], lines[at]
    elif kind == 3:
        lines[at] = lines[at].rstrip(b'\n') + b' ' + lines[other]
    elif kind == 4:
        lines[at] = lines[at].rstrip(b'\n') + choose.choice((b' 9', b'x', b',1')) * \
            choose.choice((100, 999, 5000, 70000)) + b'\n'
    elif choose.randrange(4) == 0:
        lines = lines[:at]
    return b''.join(lines)


def mutate_words(text, choose):
    """A number in the place of another, or any word in the place of any."""
    pattern = rb'-?\d+(\.\d+)?' if choose.randrange(4) else rb'[^\s,:]+'
    spots = list(re.finditer(pattern, text))
    if not spots:
        return mutate_bytes(text, choose)
    spot = choose.choice(spots)
    word = choose.choice(NUMBERS) if choose.randrange(4) else choose.choice(spots).group()
    return text[:spot.start()] + word + text[spot.end():]


def mutate(text, number):
    """The first ones are the usual suspects; then come one to four changes at random."""
    first = [text, b'', b'# nothing\n', text.replace(b'\n', b'\r\n'), text.rstrip(b'\n'), b'\n',
             b'\xef\xbb\xbf' + text, text.replace(b'\n', b'\0\n', 1), b'\xff\xfe\n' + text,
             b'9' * 200000, text.replace(b'\n', b'', 3), text.replace(b' ', b'\t'), b' ' * 5000]
    if number < len(first):
        return first[number]
    choose = random.Random(number)
    for _ in range(choose.choice((1, 1, 1, 2, 4))):
        how = choose.choice((mutate_words, mutate_words, mutate_bytes, mutate_lines))
        text = how(text, choose)
    return text


def kept_texts(bench, program):
    """What booking and site keep from one run to the next are samples, too."""
    texts = dict(SAMPLES)
    keeps = {'booking': ('kept.block', ['booking', '{save.book}']),
             'site': ('kept.learnt', ['site', '{one.site}', '{one.jobs}', '--experience', '{out}'])}
    if program in keeps:
        name, command = keeps[program]
        path = bench.work / name
        path.unlink(missing_ok=True)
        words, source, _ = bench.place(command, name)
        err = bench.run(words, source)[2]
        if not path.exists():
            bench.blame(words, 'no file', err)
        texts[name] = path.read_bytes() if path.exists() else OLD
    return texts


def try_words(bench, command, texts, number):
    """One option or value is changed. What takes long may do so: it is what was asked for."""
    words, source, _ = bench.place(command, 'out', texts)
    spots = [at for at, word in enumerate(command[1:], 1) if word[0] not in '<{+' and
             word in words]
    if not spots:
        return
    at = words.index(command[spots[number // 8 % len(spots)]])
    text = mutate(words[at].encode(), 13 + number)[:5000]
    words[at] = re.sub(rb'[^ -.0-~]', b'_', text).decode()
    (bench.work / 'out').unlink(missing_ok=True)
    status, said, err = bench.run(words, source, 0.5)
    fault = run_fault(words, status, said, err) if status is not None else ''
    if fault:
        bench.blame(words, f'number {number}: {fault}', err)


def try_input(bench, command, texts, number):
    """One trial: the number decides which file is changed, and how."""
    _, _, used = bench.place(command, 'out', texts)
    if number % 8 == 7:
        return try_words(bench, command, texts, number)
    changed = used[number % len(used)]
    text = mutate(texts[changed], number // len(used))
    if changed.endswith('.book'):
        text = text.replace(b'/', b'_')         # files are written here, and nowhere else
    words, source, _ = bench.place(command, 'out', {**texts, changed: text})
    out, kind = bench.work / 'out', [word[5:-1] for word in command if word.startswith('{out.')]
    out.unlink(missing_ok=True)
    if kind and kind[0] != 'learnt':
        out.write_bytes(OLD)
    status, said, err = bench.run(words, source)
    fault = run_fault(words, status, said, err)
    if kind and not fault:
        old = out.read_bytes() == OLD if out.exists() else kind[0] == 'learnt'
        fault = '' if status != 0 and old else 'an old file is changed by a refusal' if status \
            else 'no output file' if old else file_fault(out, kind[0])
    if (bench.work / 'out.new').exists():
        fault = fault or 'out.new stays'
    if fault:
        kept = bench.write(f'found.{words[0]}.{number}.{changed}', text)
        bench.blame(words, f'{kept}: {fault}', err)


def inputs(bench, program, count, first):
    for name in sorted({command[0] for command in COMMANDS}):
        commands = [command for command in COMMANDS if command[0] == name]
        if program in (name, 'all'):
            texts = kept_texts(bench, name)
            for number in range(first, first + count):
                try_input(bench, commands[number % len(commands)], texts,
                          number // len(commands))


# ---- output files

def drop_capabilities():
    """Even root may write then only where permissions say so; others cannot, and need not."""
    ctypes.CDLL(None).prctl(24, 1, 0, 0, 0)     # PR_CAPBSET_DROP, CAP_DAC_OVERRIDE


def limit_files(size, what_then=signal.SIG_IGN):
    def limit():
        signal.signal(signal.SIGXFSZ, what_then)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
    return limit


def listing(folder):
    return {path.name: path.read_bytes() if path.is_file() else None for path in folder.iterdir()}


class Target:
    """A command that writes a file, and what the file is like before and after."""

    def __init__(self, bench, command, folder):
        self.bench, self.command = bench, command
        self.folder = bench.work / folder
        self.words, self.source, _ = bench.place(command, f'{folder}/out')
        self.is_booking = command[0] == 'booking'
        self.old = self.new = None

    def clean(self):
        for path in self.folder.glob('*') if self.folder.exists() else []:
            path.rmdir() if path.is_dir() and not path.is_symlink() else path.unlink()
        self.folder.mkdir(exist_ok=True)

    def learn(self):
        """What is there after a run on the file that was there before."""
        self.clean()
        out, old = self.folder / 'out', OLD
        if '--experience' in self.words:
            self.bench.run(self.words, self.source)
            old = out.read_bytes() if out.exists() else b''
        out.write_bytes(old)
        status, _, err = self.bench.run(self.words, self.source)
        self.old, self.new = old, out.read_bytes() if out.exists() else old
        if status != 0 or self.new == old:
            self.bench.blame(self.words, 'no new file', err)
            return False
        return self.only({'out': self.new}, 'a new file', err)

    def only(self, wanted, what, err):
        found = listing(self.folder)
        if found == wanted:
            return True
        names = sorted(name for name in found | wanted
                       if found.get(name, 0) != wanted.get(name, 0))
        self.bench.blame(self.words, f'{what}: {", ".join(names)} not as it should be', err)
        return False

    def refused(self, what, wanted, words=None, **how):
        words = words or self.words
        status, out, err = self.bench.run(words, self.source, **how)
        fault = run_fault(words, status, out, err)
        if fault or status == 0:
            self.bench.blame(words, f'{what}: {fault or "not refused"}', err)
        self.only(wanted, what, err)


def break_input(target):
    """An input that is refused at its end; a refused line of booking does not stop it."""
    if target.is_booking:
        return
    name = [word for word in target.words if '.' in word][-1]
    text = (target.bench.work / name).read_bytes()
    target.bench.write(name, text + b'broken \n')
    target.refused('a broken input', {'out': target.old})
    target.bench.write(name, text)


def full_disks(target):
    """So many bytes fit into a file; of an object that waits in a file, too."""
    least = 4 if '--json' in target.words else 1
    for size in (0, 1, len(target.new) // 3, len(target.new) // 2, len(target.new) - least):
        (target.folder / 'out').write_bytes(target.old)
        if size < len(target.new):
            target.refused(f'room for {size} bytes', {'out': target.old}, restore_signals=False,
                           preexec_fn=limit_files(size))


def try_pipe(target):
    """A pipe has no old content: all goes through it. An experience would be read from it."""
    if '--experience' in target.words:
        return
    target.clean()
    os.mkfifo(target.folder / 'out')
    reading = os.open(target.folder / 'out', os.O_RDONLY | os.O_NONBLOCK)
    status, _, err = target.bench.run(target.words, target.source)
    try:
        text = os.read(reading, 1 << 16)
    except BlockingIOError:
        text = b''
    os.close(reading)
    if status != 0 or text != target.new:
        target.bench.blame(target.words, 'a pipe: not all went through', err)
    target.only({'out': None}, 'a pipe', err)


def try_lost_words(target):
    """The file can be written, standard output cannot: it is the old or the new one."""
    (target.folder / 'out').write_bytes(target.old)
    with open('/dev/full', 'wb') as full:
        status, _, err = target.bench.run(target.words, target.source, stdout=full)
    fault = run_fault([target.words[0]], status, b'', err)
    if fault:
        target.bench.blame(target.words, f'>/dev/full: {fault}', err)
    text = (target.folder / 'out').read_bytes()
    target.only({'out': target.new if text == target.new else target.old}, '>/dev/full', err)


def try_target(bench, command):
    target = Target(bench, command, 'files')
    if not target.learn():
        return
    (target.folder / 'out').write_bytes(target.old)
    break_input(target)
    full_disks(target)
    if os.path.exists('/dev/full'):
        try_lost_words(target)
    try_pipe(target)
    target.clean()
    (target.folder / 'out').mkdir()
    target.refused('a folder', {'out': None})
    target.clean()
    (target.folder / 'out').write_bytes(target.old)
    (target.folder / 'out.new').mkdir()
    target.refused('a folder beside it', {'out': target.old, 'out.new': None})
    target.clean()
    for mode, what in ((0o555, 'a folder that is not writable'), (0o755, 'a read-only file')):
        (target.folder / 'out').write_bytes(target.old)
        (target.folder / 'out').chmod(0o644 if mode == 0o555 else 0o444)
        target.folder.chmod(mode)
        target.refused(what, {'out': target.old}, preexec_fn=drop_capabilities)
        target.folder.chmod(0o755)
        target.clean()
    words, target.source, _ = bench.place(command, 'nowhere/out')
    target.refused('no folder', {}, words)


def files(bench, program, count, first):
    for command in OUTPUTS:
        if program in (command[0], 'all'):
            try_target(bench, command)


# ---- streams

def close_stream(number):
    return lambda: os.close(number)


def judge(bench, words, what, status, err):
    """What could not be printed is refused, and that is said."""
    fault = run_fault([words[0]], status, b'', err)
    if fault or status == 0:
        bench.blame(words, f'{what}: {fault or "status 0"}', err)


def try_full_stream(bench, words, source):
    """A full disk, and an output that is closed."""
    with open('/dev/full', 'wb') as full:
        status, _, err = bench.run(words, source, stdout=full)
    judge(bench, words, '>/dev/full', status, err)
    status, _, err = bench.run(words, source, stdout=None, preexec_fn=close_stream(1))
    judge(bench, words, '>&-', status, err)


def try_closed_errors(bench, words, source):
    """Who has closed standard error finds the same on standard output."""
    usual = bench.run(words, source)
    closed = bench.run(words, source, stderr=None, preexec_fn=close_stream(2))
    if usual[:2] != closed[:2]:
        bench.blame(words, '2>&-: another status or output')


def try_gone_reader(bench, words, source):
    """The reader is gone before the first byte: an end by SIGPIPE or, ignored, by a status."""
    for ignored in (False, True):
        reading, writing = os.pipe()
        os.close(reading)
        status, _, err = bench.run(words, source, stdout=writing, restore_signals=not ignored)
        os.close(writing)
        if not ignored and status == -signal.SIGPIPE:
            continue
        judge(bench, words, 'no reader', status, err)


def try_limited_stream(bench, words, source):
    """Standard output is a file that cannot grow as it should."""
    whole = bench.run(words, source)[1]
    for size in {0, len(whole) // 2, len(whole) - 1}:
        with open(bench.work / 'limited', 'wb') as limited:
            status, _, err = bench.run(words, source, stdout=limited, restore_signals=False,
                                       preexec_fn=limit_files(size))
        judge(bench, words, f'room for {size} bytes', status, err)


def try_full_device(bench, command):
    """A device as an output file stays one. It is named by a link first: a program that puts a file
    in its place would replace that."""
    link = bench.work / 'full'
    link.unlink(missing_ok=True)
    link.symlink_to('/dev/full')
    for name in ('full', '/dev/full'):
        words, source, _ = bench.place(command, name)
        status, out, err = bench.run(words, source)
        fault = run_fault(words, status, out, err)
        if fault or status == 0:
            bench.blame(words, f'a full device: {fault or "status 0"}', err)
        if not link.is_symlink() or not stat.S_ISCHR(os.stat('/dev/full').st_mode) or \
                list(bench.work.glob('full.new')):
            bench.blame(words, 'a device is replaced', err)
            return


def streams(bench, program, count, first):
    for command in PRINTS:
        if program in (command[0], 'all'):
            words, source, _ = bench.place(command)
            for attempt in (try_full_stream, try_closed_errors, try_gone_reader,
                            try_limited_stream):
                attempt(bench, words, source)
    for command in OUTPUTS:
        if program in (command[0], 'all'):
            try_full_device(bench, command)


# ---- kills

SAVES = 400


def saving_scripts(bench):
    """A calendar that differs at each save; saved in as many files, they are all whole ones."""
    lines = ['new 256 1000000']
    lines += [f'add r{at} {at} {at + 900} {at * 2}' for at in range(100)]
    again, apart = list(lines), list(lines)
    folder = bench.work / 'apart'
    folder.mkdir(exist_ok=True)
    for at in range(SAVES):
        change = f'add s{at} {2000 + 9 * at} {2009 + 9 * at} {at % 99}-{at % 99 + 40}'
        again += [change, 'save saved']
        apart += [change, f'save apart/{at}']
    bench.write('again.book', '\n'.join(again).encode() + b'\n')
    bench.write('apart.book', '\n'.join(apart).encode() + b'\n')
    bench.run(['booking', 'apart.book'])
    whole = {hashlib.sha256(path.read_bytes()).digest() for path in folder.iterdir()}
    return whole


def bytes_of(path):
    """What is in a file; None if it is not there, be it for a moment."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None


def watch(bench, words, out, seconds, how, source=None):
    """Runs the command, ends it after a time, and returns all that was to be read meanwhile."""
    seen, process = {}, bench.start(words, source, stdout=subprocess.DEVNULL,
                                    stderr=subprocess.DEVNULL)
    end = time.monotonic() + seconds
    while process.poll() is None and time.monotonic() < end:
        text = bytes_of(out)
        seen[hashlib.sha256(text).digest() if text is not None else b''] = text
        time.sleep(0.0002)
    if process.poll() is None:
        process.send_signal(how)
    process.wait()
    text = bytes_of(out)
    seen[hashlib.sha256(text).digest() if text is not None else b''] = text
    return seen


def kill_bookings(bench, count, first):
    whole, out = saving_scripts(bench), bench.work / 'saved'
    if len(whole) != SAVES:
        bench.blame(['booking', 'apart.book'], f'{len(whole)} calendars, expected {SAVES}')
    began = time.monotonic()
    bench.run(['booking', 'again.book'])
    takes = time.monotonic() - began
    if (bench.work / 'saved.new').exists():
        bench.blame(['booking', 'again.book'], 'saved.new stays')
    for number in range(first, first + count):
        choose = random.Random(number)
        if number % 4 == 0:
            out.unlink(missing_ok=True)
        how = choose.choice((signal.SIGKILL, signal.SIGINT))
        seen = watch(bench, ['booking', 'again.book'], out, choose.random() * takes, how)
        torn = [text for digest, text in seen.items() if digest and digest not in whole]
        if torn:
            bench.blame(['booking', 'again.book'],
                        f'{how.name}: {len(torn)} of {len(seen)} are not what was saved')
        if out.exists():
            bench.write('load.book', b'load saved\n')
            status, _, err = bench.run(['booking', 'load.book'])
            if status != 0:
                bench.blame(['booking', 'load.book'], f'{how.name}: not to be loaded', err)


def cut_writers(target):
    """The signal of a file that is too large comes in the middle of a write."""
    for size in range(0, len(target.new), len(target.new) // 5 + 1):
        target.clean()
        (target.folder / 'out').write_bytes(target.old)
        status, _, err = target.bench.run(target.words, target.source,
                                          preexec_fn=limit_files(size, signal.SIG_DFL))
        text = (target.folder / 'out').read_bytes() if (target.folder / 'out').exists() else b''
        if status != -signal.SIGXFSZ or text != target.old:
            target.bench.blame(target.words, f'killed at byte {size}: not the old file', err)


def kill_writers(bench, command, count, first):
    """A run that is killed leaves what was there, or what it would have made of it."""
    target = Target(bench, command, 'killed')
    if not target.learn():
        return
    cut_writers(target)
    began = time.monotonic()
    bench.run(target.words, target.source)
    takes, out = time.monotonic() - began, target.folder / 'out'
    for number in range(first, first + count):
        choose = random.Random(number)
        target.clean()
        out.write_bytes(target.old)
        how = choose.choice((signal.SIGKILL, signal.SIGINT))
        seen = watch(bench, target.words, out, (0.3 + choose.random()) * takes, how, target.source)
        torn = [text for text in seen.values() if text not in (target.old, target.new)]
        if torn:
            bench.blame(target.words, f'{how.name}: neither the old file nor the new one',
                        torn[0] or b'no file')
        target.bench.run(target.words, target.source)
        if (target.folder / 'out.new').exists():
            bench.blame(target.words, 'out.new stays after a run that nobody killed')


def kills(bench, program, count, first):
    if program in ('booking', 'all'):
        kill_bookings(bench, count, first)
    for command in OUTPUTS:
        if command[0] != 'booking' and program in (command[0], 'all'):
            kill_writers(bench, command, count, first)


LAWS = {'inputs': inputs, 'files': files, 'streams': streams, 'kills': kills}


def main(words):
    if len(words) < 3 or words[0] not in LAWS:
        print(__doc__)
        return 2
    bench = Bench(words[1], words[2])
    program = words[3] if len(words) > 3 else 'all'
    count, first = (int(word) for word in (words[4:6] + ['20', '0'][len(words[4:6]):]))
    LAWS[words[0]](bench, program, count, first)
    if bench.tried == 0:
        print(f'{program}: nothing was tried')
    return bench.found > 0 or bench.tried == 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
