"""report.py: one page with all figures, claims, tables and evidence, and how each was made.

SPDX-License-Identifier: MIT

    python3 bench/report.py page >build/report.html      # make report
    python3 bench/report.py table                        # the short table in docs/measured.md
    python3 bench/report.py check docs/measured.md       # is it that of the claims?

Everything comes from files: claims and pictures from bench/figures/results, which a gate compares
with their rows; costs from bench/tables; comparisons, and what was found, from docs/measured.md;
build/evidence.md if there is one; what to say of each paper from bench/report_words.py.
bench/report.css and bench/report.js become a part of the page, which loads nothing.
Needs the Debian package python3-markdown."""

import html
import pathlib
import posixpath
import re
import subprocess
import sys

from report_claims import (RESULTS, ROOT, VERDICTS, all_claims, by_owner, counts_of, found_in, held,
                           parts_of, plain, reason, to_html, verdicts, without_findings)
from report_words import (ABOUT, ASIDES, CAVEATS, COMPARISONS, MEANINGS, NO_EVIDENCE, PAPERS, PEERS,
                          PICTURES, READING, SOURCES, WORDS)

PLURALS = dict(zip(VERDICTS, ['hold', 'hold, partly within noise', 'hold in part',
                              'within noise', 'do not hold']))

# A verdict is its word, a colour and a shape: none of them alone. Of 16 x 16.
SHAPES = {
    'holds': '<circle cx="8" cy="8" r="7"/><path class="cut" d="M4.2 8.4l2.6 2.6 5-5.6"/>',
    'holds, partly within noise': '<circle class="ring" cx="8" cy="8" r="6"/>'
                                  '<path d="M8 1a7 7 0 0 1 0 14z"/><path class="ring" d="M4.4 5.6h3m-3.6 2.4h3.6m-3 2.4h3"/>',
    'holds in part': '<circle class="ring" cx="8" cy="8" r="6"/><path d="M8 1a7 7 0 0 0 0 14z"/>',
    'within noise': '<rect x="1" y="1" width="14" height="14" rx="2"/>'
                    '<path class="cut" d="M3.6 9.4c1.6-3.4 3-3.4 4.4-1.4s2.8 2 4.4-1.4"/>',
    'does not hold': '<path d="M8 0l8 8-8 8-8-8z"/><path class="cut" d="M5.4 5.4l5.2 5.2m0-5.2'
                     'l-5.2 5.2"/>',
}


def name_of(verdict):
    """Its class in report.css."""
    return re.sub(r'\W+', '-', verdict)


def table(link='../bench/figures/results/{claims}'):
    """The short table: claims by paper and verdict, with links to them."""
    lines = [f'| claims of | {" | ".join(PLURALS.values())} |', '|---|---|---|---|---|---|']
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

def slug(text):
    return re.sub(r'[^a-z0-9]+', '-', re.sub(r'<[^>]*>', '', text).lower()).strip('-')


def relinked(text, folder):
    """Links of a page in that folder, as the report needs them: claims are in the page; of another
    file its name is said, since the report may be read without the source tree."""
    inside = {claims: data for _, claims, _, data, _ in PAPERS}

    def link(found):
        target, words = found[1], found[2]
        if re.match(r'[a-z]+:|#', target):
            return found[0]
        name = posixpath.normpath(posixpath.join(folder, target))
        if posixpath.basename(name) in inside:
            return f'<a href="#{inside[posixpath.basename(name)]}">{words}</a>'
        return words if name in words else f'{words} (<code>{name}</code>)'
    return re.sub(r'<a href="([^"]*)">(.*?)</a>', link, text, flags=re.S)


def grouped(text):
    """A whole number of five digits and more, with commas."""
    return re.sub(r'(?<![\d.,])\d{5,}(?![\d.])', lambda found: f'{int(found[0]):,}', text)


