"""bars.py: are the bars of a report those of the claims below them?

SPDX-License-Identifier: MIT

    python3 tests/programs/bars.py build/report.html

Counts the verdicts in the rows of each paper, and compares them with the words of each of its two
bars, with the numbers in them and with their widths, and all of them with the legend; the counts
below a verdict with those of its measurement. Prints what is not so."""
import collections
import pathlib
import re
import sys

BAR = re.compile(r'<div class="bar" role="img" aria-label="([^"]*)">(.*?)</div>', re.S)
VERDICT = re.compile(r'<td data-head="verdict"><strong[^>]*>(.*?)</strong>', re.S)
COUNTS = re.compile(r'<span class="aside">(?:(none)|(\d+) for, (\d+)) against</span></td>'
                    r'<td data-head="measured">(.*?)</td>', re.S)
LEGEND = re.compile(r'<dt><strong[^>]*>(.*?)</strong> <b>(\d+)</b></dt>', re.S)


def plain(text):
    return re.sub(r'<[^>]*>', '', text)


page = pathlib.Path(sys.argv[1]).read_text()
head, *papers = re.split(r'(?=<section aria-labelledby="(?:tiers|site|ar|fattree|moldable)")', page)
top = BAR.findall(head)
faults = [] if len(top) == len(papers) == 5 else [f'{len(top)} bars, {len(papers)} papers']
def miscounted(paper):
    """The counts below verdicts that are not those of the text beside them; how many are right."""
    wrong, right = [], 0
    for none, pro, against, measured in COUNTS.findall(paper):
        counts = rf'(?<!\d){pro or "[1-9][0-9]*"} comparisons? for it, \d+ within noise, '
        if re.search(rf'{counts}{against or 0} against', measured):
            right += 1
        else:
            wrong.append(f'{none}{pro} for, {against or 0} against: {plain(measured)[:60]}')
    return wrong, right


total = collections.Counter()
for place, paper in enumerate(papers):
    there = collections.Counter(plain(row) for row in VERDICT.findall(paper))
    total += there
    wanted = {verdict: str(count) for verdict, count in there.items()}
    for words, parts in [top[place], *BAR.findall(paper)]:
        said = dict(re.findall(r'([a-z ]+): (\d+)', words.replace(', ', ',')))
        widths = re.findall(r'flex-grow:(\d+)">.*?(\d+)</span>', parts, re.S)
        if said != wanted or widths != [(wanted[verdict], wanted[verdict]) for verdict in said]:
            faults.append(f'paper {place + 1}: the bar says {words}; the rows have {dict(there)}')
    wrong, right = miscounted(paper)
    faults += wrong if right else [f'paper {place + 1}: no counts below verdicts']
listed = {plain(verdict): int(count) for verdict, count in LEGEND.findall(head)}
if listed != total:
    faults.append(f'the legend says {listed}; the rows have {dict(total)}')
tables = page.partition('<section aria-labelledby="evidence"')[0]
faults += [f'no badge: {cell}' for cell in re.findall(r'<td[^>]*>((?:holds|no:)[^<]*)', tables)]
if faults:
    sys.exit('\n'.join(faults))
