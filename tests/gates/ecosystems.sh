#!/usr/bin/env bash
# ecosystems.sh: skedmark runs where bench/skedmark/ECOSYSTEMS.md says that it has run.
# SPDX-License-Identifier: MIT
#
# Arduino needs Debian's packages alone. The others are tried where their folders are given:
#
#     ZEPHYR_BASE=, CMSIS= (its module; without it, that of the same workspace), FREERTOS=,
#     PICO_SDK_PATH=, IDF_PATH= (and IDF_PYTHON=, which has its packages); a command `pio`
set -eu -o pipefail
. "$(dirname "$0")/common.sh"
page=bench/skedmark/ECOSYSTEMS.md
version=$(sed -nE 's/^#define SKED_VERSION_(MAJOR|MINOR|PATCH) ([0-9]+)$/\2/p' sched.h | paste -sd.)
python=python3
if [ -x /usr/bin/python3 ]; then python=/usr/bin/python3; fi       # Debian's packages are for it
: >"$out/tried.txt"

# right LOG [FAMILIES]: so many hashes, each ok.
right() {
    local count
    count=$(grep -c '^hash,' "$1" || true)
    if grep '^hash,' "$1" | grep -v ',ok$'; then return 1; fi
    [ "$count" -eq "${2:-7}" ] ||
        { tail -n 20 "$1"; echo "$1: $count hashes, not ${2:-7}"; return 1; }
}

# tried WHERE WORD COMMAND...: it worked, so that the page may say so.
tried() {
    local where=$1 word=$2 before=$failed
    shift 2
    check "$where: $word" "$@"
    [ "$failed" -ne "$before" ] || echo "$where|$word" >>"$out/tried.txt"
}

# ended SECONDS LOG COMMAND...: runs it until it prints that skedmark has ended, and takes CR away.
ended() {
    local seconds=$1 file=$2 pid
    shift 2
    timeout -k 5 "$seconds" "$@" </dev/null >"$file" 2>&1 &
    pid=$!
    while kill -0 $pid 2>/dev/null && ! grep -q '^skedmark ended' "$file"; do sleep 0.2; done
    kill $pid 2>/dev/null || true
    wait $pid 2>/dev/null || true
    sed -i 's/\r$//' "$file"
}

# ---- files that tools read

# yaml FILE EXPRESSION: what it evaluates to is not false; d is the file's content.
yaml() {
    "$python" - "$@" <<'PY'
import os, re, sys, yaml
d = yaml.safe_load(open(sys.argv[1]))
there = os.path.exists
if not eval(sys.argv[2]):
    sys.exit(f'{sys.argv[1]}: not so: {sys.argv[2]}')
PY
}

module="d['name'] == 'sked' and there(d['build']['cmake'] + '/CMakeLists.txt')"
module="$module and there(d['build']['kconfig'])"
module="$module and all(there(s + '/skedmark/sample.yaml') for s in d['samples'])"
component="d['version'] == '$version' and d['license'] == 'MIT' and d['description']"
component="$component and d['dependencies']['idf']"
component="$component and {'sked.h', 'sched*.h', 'CMakeLists.txt'} <= set(d['files']['include'])"

# sample FILE: its patterns find each row, and in their order what a log ends with.
sample() {
    "$python" - "$1" bench/skedmark/baseline.txt <<'PY'
import re, sys, yaml
said = yaml.safe_load(open(sys.argv[1]))['common']['harness_config']
rows, wanted = 0, list(said['regex'])
for line in open(sys.argv[2]):
    line = line.rstrip('\n')
    if wanted and re.search(wanted[0], line):
        wanted.pop(0)
    if line.startswith('row,'):
        rows += 1
        found = re.search(said['record']['regex'], line)
        if not found or found.group() != line:
            sys.exit(f'{sys.argv[1]}: records only {found and found.group()} of {line}')
        if found['p99'] != line.split(',')[9]:
            sys.exit(f'{sys.argv[1]}: another p99 than in {line}')
if wanted or not rows:
    sys.exit(f'{sys.argv[1]}: not found: {wanted}')
PY
}
if "$python" -c 'import yaml' 2>"$log"; then
    check "zephyr/module.yml" yaml zephyr/module.yml "$module"
    mutate zephyr/module.yml "$out/module.yml" 's|zephyr/Kconfig|Kconfig|'
    caught "a module whose Kconfig is not there" 'not so' yaml "$out/module.yml" "$module"
    check "idf_component.yml" yaml idf_component.yml "$component"
    mutate idf_component.yml "$out/component.yml" 's/^version: .*/version: "0.0.1"/'
    caught "a component of another version" 'not so' yaml "$out/component.yml" "$component"
    mutate idf_component.yml "$out/torn.yml" 's/^license: MIT/license: [MIT/'
    caught "a component that is no YAML" 'yaml' yaml "$out/torn.yml" "$component"
    sample=zephyr/samples/skedmark/sample.yaml
    check "sample.yaml finds hashes and rows in a log" sample $sample
    mutate $sample "$out/sample.yaml" 's/,\(\?P<cold>\\\\d\*\)//'
    caught "a pattern that lacks a column" 'records only' sample "$out/sample.yaml"
    mutate $sample "$out/order.yaml" 's/,pjs,/,site,/'
    caught "a pattern that waits for another line" 'not found' sample "$out/order.yaml"
