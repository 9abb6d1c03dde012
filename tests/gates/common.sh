# common.sh: what the gates share: where to build, counting, skipping, planted bugs.
# SPDX-License-Identifier: MIT
#
# A gate sources this file, makes claims with `check`, `silent`, `caught` and `skip`, and ends with
# `finish`. A claim that could not be tried is skipped: it is printed and counted, never green.
#
# `make check` has to end within minutes: there a gate claims what finds most for its time. With
# FULL=1 (`make evidence`) it claims everything; `full` tells which, and `in_full` also says in the log
# what a run did not do. build/gates/GATE/times.txt tells what each claim took.

cd "$(dirname "${BASH_SOURCE[0]}")/../.."
export LC_ALL=C
gate=$(basename "$0" .sh)
out=build/gates/$gate
log=$out/log.txt
rm -rf "$out"
mkdir -p "$out"
passed=0 failed=0 skipped=0
headers=(sched*.h)

# What runs 32-bit programs of x86: nothing, or qemu-i386 (apt package qemu-user) where the kernel
# does not. That loader comes with gcc-12-multilib.
i386_by=""
/lib/ld-linux.so.2 --version >"$log" 2>&1 || i386_by=qemu-i386

# Is this a run of everything?
full() { [ "${FULL:-0}" = 1 ]; }

# in_full WHAT: the same; where it is not, the log says what is left out.
in_full() {
    full || { echo "# left to make evidence: $1"; return 1; }
}

# spend: sets $spent to the milliseconds of processor time of the gate and all that it has run.
spend() {
    local part minutes
    times >"$out/cpu.txt"
    spent=0
    for part in $(<"$out/cpu.txt"); do      # such as 1m2.345s: user and system, own and others'
        minutes=${part%m*} part=${part#*m}
        spent=$((spent + minutes * 60000 + 10#${part//[.s]/}))
    done
}

# claimed WHAT: writes down what was spent since the last claim.
claimed=0
claimed() {
    local spent
    spend
    printf '%8d ms  %s\n' $((spent - claimed)) "$1" >>"$out/times.txt"
    claimed=$spent
}

ok() {
    passed=$((passed + 1))
    echo "ok - $1"
    claimed "$1"
}

not_ok() {
    failed=$((failed + 1))
    echo "not ok - $1"
    if [ -s "$log" ]; then
        head -n 30 "$log" | cut -c 1-300 | sed 's/^/#   /'
    fi
    claimed "$1"
}

# check WHAT COMMAND...: the command must succeed; what it printed is shown if it does not.
check() {
    local what=$1
    shift
    if "$@" >"$log" 2>&1; then ok "$what"; else not_ok "$what"; fi
}

# silent WHAT COMMAND...: it must succeed, and print nothing (some compilers warn and exit 0).
silent() {
    local what=$1
    shift
    if "$@" >"$log" 2>&1 && [ ! -s "$log" ]; then ok "$what"; else not_ok "$what"; fi
}

# caught WHAT PATTERN COMMAND...: the planted bug. The very command of the gate, on something bad,
# must complain, and about that: the output matches the pattern.
caught() {
    local what="planted bug: $1 is caught" pattern=$2 status=0
    shift 2
    "$@" >"$log" 2>&1 || status=$?
    if { [ "$status" -ne 0 ] || [ -s "$log" ]; } && grep -qE -- "$pattern" "$log"; then
        ok "$what"
    else
        not_ok "$what"
    fi
}

# gives_up STATUS PATTERN COMMAND...: it prints nothing, ends with the status, and says why: a line.
gives_up() {
    local wanted=$1 pattern=$2 status=0
    shift 2
    "$@" >"$out/stdout.txt" 2>"$out/stderr.txt" || status=$?
    cat "$out/stdout.txt" "$out/stderr.txt"
    [ "$status" -eq "$wanted" ] && [ ! -s "$out/stdout.txt" ] &&
        [ "$(wc -l <"$out/stderr.txt")" -eq 1 ] && grep -qE -- "$pattern" "$out/stderr.txt"
}

# skip WHAT: something was not tried.
skip() {
    skipped=$((skipped + 1))
    echo "# skipped: $1"
}

# have TOOL PACKAGE: is the tool there? Otherwise counts a skipped claim.
have() {
    command -v "$1" >/dev/null 2>&1 || { skip "$1 not found (apt package $2)"; return 1; }
}

# marked FILE NAME: the one line of the file that carries the marker /*~NAME*/.
marked() {
    local count
    count=$(grep -oF "/*~$2*/" "$1" | wc -l)
    [ "$count" -eq 1 ] || { echo "$1 has the marker /*~$2*/ $count times, not once"; return 1; }
}

# mutate FILE COPY SED-SCRIPT: a copy that differs. A script that changes nothing ends the gate. One
# that begins with ~NAME and a blank changes the line marked /*~NAME*/ alone: private code may then be
# renamed and moved as long as the marker goes with it. The gate `markers` compares both ends.
mutate() {
    local script=$3 name
    if [[ $3 =~ ^~([a-z_]+)[[:blank:]] ]]; then
        name=${BASH_REMATCH[1]}
        marked "$1" "$name" || { echo "not ok - planted bug: no line to change"; exit 1; }
        script="\\|/\*~$name\*/|{${3#* }
}"
    fi
    mkdir -p "$(dirname "$2")"
    sed -E "$script" "$1" >"$2"
    if cmp -s "$1" "$2"; then
        echo "not ok - planted bug: the change '$3' does nothing to $1"
        exit 1
    fi
}

# For programs that only have to be right, or wrong: the compiler that takes the least time.
least=(gcc -std=c99 -O0)
if command -v tcc >/dev/null 2>&1; then least=(tcc -std=c99); fi

# own_macro HEADER: the implementation macro of this header alone.
own_macro() {
    case $1 in
        sched.h) echo SKED_CORE_IMPLEMENTATION ;;
        *) basename "$1" .h | sed 's/^sched/SKED/; s/$/_implementation/' | tr a-z A-Z ;;
    esac
}

