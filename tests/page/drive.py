"""drive.py: operates the page in a headless Chromium, and compares it with the native build.

SPDX-License-Identifier: MIT

    /usr/bin/python3 tests/page/drive.py PAGE.html FOLDER [PART ...]

The native programs are those of build/, and FOLDER/shares, made of shares.c. Under every policy each
job must start when build/replay says. The other tabs are compared with oracles of a few lines, or with
their native programs. Without a PART all are played; PARTS below names them. AXE is the file axe.min.js of axe-core; if it
is not set, the part "axe" is left out. Screenshots and files go to FOLDER. Prints a line of the
Test Anything Protocol for each claim; ends with status 1 if one does not hold."""

import gzip
import json
import os
import pathlib
import subprocess
import sys
import time
import xml.etree.ElementTree

from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

POLICIES = {'FCFS': 'fcfs', 'SJF': 'sjf', 'EASY': 'easy', 'EASY-SJBF': 'easy-sjbf',
            'conservative': 'conservative'}
TABS = ('queue', 'calendar', 'tree', 'moldable', 'tiers', 'mapping', 'site', 'shares')
REPLAY = 'build/replay'
PAUSE = 0.3


def human(seconds):
    """A duration as the page writes it."""
    seconds = int(seconds)
    days, hours, minutes = seconds // 86400, seconds % 86400 // 3600, seconds % 3600 // 60
    if days:
        return f'{days} d {hours} h' if hours else f'{days} d'
    if hours:
        return f'{hours} h {minutes} min' if minutes else f'{hours} h'
    return f'{minutes} min' if minutes else f'{seconds} s'


