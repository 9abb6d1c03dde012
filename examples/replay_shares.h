/* replay_shares.h: what each account has used and how long its jobs waited, under each policy: as a
   table, and as JSON. */
/* SPDX-License-Identifier: MIT */
#ifndef REPLAY_SHARES_H_INCLUDED
#define REPLAY_SHARES_H_INCLUDED

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sched_share.h"
#include "swil.h"
#include "workload.h"

#include "cells.h"
#include "json_mean.h"
#include "shares_file.h"

/* Accounts of the table; its width; how deep names are indented. */
enum { SHARES_ROWS = 15, SHARES_WIDTH = 80, SHARES_INDENT = 4 };

/* Of the jobs of an account that ran, and of those below it. */
typedef struct shares_use {
    sked_u128 area, wait_sum;       /* area: the sum of run * width */
    uint64_t jobs;
} shares_use;

typedef struct shares_results {
    const shares_file *file;
    uint32_t policies;              /* at most so many */
    uint32_t *targets;              /* by account: permille of the machine, by shares */
    shares_use *uses;               /* by policy: of each account; 0 is the root */
} shares_results;

static inline void shares_results_drop(shares_results *self) {
    free(self->targets);
    free(self->uses);
    memset(self, 0, sizeof *self);
}

static inline sked_status shares_find_targets(shares_results *self) {
    sked_share share = {0};
    sked_share_account_info info;
    sked_status status = shares_make(self->file, &share);
    uint32_t at;

    for (at = 0; at < self->file->count && status == SKED_OK; at++) {
        status = sked_share_get_account(&share, at, &info);
        self->targets[at] = info.target_permille;
    }
    sked_share_destroy(&share);
    return status;
}

/* Returns 0: out of memory. Keeps the file; without accounts there will be nothing. */
static inline int shares_results_make(shares_results *self, const shares_file *file,
                                      uint32_t policies) {
    memset(self, 0, sizeof *self);
    self->file = file;
    self->policies = policies;
    if (file->count == 0) {
        return 1;
    }
    self->targets = (uint32_t *)calloc(file->count, sizeof *self->targets);
    self->uses = (shares_use *)calloc((size_t)file->count * policies, sizeof *self->uses);
    return self->targets != NULL && self->uses != NULL &&
           shares_find_targets(self) == SKED_OK;
}

static inline const shares_use *shares_uses(const shares_results *self, uint32_t policy) {
    return &self->uses[(size_t)policy * self->file->count];
}

/* ---- Measuring ------------------------------------------------------------------------------- */

static inline void shares_join(shares_use *to, const shares_use *from) {
    to->area = sked_u128_add(to->area, from->area);
    to->wait_sum = sked_u128_add(to->wait_sum, from->wait_sum);
    to->jobs += from->jobs;
}

/* What accounts use if jobs start at these times; NULL: if all run. An account comes after the one
   above it. */
static inline void shares_measure(const shares_file *file, const workload *load,
                                  const int64_t *starts, shares_use *uses) {
    size_t job;
    uint32_t at;

    memset(uses, 0, file->count * sizeof *uses);
    for (job = 0; job < load->count; job++) {
        const workload_job *from = &load->jobs[job];
        const int64_t start = starts != NULL ? starts[job] : from->submit;

        if (start != SKED_NEVER) {
            const shares_use one = {
                .area = sked_u128_mul((uint64_t)swil_run_time(from), from->width),
                .wait_sum = swil_wide((uint64_t)(start - from->submit)), .jobs = 1};

            shares_join(&uses[file->account_of[job]], &one);
        }
    }
    for (at = file->count; at-- > 1;) {
        shares_join(&uses[file->accounts[at].above], &uses[at]);
    }
}

/* A policy has given these starts. */
static inline void shares_note(shares_results *self, const workload *load, const int64_t *starts,
                               uint32_t policy) {
    if (self->uses != NULL) {
        shares_measure(self->file, load, starts,
                       &self->uses[(size_t)policy * self->file->count]);
    }
}

/* In percent of what all have used. */
static inline swil_text shares_percent(sked_u128 area, sked_u128 all) {
    return cells_percent(area, all, 1);
}

static inline swil_text shares_target(const shares_results *self, uint32_t account) {
    return swil_ratio_text(swil_wide(self->targets[account]), 10, 1);
}

/* ---- The table ------------------------------------------------------------------------------- */

typedef struct shares_column {
    swil_text cells[SHARES_ROWS + 1];
} shares_column;

typedef struct shares_table {
    const shares_results *from;
    int seconds;
    uint32_t rows[SHARES_ROWS];     /* accounts in the order of the tree, siblings by use */
    uint32_t rows_count;
    shares_column *columns;         /* fixed ones, then `each` of every policy */
    size_t fixed, each, count;
} shares_table;

