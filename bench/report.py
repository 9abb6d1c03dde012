"""report.py: one page with all figures, claims, tables and evidence, and how each was made.

SPDX-License-Identifier: MIT

    python3 bench/report.py page >build/report.html      # make report
    python3 bench/report.py table                        # the short table in docs/measured.md
    python3 bench/report.py check docs/measured.md       # is it that of the claims?

Everything comes from files: claims and pictures from bench/figures/results, which a gate compares
with their rows; costs from bench/tables; comparisons from docs/measured.md; build/evidence.md if
there is one. Needs the Debian package python3-markdown."""

import html
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
RESULTS = ROOT / 'bench' / 'figures' / 'results'
VERDICTS = ['holds', 'holds in part', 'within noise', 'does not hold']

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

STYLE = '''
:root { color-scheme: light dark; --line: #ccc8; --soft: #777; }
body { max-width: 70rem; margin: 0 auto; padding: 0 1rem 4rem; font: 1rem/1.5 system-ui, sans-serif; }
table { border-collapse: collapse; font-size: 0.85rem; display: block; overflow-x: auto; }
th, td { border: 1px solid var(--line); padding: 0.2rem 0.5rem; text-align: left; vertical-align: top; }
figure { margin: 1.5rem 0; } figure svg { max-width: 100%; height: auto; background: #fff; }
figcaption, .from { color: var(--soft); font-size: 0.85rem; }
nav li { margin: 0.1rem 0; } pre, code { font-size: 0.85rem; } pre { overflow-x: auto; }
'''


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


def to_html(text):
    import markdown
    return markdown.markdown(text, extensions=['tables', 'fenced_code'])


def lower(text, by):
    """Headings of a page that becomes a part of this one."""
    return re.sub(r'^(#+ )', '#' * by + r'\1', text, flags=re.M)


def picture(path, number, command):
    """A picture in the page itself. Its ids get a number, since those of others are the same."""
    svg = path.read_text()
    svg = svg[svg.index('<svg'):]
    svg = re.sub(r'\bid="', f'id="f{number}_', svg)
    svg = re.sub(r"\bid='", f"id='f{number}_", svg)
    svg = re.sub(r'(url\(#|href="#|href=\'#)', rf'\g<1>f{number}_', svg)
    name = path.stem.replace('_', ' ')
    return (f'<figure id="{path.stem}">{svg}<figcaption>{html.escape(name)}. From '
            f'<code>bench/figures/results</code>; anew: <code>{command}</code>, then '
            '<code>sh bench/figures/report.sh build/figures</code></figcaption></figure>\n')


def by_number(path):
    """figure9 before figure10."""
    return [int(part) if part.isdigit() else part for part in re.split(r'(\d+)', path.stem)]


def paper(title, claims, patterns, data, command, number):
    parts = [f'<h2 id="{data}">{html.escape(title)}</h2>\n',
             to_html(lower((RESULTS / claims).read_text(), 2))]
    for pattern in patterns:
        for path in sorted(RESULTS.glob(pattern), key=by_number):
            number[0] += 1
            parts.append(picture(path, number[0], command))
    return ''.join(parts)


def page():
    measured = (ROOT / 'docs' / 'measured.md').read_text().partition(table())[2]
    number = [0]
    papers = [paper(*each, number) for each in PAPERS]
    chapters = [('results', 'Results'), *((p[3], p[0]) for p in PAPERS),
                ('peers', 'Beside others'), ('costs', 'What it takes'), ('evidence', 'Evidence')]
    contents = ''.join(f'<li><a href="#{i}">{html.escape(t)}</a></li>' for i, t in chapters)
    evidence = ROOT / 'build' / 'evidence.md'
    parts = [
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<title>sked: what was claimed, and what was measured</title><style>{STYLE}</style></head>'
        '<body>\n<h1>sked: what was claimed, and what was measured</h1>\n'
        '<p class="from">Made by <code>make report</code> from files that the gates compare with '
        f'their sources.</p><nav><ul>{contents}</ul></nav>\n',
        '<h2 id="results">Results</h2>\n', to_html(table('#{data}')), *papers,
        '<h2 id="peers">Beside others</h2>\n', to_html(lower(measured, 1)),
        '<h2 id="costs">What it takes</h2>\n',
        to_html(lower((ROOT / 'bench' / 'tables' / 'README.md').read_text(), 2)),
        '<h2 id="evidence">Evidence</h2>\n',
        to_html(lower(evidence.read_text(), 2)) if evidence.exists() else
        '<p><code>make evidence</code> was not run here.</p>',
        '</body></html>\n']
    sys.stdout.write(''.join(parts))


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
