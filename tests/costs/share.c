/* share.c: what accounts and victims cost, by inputs meant to break what sched_share.h says.
 *
 * SPDX-License-Identifier: MIT */
#include "sched_share.h"
#include "tests/costs/costs.h"

enum { HALF_LIFE = 10080, PART = 1 << 20 };

/* ---- accounts ------------------------------------------------------------------------------- */

static sked_share share_of(uint32_t accounts_max, sked_time ahead) {
    sked_share_settings settings = sked_share_settings_of(accounts_max, HALF_LIFE);
    sked_share share;
    settings.ahead = ahead;
    cost_must(sked_share_create(&share, &settings, cost_mem) == SKED_OK, "sked_share_create");
    return share;
}

static uint32_t add(sked_share *share, uint32_t above) {
    const sked_share_account account = sked_share_account_of(PART);
    uint32_t number;
    cost_must(sked_share_add(share, above, &account, 0, &number) == SKED_OK, "sked_share_add");
    return number;
}

static void charge(sked_share *share, uint32_t account, sked_time processor_ticks) {
    cost_must(sked_share_charge(share, account, processor_ticks, 0) == SKED_OK,
              "sked_share_charge");
}

static void start(sked_share *share, uint32_t account, uint32_t processors) {
    cost_must(sked_share_start(share, account, processors, 0) == SKED_OK, "sked_share_start");
}

/* n siblings, with room for one more. */
static sked_share idle_of(uint32_t n, sked_time ahead) {
    sked_share share = share_of(n + 1, ahead);
    uint32_t i;
    for (i = 0; i < n; i++) {
        (void)add(&share, SKED_SHARE_ROOT);
    }
    return share;
}

/* ... of which each has used more than the one before. */
static sked_share used_of(uint32_t n, sked_time ahead) {
    sked_share share = idle_of(n, ahead);
    uint32_t account;
    for (account = n; account > 0; account--) {
        charge(&share, account, (sked_time)account * HALF_LIFE * n);
    }
    return share;
}

/* ... and runs slower: each will fall behind the next, so that all are in the heap of turns. */
static sked_share turning_of(uint32_t n) {
    sked_share share = used_of(n, 0);
    uint32_t account;
    for (account = 1; account <= n; account++) {
        start(&share, account, n + 2 - account);
    }
    return share;
}

/* A chain of n accounts, each with a sibling, of which it has the next number. The last two have no
 * others below. */
static sked_share chain_of(uint32_t n) {
    sked_share share = share_of(2 * n, 0);
    uint32_t account = SKED_SHARE_ROOT, i;
    for (i = 0; i < n; i++) {
        (void)add(&share, account);
        account = add(&share, account);
    }
    return share;
}

/* ... and jobs run in all of them, so that all of these pairs will turn. */
static sked_share turning_chain_of(uint32_t n) {
    sked_share share = chain_of(n);
    uint32_t i;
    for (i = 0; i < n; i++) {
        charge(&share, 2 * i + 1, (sked_time)HALF_LIFE * n * n);
        start(&share, 2 * i + 1, 1);
    }
    start(&share, 2 * n, 2 * n);
    return share;
}

static double size_of(const sked_share *share) {
    sked_share_info info;
    cost_must(sked_share_get_info(share, &info) == SKED_OK, "sked_share_get_info");
    return (double)info.bytes;
}

/* Any of n accounts, in an order that looks random. */
static uint32_t any_of(uint32_t i, uint32_t n) {
    return 1 + i * UINT32_C(0x9E3779B1) % n;
}

/* ---- create --------------------------------------------------------------------------------- */

static void create_any(cost_run *run, uint32_t n) {
    sked_share share;
    cost_begin(run);
    share = share_of(n, 0);
    cost_end(run);
    run->bound = size_of(&share);
}

static void init_any(cost_run *run, uint32_t n) {
    const sked_share_settings settings = sked_share_settings_of(n, HALF_LIFE);
    sked_share share;
    size_t bytes = 0;
    void *block;
    cost_must(sked_share_bytes(&settings, &bytes) == SKED_OK, "sked_share_bytes");
    block = cost_memory(bytes, 1);
    cost_begin(run);
    cost_must(sked_share_init(&share, &settings, block, bytes) == SKED_OK, "sked_share_init");
    cost_end(run);
    run->bound = (double)bytes;
}

