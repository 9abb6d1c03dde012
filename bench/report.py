"""report.py: one page with all figures, claims, tables and evidence, and how each was made.

SPDX-License-Identifier: MIT

    python3 bench/report.py page >build/report.html      # make report
    python3 bench/report.py table                        # the short table in docs/measured.md
    python3 bench/report.py check docs/measured.md       # is it that of the claims?

Everything comes from files: claims and pictures from bench/figures/results, which a gate compares
with their rows; costs from bench/tables; comparisons from docs/measured.md; build/evidence.md if
there is one; what to say of each paper from bench/report_words.py. bench/report.css and
bench/report.js become a part of the page, which loads nothing.
Needs the Debian package python3-markdown."""

import html
import pathlib
import posixpath
import re
import sys

from report_words import (ASIDES, COMPARISONS, EVIDENCE, MEANINGS, PAPERS, PEERS, PICTURES, READING,
                          SOURCES, WORDS)

ROOT = pathlib.Path(__file__).resolve().parents[1]
RESULTS = ROOT / 'bench' / 'figures' / 'results'
VERDICTS = ['holds', 'holds in part', 'within noise', 'does not hold']
PLURALS = dict(zip(VERDICTS, ['hold', 'hold in part', 'within noise', 'do not hold']))

# A verdict is its word, a colour and a shape: none of them alone. Of 16 x 16.
SHAPES = {
    'holds': '<circle cx="8" cy="8" r="7"/><path class="cut" d="M4.2 8.4l2.6 2.6 5-5.6"/>',
    'holds in part': '<circle class="ring" cx="8" cy="8" r="6"/><path d="M8 1a7 7 0 0 0 0 14z"/>',
    'within noise': '<rect x="1" y="1" width="14" height="14" rx="2"/>'
                    '<path class="cut" d="M3.6 9.4c1.6-3.4 3-3.4 4.4-1.4s2.8 2 4.4-1.4"/>',
    'does not hold': '<path d="M8 0l8 8-8 8-8-8z"/><path class="cut" d="M5.4 5.4l5.2 5.2m0-5.2'
                     'l-5.2 5.2"/>',
}


def name_of(verdict):
    """Its class in report.css."""
    return verdict.replace(' ', '-')


def verdicts(name):
    """How many claims of a table have each verdict: the first bold verdict of a row."""
    counts = dict.fromkeys(VERDICTS, 0)
    for line in (RESULTS / name).read_text().splitlines():
        found = re.search(r'\*\*(' + '|'.join(VERDICTS) + r')\*\*', line)
        if line.startswith('| ') and found:
            counts[found[1]] += 1
    return counts


def table(link='../bench/figures/results/{claims}'):
    """The short table: claims by paper and verdict, with links to them."""
    lines = ['| claims of | hold | in part | within noise | do not hold |', '|---|---|---|---|---|']
    for title, claims, _, data, _ in PAPERS:
        counts = verdicts(claims)
        name = f'[{title}]({link.format(claims=claims, data=data)})'
        lines.append('| ' + ' | '.join([name] + [str(counts[v]) for v in VERDICTS]) + ' |')
    return '\n'.join(lines) + '\n'


def check(page_of_it):
    """Is the table on the page, as it is now?"""
    if table() not in pathlib.Path(page_of_it).read_text():
        sys.exit(f'{page_of_it}: expected this table, as `python3 bench/report.py table` prints it:\n'
                 + table())


# ---- text

def to_html(text):
    import markdown
    return markdown.markdown(text, extensions=['tables', 'fenced_code'])


def slug(text):
    return re.sub(r'[^a-z0-9]+', '-', re.sub(r'<[^>]*>', '', text).lower()).strip('-')


def relinked(text, folder):
    """Links of a page in that folder, as build/report.html needs them: claims are in the page."""
    inside = {claims: f'#{data}' for _, claims, _, data, _ in PAPERS}

    def link(found):
        target = found[1]
        if re.match(r'[a-z]+:|#', target):
            return found[0]
        target = inside.get(posixpath.basename(target)) or \
            '../' + posixpath.normpath(posixpath.join(folder, target))
        return f'href="{target}"'
    return re.sub(r'href="([^"]*)"', link, text)