def scrolling(text):
    """What is wide scrolls by itself, also by keys, so that the page never scrolls sideways; cells
    of numbers are known as such, and those with much text, which get room."""
    number = r'[-+]?\d[\d,. ]*(?:%|us|ms|s|B|KiB)?(?: \+ your callback)?'
    text = re.sub(rf'<td>({number})</td>',
                  lambda found: f'<td class="number">{grouped(found[1])}</td>', text)
    text = text.replace('<td>-</td>', '<td class="none">-</td>')
    text = re.sub(r'<td>(?=[^<]*[a-z]{4})([^<]{25,})</td>', r'<td class="text">\1</td>', text)
    text = text.replace('<pre>', '<pre tabindex="0">')
    text = text.replace('<table>', '<div class="scroll" tabindex="0" role="group" '
                        'aria-label="a table that scrolls"><table>')
    text = re.sub(r'<div class="scroll"(?=(?:(?!</table>).)*?(?:<tr>(?:(?!</table>).)*?){20})',
                  '<div class="scroll long"', text, flags=re.S)
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


def bar(claims, data, owner):
    """The verdicts of an owner's claims, each as wide as there are claims of it. Each links to the
    claims, and shows those of its verdict alone."""
    counts = counts_of(claims)
    parts = ''.join(
        f'<a class="{name_of(v)}" style="flex-grow:{counts[v]}" href="#{data}-claims" '
        f'data-choice="{v}" aria-label="{v}: {counts[v]}">{shape(v)}{counts[v]}</a>'
        for v in VERDICTS if counts[v] > 0)
    return (f'<div class="bar" role="group" data-owner="{owner}" '
            f'aria-label="{owner}, claims by verdict">{parts}</div>')


def bars(claims, data):
    """A bar for those whose claims are tested, and one for ours. The patent's default is a part of
    the patent's bar."""
    text = ''
    owned = by_owner(claims)
    for ours in (False, True):
        names = [name for name in owned if (name == 'Ours') == ours]
        if names:
            said = '; '.join(f'{name}: {held(owned[name])} of {len(owned[name])} '
                             f'{"holds" if held(owned[name]) == 1 else "hold"}' for name in names)
            text += f'<p class="whose">{said}</p>' + bar(
                [one for name in names for one in owned[name]], data, 'Ours' if ours else 'Theirs')
    return text


def legend(total):
    """What each verdict means, once for all bars."""
    return '<dl class="legend">' + ''.join(
        f'<dt>{chip(v)} <b>{total[v]}</b></dt><dd>{MEANINGS[v]}</dd>' for v in VERDICTS) + '</dl>\n'


def badges(text):
    """Cells of other tables that say whether something holds, as verdicts."""
    of = {'holds without the run-time': 'holds in part', **{verdict: verdict for verdict in VERDICTS}}

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


def headline(claims):
    """claims: all of them. Whose they are, and how many hold."""
    ours = [claim for claim in claims if claim.owner == 'Ours']
    theirs = [claim for claim in claims if claim.owner != 'Ours']
    words = '; '.join(f'{count} {PLURALS[v]}' for v, count in counts_of(claims).items())
    return (f'<p class="lead">Of {len(theirs)} claims from four papers and a patent '
            f'{held(theirs)} hold, and of {len(ours)} of our own {held(ours)}. All of them, each '
            f'beside its measurement: {words}.</p>')


def card(title, patterns, data, claims, docs):
    return (f'<li><h3><a href="#{data}">{html.escape(title)}</a></h3><p class="soft">'
            f'{counted(len(claims), "claim")}, {counted(len(pictures_of(patterns)), "picture")}</p>'
            f'<p class="source">{html.escape(SOURCES[data])}</p>'
            f'<p class="found">{found_in(docs, data)[0]}</p>{bars(claims, data)}</li>')


def overview(claims, docs):
    """What was found of each paper, and a bar."""
    every = [claim for of_paper in claims.values() for claim in of_paper]
    cards = ''.join(card(title, patterns, data, claims[data], docs)
                    for title, _, patterns, data, _ in PAPERS)
    sources = (ROOT / 'docs' / 'acknowledgements.md').read_text().partition('\n')[2]
    return (f'{headline(every)}{COMPARISONS}{legend(counts_of(every))}'
            f'<ul class="papers">{cards}</ul>\n<details class="more"><summary>Sources: whose '
            f'methods and workloads these are</summary>{relinked(to_html(sources), "docs")}'
            '</details>\n')


# ---- a paper

def folded(cell, most):
    """A long cell shows its first sentence, and the rest on request."""
    for end in re.finditer(r'\. (?=[A-Z0-9])|: (?=[A-Z])', cell):
        first, rest = cell[:end.end()], cell[end.end():]
        if len(cell) > most and first.count('<') == 2 * first.count('</'):
            return f'<details><summary>{first}</summary>{rest}</details>'
    return cell


