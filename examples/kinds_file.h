/* kinds_file.h: kinds of processors and quotas of a replay, which of them a job of the trace wants,
   and whether they were kept (--kinds). */
/* SPDX-License-Identifier: MIT */
#ifndef KINDS_FILE_H_INCLUDED
#define KINDS_FILE_H_INCLUDED

/* A file of lines:

   kind NAME SET [partition N ...] [queue N ...]
       processors, as 0-3,7. Jobs that the trace has in these partitions (field 16) or queues
       (field 15) are of this kind; the partition counts if both are known. All others may run
       anywhere: their kind is called any
   quota NAME CAPACITY reserve|pass N [each] [of KIND ...]
       what a job takes while it runs: N, or with `each` N for each of its processors. With `of`
       only jobs of these kinds, which come above. reserve: the first job in line reserves it;
       pass: who lacks it is passed over

   # begins a comment. */

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "sched.h"
#include "swil.h"
#include "workload.h"

#include "booking_words.h"

enum { KINDS_FILE_KINDS = 64, KINDS_FILE_QUOTAS = 16, KINDS_FILE_NAME = 32, KINDS_FILE_TAGS = 256 };

#define KINDS_FILE_MOST UINT32_C(0x7FFFFFFF)

/* A number of a partition or a queue, and the kind of its jobs. */
typedef struct kinds_tag {
    uint32_t number, kind;
} kinds_tag;

typedef struct kinds_tags {
    kinds_tag tag[KINDS_FILE_TAGS];
    uint32_t count;
} kinds_tags;

typedef struct kinds_file {
    swil_kinds told;                /* what the replay is told; no kinds: there was no file       */
    sked_set sets[KINDS_FILE_KINDS];
    sked_word *words;               /* of all sets */
    uint32_t capacities[KINDS_FILE_QUOTAS];
    sked_quota_mode modes[KINDS_FILE_QUOTAS];
    char names[KINDS_FILE_KINDS][KINDS_FILE_NAME];
    char quota_names[KINDS_FILE_QUOTAS][KINDS_FILE_NAME];
    uint32_t amount[KINDS_FILE_QUOTAS];
    int each[KINDS_FILE_QUOTAS];    /* 1: for each processor */
    uint64_t of[KINDS_FILE_QUOTAS]; /* bit k: jobs of kind k take of it */
    kinds_tags partitions, queues;
    uint32_t *kind_of, *amounts;    /* by job, see swil_kinds */
    size_t dropped;                 /* jobs that are too large for what they want */
} kinds_file;

static inline void kinds_drop(kinds_file *self) {
    free(self->words);
    free(self->kind_of);
    free(self->amounts);
    memset(self, 0, sizeof *self);
}

/* ---- Reading --------------------------------------------------------------------------------- */

/* The place of a name; count: it is none of them. */
static inline uint32_t kinds_find(char (*names)[KINDS_FILE_NAME], uint32_t count,
                                  const booking_words *w) {
    uint32_t at = 0;

    while (at < count && !booking_word_is(w, names[at])) {
        at++;
    }
    return at;
}

/* The name of a new kind or quota. */
static inline int kinds_name(booking_words *w, const char *what, char (*names)[KINDS_FILE_NAME],
                             uint32_t count, uint32_t most) {
    const int chars = booking_next_word(w);
    char expected[80];

    if (count == most) {
        snprintf(expected, sizeof expected, "at most %" PRIu32 " of them", most);
        return booking_refuse_word(w, what, expected);
    }
    if (chars == 0 || chars >= KINDS_FILE_NAME || kinds_find(names, count, w) < count) {
        snprintf(expected, sizeof expected, "a name of at most %d characters that is new",
                 KINDS_FILE_NAME - 1);
        return booking_refuse_word(w, what, expected);
    }
    memcpy(names[count], w->word, (size_t)chars);
    names[count][chars] = '\0';
    return 1;
}

static inline uint32_t kinds_tagged(const kinds_tags *tags, uint32_t number, uint32_t otherwise) {
    uint32_t at = 0;

    while (at < tags->count && tags->tag[at].number != number) {
        at++;
    }
    return at < tags->count ? tags->tag[at].kind : otherwise;
}

static inline int kinds_tag_line(booking_words *w, kinds_tags *tags, const char *what,
                                 uint32_t kind) {
    uint64_t number;

    if (!booking_number(w, what, 1, UINT32_MAX, &number)) {
        return 0;
    }
    if (kinds_tagged(tags, (uint32_t)number, SKED_NONE) != SKED_NONE) {
        return booking_refuse_word(w, what, "one that no line above has");
    }
    if (tags->count == KINDS_FILE_TAGS) {
        return booking_refuse_word(w, what, "at most 256 of them");
    }
    tags->tag[tags->count].number = (uint32_t)number;
    tags->tag[tags->count++].kind = kind;
    return 1;
}

