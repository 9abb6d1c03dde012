/* share.c: what accounts and victims cost, by inputs meant to break what sched_share.h says.
 *
 * SPDX-License-Identifier: MIT */
#include "sched_share.h"
#include "tests/costs/costs.h"

/* ---- scenes --------------------------------------------------------------------------------- */

static sked_share share;

static void *make(uint32_t accounts_max, sked_time ahead, size_t *bytes) {
    sked_share_settings settings = sked_share_settings_of(accounts_max, 10080);
    void *block;
    settings.ahead = ahead;
    cost_must(sked_share_bytes(&settings, bytes) == SKED_OK, "sked_share_bytes");
    block = cost_memory(*bytes, 1);
    cost_must(sked_share_init(&share, &settings, block, *bytes) == SKED_OK, "sked_share_init");
    return block;
}

static void add(uint32_t above) {
    const sked_share_account one = sked_share_account_of(1);
    uint32_t number;
    cost_must(sked_share_add(&share, above, &one, 0, &number) == SKED_OK, "sked_share_add");
}

/* n siblings, of which the later ones have used more. */
static void make_flat(uint32_t n, sked_time ahead) {
    size_t bytes;
    uint32_t i;
    (void)make(n + 1, ahead, &bytes);
    for (i = 0; i < n; i++) {
        add(SKED_SHARE_ROOT);
    }
    for (i = 0; i < n; i++) {
        cost_must(sked_share_charge(&share, i + 1, i, 0) == SKED_OK, "sked_share_charge");
    }
}

/* Each account has one below it. */
static void make_deep(uint32_t n) {
    size_t bytes;
    uint32_t i;
    (void)make(n, 0, &bytes);
    for (i = 0; i < n; i++) {
        add(i);
    }
}

/* ---- accounts ------------------------------------------------------------------------------- */

static void init_many(cost_run *run, uint32_t n) {
    const sked_share_settings settings = sked_share_settings_of(n, 10080);
    size_t bytes;
    void *block = make(n, 0, &bytes);
    cost_begin(run);
    cost_must(sked_share_init(&share, &settings, block, bytes) == SKED_OK, "sked_share_init");
    cost_end(run);
    run->bound = n;
}

static void add_first(cost_run *run, uint32_t n) {
    const sked_share_account one = sked_share_account_of(1);
    uint32_t number;
    make_flat(n, 0);
    cost_begin(run);
    cost_must(sked_share_add(&share, SKED_SHARE_ROOT, &one, 0, &number) == SKED_OK,
              "sked_share_add");
    cost_end(run);
    run->bound = n;
}

static void set_last(cost_run *run, uint32_t n) {
    sked_share_account last = sked_share_account_of(1);
    last.precedence = 1;
    make_flat(n, 0);
    cost_begin(run);
    cost_must(sked_share_set(&share, 1, &last, 0) == SKED_OK, "sked_share_set");
    cost_end(run);
    run->bound = n;
}

static void start_deep(cost_run *run, uint32_t n) {
    make_deep(n);
    cost_begin(run);
    cost_must(sked_share_start(&share, n, 1, 0) == SKED_OK, "sked_share_start");
    cost_end(run);
    run->bound = n * cost_log(n);
}

/* Each of n siblings runs, and has a turn. */
static void start_flat(cost_run *run, uint32_t n) {
    uint32_t i;
    make_flat(n, 0);
    for (i = 0; i < n; i++) {
        cost_must(sked_share_start(&share, i + 1, 2 * n - i, 0) == SKED_OK, "sked_share_start");
        cost_begin(run);
        cost_must(sked_share_start(&share, i + 1, 1, 0) == SKED_OK, "sked_share_start");
        cost_end(run);
    }
    run->bound = cost_log(n);
}

static void start_ahead(cost_run *run, uint32_t n) {
    make_flat(n, 10080);
    cost_begin(run);
    cost_must(sked_share_start(&share, 1, INT32_MAX, 0) == SKED_OK, "sked_share_start");
    cost_end(run);
    run->bound = n;
}

static void charge_first(cost_run *run, uint32_t n) {
    make_flat(n, 0);
    cost_begin(run);
    cost_must(sked_share_charge(&share, 1, n, 0) == SKED_OK, "sked_share_charge");
    cost_end(run);
    run->bound = n;
}

