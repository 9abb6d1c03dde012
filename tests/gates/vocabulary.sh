#!/usr/bin/env bash
# vocabulary.sh: no file uses a name that the kit had before it had one vocabulary.
# SPDX-License-Identifier: MIT
#
# The old names are those that package/rename.sed replaces. It also renames fields that are plain words
# (`.holds`), but only after a dot or an arrow: other structs may have such a field, so those are not
# looked for. Nor are names that mean something else today.
set -eu -o pipefail
. "$(dirname "$0")/common.sh"
renames=package/rename.sed

# Of a waiting job that may not start: what they said of processors, sked_queue_book and unbook say.
again='sked_queue_hold sked_queue_release'

# old_names SED-SCRIPT: patterns of the names that it replaces, without those that it also gives.
old_names() {
    local name
    { sed -nE 's#^s/\\b[^/]*/([a-zA-Z0-9_]+)/g$#\1#p' "$1"; printf '%s\n' $again; } >"$out/given.txt"
    sed -nE 's#^s/(\\b[^/]*\\b)/.*/g$#\1#p' "$1" | while IFS= read -r name; do
        grep -qE "^$name\$" "$out/given.txt" || printf '%s\n' "$name"
    done
}

# uses SED-SCRIPT FILE...: prints each line that has a name that the script replaces.
uses() {
    old_names "$1" >"$out/old.txt"
    shift
    grep -nHIE -f "$out/old.txt" -- "$@" | cut -c 1-160 || true
}

# listed FILE: it has patterns for these names.
listed() {
    local name
    old_names "$1" >"$out/old.txt"
    for name in sked_queue_make sked_site_job_facts sked_wide_mul SKED_HOLDS_MAX climb_after hops_least; do
        grep -qE -f "$out/old.txt" <<<"$name" || { echo "not looked for: $name"; return 1; }
    done
}

# Those of the project; where there is no git, all but what is built.
if git ls-files >"$out/files.txt" 2>"$log" && [ -s "$out/files.txt" ]; then
    :
else
    find . \( -path ./build -o -path ./.git \) -prune -o -type f -print | sed 's|^\./||' >"$out/files.txt"
fi
mapfile -t files < <(grep -vxE "CHANGELOG.md|$renames|tests/gates/(rename|vocabulary).sh" "$out/files.txt" |
    while IFS= read -r file; do if [ -f "$file" ]; then echo "$file"; fi; done)

check "old names are looked for" listed "$renames"
silent "no file uses an old name" uses "$renames" "${files[@]}"

printf 'int main(void) {\n    return sked_queue_drop(0);\n}\n' >"$out/old.c"
caught "a call by its old name" 'old\.c:2:.*sked_queue_drop' uses "$renames" "${files[@]}" "$out/old.c"
mutate "$renames" "$out/more.sed" '$s|$|\ns/\\bsked_queue_plan\\b/sked_queue_pass/g|'
caught "a renaming that was not carried through" 'examples/[a-z_]+\.[ch]:[0-9]+:.*sked_queue_plan' \
    uses "$out/more.sed" "${files[@]}"
mutate "$renames" "$out/less.sed" '/_make\\b/d'
caught "a renaming that is forgotten" 'not looked for: sked_queue_make' listed "$out/less.sed"
finish