class Player:
    """A browser with the page open, and claims about it."""

    def __init__(self, page, folder):
        options = webdriver.ChromeOptions()
        options.binary_location = '/usr/bin/chromium'
        for word in ('--headless=new', '--no-sandbox', '--disable-gpu', '--window-size=1200,1000'):
            options.add_argument(word)
        options.set_capability('goog:loggingPrefs', {'browser': 'ALL'})
        service = webdriver.ChromeService('/usr/bin/chromedriver') \
            if hasattr(webdriver, 'ChromeService') else \
            webdriver.chrome.service.Service('/usr/bin/chromedriver')
        self.browser = webdriver.Chrome(options=options, service=service)
        self.browser.set_script_timeout(120)
        self.page, self.folder = page, pathlib.Path(folder)
        self.failed = 0

    def claim(self, what, holds, why=''):
        self.failed += not holds
        print(f'{"ok" if holds else "not ok"} - {what}{"" if holds else f" ({why})"}', flush=True)

    def run(self, script, *words):
        return self.browser.execute_script(script, *words)

    def get(self, name):
        return self.browser.find_element('id', name)

    def set(self, name, value):
        """As a user would leave a control at a value."""
        self.run('''const c = document.getElementById(arguments[0]); c.value = arguments[1];
            c.dispatchEvent(new Event('input', {bubbles: true}));
            c.dispatchEvent(new Event('change', {bubbles: true}));''', name, str(value))

    def wait(self):
        """Until all replays are over. Returns whether they came to an end."""
        end = time.time() + 120
        while time.time() < end:
            if self.run('return sked.done()'):
                return True
            time.sleep(0.05)
        return False

    def shot(self, name):
        self.browser.save_screenshot(str(self.folder / f'{name}.png'))

    def open(self, fragment=''):
        """Loads the page; returns how long it took until all of it answered, in milliseconds."""
        self.browser.get('about:blank')
        self.browser.get(pathlib.Path(self.page).resolve().as_uri() + fragment)
        self.browser.execute_async_script(
            'const done = arguments[0]; sked.ready.then(() => done(1), (e) => done(String(e)))')
        return self.run('return performance.now()')

    def scheme(self, name):
        self.browser.execute_cdp_cmd('Emulation.setEmulatedMedia', {
            'features': [{'name': 'prefers-color-scheme', 'value': name}]})

    def screen(self, width, height=800):
        """A screen of so many pixels, with fingers on a narrow one; 0: the window as it was."""
        if width == 0:
            self.browser.execute_cdp_cmd('Emulation.clearDeviceMetricsOverride', {})
        else:
            self.browser.execute_cdp_cmd('Emulation.setDeviceMetricsOverride', {
                'width': width, 'height': height, 'deviceScaleFactor': 2, 'mobile': width < 600})
        self.browser.execute_cdp_cmd('Emulation.setTouchEmulationEnabled',
                                     {'enabled': 0 < width < 600})
        time.sleep(PAUSE)

    def tab(self, name):
        self.run('document.getElementById(arguments[0]).click()', f'tab-{name}')
        if name == 'queue':
            self.wait()
        time.sleep(PAUSE)

    # ---- queues

    def policies(self, names):
        self.run('''document.querySelectorAll('#policies input').forEach((box) => {
            box.checked = arguments[0].includes(box.parentElement.textContent); });
            document.querySelector('#policies input').dispatchEvent(
                new Event('change', {bubbles: true}));''', names)

    def native(self, policy, *options):
        """The starts that the native program writes for the page's workload, in its order."""
        trace, starts = self.folder / 'page.swf', self.folder / 'starts.csv'
        trace.write_text(self.run('return sked.swf()'))
        subprocess.run([REPLAY, '--policy', policy, *options, '--starts', starts, trace],
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        lines = [line.split(',') for line in starts.read_text().splitlines()
                 if line and not line.startswith('#')]
        at = {name: i for i, name in enumerate(lines[0])}
        column = at['start']
        rows = {int(line[at['job'] if 'job' in at else 0]): int(line[column]) for line in lines[1:]}
        return [rows[job] for job in sorted(rows)]

    def compare(self, what, policies=None, *options):
        self.claim(f'{what}: the replays end', self.wait())
        for policy, name in (policies or POLICIES).items():
            page = self.run('return sked.starts(arguments[0])', policy)
            native = self.native(name, *options)
            wrong = [i for i, pair in enumerate(zip(page, native)) if pair[0] != pair[1]]
            self.claim(f'{what}: {name} starts all {len(native)} jobs as the native build does',
                       page == native and len(page) > 0,
                       f'{len(page)} and {len(native)} jobs; first difference: {wrong[:1]}')

    def jobs(self):
        """The workload of the page: its rows of the Standard Workload Format, as numbers."""
        return [[int(word) for word in line.split()]
                for line in self.run('return sked.swf()').splitlines() if not line.startswith(';')]

    def headline(self):
        """The means of the native starts, as the headline has them."""
        jobs = self.jobs()
        mean = {policy: sum(start - job[1] for start, job in
                            zip(self.native(POLICIES[policy]), jobs)) / len(jobs)
                for policy in ('FCFS', 'EASY')}
        shown = self.get('headline').text.splitlines()
        want = f'EASY: mean wait {human(mean["FCFS"] + 0.5)} → {human(mean["EASY"] + 0.5)}'
        self.claim('the headline compares mean waits, those of the native starts', want in shown,
                   f'{shown}, expected {want}')

    def lengths(self):
        """How many jobs wait, from the native starts, at each time at which that changes."""
        submits = [job[1] for job in self.jobs()]
        for at, policy in enumerate(POLICIES):
            length = self.run('return sked.lengths()[arguments[0]]', at)
            starts = self.native(POLICIES[policy])
            right = all(count == sum(s <= time for s in submits) - sum(s <= time for s in starts)
                        for time, count in zip(length['times'], length['counts']))
            self.claim(f'the panel of waiting jobs counts those of {policy}',
                       right and len(length['times']) > 1 and max(length['counts']) > 0)

    def settings(self):
        """A depth, and bookings, against the same options of the native program."""
        self.set('speed', 4)
        self.policies(list(POLICIES))
        self.set('depth', 4)
        self.compare('a depth of 4', {'EASY': 'depth:4', 'EASY-SJBF': 'depth:4-sjbf'})
        self.set('depth', 1)
        self.run("document.getElementById('booking-box').open = true")
        for start, end, count in ((24, 30, 64), (10, 12.5, 128)):
            self.set('book-start', start)
            self.set('book-end', end)
            self.set('book-count', count)
            self.get('book-add').click()
        self.compare('two bookings', None, '--book', '86400:108000:64', '--book', '36000:45000:128')
        booked = self.get('bookings').find_elements('css selector', 'button')
        self.claim('bookings are listed', len(booked) == 2)
        for _ in booked:
            self.get('bookings').find_element('css selector', 'button').click()
        self.compare('bookings removed', {'EASY': 'easy'})

    def partition(self):
        """A partition with half of the processors, with and without a booking."""
        kinds, bookings = self.folder / 'gpu.kinds', self.folder / 'gpu.bookings'
        kinds.write_text('kind gpu 64-127 partition 2\n')
        bookings.write_text('86400 108000 0-31\n100000 120000 32-71\n')
        self.set('speed', 4)
        self.policies(list(POLICIES))
        self.set('partition', 2)
        self.compare('a partition', POLICIES, '--kinds', kinds)
        jobs, starts = self.jobs(), self.run("return sked.starts('EASY')")
        needs = [job[15] == 2 for job in jobs]
        self.claim('every third job that fits needs the partition',
                   needs == [i % 3 == 0 and job[7] <= 64 for i, job in enumerate(jobs)])
        late = max(range(len(jobs)), key=lambda i: needs[i] * (starts[i] - jobs[i][1]))
        reason = self.run('return sked.reason(2, arguments[0])[1]', late)
        self.claim('reasons name the GPUs', reason.startswith(f'{jobs[late][7]} processor') and
                   ' with GPUs; asked' in reason, reason)
        waits = [start - job[1] for start, job in zip(starts, jobs)]
        means = [sum(wait for wait, gpu in zip(waits, needs) if gpu == kind) / needs.count(kind)
                 for kind in (True, False)]
        row = [cell.text for cell in self.get('table').find_elements(
            'css selector', 'tbody tr:nth-child(3) > *')]
        self.claim('the table has the mean waits with and without GPUs',
                   row[3:5] == [human(mean + 0.5) for mean in means], f'{row} {means}')
        self.shot('partition')
        self.run("sked.bookAll([[86400, 108000, 32], [100000, 120000, 40]])")
        self.compare('bookings beside a partition', POLICIES, '--kinds', kinds,
                     '--bookings', bookings)
        self.run("sked.bookAll([[86400, 108000, 128], [100000, 120000, 40]])")
        self.claim('a booking without room is left out, and that is said',
                   '1 of 2 left out' in self.get('book-told').text, self.get('book-told').text)
        self.run("sked.bookAll([])")
        self.set('partition', 0)
        self.compare('a partition removed', {'EASY': 'easy'})

    def progress(self):
        """Replays by a clock on which each look at it takes 3 ms: as many frames on any machine."""
        self.run('''let looks = 0; performance.now = () => 3 * looks++; window.bars = new Set();
            const look = () => { bars.add(document.getElementById('progress').value);
                if (!sked.done()) requestAnimationFrame(look); };
            document.getElementById('again').click(); look();''')
        ended = self.wait()
        bars = self.run('delete performance.now; return bars.size')
        self.claim('the progress bar moves while replays go on', ended and bars > 5, f'{bars} steps')

    def alive(self, jobs):
        """Replays many jobs, and watches whether frames go on."""
        self.run('''window.gaps = []; let before = performance.now();
            const look = (now) => { gaps.push(now - before); before = now;
                requestAnimationFrame(look); };
            requestAnimationFrame(look);''')
        self.set('speed', 4)
        self.set('jobs', 4)
        self.claim(f'{jobs} jobs: the replays end', self.wait())
        longest = self.run('return Math.max(...gaps.slice(2))')
        self.claim(f'{jobs} jobs: no frame takes two seconds, on a busy machine', longest < 2000,
                   f'{longest:.0f} ms')
        print(f'# measured: the longest frame of {jobs} jobs under five policies: {longest:.0f} ms')

    def view(self):
        shown = self.run("""return new Promise((resolve) => requestAnimationFrame(() =>
            requestAnimationFrame(() => resolve(sked.shown()))))""")
        return shown['from'], shown['to']

    def stories(self):
        canvas = self.browser.find_element('css selector', '#charts canvas')
        self.run('arguments[0].focus()', canvas)
        canvas.send_keys(Keys.ARROW_RIGHT)
        first = self.get('story').text
        canvas.send_keys(Keys.ARROW_RIGHT)
        self.claim('the arrow keys tell the story of one job after another',
                   'Job' in first and self.get('story').text != first, first)
        before = self.view()
        canvas.send_keys('+')
        closer = self.view()
        self.claim('plus zooms in', closer[1] - closer[0] < before[1] - before[0])
        canvas.send_keys(Keys.SHIFT, Keys.ARROW_RIGHT)
        later = self.view()
        self.claim('Shift with an arrow moves in time', later[0] > closer[0] and
                   abs(later[1] - later[0] - closer[1] + closer[0]) < 1, f'{closer} {later}')
        ActionChains(self.browser).drag_and_drop_by_offset(canvas, 150, 0).perform()
        self.claim('dragging a chart moves in time', self.view()[0] < later[0])
        canvas.send_keys(Keys.HOME)
        self.claim('Home shows all', self.view() == before)
        self.run("""arguments[0].dispatchEvent(new WheelEvent('wheel', {deltaY: -100, ctrlKey: true,
            bubbles: true, cancelable: true, clientX: 400, clientY: 300}))""", canvas)
        closer = self.view()
        self.claim('a wheel zooms', closer[1] - closer[0] < before[1] - before[0])
        canvas.send_keys(Keys.HOME, Keys.ESCAPE)
        reasons = self.run("return [...new Set(sked.stories('EASY'))].map(String)")
        self.claim('EASY tells of shadow times', any('shadow time' in text for text in reasons))

    def spot(self, at, job):
        """Scrolls to a chart; returns where the job is in the window."""
        self.run("document.querySelectorAll('#charts canvas')[arguments[0]].scrollIntoView("
                 "{block: 'center'})", at)
        time.sleep(PAUSE)
        return self.run('return sked.place(arguments[0], arguments[1])', at, job)

    def reasons(self):
        """The reason at the pointer, and after a tap with a finger, of the largest job."""
        self.claim('where nothing is chosen, a hint says what to do',
                   'Point at a job' in self.get('hint').text, self.get('hint').text)
        jobs = self.jobs()
        job = max(range(len(jobs)), key=lambda at: jobs[at][3] * jobs[at][7])
        want = self.run('return sked.reason(1, arguments[0])', job)
        place = self.spot(1, job)
        mouse = {'type': 'mouseMoved', 'x': place['x'], 'y': place['y']}
        self.browser.execute_cdp_cmd('Input.dispatchMouseEvent', mouse)
        self.claim('the reason appears at the pointer',
                   self.get('note-text').text.split('\n') == want, self.get('note-text').text)
        self.browser.execute_cdp_cmd('Input.dispatchMouseEvent', {**mouse, 'y': 1})
        self.claim('and goes with the pointer', not self.get('note').is_displayed())
        self.screen(390)
        place = self.spot(1, job)
        for kind, points in (('touchStart', [place]), ('touchEnd', [])):
            self.browser.execute_cdp_cmd('Input.dispatchTouchEvent',
                                         {'type': kind, 'touchPoints': points})
        time.sleep(PAUSE)
        self.claim('a tap shows the reason', self.get('note').is_displayed() and
                   self.get('note-text').text.split('\n') == want, self.get('note-text').text)
        box = self.run('return document.getElementById("note").getBoundingClientRect().toJSON()')
        self.claim('the reason is inside the screen', box['left'] >= 0 and box['right'] <= 390 and
                   box['top'] >= 0 and box['bottom'] <= 800, str(box))
        self.shot('tap')
        self.run('window.scrollBy(0, 20)')
        self.claim('the reason stays', self.get('note').is_displayed())
        self.run("document.getElementById('note-close').click()")
        self.claim('until it is dismissed', not self.get('note').is_displayed())
        self.screen(0)

    def files(self):
        bad = self.folder / 'bad.swf'
        bad.write_text('; MaxProcs: 4\n1 0 -1 10 1 -1 -1 1 10\n2 zero -1 10 1 -1 -1 1 10\n')
        self.run("document.getElementById('workload-box').open = true")
        self.get('file').send_keys(str(bad.resolve()))
        time.sleep(PAUSE)
        told = self.get('workload-told').text
        self.claim('a trace that is none is refused by its line', 'bad.swf: line 3' in told, told)
        packed = self.folder / 'small.swf.gz'
        packed.write_bytes(gzip.compress(pathlib.Path('examples/small.swf').read_bytes()))
        self.get('file').send_keys(str(packed.resolve()))
        time.sleep(PAUSE)
        told = self.get('workload-told').text
        self.claim('a packed trace is read', 'small.swf.gz' in told, told)
        self.compare('examples/small.swf')

    # ---- bookings, by an oracle of a few lines

    def calendar(self):
        self.tab('calendar')
        rows = self.run('return sked.rows()')
        for policy in range(8):
            self.set('ask-policy', policy)
            answer = self.run('return sked.book()')
            asked = answer['asked']
            free = {}
            for start in range(asked['ready'], asked['deadline'] - asked['hours'] + 1):
                busy = 0
                for row in rows:
                    if row['start'] < start + asked['hours'] and start < row['end']:
                        busy |= row['mask']
                if 16 - bin(busy).count('1') >= asked['count']:
                    free[start] = 16 - bin(busy).count('1')
            starts = [s for first, beyond in answer['starts'] for s in range(first, beyond)]
            want = {0: min, 7: max}.get(policy, lambda all_: answer['start'])(free)
            self.claim(f'calendar, policy {policy}: the starts that are possible, and one of them',
                       starts == sorted(free) and answer['start'] == want and
                       free[answer['start']] == answer['free'], str(answer))
        count = len(rows)
        self.get('request').find_element('css selector', 'button[type=submit]').click()
        self.claim('a booking is kept', len(self.run('return sked.rows()')) == count + 1)
        self.get('booked').find_element('css selector', 'button').click()
        self.claim('and one is cancelled', len(self.run('return sked.rows()')) == count)
        self.shot('calendar')

    # ---- the tree

    @staticmethod
    def hops(nodes):
        total = 0
        for i, a in enumerate(nodes):
            for b in nodes[:i]:
                total += 2 if a // 8 == b // 8 else 4 if a // 32 == b // 32 else 6
        return total

    def tree(self):
        self.tab('tree')
        told = self.run('return sked.fabric()')
        self.claim('the tree opens on a case where the exact choice has fewer hops',
                   told['exact']['hops'] == told['exact']['bound'] < told['greedy']['hops'])
        self.set('busy', 55)
        worse, right = 0, True
        for seed in range(1, 13):
            self.set('tree-seed', seed)
            for count in (3, 11, 17, 26):
                self.set('nodes', count)
                told = self.run('return sked.fabric()')
                exact, greedy = told['exact'], told['greedy']
                right &= (len(exact['nodes']) == count and exact['hops'] == exact['bound'] ==
                          self.hops(exact['nodes']) <= greedy['hops'] ==
                          self.hops(greedy['nodes']))
                worse += greedy['hops'] > exact['hops']
        self.claim('trees: hops are those of the nodes, proved, and never above the greedy rule',
                   right and worse > 0, f'{worse} times below it')
        canvas = self.get('fabric')
        before = self.run('return sked.busy().length')
        self.run('arguments[0].focus()', canvas)
        canvas.send_keys(Keys.ARROW_DOWN, ' ')
        self.claim('space makes a node busy, or free', self.run('return sked.busy().length') != before)
        self.shot('tree')

    # ---- moldable tasks

    def moldable(self):
        self.tab('moldable')
        told = self.run('return sked.plans()')
        points = told['points']
        falls = all(a['makespan'] < b['makespan'] and a['minsum'] > b['minsum']
                    for a, b in zip(points, points[1:]))
        self.claim('moldable: plans of rising makespan and falling minsum', len(points) > 1 and falls)
        ratios = [p['makespan'] / p['makespanBound'] + p['minsum'] / p['minsumBound'] for p in points]
        self.claim('moldable opens on the plan that is nearest to both bounds',
                   told['now']['index'] == ratios.index(min(ratios)), str(told['now']))
        right = True
        for index in range(len(points)):
            self.set('point', index)
            told = self.run('return sked.plans()')
            ends = [row[1] for row in told['rows']]
            right &= max(ends) == told['now']['makespan'] >= told['now']['makespanBound']
            for i, (start, end, width, runs) in enumerate(told['rows']):
                own = {first + k for first, count in runs for k in range(count)}
                right &= len(own) == width
                for other in told['rows'][:i]:
                    if other[0] < end and start < other[1]:
                        right &= own.isdisjoint(first + k for first, count in other[3]
                                                for k in range(count))
        self.claim('moldable: no processor has two tasks, and ends are as told', bool(right))
        canvas = self.get('frontier')
        ActionChains(self.browser).click(canvas).perform()
        self.claim('moldable: the frontier can be clicked',
                   self.run('return sked.plans().now.index') < len(points))
        self.shot('moldable')

    # ---- two tiers, mapping and the site, by native programs

    def native_json(self, program, *words):
        """What a native program answers; nothing if it refuses, as it does what cannot be."""
        run = subprocess.run([f'build/{program}', '--json', *words], check=False,
                             capture_output=True, text=True)
        return json.loads(run.stdout) if run.returncode == 0 else {}

    @staticmethod
    def knows(program, option):
        """Does the program list the option?"""
        return option in subprocess.run([f'build/{program}', '--help'], check=True,
                                        capture_output=True, text=True).stdout

    def native_plans(self, times, jobs, machines):
        """The plans of build/mapping for a table, by heuristic, and the bound."""
        table = self.folder / 'page.etc'
        table.write_text('\n'.join(' '.join(str(t) for t in times[job * machines:][:machines])
                                   for job in range(jobs)) + '\n')
        shape = ['--jobs', str(jobs), '--machines', str(machines)] \
            if self.knows('mapping', '--jobs N') else []
        native = self.native_json('mapping', *shape, str(table))
        return {plan['heuristic']: plan for plan in native['plans']}, \
            native['makespan_lower_bound_ticks']

    def tiers(self):
        """What happened on the page is told to build/tiers, which must decide the same."""
        self.tab('tiers')
        script = self.folder / 'page.events'
        option = ['--policy'] if self.knows('tiers', '--policy') else []
        kinds, right = set(), True
        for seed in range(1, 9):
            self.set('tier-seed', seed)
            easy, *two = self.run('return sked.tiers()')
            for run in two:
                script.write_text(run['script'] + '\n')
                native = self.native_json('tiers', *option, run['name'].lower(), str(script))
                page = [[d['start'], d['end'], d['id'], d['kind'], d['processors']]
                        for d in run['decisions']]
                right &= page == [[d['start_ticks'], -1 if d['end_ticks'] is None else
                                   d['end_ticks'], d['id'], d['kind'], d['processor_ranges']]
                                  for d in native.get('decisions', [])]
                kinds |= {(run['name'], d['kind']) for d in run['decisions']}
            right &= all(job['end'] >= 0 for run in (easy, *two) for job in run['jobs'])
        self.claim('two tiers: build/tiers decides the same, policy by policy', right)
        self.claim('two tiers: jobs are swapped, restarted and migrated',
                   {('KEASY', 'restart'), ('MEASY', 'migrate'), ('REASY', 'swap')} <= kinds)
        self.shot('tiers')

    def mapping(self):
        """Each heuristic gives the rows of build/mapping."""
        self.tab('mapping')
        right = True
        for seed in range(1, 6):
            self.set('map-seed', seed)
            told = self.run('return sked.mapping()')
            native, bound = self.native_plans(told['times'], told['jobs'], told['machines'])
            right &= told['bound'] == bound and len(native) == len(told['plans'])
            for plan, page in zip(native.values(), told['plans']):
                right &= (plan['makespan_ticks'], plan['job_times_ticks']) == \
                    (page['makespan'], page['jobTimes'])
                right &= page['rows'] == [[row['start_ticks'], row['end_ticks'], row['machine'], -1]
                                          for row in plan['jobs']]
        self.claim('mapping: all heuristics give the plans of build/mapping', bool(right))
        self.shot('mapping')

    def site(self):
        """The plan of single machines is that of build/mapping; with clusters it is no worse."""
        self.tab('site')
        right, better = True, 0
        for seed in range(1, 9):
            self.set('site-seed', seed)
            told = self.run('return sked.site()')
            jobs, (alone, joined) = told['jobs'], told['plans']
            native = self.native_plans(told['times'], jobs, 6)[0]['duplex-sum']
            right &= alone['jobTimes'] == native['job_times_ticks'] == joined['base']['jobTimes']
            right &= joined['jobTimes'] == sum(row[1] for row in joined['rows'])
            right &= joined['parallel'] == sum(row[3] >= 0 for row in joined['rows'])
            right &= joined['jobTimes'] <= alone['jobTimes']
            better += joined['jobTimes'] < alone['jobTimes']
            right &= self.fits(told, joined['rows'])
        self.claim('site: plans hold, and clusters never make them worse', bool(right) and better > 0)
        self.shot('site')

    @staticmethod
    def fits(told, rows):
        """Does each job take the time of the table, and no machine two jobs at a time?"""
        spans = {machine: [] for machine in range(6)}
        clusters = [cluster['members'] for cluster in told['clusters']]
        right = True
        for job, (start, end, machine, cluster) in enumerate(rows):
            takes = told['times'][6 * job + machine] if cluster < 0 else \
                told['clusterTimes'][len(clusters) * job + cluster]
            right &= end - start == takes
            for member in [machine] if cluster < 0 else clusters[cluster]:
                right &= all(end <= s or e <= start for s, e in spans[member])
                spans[member].append((start, end))
        return right

    # ---- shares, by a native run, and by oracles of a few lines

    def native_shares(self, told):
        """The starts, the accounts and their order in a native run of the page's jobs."""
        numbers = [told['processors'], len(told['names']), told['halfLife'], told['ahead'],
                   told['until']]
        for account in told['accounts'][1:]:
            numbers += [account['above'], account['shares']]
        for job in told['jobs']:
            numbers += job[:4]
        run = subprocess.run([self.folder / 'shares'], check=True, capture_output=True, text=True,
                             input=' '.join(str(number) for number in numbers))
        lines = [[int(word) for word in line.split()] for line in run.stdout.splitlines()]
        jobs = len(told['jobs'])
        return [line[0] for line in lines[:jobs]], lines[jobs:-1], lines[-1]

    @staticmethod
    def decayed(told, now):
        """What each account has used in thousandths, if use halves by the second."""
        each, life = [0.0] * (len(told['names']) + 1), told['halfLife']
        for account, width, _, estimate, start in told['jobs']:
            if 0 <= start < now:
                end = min(start + estimate, now)
                each[account] += width * (2 ** ((end - now) / life) - 2 ** ((start - now) / life))
        for account, facts in enumerate(told['accounts']):
            if account > 0 and facts['above'] > 0:
                each[facts['above']] += each[account]
        return [1000 * use / sum(use for use, facts in zip(each[1:], told['accounts'][1:])
                                 if facts['above'] == 0) for use in each]

    def starts_as_native(self, what):
        """Compares one run; returns what the page told."""
        told = self.run('return sked.shares()')
        starts, accounts, order = self.native_shares(told)
        page = [job[4] for job in told['jobs']]
        self.claim(f'shares, {what}: {len(starts)} jobs start as in a native run',
                   page == starts and len(starts) > 1000 and told['status'] == 0,
                   f'first difference: {[i for i, s in enumerate(starts) if s != page[i]][:1]}')
        self.claim(f'shares, {what}: accounts and their order are those of the native run',
                   order == told['order'] and accounts == [
                       [a['running'], a['target'], a['used']] for a in told['accounts'][1:]],
                   f'{accounts} {order}')
        off = max(abs(a - b) for at in range(23, 240, 24)
                  for a, b in zip(self.decayed(told, told['until'] * (at + 1) / 240)[1:],
                                  told['samples'][at][1:]))
        self.claim(f'shares, {what}: usage is that of a decay by halves', off < 1.5, f'{off:.2f}')
        rows = [[cell.text for cell in row.find_elements('css selector', 'td')]
                for row in self.get('share-table').find_elements('css selector', 'tbody tr')]
        waits = [sum(job[0] == account and job[4] < 0 for job in told['jobs'])
                 for account in range(len(told['accounts']))]
        want = [[f'{told["accounts"][a][key] / 10:.1f} %' for key in ('target', 'used')] +
                [str(told['accounts'][a]['running']), str(waits[a])] for a in told['order']]
        self.claim(f'shares, {what}: the table says so', rows == want, f'{rows} {want}')
        return told

    def turns(self):
        told = self.starts_as_native('at first')
        owed = [(a['target'], a['used']) for a in told['accounts'][1:]]
        self.claim('shares: whoever always has jobs has used what it owns, within 1 %',
                   all(abs(target - used) <= 10 for target, used in owed), str(owed))
        late = [job[2] for job in told['jobs'] if told['names'][job[0] - 1] == 'astronomy']
        self.claim('shares: "later" begins after two half-lives',
                   min(late) == 2 * told['halfLife'])
        took = self.run("""const before = performance.now();
            document.getElementById('share-form').dispatchEvent(new Event('input'));
            return performance.now() - before""")
        print(f'# measured: the run of the tab of shares: {took:.0f} ms')
        self.claim('shares: a run takes less than a second, on a busy machine', took < 1000,
                   f'{took:.0f} ms')
        self.run("document.getElementById('share-ahead').click()")
        self.set('share-seed', 5)
        self.starts_as_native('without looking ahead')
        self.run("document.getElementById('share-ahead').click()")
        for name, value in (('shares-guests', 40), ('jobs-guests', 1), ('jobs-bob', 0),
                            ('shares-chemistry', 0), ('half-life', 2)):
            self.set(name, value)
        self.starts_as_native('with others')

    @staticmethod
    def cheapest(costs, widths, missing):
        """The least cost of all subsets that give enough, and the fewest jobs of those."""
        best = (sum(costs) + 1, 0)
        for subset in range(1 << len(costs)):
            own = [i for i in range(len(costs)) if subset >> i & 1]
            if sum(widths[i] for i in own) >= missing:
                best = min(best, (sum(costs[i] for i in own), len(own)))
        return best

    @staticmethod
    def one_by_one(costs, widths, missing, keys):
        total = 0
        for i in sorted(range(len(costs)), key=lambda i: keys[i]):
            if missing <= 0:
                break
            missing -= widths[i]
            total += costs[i]
        return total

    def victims(self):
        right, rivals, worse = True, True, 0
        for seed in (118, 2, 3, 4):
            self.set('room-seed', seed)
            for wanted in (6, 13, 21, 34, 48):
                self.set('urgent', wanted)
                told = self.run('return sked.shares().room')
                widths, ran = ([job[key] for job in told['jobs']] for key in ('width', 'ran'))
                costs = [a * b for a, b in zip(widths, ran)]
                missing = wanted - told['idle']
                best, young, wide = (plan[1] for plan in told['plans'])
                right &= (best['cost'], len(best['victims'])) == \
                    self.cheapest(costs, widths, missing) and best['proved'] and \
                    best['bound'] == best['cost'] == sum(costs[i] for i in best['victims']) and \
                    sum(widths[i] for i in best['victims']) >= missing
                rivals &= young['cost'] == self.one_by_one(costs, widths, missing, ran)
                rivals &= wide['cost'] == self.one_by_one(costs, widths, missing,
                                                          [-width for width in widths])
                worse += best['cost'] < min(young['cost'], wide['cost'])
        self.claim('victims: no other subset of the jobs loses less, or as much with fewer jobs',
                   bool(right))
        self.claim('victims: the rules beside them lose what they say, often more',
                   rivals and worse > 5, f'{worse} times')

    def shares(self):
        self.tab('shares')
        self.turns()
        self.victims()
        self.shot('shares')

    # ---- screens, colours, links

    def phone(self):
        for width in (360, 390):
            self.screen(width)
            for name in TABS:
                self.tab(name)
                wide = self.run('return document.documentElement.scrollWidth')
                self.claim(f'{name}: no overflow at {width} px', wide <= width, f'{wide} px')
                self.shot(f'{name}_{width}')
        self.screen(0)

    def light_of(self):
        """The mean luminance of each canvas in view, 0 to 255."""
        return self.run("""return [...document.querySelectorAll('[role=tabpanel]:not([hidden]) canvas')]
            .map((canvas) => {
                const flat = document.createElement('canvas'), pen = flat.getContext('2d');
                flat.width = canvas.width; flat.height = canvas.height;
                pen.fillStyle = getComputedStyle(canvas).backgroundColor;
                pen.fillRect(0, 0, flat.width, flat.height);
                pen.drawImage(canvas, 0, 0);
                const { data } = pen.getImageData(0, 0, flat.width, flat.height);
                let sum = 0;
                for (let i = 0; i < data.length; i += 4)
                    sum += 0.2126 * data[i] + 0.7152 * data[i + 1] + 0.0722 * data[i + 2];
                return Math.round(sum / data.length * 4); })""")

    def dark(self):
        """Charts are light in the light and dark in the dark, and jobs stay visible there."""
        for name in TABS:
            self.scheme('light')
            self.tab(name)
            light = self.light_of()
            self.scheme('dark')
            time.sleep(PAUSE)
            dim = self.light_of()
            self.claim(f'{name}: charts follow the scheme of colours',
                       light and len(light) == len(dim) and min(light) > 120 and max(dim) < 105 and
                       all(a > b + 60 for a, b in zip(light, dim)), f'{light} and {dim}')
            self.shot(f'{name}_dark')
        least = min(self.run('return sked.contrasts()'))
        self.claim('in the dark each colour of a width has a contrast of 3 to the panel',
                   least >= 3, str(least))
        self.scheme('light')

    def axe(self):
        source = pathlib.Path(os.environ['AXE']).read_text()
        for scheme in ('light', 'dark'):
            self.scheme(scheme)
            for name in TABS:
                self.tab(name)
                self.run('if (!window.axe) { (0, eval)(arguments[0]); }', source)
                found = self.browser.execute_async_script("""const done = arguments[0];
                    axe.run(document, {resultTypes: ['violations']}).then((r) => done(r.violations
                        .map((v) => [v.impact, v.id, v.nodes[0].html])))""")
                bad = [v for v in found if v[0] in ('serious', 'critical')]
                self.claim(f'{name}, {scheme}: axe finds nothing serious or critical', not bad,
                           json.dumps(bad)[:400])
                for impact, rule, html in found:
                    print(f'# axe: {name}, {scheme}: {impact}, {rule}: {html[:120]}')
        self.scheme('light')

    def link(self):
        """A link opens the page as it was: controls, bookings, the part in view, the choice."""
        self.set('seed', 7)
        self.set('depth', 3)
        self.policies(['FCFS', 'EASY', 'conservative'])
        self.run("document.getElementById('booking-box').open = true")
        self.set('book-count', 32)
        self.get('book-add').click()
        self.wait()
        canvas = self.browser.find_elements('css selector', '#charts canvas')[1]
        self.run('arguments[0].focus()', canvas)
        canvas.send_keys('+', Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
        look = """return new Promise((resolve) => setTimeout(() => resolve([sked.starts('EASY'),
            sked.chosen(), Math.round(sked.shown().from), document.getElementById('story').textContent,
            sked.fragment()]), 200))"""
        before = self.run(look)
        self.open(before[4])
        self.wait()
        after = self.run(look)
        self.claim('a link restores the replay, the view and the choice',
                   before == after and before[1] >= 0, f'{before[1:]} {after[1:]}')
        self.tab('tree')
        self.get('want').find_element('css selector', 'button[type=submit]').click()
        busy = sorted(self.run('return sked.busy()'))
        self.open(self.run('return sked.fragment()'))
        self.claim('a link restores a tree', sorted(self.run('return sked.busy()')) == busy)
        self.tab('shares')
        for name, value in (('shares-bob', 9), ('jobs-guests', 3), ('half-life', 1), ('urgent', 9)):
            self.set(name, value)
        look = 'const s = sked.shares(); return [s.jobs, s.order, s.room.plans]'
        before = self.run(look)
        self.open(self.run('return sked.fragment()'))
        self.claim('a link restores accounts and the urgent job', self.run(look) == before)
        self.open('#tab=nowhere&jobs=many&bookings=1:x&view=:&nodes_busy=7')
        self.claim('a link of nonsense opens the page as it is without', self.wait() and
                   self.run("return sked.fragment() === '#tab=queue'"),
                   self.run('return sked.fragment()'))

    def svg(self):
        root = xml.etree.ElementTree.fromstring(self.run('return sked.svg()'))
        boxes = root.findall('.//{http://www.w3.org/2000/svg}rect')
        texts = [t.text for t in root.findall('.//{http://www.w3.org/2000/svg}text')]
        self.claim('a chart is saved as SVG, with its axes', len(boxes) > 200 and
                   'processors' in texts and '128' in texts, f'{len(boxes)} boxes, {texts[:9]}')

    # ---- parts

    def first(self):
        self.headline()
        self.set('speed', 4)
        self.policies(list(POLICIES))
        self.compare('a generated mix')
        self.progress()

    def tabs(self):
        self.first()
        self.lengths()
        self.svg()
        self.settings()
        self.partition()
        self.stories()
        self.shot('queue')
        self.files()
        self.alive(10000)
        self.compare('10000 jobs')
        self.shot('many')
        self.calendar()
        self.tree()
        self.moldable()
        self.others()

    def others(self):
        self.tiers()
        self.mapping()
        self.site()
        self.shares()

    def play(self, parts):
        took = []
        for part in parts:
            took.append(self.open())
            self.wait()
            PARTS[part](self)
        if 'tabs' in parts:
            print(f'# measured: from the click to a page that answers: {min(took):.0f} ms')
            self.claim('the page answers within a second, or five on a busy machine',
                       min(took) < 5000, f'{min(took):.0f} ms')
            errors = list(self.browser.get_log('browser'))
            self.claim('nothing is told on the console', not errors, json.dumps(errors)[:300])


PARTS = {'first': Player.first, 'settings': Player.settings, 'partition': Player.partition,
         'others': Player.others, 'shares': Player.shares, 'tabs': Player.tabs, 'reasons': Player.reasons,
         'phone': Player.phone, 'dark': Player.dark, 'link': Player.link, 'axe': Player.axe}


def main():
    within = ('first', 'settings', 'partition', 'others', 'shares')    # are played within "tabs"
    usual = [part for part in PARTS if part not in within and
             (part != 'axe' or os.environ.get('AXE'))]
    player = Player(*sys.argv[1:3])
    try:
        player.play(sys.argv[3:] or usual)
    finally:
        player.browser.quit()
    sys.exit(player.failed > 0)


if __name__ == '__main__':
    main()