static void charge_deep(cost_run *run, uint32_t n) {
    make_deep(n);
    cost_begin(run);
    cost_must(sked_share_charge(&share, n, 1, 0) == SKED_OK, "sked_share_charge");
    cost_end(run);
    run->bound = n * cost_log(n);
}

/* ---- order ---------------------------------------------------------------------------------- */

/* A comb: each account of a deep tree has another one beside it. */
static void walk_comb(cost_run *run, uint32_t n) {
    uint32_t account, i, walked = 0;
    size_t bytes;
    (void)make(2 * n, 0, &bytes);
    for (i = 0; i < n; i++) {
        add(2 * i);
        add(2 * i);
    }
    cost_begin(run);
    for (account = sked_share_first(&share); account != SKED_NONE;
         account = sked_share_next(&share, account)) {
        walked++;
    }
    cost_end(run);
    cost_must(walked == n + 1, "walking all accounts");
    run->bound = n;
}

static void compare_deep(cost_run *run, uint32_t n) {
    make_deep(n);
    cost_begin(run);
    cost_must(sked_share_compare(&share, n, 1) == 1, "sked_share_compare");
    cost_end(run);
    run->bound = n;
}

static void room_deep(cost_run *run, uint32_t n) {
    make_deep(n);
    cost_begin(run);
    cost_must(sked_share_room(&share, n) == UINT32_MAX, "sked_share_room");
    cost_end(run);
    run->bound = n;
}

static void describe_flat(cost_run *run, uint32_t n) {
    sked_share_account_info info;
    make_flat(n, 0);
    cost_begin(run);
    cost_must(sked_share_get_account(&share, n, &info) == SKED_OK, "sked_share_get_account");
    cost_end(run);
    run->bound = n;
}

static void describe_all(cost_run *run, uint32_t n) {
    sked_share_info info;
    make_flat(n, 0);
    cost_begin(run);
    cost_must(sked_share_get_info(&share, &info) == SKED_OK, "sked_share_get_info");
    cost_end(run);
    run->bound = 1;
}

/* ---- copies --------------------------------------------------------------------------------- */

static void branch_flat(cost_run *run, uint32_t n) {
    sked_share_info info;
    sked_share branch;
    void *block;
    make_flat(n, 0);
    cost_must(sked_share_get_info(&share, &info) == SKED_OK, "sked_share_get_info");
    block = cost_memory(info.bytes, 1);
    cost_begin(run);
    cost_must(sked_share_branch(&share, &branch, block, info.bytes) == SKED_OK,
              "sked_share_branch");
    cost_end(run);
    run->bound = n;
}

static void grow_flat(cost_run *run, uint32_t n) {
    sked_share clone;
    make_flat(n, 0);
    cost_must(sked_share_clone(&share, &clone, cost_mem) == SKED_OK, "sked_share_clone");
    cost_begin(run);
    cost_must(sked_share_grow(&clone, 2 * n) == SKED_OK, "sked_share_grow");
    cost_end(run);
    run->bound = n;
}

static void seal_flat(cost_run *run, uint32_t n) {
    const void *block;
    size_t bytes;
    make_flat(n, 0);
    cost_begin(run);
    cost_must(sked_share_seal(&share, &block, &bytes) == SKED_OK, "sked_share_seal");
    cost_end(run);
    run->bound = n;
}

static void open_deep(cost_run *run, uint32_t n) {
    sked_share opened;
    const void *sealed;
    size_t bytes;
    void *block = make(n, 0, &bytes);
    uint32_t i;
    for (i = 0; i < n; i++) {
        add(i);
    }
    cost_must(sked_share_seal(&share, &sealed, &bytes) == SKED_OK, "sked_share_seal");
    cost_begin(run);
    cost_must(sked_share_open(&opened, block, bytes) == SKED_OK, "sked_share_open");
    cost_end(run);
    run->bound = n;
}

static void validate_flat(cost_run *run, uint32_t n) {
    make_flat(n, 0);
    cost_begin(run);
    cost_must(sked_share_validate(&share) == SKED_OK, "sked_share_validate");
    cost_end(run);
    run->bound = n;
}

/* ---- victims -------------------------------------------------------------------------------- */

static void cost_often(cost_run *run, uint32_t n) {
    sked_preempt_job job = SKED_ZERO;
    job.width = 1;
    job.preempted = n;
    cost_begin(run);
    cost_must(sked_preempt_cost(&job, 1, 1, NULL) == SKED_PREEMPT_COST_MAX, "sked_preempt_cost");
    cost_end(run);
    run->bound = 1;
}