else
    skip "zephyr/module.yml, sample.yaml, idf_component.yml (apt package python3-yaml)"
fi

# ---- the root's CMakeLists.txt, as ESP-IDF reads it

# early FILE: as a script, which says what it requires, ends there, and writes nothing.
early() {
    mkdir -p "$out/early"
    cat >"$out/early/read.cmake" <<CMAKE
set(ESP_PLATFORM 1)
macro(idf_component_register)
  set(registered 1)
  return()
endmacro()
include("$PWD/$1")
CMAKE
    cat >"$out/early/all.cmake" <<'CMAKE'
include(read.cmake)
if(NOT registered)
  message(FATAL_ERROR "not registered")
endif()
CMAKE
    (cd "$out/early" && cmake -P all.cmake && [ ! -e include ])
}

# late FOLDER: as a part of an application, which finds <sked/sked.h>.
late() {
    mkdir -p "$out/late_idf"
    cat >"$out/late_idf/CMakeLists.txt" <<CMAKE
cmake_minimum_required(VERSION 3.16)
project(use C)
set(ESP_PLATFORM 1)
function(idf_component_register)
  add_library(component INTERFACE)
  set(COMPONENT_LIB component PARENT_SCOPE)
endfunction()
add_subdirectory("$1" sked)
add_executable(use use.c)
target_link_libraries(use component)
CMAKE
    printf '#include <sked/sked.h>\nint main(void) { return SKED_VERSION == 0; }\n' \
        >"$out/late_idf/use.c"
    cmake -S "$out/late_idf" -B "$out/late_idf/build" && cmake --build "$out/late_idf/build" &&
        "$out/late_idf/build/use"
}
if have cmake cmake; then
    check "CMakeLists.txt as a component of ESP-IDF: read as a script" early CMakeLists.txt
    mutate CMakeLists.txt "$out/CMakeLists.txt" 's/^if\(ESP_PLATFORM\)/if(FALSE)/'
    caught "a script that goes on to read sched.h" 'file STRINGS file' early "$out/CMakeLists.txt"
    check "... its headers" late "$PWD"
    mkdir -p "$out/component"
    cp ./*.h "$out/component"
    mutate CMakeLists.txt "$out/component/CMakeLists.txt" 's|include/sked/(.*COPYONLY)|include/\1|'
    rm -rf "$out/late_idf/build"
    caught "a component without sked/" 'sked/sked.h' late "$PWD/$out/component"
fi

# ---- Arduino

# properties FILE: the fields that Arduino wants. The url may be empty: make arduino URL=page.
properties() {
    local pattern
    for pattern in name=. "version=$version\$" author=. maintainer=. sentence=. paragraph=. \
        category=. url= architectures=.; do
        grep -qE "^$pattern" "$1" || { echo "$1: no line $pattern"; return 1; }
    done
}

# whole FOLDER: what its files include of ours is there.
whole() {
    local file name missing=0
    grep -rHoE '^ *# *include ["<](sked|sched|meter|bench_|work_|baseline|pointers)[^">]*' "$1" |
        sed -E 's/: *# *include ["<]/:/' | grep -v ':sched.h$' >"$out/includes.txt"
    while IFS=: read -r file name; do
        [ -e "$(dirname "$file")/$name" ] || [ -e "$1/src/$name" ] ||
            { echo "$file: $name is not exported"; missing=1; }
    done <"$out/includes.txt"
    return $missing
}
check "make arduino" make -s arduino "ARDUINO=$out/arduino/sked"
check "library.properties" properties "$out/arduino/sked/library.properties"
mutate "$out/arduino/sked/library.properties" "$out/few.properties" '/^sentence=/d'
caught "a library without a sentence" 'no line sentence' properties "$out/few.properties"
mutate "$out/arduino/sked/library.properties" "$out/old.properties" 's/^version=.*/version=0.0.1/'
caught "a library of another version" 'no line version' properties "$out/old.properties"
check "the library includes nothing from outside" whole "$out/arduino/sked"
cp -r "$out/arduino" "$out/torn"
rm "$out/torn/sked/src/skedmark/meter.h"
caught "a library that lacks a file" 'meter.h is not exported' whole "$out/torn/sked"