def linked(text, data):
    """Figures and tables of the paper that are named are links to their pictures; not in the part
    of a cell that opens the rest of it."""
    def link(found):
        stem = ('' if data == 'tiers' else f'{data}_') + found[1] + found[2]
        there = (RESULTS / f'{stem}.svg').exists()
        return f'<a href="#{stem}">{found[0]}</a>' if there else found[0]
    parts = re.split(r'(<summary>.*?</summary>)', text, flags=re.S)
    parts[::2] = [re.sub(r'\b(figure|table) (\d+)', link, part) for part in parts[::2]]
    return ''.join(parts)


def measurement(claim):
    """What was measured; below it, what the last columns of the table say, and why not."""
    measured = claim.cells[claim.heads.index('measured')]
    text = folded(measured, 220)
    for head, aside in zip(claim.heads[4:], claim.cells[4:]):
        if aside:
            text += (f'<div class="why"><span class="aside">{ASIDES[head]}</span> '
                     f'{folded(aside, 220)}</div>')
    if claim.why:
        text += (f'<div class="why" data-added><span class="aside">Why</span> '
                 f'{folded(claim.why, 300)}</div>')
    return text


def unbroken(text):
    """A number, its interval and its percent sign stay on a line."""
    return text.replace(' ± ', '\u00a0±\u00a0').replace(' %', '\u00a0%')


def claim_row(claim, data):
    part = ' class="part"' if claim.whole else ''
    of = f' data-of="{html.escape(claim.whole)}"' if claim.whole else ''
    tally = f'<span class="aside">{claim.tally}</span>' if claim.tally else ''
    name = f'{data}-{claim.label}'
    return (f'<tr id="{name}" data-verdict="{claim.verdict}" data-owner="{claim.owner}"{part}>'
            f'<td class="label"><a href="#{name}">{claim.label}</a></td>'
            f'<td data-head="claim"{of}>{linked(unbroken(claim.cells[1]), data)}</td>'
            f'<td data-head="verdict">{chip(claim.verdict)}{tally}</td>'
            f'<td data-head="measured">{linked(unbroken(measurement(claim)), data)}</td></tr>\n')


def claims_table(claims, data):
    """The rows of claims: on a narrow page each is a card."""
    body = []
    for claim in claims:
        if claim.group:
            body.append(f'<tr class="group"><th colspan="4" scope="rowgroup">{claim.group}</th>'
                        '</tr>\n')
        body.append(claim_row(claim, data))
    head = ''.join(f'<th scope="col">{word}</th>' for word in
                   ('<span>number</span>', claims[0].heads[1], 'verdict', 'measured'))
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


def how_made(data):
    """The part of the page on the pictures that is about those of a paper: what is ours in the
    experiment, how it is repeated, and what the bars are."""
    text = (RESULTS / 'README.md').read_text()
    part = re.split(r'^# .*\n', text, flags=re.M)[1:][[each[3] for each in PAPERS].index(data)]
    part = re.sub(r'^!\[.*\n', '', part, flags=re.M)
    part = re.sub(r'^\[\w*claims\.md\]\([^)]*\)', 'The table above', part, flags=re.M)
    body, _ = chapter(part, 'bench/figures/results', f'{data}-made', 2)
    body = re.sub(r'<code>(\w+)\.svg</code>', r'<a href="#\1">\1</a>', body)
    return (f'<details class="more" id="{data}-made"><summary>How they were made, and what their '
            f'bars are</summary>{body}</details>\n')


def pictures(paths, data, command, number):
    figures = []
    for path in paths:
        number[0] += 1
        figures.append(picture(path, number[0]))
    return (
        f'<h3 id="{data}-pictures">Pictures</h3><p class="soft">Select one to enlarge it. '
        f'<code class="whole">{command}</code>, then <code>sh bench/figures/report.sh build/figures'
        f'</code>, draws them anew.</p>{how_made(data)}'
        f'<div class="figures">{"".join(figures)}</div>\n')


def head_of(data, claims, paths, docs):
    """The source of a chapter, what was found, and its bars."""
    found, rest = found_in(docs, data)
    return (f'<p class="source">{html.escape(SOURCES[data])}</p><p class="found">{found}</p>'
            f'<p class="soft">{rest}</p>{bars(claims, data)}'
            f'<p class="soft"><a href="#{data}-claims">{counted(len(claims), "claim")}</a>, '
            f'<a href="#{data}-pictures">{counted(len(paths), "picture")}</a></p>')


