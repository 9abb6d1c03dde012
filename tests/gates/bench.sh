#!/usr/bin/env bash
# bench.sh: the same decisions on every compiler and word; no kernel costs 2 % more instructions.
# SPDX-License-Identifier: MIT
#
#   tests/gates/bench.sh            compare with bench/instructions.txt
#   tests/gates/bench.sh --write    measure, and write that file
#
# Instructions are counted by callgrind between two requests in the program, so that neither the
# clock nor the load of the machine matters. They depend on the compiler: its version stands in the
# first line of the file, and with another one the counts are printed but not compared.
set -eu -o pipefail
. "$(dirname "$0")/common.sh"

kernels=$(sed -n 's/^    {"\([a-z_0-9]*\)", .*UINT64_C.*/\1/p' bench/overhead.c)

golden() {
    local name=$1
    shift
    "$@" -std=c99 -I"${folder:-.}" -I. -Ibench bench/overhead.c -o "$out/$name" &&
        ${by:-} "$out/$name" golden
}

i386="-m32 -isystem /usr/include/x86_64-linux-gnu"
requests=()                             # callgrind's; without it they do nothing
if command -v valgrind >/dev/null 2>&1; then requests=(-DBENCH_CALLGRIND); fi
speed=(-O0)
if in_full "golden hashes of gcc -O0, -O1, -O3 and -Os, of musl, and optimised elsewhere"; then
    speed=(-O2)
fi
if have gcc gcc; then
    check "golden hashes, gcc -O2" golden counted gcc -O2 "${requests[@]}"
    if full; then
        for level in -O0 -O1 -O3 -Os; do
            check "golden hashes, gcc $level" golden gcc gcc $level
        done
    fi
    words=("${least[@]}")
    if full; then words=(gcc -O2); fi
    for bits in 8 16 32; do
        check "golden hashes, ${words[0]}, words of $bits bits" \
            golden words "${words[@]}" -DSKED_WORD_BITS=$bits
    done
    if echo 'int main(void) { return 0; }' | gcc $i386 -x c - -o "$out/narrow" 2>"$log"; then
        by=$i386_by check "golden hashes, gcc -m32" golden narrow gcc "${speed[@]}" $i386
    else
        skip "gcc -m32 (apt packages gcc-12-multilib libc6-dev-i386)"
    fi
    mutate sched.h "$out/late/sched.h" '~backfill_outlasts s/ > / >= /'
    folder=$out/late caught "a backfill that must end before the shadow time" 'FAILED' \
        golden changed "${least[@]}"
    mutate sched_fattree.h "$out/low/sched_fattree.h" \
        's/(squares \+= \(uint64_t\)whole \* size) \* size;/\1;/'
    folder=$out/low caught "a bound for trees that is too low" 'tree_hard [0-9a-f]+ FAILED' \
        golden believing "${least[@]}"
    mutate sched_moldable.h "$out/full/sched_moldable.h" \
        's/^(    run->free = view->alone \? 0 : run->free - )width;/\1width + (width > 1);/'
    folder=$out/full caught "a list that takes a processor less than it uses" \
        'mold_list [0-9a-f]+ FAILED' golden crowded "${least[@]}"
fi
if have clang clang; then check "golden hashes, clang" golden clang clang "${speed[@]}"; fi
if have tcc tcc; then check "golden hashes, tcc" golden tcc tcc; fi
if full && have musl-gcc musl-tools; then
    check "golden hashes, musl" golden musl musl-gcc -O2 -static
fi

# count PROGRAM WORD...: runs it under callgrind.
count() {
    local program=$1
    shift
    rm -f "$out"/callgrind.out*
    valgrind --tool=callgrind --instr-atstart=no --collect-atstart=no \
        --callgrind-out-file="$out/callgrind.out.%p" "$program" count "$@" >"$log" 2>&1
}

# count_all PROGRAM KERNEL...: "KERNEL INSTRUCTIONS" for each, from the files that callgrind leaves.
count_all() {
    count "$@" || return 1
    awk '/^desc: Trigger: Client Request: / { name = $5 }
        /^totals: / && name != "" { print name, $2; name = "" }' "$out"/callgrind.out.*
}