/* ---- add and set ---------------------------------------------------------------------------- */

/* The row of a family of 2^k is full: it moves. */
static void add_idle(cost_run *run, uint32_t n) {
    sked_share share = idle_of(n, 0);
    cost_begin(run);
    (void)add(&share, SKED_SHARE_ROOT);
    cost_end(run);
    run->bound = cost_log(n) + n;
}

/* The new one is before all others. */
static void add_used(cost_run *run, uint32_t n) {
    sked_share share = used_of(n, 0);
    cost_begin(run);
    (void)add(&share, SKED_SHARE_ROOT);
    cost_end(run);
    run->bound = cost_log(n) + n;
}

/* The new one goes behind all others, so that it passes nobody; but its family moves. */
static void add_behind(cost_run *run, uint32_t n) {
    sked_share share = used_of(n, 0);
    sked_share_account account = sked_share_account_of(1);
    uint32_t number;
    account.precedence = 1;
    cost_begin(run);
    cost_must(sked_share_add(&share, SKED_SHARE_ROOT, &account, 0, &number) == SKED_OK,
              "sked_share_add");
    cost_end(run);
    run->bound = cost_log(n) + n;
}

static void add_deep(cost_run *run, uint32_t n) {
    sked_share share = chain_of(n), more;
    cost_must(sked_share_clone(&share, &more, cost_mem) == SKED_OK, "sked_share_clone");
    cost_must(sked_share_grow(&more, 2 * n + 1) == SKED_OK, "sked_share_grow");
    cost_begin(run);
    (void)add(&more, 2 * n - 2);
    cost_end(run);
    run->bound = cost_log(2.0 * n);
}

static void set_as(cost_run *run, sked_share *share, uint32_t number, uint32_t shares) {
    const sked_share_account account = sked_share_account_of(shares);
    cost_begin(run);
    cost_must(sked_share_set(share, number, &account, 0) == SKED_OK, "sked_share_set");
    cost_end(run);
}

/* From the first to the last place, and back. */
static void set_passes(cost_run *run, uint32_t n) {
    sked_share share = used_of(n, 0);
    set_as(run, &share, 1, 0);
    set_as(run, &share, 1, PART);
    run->bound = cost_log(n) + n;
}

/* Nobody is passed, but turns change much. */
static void set_turns(cost_run *run, uint32_t n) {
    sked_share share = turning_of(n);
    uint32_t i;
    for (i = 0; i < n; i++) {
        set_as(run, &share, any_of(i, n), PART + i % 2);
    }
    run->bound = cost_log(n);
}

/* ---- start, stop and charge ----------------------------------------------------------------- */

static void run_as(cost_run *run, sked_share *share, uint32_t account, uint32_t processors,
                   int stops) {
    cost_begin(run);
    cost_must((stops ? sked_share_stop : sked_share_start)(share, account, processors, 0) ==
              SKED_OK, "sked_share_start or sked_share_stop");
    cost_end(run);
}

static void start_deep(cost_run *run, uint32_t n) {
    sked_share share = turning_chain_of(n);
    run_as(run, &share, 2 * n, n, 0);
    run->bound = n * cost_log(2.0 * n);
}

static void stop_deep(cost_run *run, uint32_t n) {
    sked_share share = turning_chain_of(n);
    run_as(run, &share, 2 * n, n, 1);
    run->bound = n * cost_log(2.0 * n);
}

/* The dearest start makes the last turn the first. */
static void start_turns(cost_run *run, uint32_t n) {
    sked_share share = turning_of(n);
    uint32_t i;
    for (i = 0; i < n; i++) {
        run_as(run, &share, any_of(i, n), 1 + i % 64 * 100, 0);
    }
    run->bound = cost_log(n);
}

/* ... and a stop the reverse. */
static void stop_turns(cost_run *run, uint32_t n) {
    sked_share share = turning_of(n);
    uint32_t i;
    for (i = 0; i < n; i++) {
        run_as(run, &share, any_of(i, n), n + 2 - any_of(i, n), 1);
    }
    run->bound = cost_log(n);
}

