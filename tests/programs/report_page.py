"""report_page.py: reads build/report.html in a headless Chromium as a visitor would.

SPDX-License-Identifier: MIT

    /usr/bin/python3 tests/programs/report_page.py REPORT.html FOLDER [AXE.js]

Widths of a phone and of a desk, light and dark, by mouse and by keys. AXE.js is axe.min.js of the npm
package axe-core. Screenshots go to FOLDER. Prints a line of the Test Anything Protocol for each
claim; ends with status 1 if one does not hold. Needs the Debian package python3-selenium."""

import json
import pathlib
import sys

from selenium import webdriver
from selenium.webdriver.common.keys import Keys

# The contrast of text on its background by WCAG 2.1, least first, where an element has text itself.
CONTRASTS = '''
const linear = (c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
const rgb = (text) => text.match(/[\\d.]+/g).map(Number);
const light = (c) => 0.2126 * linear(c[0] / 255) + 0.7152 * linear(c[1] / 255)
    + 0.0722 * linear(c[2] / 255);
const behind = (e) => { for (; e; e = e.parentElement) {
    const c = rgb(getComputedStyle(e).backgroundColor); if (c.length < 4 || c[3] > 0) return c; }
    return [255, 255, 255]; };
return [...document.querySelectorAll(arguments[0])].map((e) => {
    const [a, b] = [light(rgb(getComputedStyle(e).color)), light(behind(e))];
    return [(Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05), e.className + ' ' + e.tagName]; })
    .sort((a, b) => a[0] - b[0])[0];
'''
TEXTS = ('.verdict, .bar > a, .legend dd, .words dd, .aside, .filter button, .soft, .lead, .found, '
         '.source, .whose, .caveat, .group th, figcaption, td, th, nav a, .tally, h1, h2, h3')


