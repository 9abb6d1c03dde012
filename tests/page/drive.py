"""drive.py: plays with the page in a headless Chromium, and compares it with the native build.

SPDX-License-Identifier: MIT

    /usr/bin/python3 tests/page/drive.py PAGE.html REPLAY FOLDER [first]

With "first" only the workload that the page begins with is compared. REPLAY is build/replay: for
every policy each job must start when it says. The other chapters are held against oracles of a few
lines. Screenshots and files go to FOLDER. Prints a line of the Test Anything Protocol for each
claim; ends with status 1 if one does not hold."""

import json
import pathlib
import subprocess
import sys
import time

from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

POLICIES = {'FCFS': 'fcfs', 'SJF': 'sjf', 'EASY': 'easy', 'EASY-SJBF': 'easy-sjbf',
            'conservative': 'conservative'}


class Player:
    """A browser with the page open, and claims about it."""

    def __init__(self, page, replay, folder):
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
        self.page, self.replay, self.folder = page, replay, pathlib.Path(folder)
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

    def open(self):
        """Loads the page, and tells how long it took until all of it answered, in milliseconds."""
        self.browser.get(pathlib.Path(self.page).resolve().as_uri())
        self.browser.execute_async_script(
            'const done = arguments[0]; sked.ready.then(() => done(1), (e) => done(String(e)))')
        return self.run('return performance.now()')

    # ---- queues

    def policies(self, names):
        self.run('''document.querySelectorAll('#policies input').forEach((box) => {
            box.checked = arguments[0].includes(box.parentElement.textContent); });
            document.querySelector('#policies input').dispatchEvent(
                new Event('change', {bubbles: true}));''', names)

    def native(self, policy):
        """The starts that the native program writes for the page's workload, in its order."""
        trace, starts = self.folder / 'page.swf', self.folder / 'starts.csv'
        trace.write_text(self.run('return sked.swf()'))
        subprocess.run([self.replay, '--policy', POLICIES[policy], '--starts', starts, trace],
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        lines = [line.split(',') for line in starts.read_text().splitlines()
                 if line and not line.startswith('#')]
        at = {name: i for i, name in enumerate(lines[0])}
        column = at['start']
        rows = {int(line[at['job'] if 'job' in at else 0]): int(line[column]) for line in lines[1:]}
        return [rows[job] for job in sorted(rows)]

    def compare(self, what):
        self.claim(f'{what}: the replays end', self.wait())
        for policy in POLICIES:
            page = self.run('return sked.starts(arguments[0])', policy)
            native = self.native(policy)
            wrong = [i for i, pair in enumerate(zip(page, native)) if pair[0] != pair[1]]
            self.claim(f'{what}: {policy} starts all {len(native)} jobs as the native build does',
                       page == native and len(page) > 0,
                       f'{len(page)} and {len(native)} jobs; first difference: {wrong[:1]}')

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

    def stories(self):
        canvas = self.browser.find_element('css selector', '#charts canvas')
        self.run('arguments[0].focus()', canvas)
        canvas.send_keys(Keys.ARROW_RIGHT)
        first = self.get('story').text
        canvas.send_keys(Keys.ARROW_RIGHT)
        self.claim('the arrow keys tell the story of one job after another',
                   'job' in first and self.get('story').text != first, first)
        size = canvas.size
        seen = set()
        for part in (-0.3, -0.1, 0.1, 0.3):
            ActionChains(self.browser).move_to_element_with_offset(
                canvas, int(part * size['width']), -int(size['height'] * 0.2)).perform()
            seen.add(self.get('story').text)
        self.claim('pointing at jobs tells their stories', len(seen) > 1, str(seen))
        before = self.run('return sked.shown().to - sked.shown().from')
        canvas.send_keys('+')
        closer = self.run('return sked.shown().to - sked.shown().from')
        canvas.send_keys(Keys.HOME)
        self.claim('plus zooms in, Home shows all', closer < before and
                   self.run('return sked.shown().to - sked.shown().from') == before)
        reasons = self.run('''return [...new Set(sked.stories('EASY'))].map(String)''')
        self.claim('EASY tells of shadow times', any('shadow time' in text for text in reasons))

    def files(self):
        bad = self.folder / 'bad.swf'
        bad.write_text('; MaxProcs: 4\n1 0 -1 10 1 -1 -1 1 10\n2 zero -1 10 1 -1 -1 1 10\n')
        self.get('file').send_keys(str(bad.resolve()))
        time.sleep(0.3)
        told = self.get('told').text
        self.claim('a trace that is none is refused by its line', 'bad.swf: line 3' in told, told)
        self.get('file').send_keys(str(pathlib.Path('examples/small.swf').resolve()))
        time.sleep(0.3)
        self.compare('examples/small.swf')

    # ---- bookings, by an oracle of a few lines

    def calendar(self):
        self.get('tab-calendar').click()
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
        self.get('tab-tree').click()
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
        self.get('tab-moldable').click()
        told = self.run('return sked.plans()')
        points = told['points']
        falls = all(a['makespan'] < b['makespan'] and a['minsum'] > b['minsum']
                    for a, b in zip(points, points[1:]))
        self.claim('moldable: plans of rising makespan and falling minsum', len(points) > 1 and falls)
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

    def phone(self):
        self.browser.set_window_size(500, 900)
        self.browser.execute_cdp_cmd('Emulation.setEmulatedMedia', {
            'features': [{'name': 'prefers-color-scheme', 'value': 'dark'}]})
        for tab in ('queue', 'calendar', 'tree', 'moldable'):
            self.get(f'tab-{tab}').click()
            wide = self.run('return document.documentElement.scrollWidth - innerWidth')
            self.claim(f'{tab}: nothing is cut off at the width of a phone', wide <= 0, f'{wide} px')
            if tab == 'queue':
                self.wait()
                time.sleep(0.3)
            self.shot(f'phone_{tab}')

    def play(self, first_only):
        took = self.open()
        print(f'# measured: from the click to a page that answers: {took:.0f} ms')
        self.claim('the page answers within a second, or five on a busy machine', took < 5000,
                   f'{took:.0f} ms')
        self.set('speed', 4)
        self.policies(list(POLICIES))
        self.compare('a generated mix')
        self.progress()
        if first_only:
            return
        self.stories()
        self.shot('queue')
        self.files()
        self.alive(10000)
        self.compare('10000 jobs')
        self.shot('many')
        self.calendar()
        self.tree()
        self.moldable()
        self.phone()
        errors = [entry for entry in self.browser.get_log('browser')]
        self.claim('nothing is told on the console', not errors, json.dumps(errors)[:300])


def main():
    player = Player(*sys.argv[1:4])
    try:
        player.play(sys.argv[4:] == ['first'])
    finally:
        player.browser.quit()
    sys.exit(player.failed > 0)


if __name__ == '__main__':
    main()