static inline int kinds_line_kind(kinds_file *self, booking_words *w) {
    const uint32_t kind = self->told.kinds;

    if (!kinds_name(w, "kind", self->names, kind, KINDS_FILE_KINDS) ||
        !booking_set(w, "set", &self->sets[kind])) {
        return 0;
    }
    while (booking_next_word(w) > 0) {
        kinds_tags *tags = booking_word_is(w, "partition") ? &self->partitions : &self->queues;

        if (tags == &self->queues && !booking_word_is(w, "queue")) {
            return booking_refuse_word(w, "word", "partition or queue, and a number");
        }
        if (!kinds_tag_line(w, tags, tags == &self->queues ? "queue" : "partition", kind)) {
            return 0;
        }
    }
    self->told.kinds++;
    return 1;
}

/* The words after `of`. */
static inline int kinds_of(kinds_file *self, booking_words *w, uint64_t *of) {
    for (*of = 0; booking_next_word(w) > 0;) {
        const uint32_t kind = kinds_find(self->names, self->told.kinds, w);

        if (kind == self->told.kinds) {
            return booking_refuse_word(w, "kind", "any, or the name of a kind above");
        }
        *of |= UINT64_C(1) << kind;
    }
    return *of != 0 || booking_refuse_word(w, "kind", "any, or the name of a kind above");
}

static inline int kinds_line_quota(kinds_file *self, booking_words *w) {
    const uint32_t quota = self->told.quotas;
    uint64_t capacity, amount;

    if (!kinds_name(w, "quota", self->quota_names, quota, KINDS_FILE_QUOTAS) ||
        !booking_number(w, "capacity", 0, KINDS_FILE_MOST, &capacity)) {
        return 0;
    }
    booking_next_word(w);
    if (!booking_word_is(w, "reserve") && !booking_word_is(w, "pass")) {
        return booking_refuse_word(w, "mode", "reserve or pass");
    }
    self->modes[quota] = booking_word_is(w, "pass") ? SKED_PASS : SKED_RESERVE;
    if (!booking_number(w, "amount", 1, KINDS_FILE_MOST, &amount)) {
        return 0;
    }
    self->capacities[quota] = (uint32_t)capacity;
    self->amount[quota] = (uint32_t)amount;
    self->of[quota] = UINT64_MAX;
    booking_next_word(w);
    self->each[quota] = booking_word_is(w, "each");
    if (self->each[quota]) {
        booking_next_word(w);
    }
    if (booking_word_is(w, "of") ? !kinds_of(self, w, &self->of[quota])
                                 : w->end > w->word && !booking_refuse_word(
                                       w, "word", "each, of, or the end of the line")) {
        return 0;
    }
    self->told.quotas++;
    return 1;
}

static inline int kinds_lines(kinds_file *self, booking_words *w) {
    int read;

    for (read = booking_read_line(w); read > 0; read = booking_read_line(w)) {
        if (booking_next_word(w) == 0) {
            continue;
        }
        if (booking_word_is(w, "kind") ? !kinds_line_kind(self, w)
            : booking_word_is(w, "quota")
                ? !kinds_line_quota(self, w)
                : !booking_refuse_word(w, "line", "kind or quota as its first word")) {
            return 0;
        }
    }
    return read == 0;
}

/* ---- What the jobs want ---------------------------------------------------------------------- */

static inline uint32_t kinds_of_job(const kinds_file *self, const workload_job *job) {
    const uint32_t kind = kinds_tagged(&self->partitions, job->partition, SKED_NONE);

    return kind != SKED_NONE ? kind : kinds_tagged(&self->queues, job->type, 0);
}

/* What a job takes of a quota. */
static inline uint64_t kinds_amount(const kinds_file *self, uint32_t quota, uint32_t kind,
                                    uint32_t width) {
    return (self->of[quota] >> kind & 1) == 0 ? 0
           : self->each[quota]                ? (uint64_t)self->amount[quota] * width
                                              : self->amount[quota];
}

/* Could a job ever run? */
static inline int kinds_can_run(const kinds_file *self, const workload_job *job) {
    const uint32_t kind = kinds_of_job(self, job);
    uint32_t q = 0;

    while (q < self->told.quotas &&
           kinds_amount(self, q, kind, job->width) <= self->capacities[q]) {
        q++;
    }
    return q == self->told.quotas && job->width <= sked_set_count(&self->sets[kind]);
}