libraries=$out/arduino
sketch() {
    SECONDS_MAX=${seconds:-120} LIBRARIES=$libraries bash bench/skedmark/arduino/run.sh "$@"
}
mark_arduino() {
    sketch >"$out/arduino.txt" 2>&1 && right "$out/arduino.txt" && tail -n 1 "$out/arduino.txt" |
        grep -E '^skedmark 1\.1: [0-9.]+ \('
}
queue_arduino() {
    seconds=5 sketch Queue >"$out/queue.txt" 2>&1
    printf 'start %s\n' 1 '3, ahead of a job that has to wait' 2 | diff - "$out/queue.txt"
}
wrong_arduino() {
    libraries=$out/wrong sketch Skedmark 2 >"$out/wrong.txt" 2>&1
    right "$out/wrong.txt" 1
}
arduino=1
for tool in arduino-builder arduino-ctags simavr; do have $tool $tool || arduino=; done
have avr-gcc gcc-avr || arduino=
if [ -n "$arduino" ] && [ ! -e /usr/share/arduino/hardware/arduino/avr/boards.txt ]; then
    skip "Arduino's core for AVR (apt package arduino-core-avr)"
    arduino=
fi
if [ -n "$arduino" ]; then
    tried "Arduino, Mega 2560" emulated mark_arduino
    tail -n 1 "$out/arduino.txt" | sed 's/^/#   /'
    check "... the example Queue" queue_arduino
    cp -r "$out/arduino" "$out/wrong"
    mutate sched.h "$out/wrong/sked/src/sked/sched.h" \
        '/^SKED_API sked_time sked_time_add\(/,/^\}/s/: a \+ b;/: a + b + 1;/'
    caught "a sketch that decides wrongly" ',FAILED' wrong_arduino
fi

# ---- Zephyr

# zephyr BOARD TOOLCHAIN FOLDER [MODULE]
zephyr() {
    ZEPHYR_TOOLCHAIN_VARIANT=$2 GNUARMEMB_TOOLCHAIN_PATH=/usr cmake -GNinja \
        -S zephyr/samples/skedmark -B "$out/$3" "-DBOARD=$1" "-DPython3_EXECUTABLE=$python" \
        -DCONFIG_SKED=y "-DZEPHYR_MODULES=$PWD${4:+;$4}" && ninja -C "$out/$3"
}
native_zephyr() {
    zephyr native_sim/native/64 host native_sim && ended 60 "$out/native_sim.txt" \
        "$out/native_sim/zephyr/zephyr.exe" && right "$out/native_sim.txt"
}
arm_zephyr() {
    zephyr mps2/an385 gnuarmemb an385 "$1" && ended 120 "$out/an385.txt" qemu-system-arm \
        -M mps2-an385 -nographic -icount shift=6,sleep=off -kernel "$out/an385/zephyr/zephyr.elf" &&
        right "$out/an385.txt" && grep -x 'skedmark ended with 0' "$out/an385.txt"
}
if [ -z "${ZEPHYR_BASE:-}" ]; then
    skip "Zephyr (ZEPHYR_BASE=folder)"
elif have ninja ninja-build && have dtc device-tree-compiler; then
    tried "Zephyr, native_sim" ran native_zephyr
    for folder in "$ZEPHYR_BASE"/../modules/hal/cmsis{,_6}; do
        [ -n "${CMSIS:-}" ] || [ ! -e "$folder" ] || CMSIS=$folder
    done
    if [ -z "${CMSIS:-}" ]; then
        skip "Zephyr, MPS2 AN385 (CMSIS=folder)"
    elif have arm-none-eabi-gcc gcc-arm-none-eabi && have qemu-system-arm qemu-system-arm; then
        tried "Zephyr, MPS2 AN385" emulated arm_zephyr "$CMSIS"
    fi
fi

# ---- FreeRTOS

freertos() { bash bench/skedmark/rtos/run.sh "$@"; }
mark_freertos() { freertos mark >"$out/freertos.txt" && right "$out/freertos.txt"; }
owned() {
    freertos controller | grep start | diff - <(
        printf '  start %s\n' 1 '4 ahead of 2' '5 ahead of 2' 2 3 6)
}
if [ -z "${FREERTOS:-}" ]; then
    skip "FreeRTOS (FREERTOS=folder)"
