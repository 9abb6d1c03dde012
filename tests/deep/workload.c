/* workload.c: tests of bench/workload.h: traces, models of jobs, estimates, usage, ETC tables. */
/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* popen, for the packed traces; drand48, for a comparison */

#include <stddef.h>
#include <stdlib.h>

/* -1: memory never runs out; else so many more allocations succeed. */
static long allocations_left = -1;
/* -1: none; else this one fails, counted from 0. */
static long allocation_fails = -1;

static int may_allocate(void) {
    if (allocation_fails >= 0) {
        return allocation_fails-- != 0;
    }
    if (allocations_left > 0) {
        allocations_left--;
        return 1;
    }
    return allocations_left < 0;
}

static void *test_malloc(size_t size) {
    return may_allocate() ? malloc(size) : NULL;
}

static void *test_calloc(size_t count, size_t size) {
    return may_allocate() ? calloc(count, size) : NULL;
}

#define malloc test_malloc
#define calloc test_calloc
#include "workload.h"
#undef malloc
#undef calloc

#define DEEP_NAME "workload"
#include "harness.h"

/* ---- helpers ---- */

static FILE *file_of(const char *text, size_t length) {
    FILE *file = tmpfile();

    if (file == NULL || fwrite(text, 1, length, file) != length) {
        puts("cannot make a temporary file");
        exit(2);
    }
    rewind(file);
    return file;
}

static int read_bytes(const char *text, size_t length, uint32_t processors, workload *load,
                      workload_fault *fault) {
    FILE *file = file_of(text, length);
    int done = workload_read_swf(file, processors, load, fault);

    fclose(file);
    return done;
}

static int read_text(const char *text, uint32_t processors, workload *load,
                     workload_fault *fault) {
    return read_bytes(text, strlen(text), processors, load, fault);
}

static int same_job(const workload_job *a, const workload_job *b) {
    return a->id == b->id && a->submit == b->submit && a->run == b->run
           && a->estimate == b->estimate && a->width == b->width && a->type == b->type
           && a->user == b->user && a->group == b->group;
}

static int same_jobs(const workload *a, const workload *b) {
    size_t i;

    for (i = 0; i < a->count && i < b->count; i++) {
        if (!same_job(&a->jobs[i], &b->jobs[i])) {
            printf("job %lu differs\n", (unsigned long)i);
            return 0;
        }
    }
    return a->count == b->count;
}

/* As workload_scale_load means it. */
static double load_of(const workload *load, uint32_t processors) {
    double area = 0;
    size_t i;

    for (i = 0; i < load->count; i++) {
        area += (double)load->jobs[i].run * load->jobs[i].width;
    }
    return area / processors
           / (double)(load->jobs[load->count - 1].submit - load->jobs[0].submit);
}

/* ---- the model ---- */

typedef struct model_row {
    long seed;
    int types;
    double uhi;
    uint32_t jobs;
    int64_t width_sum, run_sum, last;
} model_row;

/* Sums over the output of the authors' own program (m_lublin99.c, as kept in the public repository
 * renatolfc/parallelworkloads), seeded by srand48; x86-64, glibc. */
static const model_row model_rows[] = {
    {1, 1, 7, 1000, 8367, 978566, 513702},
    {1, 0, 7, 1000, 13299, 4629597, 845344},
    {42, 0, 8, 10000, 225811, 48472461, 9559258},
    {42, 1, 7, 1000, 8401, 1309015, 474931},
};

static void make(long seed, int types, double uhi, uint32_t jobs, workload *load) {
    workload_lublin model = workload_lublin_defaults(seed, types, uhi);

    model.jobs = jobs;
    CHECK(workload_make_lublin(&model, load));
}

static void test_model_sums(void) {
    size_t row;

    for (row = 0; row < sizeof model_rows / sizeof *model_rows; row++) {
        const model_row *want = &model_rows[row];
        int64_t width_sum = 0;
        int64_t run_sum = 0;
        workload load;
        size_t i;

        make(want->seed, want->types, want->uhi, want->jobs, &load);
        CHECK(load.count == want->jobs);
        CHECK(load.processors == (want->uhi > 7 ? 256u : 128u));
        for (i = 0; i < load.count; i++) {
            width_sum += load.jobs[i].width;
            run_sum += load.jobs[i].run;
        }
        CHECK(width_sum == want->width_sum);
        CHECK(run_sum == want->run_sum);
        CHECK(load.count > 0 && load.jobs[load.count - 1].submit == want->last);
        workload_drop(&load);
    }
}

/* 10,000 jobs with types: mean width and load, to the digits that are known. */
static void test_model_long(void) {
    static const struct {
        long seed;
        double width, load;
    } rows[] = {{1, 9.106, .361}, {42, 8.721, .366}};
    size_t row;

    for (row = 0; row < 2; row++) {
        double width = 0;
        double area;
        double share;
        workload load;
        size_t i;

        make(rows[row].seed, 1, 7, 10000, &load);
        for (i = 0; i < load.count; i++) {
            width += load.jobs[i].width;
        }
        share = (double)load.jobs[load.count - 1].submit;
        area = load_of(&load, 128) * (share - (double)load.jobs[0].submit);
        share = area / share;
        CHECK(fabs(width / 10000 - rows[row].width) < .00051);
        CHECK(fabs(share - rows[row].load) < .0005);
        workload_drop(&load);
    }
}

static void test_model_jobs(void) {
    static const workload_job want[] = {{1, 273, 8, 0, 8, 0, 0, 0, 0},
                                        {2, 1579, 5, 0, 8, 0, 0, 0, 0},
                                        {3, 1601, 7, 0, 4, 0, 0, 0, 0},
                                        {4, 1729, 2, 0, 6, 0, 0, 0, 0},
                                        {12, 2187, 43, 0, 37, 0, 0, 0, 0},
                                        {33, 21181, 4, 0, 2, 0, 0, 0, 0},
                                        {1000, 513702, 7, 0, 1, 0, 0, 0, 0}};
    workload load;
    size_t batch = 0;
    size_t i;

    make(1, 1, 7, 1000, &load);
    for (i = 0; i < sizeof want / sizeof *want; i++) {
        CHECK(same_job(&load.jobs[want[i].id - 1], &want[i]));
    }
    for (i = 0; i < load.count; i++) {
        batch += load.jobs[i].type;
    }
    CHECK(batch == 92);
    CHECK(workload_is_sorted(&load));
    workload_drop(&load);
    workload_drop(&load);
    CHECK(load.jobs == NULL && load.count == 0);
}

static int refused(const workload_lublin *model) {
    workload load;
    int made = workload_make_lublin(model, &load);

    CHECK(load.count == 0 || made);
    workload_drop(&load);
    return !made;
}

static void test_model_refusals(void) {
    workload_lublin good = workload_lublin_defaults(7, 1, 7);
    workload_lublin bad = good;
    workload load;

    good.jobs = 20;
    CHECK(!refused(&good));
    bad.uhi = 32;
    CHECK(refused(&bad));
    bad = good;
    bad.uhi = (double)NAN;
    CHECK(refused(&bad));
    bad = good;
    bad.batch.a1 = -1;
    CHECK(refused(&bad));
    bad = good;
    bad.umed_batch = 7.5; /* above uhi */
    CHECK(refused(&bad));
    bad = good;
    bad.types = 0;
    CHECK(!refused(&bad));
    bad.umed = .5; /* below ulow */
    CHECK(refused(&bad));
    bad = good;
    bad.cycle_start = 48;
    CHECK(refused(&bad));
    bad = good;
    bad.interactive.bnum = 1e-3; /* the whole cycle before the first half hour that counts */
    CHECK(refused(&bad));
    bad = good;
    bad.run_cut = 0; /* no job is so short: every draw is cut */
    bad.batch.b1 = bad.interactive.b1 = 1e-1;
    bad.batch.a1 = bad.interactive.a1 = 4;
    CHECK(refused(&bad));
    good.jobs = 0;
    CHECK(!refused(&good));
    good = workload_lublin_defaults(3, 1, 4); /* smaller than interactive jobs like */
    good.jobs = 500;
    CHECK(workload_make_lublin(&good, &load));
    CHECK(load.processors == 16 && load.count == 500);
    while (load.count > 0) {
        load.count--;
        CHECK(load.jobs[load.count].width <= 16 && load.jobs[load.count].run >= 1);
    }
    workload_drop(&load);
}

/* The incomplete gamma function where it has a closed form: shapes 1 and 2. */
static void test_gamma_below(void) {
    double x;

    CHECK(fabs(workload_gamma_below(3, 0)) < 1e-300);
    for (x = .01; x < 40; x *= 1.3) {
        CHECK(fabs(workload_gamma_below(1, x) - (1 - exp(-x))) < 1e-14);
        CHECK(fabs(workload_gamma_below(2, x) - (1 - exp(-x) * (1 + x))) < 1e-14);
    }
}

/* The random numbers are those of the system's drand48, to the last bit. */
static void test_draw(void) {
    static const long seeds[] = {0, 1, 42, -1, 0x7FFFFFFF};
    size_t i;

    for (i = 0; i < sizeof seeds / sizeof *seeds; i++) {
        uint64_t state = (((uint64_t)seeds[i] & UINT64_C(0xFFFFFFFF)) << 16) | 0x330E;
        int same = 1;
        int draws;

        srand48(seeds[i]);
        for (draws = 0; draws < 1000; draws++) {
            double want = drand48();
            double got = workload_draw(&state);

            same = same && !(got < want) && !(got > want);
        }
        CHECK(same);
    }
}

/* ---- estimates as users give them ---- */

static void set_runs(workload *load, workload_job *jobs, const int64_t *runs, size_t count) {
    size_t i;

    memset(load, 0, sizeof *load);
    memset(jobs, 0, count * sizeof *jobs);
    load->jobs = jobs;
    load->count = count;
    for (i = 0; i < count; i++) {
        jobs[i].id = i + 1;
        jobs[i].submit = (int64_t)i;
        jobs[i].run = runs[i];
        jobs[i].width = 1;
    }
}

/* FNV-1a over the estimates, each as 8 bytes from the lowest. */
static uint64_t hash_estimates(const workload *load) {
    uint64_t hash = UINT64_C(0xCBF29CE484222325);
    size_t i;
    int byte;

    for (i = 0; i < load->count; i++) {
        for (byte = 0; byte < 64; byte += 8) {
            hash ^= ((uint64_t)load->jobs[i].estimate >> byte) & 255;
            hash *= UINT64_C(0x100000001B3);
        }
    }
    return hash;
}

static int by_value(const void *left, const void *right) {
    int64_t a = *(const int64_t *)left;
    int64_t b = *(const int64_t *)right;

    return (a > b) - (a < b);
}

/* How often each estimate occurs, from the most popular on, equal ones from the shortest on. */
typedef struct tally {
    int64_t value[2000];
    size_t jobs[2000];
    size_t count;
} tally;

static void count_estimates(const workload *load, tally *result) {
    int64_t *sorted = malloc((load->count + 1) * sizeof *sorted);
    size_t i;

    if (sorted == NULL) {
        exit(2);
    }
    for (i = 0; i < load->count; i++) {
        sorted[i] = load->jobs[i].estimate;
    }
    qsort(sorted, load->count, sizeof *sorted, by_value);
    result->count = 0;
    for (i = 0; i < load->count && result->count < 2000;) {
        size_t end = i;
        size_t at = result->count++;

        while (end < load->count && sorted[end] == sorted[i]) {
            end++;
        }
        for (; at > 0 && result->jobs[at - 1] < end - i; at--) {
            result->jobs[at] = result->jobs[at - 1];
            result->value[at] = result->value[at - 1];
        }
        result->jobs[at] = end - i;
        result->value[at] = sorted[i];
        i = end;
    }
    free(sorted);
}

static double share_of_first(const tally *counts, size_t first, size_t jobs) {
    double sum = 0;
    size_t i;

    for (i = 0; i < first && i < counts->count; i++) {
        sum += (double)counts->jobs[i];
    }
    return sum / (double)jobs;
}

/* Every estimate suffices; a job longer than the maximum has just its run time. */
static int estimates_suffice(const workload *load, int64_t maximum) {
    size_t i;

    for (i = 0; i < load->count; i++) {
        const workload_job *job = &load->jobs[i];

        if (job->run > maximum ? job->estimate != job->run
                               : job->estimate < job->run || job->estimate > maximum) {
            printf("job %lu: run %lld, estimate %lld\n", (unsigned long)i, (long long)job->run,
                   (long long)job->estimate);
            return 0;
        }
    }
    return 1;
}

static int is_round(int64_t value) {
    return value % 300 == 0 || value == 120 || value == 60 || value == 30 || value == 10
           || value == 5;
}

/* The laws of the distribution on 20,000 jobs, each share within five standard errors. */
static void test_estimates_shares(int types, uint64_t seed, int64_t maximum) {
    static tally counts;
    workload_estimates model = workload_estimates_defaults(seed);
    workload load;
    workload before;
    size_t i;

    model.maximum = maximum;
    make(7, types, 8, 20000, &load);
    make(7, types, 8, 20000, &before);
    CHECK(workload_make_estimates(&load, &model));
    CHECK_SEED(seed, estimates_suffice(&load, maximum));
    for (i = 0; i < load.count; i++) { /* nothing else has changed */
        before.jobs[i].estimate = load.jobs[i].estimate;
    }
    CHECK(same_jobs(&load, &before) && load.processors == before.processors);
    load.count = 0; /* the laws are about those who need no exemption */
    for (i = 0; i < before.count; i++) {
        if (before.jobs[i].run <= maximum) {
            load.jobs[load.count++] = before.jobs[i];
        }
    }
    CHECK(load.count > 19900 && load.count <= 20000);
    count_estimates(&load, &counts);
    CHECK_SEED(seed, counts.count > 60 && counts.count <= 80);
    CHECK_SEED(seed, fabs(share_of_first(&counts, 20, load.count) - .9) < .0107);
    CHECK_SEED(seed, counts.value[0] == maximum);
    CHECK_SEED(seed, fabs(share_of_first(&counts, 1, load.count) - .15) < .0127);
    CHECK_SEED(seed, counts.value[1] == 3600 && counts.value[2] == 900 && counts.value[3] == 300);
    CHECK_SEED(seed, fabs((double)counts.jobs[2] / (double)counts.jobs[1] - 5. / 6) < .1);
    for (i = 0; i < counts.count; i++) {
        CHECK_SEED(seed, is_round(counts.value[i]));
    }
    workload_drop(&load);
    workload_drop(&before);
}

