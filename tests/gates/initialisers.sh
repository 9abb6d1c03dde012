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
mutate tests/gates/bench.sh "$out/bench.sh" "$row"
caught "a span of four values in the C of a gate" 'bench.sh:[0-9]+: sked_span$' \
    nameless sked_ "$out/bench.sh"
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
cat >"$out/ways.c" <<'WAYS'
#define JOB(i, w) {i, 0, 0, 1, w}   /* bad, as two use it */
#define SPAN(from, to) {.start = from, .end = to, .count = 1}
typedef struct sked_mine { int a, b, c, d; } sked_mine;
struct told { sked_job job; sked_span spans[2]; sked_pjs_request *request; int a, b, c, d; };
static const sked_job jobs[] = {JOB(1, 2),
    {.id = 1, .width = 2}, {2, 0, 5}, JOB(3, 4),
    {3, 0, 0, 5, 1}};               /* bad */
static const sked_span spans[2][2] = {{SPAN(1, 2), {.start = 1}},
    {{1, 2, 3, NULL},               /* bad */
     {0}}}, *const these[] = {spans[0], spans[1], spans[0], spans[1]},
    last = {4, 5, 6, NULL};         /* bad */
static sked_mine mine = {1, 2, 3, 4};   /* bad */
struct told row = {{.width = 1}, {{.end = 1}}, NULL, 1, 2, 3, 4}, other = {
    .d = 1, .spans[1] = {1, 2, 3, NULL}, /* bad */
    .job = {1, 2, 3, 4, 5}};        /* bad */
static const sked_pjs_request wanted = {
    .map = {SKED_OLB, 0, 1, 1, NULL, NULL}, /* bad */
    .clusters = 1};
static struct { const char *name; struct sked_job job; } named[] = {
    {"one", {.id = 1}},
    {"two, {1, 2, 3, 4", {1, 2, 3, 4}}};    /* bad */
static void f(sked_job job, sked_span span) {
    const uint32_t counts[] = {1, 2, 3, 4};
    const sked_job *job_of[4] = {&jobs[0], &jobs[1], &jobs[2], &jobs[3]};
    g(&(const sked_job){1, 2, 3, 4}, 5);    /* bad */
    g(&(sked_job){.id = 1}, (sked_span[]){{1, 2, 3}, {.end = 1}}, (sked_time)1, 2, 3, 4);
    span = (sked_span){.start = 1, .end = 2};
    switch (job.id) { case 1: { f(job, span), f(job, span), f(job, span), f(job, span); } }
}
WAYS
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
