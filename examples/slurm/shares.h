/* shares.h: Slurm's accounts with their shares and usage, from the table that its sshare prints.
 *
 * SPDX-License-Identifier: MIT
 *
 * The table is that of `sshare -a -P -o Account,User,RawShares,RawUsage,FairShare`. A line is an
 * account or, with a name in its second field, a user of one. It is indented by one blank more than
 * the account that it is below. The first one is the root. This file knows nothing of libslurm,
 * which has no call for that table. */
#ifndef SHARES_H_INCLUDED
#define SHARES_H_INCLUDED

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "sched_share.h"

#define SHARES_COLUMNS "Account,User,RawShares,RawUsage,FairShare"
#define SHARES_HEADER "Account|User|RawShares|RawUsage|FairShare\n"

enum { SHARES_ACCOUNT, SHARES_USER, SHARES_RAW, SHARES_USAGE, SHARES_RANK, SHARES_FIELDS };
enum { SHARES_DEPTH_MAX = 64, SHARES_LINE_MAX = 1024 };

/* A line of the table. Its number is that of its account in the kit: 0 for the root. */
typedef struct shares_row {
    char *text;                     /* what the fields are in                                 */
    char *field[SHARES_FIELDS];
    size_t depth;
} shares_row;

/* A table of zeros is empty. */
typedef struct shares_table {
    sked_share share;
    shares_row *row;
    uint32_t count, room;
} shares_table;

static inline int shares_is_user(const shares_row *row) {
    return row->field[SHARES_USER][0] != '\0';
}

static inline int shares_is_number(const char *text) {
    return text[0] != '\0' && text[strspn(text, "0123456789")] == '\0';
}

static inline void shares_forget(shares_table *table) {
    uint32_t i;
    for (i = 0; i < table->count; i++) {
        free(table->row[i].text);
    }
    free(table->row);
    sked_share_destroy(&table->share);
    memset(table, 0, sizeof *table);
}

/* Cuts a line into its fields. Returns 0 if it has others. */
static inline int shares_cut(shares_row *row) {
    char *at = row->text + strspn(row->text, " ");
    int i;
    row->depth = (size_t)(at - row->text);
    for (i = 0; i < SHARES_FIELDS; i++) {
        row->field[i] = at;
        at += strcspn(at, "|\n");
        if (*at != (i + 1 < SHARES_FIELDS ? '|' : '\n')) {
            return 0;
        }
        *at++ = '\0';
    }
    return 1;
}

/* Returns what is wrong with a line, or NULL. The root has no shares. */
static inline const char *shares_fault(const shares_table *table, const shares_row *row) {
    const shares_row *last = row - 1;
    if (!shares_is_number(row->field[SHARES_USAGE])) { return "expected a usage in digits"; }
    if (table->count == 0) {
        return row->depth == 0 && !shares_is_user(row) ? NULL : "expected the root";
    }
    if (!shares_is_number(row->field[SHARES_RAW])) { return "expected shares in digits"; }
    if (row->depth == 0 || row->depth >= SHARES_DEPTH_MAX ||
        row->depth > last->depth + !shares_is_user(last)) {
        return "expected to be just below an account";
    }
    return NULL;
}

/* Makes room for one more line. Returns NULL if there is no memory. */
static inline shares_row *shares_next(shares_table *table, const char *line) {
    shares_row *row = table->row;
    if (table->count == table->room) {
        table->room = table->room * 2 + 64;
        row = (shares_row *)realloc(row, table->room * sizeof *row);
        if (row == NULL) {
            return NULL;
        }
        table->row = row;
    }
    row += table->count;
    row->text = (char *)malloc(strlen(line) + 1);
    return row->text == NULL ? NULL : row;
}

/* Returns what is wrong with the table, or NULL. */
static inline const char *shares_lines(shares_table *table, FILE *file) {
    char line[SHARES_LINE_MAX];
    if (fgets(line, sizeof line, file) == NULL || strcmp(line, SHARES_HEADER) != 0) {
        return "expected the columns " SHARES_COLUMNS;
    }
    while (fgets(line, sizeof line, file) != NULL) {
        shares_row *row = shares_next(table, line);
        const char *fault;
        if (row == NULL) {
            return "no memory left";
        }
        strcpy(row->text, line);
        fault = shares_cut(row) ? shares_fault(table, row) : "expected five fields";
        if (fault != NULL) {
            free(row->text);
            return fault;
        }
        table->count++;
    }
    return table->count > 1 ? NULL : "expected accounts";
}

/* Accounts come first: one that was charged gets no others below it. */
static inline sked_status shares_tell(shares_table *table, sked_time now) {
    const sked_share_settings settings =
        sked_share_settings_of(table->count - 1, SKED_SHARE_HALF_LIFE_MAX);
    uint32_t above[SHARES_DEPTH_MAX] = {SKED_SHARE_ROOT}, number, i;
    sked_status status = sked_share_create(&table->share, &settings, heap_mem());
    for (i = 1; i < table->count && status == SKED_OK; i++) {
        const shares_row *row = &table->row[i];
        const uint32_t shares = (uint32_t)strtoul(row->field[SHARES_RAW], NULL, 10);
        const sked_share_account account = sked_share_account_of(shares);
        status = sked_share_add(&table->share, above[row->depth - 1], &account, now, &number);
        if (status == SKED_OK && !shares_is_user(row)) {
            above[row->depth] = number;
        }
    }
    for (i = 1; i < table->count && status == SKED_OK; i++) {
        const shares_row *row = &table->row[i];
        const sked_time usage = (sked_time)strtoull(row->field[SHARES_USAGE], NULL, 10);
        status = shares_is_user(row) ? sked_share_charge(&table->share, i, usage, now) : SKED_OK;
    }
    return status;
}

/* Reads a table into an empty one. Returns 0 if it is none: then it has said so on stderr, after
 * the given name, and the table is empty. */
static inline int shares_read(shares_table *table, FILE *file, const char *name, sked_time now) {
    const char *fault = shares_lines(table, file);
    if (fault != NULL) {
        fprintf(stderr, "%s:%lu: %s\n", name,
                (unsigned long)table->count + (table->count > 0) + 1, fault);
    } else {
        const sked_status status = shares_tell(table, now);
        fault = status == SKED_OK ? NULL : sked_status_text(status);
        if (fault != NULL) {
            fprintf(stderr, "%s: %s\n", name, fault);
        }
    }
    if (fault != NULL) {
        shares_forget(table);
    }
    return fault == NULL;
}

/* Returns the number of a user of an account; that of the root if there is no such one. */
static inline uint32_t shares_of(const shares_table *table, const char *account,
                                 const char *user) {
    uint32_t i;
    for (i = 1; i < table->count && account != NULL; i++) {
        if (strcmp(table->row[i].field[SHARES_USER], user) == 0 &&
            strcmp(table->row[i].field[SHARES_ACCOUNT], account) == 0) {
            return i;
        }
    }
    return SKED_SHARE_ROOT;
}

#endif