/* The values of a seed, on every platform. The run times are small and fixed, so that no libm has
 * a part in them. */
static void test_estimates_pinned(void) {
    static int64_t runs[500];
    static workload_job jobs[500];
    workload_estimates model = workload_estimates_defaults(42);
    workload load;
    uint64_t first;
    size_t i;

    for (i = 0; i < 500; i++) {
        runs[i] = 1 + (int64_t)(i * i * i % 7919);
    }
    set_runs(&load, jobs, runs, 500);
    CHECK(workload_make_estimates(&load, &model));
    first = hash_estimates(&load);
    CHECK(first == UINT64_C(0x04C318CE3148957C));
    if (first != UINT64_C(0x04C318CE3148957C)) {
        printf("estimates of seed 42: %016llx\n", (unsigned long long)first);
    }
    for (i = 0; i < 500; i++) { /* what stood there before does not matter */
        jobs[i].estimate = (int64_t)i;
    }
    CHECK(workload_make_estimates(&load, &model) && hash_estimates(&load) == first);
    model.seed = 43;
    CHECK(workload_make_estimates(&load, &model) && hash_estimates(&load) != first);
    model = workload_estimates_defaults(42); /* some exempted, some raised, some at the maximum */
    model.maximum = 7000;
    for (i = 0; i < 500; i += 50) {
        jobs[i].run = 7000;
    }
    CHECK(workload_make_estimates(&load, &model));
    CHECK(hash_estimates(&load) == UINT64_C(0x3B59DA6A7B2CA790));
}

/* Four estimates for jobs of 2, 1, 2 and 1 s: there are 12 ways to give them out, all as likely. */
static void test_estimates_given(void) {
    static const int64_t runs[] = {2, 1, 2, 1};
    workload_values values = {{5, 2, 1}, {0, 1, 1}, 3, 3};
    unsigned seen[256] = {0};
    unsigned ways = 0;
    uint64_t state = 19;
    unsigned i;

    for (i = 0; i < 6000; i++) {
        workload_job rising[] = {{1, 0, 1, 0, 0, 0, 0, 0, 0}, {3, 0, 1, 0, 0, 0, 0, 0, 0},
                                 {0, 0, 2, 0, 0, 0, 0, 0, 0}, {2, 0, 2, 0, 0, 0, 0, 0, 0}};
        int64_t estimates[] = {1, 2, 3, 4};
        workload_job jobs[4];
        workload load;
        int64_t way;

        set_runs(&load, jobs, runs, 4);
        workload_give_estimates(&load, rising, 4, estimates, &values, &state);
        way = jobs[0].estimate * 64 + jobs[1].estimate * 16 + jobs[2].estimate * 4
              + jobs[3].estimate - 85;
        CHECK(jobs[0].estimate >= 2 && jobs[2].estimate >= 2 && way >= 0 && way < 256);
        CHECK(jobs[0].estimate + jobs[1].estimate + jobs[2].estimate + jobs[3].estimate == 10);
        seen[way & 255]++;
    }
    for (i = 0; i < 256; i++) {
        ways += seen[i] > 0;
        CHECK(seen[i] == 0 || abs((int)seen[i] - 500) < 107);
    }
    CHECK(ways == 12);
}

/* Too many long jobs for the values that were drawn: only as many are raised as it takes. */
static void test_estimates_raised(void) {
    static const int64_t runs[] = {1, 4, 4, 7, 7, 7};
    static const int64_t want[] = {2, 5, 5, 9, 9, 9};
    workload_values values = {{9, 2, 5}, {0, 1, 1}, 3, 3};
    workload_job rising[6];
    workload_job jobs[6];
    int64_t estimates[] = {2, 2, 2, 2, 5, 9};
    uint64_t state = 3;
    workload load;
    size_t i;

    set_runs(&load, jobs, runs, 6);
    memcpy(rising, jobs, sizeof jobs);
    for (i = 0; i < 6; i++) {
        rising[i].id = i;
    }
    workload_give_estimates(&load, rising, 6, estimates, &values, &state);
    for (i = 0; i < 6; i++) {
        CHECK(jobs[i].estimate == want[i]);
    }
    CHECK(workload_popular_above(&values, 1) == 2 && workload_popular_above(&values, 2) == 2);
    CHECK(workload_popular_above(&values, 3) == 5 && workload_popular_above(&values, 6) == 9);
    values.popular = 2; /* 5 is rare now: nobody is raised to it */
    CHECK(workload_popular_above(&values, 3) == 9);
}

/* All as long as is allowed, longer, or without a run time; one job; none. */
static void test_estimates_edges(void) {
    static const int64_t longest[] = {64800, 64800, 64800, 64800, 64800};
    static const int64_t mixed[] = {64801, 0, 64800, WORKLOAD_LIMIT - 1, -5, 64799};
    workload_estimates model = workload_estimates_defaults(5);
    workload_job jobs[6];
    workload load;
    uint64_t seed;
    size_t i;

    set_runs(&load, jobs, longest, 5);
    CHECK(workload_make_estimates(&load, &model));
    for (i = 0; i < 5; i++) {
        CHECK(jobs[i].estimate == 64800);
    }
    for (i = 0; i < 5; i++) {
        jobs[i].run = 64801 + (int64_t)i;
    }
    CHECK(workload_make_estimates(&load, &model)); /* every job exempted */
    for (i = 0; i < 5; i++) {
        CHECK(jobs[i].estimate == jobs[i].run);
    }
    for (seed = 1; seed < 200; seed++) {
        model.seed = seed;
        set_runs(&load, jobs, mixed, 6);
        CHECK(workload_make_estimates(&load, &model));
        CHECK_SEED(seed, jobs[0].estimate == 64801 && jobs[3].estimate == WORKLOAD_LIMIT - 1);
        CHECK_SEED(seed, jobs[2].estimate == 64800 && jobs[5].estimate == 64800);
        CHECK_SEED(seed, jobs[1].estimate >= 1 && jobs[4].estimate >= 1);
        set_runs(&load, jobs, mixed + 1, 1);
        CHECK(workload_make_estimates(&load, &model));
        CHECK_SEED(seed, jobs[0].estimate >= 5 && jobs[0].estimate <= 64800);
    }
    memset(&load, 0, sizeof load);
    load.jobs = NULL;
    CHECK(workload_make_estimates(&load, &model) && load.jobs == NULL && load.count == 0);
    model.popular = 0;
    CHECK(!workload_make_estimates(&load, &model));
}

/* Shares at the ends of their range, and machines where hardly any value is allowed. */
static void test_estimates_models(void) {
    static const int64_t maxima[] = {1, 2, 5, 6, 11, 60, 301, 3600, 90000, WORKLOAD_LIMIT - 1};
    static int64_t runs[2000];
    static workload_job jobs[2000];
    static tally counts;
    workload_estimates model = workload_estimates_defaults(8);
    workload load;
    size_t i;

    set_runs(&load, jobs, runs, 2000); /* no run times: what is drawn is what is given */
    model.maximum_permille = model.popular_permille = 1000;
    CHECK(workload_make_estimates(&load, &model));
    count_estimates(&load, &counts);
    CHECK(counts.count == 1 && counts.value[0] == 64800);
    model.maximum_permille = 0;
    CHECK(workload_make_estimates(&load, &model));
    count_estimates(&load, &counts);
    CHECK(counts.count == 19 && counts.value[0] == 3600);
    for (i = 0; i < counts.count; i++) {
        CHECK(counts.value[i] < 64800);
    }
    model.popular_permille = 0;
    CHECK(workload_make_estimates(&load, &model));
    count_estimates(&load, &counts);
    CHECK(counts.count > 40 && counts.count <= 60);
    model.rare = 0; /* their share goes to the popular ones, and from there to the maximum */
    CHECK(workload_make_estimates(&load, &model));
    count_estimates(&load, &counts);
    CHECK(counts.count == 19);
    model.popular = 1;
    CHECK(workload_make_estimates(&load, &model));
    count_estimates(&load, &counts);
    CHECK(counts.count == 1 && counts.value[0] == 64800);
    for (i = 0; i < sizeof maxima / sizeof *maxima; i++) {
        model = workload_estimates_defaults(i + 1);
        model.popular = WORKLOAD_POPULAR;
        model.rare = WORKLOAD_RARE;
        model.maximum = maxima[i];
        CHECK(workload_make_estimates(&load, &model));
        CHECK(estimates_suffice(&load, maxima[i]));
        count_estimates(&load, &counts);
        CHECK(counts.count <= (size_t)WORKLOAD_POPULAR + WORKLOAD_RARE);
        CHECK(maxima[i] > 100 || counts.count <= (size_t)maxima[i]);
        CHECK(maxima[i] == 1 || counts.count > 1 || maxima[i] < 5);
    }
}

static void test_estimates_refusals(void) {
    static const workload_estimates bad[] = {
        {1, 0, 150, 900, 20, 60},      {1, -1, 150, 900, 20, 60},
        {1, 3600, 901, 900, 20, 60},   {1, 3600, 150, 1001, 20, 60},
        {1, 3600, 150, 900, 0, 60},    {1, 3600, 150, 900, WORKLOAD_POPULAR + 1, 60},
        {1, WORKLOAD_LIMIT, 150, 900, 20, 60},
        {1, 3600, 150, 900, 20, WORKLOAD_RARE + 1}};
    static const int64_t runs[] = {7, 9};
    workload_job jobs[2];
    workload load;
    size_t i;

    set_runs(&load, jobs, runs, 2);
    jobs[0].estimate = 70;
    jobs[1].estimate = 90;
    for (i = 0; i < sizeof bad / sizeof *bad; i++) {
        CHECK(!workload_make_estimates(&load, &bad[i]));
    }
    CHECK(jobs[0].estimate == 70 && jobs[1].estimate == 90);
}

/* Values are drawn in proportion to their weights. */
static void test_estimates_weights(void) {
    static const workload_values values = {{9, 0, 1, 2, 8}, {7, 1, 2, 3, 7}, 4, 5};
    uint64_t state = 6;
    int seen[10] = {0};
    int i;

    for (i = 0; i < 6000; i++) {
        seen[workload_draw_value(&values, &state, 1, 4)]++;
    }
    CHECK(abs(seen[0] - 1000) < 145 && abs(seen[1] - 2000) < 183 && abs(seen[2] - 3000) < 194);
    CHECK(seen[0] + seen[1] + seen[2] == 6000);
}

/* The unit of the rare values: the largest with 160 multiples below the maximum. */
static void test_estimates_units(void) {
    static const struct {
        int64_t maximum, unit;
        uint32_t count;
    } rows[] = {{48301, 300, 80}, {48001, 300, 80}, {48000, 60, 80}, {9601, 60, 80},
                {9600, 1, 80},    {161, 1, 80},     {160, 1, 79},    {101, 1, 50}};
    static workload_values values;
    size_t row;

    for (row = 0; row < sizeof rows / sizeof *rows; row++) {
        workload_estimates model = workload_estimates_defaults(1);
        uint64_t state = 1;
        uint32_t odd = 0;
        uint32_t i;

        model.maximum = rows[row].maximum;
        workload_popular_values(&model, &values);
        values.popular = values.count = 20; /* for small maxima too; the rest is never looked at */
        for (i = 1; i < 20; i++) {
            values.value[i] = -(int64_t)i;
        }
        workload_rare_values(&model, &state, &values);
        CHECK(values.count == rows[row].count);
        for (i = 20; i < values.count; i++) {
            CHECK(values.value[i] % rows[row].unit == 0);
            odd += values.value[i] % (rows[row].unit * 5) != 0;
        }
        CHECK(odd > 20);
    }
}

/* Without memory nothing changes. */
static void test_estimates_memory(void) {
    workload_estimates model = workload_estimates_defaults(1);
    workload load;
    uint64_t before;
    long good;

    make(1, 1, 7, 100, &load);
    workload_use_actual(&load); /* out of order by run: the sort needs memory, too */
    before = hash_estimates(&load);
    for (good = 0; good < 3; good++) {
        allocations_left = good;
        CHECK(!workload_make_estimates(&load, &model));
        CHECK(hash_estimates(&load) == before);
    }
    allocations_left = 3;
    CHECK(workload_make_estimates(&load, &model) && hash_estimates(&load) != before);
    allocations_left = -1;
    workload_drop(&load);
}

/* The rare values: distinct, round, below the maximum, and most of them in its lower half. */
static void test_estimates_rare(void) {
    static workload_values values;
    uint64_t seed;
    size_t low = 0;

    for (seed = 1; seed <= 200; seed++) {
        workload_estimates model = workload_estimates_defaults(seed);
        uint64_t state = seed;
        uint32_t i;
        int good = 1;

        workload_popular_values(&model, &values);
        CHECK(values.popular == 20);
        workload_rare_values(&model, &state, &values);
        CHECK(values.count == 80);
        for (i = 20; i < values.count; i++) {
            uint32_t j;

            good = good && values.value[i] % 300 == 0 && values.value[i] < model.maximum
                   && values.value[i] > 0 && (i == 20 || values.weight[i] < values.weight[i - 1]);
            low += values.value[i] <= model.maximum / 2;
            for (j = 0; j < i; j++) {
                good = good && values.value[j] != values.value[i];
            }
        }
        CHECK_SEED(seed, good);
    }
    CHECK(low > 200 * 60 * 6 / 10);
}