def scrolling(text):
    """What is wide scrolls by itself, also by keys, so that the page never scrolls sideways; cells
    of numbers are known as such, and those with much text, which get room."""
    number = r'[-+]?\d[\d,. ]*(?:%|us|ms|s|B|KiB)?(?: \+ your callback)?'
    text = re.sub(rf'<td>({number})</td>', r'<td class="number">\1</td>', text)
    text = text.replace('<td>-</td>', '<td class="none">-</td>')
    text = re.sub(r'<td>(?=[^<]*[a-z]{4})([^<]{25,})</td>', r'<td class="text">\1</td>', text)
    text = text.replace('<pre>', '<pre tabindex="0">')
    text = text.replace('<table>', '<div class="scroll" tabindex="0" role="group" '
                        'aria-label="a table that scrolls"><table>')
    return text.replace('</table>', '</table></div>')


def chapter(text, folder, ids, by):
    """A page as a part of this one: headings lower, with ids, and a list of the highest of them."""
    found = []

    def heading(match):
        level, inner = int(match[1]) + by, match[2]
        name = f'{ids}-{slug(inner)}'
        if level == 3:
            found.append((name, re.sub(r'<[^>]*>', '', inner)))
        return f'<h{level} id="{name}">{inner}</h{level}>'
    body = re.sub(r'<h(\d)>(.*?)</h\1>', heading, to_html(text))
    return relinked(scrolling(body), folder), found


# ---- verdicts

def shape(verdict):
    return f'<svg class="shape" viewBox="0 0 16 16" aria-hidden="true">{SHAPES[verdict]}</svg>'


def chip(verdict, text=None):
    return (f'<strong class="verdict {name_of(verdict)}">{shape(verdict)}{text or verdict}'
            '</strong>')


def bar(counts):
    """The verdicts of a paper, each as wide as there are claims of it; in words for those who hear
    the page."""
    there = [v for v in VERDICTS if counts[v] > 0]
    words = ', '.join(f'{v}: {counts[v]}' for v in there)
    parts = ''.join(f'<span class="{name_of(v)}" style="flex-grow:{counts[v]}">{shape(v)}'
                    f'{counts[v]}</span>' for v in there)
    return f'<div class="bar" role="img" aria-label="{words}">{parts}</div>'


def legend(total):
    """What each verdict means, once for all bars."""
    return '<dl class="legend">' + ''.join(
        f'<dt>{chip(v)} <b>{total[v]}</b></dt><dd>{MEANINGS[v]}</dd>' for v in VERDICTS) + '</dl>\n'


def badges(text):
    """Cells of other tables that say whether something holds, as verdicts."""
    of = {'holds without the run-time': 'holds in part', 'holds': 'holds',
          'in part': 'holds in part', 'does not': 'does not hold'}

    def badge(cell):
        words = cell[1] if len(cell[1]) > 20 else cell[1].replace(' ', '\u00a0')
        return f'<td>{chip(of.get(cell[1], "does not hold"), words)}</td>'
    return re.sub(rf'<td[^>]*>({"|".join(of)}|no: [^<]*)</td>', badge, text)


def counted(number, what):
    return f'{number} {what}{"" if number == 1 else "s"}'


def pictures_of(patterns):
    """Those of the paper before ours, figure9 before figure10."""
    def by_number(path):
        ours = re.search(r'(figure|table)\d', path.stem) is None
        parts = re.split(r'(\d+)', path.stem)
        return ours, [int(part) if part.isdigit() else part for part in parts]
    return [path for pattern in patterns for path in sorted(RESULTS.glob(pattern), key=by_number)]