/* The first falls behind all others at once, and then is before them again. */
static void start_ahead(cost_run *run, uint32_t n) {
    sked_share share = used_of(n, HALF_LIFE);
    run_as(run, &share, 1, 4 * n * n, 0);
    cost_must(sked_share_compare(&share, 1, n) == 1, "falling behind all");
    run->bound = cost_log(n) + n;
}

static void stop_ahead(cost_run *run, uint32_t n) {
    sked_share share = used_of(n, HALF_LIFE);
    start(&share, 1, 4 * n * n);
    run_as(run, &share, 1, 4 * n * n, 1);
    cost_must(sked_share_first(&share) == 1, "passing all");
    run->bound = cost_log(n) + n;
}

static void charge_as(cost_run *run, sked_share *share, uint32_t account, sked_time ticks) {
    cost_begin(run);
    charge(share, account, ticks);
    cost_end(run);
}

static void charge_deep(cost_run *run, uint32_t n) {
    sked_share share = turning_chain_of(n);
    charge_as(run, &share, 2 * n, HALF_LIFE);
    run->bound = n * cost_log(2.0 * n);
}

/* At each level the account falls behind its sibling. */
static void charge_deep_passes(cost_run *run, uint32_t n) {
    sked_share share = turning_chain_of(n);
    charge_as(run, &share, 2 * n, (sked_time)HALF_LIFE * n * n * 4 * n);
    cost_must(sked_share_compare(&share, 2, 1) == 1, "falling behind at each level");
    run->bound = n * cost_log(2.0 * n);
}

static void charge_passes(cost_run *run, uint32_t n) {
    sked_share share = used_of(n, 0);
    charge_as(run, &share, 1, (sked_time)HALF_LIFE * n * n * 2);
    cost_must(sked_share_compare(&share, 1, n) == 1, "falling behind all");
    run->bound = cost_log(n) + n;
}

static void charge_turns(cost_run *run, uint32_t n) {
    sked_share share = turning_of(n);
    uint32_t i;
    for (i = 0; i < n; i++) {
        charge_as(run, &share, any_of(i, n), i % 2 * HALF_LIFE / 2);
    }
    run->bound = cost_log(n);
}

/* ---- order ---------------------------------------------------------------------------------- */

static void walk(cost_run *run, const sked_share *share, uint32_t leaves, double accounts) {
    uint32_t account;
    cost_begin(run);
    for (account = sked_share_first(share); account != SKED_NONE;
         account = sked_share_next(share, account)) {
        leaves--;
    }
    cost_end(run);
    cost_must(leaves == 0, "visiting all");
    run->bound = accounts;
}

static void walk_wide(cost_run *run, uint32_t n) {
    const sked_share share = used_of(n, 0);
    walk(run, &share, n, n);
}

static void walk_deep(cost_run *run, uint32_t n) {
    const sked_share share = chain_of(n);
    walk(run, &share, n + 1, 2.0 * n);
}

/* Two accounts that only have the root in common. */
static void compare_deep(cost_run *run, uint32_t n) {
    sked_share share = share_of(2 * n, 0);
    uint32_t a = add(&share, SKED_SHARE_ROOT), b = add(&share, SKED_SHARE_ROOT), i;
    for (i = 1; i < n; i++) {
        a = add(&share, a);
        b = add(&share, b);
    }
    cost_begin(run);
    cost_must(sked_share_compare(&share, a, b) == -1, "sked_share_compare");
    cost_end(run);
    run->bound = 2.0 * n;
}

static void compare_wide(cost_run *run, uint32_t n) {
    const sked_share share = used_of(n, 0);
    cost_begin(run);
    cost_must(sked_share_compare(&share, n, 1) == 1, "sked_share_compare");
    cost_end(run);
    run->bound = 1;
}

static void room_deep(cost_run *run, uint32_t n) {
    const sked_share share = chain_of(n);
    cost_begin(run);
    cost_must(sked_share_room(&share, 2 * n) == UINT32_MAX, "sked_share_room");
    cost_end(run);
    run->bound = n;
}

static void get_account(cost_run *run, const sked_share *share, uint32_t account, double bound) {
    sked_share_account_info info;
    cost_begin(run);
    cost_must(sked_share_get_account(share, account, &info) == SKED_OK, "sked_share_get_account");
    cost_end(run);
    run->bound = bound;
}

