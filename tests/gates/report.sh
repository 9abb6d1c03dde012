#!/usr/bin/env bash
# report.sh: the report has every claim and every picture, and README's table is that of the claims.
# SPDX-License-Identifier: MIT
#
# That claims and pictures are those of their rows, the gates figures* say.
set -eu -o pipefail
. "$(dirname "$0")/common.sh"
python=/usr/bin/python3
[ -x "$python" ] || python=python3

have "$python" python3 || { finish; exit; }
check "README's table of claims" "$python" bench/report.py check README.md
mutate README.md "$out/README.md" 's/^(\| \[Advance reservations\].*\| )[0-9]+( \| [0-9]+ \|)$/\177\2/'
caught "a table that is not that of the claims" 'expected this table' \
    "$python" bench/report.py check "$out/README.md"

if ! "$python" -c 'import markdown' 2>/dev/null; then
    skip "the report: no markdown (apt package python3-markdown)"
    finish
    exit
fi
check "make report" make -s report

# complete PAGE RESULTS: each picture once, each claim's row once, with a verdict; every tag closed,
# no id twice.
complete() {
    "$python" - "$@" <<'PYTHON'
import collections, html.parser, pathlib, re, sys
void = {'meta', 'br', 'hr', 'img', 'link', 'input'}
verdicts = {'**holds**', '**holds in part**', '**within noise**', '**does not hold**'}
class Reader(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.ids, self.rows, self.faults = [], set(), [], []
    def handle_starttag(self, tag, words):
        if tag not in void:
            self.open.append(tag)
        if tag == 'tr':
            self.rows.append([])
        if tag == 'td' and self.rows:
            self.rows[-1].append('')
        for name, value in words:
            if name == 'id' and value in self.ids:
                self.faults.append(f'id {value} twice')
            if name == 'id':
                self.ids.add(value)
    def handle_endtag(self, tag):
        if tag not in void and (not self.open or self.open.pop() != tag):
            self.faults.append(f'line {self.getpos()[0]}: </{tag}> closes nothing')
    def handle_data(self, text):
        if 'td' in self.open and self.rows and self.rows[-1]:
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
words = lambda cells: tuple(re.sub(r'\W+', '', cell) for cell in cells)
told = collections.Counter(words(row) for row in reader.rows)
for picture in results.glob('*.svg'):
    if page.count(f'<figure id="{picture.stem}">') != 1:
        reader.faults.append(f'{picture.stem} is not there once')
number = 0
for table in sorted(results.glob('*claims.md')):
    for cells, verdict in claims(table):
        number += 1
        if told[words(cells)] != 1:
            reader.faults.append(f'{told[words(cells)]} times: the claim "{cells[1]}"')
        if cells[verdict] not in verdicts:
            reader.faults.append(f'{table.name}: no verdict: the claim "{cells[1]}"')
reader.faults += [f'<{tag}> is not closed' for tag in reader.open]
print('\n'.join(reader.faults[:20]))
sys.exit(bool(reader.faults) or number < 150)
PYTHON
}
results=bench/figures/results
check "the report has each claim once, with its verdict, and each picture" \
    complete build/report.html $results
mutate build/report.html "$out/one.html" 's/<figure id="ar_figure2">/<figure>/'
caught "a picture that is missing" 'ar_figure2 is not there once' complete "$out/one.html" $results
mutate build/report.html "$out/two.html" 's/PE_W and Du_B accept alike/PE_W and Du_B accept/'
caught "a claim that is missing" '0 times: the claim "PE_W and Du_B accept alike' \
    complete "$out/two.html" $results
awk '{ print; row = /^<tr>/ ? $0 : row "\n" $0 }
    /^<\/tr>/ && row ~ /PE_W and Du_B accept alike/ { print row }' \
    build/report.html >"$out/twice.html"
caught "a claim that is there twice" '2 times: the claim "PE_W and Du_B accept alike' \
    complete "$out/twice.html" $results
cp -r $results "$out/bare"
mutate $results/claims.md "$out/bare/claims.md" '/^\| j \|/s/\*\*holds\*\*//'
caught "a claim without a verdict" 'claims.md: no verdict: the claim "JW has more migrations' \
    complete build/report.html "$out/bare"
mutate build/report.html "$out/three.html" '0,/<\/table>/s/<\/table>//'
caught "a table that is not closed" 'closes nothing|not closed' complete "$out/three.html" $results
finish
