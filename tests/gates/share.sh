#!/usr/bin/env bash
# share.sh: accounts, a queue in their order, victims, and bookings for those who get their
# processors: what is wrong is noticed by the tests that a change would run.
# SPDX-License-Identifier: MIT
set -eu -o pipefail
. "$(dirname "$0")/common.sh"

# tested TEST FOLDER [WORDS...]: the test, on the header of the folder.
tested() {
    local test=$1 folder=$2
    shift 2
    gcc -std=c99 -O1 "-I$folder" -I. -Ibench -Itests "$test" -o "$out/test" -lm && "$out/test" "$@"
}

have gcc gcc || { echo "$gate: $passed passed, $failed failed, $skipped skipped"; exit 0; }

check "accounts beside a model that sorts anew" tested tests/deep/share.c . few
check "victims beside all subsets" tested tests/deep/preempt.c . few

# planted WHAT PATTERN TEST SED-SCRIPT [HEADER]: the bug, in a header of its own.
plants=0
planted() {
    local what=$1 pattern=$2 test=$3 script=$4 header=${5:-sched_share.h}
    plants=$((plants + 1))
    mutate "$header" "$out/$plants/$header" "$script"
    caught "$what" "$pattern" tested "$test" "$out/$plants" few
}

planted "a half-life that does not count twice" 'does not hold|disagree|seed' tests/deep/share.c \
    '~share_half_lives s/\(uint32_t\)tick\.half_lives/0/'
planted "ties that go to the higher number" 'does not hold|disagree|seed' tests/deep/share.c \
    '~share_ties s/a < b/a > b/'
planted "turns that come too late" 'does not hold|disagree|seed' tests/deep/share.c \
    '~share_rounded_down s/\| lower >> bits/| 0xFFFFF | lower >> bits/'
planted "equal candidates, each left out by itself" 'does not hold' tests/quick/preempt.c \
    '~preempt_equals s/search->other\[place\]/place + 1/'
planted "a relaxed rest that is too high" 'does not hold|disagree|seed' tests/deep/preempt.c \
    '~preempt_rest s/last->gain; /last->gain + 3; /'
planted "accounts of a queue that keep their places" 'does not hold' tests/quick/share.c \
    '~share_place s/there != account/0/'
planted "a head that gives way to another account" 'does not hold' tests/quick/queue_share.c \
    '~share_stays s,= .*;,= 0;,' sched.h
planted "a place that is passed over though it has jobs" 'does not hold' tests/quick/queue_share.c \
    '~share_lined s,.*;,;,' sched.h

owner=tests/quick/queue_owner.c
planted "an owner that starts though a processor is busy" 'does not hold|Segmentation' $owner \
    '~owner_idle s/= .*;/= set;/' sched.h
planted "an owner of the second booking that starts first" 'does not hold' $owner \
    '~owner_first s/= 0;/= begun > 1;/' sched.h
planted "a booking that stays after its owner has started" 'does not hold' $owner \
    '/^\/\* Starts the owner of a booking/,/^\}/s/^    [a-z_]+\(queue, booking\);/    ;/' sched.h
planted "a bar that is not taken back when its booking ends" 'does not hold' $owner \
    's/^    if \(owner != SKED_NONE\) \{$/    if (0) {/' sched.h
planted "a booking that stays though its owner wants something else" 'does not hold' $owner \
    '~owner_gone s/\(.*\) \{/(0) {/' sched.h
planted "a booking over that of another owner" 'does not hold' $owner \
    '~owned_by s/\(.*\) \{/(0) {/' sched.h
planted "an owner that starts above a cap" 'does not hold' $owner \
    '~owner_caps s/\(.*\) \{/(1) {/' sched.h
planted "an owner that starts above its quota" 'does not hold.*seed' tests/deep/kinds.c \
    '~owner_quotas s/[a-z_>.-]+\) &&/0) \&\&/' sched.h
planted "an owner that starts outside of its kind" 'does not hold.*seed' tests/deep/kinds.c \
    '~owner_kind s/\(.*\) \{/(0) {/' sched.h
finish