class Visitor:
    def __init__(self, page, folder, axe):
        options = webdriver.ChromeOptions()
        options.binary_location = '/usr/bin/chromium'
        for word in ('--headless=new', '--no-sandbox', '--disable-gpu', '--window-size=1200,900'):
            options.add_argument(word)
        options.set_capability('goog:loggingPrefs', {'browser': 'ALL'})
        service = webdriver.ChromeService('/usr/bin/chromedriver') \
            if hasattr(webdriver, 'ChromeService') else \
            webdriver.chrome.service.Service('/usr/bin/chromedriver')
        self.browser = webdriver.Chrome(options=options, service=service)
        self.address = pathlib.Path(page).resolve().as_uri()
        self.folder, self.axe = pathlib.Path(folder), axe
        self.failed = 0

    def claim(self, what, holds, why=''):
        self.failed += not holds
        print(f'{"ok" if holds else "not ok"} - {what}{"" if holds else f" ({why})"}', flush=True)

    def run(self, script, *words):
        return self.browser.execute_script(script, *words)

    def open(self, width, dark):
        self.browser.execute_cdp_cmd('Emulation.setEmulatedMedia', {'features': [
            {'name': 'prefers-color-scheme', 'value': 'dark' if dark else 'light'}]})
        self.browser.execute_cdp_cmd('Emulation.setDeviceMetricsOverride', {
            'width': width, 'height': 900, 'deviceScaleFactor': 1, 'mobile': width < 600})
        self.browser.get(self.address)

    def shot(self, name):
        self.browser.save_screenshot(str(self.folder / f'{name}.png'))

    def fits(self, width):
        """All that is folded is opened, too. What is too wide also widens a phone's innerWidth."""
        self.run('document.querySelectorAll("main details").forEach((d) => { d.open = true; })')
        beyond = self.run('return document.documentElement.scrollWidth') - width
        self.claim(f'{width} px: nothing is beyond the page', beyond <= 0, f'{beyond} px')

    def contents_stay(self, width):
        self.run('scrollTo(0, document.body.scrollHeight / 2)')
        at = self.run('''const r = document.querySelector('nav').getBoundingClientRect();
            return [r.top, r.bottom, r.width];''')
        self.claim(f'{width} px: the contents are there half-way down',
                   at[0] == 0 and 0 < at[1] <= 901 and at[2] > 100, str(at))

    def heads_stay(self):
        """In the middle of a long table its heads are at the top of what scrolls."""
        at = self.run('''const row = document.querySelector('#moldable-30');
            row.scrollIntoView({block: 'center'});
            const page = row.closest('table').querySelector('th').getBoundingClientRect().top;
            const long = document.querySelector('#costs ~ .long'); long.scrollIntoView();
            long.scrollTop = 300;
            return [page, long.querySelector('th').getBoundingClientRect().top
                - long.getBoundingClientRect().top, long.scrollTop];''')
        self.claim('1200 px: the heads of a long table stay', max(map(abs, at[:2])) < 2 < at[2],
                   str(at))

    def contents_follow(self):
        """At the end of the page its last chapter is marked, and that entry is in view."""
        name, bottom = self.browser.execute_async_script('''const done = arguments[0];
            scrollTo(0, document.body.scrollHeight);
            setTimeout(() => { const now = document.querySelector('nav [aria-current]');
                done([now.textContent, now.getBoundingClientRect().bottom]); }, 200)''')
        last = self.run('return [...document.querySelectorAll("nav a")].at(-1).textContent')
        self.claim('1200 px: the contents follow the reader to the end',
                   name == last and 0 < bottom <= 901, f'{name}, {bottom}')

    def contrasts(self, name):
        least, what = self.run(CONTRASTS, TEXTS)
        self.claim(f'{name}: the contrast of text is at least 4.5', least >= 4.5,
                   f'{least:.2f}: {what}')

    def verdicts(self):
        """Each one has a word and a shape."""
        bare = self.run('''return [...document.querySelectorAll('td .verdict')].filter((v) =>
            !v.querySelector('svg.shape > *') || !v.textContent.trim()).length;''')
        count = self.run('''return document.querySelectorAll('td .verdict').length''')
        self.claim('each verdict has a word and a shape', bare == 0 and count > 100,
                   f'{bare} of {count}')

    def shown(self):
        """The verdicts of the claims that are shown, each once, and how many claims there are."""
        return self.run('''const rows = [...document.querySelectorAll('.claims tr[data-verdict]')]
            .filter((row) => row.getClientRects().length > 0);
            return [[...new Set(rows.map((row) => row.querySelector('.verdict').textContent))],
                rows.length];''')

    def filters(self, width):
        """Space on a button leaves the claims of one verdict, and on the first one brings all back.
        The button stays where it is."""
        _, whole = self.shown()
        first, *_, last = self.browser.find_elements('css selector', '.filter')[2].find_elements(
            'css selector', 'button')
        self.run('arguments[0].scrollIntoView({block: "center"})', last)
        before = last.rect['y'] - self.run('return scrollY')
        last.send_keys(Keys.SPACE)
        moved = last.rect['y'] - self.run('return scrollY') - before
        verdicts, few = self.shown()
        pressed = self.run('''return [...document.querySelectorAll('.filter')].map((group) =>
            [...group.children].filter((one) => one.ariaPressed === 'true').map((one) => one.value)
            .join()).join(';')''')
        self.listed(width, few)
        first.send_keys(Keys.SPACE)
        self.claim(f'{width} px: a button leaves the claims of one verdict, and says so',
                   verdicts == ['does not hold'] and 0 < few < whole == self.shown()[1]
                   and set(pressed.split(';')) == {'does not hold'} and abs(moved) < 2,
                   f'{verdicts}, {few} of {whole}, pressed {pressed}, moved {moved} px')

    def listed(self, width, count):
        """Below the first buttons is a link to each claim that is shown; of the headings among the
        rows those are shown that have one."""
        links, groups = self.run('''const there = (one) => one.getClientRects().length > 0;
            const links = [...document.querySelectorAll('.matches a')].filter((a) =>
                there(document.querySelector(a.hash)));
            const groups = [...document.querySelectorAll('.group')].map((group) => {
                const rows = [];
                for (let r = group.nextElementSibling; r && r.dataset.verdict;
                     r = r.nextElementSibling) { rows.push(r); }
                return there(group) === rows.some(there); });
            return [new Set(links.map((a) => a.hash)).size, groups.filter((one) => one).length];''')
        self.claim(f'{width} px: the claims that are shown are listed', links == count,
                   f'{links} of {count}')
        self.claim(f'{width} px: whose claims are shown is said', groups == 8, f'{groups} of 8')

    def bar_chooses(self):
        """A part of a bar leaves its verdict, and goes there; a link to another brings all back."""
        self.run('document.querySelector("#fattree ~ .bar > .does-not-hold").click()')
        verdicts, few = self.shown()
        there = self.run('return location.hash')
        self.run('document.querySelector("#ar-13 .label a").click()')
        _, whole = self.shown()
        self.claim('a part of a bar leaves the claims of its verdict',
                   verdicts == ['does not hold'] and there == '#fattree-claims',
                   f'{verdicts} {there}')
        self.claim('a link to a claim that is hidden brings it back', few < 50 < 150 < whole,
                   f'{few}, {whole}')

    def enlarged_on_a_phone(self):
        """The picture first fits; then it is wider than the phone, begins at its left, scrolls."""
        self.run('document.querySelector(".enlarge").click()')
        fits = self.run('''const held = document.querySelector('.held');
            return [held.firstElementChild.getBoundingClientRect().width,
                held.scrollWidth - held.clientWidth];''')
        self.claim('360 px: an enlarged picture has the width of the page',
                   fits[0] > 300 and fits[1] == 0, str(fits))
        self.run('document.querySelector("[data-zoom]").click()')
        wide, left, room = self.run('''const held = document.querySelector('.held');
            const at = held.firstElementChild?.getBoundingClientRect().left ?? -1;
            const wide = held.scrollWidth; held.scrollLeft = 9999;
            return [wide, at, held.scrollLeft + held.clientWidth];''')
        self.shot('enlarged_phone')
        self.claim('360 px: a picture that is made larger scrolls',
                   wide >= 640 and 0 <= left < 30 and room >= wide - 1, f'{wide}, {left}, {room}')

    def names_whole(self):
        """No name of the code is broken in a table that scrolls."""
        broken = self.run('''return [...document.querySelectorAll('.scroll td code')].filter(
            (one) => one.getClientRects().length > 1).map((one) => one.textContent);''')
        self.claim('360 px: no name in a table is broken', not broken, str(broken[:3]))

    def shaded(self):
        """Shades of the edges stay, and what covers them scrolls away."""
        at = self.run('''const style = getComputedStyle(document.querySelector('#peers ~ .scroll'));
            return [style.backgroundImage.split('linear-gradient').length,
                style.backgroundAttachment];''')
        self.claim('360 px: a table that scrolls has a shade at each edge',
                   at == [5, 'local, local, scroll, scroll'], str(at))

    def enlarge(self):
        """Enter enlarges the first picture, an arrow shows the next, Escape goes back."""
        link = self.browser.find_element('css selector', '.enlarge')
        small = self.run('''const l = arguments[0]; l.scrollIntoView({block: 'center'});
            return l.firstElementChild.getBoundingClientRect().width''', link)
        self.run('arguments[0].focus()', link)
        link.send_keys(Keys.ENTER)
        wide = self.run('''const s = document.querySelector('#viewer[open] .held svg');
            return s ? s.getBoundingClientRect().width : 0''')
        self.shot('enlarged')
        self.claim('Enter enlarges a picture', wide > 2.5 * small > 0, f'{small} to {wide} px')
        name = self.browser.find_element('id', 'viewer-name').text
        self.browser.switch_to.active_element.send_keys(Keys.ARROW_RIGHT)
        self.claim('an arrow shows the next one',
                   self.browser.find_element('id', 'viewer-name').text not in ('', name))
        self.browser.switch_to.active_element.send_keys(Keys.ESCAPE)
        empty = self.run('''return document.querySelector('#viewer').open +
            document.querySelectorAll('.enlarge:not(:has(> svg))').length''')
        focus = self.run('return document.activeElement.className')
        self.claim('Escape puts it back, and the focus on it', empty == 0 and focus == 'enlarge',
                   f'{empty}, {focus}')

    def accessible(self, name):
        if not self.axe:
            return
        self.run(pathlib.Path(self.axe).read_text())
        found = self.browser.execute_async_script('''const done = arguments[0];
            axe.run({exclude: [['figure svg']]}).then((r) => done(r.violations.filter((v) =>
                ['serious', 'critical'].includes(v.impact)).map((v) =>
                [v.id, v.nodes.length, v.nodes[0].target.join(' ')])), (e) => done([String(e)]))''')
        self.claim(f'{name}: axe finds nothing serious', not found, json.dumps(found)[:400])

    def read(self):
        self.browser.set_script_timeout(60)
        for dark in (False, True):
            name = 'dark' if dark else 'light'
            self.open(1200, dark)
            self.shot(f'wide_{name}')
            self.contrasts(name)
            self.accessible(name)
            if not dark:
                self.verdicts()
                self.contents_stay(1200)
                self.contents_follow()
                self.heads_stay()
                self.filters(1200)
                self.bar_chooses()
                self.enlarge()
                self.fits(1200)
        self.open(360, True)
        self.shot('phone_dark')
        self.filters(360)
        self.fits(360)
        self.names_whole()
        self.shaded()
        self.contents_stay(360)
        self.enlarged_on_a_phone()
        loaded = self.run('''return [...document.querySelectorAll('[src], link')].map((e) =>
            e.outerHTML).concat(performance.getEntriesByType('resource').map((r) => r.name))''')
        self.claim('nothing is loaded from elsewhere', not loaded, str(loaded)[:200])
        errors = self.browser.get_log('browser')
        self.claim('there is nothing on the console', not errors, json.dumps(errors)[:300])


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit('report_page.py: REPORT.html FOLDER [AXE.js] were expected')
    visitor = Visitor(*sys.argv[1:3], sys.argv[3] if len(sys.argv) > 3 else None)
    try:
        visitor.read()
    finally:
        visitor.browser.quit()
    sys.exit(visitor.failed > 0)


if __name__ == '__main__':
    main()