/* ---- the models of 1996 and 1997 in shape ---- */

/* FNV-1a over all that a job has, each as 8 bytes from the lowest. */
static uint64_t hash_jobs(const workload *load) {
    uint64_t hash = UINT64_C(0xCBF29CE484222325);
    size_t i;

    for (i = 0; i < load->count; i++) {
        const workload_job *job = &load->jobs[i];
        uint64_t fields[6];
        size_t at;

        fields[0] = job->id;
        fields[1] = (uint64_t)job->submit;
        fields[2] = (uint64_t)job->run;
        fields[3] = (uint64_t)job->estimate;
        fields[4] = job->width;
        fields[5] = job->type;
        for (at = 0; at < 48; at++) {
            hash ^= (fields[at / 8] >> (at % 8 * 8)) & 255;
            hash *= UINT64_C(0x100000001B3);
        }
    }
    return hash;
}

static int near(double value, double want, double most) {
    int good = fabs(value - want) <= most;

    if (!good) {
        printf("%.6f, wanted %.6f within %.6f\n", value, want, most);
    }
    return good;
}

/* Sums over jobs: all of them, or those of some widths. */
typedef struct moments {
    double jobs, width, run, run_squares, serial, powers;
} moments;

static void add_moments(const workload *load, uint32_t low, uint32_t high, moments *sums) {
    size_t i;

    for (i = 0; i < load->count; i++) {
        uint32_t width = load->jobs[i].width;
        double run = (double)load->jobs[i].run;

        if (width >= low && width <= high) {
            sums->jobs++;
            sums->width += width;
            sums->run += run;
            sums->run_squares += run * run;
            sums->serial += width == 1;
            sums->powers += (width & (width - 1)) == 0;
        }
    }
}

/* What every job of both models must be, in the order of submission. */
static int jobs_are_sound(const workload *load, uint32_t processors, int64_t longest) {
    size_t i;

    for (i = 0; i < load->count; i++) {
        const workload_job *job = &load->jobs[i];

        if (job->id != i + 1 || job->submit < 0 || job->run < 1 || job->run > longest
            || job->width < 1 || job->width > processors || job->estimate != 0 || job->type != 0) {
            printf("job %lu is not sound\n", (unsigned long)i);
            return 0;
        }
    }
    return workload_is_sorted(load);
}

/* 200,000 draws: mean 1 and variance 1, the share above 1 and above 3, within five standard
 * errors. */
static void test_exponential(void) {
    uint64_t state = 12;
    double sum = 0;
    double squares = 0;
    int above_one = 0;
    int above_three = 0;
    int inside = 1;
    int i;

    for (i = 0; i < 200000; i++) {
        int64_t ticks = workload_exponential(&state);
        double value = (double)ticks / (1 << 24);

        inside = inside && ticks >= 0 && ticks < (int64_t)64 << 24;
        sum += value;
        squares += value * value;
        above_one += value > 1;
        above_three += value > 3;
    }
    CHECK(inside);
    CHECK(near(sum / 200000, 1, .0112));
    CHECK(near(squares / 200000, 2, .05)); /* its variance is 24 - 4 */
    CHECK(near(above_one / 200000., exp(-1), .0054));
    CHECK(near(above_three / 200000., exp(-3), .0025));
    CHECK(workload_exponential_ms(&state, UINT32_MAX) < (int64_t)64 * UINT32_MAX);
    CHECK(workload_exponential_ms(&state, UINT32_MAX) > 0);
    CHECK(workload_whole_run(0, 10) == 1 && workload_whole_run(1499, 10) == 1);
    CHECK(workload_whole_run(1500, 10) == 2 && workload_whole_run(9499, 10) == 9);
    CHECK(workload_whole_run(9500, 10) == 10 && workload_whole_run(20000, 10) == 10);
}

/* What the parameters of a Feitelson model promise, by the formulas and not by its code. */
typedef struct promise {
    double width, width_squares, serial, powers, run, run_squares, wide_run;
} promise;

static double is_long(const workload_feitelson *model, double width) {
    return (model->low_permille + model->growth_permille * width / model->processors) / 1000;
}

static promise feitelson_promise(const workload_feitelson *model) {
    promise sums = {0, 0, 0, 0, 0, 0, 0};
    double longest = model->longest;
    double brief = model->short_ms / 1000.0;
    double lasting = model->long_ms / 1000.0;
    double total = 0;
    double wide = 0;
    uint32_t n;

    for (n = 1; n <= model->processors; n++) {
        int power = n == 1 || n == 2 || n == 4 || n == 8 || n == 16 || n == 32 || n == 64
                    || n == 128 || n == 256 || n == 512;
        double weight = (n == 1 ? model->serial_weight : power ? model->power_weight : 1000.0) / n;
        double p = is_long(model, n);
        double run = (1 - p) * brief + p * lasting * (1 - exp(-longest / lasting));

        total += weight;
        sums.width += weight * n;
        sums.width_squares += weight * n * n;
        sums.serial += n == 1 ? weight : 0;
        sums.powers += power ? weight : 0;
        sums.run += weight * run;
        sums.run_squares += weight * 2 * ((1 - p) * brief * brief + p * lasting * lasting);
        sums.wide_run += n > 64 ? weight * run : 0;
        wide += n > 64 ? weight : 0;
    }
    sums.width /= total;
    sums.width_squares /= total;
    sums.serial /= total;
    sums.powers /= total;
    sums.run /= total;
    sums.run_squares /= total;
    sums.wide_run /= wide;
    return sums;
}

/* The parameters give what the paper prints, to the last digit that is printed. */
static void test_feitelson_parameters(void) {
    workload_feitelson model = workload_feitelson_defaults(1);
    promise want = feitelson_promise(&model);
    int64_t below[320];
    uint32_t n;
    double width = 0;

    CHECK(model.processors == 320 && model.jobs == 200000 && model.longest == 129600);
    CHECK(near(want.width, 23.4, .001));
    CHECK(near(want.run, 2606.6, .05));
    CHECK(near(want.serial, .175, .0001) && want.serial < .18);
    workload_feitelson_widths(&model, below);
    for (n = 1; n < 320; n++) {
        CHECK(below[n] > below[n - 1]);
        width += (n + 1) * (double)(below[n] - below[n - 1]);
    }
    width += (double)below[0];
    CHECK(near(width / (double)below[319], want.width, 1e-6));
    CHECK(near((double)below[0] / (double)below[319], want.serial, 1e-8));
}

/* Every program's executions follow each other at the distance of its run time. Jobs in order of
 * run, width and submission: counts those which follow such a one; `most` is the longest row. */
static int by_program(const void *left, const void *right) {
    const workload_job *a = left;
    const workload_job *b = right;

    if (a->run != b->run) {
        return a->run < b->run ? -1 : 1;
    }
    if (a->width != b->width) {
        return a->width < b->width ? -1 : 1;
    }
    return (a->submit > b->submit) - (a->submit < b->submit);
}

static size_t count_repeats(workload *load, size_t *most) {
    size_t next = 0;
    size_t row = 1;
    size_t i;

    qsort(load->jobs, load->count, sizeof *load->jobs, by_program);
    *most = 1;
    for (i = 1; i < load->count; i++) {
        const workload_job *job = &load->jobs[i];

        if (job->run == job[-1].run && job->width == job[-1].width
            && job->submit == job[-1].submit + job->run) {
            next++;
            row++;
            load->jobs[i - 1].type = 7; /* marks all but the last execution */
        } else {
            row = 1;
        }
        *most = row > *most ? row : *most;
    }
    return next;
}

/* Four times 200,000 jobs. Programs are independent, not jobs: with r executions the variance of a
 * mean over jobs is sum(r^2 / r^2) / sum(r / r^2) = 4.733 times as large. */
static void test_feitelson_moments(void) {
    workload_feitelson model = workload_feitelson_defaults(1);
    promise want = feitelson_promise(&model);
    moments sums = {0, 0, 0, 0, 0, 0};
    moments narrow = {0, 0, 0, 0, 0, 0};
    moments wide = {0, 0, 0, 0, 0, 0};
    double five;

    for (model.seed = 1; model.seed <= 4; model.seed++) {
        workload load;

        CHECK(workload_make_feitelson(&model, &load));
        CHECK(load.count == 200000 && load.processors == 320 && load.dropped == 0);
        CHECK_SEED(model.seed, jobs_are_sound(&load, 320, 129600));
        CHECK_SEED(model.seed, near(load_of(&load, 320), .691, .08));
        add_moments(&load, 1, 320, &sums);
        add_moments(&load, 1, 1, &narrow);
        add_moments(&load, 65, 320, &wide);
        workload_drop(&load);
    }
    five = 5 * sqrt(4.733 / sums.jobs);
    CHECK(near(sums.width / sums.jobs, 23.4,
               five * sqrt(want.width_squares - want.width * want.width)));
    CHECK(near(sums.run / sums.jobs, 2606.6, five * sqrt(want.run_squares - want.run * want.run)));
    CHECK(near(sums.serial / sums.jobs, .175, five * sqrt(.175 * .825)));
    CHECK(near(sums.powers / sums.jobs, want.powers,
               five * sqrt(want.powers * (1 - want.powers))));
    five = 5 * sqrt(4.733 / wide.jobs); /* larger jobs are longer; standard deviation at most */
    CHECK(near(wide.run / wide.jobs, want.wide_run, five * 9500));
    five = 5 * sqrt(4.733 / narrow.jobs);
    CHECK(near(narrow.run / narrow.jobs, 300 + (10050.45 - 300) * is_long(&model, 1), five * 6000));
    CHECK(wide.run / wide.jobs > 1.5 * narrow.run / narrow.jobs);
}

/* Programs come at random, 1000 s apart on average, and are run 2.134 times: sum(r / r^2) over
 * sum(1 / r^2), r <= 16. The first and last executions of a trace are a few among many. */
static void test_feitelson_programs(void) {
    workload_feitelson model = workload_feitelson_defaults(5);
    double executions = 0;
    double programs = 0;
    double squares = 0;
    double count = 0;
    double last = 0;
    workload load;
    size_t most;
    size_t next;
    size_t i;
    int r;

    for (r = 1; r <= 16; r++) {
        executions += 1.0 / r;
        programs += 1.0 / r / r;
    }
    CHECK(workload_make_feitelson(&model, &load));
    next = count_repeats(&load, &most);
    CHECK(most == 16);
    CHECK(near((double)(load.count - next), 200000 * programs / executions, 5 * 390));
    /* the first executions, those no other one leads to, in order of submission */
    for (i = load.count; i-- > 1;) {
        load.jobs[i].type = load.jobs[i - 1].type;
    }
    load.jobs[0].type = 0;
    CHECK(workload_sort(&load));
    for (i = 0; i < load.count; i++) {
        if (load.jobs[i].type == 0) {
            double gap = (double)load.jobs[i].submit - last;

            last = (double)load.jobs[i].submit;
            squares += gap * gap;
            count++;
        }
    }
    CHECK(near(last / count, 1000, 5 * 1000 / sqrt(count)));
    CHECK(near(squares / count / 1e6, 2, 5 * sqrt(20 / count)));
    workload_drop(&load);
    model.repeats = 1;
    model.jobs = 20000;
    CHECK(workload_make_feitelson(&model, &load));
    CHECK(count_repeats(&load, &most) < 3); /* by chance alone */
    workload_drop(&load);
}

/* The mean of a time of this kind that is cut at `longest`: of the Erlang with scale t and c =
 * longest / t, k t P(k + 1, c) + longest (1 - P(k, c)), P the incomplete gamma function. */
static double erlang_mean(const workload_erlang *kind, double longest) {
    double k = kind->order;
    double first = kind->first_ms / 1000.0 / k;
    double second = kind->second_ms / 1000.0 / k;
    double p = kind->first_permille / 1000.0;
    double sum = p * k * first * workload_gamma_below(k + 1, longest / first);

    sum += p * longest * (1 - workload_gamma_below(k, longest / first));
    sum += (1 - p) * k * second * workload_gamma_below(k + 1, longest / second);
    sum += (1 - p) * longest * (1 - workload_gamma_below(k, longest / second));
    return sum;
}

/* Variance over squared mean, not cut. */
static double erlang_spread(const workload_erlang *kind) {
    double p = kind->first_permille / 1000.0;
    double first = kind->first_ms;
    double second = kind->second_ms;
    double mean = p * first + (1 - p) * second;
    double squares = p * first * first + (1 - p) * second * second;

    return squares * (1 + 1.0 / kind->order) / (mean * mean) - 1;
}

static double range_width(const workload_jann *model, const workload_jann_range *range) {
    double high = model->high_permille / 1000.0;

    return range->low == range->high
               ? range->low
               : high * range->high + (1 - high) * (range->low + range->high - 1) / 2;
}

/* The share of a range: its rate of arrivals among all. */
static double range_share(const workload_jann *model, uint32_t wanted) {
    double total = 0;
    uint32_t i;

    for (i = 0; i < model->ranges; i++) {
        total += 1 / erlang_mean(&model->range[i].gap, 1e15);
    }
    return 1 / erlang_mean(&model->range[wanted].gap, 1e15) / total;
}

/* The parameters give what the paper prints; the cut takes less than 0.02 % off. */
static void test_jann_parameters(void) {
    workload_jann model = workload_jann_defaults(1);
    double width = 0;
    double run = 0;
    double uncut = 0;
    uint32_t i;

    CHECK(model.jobs == 100000 && model.processors == 320 && model.longest == 129600);
    CHECK(model.ranges == 10);
    for (i = 0; i < 10; i++) {
        double share = range_share(&model, i);

        CHECK(model.range[i].low == (i == 0 ? 1 : model.range[i - 1].high + 1));
        CHECK(model.range[i].high == (i < 9 ? 1u << i : 320));
        width += share * range_width(&model, &model.range[i]);
        run += share * erlang_mean(&model.range[i].run, model.longest);
        uncut += share * erlang_mean(&model.range[i].run, 1e12);
    }
    CHECK(near(width, 10.5, .001));
    CHECK(near(uncut, 11267.0, .05));
    CHECK(near(run, 11267.0, 11267 * .0002));
    CHECK(near(range_share(&model, 0), .408, .000001));
}