# within COUNT BASE: at most 2 % more. A count near nothing means that nothing was counted.
within() { [ "$1" -ge 1000 ] && [ $((($1) * 100)) -le $((($2) * 102)) ]; }

if have valgrind valgrind && have gcc gcc; then
    compiler=$(gcc --version | head -n 1)
    if [ ! -x "$out/counted" ]; then
        not_ok "the counted program builds"
    elif [ "${1:-}" = --write ]; then
        {
            echo "$compiler -O2"
            count_all "$out/counted" $kernels >"$out/now.txt"
            for kernel in $kernels; do grep "^$kernel " "$out/now.txt"; done
        } >bench/instructions.txt
        cat bench/instructions.txt
    else
        baseline=$(head -n 1 bench/instructions.txt)
        count_all "$out/counted" $kernels >"$out/now.txt" || : >"$out/now.txt"
        for kernel in $kernels; do
            now=$(sed -n "s/^$kernel //p" "$out/now.txt")
            before=$(sed -n "s/^$kernel //p" bench/instructions.txt)
            if [ "$baseline" != "$compiler -O2" ]; then
                check "$kernel: ${now:-0} instructions are counted" [ "${now:-0}" -ge 1000 ]
                skip "$kernel: compared; the baseline is of another compiler: $baseline"
            else
                check "$kernel: ${now:-0} instructions, baseline ${before:-0}" \
                    within "${now:-0}" "${before:-0}"
            fi
        done
        mutate sched.h "$out/slow/sched.h" 's/^(    )(sked_set_clear\(chosen\);)/\1{ int again; for (again = 0; again < 99; again++) { \2 } }/'
        # Both not optimised, as the compiler then takes a fifth of the time.
        golden slower gcc -O0 "${requests[@]}" -I"$out/slow" >"$log"
        golden faster gcc -O0 "${requests[@]}" >"$log"
        slow=$(count_all "$out/slower" queue_easy | cut -d ' ' -f 2)
        fast=$(count_all "$out/faster" queue_easy | cut -d ' ' -f 2)
        caught "clearing a set 99 times ($slow instructions for $fast)" 'too many' \
            sh -c "[ $((slow * 100)) -le $((fast * 102)) ] || { echo too many; exit 1; }"
    fi
fi

# A port of one's own: a header with four functions, here with a clock that only counts its calls.
cat >"$out/port.h" <<'C'
#include <stdio.h>
#include <stdlib.h>
#define PORT_UNIT "call"
static inline void port_init(void) {}
static inline uint32_t port_ticks(void) { static uint32_t calls; return ++calls; }
static inline void port_putc(char c) { putchar(c); }
static inline void port_exit(int status) { exit(status); }
C
if have gcc gcc; then
    check "golden hashes through a port without a clock" golden port "${least[@]}" -I"$out" \
        '-DBENCH_PORT_H="port.h"'
fi

if in_full "the deep tests of EASY, for code without profiles" && have gcc gcc; then
    check "the deep tests of EASY hold for code without profiles" sh -c "gcc -std=c99 -O2 \
        -DSKED_DEPTH_MAX=1 -I. -Itests tests/deep/queue.c -o '$out/shallow' && '$out/shallow'"
fi

# part FOLDER POLICIES PICKS: a calendar with these alone finds what ticks do, and refuses others.
part() {
    "${least[@]}" "-DSKED_AR_POLICIES=$2" "-DSKED_AR_PICKS=$3" "-I$1" -I. -Itests \
        tests/deep/ar.c -o "$out/part" && "$out/part"
}
if have gcc gcc; then
    check "a calendar with first and latest fit alone, and no code to judge all starts" part . 129 5
    check "a calendar with the longest rectangle alone" part . 16 1
    check "a calendar with first fit and neighbours alone" part . 1 2
    mutate sched_ar.h "$out/walks/sched_ar.h" \
        's/(SKED_AR_TOURED_ = )SKED_AR_FRAMED_/\1(SKED_AR_FRAMED_ ^ 1u << SKED_AR_DU_W)/'
    caught "a policy that needs what is left out" 'does not hold' part "$out/walks" 16 1
    mutate sched_ar.h "$out/offered/sched_ar.h" 's/^#if !defined\(SKED_AR_ALL_PICKS_\)/#if 0/'
    caught "a pick that is not refused" 'does not hold' part "$out/offered" 129 5
