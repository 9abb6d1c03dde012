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

# complete PAGE: each picture once, each claim's text, every tag closed, no id twice.
complete() {
    "$python" - "$1" <<'PYTHON'
import html.parser, pathlib, re, sys
void = {'meta', 'br', 'hr', 'img', 'link', 'input'}
class Reader(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.ids, self.text, self.faults = [], set(), [], []
    def handle_starttag(self, tag, words):
        if tag not in void:
            self.open.append(tag)
        for name, value in words:
            if name == 'id' and value in self.ids:
                self.faults.append(f'id {value} twice')
            if name == 'id':
                self.ids.add(value)
    def handle_endtag(self, tag):
        if tag not in void and (not self.open or self.open.pop() != tag):
            self.faults.append(f'line {self.getpos()[0]}: </{tag}> closes nothing')
    def handle_data(self, text):
        self.text.append(text)
page = pathlib.Path(sys.argv[1]).read_text()
reader = Reader()
reader.feed(page)
words = lambda text: re.sub(r'\W+', '', text)
told = words(''.join(reader.text))
results = pathlib.Path('bench/figures/results')
for picture in results.glob('*.svg'):
    if page.count(f'<figure id="{picture.stem}">') != 1:
        reader.faults.append(f'{picture.stem} is not there once')
claims = [line.split('|')[2] for table in results.glob('*claims.md')
          for line in table.read_text().splitlines() if line.startswith('| ') and '**' in line]
for claim in claims:
    if words(claim) not in told:
        reader.faults.append(f'no claim "{claim.strip()}"')
reader.faults += [f'<{tag}> is not closed' for tag in reader.open]
print('\n'.join(reader.faults[:20]))
sys.exit(bool(reader.faults) or len(claims) < 100)
PYTHON
}
check "the report has each claim and each picture once" complete build/report.html
mutate build/report.html "$out/one.html" 's/<figure id="ar_figure2">/<figure>/'
caught "a picture that is missing" 'ar_figure2 is not there once' complete "$out/one.html"
mutate build/report.html "$out/two.html" 's/PE_W and Du_B accept alike/PE_W and Du_B accept/'
caught "a claim that is missing" 'no claim' complete "$out/two.html"
mutate build/report.html "$out/three.html" '0,/<\/table>/s/<\/table>//'
caught "a table that is not closed" 'closes nothing|not closed' complete "$out/three.html"
finish
