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
mutate build/report.html "$out/label.html" '0,/>a2<\/a>/s/>a2<\/a>/>a<\/a>/'
caught "a part of a claim that has the number of the whole" '0 times: the claim "... and grows' \
    complete "$out/label.html" $results
awk '{ print } /^<tr.*PE_W and Du_B accept alike/' build/report.html >"$out/twice.html"
caught "a claim that is there twice" '2 times: the claim "PE_W and Du_B accept alike' \
    complete "$out/twice.html" $results
cp -r $results "$out/bare"
mutate $results/claims.md "$out/bare/claims.md" '/^\| j \|/s/\*\*holds\*\*//'
caught "a claim without a verdict" 'claims.md: no verdict: the claim "JW has more migrations' \
    complete build/report.html "$out/bare"
cp -r $results "$out/bent"
mutate $results/claims.md "$out/bent/claims.md" '/^\| e \|/s/\*\*holds, partly within noise/**holds in part/'
caught "a claim that holds in part, and nothing is against it" 'claims.md: 0 against, ..holds in part' \
    complete build/report.html "$out/bent"
mutate build/report.html "$out/three.html" '0,/<\/table>/s/<\/table>//'
caught "a table that is not closed" 'closes nothing|not closed' complete "$out/three.html" $results
mutate build/report.html "$out/partly.html" \
    '/^<tr id="tiers-e"/s/holds, partly within noise</holds in part</'
caught "a claim with nothing against it, as one that has" '0 times: the claim "MEASY is the best' \
    complete "$out/partly.html" $results
mutate build/report.html "$out/out.html" 's/<\/h1>/&<a href="..\/README.md">more<\/a>/'
caught "a link out of the page" 'out of the page, or to nothing: ../README' \
    complete "$out/out.html" $results
mutate build/report.html "$out/nothing.html" 's/<tr id="moldable-36"/<tr id="moldable-0"/'
caught "a link to a claim that is not there" 'to nothing: #moldable-36' \
    complete "$out/nothing.html" $results
ungrouped() { grep -oE '<td class="number">[^<]*[0-9]{5}[^<]*' "$1" || true; }
silent "numbers of five digits have commas" ungrouped build/report.html
mutate build/report.html "$out/digits.html" 's/("number">[0-9]{2}),([0-9]{3}<)/\1\2/'
caught "a number without commas" 'class="number">[0-9]{5}' ungrouped "$out/digits.html"

# Where a claim names a figure that is there, it is a link, but in a summary.
unlinked() {
    grep '^<tr id="site-' "$1" | sed -E 's/<summary>[^<]*//g; s/ data-of="[^"]*"//g' |
        grep -oE '[^>](figure|table) [0-9]' || true
}
silent "figures that claims name are links" unlinked build/report.html
mutate build/report.html "$out/named.html" 's/<a href="#site_figure6">figure 6<\/a>/figure 6/'
caught "a figure that is no link" 'figure 6' unlinked "$out/named.html"

