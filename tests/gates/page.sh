#!/usr/bin/env bash
# page.sh: the page is one small file, and decides in a browser as the native build does.
# SPDX-License-Identifier: MIT
set -eu -o pipefail
. "$(dirname "$0")/common.sh"

for tool in clang-14:clang wasm-ld:lld python3:python3; do
    have ${tool%:*} ${tool#*:} || { finish; exit; }
done

silent "the module compiles without a warning" env -u MAKEFLAGS make -s build/page.wasm
check "make page" make -s page
page=build/sked.html
check "the page has fewer than 250 KiB" test "$(wc -c <$page)" -lt $((250 * 1024))
echo "# measured: bytes of the page: $(wc -c <$page)"

kib=$(($(wc -c <$page) / 1024))
near() { python3 tests/docs/measured.py near "$1" 'one file of # KiB' $kib; }
check "examples/README.md says its size" near examples/README.md
mutate examples/README.md "$out/README.md" 's/(one file of )[0-9]+ KiB/\199 KiB/'
caught "a page with another size" 'expected about' near "$out/README.md"

# asks_nobody PAGE: nothing is loaded from elsewhere. Links lead to files of the repository only.
asks_nobody() {
    ! grep -nP '(src|href) *= *["'\''](?!\.\./)|https?://|@import|\bfetch\(|XMLHttpRequest' "$1"
}
check "the page loads nothing from anywhere" asks_nobody $page
mutate $page "$out/calls.html" 's|^</head>|<script src="https://example.org/a.js"></script></head>|'
caught "a script from elsewhere" 'example.org' asks_nobody "$out/calls.html"
# links_lead PAGE: each link names a file, seen from build/.
links_lead() {
    local file
    grep -oP 'href="\.\./\K[^"]+' "$1" | while read -r file; do
        [ -f "$file" ] || echo "the page links to $file, which does not exist"
    done
}
silent "links of the page lead to files" links_lead $page
mutate $page "$out/astray.html" 's|\.\./docs/choose\.md|../docs/chosen.md|'
caught "a link to a file that does not exist" 'docs/chosen.md' links_lead "$out/astray.html"
head -c 250000 /dev/urandom >"$out/large.wasm"
caught "a page that is too large" 'expected fewer than' python3 page/build.py "$out/large.wasm" 0

# ---- in a browser

for tool in chromium:chromium chromedriver:chromium-driver; do
    have ${tool%:*} ${tool#*:} || { finish; exit; }
done
if ! /usr/bin/python3 -c 'import selenium' 2>/dev/null; then
    skip "the page in a browser: no selenium (apt package python3-selenium)"
    finish
    exit
fi
check "the native programs are built" make -s build/replay build/tiers build/mapping
check "the native run of accounts is built" gcc -std=c99 -O1 -I. tests/page/shares.c -o "$out/shares"

# axe-core is no Debian package: npm install --global axe-core; or AXE names its axe.min.js.
export AXE=${AXE:-}
for file in /usr/lib/node_modules /usr/local/lib/node_modules /usr/share/nodejs; do
    if [ -z "$AXE" ] && [ -e $file/axe-core/axe.min.js ]; then AXE=$file/axe-core/axe.min.js; fi
done
[ -n "$AXE" ] ||
    skip "accessibility: no axe-core (npm install --global axe-core; or AXE=FOLDER/axe.min.js)"

# play PAGE [PART ...]: each claim of the browser is one of ours.
play() { timeout 600 /usr/bin/python3 tests/page/drive.py "$1" "$out" "${@:2}"; }
if play $page >"$out/play.txt" 2>&1; then ended=0; else ended=$?; fi
while read -r line; do
    case $line in
        'ok - '*) ok "${line#ok - }" ;;
        'not ok - '*) : >"$log"; not_ok "${line#not ok - }" ;;
        '# measured: '*) echo "$line" ;;
    esac
done <"$out/play.txt"
cp "$out/play.txt" "$log"
if [ "$ended" -gt 1 ] || ! grep -q 'nothing is told on the console' "$out/play.txt"; then
    not_ok "the browser played to its end"
fi

