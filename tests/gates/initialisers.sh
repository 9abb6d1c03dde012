#!/usr/bin/env bash
# initialisers.sh: who initialises a struct by more than three values names its fields.
# SPDX-License-Identifier: MIT
set -eu -o pipefail
. "$(dirname "$0")/common.sh"
have python3 python3 || { finish; exit; }

# nameless PREFIX FILE...: prints where a struct whose name begins so has a row of values.
nameless() { python3 tests/initialisers.py "$@"; }

# cut_comments HEADER: what is indented in its comments, so the code; each line stays where it is.
cut_comments() {
    printf '#line 1 "%s"\n' "$1"
    sed -E 's/^ \* {3}//; t; s/.*//' "$1"
}

# nameless_on PAGE...: the same of any struct, in the C on pages and in the comments of headers.
nameless_on() {
    local page
    rm -rf "$out/cut"
    mkdir -p "$out/cut"
    for page; do
        case $page in
            *.h) cut_comments "$page" >"$out/cut/${page##*/}.c" ;;
            *) cut_blocks "$page" "$out/cut/${page##*/}" ;;
        esac
    done
    nameless "" "$out"/cut/*.c
}

mapfile -t tables < <(find bench tests -type f \
    \( -name '*.[ch]' -o -name '*.cpp' -o -name '*.hpp' -o -name '*.sh' \) -print | sort)
mapfile -t shown < <(find examples page -type f -name '*.[ch]' -print | sort)

# Tests and the bench have tables of their own; what is shown to others has names throughout.
silent "tests and bench: structs of the kit are initialised by name" nameless sked_ "${tables[@]}"
silent "examples and page: all structs are initialised by name" nameless "" "${shown[@]}"
silent "pages and comments of headers: all structs are initialised by name" \
    nameless_on README.md CONTRIBUTING.md docs/*.md "${headers[@]}"

# ---- the planted bugs

row='s/sked_job job = \{\.estimate = 1, \.width = 1\}/sked_job job = {0, 0, 0, 1, 1}/'
mutate tests/quick/queue_pins.c "$out/queue_pins.c" "$row"
caught "a job of five values in a test" 'queue_pins.c:[0-9]+: sked_job$' \
    nameless sked_ "$out/queue_pins.c"
row='s/\{\{\.start = 5, \.end = 25, \.count = 2\}\}/{{5, 25, 2, NULL}}/'
mutate tests/programs/forms.c "$out/forms.c" "$row"
caught "a span of four values in a program of a gate" 'forms.c:[0-9]+: sked_span$' \
    nameless sked_ "$out/forms.c"
mutate examples/mapping.c "$out/mapping.c" 's/options opts = \{.*/options opts = {0, 8, 512, 16};/'
caught "four options in an example" 'mapping.c:[0-9]+: options$' nameless "" "$out/mapping.c"
bad='sked_u128 *none = NULL; sked_tiers bad = {SKED_MEASY, 0, 20, 960};'
mutate README.md "$out/README.md" "s/^int main\(void\) \{\$/&\n    $bad/"
caught "four settings of tiers in README.md" 'README.md:[0-9]+: sked_tiers$' \
    nameless_on "$out/README.md"
mutate sched_ar.h "$out/top.h" "s/^ \*   int main\(void\) \{\$/&\n *       $bad/"
caught "four settings of tiers in a top comment" 'top.h:[0-9]+: sked_tiers$' \
    nameless_on "$out/top.h"
mutate sched_ar.h "$out/below.h" "0,/^ \* Returns /s//&SKED_OK, with\n *     $bad\n&/"
caught "four settings of tiers in another comment" 'below.h:[0-9]+: sked_tiers$' \
    nameless_on "$out/below.h"

# each_way FILE: prints its lines that say "bad" and are not told, and those that are and do not.
each_way() {
    nameless sked_ "$1" | cut -d: -f2 | sort -n | uniq >"$out/told.txt"
    grep -n '/\* bad' "$1" | cut -d: -f1 | diff - "$out/told.txt"
}
cp tests/initialisers.txt "$out/ways.c"
check "each list without names is told, and no other" each_way "$out/ways.c"
mutate "$out/ways.c" "$out/more.c" 's/\{\.id = 1, \.width = 2\}/{1, 0, 0, 5}/'
caught "a line that nobody told of" '6' each_way "$out/more.c"

# ---- every public struct begins with zeros, in C and C++

# zeroes FOLDER: a file that zeroes each struct of the interfaces by SKED_ZERO.
zeroes() {
    local name
    printf '#include "%s"\n' "${headers[@]}"
    echo 'int zeroes(void);'
    echo 'int zeroes(void) {'
    (cd "$1" && sed -s '/may stop reading here/,$d' "${headers[@]}") |
        sed -nE 's/^typedef struct (sked_[a-z0-9_]*[a-z0-9]) \{$/\1/p' | sort -u >"$out/structs.txt"
    while IFS= read -r name; do
        printf '    {\n        %s it = SKED_ZERO;\n        (void)it;\n    }\n' "$name"
    done <"$out/structs.txt"
    printf '    return 0;\n}\n'
}
# zeroed FOLDER COMPILE...: without a warning.
zeroed() {
    local folder=$1
    shift
    zeroes "$folder" >"$out/zeroes.c"
    [ "$(wc -l <"$out/structs.txt")" -gt 50 ] || { echo "too few structs"; return 1; }
    cp "$out/zeroes.c" "$out/zeroes.cc"
    "$@" -Wall -Wextra -Wpedantic -Wmissing-field-initializers -Werror "-I$folder" -c \
        -o "$out/zeroes.o" "$out/zeroes.${language%%:*}"
}
while IFS= read -r language; do
    compiler=${language#*:}
    if have "${compiler%% *}" "${compiler%% *}"; then
        check "from zero: $compiler" zeroed . $compiler
    fi
done <<'LIST'
c:gcc -std=c99
c:gcc -std=c17
c:clang-14 -std=c99
cc:g++ -std=c++11
cc:g++ -std=c++14
cc:g++ -std=c++17
cc:g++ -std=c++20
cc:clang++-14 -std=c++11
cc:clang++-14 -std=c++20
LIST
language=cc
mkdir -p "$out/zero"
cp "${headers[@]}" "$out/zero"
mutate sched.h "$out/zero/sched.h" 's/^#define SKED_ZERO \{\}$/#define SKED_ZERO {0}/'
caught "zeros that are none in C++" 'sked_|missing initializer' zeroed "$out/zero" g++ -std=c++11
finish