static void get_account_wide(cost_run *run, uint32_t n) {
    const sked_share share = used_of(n, 0);
    get_account(run, &share, n, n);
}

static void get_account_deep(cost_run *run, uint32_t n) {
    const sked_share share = chain_of(n);
    get_account(run, &share, 2 * n, 2.0 * n);
}

/* Of the other accounts nothing is looked at. */
static void get_account_beside(cost_run *run, uint32_t n) {
    sked_share share = share_of(n + 2, 0);
    uint32_t family = add(&share, SKED_SHARE_ROOT), i;
    (void)add(&share, SKED_SHARE_ROOT);
    for (i = 0; i < n; i++) {
        (void)add(&share, family);
    }
    get_account(run, &share, family, 2);
}

static void get_info_any(cost_run *run, uint32_t n) {
    const sked_share share = turning_of(n);
    sked_share_info info;
    cost_begin(run);
    cost_must(sked_share_get_info(&share, &info) == SKED_OK, "sked_share_get_info");
    cost_end(run);
    run->bound = 1;
}

/* ---- save ----------------------------------------------------------------------------------- */

static void branch_any(cost_run *run, uint32_t n) {
    const sked_share share = turning_of(n);
    const size_t bytes = (size_t)size_of(&share);
    void *block = cost_memory(bytes, 1);
    sked_share branch;
    cost_begin(run);
    cost_must(sked_share_branch(&share, &branch, block, bytes) == SKED_OK, "sked_share_branch");
    cost_end(run);
    run->bound = (double)bytes;
}

static void clone_any(cost_run *run, uint32_t n) {
    const sked_share share = turning_of(n);
    sked_share clone;
    cost_begin(run);
    cost_must(sked_share_clone(&share, &clone, cost_mem) == SKED_OK, "sked_share_clone");
    cost_end(run);
    run->bound = size_of(&clone);
}

static void grow_any(cost_run *run, uint32_t n) {
    sked_share share = turning_of(n);
    cost_begin(run);
    cost_must(sked_share_grow(&share, 2 * n) == SKED_OK, "sked_share_grow");
    cost_end(run);
    run->bound = size_of(&share);
}

static void seal_any(cost_run *run, uint32_t n) {
    sked_share share = turning_of(n);
    const void *block;
    size_t bytes;
    cost_begin(run);
    cost_must(sked_share_seal(&share, &block, &bytes) == SKED_OK, "sked_share_seal");
    cost_end(run);
    run->bound = (double)bytes;
}

static void open_of(cost_run *run, sked_share *share) {
    const void *block;
    size_t bytes;
    void *copy;
    cost_must(sked_share_seal(share, &block, &bytes) == SKED_OK, "sked_share_seal");
    copy = cost_memory(bytes, 1);
    memcpy(copy, block, bytes);
    cost_begin(run);
    cost_must(sked_share_open(share, copy, bytes) == SKED_OK, "sked_share_open");
    cost_end(run);
    run->bound = (double)bytes;
}

static void open_wide(cost_run *run, uint32_t n) {
    sked_share share = turning_of(n);
    open_of(run, &share);
}

static void open_deep(cost_run *run, uint32_t n) {
    sked_share share = turning_chain_of(n);
    open_of(run, &share);
}

static void validate_of(cost_run *run, const sked_share *share) {
    cost_begin(run);
    cost_must(sked_share_validate(share) == SKED_OK, "sked_share_validate");
    cost_end(run);
    run->bound = size_of(share);
}

static void validate_wide(cost_run *run, uint32_t n) {
    const sked_share share = turning_of(n);
    validate_of(run, &share);
}

static void validate_deep(cost_run *run, uint32_t n) {
    const sked_share share = turning_chain_of(n);
    validate_of(run, &share);
}

/* ---- order a queue --------------------------------------------------------------------------- */

static void order_queue(cost_run *run, uint32_t n) {
    sked_share share = used_of(n, 0);
    sked_queue_settings settings = sked_queue_settings_easy(1, 1);
    sked_queue queue;
    settings.accounts_max = n + 1;
    settings.order = SKED_BY_SHARE;
    cost_must(sked_queue_create(&queue, &settings, NULL, cost_mem) == SKED_OK, "create");
    cost_begin(run);
    cost_must(sked_share_order_queue(&share, &queue, 0) == SKED_OK, "sked_share_order_queue");
    cost_end(run);
    run->bound = n;
}