# A copy of what the report is made of; in_tree FILE SCRIPT: made anew with a line that is changed.
tree=$out/tree
mkdir -p "$tree/bench" "$tree/docs" "$tree/build"
cp bench/report* "$tree/bench"
cp docs/*.md "$tree/docs"
ln -sfn "$PWD/bench/figures" "$tree/bench/figures"
ln -sfn "$PWD/bench/tables" "$tree/bench/tables"
in_tree() {
    cp "$tree/$1" "$out/kept"
    mutate "$out/kept" "$tree/$1" "$2"
    "$python" "$tree/bench/report.py" page 2>&1 >"$out/tree.html" || true
    cp "$out/kept" "$tree/$1"
}
caught "a reason that is missing" "no reason: \['31'\]" in_tree bench/report_words.py \
    "s/^        '31': /        '30': /"
caught "a reason that is missing where a claim holds in part" "no reason: \['20'\]" in_tree \
    bench/report_words.py "s/^        '20': /        '21': /"
caught "a reason for a claim that holds" "no such claim that fails or holds in part: \['30'\]" \
    in_tree bench/report_words.py "s/^        '31': /        '30': /"
caught "a reason that quotes what is gone" '"The same for PE_X" is in 0 lines' \
    in_tree bench/report_words.py 's/The same for PE_W/The same for PE_X/'
caught "a finding that is gone" 'not in one sentence: "exact choices share"' \
    in_tree docs/measured.md 's/exact choices share/all exact choices have/'
caught "a section of findings that is gone" 'no heading "Fat trees"' \
    in_tree docs/measured.md 's/^## Fat trees/## Trees/'
evident() {
    "$python" "$tree/bench/report.py" page >"$out/tree.html"
    grep -c 'aria-labelledby="evidence"' "$out/tree.html" || true
}
without=$(evident)
echo '# Evidence' >"$tree/build/evidence.md"
is() { [ "$1" = "$2" ] || echo "$1 instead of $2"; }
silent "a chapter of evidence only if there is some" is "$without, $(evident)" '0, 1'
caught "a chapter of evidence without any" '1, 1 instead of 0, 1' is "$(evident), $(evident)" '0, 1'
if git rev-parse HEAD >"$out/head.txt" 2>&1; then
    dated() { grep -q "revision <code>$(git log -1 --format=%h)<" "$1" || echo "another revision"; }
    silent "the page says of which revision it is" dated build/report.html
    mutate build/report.html "$out/undated.html" 's/revision <code>./&0/'
    caught "a page of another revision" 'another revision' dated "$out/undated.html"
fi

words() { "$python" tests/programs/bars.py "$1"; }
check "the bars and their words are those of the tables of claims" words build/report.html
mutate build/report.html "$out/bars.html" 's/(aria-label="holds in part: )[0-9]+/\199/'
caught "a bar with other numbers" "bar of Theirs says .*'99'" words "$out/bars.html"
mutate build/report.html "$out/whose.html" 's/(<p class="whose">Ours: )[0-9]+/\199/'
caught "other words above a bar" "above a bar: .*'99'" words "$out/whose.html"
mutate build/report.html "$out/lead.html" 's/(of )[0-9]+( of our own)/\199\2/'
caught "a first line with other numbers" 'first line says .*99' words "$out/lead.html"
mutate build/report.html "$out/reason.html" '/^<tr id="ar-31"/s/>Why</>Where</'
caught "a claim that does not hold, and no reason" 'no reason: .*depends|no reason: ' \
    words "$out/reason.html"
mutate build/report.html "$out/in_part.html" '/^<tr id="fattree-6"/s/>Why</>Where</'
caught "a claim that holds in part, and no reason" 'no reason: .*was not found out' \
    words "$out/in_part.html"
mutate build/report.html "$out/none.html" '/^<tr id="tiers-e"/s/187 for, 5/187 for, 6/'
caught "a count of comparisons within noise that is another" '187 for, 6 within noise' \
    words "$out/none.html"
mutate build/report.html "$out/legend.html" '0,/<b>[0-9]+</s/<b>[0-9]+</<b>999</'
caught "a legend with other numbers" "legend says .*'holds': 99" words "$out/legend.html"
mutate build/report.html "$out/count.html" 's/(<span class="aside">)84 for, 7/\185 for, 7/'
caught "a count that is not that of the comparisons" '85 for, 7 against' words "$out/count.html"
mutate build/report.html "$out/badge.html" 's/^<td><strong.*(no:[^<]+)/<td>\1/'
caught "a bar of the costs without a badge" 'no badge: no:.+[0-9]' words "$out/badge.html"
unscripted() { sed '/^<script>/,$d; /<dialog/d' "$1" | grep '<button' || true; }
silent "without a script there are no buttons that do nothing" unscripted build/report.html
mutate build/report.html "$out/button.html" 's/<ul class="papers">/<button>all<\/button>&/'
caught "a button that needs a script" '<button>all' unscripted "$out/button.html"

# ---- in a browser, in one visit

for tool in chromium:chromium chromedriver:chromium-driver; do
    have "${tool%:*}" "${tool#*:}" || { finish; exit; }
done
if ! "$python" -c 'import selenium' 2>/dev/null; then
    skip "the report in a browser: no selenium (apt package python3-selenium)"
    finish
    exit
fi
axe=
if in_full "what axe finds in the report"; then
    axe=$(npm root -g 2>/dev/null)/axe-core/axe.min.js
    [ -e "$axe" ] || { axe=; skip "what axe finds: no axe-core (npm install -g axe-core)"; }
fi
visit() { "$python" tests/programs/report_page.py "$@"; }
check "the report fits a phone, is legible in the dark, and needs no mouse" \
    visit build/report.html "$out" $axe
grep '^ok' "$log" | sed 's/^ok -/#  /'

# All faults in one page, so that one visit finds them.
mutate build/report.html "$out/wide.html" 's/overflow-x: auto; max-width: 100%;//'
mutate "$out/wide.html" "$out/pale.html" 's/--soft: #57606a/--soft: #b7606a/'
mutate "$out/pale.html" "$out/flat.html" 's/class="shape"/class="none"/g'
mutate "$out/flat.html" "$out/still.html" 's/^ +(show\(at\);)/screen.width < 600 \&\& \1/'
mutate "$out/still.html" "$out/away.html" 's/^nav \{ position: sticky;/nav { position: static;/'
mutate "$out/away.html" "$out/narrow.html" 's/max\(150%, 64rem\)/100%/'
mutate "$out/narrow.html" "$out/unhidden.html" 's/^(\[hidden\] \{ )[^}]*/\1/'
mutate "$out/unhidden.html" "$out/broken.html" 's/^td code, td.number/td.number/'
mutate "$out/broken.html" "$out/unmarked.html" 's/\(end \? places : above\)/above/'
mutate "$out/unmarked.html" "$out/unlisted.html" 's/(matches\.hidden \? \[\] : )shown/\1[]/'
mutate "$out/unlisted.html" "$out/unheaded.html" \
    's/^\.claims thead th \{ position: sticky;/.claims thead th {/'
