#!/usr/bin/env bash
# report.sh: the report has every claim and every picture, and the short table is that of the claims.
# SPDX-License-Identifier: MIT
#
# That claims and pictures are those of their rows, the gate figures says.
set -eu -o pipefail
. "$(dirname "$0")/common.sh"
python=/usr/bin/python3
[ -x "$python" ] || python=python3

have "$python" python3 || { finish; exit; }
check "docs/measured.md: the table of claims" "$python" bench/report.py check docs/measured.md
mutate docs/measured.md "$out/measured.md" 's/^(\| \[Advance reservations\].*\| )[0-9]+( \| [0-9]+ \|)$/\177\2/'
caught "a table that is not that of the claims" 'expected this table' \
    "$python" bench/report.py check "$out/measured.md"

if ! "$python" -c 'import markdown' 2>/dev/null; then
    skip "the report: no markdown (apt package python3-markdown)"
    finish
    exit
fi
check "make report" make -s report

complete() { "$python" tests/programs/complete.py "$@"; }
results=bench/figures/results
check "the report has each claim once, with its verdict, and each picture" \
    complete build/report.html $results
mutate build/report.html "$out/one.html" 's/<figure id="ar_figure2">/<figure>/'
caught "a picture that is missing" 'ar_figure2 is not there once' complete "$out/one.html" $results
mutate build/report.html "$out/two.html" 's/PE_W and Du_B accept alike/PE_W and Du_B accept/'
caught "a claim that is missing" '0 times: the claim "PE_W and Du_B accept alike' \
    complete "$out/two.html" $results
awk '{ print } /^<tr>/ { row = ""; inside = 1 }
    inside { row = row $0 "\n" } /^<\/tr>/ { inside = 0 }
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