/* ---- preempt -------------------------------------------------------------------------------- */

/* So cheap a job that each time that it was preempted counts. */
static void cost_doubled(cost_run *run, uint32_t n) {
    const sked_preempt_job job = {.width = 1, .modes = 7, .preempted = n, .writing = 1};
    sked_preempt_mode mode;
    cost_begin(run);
    cost_must(sked_preempt_cost(&job, 1, 1, &mode) == SKED_PREEMPT_COST_MAX,
              "sked_preempt_cost");
    cost_end(run);
    run->bound = 1;
}

/* A request and what it points to. */
typedef struct plan {
    sked_preempt_request request;
    uint64_t *costs;
    uint32_t *gains, *needs, *victims;
    uint32_t domains, resources;
} plan;

static plan plan_of(uint32_t n, uint32_t domains, uint32_t resources) {
    plan made;
    made.costs = cost_memory(n, sizeof *made.costs);
    made.gains = cost_memory((size_t)n * domains * resources, sizeof *made.gains);
    made.needs = cost_memory((size_t)domains * resources, sizeof *made.needs);
    made.victims = cost_memory(n, sizeof *made.victims);
    made.request = sked_preempt_request_of(n, made.costs, made.gains, made.needs);
    made.request.domains = made.domains = domains;
    made.request.resources = made.resources = resources;
    return made;
}

static sked_preempt_answer find(cost_run *run, const plan *made) {
    sked_preempt_answer answer;
    size_t bytes = 0;
    void *scratch;
    cost_must(sked_preempt_bytes(&made->request, &bytes) == SKED_OK, "sked_preempt_bytes");
    scratch = cost_memory(bytes, 1);
    cost_begin(run);
    cost_must(sked_preempt_find(&made->request, &answer, made->victims, scratch, bytes) ==
              SKED_OK, "sked_preempt_find");
    cost_end(run);
    return answer;
}

/* In a domain: sorting, and the steps that were made, of which steps_max is a limit. */
static double searched(double n, const sked_preempt_answer *answer) {
    return (n + (double)answer->steps) * cost_log(n);
}

/* A stream of numbers that look random; the same on every machine. */
static uint32_t below(uint64_t *seed, uint32_t bound) {
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((*seed >> 33) % bound);
}

/* Any costs and gains; half of what there is is needed. */
static void fill_any(const plan *made, uint32_t n) {
    const uint32_t width = made->domains * made->resources;
    uint64_t seed = 1;
    uint32_t i, k;
    for (i = 0; i < n; i++) {
        made->costs[i] = 1 + below(&seed, 100000);
        for (k = 0; k < width; k++) {
            made->gains[i * width + k] = below(&seed, 64);
            made->needs[k] += made->gains[i * width + k];
        }
    }
    for (k = 0; k < width; k++) {
        made->needs[k] /= 2;
    }
}

static void find_any(cost_run *run, uint32_t n) {
    const plan made = plan_of(n, 1, 1);
    sked_preempt_answer answer;
    fill_any(&made, n);
    answer = find(run, &made);
    run->bound = searched(n, &answer);
}

/* Whom the search takes next makes no difference. */
static void find_equal(cost_run *run, uint32_t n) {
    const plan made = plan_of(n, 1, 1);
    sked_preempt_answer answer;
    uint32_t i;
    for (i = 0; i < n; i++) {
        made.costs[i] = 10;
        made.gains[i] = 7;
    }
    made.needs[0] = 7 * (n / 2) + 1;
    answer = find(run, &made);
    run->bound = searched(n, &answer);
}

/* Prices that only differ far behind the point: all are sorted twice. */
static void find_close_prices(cost_run *run, uint32_t n) {
    plan made = plan_of(n, 1, 1);
    sked_preempt_answer answer;
    uint64_t seed = 1;
    uint32_t i;
    for (i = 0; i < n; i++) {
        made.gains[i] = (UINT32_C(1) << 31) + below(&seed, 1000000);
        made.costs[i] = made.gains[i];
    }
    made.needs[0] = UINT32_MAX;
    made.request.steps_max = 1;
    answer = find(run, &made);
    run->bound = searched(n, &answer);
}