/* Gaps between the jobs of low to high processors: number, mean and variance over squared mean. */
static void gaps_of(const workload *load, uint32_t low, uint32_t high, double *mean,
                    double *spread) {
    double last = 0;
    double squares = 0;
    double count = 0;
    size_t i;

    for (i = 0; i < load->count; i++) {
        if (load->jobs[i].width >= low && load->jobs[i].width <= high) {
            double gap = (double)load->jobs[i].submit - last;

            last = (double)load->jobs[i].submit;
            squares += gap * gap;
            count++;
        }
    }
    *mean = last / count;
    *spread = squares / count / (*mean * *mean) - 1;
}

/* One range: its share, its widths and its run times, from `jobs` jobs in all. A count of arrivals
 * varies as its gaps do; the spread of the run times has a standard error of 4.2 / sqrt(n), and .01
 * is for the cut. */
static void check_range(const workload_jann *model, uint32_t at, const moments *sums,
                        double jobs) {
    const workload_jann_range *range = &model->range[at];
    double spread = erlang_spread(&range->gap);
    double share = range_share(model, at);
    double mean = sums->run / sums->jobs;
    double width = range->high - range->low; /* a standard deviation is half of it at most */
    double want = erlang_mean(&range->run, model->longest);

    /* the number of all jobs is fixed: the other ranges weigh in with share^2 and spread <= 2 */
    CHECK(near(sums->jobs / jobs, share,
               5 * sqrt((share * spread * (1 - 2 * share) + share * share * 2) / jobs)));
    CHECK(near(sums->width / sums->jobs, range_width(model, range),
               5 * .5 * width / sqrt(sums->jobs)));
    CHECK(near(mean, want, 5 * sqrt(erlang_spread(&range->run) / sums->jobs) * want));
    CHECK(near((sums->run_squares / sums->jobs - mean * mean) / (mean * mean),
               erlang_spread(&range->run), 22 / sqrt(sums->jobs) + .01));
}

/* Four times 100,000 jobs, everything within five standard errors. Mean and shares vary more
 * than those of independent jobs: arrivals are more irregular than a Poisson process (spread <= 2);
 * .1311, 53.1 and .0021 are the standard deviations for 100,000 jobs. */
static void test_jann_moments(void) {
    workload_jann model = workload_jann_defaults(1);
    moments range[10];
    moments sums = {0, 0, 0, 0, 0, 0};
    double mean[2];
    double spread[2];
    uint32_t i;

    memset(range, 0, sizeof range);
    for (model.seed = 1; model.seed <= 4; model.seed++) {
        workload load;

        CHECK(workload_make_jann(&model, &load));
        CHECK(load.count == 100000 && load.processors == 320 && load.dropped == 0);
        CHECK_SEED(model.seed, jobs_are_sound(&load, 320, 129600));
        CHECK_SEED(model.seed, near(load_of(&load, 320), .716, .08));
        add_moments(&load, 1, 320, &sums);
        for (i = 0; i < 10; i++) {
            add_moments(&load, model.range[i].low, model.range[i].high, &range[i]);
        }
        gaps_of(&load, 1, 1, &mean[0], &spread[0]);
        gaps_of(&load, 9, 16, &mean[1], &spread[1]);
        CHECK_SEED(model.seed, near(mean[0], 600 / .408, 5 * 1471 * sqrt(1.96 / 40800)));
        CHECK_SEED(model.seed, near(spread[0], 1.96, .153));
        CHECK_SEED(model.seed, near(mean[1], 600 / .05475, 5 * 10959 * sqrt(1.22 / 5475)));
        CHECK_SEED(model.seed, near(spread[1], 1.22, .195));
        workload_drop(&load);
    }
    CHECK(near(sums.width / sums.jobs, 10.5, 5 * .1311 * sqrt(100000 / sums.jobs)));
    CHECK(near(sums.run / sums.jobs, 11267, 5 * 53.1 * sqrt(100000 / sums.jobs)));
    CHECK(near(sums.serial / sums.jobs, .408, 5 * .0021 * sqrt(100000 / sums.jobs)));
    for (i = 0; i < 10; i++) {
        check_range(&model, i, &range[i], sums.jobs);
    }
}

/* Power-of-two sizes of the second model: whole ranges 1 and 2, .8 of the others but the last. */
static void test_jann_powers(void) {
    workload_jann model = workload_jann_defaults(9);
    moments sums = {0, 0, 0, 0, 0, 0};
    double want = range_share(&model, 0) + range_share(&model, 1);
    workload load;
    uint32_t i;

    for (i = 2; i < 9; i++) {
        want += .8 * range_share(&model, i);
    }
    CHECK(workload_make_jann(&model, &load));
    add_moments(&load, 1, 320, &sums);
    CHECK(near(sums.powers / sums.jobs, want, 5 * sqrt(2 * want * (1 - want) / sums.jobs)));
    workload_drop(&load);
}

/* The jobs of seeds 42 and 43, on every platform: no libm has a part in them. A second program,
 * written from the description of the models in another language, finds the same sums. */
static void test_models_pinned(void) {
    static const uint64_t want[] = {UINT64_C(0x36C44A40CD340DCF), UINT64_C(0xB122B5F9AA636AE2),
                                    UINT64_C(0x772E710AF5106B4C), UINT64_C(0x3BF2D4F0D535EE0F)};
    uint64_t got[4];
    size_t i;

    for (i = 0; i < 4; i++) {
        workload_feitelson feitelson = workload_feitelson_defaults(42 + i % 2);
        workload_jann jann = workload_jann_defaults(42 + i % 2);
        workload load;
        workload again;

        feitelson.jobs = jann.jobs = 5000;
        CHECK(i < 2 ? workload_make_feitelson(&feitelson, &load)
                    : workload_make_jann(&jann, &load));
        CHECK(i < 2 ? workload_make_feitelson(&feitelson, &again)
                    : workload_make_jann(&jann, &again));
        CHECK(same_jobs(&load, &again));
        got[i] = hash_jobs(&load);
        CHECK(got[i] == want[i]);
        if (got[i] != want[i]) {
            printf("model %lu: %016llx\n", (unsigned long)i, (unsigned long long)got[i]);
        }
        workload_drop(&load);
        workload_drop(&again);
    }
    CHECK(got[0] != got[1] && got[2] != got[3] && got[0] != got[2]);
}

/* Refused, and `out` is not even looked at. */
static int is_untouched(int made, workload *load, const workload_job *job) {
    if (made) {
        workload_drop(load);
        return 0;
    }
    CHECK(load->jobs == job && load->count == 1 && load->processors == 7 &&
          load->start_unix == 8 && load->dropped == 9 && load->cut == 10);
    return 1;
}

static int feitelson_refused(const workload_feitelson *model) {
    workload_job job = {1, 2, 3, 4, 5, 6, 0, 0, 0};
    workload load = {.jobs = &job, .count = 1, .processors = 7, .start_unix = 8, .dropped = 9,
                     .cut = 10};
    return is_untouched(workload_make_feitelson(model, &load), &load, &job);
}

static int jann_refused(const workload_jann *model) {
    workload_job job = {1, 2, 3, 4, 5, 6, 0, 0, 0};
    workload load = {.jobs = &job, .count = 1, .processors = 7, .start_unix = 8, .dropped = 9,
                     .cut = 10};
    return is_untouched(workload_make_jann(model, &load), &load, &job);
}

/* Seed, jobs, processors, weights, permilles, means, longest, repeats, gap: the last good value of
 * each, and the first bad one. */
static void test_feitelson_refusals(void) {
    static const workload_feitelson good[] = {
        {1, 9, 1, 1, 0, 0, 0, 1, 1, 1, 1, 1},
        {1, 9, 1u << 20, 1u << 20, 1u << 20, 1000, 0, UINT32_MAX, UINT32_MAX, UINT32_MAX, 1000,
         UINT32_MAX},
        {1, 0, 320, 2910, 9406, 0, 1000, 1, 1, 1, 16, UINT32_MAX}};
    static const workload_feitelson bad[] = {
        {1, 9, 0, 1, 1, 0, 0, 1, 1, 1, 1, 1},          {1, 9, 1, 0, 1, 0, 0, 1, 1, 1, 1, 1},
        {1, 9, (1u << 20) + 1, 1, 1, 0, 0, 1, 1, 1, 1, 1},
        {1, 9, 1, (1u << 20) + 1, 1, 0, 0, 1, 1, 1, 1, 1},
        {1, 9, 1, 1, (1u << 20) + 1, 0, 0, 1, 1, 1, 1, 1},
        {1, 9, 1, 1, 1, 1001, 0, 1, 1, 1, 1, 1},       {1, 9, 1, 1, 1, 400, 601, 1, 1, 1, 1, 1},
        {1, 9, 1, 1, 1, 0, UINT32_MAX, 1, 1, 1, 1, 1}, {1, 9, 1, 1, 1, 0, 0, 0, 1, 1, 1, 1},
        {1, 9, 1, 1, 1, 0, 0, 1, 0, 1, 1, 1},          {1, 9, 1, 1, 1, 0, 0, 1, 1, 0, 1, 1},
        {1, 9, 1, 1, 1, 0, 0, 1, 1, 1, 0, 1},          {1, 9, 1, 1, 1, 0, 0, 1, 1, 1, 1001, 1},
        {1, 9, 1, 1, 1, 0, 0, 1, 1, 1, 1, 0},
        {1, UINT32_MAX, 1, 1, 1, 0, 0, 1, 1, 1, 1, UINT32_MAX}};
    workload load;
    size_t i;

    for (i = 0; i < sizeof good / sizeof *good; i++) {
        CHECK_SEED(i + 1, !feitelson_refused(&good[i]));
    }
    for (i = 0; i < sizeof bad / sizeof *bad; i++) {
        CHECK_SEED(i + 1, feitelson_refused(&bad[i]));
    }
    CHECK(workload_gaps_fit(1u << 24, 1u << 31) && !workload_gaps_fit(1u << 24, (1u << 31) + 1));
    CHECK(workload_gaps_fit(1u << 23, UINT32_MAX) && workload_gaps_fit(UINT32_MAX, 1));
    CHECK(workload_make_feitelson(&good[0], &load)); /* one processor, one second */
    CHECK(load.count == 9 && jobs_are_sound(&load, 1, 1));
    workload_drop(&load);
}

static void test_jann_refusals(void) {
    static union {
        workload_jann model;
        unsigned char bytes[sizeof(workload_jann) + sizeof(workload_jann_range)];
    } full;
    workload_jann good = workload_jann_defaults(1);
    workload_jann bad;
    uint32_t at;
    int i;

    good.jobs = 9;
    CHECK(!jann_refused(&good));
    full.model = good;
    for (at = 0; at < WORKLOAD_RANGES; at++) {
        full.model.range[at] = good.range[0];
        full.model.range[at].low = full.model.range[at].high = at + 1;
    }
    memcpy(full.bytes + offsetof(workload_jann, range) + sizeof full.model.range, &good.range[9],
           sizeof good.range[9]); /* a good one where none may be looked for */
    full.model.ranges = WORKLOAD_RANGES;
    CHECK(!jann_refused(&full.model));
    full.model.ranges = WORKLOAD_RANGES + 1;
    CHECK(jann_refused(&full.model));
    for (i = 0; i < 16; i++) {
        bad = good;
        bad.ranges = i == 0 ? 0 : i == 1 ? WORKLOAD_RANGES + 1 : 10;
        bad.high_permille = i == 2 ? 1001 : 800;
        bad.longest = i == 3 ? 0 : 1;
        bad.processors = i == 4 ? 319 : 320;
        bad.range[0].low = i == 5 ? 0 : 1;
        bad.range[3].low = i == 6 ? 4 : 5;
        bad.range[3].high = i == 7 ? 4 : 8;
        bad.range[2].gap.order = i == 8 ? 0 : i == 9 ? 17 : 16;
        bad.range[2].run.first_permille = i == 10 ? 1001 : 1000;
        bad.range[9].run.first_ms = i == 11 ? 0 : 1;
        bad.range[9].run.second_ms = i == 12 ? 0 : UINT32_MAX;
        bad.range[9].gap.first_ms = i == 13 ? 0 : 1;
        bad.jobs = i == 14 ? UINT32_MAX : 9;
        CHECK_SEED(i + 1, i < 15 ? jann_refused(&bad) : !jann_refused(&bad));
    }
    good.jobs = 0;
    CHECK(!jann_refused(&good));
    good.ranges = 1; /* one range with nothing but its largest width, and with all but it */
    good.range[0].high = 2;
    for (i = 0; i < 2; i++) {
        workload load;

        good.jobs = 50;
        good.high_permille = i == 0 ? 1000 : 0;
        CHECK(workload_make_jann(&good, &load));
        while (load.count > 0) {
            CHECK(load.jobs[--load.count].width == (i == 0 ? 2u : 1u));
        }
        workload_drop(&load);
    }
}

/* Without memory nothing changes. */
static void test_models_memory(void) {
    workload_feitelson feitelson = workload_feitelson_defaults(1);
    workload_jann jann = workload_jann_defaults(1);
    long allowed;

    feitelson.jobs = jann.jobs = 100;
    for (allowed = 0; allowed <= 3; allowed++) {
        allocations_left = allowed;
        CHECK(feitelson_refused(&feitelson) == (allowed < 3));
    }
    for (allowed = 0; allowed <= 1; allowed++) {
        allocations_left = allowed;
        CHECK(jann_refused(&jann) == (allowed < 1));
    }
    allocations_left = -1;
    for (allowed = 0; allowed <= 3; allowed++) { /* one fails, those after it do not */
        allocation_fails = allowed;
        CHECK(feitelson_refused(&feitelson) == (allowed < 3));
    }
    allocation_fails = -1;
}

