"""report_claims.py: the tables of claims in bench/figures/results, as bench/report.py shows them.

SPDX-License-Identifier: MIT

Whose each claim is, its verdict and its reason; and what docs/measured.md says was found."""

import collections
import html
import pathlib
import re
import sys

from report_words import FOUND, GROUPS, OWNERS, PAPERS, WHY

ROOT = pathlib.Path(__file__).resolve().parents[1]
RESULTS = ROOT / 'bench' / 'figures' / 'results'
VERDICTS = ['holds', 'holds, partly within noise', 'holds in part', 'within noise',
            'does not hold']

# label: its number on the page. whole: the claim that it is a part of, if it is one. group: the
# heading of the rows from here on, if there is a new one. why: our reason, if the table has none.
Claim = collections.namedtuple('Claim', 'label whole group owner heads cells verdict tally why')


def verdicts(name):
    """How many claims of a table have each verdict: the first bold verdict of a row."""
    counts = dict.fromkeys(VERDICTS, 0)
    for line in (RESULTS / name).read_text().splitlines():
        found = re.search(r'\*\*(' + '|'.join(VERDICTS) + r')\*\*', line)
        if line.startswith('| ') and found:
            counts[found[1]] += 1
    return counts


def plain(text):
    return html.unescape(re.sub(r'<[^>]*>', '', text))


def to_html(text):
    import markdown
    return markdown.markdown(text, extensions=['tables', 'fenced_code'])


# ---- the table

def parts_of(name):
    """The lines of a page of claims: what is above its table, the table, and what is below."""
    lines = (RESULTS / name).read_text().splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith('|'))
    last = next((i for i in range(first, len(lines)) if not lines[i].startswith('|')), len(lines))
    return lines[1:first], lines[first:last], lines[last:]


def cells_of(lines):
    """The heads of a table, and its rows as lists of cells."""
    text = to_html('\n'.join(lines))
    heads = re.findall(r'<th[^>]*>(.*?)</th>', text)
    rows = re.findall(r'<tr>\n?(.*?)</tr>', text, re.S)[1:]
    return heads, [re.findall(r'<td[^>]*>(.*?)</td>', row, re.S) for row in rows]


def compared(measured):
    """How many comparisons are for the claim, within noise, and against it; None if it has none."""
    found = re.search(r'(\d+) comparisons? for it, (\d+) within noise, (\d+) against', measured)
    return tuple(map(int, found.groups())) if found else None


def tally_of(verdict, measured):
    """How the comparisons went, where not all are for the claim."""
    counts = compared(measured)
    if counts is None or verdict in ('holds', 'within noise'):
        return ''
    if counts[2] > 0:
        return f'{counts[0]} for, {counts[2]} against'
    return ('by a counterexample' if verdict == 'does not hold'
            else f'{counts[0]} for, {counts[1]} within noise')


def group_of(data, claim):
    """The group that begins with this claim: its heading and whose it is; or None."""
    return next((group[1:] for group in GROUPS.get(data, []) if claim.startswith(group[0])), None)


def claims_of(name, data):
    """A claim without a letter, or one that begins with dots, is a part of the last whole one."""
    rules, table, rest = parts_of(name)
    heads, rows = cells_of(table)
    letter = whole = ''
    owner, found = OWNERS[data], []
    for cells in rows:
        part = not cells[0] or re.match(r'(\w+: )?\.\.\.', cells[1])
        letter, count = (cells[0], 1) if cells[0] else (letter, count + 1)
        label = letter if count == 1 else f'{letter}{count}'
        whole = whole if part else f'{label}: {plain(cells[1])}'
        group = group_of(data, plain(cells[1]))
        owner = group[1] if group else owner
        at = dict(zip(heads, cells))
        verdict = plain(at['verdict'])
        found.append(Claim(label, whole if part else '', group and group[0], owner, heads, cells,
                           verdict, tally_of(verdict, at['measured']),
                           reason(WHY[data].get(label, ''), rules + rest)))
    check_reasons(data, found)
    return found


def counts_of(claims):
    counts = collections.Counter(claim.verdict for claim in claims)
    return {verdict: counts[verdict] for verdict in VERDICTS}


def by_owner(claims):
    """The claims of each owner, in the order of the table: {'The paper': ..., 'Ours': ...}."""
    owned = {}
    for claim in claims:
        owned.setdefault(claim.owner, []).append(claim)
    return owned


def held(claims):
    return sum(claim.verdict == 'holds' for claim in claims)


# ---- why

def reason(text, lines):
    """Our words for a reason, in HTML. "{...}" is what the page says behind these words of its own,
    to the end of that line."""
    def quoted(match):
        found = [line for line in lines if match[1] in line]
        if len(found) != 1:
            sys.exit(f'report_words.py: "{match[1]}" is in {len(found)} lines of that page')
        return found[0].partition(match[1])[2].strip()
    return re.sub(r'</?p>', '', to_html(re.sub(r'\{(.*?)\}', quoted, text))) if text else ''


def check_reasons(data, claims):
    """Each claim that does not hold, or holds in part, has a reason, in its table or in WHY, which
    has no others."""
    failed = {claim.label for claim in claims
              if claim.verdict in ('does not hold', 'holds in part')}
    told = {claim.label for claim in claims
            if claim.heads[-1].startswith('why') and claim.cells[-1]}
    without, beyond = failed - told - set(WHY[data]), set(WHY[data]) - (failed - told)
    if without or beyond:
        sys.exit(f'report_words.py: {data}: no reason: {sorted(without)}; '
                 f'a reason, and no such claim that fails or holds in part: {sorted(beyond)}')


# ---- what was found

def section_of(docs, heading):
    found = re.search(rf'^## {re.escape(heading)}\n(.*?)(?=^## |\Z)', docs, re.S | re.M)
    if not found:
        sys.exit(f'docs/measured.md: there is no heading "{heading}"')
    return found[1]


def found_in(docs, data):
    """What docs/measured.md says of a paper: the sentences that say what was found, which
    FOUND names by words of theirs; and all others. Links to the claims are left out."""
    heading, names = FOUND[data]
    text = re.sub(r'[;,]?\s\[each\s+claim[^]]*\]\([^)]*\)', '', section_of(docs, heading))
    said = re.split(r'(?<=\.)\s+(?=[A-Z0-9`])', ' '.join(text.split()))
    for name in names:
        if sum(name in sentence for sentence in said) != 1:
            sys.exit(f'docs/measured.md, {heading}: not in one sentence: "{name}"')
    first = [sentence for sentence in said if any(name in sentence for name in names)]
    rest = [sentence for sentence in said if sentence not in first]
    return [re.sub(r'</?p>', '', to_html(' '.join(part))) for part in (first, rest)]


def without_findings(docs):
    """docs/measured.md without the sections that are at the heads of chapters."""
    for heading, _ in FOUND.values():
        docs = docs.replace(f'## {heading}\n{section_of(docs, heading)}', '')
    return docs


def all_claims():
    return {data: claims_of(name, data) for _, name, _, data, _ in PAPERS}
