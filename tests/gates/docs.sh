#!/usr/bin/env bash
# docs.sh: what the comments, the pages and the layout promise is true; the bound of the stack.
# SPDX-License-Identifier: MIT
set -eu -o pipefail
. "$(dirname "$0")/common.sh"
write_units "$out"

# The interface ends at its guard; what follows is the implementation.
guard() { basename "$1" .h | tr a-z A-Z | sed 's/^SCHED/SKED/; s/$/_H_INCLUDED/'; }
interface() { sed "/^#endif \/\* $(guard "$1") \*\//,\$d" "$1"; }
implementation() { sed "1,/^#endif \/\* $(guard "$1") \*\//d" "$1"; }
code() { gcc -w -fpreprocessed -dD -E -P -x c "$1"; }       # the same text without comments

# ---- comments

# undocumented HEADER: prints public functions that stand in no block of lines with a comment.
undocumented() {
    interface "$1" | awk '
        function close_block() {
            if (!comment) { printf "%s", names }
            names = ""; comment = 0
        }
        /^ *$/ { close_block(); next }
        /^#/ { next }
        /\/\*|\*\// { comment = 1 }
        /^SKED_API / { names = names "no comment: line " NR ": " $0 "\n" }
        END { close_block() }'
}

# statuses: the table, all headers together. The table of a module is appended to that of sched.h.
statuses() { cat "$@" | sed -nE 's/^ +X\((SKED_[A-Z_]+), .*/\1/p' | sort -u; }

# unknown_statuses HEADER...: prints those that a comment or the code names and no table has.
unknown_statuses() {
    statuses "$@" >"$out/table.txt"
    [ -s "$out/table.txt" ] || { echo "no table of statuses found"; return; }
    cat "$@" | grep -oE 'SKED_E_[A-Z_]+' | grep -v '_$' | sort -u | comm -23 - "$out/table.txt" |
        sed 's/^/no such status: /'
}

# unnamed_statuses HEADER...: prints those of the table that neither the interface nor a test names.
unnamed_statuses() {
    local header
    for header; do interface "$header"; done | grep -vE '^ +X\(SKED_' | cat - "${tests[@]}" |
        grep -oE 'SKED_[A-Z_]+' | sort -u >"$out/named.txt"
    statuses "$@" | comm -23 - "$out/named.txt" | sed 's/^/named nowhere: /'
}

# unreached_statuses HEADER...: prints those that no test expects.
unreached_statuses() {
    cat "${tests[@]}" | grep -oE 'SKED_[A-Z_]+' | sort -u >"$out/named.txt"
    statuses "$@" | comm -23 - "$out/named.txt" | sed 's/^/no test expects: /'
}

# wrong_tags HEADER: the contents, the banners of the interface and of the implementation agree.
wrong_tags() {
    sed -n '/^ \* CONTENTS/,/^ \* *$/p' "$1" | grep -oE '>>[a-z]+' >"$out/contents.txt" ||
        { echo "no contents"; return; }
    interface "$1" | grep -E '^ \* >>|^/\* -+ >>' | grep -oE '>>[a-z]+' >"$out/sections.txt" || true
    sort "$out/sections.txt" | uniq -d | sed 's/^/twice in the interface: /'
    sort "$out/contents.txt" >"$out/a.txt"
    sort -u "$out/sections.txt" | comm -3 "$out/a.txt" - |
        sed 's/^/contents and interface differ: /'
    implementation "$1" | grep -E '^/\* -+ >>' | grep -oE '>>[a-z]+' >"$out/below.txt" || true
    grep -vxFf "$out/sections.txt" "$out/below.txt" |
        sed 's/^/in the implementation alone: /' || true
    grep -xFf "$out/below.txt" "$out/sections.txt" | uniq >"$out/order.txt" || true
    uniq "$out/below.txt" | cmp -s "$out/order.txt" - || echo "another order in the implementation"
    interface "$1" | awk '/^\/\* -+ >>/ { match($0, />>[a-z]+/); tag = substr($0, RSTART, RLENGTH) }
        /^SKED_API / { print tag }' | uniq | grep -vxFf "$out/below.txt" |
        sed 's/^/no section in the implementation: /' || true
}