/* Does an account come before another, by use? Those above come before those below. */
static inline int shares_uses_more(const shares_use *uses, uint32_t a, uint32_t b) {
    const int order = sked_u128_compare(uses[a].area, uses[b].area);

    return order != 0 ? order > 0 : a < b;
}

/* Keeps the accounts that used most under the first policy, by falling use. */
static inline void shares_choose(shares_table *table) {
    const shares_use *uses = shares_uses(table->from, 0);
    uint32_t at, place;

    for (at = 1; at < table->from->file->count; at++) {
        if (table->rows_count < SHARES_ROWS) {
            table->rows_count++;
        } else if (!shares_uses_more(uses, at, table->rows[SHARES_ROWS - 1])) {
            continue;
        }
        place = table->rows_count - 1;
        for (; place > 0 && shares_uses_more(uses, at, table->rows[place - 1]); place--) {
            table->rows[place] = table->rows[place - 1];
        }
        table->rows[place] = at;
    }
}

/* Where an account belongs in a tree that has those of more use: behind the one above it, which is
   there, as it used as much, and behind what is below that one already. */
static inline uint32_t shares_place_below(const shares_account *accounts, const uint32_t *tree,
                                          uint32_t count, uint32_t account) {
    const uint32_t above = accounts[account].above;
    uint32_t place = 0;

    if (above == SKED_SHARE_ROOT) {
        return count;
    }
    while (tree[place] != above) {
        place++;
    }
    for (place++; place < count && accounts[tree[place]].depth > accounts[above].depth;) {
        place++;
    }
    return place;
}

static inline void shares_plant(shares_table *table) {
    const shares_account *accounts = table->from->file->accounts;
    uint32_t tree[SHARES_ROWS], at, place;

    for (at = 0; at < table->rows_count; at++) {
        place = shares_place_below(accounts, tree, at, table->rows[at]);
        memmove(&tree[place + 1], &tree[place], (at - place) * sizeof tree[0]);
        tree[place] = table->rows[at];
    }
    memcpy(table->rows, tree, table->rows_count * sizeof tree[0]);
}

static inline void shares_names_column(shares_table *table) {
    shares_column *names = &table->columns[table->count++], *targets;
    uint32_t row;

    targets = &table->columns[table->count++];
    names->cells[0] = cells_text("account");
    targets->cells[0] = cells_text("target\n%");
    for (row = 0; row < table->rows_count; row++) {
        const shares_account *account = &table->from->file->accounts[table->rows[row]];
        const uint32_t depth = account->depth < SHARES_INDENT ? account->depth : SHARES_INDENT;

        snprintf(names->cells[row + 1].text, sizeof names->cells[row + 1].text, "%*s%s",
                 (int)(2 * depth), "", account->name);
        targets->cells[row + 1] = shares_target(table->from, table->rows[row]);
    }
}

/* `name`: of the policy; "" if it is the same for all. */
static inline void shares_used_column(shares_table *table, uint32_t policy, const char *name) {
    const shares_use *uses = shares_uses(table->from, policy);
    shares_column *column = &table->columns[table->count++];
    uint32_t row;

    snprintf(column->cells[0].text, sizeof column->cells[0].text,
             name[0] != '\0' ? "%s\nwork %%" : "%swork\n%%", name);
    for (row = 0; row < table->rows_count; row++) {
        column->cells[row + 1] = shares_percent(uses[table->rows[row]].area, uses[0].area);
    }
}

static inline void shares_wait_column(shares_table *table, uint32_t policy, const char *name) {
    const shares_use *uses = shares_uses(table->from, policy);
    shares_column *column = &table->columns[table->count++];
    uint32_t row;

    snprintf(column->cells[0].text, sizeof column->cells[0].text, "%s\nmean wait%s", name,
             table->seconds ? " s" : "");
    for (row = 0; row < table->rows_count; row++) {
        const shares_use *use = &uses[table->rows[row]];

        column->cells[row + 1] = use->jobs == 0
                                     ? cells_text("-")
                                     : cells_mean_time(use->wait_sum, use->jobs, table->seconds);
    }
}

/* Do policies differ in what accounts used? Where all jobs run they do not. */
static inline int shares_differ(const shares_results *from) {
    uint32_t policy, at;

    for (policy = 1; policy < from->policies; policy++) {
        for (at = 0; at < from->file->count; at++) {
            if (sked_u128_compare(shares_uses(from, 0)[at].area,
                                  shares_uses(from, policy)[at].area) != 0) {
                return 1;
            }
        }
    }
    return 0;
}