# write_units FOLDER: for each header the four ways to use it, NAME.MODE.c, all from the folder.
write_units() {
    local header stem
    mkdir -p "$1"
    for header in "${headers[@]}"; do
        stem=$1/${header%.h}
        printf '#include "%s"\n' "$header" >"$stem.alone.c"
        printf '#define SKED_IMPLEMENTATION\n#include "%s"\n' "$header" >"$stem.whole.c"
        printf '#define SKED_STATIC\n#include "%s"\n' "$header" >"$stem.static.c"
        printf '#define %s\n#include "%s"\n' "$(own_macro "$header")" "$header" >"$stem.own.c"
    done
}

# Where the implementation is compiled once for many tests, they are told that they have it already;
# but for the insiders, which look at what is private, or set a size of it.
done_macros=$(grep -ohE '^#define SKED_[A-Z]+_IMPLEMENTATION_DONE' "${headers[@]}" |
    sed 's/^#define /-D/' | sort -u | paste -sd' ')
insiders() { grep -lE '\bsked_[a-z0-9_]+_\b|state_->|^#define SKED_[A-Z]+_' "$@" || true; }

# share_kit: sets $kit to the implementation as make has compiled it, gcc -O2, and what tells of it.
kit=()
share_kit() {
    local objects=("${headers[@]/%.h/.o}")
    objects=("${objects[@]/#/build/kit_}")
    make -s "${objects[@]}" >"$log" 2>&1 && kit=($done_macros "${objects[@]}")
}

# cut_blocks PAGE STEM: its blocks of C, STEM.1.c, STEM.2.c, ...; if there are blocks of text between
# block N and the next, the first of them: STEM.N.txt.
cut_blocks() {
    awk -v stem="$2" '
        /^```c$/ {
            inside = first = 1
            file = stem "." ++n ".c"
            printf "#line %d \"%s\"\n", FNR + 1, FILENAME > file
            next }
        /^```text$/ { take = first; first = 0; next }
        /^```/ { inside = take = 0; next }
        inside { print > file }
        take { print > (stem "." n ".txt") }' "$1"
}

finish() {
    local spent
    spend
    echo "# $gate: $(((spent + 500) / 1000)) s of CPU"
    echo "$gate: $passed passed, $failed failed, $skipped skipped"
    [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
}
