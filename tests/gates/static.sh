#!/usr/bin/env bash
# static.sh: static analysis of the headers, and the layout of all sources.
# SPDX-License-Identifier: MIT
set -eu -o pipefail
. "$(dirname "$0")/common.sh"
write_units "$out"

# The analysers may rely on what SKED_ASSERT states; other gates run it (sanitize.sh).
told='-DSKED_ASSERT(condition)=((condition)?(void)0:__builtin_unreachable())'

# The header is the main file: clang's analyser does not look into functions of an included one. It
# takes minutes; the other checks take a second.
tidy() {
    clang-tidy --quiet "--config-file=.clang-tidy" "--checks=${checks:-}" "$1" -- \
        -x c -std=c99 -iquote . -DSKED_IMPLEMENTATION "$told" 2>"$out/tidy.txt" || { cat "$out/tidy.txt"; return 1; }
}

# arrayIndexThenCheck takes a comparison of two indices, after their use, for a check of a bound.
cpp_check() {
    local unit=$1 bits
    shift
    for bits in 8 64; do
        cppcheck --quiet --std=c99 --enable=warning,portability --error-exitcode=5 --inline-suppr \
            --suppress=missingIncludeSystem --suppress=arrayIndexThenCheck \
            "-DSKED_WORD_BITS=$bits" "$@" "$unit" || return 1
    done
}

analyzer() { gcc -std=c99 -O1 -fanalyzer -Werror "$told" "$1" -c "$2" -o "$out/object.o"; }

# A small copy with one fault: the interface, and a function that is wrong.
fault() {
    mkdir -p "$out/$1"
    sed '/^#endif \/\* SKED_H_INCLUDED \*\//,$d' sched.h >"$out/$1/sched.h"
    printf '%s\n#endif\n' "$2" >>"$out/$1/sched.h"
}
fault null 'SKED_API uint32_t sked_bad(void);
uint32_t sked_bad(void) { uint32_t *p = NULL; return *p; }'
fault bounds 'SKED_API int sked_bad(void);
int sked_bad(void) { int a[4] = {0}; return a[4]; }'
fault braces 'SKED_API int sked_bad(int a);
int sked_bad(int a) { if (a) return 1; return 0; }'

mode=own checks=-clang-analyzer-*
if in_full "clang's analyser, gcc -fanalyzer, and cppcheck of headers implemented together"; then
    mode=whole checks=
fi
for header in "${headers[@]}"; do
    unit=$out/${header%.h}.$mode.c
    if have clang-tidy clang-tidy; then check "$header: clang-tidy $checks" tidy "$header"; fi
    if have cppcheck cppcheck; then silent "$header: cppcheck" cpp_check "$unit" -I.; fi
    if full && have gcc gcc; then silent "$header: gcc -fanalyzer" analyzer -I. "$unit"; fi
done
checks=
if have clang-tidy clang-tidy; then
    caught "a null pointer (clang-tidy)" 'core.NullDereference' tidy "$out/null/sched.h"
    caught "an if without braces (clang-tidy)" 'braces' tidy "$out/braces/sched.h"
fi
if have cppcheck cppcheck; then
    caught "an index beyond an array (cppcheck)" 'arrayIndexOutOfBounds' \
        cpp_check "$out/sched.whole.c" "-I$out/bounds"
fi
if have gcc gcc; then
    caught "a null pointer (gcc -fanalyzer)" 'analyzer-null-dereference' \
        analyzer "-I$out/null" "$out/sched.whole.c"
fi

# The layout. Tables and interfaces are aligned by hand, which clang-format would undo; so only what
# matters: no tab, no blank at the end of a line, a newline at the end, braces always.
mapfile -t sources < <(find . \( -path ./build -o -path ./.git \) -prune -o -type f \
    \( -name '*.[ch]' -o -name '*.cpp' -o -name '*.hpp' -o -name '*.cc' -o -name '*.sh' \) -print | sort)

bad_blanks() {
    grep -nHP '\t| $|\r' "$@" | cut -c 1-120 || true
    local file
    for file; do
        [ -z "$(tail -c 1 "$file")" ] || echo "$file: no newline at the end"
    done
}

# bad_braces FILE...: prints a statement of one line, or one that begins on the line after.
bad_braces() {
    awk 'function report() { print FILENAME ":" FNR ": " $0 }
        FNR == 1 { opened = 0 }
        { line = $0; gsub(/"([^"\\]|\\.)*"/, "x", line); sub(/\/\*.*$|\/\/.*$/, "", line) }
        opened { depth += gsub(/\(/, "(", line) - gsub(/\)/, ")", line)
            if (depth > 0) { next }
            opened = 0
            if (line !~ /\{[^}]*(\}.*)?$/ && line !~ /\\$/) { report() }
            next }
        line ~ /^ *(\} *)?(else +)?(if|for|while) *\(/ && line !~ /^ *\} *while/ {
            copy = line; depth = gsub(/\(/, "(", copy) - gsub(/\)/, ")", copy)
            if (depth > 0) { opened = 1 }
            else if (line !~ /\{ *(\}|.*\}) *\\? *$|\{ *\\? *$/) { report() }
            next }
        line ~ /^ *(\} *)?else *[^ i{]/ || line ~ /^ *(\} *)?(else|do) *$/ { report() }' "$@"
}

mapfile -t c_sources < <(printf '%s\n' "${sources[@]}" | grep -v '\.sh$')
silent "no tab, no blank at the end of a line" bad_blanks "${sources[@]}"
silent "braces always" bad_braces "${c_sources[@]}"
printf 'int a;\t\n' >"$out/blanks.c"
printf 'int f(int a) {\n    if (a)\n        return 1;\n    for (;;) a++;\n}\n' >"$out/braces.c"
caught "a tab" 'blanks.c:1' bad_blanks "$out/blanks.c"
caught "an if without braces (layout)" 'braces.c:2' bad_braces "$out/braces.c"
caught "a for without braces (layout)" 'braces.c:4' bad_braces "$out/braces.c"
finish
