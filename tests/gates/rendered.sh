#!/usr/bin/env bash
# rendered.sh: texts of all pictures can be read, once a browser has drawn them.
# SPDX-License-Identifier: MIT
set -eu -o pipefail
. "$(dirname "$0")/common.sh"

figures=bench/figures/results
for tool in python3:python3 chromium:chromium chromedriver:chromium-driver; do
    have ${tool%:*} ${tool#*:} || { finish; exit; }
done
check "the formula of colour distances gives the published ones" python3 tests/colours.py
mutate tests/colours.py "$out/colours.py" 's/^( +)t = \(1 - \.17/\1t = (1 - .16/'
caught "a formula with another number" 'published' python3 "$out/colours.py"
if ! /usr/bin/python3 -c 'import selenium' 2>/dev/null; then
    skip "pictures in a browser: no selenium (apt package python3-selenium)"
    finish
    exit
fi

# ---- the published pictures, and what programs draw

check "the programs" make -s build/booking build/moldable build/replay
echo "gantt $out/desk.svg" | cat examples/lab.book - >"$out/lab.book"
build/booking "$out/lab.book" >"$out/stdout.txt"
build/moldable --processors 32 --method demt --book 300:420:8 --gantt "$out/night.svg" \
    examples/night.tasks >"$out/stdout.txt"
build/replay --shares examples/small.shares --history "$out/small.svg" examples/small.swf \
    >"$out/stdout.txt"
check "texts of all pictures can be read, and colours of figures be told apart" \
    /usr/bin/python3 tests/rendered.py "$figures"/*.svg examples/demo.svg "$out"/{desk,night,small}.svg

# ---- planted bugs: pictures that are wrong, which one browser looks at

# bad NAME SED-SCRIPT: a figure that is wrong.
bad() { mutate $figures/figure6.svg "$out/bad/$1.svg" "$2"; }
bad legend '/translate/{N;s/translate\([^)]*\)(.*>load, % of)/translate(130,99)\1/}'
bad outside '/translate/{N;s/translate\([^)]*\)(.*>load, % of)/translate(880,67)\1/}'
bad turned '/translate/{N;s/translate\([0-9.]+(,[^)]*\) rotate.*>hours)/translate(60\1/}'
bad covered 's|^</svg>|<rect width="300" height="30" fill="#ddd"/>&|'
bad crossed 's|^</svg>|<path stroke="#0072b2" fill="none" d="M20,0 20,50"/>&|'
bad colour 's/rgb\(102,102,102\)/rgb(136,136,136)/'
if /usr/bin/python3 tests/rendered.py "$out"/bad/*.svg >"$out/bad.txt" 2>&1; then
    not_ok "planted bugs: pictures that are wrong"
fi
found() { ! grep "^$out/bad/$1.svg: " "$out/bad.txt"; }
caught "a legend over the title of an axis" "'FCFS' and 'load.* overlap" \
    found legend
caught "a text that leaves the picture" "'load.*' is outside of the picture" found outside
caught "a turned title over the numbers of its axis" "'hours.* overlap" found turned
caught "a text that is covered" "is under what was drawn later" found covered
caught "a curve through a text" 'a line of #0072b2 runs through' found crossed
caught "two colours that some readers take for one" 'apart under deuteranopia' found colour
finish