fi

# Tasks of random forms, of those in a mask: plans by all methods and a bound, folded into a sum.
# Then which forms alone are accepted.
cat >"$out/forms.c" <<'C'
#define SKED_STATIC
#include "sched_moldable.h"
#include <stdio.h>
#include <stdlib.h>
enum { TASKS = 9, WIDTHS = 6 };
static sked_align room[4096];
static sked_time times[TASKS][WIDTHS];
static sked_moldable_allotment lists[TASKS][WIDTHS];
static uint64_t sum, seed;
static uint32_t below(uint32_t bound) {
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(seed >> 33) % bound;
}
static void fold(uint64_t value) { sum = (sum ^ value) * UINT64_C(0x100000001B3); sum ^= sum >> 29; }
static sked_time ask(void *ctx, uint32_t task, uint32_t width) {
    (void)ctx;
    return (sked_time)(60 + task) / (sked_time)width + 1;
}
static sked_moldable_task task_of(int form, uint32_t i) {
    sked_moldable_task task = {.width_min = 1, .width_step = 1, .count = WIDTHS};
    uint32_t k;
    task.form = (sked_moldable_form)form;
    task.weight = below(9);
    task.ready = below(3) == 0 ? (sked_time)below(20) : 0;
    task.width_min = form == SKED_MOLDABLE_RIGID ? 1 + below(4) : below(3);
    task.width_step = below(3);
    task.time = 1 + (sked_time)below(50);
    task.sequential_permille = below(1001);
    task.parallelism_permille = 1000 + below(5000);
    task.variance_permille = below(3000);
    task.times = times[i];
    task.allotments = lists[i];
    for (k = 0; k < WIDTHS; k++) {
        times[i][k] = 1 + (sked_time)(below(40) + 60 / (k + 1));
        lists[i][k].time = 1 + (sked_time)below(60);
        lists[i][k].width = k + 1 + (k > 2);
    }
    return task;
}
static int plan(unsigned mask) {
    sked_moldable_task tasks[TASKS];
    sked_span spans[1] = {{.start = 5, .end = 25, .count = 2}};
    sked_moldable_settings settings = {0};
    sked_moldable_choice choice = {0};
    sked_moldable_row rows[TASKS];
    sked_moldable_result result;
    sked_moldable moldable;
    int method, form;
    uint32_t i;
    for (i = 0; i < TASKS; i++) {
        for (form = (int)below(7); (mask >> form & 1) == 0; form = (int)below(7)) {
        }
        tasks[i] = task_of(form, i);
    }
    settings.processors = 7;
    settings.tasks_count = TASKS;
    settings.tasks = tasks;
    settings.spans_count = below(2);
    settings.spans = spans;
    settings.oracle.time = ask;
    settings.frontier_max = 4;
    if (sked_moldable_init(&moldable, &settings, room, sizeof room) != SKED_OK) {
        return 0;
    }
    choice.steps_max = 3000;
    for (method = 0; method <= SKED_MOLDABLE_SHELVES; method++) {
        choice.method = (sked_moldable_method)method;
        choice.shuffles = 2;
        if (sked_moldable_plan(&moldable, &choice, rows, &result) != SKED_OK) {
            return 0;
        }
        for (i = 0; i < TASKS; i++) {
            fold((uint64_t)rows[i].start + 1000 * (uint64_t)rows[i].end);
            fold(rows[i].width);
        }
        fold((uint64_t)result.makespan_lower_bound);
        fold(result.minsum_lower_bound.low);
    }
    fold((uint64_t)sked_moldable_evaluate(&moldable, rows, &i, &result));
    return 1;
}
int main(int count, char **words) {
    const unsigned mask = count > 1 ? (unsigned)atoi(words[1]) : 127;
    int form;
    for (seed = 1; seed < 120; seed++) {
        const uint64_t kept = seed;
        if (!plan(mask)) {
            printf("seed %d is refused\n", (int)kept);
            return 1;
        }
        seed = kept;
    }
    printf("%lu", (unsigned long)(sum >> 32));
    for (form = -1; form <= 8; form++) {
        sked_moldable_task task = task_of(SKED_MOLDABLE_RIGID, 0);
        sked_moldable_settings settings = {0};
        size_t bytes;
        task.form = (sked_moldable_form)form;
        settings.processors = settings.tasks_count = 1;
        settings.tasks = &task;
        printf(" %d", (int)sked_moldable_bytes(&settings, &bytes));
    }
    return puts("") < 0;
}
C
# formed FOLDER MASK: code for these forms alone plans as all code does, and refuses the others.
formed() {
    local form expected
    expected=$("$out/forms" "$2" | cut -d ' ' -f 1)
    for form in -1 0 1 2 3 4 5 6 7 8; do
        if [ "$form" -lt 0 ] || [ $(($2 >> form & 1)) = 0 ]; then
            expected="$expected $refused"
        else
            expected="$expected 0"
        fi
    done
    "${least[@]}" "-DSKED_MOLDABLE_FORMS=$2" "-I$1" -I. "$out/forms.c" -o "$out/formed" || return 1
    [ "$("$out/formed" "$2" | tee "$out/formed.txt")" = "$expected" ] ||
        { cat "$out/formed.txt"; echo "expected: $expected"; return 1; }
}
refused=$(sed -nE 's/^ +X\(SKED_E_SETTING, ([0-9]+),.*/\1/p' sched.h)
if have gcc gcc; then
    "${least[@]}" -I. "$out/forms.c" -o "$out/forms"
    for mask in 1 2 3 12 16 32 64 65 126; do
        check "moldable tasks of the forms $mask alone are planned as by all code" formed . "$mask"
    done
    mutate sched_moldable.h "$out/others/sched_moldable.h" \
        's/^(    return SKED_MOLDABLE_LISTS_) && task->form == SKED_MOLDABLE_LIST;/\1;/'
    caught "a form that all tasks are taken for" 'expected' formed "$out/others" 3
    mutate sched_moldable.h "$out/unasked/sched_moldable.h" \
        's/^(    return )SKED_MOLDABLE_HAS_\(SKED_MOLDABLE_FORMS, form\) != 0 \? (kind) : .*;/\1\2;/'
    caught "a form that is not refused" 'expected' formed "$out/unasked" 65