# plant NAME PATTERN PART SED-SCRIPT: a page that is wrong, which one part of the play notices.
plant() {
    mutate $page "$out/$1.html" "$4"
    caught "$1" "not ok - $2" play "$out/$1.html" "$3"
}
# These share a browser: the faults have nothing to do with each other.
mutate $page "$out/faults.html" "s|(byId\('progress'\).value = )started / total|\10|
    s|(duration\(Math.round\(results\[0\].wait)|\1 / 2|
    s|gpuWait / gpuJobs|gpuWait / jobs|
    s|left > 0 \? |left > 9 ? |"
caught "a progress bar that does not move" 'not ok - the progress bar' play "$out/faults.html" \
    first partition
cp "$log" "$out/faults.txt"
caught "a headline with another mean" 'not ok - the headline compares' cat "$out/faults.txt"
caught "a booking left out in silence" 'not ok - a booking without' cat "$out/faults.txt"
caught "a partition with another mean" 'not ok - the table has the mean' cat "$out/faults.txt"
plant "a page too wide for a phone" 'calendar: no overflow at 360' phone \
    's|^body \{|body { min-width: 380px;|'
plant "a tap that shows nothing" 'a tap shows the reason' reasons \
    's|(else choose\(run, job, event), true|\1, false|'
plant "charts that stay light in the dark" 'queue: charts follow the scheme' dark \
    's|--panel: #222326|--panel: #ffffff|'
plant "a link that forgets the bookings" 'a link restores the replay' link \
    's|kept\.bookings = |kept.other = |'
mutate $page "$out/rivals.html" 's|(\(a, b\) => b\.width) - a\.width|\1 * b.ran - a.width * a.ran|
    s|permille\(account\.used\)|permille(account.target)|'
caught "a rule that takes other jobs" 'not ok - victims: the rules' play "$out/rivals.html" shares
cp "$log" "$out/rivals.txt"
caught "a table with other numbers" 'not ok - shares, at first: the table' cat "$out/rivals.txt"
if [ -n "$AXE" ]; then
    plant "a text that is hard to read" 'queue, light: axe finds' axe 's|--soft: #5f5c55|--soft: #b5b2ab|'
fi

# A module whose EASY does not backfill, whose jobs need no partition, that books half of what is
# asked for, keeps more jobs out of backgrounds, and maps by another heuristic; whose accounts hear
# late of what starts and have used what they own, and whose victims give one processor too many.
cp -r page "$out/plant"
mutate page/replay.h "$out/plant/half.h" 's|(span\.count = bookings\[i\]\.count)|\1 / 2|'
mutate "$out/plant/half.h" "$out/plant/replay.h" \
    's/(FCFS, \.backfill = SKED_FCFS, \.depth =) 1/\1 SKED_NO_RESERVATIONS/
    s/(told\.kind =) job->kind/\1 0/'
mutate page/tiers.h "$out/plant/tiers.h" 's|(USAGE_LIMIT =) 960|\1 300|'
mutate page/mapping.h "$out/plant/mapping.h" 's|\(sked_heuristic\)heuristic;|SKED_MCT;|'
mutate page/shares.h "$out/plant/shares.h" 's|(settings\.ahead = )ahead|\10|
    s|(to\[i\] = info\.)used_permille|\1target_permille|
    s|(costs, widths, )&missing|\1\&more|
    s|^( +)page_victims \*found = .*|&\n\1const uint32_t more = missing + 1;|'
clang-14 -std=c99 --target=wasm32 -Oz -mbulk-memory -ffreestanding -nostdlib -fvisibility=default \
    -Wl,--no-entry -Wl,--export-dynamic -Wl,--strip-all -I. "$out/plant/page.c" -o "$out/plant.wasm"
python3 page/build.py "$out/plant.wasm" 0 >"$out/plant.html"
caught "an EASY that is another" 'not ok - .*: easy starts all' \
    play "$out/plant.html" first settings partition others shares
cp "$log" "$out/plant.txt"
caught "jobs that need no partition" 'not ok - a partition: fcfs' cat "$out/plant.txt"
caught "bookings of half the processors" 'not ok - two bookings: conservative' cat "$out/plant.txt"
caught "another limit of usage" 'not ok - two tiers: build/tiers decides' cat "$out/plant.txt"
caught "another heuristic" 'not ok - mapping: all heuristics' cat "$out/plant.txt"
caught "accounts that do not look ahead" 'not ok - shares, at first: [0-9]+ jobs' cat "$out/plant.txt"
caught "usage that is another" 'not ok - shares, at first: usage is' cat "$out/plant.txt"
caught "victims that are not the cheapest" 'not ok - victims: no other' cat "$out/plant.txt"
finish
