"""bars.py: are the bars of a report those of the claims below them?

SPDX-License-Identifier: MIT

    python3 tests/programs/bars.py build/report.html

Counts the verdicts in the rows of each paper by whose claims they are, and compares them with the
bars of the paper on its card and at its head, with their widths and with the words above them; all
of them with the legend and the first line; the counts below a verdict with those of its text.
Each claim that does not hold, or holds in part, has a reason. Prints what is not so."""
import collections
import pathlib
import re
import sys

BAR = re.compile(r'<p class="whose">([^<]*)</p>'
                 r'<div class="bar"[^>]*data-owner="(\w+)"[^>]*>(.*?)</div>', re.S)
PART = re.compile(r'style="flex-grow:(\d+)"[^>]*aria-label="([^"]*): (\d+)">.*?(\d+)</a>', re.S)
ROW = re.compile(r'<tr id="[^"]*" data-verdict="([^"]*)" data-owner="([^"]*)"(.*?)</tr>', re.S)
VERDICT = re.compile(r'<td data-head="verdict"><strong[^>]*>(.*?)</strong>', re.S)
COUNTS = re.compile(r'<span class="aside">(\d+) for, (\d+) (against|within noise)</span></td>'
                    r'<td data-head="measured">(.*?)</td>', re.S)
LEGEND = re.compile(r'<dt><strong[^>]*>(.*?)</strong> <b>(\d+)</b></dt>', re.S)
REASON = re.compile(r'<span class="aside">Why</span>\s*\S')


def plain(text):
    return re.sub(r'<[^>]*>', '', text)


def miscounted(paper):
    """The counts below verdicts that are not those of the text beside them; how many are right."""
    wrong, right = [], 0
    for pro, other, which, measured in COUNTS.findall(paper):
        noise, against = (r'\d+', other) if which == 'against' else (other, '0')
        if re.search(rf'(?<!\d){pro} comparisons? for it, {noise} within noise, {against} against',
                     measured):
            right += 1
        else:
            wrong.append(f'{pro} for, {other} {which}: {plain(measured)[:60]}')
    return wrong, right


def owned(rows, ours):
    """The verdicts of the claims of ours, or of all others; how many hold, by owner."""
    verdicts, held = collections.Counter(), {}
    for verdict, owner, _ in rows:
        if (owner == 'Ours') == ours:
            verdicts[verdict] += 1
            held.setdefault(owner, []).append(verdict == 'holds')
    return verdicts, [(owner, str(sum(each)), str(len(each))) for owner, each in held.items()]


def bar_faults(bar, rows):
    words, owner, parts = bar
    verdicts, held = owned(rows, owner == 'Ours')
    said = re.findall(r'([\w ]+): (\d+) of (\d+)', words.replace('; ', ';'))
    shown = {word: {width, count, number} for width, word, count, number in PART.findall(parts)}
    wanted = {verdict: {str(count)} for verdict, count in verdicts.items()}
    faults = [] if shown == wanted else [f'the bar of {owner} says {shown}; the rows have {wanted}']
    return faults + ([] if said == held else [f'above a bar: {said}; the rows have {held}'])


def paper_faults(bars, rows, paper):
    owners = sorted({'Ours' if owner == 'Ours' else 'Theirs' for _, owner, _ in rows})
    faults = [fault for bar in bars for fault in bar_faults(bar, rows)]
    if sorted(owner for _, owner, _ in bars) != sorted(owners * 2):
        faults.append(f'{len(bars)} bars, of {owners}')
    for verdict, _, row in rows:
        if plain(VERDICT.search(row)[1]) != verdict:
            faults.append(f'a row of {verdict} that says {plain(VERDICT.search(row)[1])}')
        if verdict in ('does not hold', 'holds in part') and not REASON.search(row):
            faults.append(f'no reason: {plain(row)[-80:]}')
    wrong, right = miscounted(paper)
    return faults + (wrong if right else ['no counts below verdicts'])


def head_faults(head, rows):
    verdicts = collections.Counter(verdict for verdict, _, _ in rows)
    listed = {plain(verdict): int(count) for verdict, count in LEGEND.findall(head)}
    faults = [] if listed == verdicts else [f'the legend says {listed}; the rows have {verdicts}']
    ours = [verdict == 'holds' for verdict, owner, _ in rows if owner == 'Ours']
    wanted = [len(rows) - len(ours), verdicts['holds'] - sum(ours), len(ours), sum(ours)]
    first = re.search(r'<p class="lead">.*?\.', head)[0]
    said = [int(number) for number in re.findall(r'\d+', first)]
    return faults + ([] if said == wanted else [f'the first line says {said}, not {wanted}'])


def main():
    page = pathlib.Path(sys.argv[1]).read_text()
    name = ('(?=<section aria-labelledby="(?:tiers|site|ar|fattree|crossing|accounts|urgent|'
            'moldable)")')
    head, *papers = re.split(name, page)
    cards = re.findall(r'<li><h3>.*?</li>', head, re.S)
    faults = [] if len(cards) == len(papers) == 8 else [f'{len(cards)} cards, {len(papers)} papers']
    every = []
    for place, (card, paper) in enumerate(zip(cards, papers)):
        rows = ROW.findall(paper)
        every += rows
        faults += [f'paper {place + 1}: {fault}'
                   for fault in paper_faults(BAR.findall(card) + BAR.findall(paper), rows, paper)]
    faults += head_faults(head, every)
    tables = page.partition('<section aria-labelledby="evidence"')[0]
    faults += [f'no badge: {cell}' for cell in re.findall(r'<td[^>]*>((?:holds|no:)[^<]*)', tables)]
    if faults:
        sys.exit('\n'.join(faults))


main()