/* The mean of what is drawn for estimates, before any is raised. */
static double mean_estimate(const workload_estimates *model) {
    static workload_values values;
    uint64_t state = model->seed;
    double weight[2] = {0, 0};
    double sum[2] = {0, 0};
    double maximum = model->maximum_permille / 1000.0;
    double popular = model->popular_permille / 1000.0;
    uint32_t i;

    workload_popular_values(model, &values);
    workload_rare_values(model, &state, &values);
    for (i = 1; i < values.count; i++) {
        int rare = i >= values.popular;

        weight[rare] += (double)values.weight[i];
        sum[rare] += (double)values.weight[i] * (double)values.value[i];
    }
    return maximum * (double)model->maximum + (popular - maximum) * sum[0] / weight[0]
           + (1 - popular) * sum[1] / weight[1];
}

/* Users' estimates and loads for 20,000 jobs of either model. Estimates are raised where the runs
 * force it: the mean is what is drawn, within 5 % (six standard errors), or up to a share above. */
static void check_use(workload *load, const workload_estimates *model, double raised) {
    static const uint32_t loads[] = {400, 500, 600, 700, 800, 900, 950};
    uint64_t area = workload_area(load);
    double sum = 0;
    double want = mean_estimate(model);
    size_t i;

    CHECK(workload_make_estimates(load, model));
    CHECK(estimates_suffice(load, model->maximum));
    for (i = 0; i < load->count; i++) {
        sum += (double)load->jobs[i].estimate;
    }
    sum /= (double)load->count;
    CHECK(near(sum / want, 1 + raised / 2, raised / 2 + .05));
    for (i = 0; i < sizeof loads / sizeof *loads; i++) {
        CHECK(workload_scale_load(load, 320, loads[i]));
        CHECK(near(load_of(load, 320), loads[i] / 1000.0, 1e-4));
        CHECK(workload_is_sorted(load) && workload_area(load) == area);
    }
}

static void test_models_used(void) {
    workload_feitelson feitelson = workload_feitelson_defaults(3);
    workload_jann jann = workload_jann_defaults(3);
    workload_estimates estimates = workload_estimates_defaults(11);
    workload load;

    feitelson.jobs = jann.jobs = 20000;
    CHECK(workload_make_feitelson(&feitelson, &load));
    check_use(&load, &estimates, 0);
    workload_drop(&load);
    CHECK(workload_make_jann(&jann, &load));
    check_use(&load, &estimates, .05); /* many runs of hours */
    estimates.maximum = jann.longest;  /* nobody needs an exemption */
    check_use(&load, &estimates, 0);
    workload_drop(&load);
}

/* ---- usage ---- */

/* 601 values, each as likely: a sum of squared deviations (chi-squared, 600 degrees of freedom,
 * standard deviation 34.6) within five of them, and no tie between neighbours. */
static void test_usage(void) {
    static int seen[1001];
    double sum = 0;
    double squares = 0;
    double products[3] = {0, 0, 0};
    uint64_t job;
    uint32_t process;
    int inside = 1;
    int i;

    for (job = 1; job <= 2000; job++) {
        for (process = 0; process < 100; process++) {
            uint32_t usage = workload_usage(5, job, 100, process);
            double off = usage - 700.0;

            inside = inside && usage >= 400 && usage <= 1000;
            seen[usage <= 1000 ? usage : 0]++;
            sum += off;
            products[0] += off * (workload_usage(5, job, 100, process + 1) - 700.0);
            products[1] += off * (workload_usage(5, job + 1, 100, process) - 700.0);
            products[2] += off * (workload_usage(6, job, 100, process) - 700.0);
        }
    }
    CHECK(inside);
    CHECK(near(sum / 200000, 0, 5 * 173.5 / sqrt(200000)));
    for (i = 400; i <= 1000; i++) {
        squares += (seen[i] - 200000 / 601.) * (seen[i] - 200000 / 601.) / (200000 / 601.);
    }
    CHECK(near(squares, 600, 5 * 34.6));
    for (i = 0; i < 3; i++) {
        CHECK(near(products[i] / 200000 / (173.5 * 173.5), 0, 5 / sqrt(200000)));
    }
}

static void test_usage_values(void) {
    static const uint32_t want[] = {483, 605, 664, 832, 723, 800};
    uint32_t got[6];
    uint64_t job;
    size_t i;

    CHECK(WORKLOAD_USAGE_LEAST == 400 && WORKLOAD_USAGE_MOST == 1000);
    for (job = 0; job < 100; job++) {
        CHECK(workload_usage(job * job, job, 1, 0) == 1000);
        CHECK(workload_usage(9, job, 2, 1) == workload_usage(9, job, 320, 1));
    }
    got[0] = workload_usage(0, 0, 2, 0);
    got[1] = workload_usage(1, 1, 2, 0);
    got[2] = workload_usage(1, 1, 2, 1);
    got[3] = workload_usage(1, 2, 2, 1);
    got[4] = workload_usage(2, 1, 2, 1);
    got[5] = workload_usage(UINT64_MAX, UINT64_MAX, UINT32_MAX, UINT32_MAX - 1);
    for (i = 0; i < 6; i++) {
        CHECK(got[i] == want[i]);
        if (got[i] != want[i]) {
            printf("usage %lu: %lu\n", (unsigned long)i, (unsigned long)got[i]);
        }
    }
}

/* ---- the SWF reader ---- */

#define GOOD "1 0 -1 10 4 -1 -1 8 20 -1 1 1 1 1 3 -1 -1 -1\n"

static const char tail[] = " -1 -1 -1 -1 -1 -1";

static void test_normalisation(void) {
    /* id submit wait run allocated cpu memory requested time memory status u g e queue p p t */
    static const char text[] = "; Computer: none\n"
                               ";  UnixStartTime : 868000000\n"
                               "1 0 -1 10 4 3.5 -1 8 20 -1 1 1 1 1 3 -1 -1 -1\n"
                               "2 0 5 10 4 -1 1e3 -1 -1 -1 1 1 1 1 -1 -1 -1 -1\n"
                               "3 1 5 30 4 -1 -1 0 20 -1 1 1 1 1 0 -1 -1 -1\r\n"
                               "\n"
                               " \t \r\n"
                               "4 2 5 0 4 -1 -1 4 20 -1 1 1 1 1 0 -1 -1 -1\n"
                               "5 2 5 -1 4 -1 -1 4 20 -1 1 1 1 1 0 -1 -1 -1\n"
                               "; MaxNodes: 9\n"
                               "6 3 5 7 0 -1 -1 -1 20 -1 1 1 1 1 0 -1 -1 -1\n"
                               "7 -1 5 7 1 -1 -1 1 20 -1 1 1 1 1 0 -1 -1 -1\n"
                               "8 4 5 7 10 -1 -1 -1 20 -1 1 1 1 1 0 -1 -1 -1\n"
                               "; MaxProcs: 8 (9 - 1)\n"
                               "0 5\t-1 7 9 -.5 +1 8 0 -1 1 1 1 1 0 -1 -1 -1";
    static const workload_job want[] = {{1, 0, 10, 20, 8, 3, 0, 1, 1},
                                        {2, 0, 10, 10, 4, 0, 0, 1, 1},
                                        {3, 1, 20, 20, 4, 0, 0, 1, 1},
                                        {0, 5, 7, 7, 8, 0, 0, 1, 1}};
    workload load;
    size_t i;

    CHECK(read_text(text, 0, &load, NULL));
    CHECK(load.count == 4 && load.dropped == 5 && load.cut == 1 && load.processors == 8);
    CHECK(load.start_unix == 868000000);
    for (i = 0; i < load.count; i++) {
        CHECK(same_job(&load.jobs[i], &want[i]));
    }
    workload_drop(&load);
    CHECK(read_text(text, 4, &load, NULL)); /* the caller's size goes first */
    CHECK(load.count == 2 && load.dropped == 7 && load.processors == 4);
    workload_drop(&load);
}

/* Only what is a whole number above 0 names a preceding job. */
static void test_links(void) {
    static const workload_link want[] = {{2, 1, 7}, {1, 9, 0}, {4, 4, 0}, {6, UINT64_MAX, 0},
                                         {7, 2, WORKLOAD_LIMIT - 1}};
    static const char *const links[] = {
        "2 3 ? 1 7", "3 3 ? -1 7", "1 1 ? 9 -1", "4 1 ? 4 1e3", "5 1 ? 1.5 3",
        "6 0 ? 18446744073709551615 4611686018427387904", "7 0 ? +2 4611686018427387903",
        "8 0 ? 18446744073709551616 1", "9 0 ? 0 5"};
    char text[2000] = "";
    workload load;
    size_t i;

    for (i = 0; i < sizeof links / sizeof links[0]; i++) {
        const char *mark = strchr(links[i], '?');

        snprintf(text + strlen(text), sizeof text - strlen(text),
                 "%.*s-1 10 4 -1 -1 8 20 -1 1 1 1 1 1 -1%s\n", (int)(mark - links[i]), links[i],
                 mark + 1);
    }
    CHECK(read_text(text, 0, &load, NULL) && load.count == 9 && load.jobs[8].id == 3);
    CHECK(load.links_count == sizeof want / sizeof want[0]);
    for (i = 0; i < load.links_count; i++) {
        CHECK(load.links[i].id == want[i].id && load.links[i].preceding == want[i].preceding);
        CHECK(load.links[i].think == want[i].think);
    }
    workload_drop(&load);
    CHECK(load.links == NULL && load.links_count == 0);
}

/* A user or group that is no whole number above 0, or too large for one, is unknown. */
static void test_owners(void) {
    static const char *const owners[] = {"7 3", "-1 4", "2.5 1e3", "0 +9", "4294967295 4294967296"};
    static const uint32_t users[] = {7, 0, 0, 0, UINT32_MAX}, groups[] = {3, 4, 0, 9, 0};
    char text[1000] = "";
    workload load;
    size_t i;

    for (i = 0; i < sizeof owners / sizeof owners[0]; i++) {
        snprintf(text + strlen(text), sizeof text - strlen(text),
                 "1 0 -1 10 4 -1 -1 8 20 -1 1 %s 1 3 -1 -1 -1\n", owners[i]);
    }
    CHECK(read_text(text, 0, &load, NULL) && load.count == sizeof owners / sizeof owners[0]);
    for (i = 0; i < load.count; i++) {
        CHECK(load.jobs[i].user == users[i] && load.jobs[i].group == groups[i]);
    }
    workload_drop(&load);
}

/* The last three of 21 fields may be any text; lines with 18 may be among them. */
static void test_extended(void) {
    static const char text[] = "1 0 -1 10 4 -1 -1 8 20 -1 1 1 1 1 3 -1 -1 -1 x:ppn=2 0 -\r\n" GOOD
                               "2 0 -1 0 4 -1 -1 8 20 -1 1 1 1 1 3 -1 -1 -1\t7 8 \t9 \n";
    static const workload_job want = {1, 0, 10, 20, 8, 3, 0, 1, 1};
    workload load;

    CHECK(read_text(text, 0, &load, NULL) && load.count == 2 && load.dropped == 1);
    CHECK(load.extended == 2);
    CHECK(same_job(&load.jobs[0], &want) && same_job(&load.jobs[1], &want));
    workload_drop(&load);
}

static void test_sizes(void) {
    char text[400];
    workload load;

    snprintf(text, sizeof text, ";MaxNodes: 16\n1 0 -1 1 20 -1 -1 -1 -1 -1 1 -1%s\n", tail);
    CHECK(read_text(text, 0, &load, NULL) && load.processors == 16 && load.dropped == 1);
    workload_drop(&load);
    snprintf(text, sizeof text, "; MaxProcs: -1\n; MaxNodes: about 30\n; MaxProcsPerNode: 2\n"
             "7 0 -1 1 20 -1 -1 -1 -1 -1 1 -1%s\n8 0 -1 1 5 -1 -1 -1 -1 -1 1 -1%s\n", tail, tail);
    CHECK(read_text(text, 0, &load, NULL) && load.processors == 20 && load.count == 2);
    workload_first(&load, 5);
    CHECK(load.count == 2);
    workload_first(&load, 1);
    CHECK(load.count == 1 && load.jobs[0].id == 7);
    workload_drop(&load);
    CHECK(read_text("; MaxProcs: 4\n; MaxProcs: 8\n; UnixStartTime: 3\n; UnixStartTime: 5\n", 0,
                    &load, NULL));
    CHECK(load.processors == 4 && load.start_unix == 3); /* the first one counts */
    CHECK(read_text("; MaxNodes: 4\n; MaxNodes: 8\n", 0, &load, NULL) && load.processors == 4);
    CHECK(read_text("", 0, &load, NULL) && load.count == 0 && load.processors == 0);
    workload_drop(&load);
    CHECK(read_text("; MaxProcs: 12,000\n", 8, &load, NULL) && load.processors == 8);
    workload_drop(&load);
}

/* Submit times that go back: by submit time, then file order. */
static void test_order(void) {
    static const int submits[] = {5, 3, 9, 3, 5, 0, 9, 3, 1, 1, 5};
    static const uint64_t want[] = {6, 9, 10, 2, 4, 8, 1, 5, 11, 3, 7};
    char text[2000] = "";
    size_t count = sizeof submits / sizeof *submits;
    workload load;
    size_t i;

    for (i = 0; i < count; i++) {
        snprintf(text + strlen(text), sizeof text - strlen(text),
                 "%lu %d -1 1 1 -1 -1 -1 -1 -1 1 -1%s\n", (unsigned long)i + 1, submits[i], tail);
    }
    CHECK(read_text(text, 0, &load, NULL) && load.count == count);
    for (i = 0; i < load.count; i++) {
        CHECK(load.jobs[i].id == want[i]);
    }
    workload_drop(&load);
}

