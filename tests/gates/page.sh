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
check "the page has fewer than 200 KiB" test "$(wc -c <$page)" -lt $((200 * 1024))
echo "# measured: bytes of the page: $(wc -c <$page)"

kib=$(($(wc -c <$page) / 1024))
near() { python3 tests/docs/measured.py near "$1" 'one file of # KiB' $kib; }
check "examples/README.md says its size" near examples/README.md
mutate examples/README.md "$out/README.md" 's/(one file of )[0-9]+ KiB/\199 KiB/'
caught "a page with another size" 'expected about' near "$out/README.md"

# asks_nobody PAGE: nothing is loaded from elsewhere.
asks_nobody() { ! grep -nE '(src|href) *=|https?://|@import|fetch\(|XMLHttpRequest' "$1"; }
check "the page loads nothing from anywhere" asks_nobody $page
mutate $page "$out/calls.html" 's|^</head>|<script src="https://example.org/a.js"></script></head>|'
caught "a script from elsewhere" 'example.org' asks_nobody "$out/calls.html"
head -c 200000 /dev/urandom >"$out/large.wasm"
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
check "make build/replay" make -s build/replay

# play PAGE [first]: each claim of the browser is one of ours.
play() { timeout 600 /usr/bin/python3 tests/page/drive.py "$1" build/replay "$out" "${@:2}"; }
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

mutate $page "$out/still.html" "s|(byId\('progress'\).value = )started / total|\10|"
caught "a progress bar that stands still" 'not ok - the progress bar' play "$out/still.html" first

# A page whose EASY does not backfill.
cp -r page "$out/plant"
mutate page/replay.h "$out/plant/replay.h" 's/(FCFS, \.backfill = SKED_FCFS, \.depth =) 1/\1 SKED_NO_RESERVATIONS/'
clang-14 -std=c99 --target=wasm32 -Oz -mbulk-memory -ffreestanding -nostdlib -fvisibility=default \
    -Wl,--no-entry -Wl,--export-dynamic -Wl,--strip-all -I. "$out/plant/page.c" -o "$out/plant.wasm"
python3 page/build.py "$out/plant.wasm" 0 >"$out/plant.html"
caught "an EASY that is another" 'not ok - .*EASY starts all' play "$out/plant.html" first
finish