fi

# What a limit leaves out is refused, and what it leaves decides as before.
cat >"$out/limited.c" <<'C'
#define SKED_STATIC
#include "sched.h"
#include "sched_fattree.h"
#include "sched_moldable.h"
#include <stdio.h>
static sked_align room[8192], scratch[8192];
static void place(sked_fattree_request request) {
    static const uint32_t parent[1] = {SKED_NONE}, leaf[4] = {0, 0, 0, 0};
    static const sked_fattree_settings settings = {
        .switches = 1, .processors = 4, .parent = parent, .leaf = leaf};
    sked_fattree tree;
    sked_fattree_answer answer;
    sked_units units;
    sked_units_settings shape = {.unit_size = 1, .batch_max = 1, .jobs_max = 1};
    sked_word words[SKED_SET_WORDS(4u)];
    sked_set set = sked_set_of(words, 4);
    int status = sked_fattree_init(&tree, &settings, room, sizeof room);
    shape.tree = &tree;
    if (status == SKED_OK) {
        status = sked_fattree_find(&tree, &request, &answer, &set, scratch, sizeof scratch);
    }
    printf("%d ", status);
    printf("%d\n", (int)sked_units_init(&units, &shape, scratch, sizeof scratch));
}
static void plan(int method) {
    sked_moldable_task task = {
        .form = SKED_MOLDABLE_RIGID, .weight = 1, .width_min = 1, .time = 5};
    sked_moldable_settings settings = {0};
    sked_moldable_choice choice = {0};
    sked_moldable moldable;
    sked_moldable_row row;
    int status;
    settings.processors = settings.tasks_count = 1;
    settings.tasks = &task;
    choice.method = (sked_moldable_method)method;
    status = sked_moldable_init(&moldable, &settings, room, sizeof room);
    printf("%d ", status != SKED_OK ? status
                                    : (int)sked_moldable_plan(&moldable, &choice, &row, NULL));
}
static size_t map(int heuristic, uint32_t options) {
    sked_map_request request = {.jobs = 2, .machines = 2};
    size_t bytes = 0;
    request.heuristic = (sked_heuristic)heuristic;
    request.options = options;
    printf("%d ", (int)sked_map_bytes(&request, &bytes));
    return bytes;
}
int main(void) {
    sked_fattree_request request = {.count = 2, .mode = SKED_FATTREE_GREEDY};
    sked_word words[SKED_SET_WORDS(4u)];
    sked_set set = sked_set_of(words, 4);
    int method;
    place(request);
    request.mode = SKED_FATTREE_EXACT;
    place(request);
    request.mode = SKED_FATTREE_GREEDY;
    request.leaves_max = 1;
    place(request);
    request.leaves_max = 0;
    request.fragment_weight_q10 = 1;
    place(request);
    request.fragment_weight_q10 = 0;
    request.required = &set;
    place(request);
    for (method = 0; method <= SKED_MOLDABLE_SHELVES; method++) {
        plan(method);
    }
    for (method = 0; method <= SKED_SUFFERAGE_PASS; method++) {
        map(method, 0);
    }
    printf("%d\n", map(SKED_MIN_MIN, 0) > map(SKED_MIN_MIN, SKED_MAP_LOW_MEMORY));
    return puts("") < 0;
}
C
limits="-DSKED_FATTREE_SEARCH=0 -DSKED_MOLDABLE_METHODS=24 -DSKED_MAP_HEURISTICS=72
    -DSKED_MAP_COLUMNS=0"