/* Larger orders against their definition, with every length around powers of two. */
static void test_sort(void) {
    uint64_t state = 11;
    size_t count;

    for (count = 0; count < 70; count++) {
        workload load = {0};
        size_t capacity = 0;
        size_t i;
        int good = 1;

        for (i = 0; i < count; i++) {
            workload_job job = {0};

            job.id = i;
            job.submit = (int64_t)check_below(&state, 12);
            CHECK(workload_append(&load, &capacity, &job));
        }
        CHECK(workload_sort(&load));
        for (i = 1; i < count; i++) {
            const workload_job *a = &load.jobs[i - 1];
            const workload_job *b = &load.jobs[i];

            good = good && (a->submit < b->submit || (a->submit == b->submit && a->id < b->id));
        }
        CHECK_SEED(11, good);
        workload_drop(&load);
    }
}

typedef struct bad_trace {
    const char *text;
    size_t length; /* 0 = up to the end of the string */
    size_t line, column;
    const char *says;
} bad_trace;

static const bad_trace bad_traces[] = {
    {"1 2 3\n", 0, 1, 6, "found 3"},
    {GOOD "\n1 0 -1 10 4 -1 -1 8 20 -1 1 1 1 1 3 -1 -1", 0, 3, 42, "found 17"},
    {GOOD "1 0 -1 10 4 -1 -1 8 20 -1 1 1 1 1 3 -1 -1 \r\n", 0, 2, 43, "found 17"},
    {"1 0 -1 10 4 -1 -1 8 20 -1 1 1 1 1 3 -1 -1 -1 7\n", 0, 1, 46, "more than 18"},
    {"1 0 -1 10 4 -1 -1 8 20 -1 1 1 1 1 3 -1 -1 -1 7 8\n", 0, 1, 46, "18, or 21 as"},
    {GOOD "1 0 -1 10 4 -1 -1 8 20 -1 1 1 1 1 3 -1 -1 -1 7 8 9 10\n", 0, 2, 46, "18, or 21 as"},
    {"hello world\n", 0, 1, 1, "field 1: a whole number"},
    {"1.0 0 -1 10 4 -1 -1 8 20 -1 1 1 1 1 3 -1 -1 -1\n", 0, 1, 1, "field 1: a whole number"},
    {"-1 0 -1 10 4 -1 -1 8 20 -1 1 1 1 1 3 -1 -1 -1\n", 0, 1, 1, "is \"-1\", expected 0 or more"},
    {GOOD "1 -5 -1 10", 0, 2, 3, "field 2: the submit time is \"-5\", expected 0 or"},
    {"1 -99999999999999999999999999 -1", 0, 1, 3, "is \"-99999999999999999999999\", expected 0"},
    {"-99999999999999999999 5", 0, 1, 1, "is \"-99999999999999999999\", expected 0"},
    {"18446744073709551616 0", 0, 1, 1, "field 1: number out of range"},
    {"1 4611686018427387904 -1", 0, 1, 3, "field 2: number out of range"},
    {"1 99999999999999999999999 -1", 0, 1, 3, "field 2: number out of range"},
    {"1 5x -1", 0, 1, 3, "field 2: a whole number"},
    {"1 - -1", 0, 1, 3, "field 2: a whole number"},
    {"1 0 -1 10.5 4", 0, 1, 8, "field 4: a whole number"},
    {"1 0 -1 10 4294967296 -1", 0, 1, 11, "field 5: number out of range"},
    {"1 0 -1 10 4 1.2.3", 0, 1, 13, "field 6: a number"},
    {"1 0 -1 10 4 1e", 0, 1, 13, "field 6: a number"},
    {"1 0 -1 10 4 .", 0, 1, 13, "field 6: a number"},
    {"1 0 -1 10 4 nan", 0, 1, 13, "field 6: a number"},
    {"1 0 -1 10 4 -1 -1 1e3", 0, 1, 19, "field 8: a whole number"},
    {"1 0 -1 10 4 -1 -1 8 -4611686018427387904", 0, 1, 21, "field 9: number out of range"},
    {"1 0 -1 10 4 -1 -1 8 20 -1 1 1 1 1 4294967296", 0, 1, 35, "field 15: number out of range"},
    {GOOD "1 0\0 -1\n", sizeof GOOD + 7, 2, 4, "NUL"},
    {"; MaxProcs: 0\n; MaxProcs:  12,000\n", 0, 2, 14, "header: a whole number"},
    {"; MaxNodes: 4294967296\n", 0, 1, 13, "header: number out of range"},
    {"; UnixStartTime: 99999999999999999999\n", 0, 1, 18, "header: number out of range"},
    {"\r1 0\n", 0, 1, 1, "field 1: a whole number"},
    {"\xff\xfe;\n", 0, 1, 1, "field 1: a whole number"},
};

static void test_bad_traces(void) {
    size_t i;

    for (i = 0; i < sizeof bad_traces / sizeof *bad_traces; i++) {
        const bad_trace *bad = &bad_traces[i];
        size_t length = bad->length != 0 ? bad->length : strlen(bad->text);
        workload_fault fault = {0, 0, ""};
        workload load;
        int done = read_bytes(bad->text, length, 0, &load, &fault);

        CHECK(!done);
        CHECK(load.jobs == NULL && load.count == 0);
        CHECK(fault.line == bad->line && fault.column == bad->column);
        CHECK(strstr(fault.text, bad->says) != NULL);
        if (fault.line != bad->line || fault.column != bad->column
            || strstr(fault.text, bad->says) == NULL) {
            printf("row %lu: %lu:%lu: %s\n", (unsigned long)i, (unsigned long)fault.line,
                   (unsigned long)fault.column, fault.text);
        }
        CHECK(!read_bytes(bad->text, length, 0, &load, NULL));
    }
}

/* 4096 characters are a line, 4097 are not, whatever the line end. */
static void test_long_lines(void) {
    static const char *const ends[] = {"\n", "\r\n", "", "\r"};
    static char text[6000];
    workload_fault fault;
    workload load;
    size_t length;
    size_t i;

    for (i = 0; i < 4; i++) {
        for (length = 4094; length <= 4100; length++) {
            int done;

            memset(text, 'x', length);
            text[0] = ';';
            strcpy(text + length, ends[i]);
            done = read_text(text, 0, &load, &fault);
            CHECK(done == (length <= 4096));
            CHECK(done || (fault.line == 1 && fault.column == 4097));
        }
    }
}

/* Any bytes: an answer and no crash; cut and damaged copies of a good trace. */
static void test_damaged(void) {
    static const char letters[] = "0123456789 .-+;e:\n\r\t\0M\xff";
    static const char good[] = "; MaxProcs: 64\n; UnixStartTime: 7\n" GOOD GOOD GOOD;
    char text[sizeof good];
    uint64_t state = 5;
    unsigned round;

    for (round = 0; round < 3000; round++) {
        size_t length = sizeof good - 1;
        uint32_t changes = 1 + check_below(&state, 4);
        workload_fault fault = {7, 7, ""};
        workload load;
        int done;

        memcpy(text, good, sizeof good);
        for (; changes > 0; changes--) {
            text[check_below(&state, (uint32_t)length)] =
                letters[check_below(&state, sizeof letters - 1)];
        }
        length -= check_below(&state, 20);
        done = read_bytes(text, length, 0, &load, &fault);
        CHECK_SEED(round + 1, done || (load.jobs == NULL && fault.line >= 1 && fault.column >= 1
                                       && fault.line <= 40 && fault.text[0] != 0));
        workload_drop(&load);
    }
}

/* ---- the SWF writer ---- */

static void test_round_trip(void) {
    workload load;
    workload back;
    FILE *file = tmpfile();
    char line[300] = "";

    make(9, 1, 8, 700, &load);
    workload_use_actual(&load);
    load.start_unix = 868000000;
    load.jobs[3].id = UINT64_MAX;
    load.jobs[4].run = load.jobs[4].estimate = WORKLOAD_LIMIT - 1;
    CHECK(load.jobs[5].estimate == load.jobs[5].run);
    load.jobs[5].estimate += 100;
    load.jobs[6].user = UINT32_MAX;
    load.jobs[7].group = 12;
    CHECK(workload_write_swf(file, &load, NULL, "a note\nof two lines"));
    rewind(file);
    while (fgets(line, sizeof line, file) != NULL && strncmp(line, "; Note", 6) != 0) {
    }
    CHECK(strcmp(line, "; Note: a note of two lines\n") == 0);
    rewind(file);
    CHECK(workload_read_swf(file, 0, &back, NULL));
    CHECK(same_jobs(&load, &back));
    CHECK(back.processors == 256 && back.start_unix == 868000000 && back.dropped == 0);
    workload_drop(&back);
    workload_drop(&load);
    fclose(file);
}

static void test_written_lines(void) {
    static const char want[] = "; Version: 2.2\n; MaxJobs: 3\n; MaxRecords: 3\n; MaxProcs: 9\n"
                               "; UnixStartTime: 0\n"
                               "1 10 5 7 2 -1 -1 2 -1 -1 1 -1 -1 -1 1 -1 -1 -1\n"
                               "2 10 -1 7 2 -1 -1 2 8 -1 1 -1 -1 -1 0 -1 -1 -1\n"
                               "3 10 -1 7 2 -1 -1 2 8 -1 1 -1 -1 -1 0 -1 -1 -1\n";
    static const int64_t starts[] = {15, 9, WORKLOAD_NEVER};
    workload_job jobs[] = {{1, 10, 7, 0, 2, 1, 0, 0, 0}, {2, 10, 7, 8, 2, 0, 0, 0, 0},
                           {3, 10, 7, 8, 2, 0, 0, 0, 0}};
    workload load = {.jobs = jobs, .count = 3, .processors = 9};
    char text[1000] = "";
    FILE *file = tmpfile();

    CHECK(workload_write_swf(file, &load, starts, NULL));
    rewind(file);
    CHECK(fread(text, 1, sizeof text - 1, file) == sizeof want - 1);
    CHECK(strcmp(text, want) == 0);
    fclose(file);
    file = fopen("/dev/full", "w"); /* where there is one */
    if (file != NULL) {
        CHECK(!workload_write_swf(file, &load, NULL, NULL));
        fclose(file);
    }
}

/* A note that is too long for a line is cut, so that what is written can be read. */
static void test_long_note(void) {
    static char note[9000];
    workload load = {.jobs = NULL, .count = 0, .processors = 4};
    workload_fault fault = {0, 0, ""};
    FILE *file = tmpfile();

    memset(note, 'n', sizeof note - 1);
    CHECK(workload_write_swf(file, &load, NULL, note));
    rewind(file);
    CHECK(workload_read_swf(file, 0, &load, &fault) && load.processors == 4);
    workload_drop(&load);
    fclose(file);
}

/* ---- the table of Batsim ---- */

enum {
    COLUMN_ID, COLUMN_WORKLOAD, COLUMN_PROFILE, COLUMN_SUBMIT, COLUMN_WIDTH, COLUMN_REQUESTED,
    COLUMN_SUCCESS, COLUMN_STATE, COLUMN_START, COLUMN_RUN, COLUMN_FINISH, COLUMN_WAIT,
    COLUMN_TURNAROUND, COLUMN_STRETCH, COLUMN_PROCESSORS, COLUMN_ENERGY, COLUMN_METADATA, COLUMNS
};

static const char *const column_names[COLUMNS] = {
    "job_id", "workload_name", "profile", "submission_time", "requested_number_of_resources",
    "requested_time", "success", "final_state", "starting_time", "execution_time", "finish_time",
    "waiting_time", "turnaround_time", "stretch", "allocated_resources", "consumed_energy",
    "metadata"};

typedef struct csv_row {
    char field[COLUMNS][100];
    size_t count;
} csv_row;

/* Reads a line by the rules of RFC 4180, fields in quotes with line breaks too. 0 = no line, or one
 * against the rules. */
static int read_row(FILE *file, csv_row *row) {
    int byte = getc(file);
    size_t length = 0;

    memset(row, 0, sizeof *row);
    if (byte == EOF) {
        return 0;
    }
    for (; row->count < COLUMNS; byte = getc(file)) {
        int quoted = byte == '"' && length == 0;

        for (byte = quoted ? getc(file) : byte; quoted && byte != EOF;) {
            int next = byte == '"' ? getc(file) : 0;

            if (byte == '"' && next != '"') {
                byte = next;
                break;
            }
            row->field[row->count][length++] = (char)byte;
            byte = getc(file);
        }
        if (byte == ',' || byte == '\n') {
            row->count++;
            length = 0;
            if (byte == '\n') {
                return 1;
            }
        } else if (byte == EOF || byte == '"' || quoted || length > 90) {
            return 0;
        } else {
            row->field[row->count][length++] = (char)byte;
        }
    }
    return 0;
}

/* The field is this number and nothing else. */
static int is_number(const csv_row *row, int column, int64_t want) {
    char text[40];

    snprintf(text, sizeof text, "%lld", (long long)want);
    if (strcmp(row->field[column], text) != 0) {
        printf("%s: wanted %s, found %s\n", column_names[column], text, row->field[column]);
        return 0;
    }
    return 1;
}

static int is_text(const csv_row *row, int column, const char *want) {
    if (strcmp(row->field[column], want) != 0) {
        printf("%s: wanted %s, found %s\n", column_names[column], want, row->field[column]);
        return 0;
    }
    return 1;
}

static void check_head(FILE *file) {
    csv_row row;
    int i;

    CHECK(read_row(file, &row) && row.count == COLUMNS);
    for (i = 0; i < COLUMNS; i++) {
        CHECK(is_text(&row, i, column_names[i]));
    }
}

/* What is the same whether a job ran or not. */
static void check_asked(const csv_row *row, const workload_job *job, const char *name) {
    char profile[40];

    snprintf(profile, sizeof profile, "delay%lld", (long long)job->run);
    CHECK(row->count == COLUMNS);
    CHECK(strtoull(row->field[COLUMN_ID], NULL, 10) == job->id);
    CHECK(is_text(row, COLUMN_WORKLOAD, name) && is_text(row, COLUMN_PROFILE, profile));
    CHECK(is_number(row, COLUMN_SUBMIT, job->submit) && is_number(row, COLUMN_WIDTH, job->width));
    CHECK(is_number(row, COLUMN_REQUESTED, job->estimate > 0 ? job->estimate : -1));
    CHECK(is_text(row, COLUMN_ENERGY, "") && is_text(row, COLUMN_METADATA, ""));
}