static inline size_t shares_column_width(const shares_table *table, size_t column) {
    return 2 + (size_t)cells_width(table->columns[column].cells, table->rows_count + 1, 1, 0);
}

/* How many columns fit beside the fixed ones, from `first` on: of one policy at least. */
static inline size_t shares_fit(const shares_table *table, size_t first) {
    size_t width = 0, column, next = first;

    for (column = 0; column < table->fixed; column++) {
        width += shares_column_width(table, column);
    }
    while (next < table->count) {
        for (column = next; column < next + table->each; column++) {
            width += shares_column_width(table, column);
        }
        if (next > first && width > SHARES_WIDTH + 2) {
            break;
        }
        next += table->each;
    }
    return next - first;
}

/* Prints the fixed columns, and `some` from `first` on. Returns 0: out of memory. */
static inline int shares_print_columns(const shares_table *table, size_t first, size_t some) {
    const size_t rows = table->rows_count + 1u, columns = table->fixed + some;
    swil_text *cells = (swil_text *)calloc(rows * columns, sizeof *cells);
    size_t row, column;

    for (row = 0; cells != NULL && row < rows; row++) {
        for (column = 0; column < columns; column++) {
            const size_t from = column < table->fixed ? column : first + column - table->fixed;

            cells[row * columns + column] = table->columns[from].cells[row];
        }
    }
    if (cells != NULL) {
        printf("\n");
        cells_print(cells, rows, columns);
    }
    free(cells);
    return cells != NULL;
}

/* What the accounts that are not in the table have used; of those in which jobs run. */
static inline void shares_print_others(const shares_table *table) {
    const shares_file *file = table->from->file;
    const shares_use *uses = shares_uses(table->from, 0);
    sked_u128 area = {0, 0};
    uint32_t at, row, count = 0;

    for (at = 1; at < file->count; at++) {
        for (row = 0; row < table->rows_count && table->rows[row] != at;) {
            row++;
        }
        if (row == table->rows_count && !file->accounts[at].has_others) {
            area = sked_u128_add(area, uses[at].area);
            count++;
        }
    }
    if (count > 0) {
        printf("%" PRIu32 " more account%s used %s %%\n", count, count == 1 ? "" : "s",
               shares_percent(area, uses[0].area).text);
    }
}

static inline void shares_fill(shares_table *table, const char *const *names) {
    const int differ = shares_differ(table->from);
    uint32_t policy;

    shares_names_column(table);
    if (!differ) {
        shares_used_column(table, 0, "");
    }
    table->fixed = table->count;
    table->each = differ ? 2 : 1;
    for (policy = 0; policy < table->from->policies; policy++) {
        if (differ) {
            shares_used_column(table, policy, names[policy]);
        }
        shares_wait_column(table, policy, names[policy]);
    }
}

/* Prints accounts by rows and policies by columns; what is too wide goes on below. Returns 0: out
   of memory. */
static inline int shares_print(const shares_results *from, const char *const *names,
                               int seconds) {
    shares_table table = {.from = from, .seconds = seconds};
    size_t first, some;
    int done;

    table.columns = (shares_column *)calloc(3 + 2 * (size_t)from->policies,
                                            sizeof *table.columns);
    done = table.columns != NULL;
    if (done) {
        shares_choose(&table);
        shares_plant(&table);
        shares_fill(&table, names);
    }
    for (first = table.fixed; done && first < table.count; first += some) {
        some = shares_fit(&table, first);
        done = shares_print_columns(&table, first, some);
    }
    if (done) {
        shares_print_others(&table);
    }
    free(table.columns);
    return done;
}

/* ---- JSON ------------------------------------------------------------------------------------ */

/* What became of each account under a policy. */
static inline void shares_json(json *out, const shares_results *from, uint32_t policy) {
    const shares_account *accounts = from->file->accounts;
    const shares_use *uses = shares_uses(from, policy);
    uint32_t at;

    json_array(out, "accounts");
    for (at = 1; at < from->file->count; at++) {
        json_object(out, NULL);
        json_text(out, "name", accounts[at].name);
        json_text(out, "above", accounts[at].above == SKED_SHARE_ROOT
                                    ? NULL : accounts[accounts[at].above].name);
        json_digits(out, "target_percent", shares_target(from, at).text);
        json_digits(out, "used_percent", shares_percent(uses[at].area, uses[0].area).text);
        json_unsigned(out, "jobs_count", uses[at].jobs);
        json_mean(out, "mean_wait_seconds", uses[at].wait_sum, uses[at].jobs, 1);
        json_end(out, '}');
    }
    json_end(out, ']');
}

#endif