# limited FOLDER EXPECTED [OPTION...]: what the program prints, in one line.
limited() {
    local folder=$1 expected=$2 printed
    shift 2
    gcc -std=c99 -O0 -Wall -Wextra -Werror "-I$folder" -I. "$@" "$out/limited.c" \
        -o "$out/limited" ||
        return 1
    printed=$("$out/limited" | xargs)
    echo "$printed"
    [ "$printed" = "$expected" ] || { echo "expected: $expected"; return 1; }
}
# still FOLDER KERNEL...: with the limits the golden hashes are those of the whole.
still() {
    local folder=$1
    shift
    "${words[@]}" -std=c99 $limits "-I$folder" -I. -Ibench bench/overhead.c -o "$out/still" ||
        return 1
    "$out/still" count "$@"
}
if have gcc gcc; then
    check "nothing is refused without limits" limited . "0$(printf " 0%.0s" {1..31}) 1"
    no=$refused
    some="0$(printf " $no%.0s" {1..12}) 0 0$(printf " $no%.0s" {1..6})"
    some="$some $no $no $no 0 $no $no 0 $no $no 0 0 0"
    check "what SKED_FATTREE_SEARCH, _MOLDABLE_METHODS and _MAP_HEURISTICS leave out is refused" \
        limited . "$some" $limits
    mutate sched_fattree.h "$out/lenient/sched_fattree.h" \
        's/^(    if \(request->mode == SKED_FATTREE_EXACT \|\| )request->required != NULL/\10/'
    caught "a required set that is not refused" 'expected' limited "$out/lenient" "$some" $limits
    mutate sched.h "$out/spread/sched.h" 's/\(uint32_t\)\(SKED_MAP_HEURISTICS\)/511u/'
    caught "a heuristic that is not refused" 'expected' limited "$out/spread" "$some" $limits
    check "greedy trees, DEMT and MULTIBASE, min-min and duplex decide with the limits as without" \
        still . tree_greedy tree_life mold_demt mold_shuffles mold_multibase \
        map_min_min map_min_min_low map_duplex_sum pjs pjs_go_on site
    caught "a method that is left out" 'refused: a setting' still . mold_sweep
    caught "a heuristic that is left out" 'refused: a setting' still . map_olb
fi

