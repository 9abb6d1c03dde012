#!/usr/bin/env bash
# markers.sh: each marker /*~NAME*/ of a header is the line of a planted bug, and each such line is
# there once.
# SPDX-License-Identifier: MIT
set -eu -o pipefail
. "$(dirname "$0")/common.sh"

# set_in HEADER...: the markers of the headers.
set_in() { grep -ohE '/\*~[a-z_]+\*/' "$@" | sed -E 's|/\*~(.*)\*/|\1|' | sort; }

# used_by GATE...: those that a script of `mutate` changes the line of.
used_by() { grep -ohE "(^|[ '\"])~[a-z_]+ " "$@" | grep -oE '[a-z_]+' | sort -u; }

# unlike HEADERS GATES: prints each marker that only one side knows, or that a header has twice.
unlike() {
    set_in $1 >"$out/set.txt"
    used_by $2 >"$out/used.txt"
    uniq -d "$out/set.txt" | sed 's/^/there twice: /'
    comm -23 <(uniq "$out/set.txt") "$out/used.txt" | sed 's/^/no planted bug: /'
    comm -13 <(uniq "$out/set.txt") "$out/used.txt" | sed 's/^/no such line: /'
}

gates=$(ls tests/gates/*.sh | grep -v /markers.sh)
silent "planted bugs and markers of lines are each other's" unlike "${headers[*]}" "$gates"

# private GATES: prints each script that looks for a private name, which may be another tomorrow.
private() { grep -nE "(s[/|#]|['\"]/)[^/|#@]*\b(sked|SKED)_[A-Za-z0-9_]+_([^A-Za-z0-9_)]|$)" "$@" || true; }
silent "no planted bug looks for what is private by its name" private $gates
echo "mutate sched.h copy.h '/^static int sked_bad_/,/^}/s/a/b/'" >"$out/private.sh"
caught "a planted bug that names what is private" 'sked_bad_' private "$out/private.sh"

first=$(set_in sched.h | head -n 1)
mutate sched.h "$out/twice/sched.h" "s|/\*~$first\*/|& &|"
caught "a marker that stands twice" "there twice: $first" \
    unlike "$out/twice/sched.h ${headers[*]:1}" "$gates"
mutate sched.h "$out/spare/sched.h" "s|/\*~$first\*/|& /*~spare_part*/|"
caught "a marker that no planted bug uses" 'no planted bug: spare_part' \
    unlike "$out/spare/sched.h ${headers[*]:1}" "$gates"
mutate sched.h "$out/gone/sched.h" "s| ?/\*~$first\*/||"
caught "a line that lost its marker" "no such line: $first" \
    unlike "$out/gone/sched.h ${headers[*]:1}" "$gates"

# What mutate does with a marker, each time in a shell of its own, as it ends the gate.
printf 'a = 1; /*~one*/\na = 1;\nb = 2; /*~two*/\nb = 2; /*~two*/\n' >"$out/lines.h"
changed() { (mutate "$out/lines.h" "$out/changed.h" "$1") && diff "$out/lines.h" "$out/changed.h"; }
caught "a line by its marker, and no other" '^1c1$' changed '~one s/1/3/'
silent_diff() { ! changed '~one s/1/3/' | grep -E '^[0-9,]+[acd]' | grep -vx 1c1; }
silent "a marked change leaves other lines alone" silent_diff
caught "a change of a line without a marker" 'marker /\*~three\*/ 0 times' changed '~three s/1/3/'
caught "a change of two lines" 'marker /\*~two\*/ 2 times' changed '~two s/2/3/'
caught "a change that does nothing" "does nothing to .*lines.h" changed '~one s/2/3/'
finish