def overview():
    """A bar for each paper."""
    total = dict.fromkeys(VERDICTS, 0)
    rows = []
    for title, claims, patterns, data, _ in PAPERS:
        counts = verdicts(claims)
        for verdict in VERDICTS:
            total[verdict] += counts[verdict]
        rows.append(f'<li><h3><a href="#{data}">{html.escape(title)}</a></h3><p class="soft">'
                    f'{counted(sum(counts.values()), "claim")}, '
                    f'{counted(len(pictures_of(patterns)), "picture")}</p>'
                    f'<p>{html.escape(SOURCES[data])}</p>{bar(counts)}</li>')
    words = ', '.join(f'{total[v]} {PLURALS[v]}' for v in VERDICTS)
    return (f'<p class="lead">{counted(sum(total.values()), "claim")} from four papers and a patent, '
            f'and of our own, each beside its measurement: {words}.</p>{COMPARISONS}{legend(total)}'
            f'<ul class="papers">{"".join(rows)}</ul>\n')


# ---- a paper

def folded(cell, most):
    """A long cell shows its first sentence, and the rest on request."""
    for end in re.finditer(r'\. (?=[A-Z0-9])|: (?=[A-Z])', cell):
        first, rest = cell[:end.end()], cell[end.end():]
        if len(cell) > most and first.count('<') == 2 * first.count('</'):
            return f'<details><summary>{first}</summary>{rest}</details>'
    return cell


def cells_of(lines):
    """The heads of a table, and its rows as lists of cells."""
    text = to_html('\n'.join(lines))
    heads = re.findall(r'<th[^>]*>(.*?)</th>', text)
    rows = re.findall(r'<tr>\n?(.*?)</tr>', text, re.S)[1:]
    return heads, [re.findall(r'<td[^>]*>(.*?)</td>', row, re.S) for row in rows]


def tally_of(verdict, measured):
    """How the comparisons went, where not all are for the claim."""
    found = re.search(r'(\d+) comparisons? for it, \d+ within noise, (\d+) against', measured)
    if not found or verdict not in ('holds in part', 'does not hold'):
        return ''
    text = 'none against' if found[2] == '0' else f'{found[1]} for, {found[2]} against'
    return f'<span class="aside">{text}</span>'


def measurement(measured, aside, head):
    """What was measured, and below it what the last column of the table says."""
    text = folded(measured, 220)
    if aside:
        text += (f'<div class="why"><span class="aside">{ASIDES[head]}</span> '
                 f'{folded(aside, 220)}</div>')
    return text


def unbroken(text):
    """A number, its interval and its percent sign stay on a line."""
    return text.replace(' ± ', '\u00a0±\u00a0').replace(' %', '\u00a0%')


def claim_row(cells, heads, label, whole):
    """whole: the claim that this one belongs to, if it is a part of one."""
    at = dict(zip(heads, cells))
    verdict = re.sub(r'<[^>]*>', '', at['verdict'])
    part = ' class="part"' if whole else ''
    of = f' data-of="{whole}"' if whole else ''
    measured = measurement(at['measured'], ''.join(cells[4:]), heads[-1])
    shown = chip(verdict) if verdict in SHAPES else verdict
    return (f'<tr data-verdict="{verdict}"{part}><td class="label">{label}</td>'
            f'<td data-head="claim"{of}>{unbroken(cells[1])}</td>'
            f'<td data-head="verdict">{shown}{tally_of(verdict, at["measured"])}</td>'
            f'<td data-head="measured">{unbroken(measured)}</td></tr>\n')


def claims_table(lines):
    """The rows of claims: on a narrow page each is a card. A claim without a letter, or one that
    begins with dots, is a part of the last one that is whole."""
    heads, rows = cells_of(lines)
    letter = whole = ''
    body = []
    for cells in rows:
        part = not cells[0] or re.match(r'(\w+: )?\.\.\.', cells[1])
        letter, count = (cells[0], 1) if cells[0] else (letter, count + 1)
        label = letter if count == 1 else f'{letter}{count}'
        if not part:
            whole = html.escape(f'{label}: ' + html.unescape(re.sub(r'<[^>]*>', '', cells[1])))
        body.append(claim_row(cells, heads, label, whole if part else ''))
    head = ''.join(f'<th scope="col">{word}</th>' for word in
                   ('<span>number</span>', heads[1], 'verdict', 'measured'))
    return (f'<table class="claims"><thead><tr>{head}</tr></thead>\n<tbody>{"".join(body)}</tbody>'
            '</table>\n')