# What one program has saved, one without profiles and bookings opens only if it needs none.
cat >"$out/saved.c" <<'C'
#define SKED_STATIC
#include "sched.h"
#include <stdio.h>
#include <stdlib.h>
static sked_align room[1024];
int main(int count, char **words) {
    sked_queue_settings settings = {
        .processors = 4, .jobs_max = 8, .estimate_missing = 10, .order = SKED_FCFS,
        .backfill_order = SKED_FCFS, .depth = 0, .reservations = SKED_COMPRESS};
    FILE *file = fopen(words[1], count > 2 ? "wb" : "rb");
    const void *block = room;
    size_t bytes = 0;
    sked_queue queue;
    if (count > 2) {
        settings.depth = (uint32_t)strtoul(words[2], NULL, 10);
        settings.bookings_max = count > 3 && words[3][1] == 'o';
        settings.backgrounds = count > 3 && words[3][1] == 'a';
        return sked_queue_init(&queue, &settings, NULL, room, sizeof room) != SKED_OK ||
               sked_queue_seal(&queue, &block, &bytes) != SKED_OK ||
               fwrite(block, 1, bytes, file) != bytes || fclose(file) != 0;
    }
    bytes = fread(room, 1, sizeof room, file);
    puts(sked_status_text(sked_queue_open(&queue, NULL, room, bytes)));
    return fclose(file);
}
C
# unbooked KERNEL...: the golden hashes of queues that have no room for bookings, without code for
# them.
mutate bench/overhead.c "$out/unbooked.c" 's/(\.bookings_max = )2,/\10,/'
unbooked() {
    "${words[@]}" -std=c99 -DSKED_BOOKINGS_MAX=0 -I. -Ibench "$out/unbooked.c" \
        -o "$out/unbooked" &&
        "$out/unbooked" count "$@"
}
opens() {
    [ "$("$out/$1" "$out/saved.queue")" = "$2" ] || { echo "expected: $2"; return 1; }
}
if have gcc gcc; then
    "${least[@]}" -I. "$out/saved.c" -o "$out/saver"
    "${least[@]}" -I. -DSKED_DEPTH_MAX=1 -DSKED_BOOKINGS_MAX=0 "$out/saved.c" -o "$out/opener"
    "$out/saver" "$out/saved.queue" 1
    check "a saved queue of depth 1 is opened without profiles" opens opener "success"
    "$out/saver" "$out/saved.queue" 4294967295
    check "a saved queue of depth SKED_ALL is opened" opens saver "success"
    no="a setting has no such value, or this program leaves it out"
    check "... and without profiles it is refused" opens opener "$no"
    "$out/saver" "$out/saved.queue" 1 bookings
    check "a saved queue with bookings is opened" opens saver "success"
    check "... and without code for bookings it is refused" opens opener "$no"
    check "... as is one to be made" sh -c "! '$out/opener' '$out/saved.queue' 1 holds"
    check "queues decide without code for bookings as with it" \
        unbooked queue_easy queue_easy_down queue_conservative tiers_measy
    caught "a queue with bookings" 'FAILED|refused' unbooked queue_easy_bookings
fi

# What follows is told by `make bench`, too; the deep tests compare with slower models.
if ! in_full "decisions and times beside EASY, a list, a knapsack and mappings coded plainly"; then
    finish
    exit
fi

# The queue beside EASY coded plainly: the decisions must agree; the times are for reading.
if have gcc gcc; then
    gcc -std=c99 -O1 -I"$out/late" -Ibench bench/queue_ratio.c -o "$out/late_ratio" -lm
    caught "a backfill that must end before the shadow time (plain EASY)" 'DECISIONS DIFFER' \
        "$out/late_ratio"
    check "the comparison with plain EASY builds" make -s build/queue_ratio
    if build/queue_ratio >"$out/queue.txt" 2>&1; then
        sed 's/^/#   /' "$out/queue.txt"
        ok "EASY agrees with EASY coded plainly"
    else
        cp "$out/queue.txt" "$log"
        not_ok "EASY agrees with EASY coded plainly"
    fi
fi

# A calendar beside a list coded plainly: the decisions must agree; the times are for reading.
if have gcc gcc; then
    mutate sched_ar.h "$out/last/sched_ar.h" \
        's/(best->found && sked_u128_compare\(key, best->key\) )>= 0/\1> 0/'
    gcc -std=c99 -O1 -I"$out/last" -I. -Ibench bench/ar_ratio.c -o "$out/last_ratio"
    caught "a policy whose equals go to the latest start (plain list)" 'DECISIONS DIFFER' \
        "$out/last_ratio" quick
    check "the comparison with a plain list builds" make -s build/ar_ratio
    if build/ar_ratio quick >"$out/calendar.txt" 2>&1; then
        sed 's/^/#   /' "$out/calendar.txt"
        ok "the calendar agrees with a list coded plainly"
    else
        cp "$out/calendar.txt" "$log"
        not_ok "the calendar agrees with a list coded plainly"
    fi