/* All gains are even and what is needed is odd: no bound says that one more than that must go. */
static void find_steps(cost_run *run, uint32_t n) {
    plan made = plan_of(n, 1, 1);
    sked_preempt_answer answer;
    uint64_t seed = 1;
    uint32_t i;
    for (i = 0; i < n; i++) {
        made.gains[i] = 2 + 2 * below(&seed, 64);
        made.costs[i] = made.gains[i];
        made.needs[0] += made.gains[i] / 2;
    }
    made.needs[0] |= 1;
    made.request.steps_max = 8 * n;
    answer = find(run, &made);
    cost_must(answer.steps >= 8 * n, "a search that goes on");
    run->bound = searched(n, &answer);
}

/* After the first, each of the others is enough; each is dearer for what it gives, and cheaper. So
 * every second step finds a better set. */
static void find_improves(cost_run *run, uint32_t n) {
    plan made = plan_of(n, 1, 1);
    sked_preempt_answer answer;
    uint32_t i;
    made.costs[0] = 1;
    made.gains[0] = 10 * n;
    for (i = 1; i < n; i++) {
        made.costs[i] = 2 * n - i;
        made.gains[i] = n + 1 - i;
    }
    made.needs[0] = 10 * n + 1;
    made.request.steps_max = 8 * n;
    answer = find(run, &made);
    cost_must(answer.steps >= n, "many better sets");
    run->bound = searched(n, &answer) + (double)n * (double)n;
}

static void find_domains(cost_run *run, uint32_t n) {
    const uint32_t domains = n < 64 ? n : 64;
    const plan made = plan_of(256, domains, 1);
    sked_preempt_answer answer;
    fill_any(&made, 256);
    answer = find(run, &made);
    run->bound = (256.0 * domains + (double)answer.steps) * cost_log(256);
}

static void find_resources(cost_run *run, uint32_t n) {
    const uint32_t resources = n < 8 ? n : 8;
    const plan made = plan_of(1024, 1, resources);
    sked_preempt_answer answer;
    fill_any(&made, 1024);
    answer = find(run, &made);
    run->bound = (1024.0 * resources * resources + (double)answer.steps) * cost_log(1024);
}

/* What gives the one gives the other, so that nobody is spare. */
static void find_two_resources(cost_run *run, uint32_t n) {
    const plan made = plan_of(n, 1, 2);
    sked_preempt_answer answer;
    uint32_t i;
    fill_any(&made, n);
    made.needs[1] = made.needs[0];
    for (i = 0; i < n; i++) {
        made.gains[2 * i + 1] = made.gains[2 * i];
    }
    answer = find(run, &made);
    run->bound = searched(n, &answer);
}

/* The cheapest for one resource are spare when the only one for the other is taken. */
static void find_spare(cost_run *run, uint32_t n) {
    plan made = plan_of(n, 1, 2);
    sked_preempt_answer answer;
    uint32_t i;
    for (i = 0; i < n; i++) {
        made.costs[i] = 1;
        made.gains[2 * i] = 1;
    }
    made.costs[n - 1] = 10 * n;
    made.gains[2 * n - 2] = made.needs[0] = n - 1;
    made.gains[2 * n - 1] = made.needs[1] = 1;
    made.request.steps_max = 16 * n;            /* enough to find all of them */
    answer = find(run, &made);
    cost_must(answer.victims == 1, "leaving out all others");
    run->bound = searched(n, &answer) + (double)n * n;
}

/* ---- the table ------------------------------------------------------------------------------ */

/* What several rows quote. */
static const char ahead[] = "and with `ahead` O(1) for each sibling that an account passes";
static const char search[] = "in each domain O(n log n) and O(log n) for each of steps_max steps";
static const char several[] = "with R > 1 resources O(R R) times as much, of steps_max / 8";