def origin(stem):
    """Which figure of its paper a picture is, or that it is ours; and of what."""
    numbered = re.search(r'(figure|table)(\d+)$', stem)
    which = f'{numbered[1].capitalize()} {numbered[2]} of the paper' if numbered else 'Ours'
    return f'{which}, {PICTURES[stem]}' if stem in PICTURES else which


def picture(path, number):
    """A picture in the page itself, named after its title, which is bold. Its ids get a number,
    since those of others are the same."""
    svg = path.read_text()
    svg = svg[svg.index('<svg'):]
    svg = re.sub(r'\bid="', f'id="f{number}_', svg)
    svg = re.sub(r"\bid='", f"id='f{number}_", svg)
    svg = re.sub(r'(url\(#|href="#|href=\'#)', rf'\g<1>f{number}_', svg)
    bold = re.search(r'font-weight="bold"[^>]*>\s*<text[^>]*>(.*?)</text>', svg, re.S)
    title = html.escape(html.unescape(re.sub(r'<[^>]*>', '', bold[1])).strip())
    which = origin(path.stem)
    svg = re.sub(r'<title>.*?</title>\n?', '', svg, count=1, flags=re.S)
    svg = svg.replace('<svg', f'<svg role="img" aria-label="{title}; {which}"', 1)
    return (f'<figure id="{path.stem}"><a class="enlarge" href="#{path.stem}">{svg}</a>'
            f'<figcaption>{title} <span class="soft">{which}</span></figcaption></figure>\n')


def words_of(data):
    """The words of a chapter, and how to read its claims."""
    words = ''.join(f'<div><dt>{word}</dt><dd>{html.escape(meaning, quote=False)}</dd></div>'
                    for word, meaning in WORDS[data])
    return (f'<div class="words"><h3 id="{data}-words">Words and abbreviations</h3>'
            f'<dl>{words}</dl><p><b>To read a claim:</b> '
            f'{html.escape(READING[data], quote=False)}</p></div>\n')


def further(lines, data):
    """What a page says behind its claims: a remark on them, and tables, which are folded."""
    text, _ = chapter('\n'.join(lines), 'bench/figures/results', data, 2)
    remark, _, _ = text.partition('<h4')
    tables = re.sub(r'<h4 id="([^"]*)">(.*?)</h4>(.*?)(?=<h4|\Z)',
                    r'<details class="more" id="\1"><summary>\2</summary>\3</details>',
                    text[len(remark):], flags=re.S)
    return remark, tables and f'<h3 id="{data}-tables">Tables</h3>\n{badges(tables)}'


def pictures(paths, data, command, number):
    figures = []
    for path in paths:
        number[0] += 1
        figures.append(picture(path, number[0]))
    return (
        f'<h3 id="{data}-pictures">Pictures</h3><p class="soft">Select one to enlarge it. '
        '<a href="../bench/figures/results/README.md">How they were made</a> explains their bars. '
        f'<code class="whole">{command}</code>, then <code>sh bench/figures/report.sh build/figures'
        f'</code>, draws them anew.</p><div class="figures">{"".join(figures)}</div>\n')


def paper(title, claims, patterns, data, command, number):
    lines = (RESULTS / claims).read_text().splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith('|'))
    last = next((i for i in range(first, len(lines)) if not lines[i].startswith('|')), len(lines))
    rules = relinked(to_html('\n'.join(lines[1:first])), 'bench/figures/results')
    rules = rules.replace('he last column', 'he text below a measurement')  # its place is there
    remark, tables = further(lines[last:], data)
    counts, paths = verdicts(claims), pictures_of(patterns)
    body = (
        f'<p>{html.escape(SOURCES[data])}</p>{bar(counts)}'
        f'<p class="soft"><a href="#{data}-claims">{counted(sum(counts.values()), "claim")}</a>, '
        f'<a href="#{data}-pictures">{counted(len(paths), "picture")}</a></p>{words_of(data)}'
        f'<details class="more"><summary>How a verdict is decided</summary>{rules}</details>\n'
        f'<h3 id="{data}-claims">Claims</h3>\n{claims_table(lines[first:last])}{remark}'
        f'{pictures(paths, data, command, number)}{tables}')
    return section(data, html.escape(title), body)