/* Leaves out jobs that could never run, and notes what the others want. Returns 0: no memory. */
static inline int kinds_settle(kinds_file *self, workload *load) {
    const size_t quotas = self->told.quotas;
    size_t job, count = 0;
    uint32_t q;

    for (job = 0; job < load->count; job++) {
        if (kinds_can_run(self, &load->jobs[job])) {
            load->jobs[count++] = load->jobs[job];
        }
    }
    self->dropped = load->count - count;
    load->count = count;
    self->kind_of = (uint32_t *)calloc(count + 1, sizeof *self->kind_of);
    self->amounts = (uint32_t *)calloc((count + 1) * (quotas + 1), sizeof *self->amounts);
    if (self->kind_of == NULL || self->amounts == NULL) {
        return 0;
    }
    for (job = 0; job < count; job++) {
        self->kind_of[job] = kinds_of_job(self, &load->jobs[job]);
        for (q = 0; q < quotas; q++) {
            self->amounts[job * quotas + q] = (uint32_t)kinds_amount(
                self, q, self->kind_of[job], load->jobs[job].width);
        }
    }
    return 1;
}

/* Reads the file, and settles what the jobs of a trace want by it. Returns 0 after it has said what
   is wrong. */
static inline int kinds_read(kinds_file *self, const char *name, workload *load) {
    booking_words w = {.program = "replay", .name = name};
    const size_t words = SKED_SET_WORDS(load->processors);
    uint32_t kind;
    int done;

    self->words = (sked_word *)calloc(KINDS_FILE_KINDS * words, sizeof *self->words);
    w.file = self->words != NULL ? fopen(name, "r") : NULL;
    if (w.file == NULL) {
        return option_refuse("replay", "--kinds: %s: %s, expected a text file", name,
                             self->words == NULL ? "out of memory" : strerror(errno));
    }
    for (kind = 0; kind < KINDS_FILE_KINDS; kind++) {
        self->sets[kind] = sked_set_of(self->words + kind * words, load->processors);
    }
    sked_set_fill(&self->sets[0]);
    memcpy(self->names[0], "any", sizeof "any");
    self->told.kinds = 1;
    done = kinds_lines(self, &w);
    fclose(w.file);
    if (done && !kinds_settle(self, load)) {
        done = option_refuse("replay", "out of memory");
    }
    if (done && load->count == 0) {
        done = option_refuse("replay", "--kinds: %s: no job can run, expected at least one", name);
    }
    self->told.sets = self->sets;
    self->told.capacities = self->capacities;
    self->told.modes = self->modes;
    self->told.kind_of = self->kind_of;
    self->told.amounts = self->amounts;
    return done;
}

/* ---- Whether they were kept ------------------------------------------------------------------ */

/* Did a job run on processors of its kind? */
static inline int kinds_has(const kinds_file *self, size_t job, const sked_set *processors) {
    return sked_set_is_subset(processors, &self->sets[self->kind_of[job]]);
}

typedef struct kinds_step {
    int64_t at, change;             /* ends come first */
} kinds_step;

static inline int kinds_step_order(const void *a, const void *b) {
    const kinds_step *first = (const kinds_step *)a, *second = (const kinds_step *)b;

    return first->at != second->at ? (first->at > second->at) - (first->at < second->at)
                                   : (first->change > second->change) -
                                         (first->change < second->change);
}

/* The most that was taken of a quota at any time; UINT64_MAX: out of memory. */
static inline uint64_t kinds_peak(const kinds_file *self, const workload *load,
                                  const int64_t *starts, uint32_t quota) {
    kinds_step *steps = (kinds_step *)calloc(2 * load->count + 1, sizeof *steps);
    size_t job, count = 0, at;
    int64_t taken = 0, most = 0;

    if (steps == NULL) {
        return UINT64_MAX;
    }
    for (job = 0; job < load->count; job++) {
        const int64_t amount = self->amounts[job * self->told.quotas + quota];

        if (starts[job] != SKED_NEVER && amount > 0) {
            steps[count++] = (kinds_step){starts[job], amount};
            steps[count++] = (kinds_step){starts[job] + swil_run_time(&load->jobs[job]), -amount};
        }
    }
    qsort(steps, count, sizeof *steps, kinds_step_order);
    for (at = 0; at < count; at++) {
        taken += steps[at].change;
        most = taken > most ? taken : most;
    }
    free(steps);
    return (uint64_t)most;
}

/* What users of a kind have seen, in the metrics of its own jobs and processors. Returns 0: out of
   memory. */
static inline int kinds_measure(const kinds_file *self, const workload *load,
                                const int64_t *starts, uint32_t kind, swil_metrics *metrics) {
    int64_t *own = (int64_t *)malloc((load->count + 1) * sizeof *own);
    size_t job;

    if (own == NULL) {
        return 0;
    }
    for (job = 0; job < load->count; job++) {
        own[job] = self->kind_of[job] == kind ? starts[job] : SKED_NEVER;
    }
    swil_measure(load, sked_set_count(&self->sets[kind]), own, metrics);
    free(own);
    return 1;
}

#endif