static void check_never(const csv_row *row) {
    int i;

    CHECK(is_number(row, COLUMN_SUCCESS, 0) && is_text(row, COLUMN_STATE, "SUBMITTED"));
    for (i = COLUMN_START; i <= COLUMN_STRETCH; i++) {
        CHECK(is_text(row, i, ""));
    }
}

/* The outcome of a job that ran for `run`. */
static void check_ran(const csv_row *row, const workload_job *job, int64_t start, int64_t run) {
    double stretch = (double)(start - job->submit + run) / (double)run;
    int stopped = run < job->run;

    CHECK(is_number(row, COLUMN_SUCCESS, !stopped));
    CHECK(is_text(row, COLUMN_STATE,
                  stopped ? "COMPLETED_WALLTIME_REACHED" : "COMPLETED_SUCCESSFULLY"));
    CHECK(is_number(row, COLUMN_START, start) && is_number(row, COLUMN_RUN, run));
    CHECK(is_number(row, COLUMN_FINISH, start + run));
    CHECK(is_number(row, COLUMN_WAIT, start - job->submit));
    CHECK(is_number(row, COLUMN_TURNAROUND, start - job->submit + run));
    CHECK(fabs(strtod(row->field[COLUMN_STRETCH], NULL) - stretch) < 5.1e-7 + stretch * 1e-15);
}

/* A whole workload there and back. */
static void test_csv_round_trip(void) {
    static const char *processors[700];
    static char texts[700][40];
    static int64_t starts[700];
    workload_estimates model = workload_estimates_defaults(3);
    workload load;
    uint64_t state = 21;
    csv_row row;
    FILE *file = tmpfile();
    size_t i;

    make(3, 1, 7, 700, &load);
    CHECK(workload_make_estimates(&load, &model));
    for (i = 0; i < load.count; i++) {
        starts[i] = load.jobs[i].submit + check_below(&state, 3) * check_below(&state, 100000);
        snprintf(texts[i], sizeof texts[i], "%lu-%lu %lu", (unsigned long)i,
                 (unsigned long)i + 3, (unsigned long)i + 7);
        processors[i] = i % 5 == 0 ? NULL : texts[i];
        if (i % 11 == 0) {
            starts[i] = WORKLOAD_NEVER;
        }
    }
    load.jobs[5].id = UINT64_MAX;
    CHECK(workload_write_batsim(file, &load, starts, processors, "a \"week\", two\nlines"));
    rewind(file);
    check_head(file);
    for (i = 0; i < load.count; i++) {
        CHECK(read_row(file, &row));
        check_asked(&row, &load.jobs[i], "a \"week\", two\nlines");
        CHECK(is_text(&row, COLUMN_PROCESSORS, i % 5 == 0 ? "" : texts[i]));
        if (i % 11 == 0) {
            check_never(&row);
        } else {
            check_ran(&row, &load.jobs[i], starts[i], load.jobs[i].run);
        }
    }
    CHECK(!read_row(file, &row) && feof(file));
    workload_drop(&load);
    fclose(file);
}

/* Byte for byte: stopped at the estimate, without one, without a run time, before the submit time,
 * rounding, the largest times. */
static void test_csv_lines(void) {
    static const char want[] =
        "1,w 0,delay7,10,2,-1,1,COMPLETED_SUCCESSFULLY,15,7,22,5,12,1.714286,0-3 7,,\n"
        "2,w 0,delay9,10,3,8,0,COMPLETED_WALLTIME_REACHED,10,8,18,0,8,1.000000,,,\n"
        "3,w 0,delay0,10,1,8,1,COMPLETED_SUCCESSFULLY,11,0,11,1,1,,,,\n"
        "4,w 0,delay7,10,1,8,0,SUBMITTED,,,,,,,4,,\n"
        "5,w 0,delay7,10,1,8,0,SUBMITTED,,,,,,,,,\n"
        "6,w 0,delay2000001,0,1,2000001,1,COMPLETED_SUCCESSFULLY,2000000,2000001,4000001,2000000,"
        "4000001,2.000000,\"a\"\"b\",,\n"
        "7,w 0,delay4611686018427387903,0,4294967295,4611686018427387903,1,"
        "COMPLETED_SUCCESSFULLY,4611686018427387903,4611686018427387903,9223372036854775806,"
        "4611686018427387903,9223372036854775806,2.000000,\"1,2\",,\n"
        "8,w 0,delay3,0,1,-1,1,COMPLETED_SUCCESSFULLY,5,3,8,5,8,2.666667,,,\n"
        "9,w 0,delay3,0,1,-1,0,SUBMITTED,,,,,,,,,\n";
    static const int64_t starts[] = {15, 10, 11, 9, WORKLOAD_NEVER, 2000000, WORKLOAD_LIMIT - 1, 5,
                                     WORKLOAD_LIMIT};
    static const char *const processors[] = {"0-3 7", NULL, "", "4", NULL, "a\"b", "1,2", NULL,
                                             NULL};
    workload_job jobs[] = {{1, 10, 7, 0, 2, 1, 0, 0, 0},
                           {2, 10, 9, 8, 3, 0, 0, 0, 0},
                           {3, 10, 0, 8, 1, 0, 0, 0, 0},
                           {4, 10, 7, 8, 1, 0, 0, 0, 0},
                           {5, 10, 7, 8, 1, 0, 0, 0, 0},
                           {6, 0, 2000001, 2000001, 1, 0, 0, 0, 0},
                           {7, 0, WORKLOAD_LIMIT - 1, WORKLOAD_LIMIT - 1, UINT32_MAX, 0, 0, 0, 0},
                           {8, 0, 3, 0, 1, 0, 0, 0, 0},
                           {9, 0, 3, 0, 1, 0, 0, 0, 0}};
    workload load = {.jobs = jobs, .count = 9, .processors = 9};
    char text[2000] = "";
    FILE *file = tmpfile();
    char *body;

    CHECK(workload_write_batsim(file, &load, starts, processors, "w 0"));
    rewind(file);
    CHECK(fread(text, 1, sizeof text - 1, file) > 0);
    body = strchr(text, '\n');
    CHECK(body != NULL && strcmp(body + 1, want) == 0);
    fclose(file);
}

/* Nothing but the workload: no job has started; no job: a line of names. */
static void test_csv_bare(void) {
    workload_job jobs[] = {{1, 10, 7, 0, 2, 1, 0, 0, 0}, {2, 12, 7, 9, 2, 1, 0, 0, 0}};
    workload load = {.jobs = jobs, .count = 2, .processors = 9};
    FILE *file = tmpfile();
    csv_row row;

    CHECK(workload_write_batsim(file, &load, NULL, NULL, NULL));
    rewind(file);
    check_head(file);
    for (load.count = 0; load.count < 2; load.count++) {
        CHECK(read_row(file, &row));
        check_asked(&row, &jobs[load.count], "");
        check_never(&row);
        CHECK(is_text(&row, COLUMN_PROCESSORS, ""));
    }
    CHECK(!read_row(file, &row));
    fclose(file);
    load.count = 0;
    file = tmpfile();
    CHECK(workload_write_batsim(file, &load, NULL, NULL, "none"));
    rewind(file);
    check_head(file);
    CHECK(!read_row(file, &row));
    fclose(file);
}

/* A full device, where there is one: with one line, and with more than any buffer holds. */
static void test_csv_full(void) {
    workload load;
    FILE *file;

    make(3, 1, 7, 5000, &load);
    file = fopen("/dev/full", "w");
    if (file != NULL) {
        CHECK(!workload_write_batsim(file, &load, NULL, NULL, "w"));
        fclose(file);
    }
    file = fopen("/dev/full", "w");
    workload_first(&load, 0);
    if (file != NULL) {
        CHECK(!workload_write_batsim(file, &load, NULL, NULL, "w"));
        fclose(file);
    }
    workload_drop(&load);
}

/* ---- load ---- */

static void test_multiply_divide(void) {
    uint64_t big = UINT64_C(1) << 61;
    uint64_t state = 3;
    int i;

    CHECK(workload_multiply_divide(big, big, big) == big);
    CHECK(workload_multiply_divide(big, 3, big * 2) == 2); /* 1.5 */
    CHECK(workload_multiply_divide(7, 5, 3) == 12);        /* 11.67 */
    CHECK(workload_multiply_divide(0, 5, 3) == 0);
    for (i = 0; i < 1000; i++) {
        uint64_t a = check_below(&state, 1u << 31);
        uint64_t b = check_below(&state, 1u << 31);
        uint64_t c = 1 + check_below(&state, 1u << 31);

        CHECK_SEED(i + 1, workload_multiply_divide(a, b, c) == (a * b + c / 2) / c);
    }
}

static void test_scale_load(void) {
    static const uint32_t loads[] = {100, 500, 700, 950, 1000, 1300, 4000};
    workload load;
    size_t i;

    make(5, 1, 7, 2000, &load);
    for (i = 0; i < sizeof loads / sizeof *loads; i++) {
        int64_t first = load.jobs[0].submit;

        CHECK(workload_scale_load(&load, 128, loads[i]));
        CHECK(fabs(load_of(&load, 128) / (loads[i] / 1000.0) - 1) < 1e-4);
        CHECK(load.jobs[0].submit == first && workload_is_sorted(&load));
    }
    CHECK(!workload_scale_load(&load, 0, 700));
    CHECK(!workload_scale_load(&load, 128, 0));
    load.jobs[7].run = INT64_MAX / load.jobs[7].width;
    CHECK(workload_area(&load) == 0);
    CHECK(!workload_scale_load(&load, 128, 700));
    workload_first(&load, 1);
    CHECK(!workload_scale_load(&load, 128, 700));
    workload_drop(&load);
}

/* Gaps are stretched in proportion, each point rounded by itself; large numbers do not wrap. */
static void test_scale_points(void) {
    int64_t big = INT64_C(1) << 40;
    workload_job jobs[] = {{1, 100, 500, 0, 2, 0, 0, 0, 0}, {2, 101, 0, 0, 2, 0, 0, 0, 0},
                           {3, 104, 0, 0, 2, 0, 0, 0, 0},   {4, 110, 0, 0, 2, 0, 0, 0, 0}};
    workload load = {.jobs = jobs, .count = 4, .processors = 0};

    CHECK(workload_scale_load(&load, 1, 40000)); /* 1000 / 25 = 40: 10 ticks become 25 */
    CHECK(jobs[0].submit == 100 && jobs[1].submit == 103 && jobs[2].submit == 110
          && jobs[3].submit == 125);
    CHECK(!workload_scale_load(&load, UINT32_MAX, UINT32_MAX)); /* span 0 */
    jobs[0].run = big;
    jobs[3].submit = 100 + big * 4;
    jobs[2].submit = 100 + big * 3;
    CHECK(workload_scale_load(&load, 1, 1)); /* span 2000 * big */
    CHECK(jobs[3].submit == 100 + 2000 * big && jobs[2].submit == 100 + 1500 * big);
    jobs[1].submit = 99;
    CHECK(!workload_scale_load(&load, 1, 1));
    CHECK(jobs[3].submit == 100 + 2000 * big);
    load.count = 2;
    jobs[0].submit = 0; /* two jobs, from 0 */
    jobs[1].submit = 1;
    CHECK(workload_scale_load(&load, 2, 1000) && jobs[0].submit == 0 && jobs[1].submit == big);
    jobs[0].submit = -1;
    CHECK(!workload_scale_load(&load, 2, 1000));
    jobs[0].submit = WORKLOAD_LIMIT - 7; /* the end would be past the limit */
    jobs[1].submit = WORKLOAD_LIMIT - 1;
    CHECK(!workload_scale_load(&load, 2, 1000) && jobs[1].submit == WORKLOAD_LIMIT - 1);
}

/* ---- ETC tables ---- */

static int rising(const int64_t *row, uint32_t count, uint32_t step) {
    uint32_t i;

    for (i = step; i < count; i += step) {
        if (row[i] < row[i - step]) {
            return 0;
        }
    }
    return 1;
}

static void test_make_etc(void) {
    static int64_t plain[200 * 17];
    static int64_t other[200 * 17];
    unsigned consistent = 0;
    unsigned semi = 0;
    size_t i;

    workload_make_etc(4, WORKLOAD_INCONSISTENT, 200, 17, 3000, 1000, plain);
    for (i = 0; i < 200; i++) {
        consistent += (unsigned)rising(plain + i * 17, 17, 1);
        semi += (unsigned)rising(plain + i * 17, 17, 2);
    }
    CHECK(consistent == 0 && semi == 0);
    workload_make_etc(4, WORKLOAD_CONSISTENT, 200, 17, 3000, 1000, other);
    for (i = 0; i < 200; i++) {
        int64_t sum = 0;
        size_t j;

        CHECK(rising(other + i * 17, 17, 1));
        for (j = 0; j < 17; j++) {
            CHECK(plain[i * 17 + j] >= 1 && plain[i * 17 + j] <= 3000 * 1000);
            sum += plain[i * 17 + j] - other[i * 17 + j];
        }
        CHECK(sum == 0);
    }
    workload_make_etc(4, WORKLOAD_SEMI_CONSISTENT, 200, 17, 3000, 1000, other);
    for (i = 0; i < 200; i++) {
        size_t j;

        CHECK(rising(other + i * 17, 17, 2));
        for (j = 1; j < 17; j += 2) {
            CHECK(other[i * 17 + j] == plain[i * 17 + j]);
        }
    }
    workload_make_etc(4, WORKLOAD_SEMI_CONSISTENT, 40, 1, 1, 1, other);
    CHECK(other[0] == 1 && other[39] == 1);
    workload_make_etc(4, WORKLOAD_INCONSISTENT, 4, 4, INT64_MAX, INT64_MAX, other);
    for (i = 0; i < 16; i++) {
        CHECK(other[i] >= 1 && other[i] < WORKLOAD_LIMIT);
    }
}