mutate "$out/unheaded.html" "$out/ungrouped.html" 's/^( +)showGroups\(\);/\1;/'
mutate "$out/ungrouped.html" "$out/barred.html" 's/choose\(part\.dataset\.choice\)/choose("holds")/'
mutate "$out/barred.html" "$out/lost.html" 's/row && row\.hidden\)/row \&\& !row.hidden)/'
mutate "$out/lost.html" "$out/broad.html" \
    's/^\.held svg \{ max-height/.held svg { min-width: 30rem; max-height/'
mutate "$out/broad.html" "$out/unshaded.html" 's/linear-gradient\(to left, var\(--shade\)/none, none /'
mutate "$out/unshaded.html" "$out/faulty.html" 's/<\/h1>/&<img src="missing.png" alt="">/'
visit "$out/faulty.html" "$out" >"$out/visit.txt" 2>&1 || true
fault() { caught "$1" "^not ok - $2" cat "$out/visit.txt"; }
fault "a table that is wider than a phone" '360 px: nothing is beyond the page'
fault "text that is too pale" 'light: the contrast of text'
fault "verdicts without shapes" 'each verdict has a word and a shape'
fault "a picture that does not enlarge" 'Enter enlarges a picture'
fault "a picture no larger than a phone" '360 px: a picture that is made larger scrolls .4'
fault "a picture wider than a phone" '360 px: an enlarged picture has the width'
fault "claims that are not listed" '360 px: the claims that are shown are listed'
fault "a heading above no claim" '1200 px: whose claims are shown'
fault "a wide table without shades" '360 px: a table that scrolls has a shade'
fault "heads that scroll away" '1200 px: the heads of a long table stay'
fault "a bar that chooses another verdict" 'a part of a bar leaves'
fault "a claim that stays hidden" 'a link to a claim that is hidden'
fault "claims in cards that a button does not hide" '360 px: a button leaves the claims'
fault "names that break in mid-word" '360 px: no name in a table is broken'
fault "contents that scroll away" '1200 px: the contents are there'
fault "contents that forget the last chapter" '1200 px: the contents follow'
fault "a picture from elsewhere" 'nothing is loaded from elsewhere'
finish
