"""report.py: one page with all figures, claims, tables and evidence, and how each was made.

SPDX-License-Identifier: MIT

    python3 bench/report.py page >build/report.html      # make report
    python3 bench/report.py table                        # the short table in docs/measured.md
    python3 bench/report.py check docs/measured.md       # is it that of the claims?

Everything comes from files: claims and pictures from bench/figures/results, which a gate compares
with their rows; costs from bench/tables; comparisons from docs/measured.md; build/evidence.md if
there is one. bench/report.css and bench/report.js become a part of the page, which loads nothing.
Needs the Debian package python3-markdown."""

import html
import pathlib
import posixpath
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
RESULTS = ROOT / 'bench' / 'figures' / 'results'
VERDICTS = ['holds', 'holds in part', 'within noise', 'does not hold']
PLURALS = dict(zip(VERDICTS, ['hold', 'hold in part', 'within noise', 'do not hold']))

# Each paper: its title, its claims, its pictures, its data, and what draws it anew.
PAPERS = [
    ('MEASY: jobs in the background of others', 'claims.md', ['figure*.svg', 'options_*.svg'],
     'tiers', 'build/figures_tiers --full'),
    ('PJS: mapping to machines and clusters', 'site_claims.md', ['site_*.svg'], 'site',
     'build/figures_site --full'),
    ('Advance reservations', 'ar_claims.md', ['ar_*.svg'], 'ar', 'build/figures_ar --full'),
    ('A fat tree: the method of a patent', 'fattree_claims.md', ['fattree_*.svg'], 'fattree',
     'build/figures_fattree --full'),
    ('DEMT: moldable tasks', 'moldable_claims.md', ['moldable_*.svg'], 'moldable',
     'build/figures_moldable --full'),
]

