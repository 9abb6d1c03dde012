#!/usr/bin/env bash
# run.sh: builds a sketch for a Mega 2560 with Debian's arduino-builder, and runs it in simavr.
# SPDX-License-Identifier: MIT
#
#   bench/skedmark/arduino/run.sh [SKETCH [FAMILIES]]
#
# SKETCH is Skedmark or Queue; FAMILIES is 7, 24 or 96. Without FAMILIES, Skedmark runs with each of
# them, and the last line is the score. LIBRARIES is the folder of the library sked: build/arduino,
# which `make arduino` fills. Images are build/arduino-SKETCH-FAMILIES.
set -eu -o pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../.."
libraries=${LIBRARIES:-build/arduino}
sketch=${1:-Skedmark}

ctags='"{path}/arduino-ctags" -u --language-force=c++ -f - --c++-kinds=svpf'
ctags="$ctags --fields=KSTtzns --line-directives \"{source_file}\""

# build FAMILIES FOLDER: Debian's core lacks DECIMAL_DIG.
build() {
    local hardware=/usr/share/arduino/hardware tools=/usr/share/arduino-builder
    mkdir -p "$2"
    arduino-builder -compile -quiet -hardware $hardware -tools $tools -libraries "$libraries" \
        -fqbn arduino:avr:mega:cpu=atmega2560 -build-path "$PWD/$2" -warnings none \
        -prefs runtime.tools.avr-gcc.path=/usr \
        -prefs tools.ctags.path=/usr/bin -prefs "tools.ctags.pattern=$ctags" \
        -prefs compiler.cpp.extra_flags=-DDECIMAL_DIG=__DECIMAL_DIG__ \
        -prefs "compiler.c.extra_flags=-DSKEDMARK_FAMILIES=$1" \
        "$libraries/sked/examples/$sketch/$sketch.ino"
}

# run FOLDER: simavr prints in colours, ends lines with a full stop, and tells what it loads.
run() {
    timeout -k 5 "${SECONDS_MAX:-120}" simavr -m atmega2560 -f 16000000 \
        "$1/$sketch.ino.elf" </dev/null 2>&1 |
        sed 's/\x1b\[[0-9;]*m//g; s/\.*\r*$//; /^Loaded /d; /^signal caught/d; /^$/d'
}

one() {
    build "$1" "build/arduino-$sketch-$1" && run "build/arduino-$sketch-$1"
}

if [ "$sketch" != Skedmark ] || [ $# -gt 1 ]; then
    one "${2:-7}"
else
    for families in 7 24 96; do one $families; done | tee build/arduino-Skedmark.txt
    awk -f bench/skedmark/score.awk bench/skedmark/baseline.txt build/arduino-Skedmark.txt
fi