# ---- the page

def contents(chapters):
    """chapters: an id, a title, counts or None, and what is below it."""
    items = []
    for name, title, counts, below in chapters:
        tally = '' if counts is None else '<span class="tally">' + ''.join(
            f'<span class="{name_of(v)}">{shape(v)}<span class="word">{v} </span>{counts[v]}</span>'
            for v in VERDICTS if counts[v] > 0) + '</span>'
        inner = ''.join(f'<li><a href="#{i}">{html.escape(t, quote=False)}</a></li>'
                        for i, t in below)
        items.append(f'<li><a href="#{name}">{html.escape(title)}{tally}</a>'
                     + (f'<ul>{inner}</ul>' if inner else '') + '</li>')
    return ('<nav aria-label="Contents"><details open><summary>Contents</summary><ul>'
            f'{"".join(items)}</ul></details></nav>\n')


def section(name, title, body):
    return (f'<section aria-labelledby="{name}"><h2 id="{name}">{title}</h2>\n{body}</section>\n')


def page():
    docs = (ROOT / 'docs' / 'measured.md').read_text()
    measured, peers = chapter(docs.partition(table())[2], 'docs', 'peers', 1)
    tables = (ROOT / 'bench' / 'tables' / 'README.md').read_text().partition('\n')[2]
    costs, takes = chapter(tables, 'bench/tables', 'costs', 1)
    file = ROOT / 'build' / 'evidence.md'
    evidence, shown = chapter(file.read_text().partition('\n')[2], 'build', 'evidence', 1) \
        if file.exists() else (EVIDENCE, [])
    number = [0]
    papers = ''.join(paper(*each, number) for each in PAPERS)
    chapters = [('results', 'Verdicts', None, [])]
    chapters += [(data, title, verdicts(claims), []) for title, claims, _, data, _ in PAPERS]
    chapters += [('peers', 'Beside others', None, peers), ('costs', 'What it takes', None, takes),
                 ('evidence', 'Evidence', None, shown)]
    title = 'sked: what was claimed, and what was measured'
    here = ROOT / 'bench'
    sys.stdout.write(
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<title>{title}</title><style>\n{(here / "report.css").read_text()}</style></head><body>\n'
        f'<a class="skip" href="#results">To the verdicts</a>\n<header><h1>{title}</h1>'
        '<p>sked is cluster scheduling for C. It implements four papers and a patent; this page says '
        'which of their claims hold when its code is measured, and what it costs to run.</p>'
        '<p class="soft">Made by <code>make report</code> from files that the tests compare with '
        f'their sources.</p></header>\n<div class="columns">{contents(chapters)}<main>\n'
        + section('results', 'Verdicts', overview()) + papers
        + section('peers', 'Beside others', PEERS + measured)
        + section('costs', 'What it takes', badges(costs))
        + section('evidence', 'Evidence', evidence)
        + '</main></div>\n<dialog id="viewer" aria-labelledby="viewer-name"><form method="dialog">'
        '<h2 id="viewer-name">Picture</h2><button type="button" data-step="-1">Previous</button>'
        '<button type="button" data-step="1">Next</button><button>Close</button></form>'
        '<div class="held" tabindex="0" role="group" aria-label="the picture"></div></dialog>\n'
        f'<script>\n{(here / "report.js").read_text()}</script></body></html>\n')


def main():
    words = sys.argv[1:]
    if words == ['page']:
        page()
    elif words == ['table']:
        sys.stdout.write(table())
    elif len(words) == 2 and words[0] == 'check':
        check(words[1])
    else:
        sys.exit('report.py: page, table, or check PAGE was expected')


if __name__ == '__main__':
    main()