# ---- layout

# long_lines FILE...: prints lines of more than 100 columns.
long_lines() { LC_ALL=C.UTF-8 grep -nHE '^.{101,}' "$@" | cut -c 1-120 || true; }

# long_functions FILE...: prints functions of more than 70 lines.
long_functions() {
    awk 'FNR == 1 { start = 0 }
        /^[A-Za-z].*\(/ && !/;$/ && !/= *\{$/ && !/^(typedef|struct|enum|union)/ {
            start = FNR; head = $0; body = 0 }
        start && /\{$/ { body = 1 }
        start && !body && /;$/ { start = 0 }        # a prototype of two lines
        /^}/ && start {
            lines = FNR - start + 1
            if (lines > 70) { print FILENAME ":" start ": " lines " lines: " head }
            start = 0 }' "$@"
}

# pointer_casts HEADER: prints casts of pointers outside SKED_PTR_ and its like (C++ has its own).
pointer_casts() {
    code "$1" | grep -vE '#define SKED_[A-Z]+_\(' |
        grep -nE '\((const |unsigned |struct )*[a-z_0-9]+ ?\*+\) *[A-Za-z_(&]' || true
}

# library_calls HEADER: prints what only a C library has, except where SKED_STDLIB asks for it.
library='malloc|calloc|realloc|free|v?s?n?f?printf|puts|abort|exit|assert|qsort|setjmp|longjmp'
library="$library|mem(cpy|move|set|cmp)|str[a-z]+|time|clock|s?rand|getenv"
asked_for='/^#if defined(SKED_STDLIB)$/,/^#endif/d'
library_calls() {
    code "$1" | sed "$asked_for" | grep -nE "(^|[^A-Za-z0-9_>.])($library)[ ]*\\(" || true
    code "$1" | sed "$asked_for" | grep -E '^ *# *include' |
        grep -vE '<(limits|stddef|stdint|sched)\.h>|"sched\.h"' || true
}

# left_overs FILE...: prints folders of one machine, and work that was not finished.
left_overs() {
    local unfinished='not impl''emented|to be impl''emented|place''holder|FIX''ME|TO''DO|XX''X:'
    grep -nHIE '(^|[^A-Za-z0-9_])/(wo''rk|fa''rm|t''mp|ro''ot|ho''me)/' "$@" | cut -c 1-160 || true
    grep -nHIiE "$unfinished" "$@" | cut -c 1-160 || true
}

# ---- recursion and stack

may_call='sked_pick sked_tiers_expect_ sked_take_block_ sked_keep_block_ sked_give_block_'
may_call="$may_call sked_pjs sked_ar_judge_ sked_moldable_ask_"

# stack HEADER-FOLDER UNIT LEVEL: prints each fault; writes the bound of each public function.
stack() {
    gcc -std=c99 "$3" "-I$1" -fcallgraph-info=su,da -c "$2" -o "$out/graph.o" || return 1
    awk -v may_call="$may_call" -v level="$3" -v table="$out/stack.txt" \
        -f tests/gates/stack.awk "$out/graph.ci"
}

# ---- the first program, versions

# cut_program FILE: the first block of C that holds main; the block of text after it.
cut_program() {
    awk -v program="$2" -v text="$3" '
        /^```c$/ { inside = 1; block = ""; next }
        /^```text$/ && found { take = 1; next }
        /^```/ {
            if (inside && block ~ /int main/ && !found) { printf "%s", block > program; found = 1 }
            if (take) { exit }
            inside = 0; next }
        inside { block = block $0 "\n" }
        take { print > text }' "$1"
}

# stands_in TEXT COMMENT: its lines, one after the other, but for blanks and the comment's margin.
stands_in() {
    sed -E 's/^ +//; s/ +$//' "$1" | grep -v '^$' >"$out/wanted.flat"
    sed -E 's/^ \*//; s/^ +//; s/ +$//' "$2" | grep -v '^$' >"$out/comment.flat"
    awk 'NR == FNR { want[++n] = $0; next } { have[++m] = $0 }
        END {
            for (s = 1; s + n - 1 <= m; s++) {
                for (i = 1; i <= n && have[s + i - 1] == want[i]; i++) { }
                if (i > best) { best = i }
                if (n > 0 && i > n) { exit 0 }
            }
            print "not found from this line on: " want[best]; exit 1 }' \
        "$out/wanted.flat" "$out/comment.flat"
}

# top_example HEADER PAGE: a whole program in the top comment is that of the page, output too.
top_example() {
    sed '/^#ifndef/,$d' "$1" >"$out/top.txt"
    grep -q 'int main' "$out/top.txt" || return 0
    rm -f "$out/example.c" "$out/example.txt"
    cut_program "$2" "$out/example.c" "$out/example.txt"
    [ -s "$out/example.c" ] && [ -s "$out/example.txt" ] || { echo "$2: no example"; return 1; }
    stands_in "$out/example.c" "$out/top.txt" && stands_in "$out/example.txt" "$out/top.txt"
}

# own_example HEADER: the program of the top comment, between two rules, prints what stands there
# under "It prints".
own_example() {
    local name
    name=$out/$(basename "$1" .h)
    sed '/^#ifndef/,$d' "$1" | sed -E 's/^ \*( {0,3}|$)//' >"$name.top"
    awk '/^----------*$/ { rules++; next } rules == 1' "$name.top" >"$name.c"
    awk '/^It prints$/ { take = 1; next } /^----------*$/ { exit } take && NF > 0' "$name.top" |
        sed -E 's/^ {4}//' >"$name.txt"
    grep -q 'int main' "$name.c" || { echo "$1: no program in the top comment"; return 1; }
    [ -s "$name.txt" ] || { echo "$1: the top comment does not say what it prints"; return 1; }
    gcc -std=c99 -Wall -Wextra -Werror "-I$(dirname "$1")" -I. "$name.c" -o "$name.example" &&
        "$name.example" | diff - "$name.txt"
}

# titles HEADER...: each title line names the version of sched.h, and each message about versions.
titles() {
    local header version
    version=$(sed -nE 's/^#define SKED_VERSION_(MAJOR|MINOR|PATCH) ([0-9]+)$/\2/p' sched.h | paste -sd.)
    for header; do
        head -n 1 "$header" | grep -qF " - sked $version: " || echo "$header is not of $version"
        grep -E '^#error "sched_[a-z]+\.h .* needs' "$header" | grep -vF "\"${header##*/} $version needs" |
            sed "s|^|$header: not of $version: |" || true
    done
}

# versions HEADER CHANGELOG: one number in the macros, the title line and the newest heading.
versions() {
    local macros title newest
    macros=$(sed -nE 's/^#define SKED_VERSION_(MAJOR|MINOR|PATCH) ([0-9]+)$/\2/p' "$1" | paste -sd.)
    title=$(sed -nE '1s/.*sked ([0-9]+\.[0-9]+\.[0-9]+).*/\1/p' "$1")
    newest=$(grep -m1 '^## ' "$2" | grep -oE '[0-9]+\.[0-9]+\.[0-9]+' || true)
    echo "macros $macros, title $title, changelog $newest"
    [ -n "$macros" ] && [ "$macros" = "$title" ] && [ "$macros" = "$newest" ]
}

# ---- pages

# program SOURCE TEXT: it is silent under the compiler, and prints the text.
program() {
    [ -s "$2" ] || { echo "${1##*/}: the page does not say what it prints"; return 1; }
    gcc -std=c99 -Wall -Wextra -Werror -I. "$1" -o "${1%.c}" && "${1%.c}" | diff - "$2"
}

# fragment SOURCE: what has no main is whole functions; all headers are there.
fragment() {
    { printf '#include "%s"\n' "${headers[@]}"; cat "$1"; } >"${1%.c}.whole.c"
    gcc -std=c99 -Wall -Wextra -Werror -I. -c "${1%.c}.whole.c" -o "${1%.c}.o"
}

# programs PAGE: all C on it compiles, and each program prints the text that follows it.
programs() {
    local stem block
    stem=$out/block.$(basename "$1" .md)
    rm -f "$stem".*.c "$stem".*.txt
    cut_blocks "$1" "$stem"
    for block in "$stem".*.c; do
        if [ ! -e "$block" ]; then continue; fi
        if grep -q 'int main(' "$block"; then program "$block" "${block%.c}.txt" || return 1
        else fragment "$block" || return 1; fi
    done
}

# pageless FOLDER INDEX: prints headers without a page that has a program, and pages without a link.
pageless() {
    local header page
    for header in "${headers[@]}"; do
        grep -qs 'int main(' "$1/${header%.h}.md" || echo "$header: no page with a program in $1"
    done
    for page in ../README.md ../CONTRIBUTING.md ../examples/README.md $(cd docs && ls ./*.md); do
        page=${page#./}
        [ "$page" = README.md ] || grep -qF "]($page)" "$2" || echo "$2 has no link to $page"
    done
}

# small README: it has at most 9 KiB, and 150 lines.
small() {
    wc "$1"
    [ "$(wc -c <"$1")" -le 9216 ] && [ "$(wc -l <"$1")" -le 150 ]
}

# unknown_names PAGE...: prints names of ours that are in no header's code, and tags of no section.
unknown_names() {
    grep -ohE '(sked|SKED)_[A-Za-z0-9_]+' "$out/code.txt" | sort -u >"$out/names.txt"
    sed -E 's/[A-Za-z0-9_\/]+\.(c|h|sh|py|so)($|[^A-Za-z0-9_])/\2/g' "$@" |
        grep -oE '(^|[^A-Za-z0-9_])(sked|SKED)_[A-Za-z0-9_]+' | grep -oE '(sked|SKED)_.*' |
        sort -u >"$out/told.txt"
    grep -v '_$' "$out/told.txt" | comm -23 - "$out/names.txt" | sed 's/^/no such name: /'
    grep '_$' "$out/told.txt" | while read -r name; do
        grep -q "^$name" "$out/names.txt" || echo "no name begins so: $name"
    done
    cat "${headers[@]}" | grep -oE '^ \*   >>.*' | grep -oE '>>[a-z]+' | sort -u >"$out/tags.txt"
    grep -ohE '>>[a-z]+' "$@" | sort -u | comm -23 - "$out/tags.txt" | sed 's/^/no such section: /'
}

# made PATH: does make build it, or does a gate or a rule of the Makefile write it?
made() { make -n "$1" >"$out/make.txt" 2>&1 || grep -rqF --exclude=docs.sh "$1" Makefile tests; }

# there PAGE PATH: a file of the tree or beside the page; NAME stands for any. What is no path is.
there() {
    local path=${2//NAME/*}
    case $path in
        build/*) made "${2%%NAME*}" ;;
        [A-Za-z.]*/*) compgen -G "$path" || compgen -G "$(dirname "$1")/$path" ;;
        *[a-z].h | *.md | *.sh | *.awk | *.py)
            [ -e "$path" ] || find bench docs examples package page tests -name "$path" | grep . ;;
    esac >"$out/there.txt"
}

# unknown_paths PAGE...: prints paths in backticks and links that lead nowhere, and what make lacks.
unknown_paths() {
    local page path
    for page; do
        sed '/^```/,/^```/d' "$page" >"$out/prose.txt"
        grep -oE '`[^`]+`' "$out/prose.txt" | tr -d '`' >"$out/quoted.txt" || true
        tr ' =' '\n\n' <"$out/quoted.txt" | grep -E '^[A-Za-z.][A-Za-z0-9_.*/-]*$' |
            grep -vE '^(sked|lib)/' | sort -u | while read -r path; do
                there "$page" "$path" || echo "$page: no such file: $path"
            done
        sed -nE 's/^make ([a-z_]+).*/\1/p' "$out/quoted.txt" | sort -u | while read -r path; do
            grep -qE "^$path:" Makefile || echo "$page: no such target: make $path"
        done
        grep -oE '\]\([^)#]+' "$out/prose.txt" | cut -c 3- | grep -v '^http' | while read -r path; do
            [ -e "$(dirname "$page")/$path" ] || echo "$page: a link leads nowhere: $path"
        done || true
    done
}

# other_rows PAGE...: a table below "From `FILE`:" has rows of that file; prints those that differ.
other_rows() {
    local page source row
    for page; do
        awk '/^From `[^`]+`.*:$/ { split($0, word, "`"); source = word[2]; rows = 0; next }
            /^\|/ { if (source != "" && ++rows > 2) { print source "\t" $0 } next }
            !/^$/ { source = "" }' "$page" | while IFS=$'\t' read -r source row; do
                sed 's/^ *//' "$source" >"$out/rows.txt"
                grep -qxF -- "$row" "$out/rows.txt" || echo "$page: not in $source: $row"
            done
    done
}

# sourceless PAGE...: prints numbers with a fraction, or with thousands, that stand in none of the
# files which the page names.
sourceless() {
    local page number
    local -a named
    for page; do
        sed '/^```/,/^```/d' "$page" >"$out/prose.txt"
        mapfile -t named < <(grep -oE '`[a-zA-Z_/]+\.(md|h|csv|txt|c|sh)`' "$out/prose.txt" |
            tr -d '`' | sort -u | while read -r path; do if [ -e "$path" ]; then echo "$path"; fi; done)
        grep -oE '[0-9]+(,[0-9]{3})+|[0-9]+\.[0-9]+' "$out/prose.txt" | sort -u |
            while read -r number; do
                grep -qwF -- "$number" "${named[@]}" /dev/null || echo "$page: no source: $number"
            done || true
    done
}

# functions PAGE: it lists what the headers declare.
functions() {
    python3 tests/docs/functions.py "${headers[@]}" | diff - "$1" ||
        { echo "CONTRIBUTING.md says how to write it anew"; return 1; }
}

# numbers PAGE...: each number on the pages is that of its source, and has one.
numbers() { python3 "${table:-tests/docs/measured.py}" check "${sizes:-$out/sizes.txt}" "$@"; }

# ---- the claims

mapfile -t sources < <(find . \( -path ./build -o -path ./.git \) -prune -o -type f \
    \( -name '*.[ch]' -o -name '*.cpp' -o -name '*.hpp' -o -name '*.cc' \) -print | sort)
mapfile -t texts < <(find . \( -path ./build -o -path ./.git \) -prune -o \
    -type f -size -400k -print | sort)
mapfile -t tests < <(find tests -name '*.c' | sort)
[ ${#tests[@]} -gt 0 ] || tests=(/dev/null)
pages=(README.md CONTRIBUTING.md examples/README.md docs/*.md)
mapfile -t named < <(printf '%s\n' "${pages[@]}" |
    grep -vE '^README|^examples/|/(measured|porting|functions|json|acknowledgements)')
mapfile -t numbered < <(printf '%s\n' "${pages[@]}" | grep -v CONTRIBUTING)

have gcc gcc || { finish; exit; }
for header in "${headers[@]}"; do
    silent "$header: every public function has a comment" undocumented "$header"
    silent "$header: contents, interface, implementation have the same sections" \
        wrong_tags "$header"
    silent "$header: pointers are cast by a macro" pointer_casts "$header"
    silent "$header: calls and includes no library" library_calls "$header"
done

# All headers in one file: no call leads out of what is examined.
{
    echo '#define SKED_IMPLEMENTATION'
    printf '#include "%s"\n' "${headers[@]}"
} >"$out/kit.c"
for level in -O0 -Os; do
    silent "no recursion, every frame bounded, callbacks from known places ($level)" \
        stack . "$out/kit.c" $level
done
{
    echo "# Worst stack of each public function in bytes, on the way through the kit:"
    echo "# $(gcc --version | head -n 1), -Os, $(uname -m)"
    sort -k2 "$out/stack.txt"
} >build/gates/stack.txt
silent "every status that is named is in the table" unknown_statuses "${headers[@]}"
silent "every status of the table is named in the interface or a test" \
    unnamed_statuses "${headers[@]}"
silent "every status of the table is expected by a test" unreached_statuses "${headers[@]}"
silent "no line of C has more than 100 columns" long_lines "${sources[@]}"
silent "no function has more than 70 lines" long_functions "${sources[@]}"
silent "no folder of one machine, nothing left over" left_overs "${texts[@]}"
for header in "${headers[@]}"; do code "$header"; done >"$out/code.txt"
for page in "${pages[@]}"; do
    check "$page: its C compiles, its programs print what it says" programs "$page"
done
silent "every header has a page with a program, and every page a link" pageless docs docs/README.md
check "README.md is small" small README.md
silent "the names and sections on the pages are in the headers" unknown_names "${pages[@]}"
silent "the files, targets and links on the pages are there" unknown_paths "${pages[@]}"
silent "tables on the pages are from the files that they name" other_rows "${pages[@]}"
silent "numbers on the pages are in files that these name" sourceless "${named[@]}"
if have python3 python3; then
    "${least[@]}" -I. tests/docs/sizes.c -o "$out/sizes" && "$out/sizes" >"$out/sizes.txt"
    silent "each number on the pages is that of its source" numbers "${numbered[@]}"
    check "docs/functions.md is that of the headers" functions docs/functions.md
fi
check "the program in the top comment is that of docs/sched.md" top_example sched.h docs/sched.md
check "one version: macros, title, changelog" versions sched.h CHANGELOG.md
silent "the title of every header names it" titles "${headers[@]}"
for header in "${headers[@]}"; do
    check "$header: the program of the top comment prints what it says" own_example "$header"
done

# ---- the planted bugs

start='s|^SKED_API uint32_t sked_version\(void\) \{|'
mutate sched.h "$out/bare.h" 's|^#endif /\* SKED_H_INCLUDED \*/|\nSKED_API void sked_bad(void);\n\n&|'
sed -i 's/SKED_H_INCLUDED/BARE_H_INCLUDED/' "$out/bare.h"
caught "a function without a comment" 'sked_bad' undocumented "$out/bare.h"
mutate sched.h "$out/status.h" '0,/SKED_E_MEMORY iff/s//SKED_E_MEMROY iff/'
caught "a status that does not exist" 'SKED_E_MEMROY' unknown_statuses "$out/status.h"
mutate sched.h "$out/table.h" 's|^ +X\(SKED_DONE, 1.*|&\n    X(SKED_E_NEVER_SEEN, 31, "x")                       \\|'
caught "a status that nobody names" 'SKED_E_NEVER_SEEN' unnamed_statuses "$out/table.h"
caught "a status that no test expects" 'SKED_E_NEVER_SEEN' unreached_statuses "$out/table.h"
mutate sched.h "$out/tags.h" 's|^(/\* -+ >>)sort |\1sorting |; s/SKED_H_INCLUDED/TAGS_H_INCLUDED/'
caught "a section that the contents lack" 'differ|alone' wrong_tags "$out/tags.h"
mutate sched.h "$out/long.h" "${start}/* $(printf '%0100d' 0) */\n&|"
caught "a line of 106 columns" 'long.h:' long_lines "$out/long.h"
mutate sched.h "$out/function.h" "${start}&$(printf '\\n%.0s' {1..70})|"
caught "a function of 73 lines" 'sked_version' long_functions "$out/function.h"
mutate sched.h "$out/cast.h" "${start}&\n    char *a = (char *)sked_version;|"
caught "a C cast of a pointer" 'char' pointer_casts "$out/cast.h"
mutate sched.h "$out/libc.h" "${start}&\n    abort();|"
caught "a call of abort" 'abort' library_calls "$out/libc.h"
mutate sched.h "$out/again/sched.h" "${start}&\n    if (sked_abi() == 1) { return sked_version() + 1; }|"
caught "a function that calls itself" 'recursion: sked_version' stack "$out/again" "$out/sched.whole.c" -O0
array='volatile unsigned size = 9; volatile char room[size]; room[0] = 1;'
mutate sched.h "$out/grows/sched.h" "${start}&\n    $array if (room[0] == 2) { return 1; }|"
caught "an array of variable length" 'grows at run time: sked_version' \
    stack "$out/grows" "$out/sched.whole.c" -O0
hook='uint32_t (*sked_hook)(void);'
mutate sched.h "$out/calls/sched.h" "${start}$hook\n&\n    if (sked_hook) { return sked_hook(); }|"
caught "a callback from another place" 'calls a callback: sked_version' \
    stack "$out/calls" "$out/sched.whole.c" -O0
printf 'see /%s/main\n' wo''rk >"$out/folder.txt"
caught "a folder of one machine" 'folder.txt' left_overs "$out/folder.txt"
printf 'x /* FIX%s */\n' ME >"$out/left.txt"
caught "a note of unfinished work" 'left.txt' left_overs "$out/left.txt"
cat >"$out/README.md" <<'MD'
```c
#include <stdio.h>
int main(void) {
    puts("one");
    return 0;
}
```

```text
two
```
MD
caught "a page that shows another output" 'one' programs "$out/README.md"
sed '1,/^#ifndef/{/^#ifndef/!d;}' sched.h >"$out/top.h"
{ echo '/*'; sed 's/^/ * /; s/"one"/"two"/' "$out/README.md"; echo ' */'; } |
    cat - "$out/top.h" >"$out/example.h"
caught "a top comment with another program" 'puts' top_example "$out/example.h" "$out/README.md"
mutate docs/sched_ar.md "$out/page/sched_ar.md" '/^```c$/,/^```$/s/sked_ar_find\(/sked_ar_fnid(/'
caught "C on a page that does not compile" 'sked_ar_fnid' programs "$out/page/sched_ar.md"
mutate docs/sched_ar.md "$out/page/prints.md" '/^```text$/,/^```$/s/[0-9]/7&/'
caught "a page that shows another output" '^[<>] ' programs "$out/page/prints.md"
caught "a header without a page" 'sched_fattree.h: no page' pageless "$out/page" docs/README.md
mutate docs/README.md "$out/page/README.md" 's|]\(faq.md\)|](docs)|'
caught "a page without a link" 'no link to faq.md' pageless docs "$out/page/README.md"
cat README.md README.md >"$out/page/twice.md"
caught "a README of twice the size" 'twice' small "$out/page/twice.md"
mutate docs/faq.md "$out/page/faq.md" 's/sked_queue_requeue/sked_queue_reqeuue/'
caught "a function that does not exist" 'name: sked_queue_reqeuue$' unknown_names "$out/page/faq.md"
mutate docs/sched_ar.md "$out/page/tag.md" 's/>>find/>>fnid/'
caught "a section that does not exist" 'section: >>fnid' unknown_names "$out/page/tag.md"
printf '`tests/gates/dcos.sh`, `make chekc`, [this](docs/fqa.md), `build/relpay`\n' \
    >"$out/page/lost.md"
caught "a file that is not there" 'file: tests/gates/dcos.sh' unknown_paths "$out/page/lost.md"
caught "a program that make does not build" 'file: build/relpay' unknown_paths "$out/page/lost.md"
caught "a target that make has not" 'target: make chekc' unknown_paths "$out/page/lost.md"
caught "a link that leads nowhere" 'nowhere: docs/fqa.md' unknown_paths "$out/page/lost.md"
mutate docs/sched_ar.md "$out/page/rows.md" 's/^\| PE_W \| 83\.8/| PE_W | 88.8/'
caught "a row that is not the file's" 'not in bench.*88\.8' other_rows "$out/page/rows.md"
caught "a number without a source" 'no source: 88\.8' sourceless "$out/page/rows.md"
# other_page PAGE SED-SCRIPT: the numbers of a page that differs.
other_page() {
    local page of=()
    mutate "$1" "$out/other/$1" "$2"
    for page in "${numbered[@]}"; do
        if [ "$page" = "$1" ]; then of+=("$out/other/$1"); else of+=("$page"); fi
    done
    numbers "${of[@]}"
}
if have python3 python3; then
    tour=examples/README.md porting=docs/porting.md
    caught "another size of code" 'docs/porting.md does not say: .*head' \
        other_page $porting "s/(reservations than the head's: )[0-9.]+/\119.9/"
    caught "another size in README.md" 'README.md does not say: .*KiB' \
        other_page README.md 's/\[8\.4 KiB\]/[8.9 KiB]/'
    mutate "$out/sizes.txt" "$out/sizes.bad" 's/^easy_job .*/easy_job 117/'
    sizes=$out/sizes.bad caught "a block of another size" 'does not say: A queue takes 117 bytes' \
        numbers "${numbered[@]}"
    caught "other results of an experiment" 'does not say: Our bound on the minsum is' \
        other_page docs/measured.md 's/(Our bound on the minsum is 1\.)69/\196/'
    caught "a number without a source" 'no source: 4,711' \
        other_page $porting 's/^## Flash/&\n\nIt has 4,711 of them./'
    caught "a time without a command" 'no command .build/queue_ratio full' \
        other_page docs/measured.md 's|`build/queue_ratio full`|a program|'
    caught "a table without a source" 'no source of the table . free' \
        other_page $porting 's/^## Flash/| free | us |\n|---|---|\n| 1 | 5 |\n\n&/'
    caught "a block of text that no program prints" 'not in examples/placement.expected' \
        other_page $tour 's/^(job 1: 15)0 hops/\11 hops/'
    caught "a block of text without a source" 'no source of the block: . sked' \
        other_page $porting 's/^## Flash/```text\n$ sked 5\n```\n\n&/'
    mutate tests/docs/measured.py "$out/other/measured.py" "s/(KiB', ')page'/\1freestanding'/"
    table=$out/other/measured.py caught "a gate that does not compare" 'does not compare: one file' \
        numbers "${numbered[@]}"
    mutate docs/functions.md "$out/other/functions.md" '/`sked_pick`/d'
    caught "a function that is not listed" 'sked_pick' functions "$out/other/functions.md"
fi
mutate sched_ar.h "$out/sched_ar.h" 's/^( \*       b at )8:/\19:/'
caught "a top comment that says something else than its program" 'b at 9' own_example "$out/sched_ar.h"
mutate sched_ar.h "$out/old.h" '1s/sked [0-9.]+:/sked 0.0.1:/'
caught "a header of another version" 'old.h is not of' titles "$out/old.h"
mutate sched_ar.h "$out/told/sched_ar.h" 's/^(#error "sched_ar.h) [0-9.]+ needs/\1 0.0.1 needs/'
caught "a message of another version" 'sched_ar.h: not of' titles "$out/told/sched_ar.h"
printf '# Changes\n\n## 9.9.9\n' >"$out/CHANGELOG.md"
caught "a changelog of another version" 'changelog 9.9.9' versions sched.h "$out/CHANGELOG.md"

# ---- assertions

# Of 100 lines of code, so many tenths of an assertion at least. Only ever raised.
floors="sched.h 41 sched_ar.h 42 sched_fattree.h 40 sched_moldable.h 39 sched_share.h 42"

# asserts_enough HEADER...: each has as many as its floor asks for.
asserts_enough() {
    awk -f tests/density.awk "$@" | awk -v floors="$floors" '
        BEGIN { n = split(floors, of); for (i = 1; i < n; i += 2) { floor[of[i]] = of[i + 1] } }
        $2 == "all" { sub(/.*\//, "", $1); seen++
            if (1000 * $4 < floor[$1] * $3) { print $1 ": " $5 " assertions in 100 lines"; bad = 1 } }
        END { exit bad || seen == 0 }'
}
check "assertions are as dense as they were" asserts_enough "${headers[@]}"
mutate sched_moldable.h "$out/asserted/sched_moldable.h" 's/SKED_ASSERT\(.*/SKED_ASSERT(a != NULL);/'
caught "assertions that only say that pointers are not NULL" 'sched_moldable.h: 0\.' \
    asserts_enough "$out/asserted/sched_moldable.h"
finish