fi

# A tree beside the knapsack coded plainly: the costs must agree; the times are for reading.
if have gcc gcc; then
    gcc -std=c99 -O1 -I"$out/low" -I. -Ibench bench/fattree_ratio.c -o "$out/low_ratio" -lm
    caught "a bound that is too low (plain knapsack)" 'DECISIONS DIFFER.*coded plainly' \
        "$out/low_ratio" quick
    check "the comparison with a plain knapsack builds" make -s build/fattree_ratio
    if build/fattree_ratio quick >"$out/tree.txt" 2>&1; then
        sed 's/^/#   /' "$out/tree.txt"
        ok "the tree agrees with a knapsack coded plainly"
    else
        cp "$out/tree.txt" "$log"
        not_ok "the tree agrees with a knapsack coded plainly"
    fi
fi

# Moldable tasks beside the dual test and the list coded plainly: both must decide alike; the times
# are for reading.
if have gcc gcc; then
    gcc -std=c99 -O1 -I"$out/full" -I. -Ibench bench/moldable_ratio.c -o "$out/full_ratio" -lm
    caught "a list that takes a processor less than it uses (plain list)" 'DECISIONS DIFFER' \
        "$out/full_ratio" quick
    mutate sched_moldable.h "$out/strict/sched_moldable.h" \
        's/^(    const uint64_t most = \(uint64_t\)d \* view->state->peak)(;)/\1 - (uint64_t)d\2/'
    gcc -std=c99 -O1 -I"$out/strict" -I. -Ibench bench/moldable_ratio.c -o "$out/strict_ratio" -lm
    caught "a test that refuses deadlines that can be met" \
        'DECISIONS DIFFER.*the plain test accepts' "$out/strict_ratio" quick
    mutate sched_moldable.h "$out/early/sched_moldable.h" \
        's/^(    return test->work) - savings( <= most;)/\1\2/'
    gcc -std=c99 -O1 -I"$out/early" -I. -Ibench bench/moldable_ratio.c -o "$out/early_ratio" -lm
    caught "a test that compares works before the knapsack's saving is taken off" \
        'DECISIONS DIFFER.*the plain test accepts' "$out/early_ratio" quick
    check "the comparison with plain plans of moldable tasks builds" make -s build/moldable_ratio
    if build/moldable_ratio quick >"$out/moldable.txt" 2>&1; then
        sed 's/^/#   /' "$out/moldable.txt"
        ok "moldable tasks agree with the dual test and the list coded plainly"
    else
        cp "$out/moldable.txt" "$log"
        not_ok "moldable tasks agree with the dual test and the list coded plainly"
    fi
fi

# The mapping beside plainly coded rivals: the plans must agree; the ratios are for reading.
if have g++ g++; then
    check "the comparison with plainly coded rivals builds" make -s build/map_ratio
    mutate sched.h "$out/believed/sched.h" 's/^(        limit \+= )slack;/\1slack \/ 64;/'
    gcc -std=c99 -O1 -I"$out/believed" -Ibench bench/map_ratio.c build/plain_map.o -o "$out/narrowed" \
        -lstdc++ -lm
    caught "a slack that is believed wider than it was read" 'PLANS DIFFER' "$out/narrowed" quick
    if build/map_ratio quick >"$out/ratios.txt" 2>&1; then
        sed 's/^/#   /' "$out/ratios.txt"
        ok "min-min and max-min agree with the plainly coded rivals"
        if command -v valgrind >/dev/null 2>&1; then
            gcc -std=c99 -O2 -DBENCH_CALLGRIND -I. -Ibench bench/map_ratio.c build/plain_map.o \
                -o "$out/duplex" -lstdc++ -lm
            collected='s/^==[0-9]*== Collected : \([0-9][0-9]*\).*/\1/p'
            echo "#   duplex 100 x 100, gcc -O2:" \
                "$(count "$out/duplex"; sed -n "$collected" "$log") instructions inconsistent," \
                "$(count "$out/duplex" consistent; sed -n "$collected" "$log") consistent"
        fi
    else
        cp "$out/ratios.txt" "$log"
        not_ok "min-min and max-min agree with the plainly coded rivals"
    fi
fi
finish