elif have arm-none-eabi-gcc gcc-arm-none-eabi && have qemu-system-arm qemu-system-arm; then
    tried "FreeRTOS, MPS2 AN385" emulated mark_freertos
    check "... a queue that a task owns" owned
fi

# ---- Pico SDK

pico() {
    cmake -GNinja -S bench/skedmark/pico -B "$out/$1" "-DPICO_BOARD=$1" -DPICO_NO_PICOTOOL=1 &&
        ninja -C "$out/$1" && [ -e "$out/$1/skedmark.elf" ]
}
if [ -z "${PICO_SDK_PATH:-}" ]; then
    skip "Pico SDK (PICO_SDK_PATH=folder)"
elif have ninja ninja-build && have arm-none-eabi-gcc gcc-arm-none-eabi; then
    tried "Pico SDK, RP2040" built pico pico
    tried "Pico SDK, RP2350" built pico pico2
fi

# ---- ESP-IDF

idf() {
    local flags=(-DIDF_TARGET=linux "-DPYTHON=${IDF_PYTHON:-python}" -DPYTHON_DEPS_CHECKED=1)
    IDF_COMPONENT_MANAGER=0 cmake -GNinja -S bench/skedmark/esp-idf -B "$out/idf" "${flags[@]}" \
        "-DSDKCONFIG=$PWD/$out/sdkconfig" && ninja -C "$out/idf" &&
        timeout 60 "$out/idf/skedmark.elf" >"$out/idf.txt" && right "$out/idf.txt"
}
if [ -z "${IDF_PATH:-}" ]; then
    skip "ESP-IDF (IDF_PATH=folder)"
elif have ninja ninja-build; then
    tried "ESP-IDF, linux" ran idf
fi

# ---- PlatformIO

pio_native() {
    pio run -d bench/skedmark/platformio -t exec >"$out/pio.txt" && right "$out/pio.txt"
}
if command -v pio >"$log"; then
    tried "PlatformIO, native" ran pio_native
else
    skip "PlatformIO (no pio)"
fi

# ---- the page

rows() { sed -nE 's/^\| ([A-Z][^|]*[^| ]) +\|.*\| \*([a-z]+)\* \|$/\1|\2/p' "$1"; }

# honest PAGE: each word is what was tried here. What could not be tried here is not judged; what no
# gate tries has been written, no more.
triable="Zephyr, native_sim;Zephyr, MPS2 AN385;FreeRTOS, MPS2 AN385;Arduino, Mega 2560"
triable="$triable;Pico SDK, RP2040;Pico SDK, RP2350;ESP-IDF, linux;PlatformIO, native"
honest() {
    local where word happened status=0
    rows "$1" >"$out/rows.txt"
    [ "$(wc -l <"$out/rows.txt")" -eq "$(grep -c '^| [A-Z]' "$1")" ] ||
        { echo "a row without a word"; return 1; }
    while IFS='|' read -r where word; do
        happened=$(sed -n "s/^$where|//p" "$out/tried.txt")
        case ";$triable;" in *";$where;"*) ;; *) happened=written ;; esac
        [ "${happened:-$word}" = "$word" ] ||
            { echo "$where: $word, but it was $happened"; status=1; }
    done <"$out/rows.txt"
    return $status
}

# complete PAGE: it has a row of all that is tried.
complete() {
    local where status=0
    while IFS= read -r where; do
        grep -q "^| $where |" "$1" || { echo "$1: no row: $where"; status=1; }
    done < <(tr ';' '\n' <<<"$triable")
    return $status
}
check "ECOSYSTEMS.md claims what was tried" honest $page
check "... has a row of each" complete $page
mutate $page "$out/boast.md" 's/^(\| Zephyr, a board .*)\*written\*/\1*ran*/'
caught "a word for what nobody tries" 'a board: ran, but it was written' honest "$out/boast.md"
if grep -q Arduino "$out/tried.txt"; then
    mutate $page "$out/ran.md" 's/^(\| Arduino, Mega .*)\*emulated\*/\1*ran*/'
    caught "a word that is not what happened" 'Mega 2560: ran, but it was emulated' \
        honest "$out/ran.md"
fi
mutate $page "$out/short.md" '/^\| FreeRTOS/d'
caught "a row that is gone" 'no row: FreeRTOS' complete "$out/short.md"

finish