def paper(title, name, patterns, data, command, claims, docs, number):
    above, _, below = parts_of(name)
    rules = relinked(to_html('\n'.join(above)), 'bench/figures/results')
    rules = rules.replace('he last column', 'he text below a measurement')  # its place is there
    remark, tables = further(below, data)
    caveat = reason(CAVEATS.get(data, ''), above)
    caveat = f'<p class="caveat"><b>Before you read them:</b> {caveat}</p>' if caveat else ''
    paths = pictures_of(patterns)
    body = (
        f'{head_of(data, claims, paths, docs)}{words_of(data)}'
        f'<details class="more"><summary>How a verdict is decided</summary>{rules}</details>\n'
        f'<h3 id="{data}-claims">Claims</h3>\n{caveat}{claims_table(claims, data)}{remark}'
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


def revision():
    """When the source was changed last, and its revision, if git is there and knows."""
    def git(*words):
        return subprocess.run(['git', '-C', ROOT, *words], capture_output=True, text=True,
                              check=True).stdout.strip()
    try:
        date, name = git('log', '-1', '--format=%cd,%h', '--date=format:%d %B %Y').split(',')
        changed = ' and changes' if git('status', '--porcelain', '--untracked-files=no') else ''
    except (OSError, subprocess.CalledProcessError, ValueError):
        return ''
    return f'Of {date.lstrip("0")}, revision <code>{name}</code>{changed}. '


def chapters_of(claims, docs):
    """Of each chapter: its id, its title, counts or None, what is below it, and its body."""
    number = [0]
    yield 'results', 'Verdicts', None, [], overview(claims, docs)
    for each in PAPERS:
        data = each[3]
        yield (data, each[0], counts_of(claims[data]), [],
               paper(*each, claims[data], docs, number))
    text, below = chapter(without_findings(docs).partition(table())[2], 'docs', 'peers', 1)
    yield 'peers', 'Beside others', None, below, PEERS + text
    tables = (ROOT / 'bench' / 'tables' / 'README.md').read_text().partition('\n')[2]
    tables = tables.replace('writes this page', 'writes these tables')
    text, below = chapter(tables, 'bench/tables', 'costs', 1)
    yield 'costs', 'What it takes', None, below, badges(text)
    file = ROOT / 'build' / 'evidence.md'
    if file.exists():
        text, below = chapter(file.read_text().partition('\n')[2], 'build', 'evidence', 1)
        yield 'evidence', 'Evidence', None, below, text


def page_head(title, evidence):
    here = ROOT / 'bench'
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<title>{title}</title><style>\n{(here / "report.css").read_text()}</style></head><body>\n'
        f'<a class="skip" href="#results">To the verdicts</a>\n<header><h1>{title}</h1>'
        '<p>sked is cluster scheduling for C. It implements four papers and a patent; this page '
        'says which of their claims hold when its code is measured, and what it costs to run.</p>'
        f'<p class="soft">{revision()}{ABOUT}{"" if evidence else NO_EVIDENCE}.</p></header>\n')


VIEWER = (
    '<dialog id="viewer" aria-labelledby="viewer-name"><form method="dialog">'
    '<h2 id="viewer-name">Picture</h2><button type="button" data-zoom aria-pressed="false">Larger'
    '</button><button type="button" data-step="-1">Previous</button>'
    '<button type="button" data-step="1">Next</button><button>Close</button></form>'
    '<div class="held" tabindex="0" role="group" aria-label="the picture"></div></dialog>\n')


def page():
    docs = (ROOT / 'docs' / 'measured.md').read_text()
    chapters = list(chapters_of(all_claims(), docs))
    evidence = chapters[-1][0] == 'evidence'
    body = ''.join(text if name in SOURCES else section(name, title, text)
                   for name, title, _, _, text in chapters)
    sys.stdout.write(
        page_head('sked: what was claimed, and what was measured', evidence)
        + f'<div class="columns">{contents([each[:4] for each in chapters])}<main>\n{body}'
        f'</main></div>\n{VIEWER}<script>\n{(ROOT / "bench" / "report.js").read_text()}</script>'
        '</body></html>\n')


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