static const cost_row rows[] = {
    {"sked_share_create", "O(bytes)", "any", 1024, create_any},
    {"sked_share_init", "O(bytes)", "any", 1024, init_any},
    {"sked_share_add", "O(log n), and O(1) for each sibling", "none has used anything", 1024,
     add_idle},
    {"sked_share_add", "O(log n), and O(1) for each sibling", "before all others", 1024, add_used},
    {"sked_share_add", "O(log n), and O(1) for each sibling", "a full row", 1024, add_behind},
    {"sked_share_add", "O(log n)", "a long chain", 256, add_deep},
    {"sked_share_set", "and O(1) for each sibling that it passes", "all", 1024, set_passes},
    {"sked_share_set", "O(log n)", "other turns", 1024, set_turns},
    {"sked_share_start", "O(d log n)", "a long chain", 128, start_deep},
    {"sked_share_start", "O(d log n)", "other turns", 1024, start_turns},
    {"sked_share_start", ahead, "all", 1024, start_ahead},
    {"sked_share_stop", "O(d log n)", "a long chain", 128, stop_deep},
    {"sked_share_stop", "O(d log n)", "other turns", 1024, stop_turns},
    {"sked_share_stop", ahead, "all", 1024, stop_ahead},
    {"sked_share_charge", "O(d log n)", "a long chain", 128, charge_deep},
    {"sked_share_charge", "O(d log n)", "a long chain, passed at each level", 128,
     charge_deep_passes},
    {"sked_share_charge", "O(d log n)", "other turns", 1024, charge_turns},
    {"sked_share_charge", "and O(1) for each sibling that an account passes", "all", 1024,
     charge_passes},
    {"sked_share_first", "of a whole walk: O(n)", "siblings", 1024, walk_wide},
    {"sked_share_next", "of a whole walk: O(n)", "a long chain", 1024, walk_deep},
    {"sked_share_order_queue", "O(n), whatever has changed", "all change places", 1024,
     order_queue},
    {"sked_share_compare", "O(d)", "long chains", 1024, compare_deep},
    {"sked_share_compare", "O(d)", "siblings", 1024, compare_wide},
    {"sked_share_room", "O(d)", "a long chain", 1024, room_deep},
    {"sked_share_get_account", "O(1) for each sibling of it and of those above it", "siblings",
     1024, get_account_wide},
    {"sked_share_get_account", "O(1) for each sibling of it and of those above it", "a long chain",
     512, get_account_deep},
    {"sked_share_get_account", "O(1) for each sibling of it and of those above it",
     "many below it", 1024, get_account_beside},
    {"sked_share_get_info", "O(1)", "siblings that turn", 1024, get_info_any},
    {"sked_share_branch", "O(bytes)", "siblings that turn", 1024, branch_any},
    {"sked_share_clone", "O(bytes)", "siblings that turn", 1024, clone_any},
    {"sked_share_grow", "O(bytes)", "siblings that turn", 1024, grow_any},
    {"sked_share_seal", "O(bytes)", "siblings that turn", 1024, seal_any},
    {"sked_share_open", "O(bytes)", "siblings that turn", 1024, open_wide},
    {"sked_share_open", "O(bytes)", "a long chain", 128, open_deep},
    {"sked_share_validate", "O(bytes)", "siblings that turn", 1024, validate_wide},
    {"sked_share_validate", "O(bytes)", "a long chain", 128, validate_deep},
    {"sked_preempt_cost", "O(1)", "preempted often", 64, cost_doubled},
    {"sked_preempt_find", search, "any costs and gains", 2048, find_any},
    {"sked_preempt_find", search, "all candidates are equal", 2048, find_equal},
    {"sked_preempt_find", search, "prices that hardly differ", 2048, find_close_prices},
    {"sked_preempt_find", search, "a search that turns back late", 512, find_steps},
    {"sked_preempt_find", "O(n) for each better set that a search finds",
     "a better set every second step", 512, find_improves},
    {"sked_preempt_find", search, "more domains", 16, find_domains},
    {"sked_preempt_find", several, "more resources", 2, find_resources},
    {"sked_preempt_find", several, "two resources", 1024, find_two_resources},
    {"sked_preempt_find", "O(n) for each candidate that is left out at last because it is spare",
     "all but one", 512, find_spare},
};

int main(int argc, char **argv) {
    return cost_table("share", rows, sizeof rows / sizeof rows[0], argc, argv);
}