/* Even gains, and a need that is odd: no bound ends the search before its steps do. */
static void find_odd(cost_run *run, uint32_t n, uint32_t steps, uint32_t resources,
                     uint32_t domains) {
    const uint32_t row = resources * domains;
    uint64_t *costs = cost_memory(n, sizeof *costs);
    uint32_t *gains = cost_memory((size_t)n * row, sizeof *gains), needs[16] = {0};
    uint32_t *victims = cost_memory(n, sizeof *victims), i;
    sked_preempt_request request = sked_preempt_request_of(n, costs, gains, needs);
    sked_preempt_answer answer;
    size_t bytes;
    void *block;
    request.resources = resources;
    request.domains = domains;
    request.steps_max = steps;
    for (i = 0; i < n; i++) {
        costs[i] = 100 + i * UINT64_C(7919) % 97;
    }
    for (i = 0; i < n * row; i++) {
        gains[i] = 2 + 2 * (i * 31u % 17);
    }
    for (i = 0; i < row; i++) {
        needs[i] = n | 1;
    }
    cost_must(sked_preempt_bytes(&request, &bytes) == SKED_OK, "sked_preempt_bytes");
    block = cost_memory(bytes, 1);
    cost_begin(run);
    cost_must(sked_preempt_find(&request, &answer, victims, block, bytes) == SKED_OK,
              "sked_preempt_find");
    cost_end(run);
}

static void find_more(cost_run *run, uint32_t n) {
    find_odd(run, n, n, 1, 1);
    run->bound = n * cost_log(n);
}

static void find_domains(cost_run *run, uint32_t n) {
    find_odd(run, 256, 256, 1, n);
    run->bound = n;
}

static void find_resources(cost_run *run, uint32_t n) {
    find_odd(run, 256, 256, n, 1);
    run->bound = (double)n * n;
}

static const cost_row rows[] = {
    {"sked_share_init", "O(bytes)", "many accounts", 1024, init_many},
    {"sked_share_add", "O(log n), and O(1) for each sibling", "before all others", 1024, add_first},
    {"sked_share_set", "O(log n), and O(1) for each sibling that it passes", "the first, the last",
     1024, set_last},
    {"sked_share_start", "O(d log n)", "a deep tree", 1024, start_deep},
    {"sked_share_start", "O(d log n)", "all have turns", 1024, start_flat},
    {"sked_share_start", "with `ahead` O(1) for each sibling that an account passes",
     "the first becomes the last", 1024, start_ahead},
    {"sked_share_charge", "O(1) for each sibling that an account passes",
     "the first becomes the last", 1024, charge_first},
    {"sked_share_charge", "O(d log n)", "a deep tree", 1024, charge_deep},
    {"sked_share_first", "of a whole walk: O(n)", "a comb", 1024, walk_comb},
    {"sked_share_compare", "O(d)", "a deep tree", 1024, compare_deep},
    {"sked_share_room", "O(d)", "a deep tree", 1024, room_deep},
    {"sked_share_get_account", "O(1) for each sibling of it", "many siblings", 1024,
     describe_flat},
    {"sked_share_get_info", "O(1)", "many accounts", 1024, describe_all},
    {"sked_share_branch", "O(bytes)", "many accounts", 1024, branch_flat},
    {"sked_share_grow", "O(bytes)", "many accounts", 1024, grow_flat},
    {"sked_share_seal", "O(bytes)", "many accounts", 1024, seal_flat},
    {"sked_share_open", "O(bytes)", "a deep tree", 1024, open_deep},
    {"sked_share_validate", "O(bytes)", "many siblings", 1024, validate_flat},
    {"sked_preempt_cost", "O(1)", "preempted often", 1024, cost_often},
    {"sked_preempt_find", "in each domain O(n log n) and O(log n) for each of steps_max steps",
     "more candidates, and steps", 512, find_more},
    {"sked_preempt_find", "in each domain O(n log n) and O(log n) for each of steps_max steps",
     "more domains", 4, find_domains},
    {"sked_preempt_find", "with R > 1 resources O(R R) times as much", "more resources", 2,
     find_resources},
};

int main(int argc, char **argv) {
    return cost_table("share", rows, sizeof rows / sizeof rows[0], argc, argv);
}
