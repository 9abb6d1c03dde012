"""bars.py: are the bars of a report those of the claims below them?

SPDX-License-Identifier: MIT

    python3 tests/programs/bars.py build/report.html

Counts the verdicts in the rows of each paper, and compares them with the words of each of its two
bars, with the numbers in them and with their widths. Prints what is not so."""
import collections
import pathlib
import re
import sys

BAR = re.compile(r'<div class="bar" role="img" aria-label="([^"]*)">(.*?)</div>\s*<ul class="legend">'
                 r'(.*?)</ul>', re.S)


def plain(text):
    return re.sub(r'<[^>]*>', '', text)


page = pathlib.Path(sys.argv[1]).read_text()
head, *papers = re.split(r'(?=<section aria-labelledby="(?:tiers|site|ar|fattree|moldable)")', page)
top = BAR.findall(head)
faults = [] if len(top) == len(papers) == 5 else [f'{len(top)} bars, {len(papers)} papers']
for place, paper in enumerate(papers):
    rows = re.findall(r'<td data-head="verdict">(.*?)</td>', paper, re.S)
    there = collections.Counter(plain(row) for row in rows)
    for words, parts, legend in [top[place], *BAR.findall(paper)]:
        said = dict(re.findall(r'([a-z ]+): (\d+)', words.replace(', ', ',')))
        widths = re.findall(r'flex-grow:(\d+)">.*?(\d+)</span>', parts, re.S)
        listed = dict(re.findall(r'([a-z][a-z ]+?) (\d+)</li>', re.sub(
            r'</?(?!/?li)[^>]*>', '', legend)))
        wanted = {verdict: str(count) for verdict, count in there.items()}
        if said != wanted or listed != wanted or \
                widths != [(wanted[verdict], wanted[verdict]) for verdict in said]:
            faults.append(f'paper {place + 1}: the bar says {words}; the rows have {dict(there)}')
if faults:
    sys.exit('\n'.join(faults))
