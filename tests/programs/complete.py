"""complete.py: is all in a report, and is it well formed?

SPDX-License-Identifier: MIT

    python3 tests/programs/complete.py PAGE RESULTS

Each picture of the folder RESULTS once, each row of its claims once, with its number, its verdict
and all that was measured; every tag closed, no id twice, each link to an id that is there. Prints
what is not so. A row without a number has that of the row before it, and which it is of these: a,
a2, a3. What the page adds to a cell has the class "aside", or data-added. What holds in part has
comparisons against it, what holds, partly within noise, has none."""
import collections, html.parser, pathlib, re, sys
void = {'meta', 'br', 'hr', 'img', 'link', 'input'}
verdicts = {'**holds**', '**holds, partly within noise**', '**holds in part**', '**within noise**',
            '**does not hold**'}
class Reader(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.ids, self.rows, self.faults, self.aside = [], set(), [], [], None
        self.links = set()
    def handle_starttag(self, tag, words):
        if tag not in void:
            self.open.append(tag)
        if tag == 'tr':
            self.rows.append([])
        if tag == 'td' and self.rows:
            self.rows[-1].append('')
        if not self.aside and (('class', 'aside') in words or ('data-added', None) in words):
            self.aside = len(self.open)
        for name, value in words:
            if name == 'id' and value in self.ids:
                self.faults.append(f'id {value} twice')
            if name == 'id':
                self.ids.add(value)
            if name == 'href':
                self.links.add(value)
    def handle_endtag(self, tag):
        if len(self.open) == self.aside:
            self.aside = None
        if tag not in void and (not self.open or self.open.pop() != tag):
            self.faults.append(f'line {self.getpos()[0]}: </{tag}> closes nothing')
    def handle_data(self, text):
        if not self.aside and 'td' in self.open and self.rows and self.rows[-1]:
            self.rows[-1][-1] += text
def claims(table):
    """The rows of the table that has verdicts, and in which column these are."""
    verdict = None
    for line in table.read_text().splitlines():
        cells = [cell.strip() for cell in line.strip().strip('|').split('|')]
        if line.startswith('| ') and 'verdict' in cells:
            verdict = cells.index('verdict')
        elif not line.startswith('|'):
            verdict = None
        elif verdict is not None and not line.startswith('|---'):
            yield cells, verdict
page = pathlib.Path(sys.argv[1]).read_text()
results = pathlib.Path(sys.argv[2])
reader = Reader()
reader.feed(page)
def as_shown(cells, verdict, numbers):
    """A row of a table as the page has it: number, claim, verdict, and what is beside them."""
    if cells[0]:
        numbers[:] = [cells[0], 1]
    else:
        numbers[1] += 1
    number = numbers[0] + (str(numbers[1]) if numbers[1] > 1 else '')
    return [number, cells[1], cells[verdict], ''.join(cells[2:verdict] + cells[verdict + 1:])]
words = lambda cells: tuple(re.sub(r'\W+', '', cell) for cell in cells)
told = collections.Counter(words(row) for row in reader.rows)
for picture in results.glob('*.svg'):
    if page.count(f'<figure id="{picture.stem}">') != 1:
        reader.faults.append(f'{picture.stem} is not there once')
number = 0
for table in sorted(results.glob('*claims.md')):
    numbers = ['', 0]
    for cells, verdict in claims(table):
        number += 1
        times = told[words(as_shown(cells, verdict, numbers))]
        if times != 1:
            reader.faults.append(f'{times} times: the claim "{cells[1]}"')
        against = re.search(r'comparisons? for it, \d+ within noise, (\d+) against', cells[2])
        partly = {'**holds, partly within noise**': True, '**holds in part**': False}
        if against and partly.get(cells[verdict], against[1] == '0') != (against[1] == '0'):
            reader.faults.append(f'{table.name}: {against[1]} against, {cells[verdict]}: the claim '
                                 f'"{cells[1]}"')
        if cells[verdict] not in verdicts:
            reader.faults.append(f'{table.name}: no verdict: the claim "{cells[1]}"')
reader.faults += [f'<{tag}> is not closed' for tag in reader.open]
reader.faults += [f'a link out of the page, or to nothing: {link}' for link in sorted(reader.links)
                  if link[:1] != '#' or link[1:] not in reader.ids]
print('\n'.join(reader.faults[:20]))
sys.exit(bool(reader.faults) or number < 150)