/* The mean of the draws: 1 + (range - 1) / 2, within five standard errors. */
static void test_uniform(void) {
    uint64_t state = 77;
    int counts[6] = {0};
    int i;

    for (i = 0; i < 60000; i++) {
        counts[workload_uniform(&state, 6)]++;
    }
    for (i = 0; i < 6; i++) {
        CHECK(abs(counts[i] - 10000) < 460);
    }
    CHECK(workload_uniform(&state, 1) == 0 && workload_uniform(&state, 0) == 0);
}

static int read_table(const char *text, uint32_t jobs, uint32_t machines, int64_t *times,
                      uint32_t *decimals, workload_fault *fault) {
    FILE *file = file_of(text, strlen(text));
    int done = workload_read_etc(file, jobs, machines, times, decimals, fault);

    fclose(file);
    return done;
}

static void test_read_etc(void) {
    int64_t times[6];
    uint32_t decimals;

    CHECK(read_table("1 2.5\t3.125\r\nnever .5\n\n7.", 2, 3, times, &decimals, NULL));
    CHECK(decimals == 3);
    CHECK(times[0] == 1000 && times[1] == 2500 && times[2] == 3125);
    CHECK(times[3] == WORKLOAD_NEVER && times[4] == 500 && times[5] == 7000);
    CHECK(read_table("91753.195312 0.000001 0", 3, 1, times, &decimals, NULL));
    CHECK(decimals == 6 && times[0] == INT64_C(91753195312) && times[1] == 1 && times[2] == 0);
    CHECK(read_table("4611686018427387903 never", 1, 2, times, &decimals, NULL));
    CHECK(decimals == 0 && times[0] == WORKLOAD_LIMIT - 1 && times[1] == WORKLOAD_NEVER);
    CHECK(read_table("461168601842738790 0.3", 1, 2, times, &decimals, NULL));
    CHECK(decimals == 1 && times[0] == WORKLOAD_LIMIT - 4 && times[1] == 3);
    CHECK(read_table("4611686018.427387903", 1, 1, times, &decimals, NULL));
    CHECK(decimals == 9 && times[0] == WORKLOAD_LIMIT - 1);
    CHECK(read_table("1 1.0 1.00", 3, 1, times, &decimals, NULL) && decimals == 2);
    CHECK(times[0] == 100 && times[1] == 100 && times[2] == 100);
    CHECK(read_table(" \n", 0, 4, times, &decimals, NULL) && decimals == 0);
}

typedef struct bad_table {
    const char *text;
    size_t line, column;
    const char *says;
} bad_table;

static const bad_table bad_tables[] = {
    {"", 1, 1, "4 numbers were expected, found 0"},
    {"1 2\n3", 2, 2, "4 numbers were expected, found 3"},
    {"1 2\n3\n", 3, 1, "4 numbers were expected, found 3"},
    {"1 2\n3 4  5 6", 2, 6, "4 numbers were expected, there are more"},
    {"1 2\n3 -4", 2, 3, "a decimal number"},
    {"1 2\n3 +4", 2, 3, "a decimal number"},
    {"1 1e3 3 4", 1, 3, "a decimal number"},
    {"1 1,3 3 4", 1, 3, "a decimal number"},
    {"1 .", 1, 3, "a decimal number"},
    {"1 1.2.3", 1, 3, "a decimal number"},
    {"1 nev 3 4", 1, 3, "a decimal number"},
    {"1\nnevermore 3 4", 2, 1, "a decimal number"},
    {"1 Never", 1, 3, "a decimal number"},
    {"1 nan", 1, 3, "a decimal number"},
    {"1 2 0.1234567890", 1, 5, "more than 9 decimals"},
    {"1 2 4611686018427387904", 1, 5, "number too large"},
    {"1 2 99999999999999999999999999", 1, 5, "number too large"},
    {"4611686018427387903 1\n0.1 2", 2, 1, "an earlier number is too large"},
    {"0.1 1\n 461168601842738791", 2, 2, "too large for the decimals of earlier ones"},
};

static void test_bad_tables(void) {
    size_t i;

    for (i = 0; i < sizeof bad_tables / sizeof *bad_tables; i++) {
        const bad_table *bad = &bad_tables[i];
        workload_fault fault = {0, 0, ""};
        int64_t times[4];
        uint32_t decimals = 9;
        int good = !read_table(bad->text, 2, 2, times, &decimals, &fault)
                   && fault.line == bad->line && fault.column == bad->column && decimals == 0
                   && strstr(fault.text, bad->says) != NULL;

        CHECK(good);
        if (!good) {
            printf("row %lu: %lu:%lu: %s\n", (unsigned long)i, (unsigned long)fault.line,
                   (unsigned long)fault.column, fault.text);
        }
        CHECK(!read_table(bad->text, 2, 2, times, &decimals, NULL));
    }
}

static void test_print_decimal(void) {
    static const struct {
        int64_t ticks;
        uint32_t decimals, places;
        const char *text;
    } rows[] = {
        {8460675003243, 6, 6, "8460675.003243"},
        {8460675003243, 6, 3, "8460675.003"},
        {8460675003543, 6, 3, "8460675.004"},
        {8460675003500, 6, 3, "8460675.004"},
        {8460675003499, 6, 3, "8460675.003"},
        {8460675003243, 6, 9, "8460675.003243000"},
        {8460675003243, 6, 0, "8460675"},
        {999995, 6, 5, "1.00000"},
        {999999, 6, 0, "1"},
        {499999, 6, 0, "0"},
        {0, 6, 3, "0.000"},
        {0, 0, 0, "0"},
        {5, 0, 2, "5.00"},
        {42, 6, 6, "0.000042"},
        {42, 6, 5, "0.00004"},
        {-45, 6, 5, "-0.00005"},
        {-44, 6, 4, "0.0000"},
        {-1500, 3, 0, "-2"},
        {-1499, 3, 0, "-1"},
        {INT64_MAX - 1, 9, 9, "9223372036.854775806"},
        {INT64_MIN, 0, 0, "-9223372036854775808"},
        {INT64_MIN, 19, 19, "-0.9223372036854775808"},
        {INT64_MIN, 19, 0, "-1"},
        {7, 40, 3, "0.000"},
        {7, 22, 22, "0.0000000000000000000007"},
        {WORKLOAD_NEVER, 6, 6, "never"},
    };
    size_t i;

    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[100] = "";
        FILE *file = tmpfile();

        workload_print_decimal(file, rows[i].ticks, rows[i].decimals, rows[i].places);
        rewind(file);
        CHECK(fread(text, 1, sizeof text - 1, file) > 0);
        CHECK(strcmp(text, rows[i].text) == 0);
        if (strcmp(text, rows[i].text) != 0) {
            printf("wanted %s, got %s\n", rows[i].text, text);
        }
        fclose(file);
    }
}

/* ---- real traces, where they are ---- */

/* Opens folder/name, or name.gz through gzip; *packed says how to close it. */
static FILE *open_trace(const char *folder, const char *name, int *packed) {
    char path[4000];
    char command[4100];
    FILE *file;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    *packed = 0;
    file = fopen(path, "rb");
    if (file == NULL && strchr(path, '\'') == NULL) {
        snprintf(command, sizeof command, "gzip -dc '%s.gz'", path);
        *packed = 1;
        file = popen(command, "r");
    }
    return file;
}

static void close_trace(FILE *file, int packed) {
    if (packed) {
        CHECK(pclose(file) == 0);
    } else {
        fclose(file);
    }
}

static void load_trace(const char *folder, const char *name, workload *load) {
    workload_fault fault = {0, 0, ""};
    int packed;
    FILE *file = open_trace(folder, name, &packed);

    memset(load, 0, sizeof *load);
    CHECK(file != NULL);
    if (file != NULL) {
        CHECK(workload_read_swf(file, 0, load, &fault));
        close_trace(file, packed);
    }
    if (fault.text[0] != 0) {
        printf("%s:%lu:%lu: %s\n", name, (unsigned long)fault.line, (unsigned long)fault.column,
               fault.text);
    }
}

static double median_run(const workload *load) {
    int64_t *runs = malloc(load->count * sizeof *runs);
    double median;
    size_t i;

    if (runs == NULL) {
        exit(2);
    }
    for (i = 0; i < load->count; i++) {
        runs[i] = load->jobs[i].run;
    }
    qsort(runs, load->count, sizeof *runs, by_value);
    median = (double)(runs[(load->count - 1) / 2] + runs[load->count / 2]) / 2;
    free(runs);
    return median;
}

typedef struct trace_row {
    const char *name;
    size_t count;
    double width, serial, pow2, run, median, over, gap, load;
} trace_row;

/* KTH-SP2 as normalised, each number with the digits that are known: the sums do not depend on the
 * reader, only on the normalisation. */
static const trace_row trace_rows[] = {
    {"swf/kth-sp2-filtered.swf", 28481, 7.661, .329, .742, 8859.93, 847, 1.544, 1031.03, .686},
    {"swf/kth-sp2-first1000.swf", 1000, 10.440, .175, .681, 4342.19, 36, 1.550, 798.64, .714},
};

static void check_trace(const char *folder, const trace_row *want) {
    double width = 0;
    double serial = 0;
    double pow2 = 0;
    double run = 0;
    double estimate = 0;
    double count;
    workload load;
    size_t i;

    load_trace(folder, want->name, &load);
    CHECK(load.count == want->count && load.processors == 100 && load.dropped == 0);
    if (load.count < 2) {
        return;
    }
    count = (double)load.count;
    for (i = 0; i < load.count; i++) {
        uint32_t size = load.jobs[i].width;

        width += size;
        serial += size == 1;
        pow2 += (size & (size - 1)) == 0;
        run += (double)load.jobs[i].run;
        estimate += (double)load.jobs[i].estimate;
    }
    CHECK(fabs(width / count - want->width) < .0005);
    CHECK(fabs(serial / count - want->serial) < .0005);
    CHECK(fabs(pow2 / count - want->pow2) < .00051);
    CHECK(fabs(run / count - want->run) < .00501);
    CHECK(fabs(median_run(&load) - want->median) < .51);
    CHECK(fabs(estimate / run - want->over) < .0005);
    CHECK(fabs((double)(load.jobs[load.count - 1].submit - load.jobs[0].submit) / (count - 1)
               - want->gap) < .005);
    CHECK(fabs(load_of(&load, 100) - want->load) < .0005);
    workload_drop(&load);
}

static void check_model_file(const char *folder) {
    workload file;
    workload model;

    load_trace(folder, "swf/lublin99.seed1.types1.uhi7.n1000.swf", &file);
    make(1, 1, 7, 1000, &model);
    workload_use_actual(&model);
    CHECK(file.count == 1000 && file.processors == model.processors);
    CHECK(same_jobs(&file, &model));
    workload_drop(&file);
    workload_drop(&model);
}

static void check_tables(const char *folder) {
    static const char *const names[] = {"etc/u_c_hihi.0", "etc/u_c_hilo.0", "etc/u_c_lohi.0",
                                        "etc/u_c_lolo.0"};
    static const int64_t firsts[] = {91753195312, 1275370117, 12585024, 52104389};
    static int64_t times[512 * 16];
    size_t i;

    for (i = 0; i < 4; i++) {
        int packed;
        FILE *file = open_trace(folder, names[i], &packed);
        uint32_t decimals = 0;
        size_t row;

        CHECK(file != NULL);
        if (file == NULL) {
            continue;
        }
        CHECK(workload_read_etc(file, 512, 16, times, &decimals, NULL));
        CHECK(decimals == 6 && times[0] == firsts[i]);
        for (row = 0; row < 512; row++) {
            CHECK(rising(times + row * 16, 16, 1));
        }
        close_trace(file, packed);
    }
}

static void test_estimates(void) {
    test_estimates_shares(1, 1, 64800);
    test_estimates_shares(1, 2, 64800);
    test_estimates_shares(0, 3, 129600);
    test_estimates_shares(0, 4, 172800);
    test_estimates_pinned();
    test_estimates_given();
    test_estimates_raised();
    test_estimates_edges();
    test_estimates_models();
    test_estimates_refusals();
    test_estimates_rare();
    test_estimates_weights();
    test_estimates_units();
    test_estimates_memory();
}

static void test_all(void) {
    const char *folder = getenv("SKED_TRACES");

    test_draw();
    test_gamma_below();
    test_model_sums();
    test_model_long();
    test_model_jobs();
    test_model_refusals();
    test_estimates();
    test_exponential();
    test_feitelson_parameters();
    test_feitelson_moments();
    test_feitelson_programs();
    test_jann_parameters();
    test_jann_moments();
    test_jann_powers();
    test_models_pinned();
    test_feitelson_refusals();
    test_jann_refusals();
    test_models_memory();
    test_models_used();
    test_usage();
    test_usage_values();
    test_normalisation();
    test_links();
    test_owners();
    test_extended();
    test_sizes();
    test_order();
    test_sort();
    test_bad_traces();
    test_long_lines();
    test_damaged();
    test_round_trip();
    test_written_lines();
    test_long_note();
    test_csv_round_trip();
    test_csv_lines();
    test_csv_bare();
    test_csv_full();
    test_multiply_divide();
    test_scale_load();
    test_scale_points();
    test_make_etc();
    test_uniform();
    test_read_etc();
    test_bad_tables();
    test_print_decimal();
    if (folder != NULL && folder[0] != 0) {
        check_trace(folder, &trace_rows[0]);
        check_trace(folder, &trace_rows[1]);
        check_model_file(folder);
        check_tables(folder);
    } else {
        puts("# not run: statistics of published traces (see make check TRACES=)");
    }
}

int main(int count, char **words) {
    return harness_main(count, words, test_all, NULL);
}