# By data: what is tested, and whose it is.
SOURCES = {
    'tiers': 'Waiting jobs run in the background of others on the cycles that these leave unused. '
             'From the paper on MEASY: parallel job scheduling with migration and consolidation.',
    'site': 'Jobs run on one machine or, where that pays, in parallel on a cluster. Collins and '
            'George, Parallel and Sequential Job Scheduling in Heterogeneous Clusters, 2001.',
    'ar': 'Seven policies choose processors for reservations with deadlines. Li, Pei, Shen, Wu, He '
          'and Yang, Resource Availability-Aware Advance Reservation for Parallel Jobs with '
          'Deadlines, J. Supercomputing, 2013.',
    'fattree': 'Jobs get units of a fat tree, several jobs at a time. Patent CN110191155B.',
    'moldable': 'Batches whose lengths double bound both the makespan and the sum of weighted '
                'completion times. Dutot, Eyraud, Mounie and Trystram, Bi-criteria Algorithm '
                'for Scheduling Jobs on Cluster Platforms, 2004.',
}

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
    of numbers are known as such."""
    number = r'[-+]?\d[\d,. ]*(?:%|us|ms|s|B|KiB)?'
    text = re.sub(rf'<td>({number})</td>', r'<td class="number">\1</td>', text)
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


def chip(verdict):
    return f'<strong class="verdict {name_of(verdict)}">{shape(verdict)}{verdict}</strong>'


def bar(counts):
    """The verdicts of a paper, each as wide as there are claims of it, and the same in words."""
    there = [v for v in VERDICTS if counts[v] > 0]
    words = ', '.join(f'{v}: {counts[v]}' for v in there)
    parts = ''.join(f'<span class="{name_of(v)}" style="flex-grow:{counts[v]}">{shape(v)}'
                    f'{counts[v]}</span>' for v in there)
    legend = ''.join(f'<li>{chip(v)} {counts[v]}</li>' for v in there)
    return (f'<div class="bar" role="img" aria-label="{words}">{parts}</div>'
            f'<ul class="legend">{legend}</ul>')


def counted(number, what):
    return f'{number} {what}{"" if number == 1 else "s"}'


def pictures_of(patterns):
    """figure9 before figure10."""
    def by_number(path):
        return [int(part) if part.isdigit() else part for part in re.split(r'(\d+)', path.stem)]
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
            f'and of our own, each beside its measurement: {words}.</p>'
            f'<ul class="papers">{"".join(rows)}</ul>\n')


# ---- a paper

def folded(cell, most):
    """A long cell shows its first sentence, and the rest on request."""
    for end in re.finditer(r'\. (?=[A-Z0-9])|: (?=[A-Z])', cell):
        first, rest = cell[:end.end()], cell[end.end():]
        if len(cell) > most and first.count('<') == 2 * first.count('</'):
            return f'<details><summary>{first}</summary>{rest}</details>'
    return cell


def claims_table(lines):
    """The rows of claims: on a narrow page each is a card, with the headings beside its cells."""
    heads = re.findall(r'<th[^>]*>(.*?)</th>', to_html('\n'.join(lines[:3])))
    at = heads.index('verdict')
    rows = []
    for row in re.findall(r'<tr>\n?(.*?)</tr>', to_html('\n'.join(lines)), re.S)[1:]:
        cells = re.findall(r'<td[^>]*>(.*?)</td>', row, re.S)
        verdict = re.sub(r'<[^>]*>', '', cells[at])
        cells = [folded(cell, 150) if i > 1 and i != at else cell for i, cell in enumerate(cells)]
        if verdict in SHAPES:
            cells[at] = chip(verdict)
        rows.append('<tr>' + ''.join(
            f'<td data-head="{html.escape(head)}">{cell}</td>' if cell else '<td></td>'
            for head, cell in zip(heads, cells)) + '</tr>\n')
    head = ''.join(f'<th scope="col">{head or "<span>number</span>"}</th>' for head in heads)
    return (f'<table class="claims"><thead><tr>{head}</tr></thead>\n<tbody>{"".join(rows)}</tbody>'
            '</table>\n')


def picture(path, number):
    """A picture in the page itself, named after its file and its title, which is bold. Its ids get
    a number, since those of others are the same."""
    svg = path.read_text()
    svg = svg[svg.index('<svg'):]
    svg = re.sub(r'\bid="', f'id="f{number}_', svg)
    svg = re.sub(r"\bid='", f"id='f{number}_", svg)
    svg = re.sub(r'(url\(#|href="#|href=\'#)', rf'\g<1>f{number}_', svg)
    name = html.escape(re.sub(r'(?<=[a-z])(?=\d)|_', ' ', path.stem))
    bold = re.search(r'font-weight="bold"[^>]*>\s*<text[^>]*>(.*?)</text>', svg, re.S)
    if bold:
        title = html.unescape(re.sub(r'<[^>]*>', '', bold[1])).strip()
        name += ': ' + html.escape(title)
    svg = re.sub(r'<title>.*?</title>\n?', '', svg, count=1, flags=re.S)
    svg = svg.replace('<svg', f'<svg role="img" aria-label="{name}"', 1)
    return (f'<figure id="{path.stem}"><a class="enlarge" href="#{path.stem}">{svg}</a>'
            f'<figcaption>{name}</figcaption></figure>\n')


def paper(title, claims, patterns, data, command, number):
    lines = (RESULTS / claims).read_text().splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith('|'))
    last = next((i for i in range(first, len(lines)) if not lines[i].startswith('|')), len(lines))
    rest, _ = chapter('\n'.join(lines[last:]), 'bench/figures/results', data, 2)
    rest = re.sub(r'<h4 id="([^"]*)">(.*?)</h4>(.*?)(?=<h4|\Z)',
                  r'<details class="more" id="\1"><summary>\2</summary>\3</details>', rest,
                  flags=re.S)
    figures = []
    for path in pictures_of(patterns):
        number[0] += 1
        figures.append(picture(path, number[0]))
    return (
        f'<section aria-labelledby="{data}"><h2 id="{data}">{html.escape(title)}</h2>\n'
        f'<p>{html.escape(SOURCES[data])}</p>{bar(verdicts(claims))}'
        f'<details class="more"><summary>How a verdict is decided</summary>'
        f'{relinked(to_html(chr(10).join(lines[1:first])), "bench/figures/results")}</details>\n'
        f'<h3 id="{data}-pictures">Pictures</h3><p class="soft">Select one to enlarge it. '
        f'<a href="../bench/figures/results/README.md">How they were made</a> explains bars and '
        f'abbreviations. <code class="whole">{command}</code>, then <code>sh bench/figures/report.sh '
        f'build/figures</code>, draws them anew.</p><div class="figures">{"".join(figures)}</div>\n'
        f'<h3 id="{data}-claims">Claims</h3>\n{claims_table(lines[first:last])}{rest}</section>\n')


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
        if file.exists() else ('<p><code>make evidence</code> was not run here.</p>', [])
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
        + section('peers', 'Beside others', measured) + section('costs', 'What it takes', costs)
        + section('evidence', 'Evidence', evidence)
        + '</main></div>\n<dialog id="viewer" aria-labelledby="viewer-name"><form method="dialog">'
        '<h2 id="viewer-name">Picture</h2><button type="button" data-step="-1">Previous</button>'
        '<button type="button" data-step="1">Next</button><button>Close</button></form>'
        '<div class="held"></div></dialog>\n'
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
