/* sshare.c - the users of a real Slurm in the order of sched_share.h, from Slurm's own table.
 *
 * SPDX-License-Identifier: MIT
 *
 *     sshare -l -a -P >TABLE; sshare TABLE
 *
 * A line is an account or, with a name in its second field, a user of one. It is indented by one
 * blank more than the account that it is below. All of them get their raw shares, and users their
 * raw usage. It prints users, the most entitled one first: account, user, and Slurm's FairShare. */
#define SKED_IMPLEMENTATION
#include "sched_share.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS_MAX = 256, DEPTH_MAX = 16, LINE_ROOM = 512, HALF_LIFE = 7 * 24 * 3600 };
enum { ACCOUNT, USER, RAW_SHARES, NORM_SHARES, RAW_USAGE, NORM_USAGE, EFFECTIVE, FAIR_SHARE,
       LEVEL_FS, FIELDS };

/* The row of the root has the number 0, as its account; so each row's number is its account's. */
typedef struct row {
    char text[LINE_ROOM];
    char *field[FIELDS];
    size_t depth;
} row;

static row rows[ROWS_MAX];
static uint32_t count;

static void must(sked_status status) {
    if (status != SKED_OK) {
        fprintf(stderr, "sshare: %s\n", sked_status_text(status));
        exit(1);
    }
}

static int refuse(const char *name, unsigned line, const char *what) {
    fprintf(stderr, "sshare: %s:%u: %s\n", name, line, what);
    return 0;
}

/* Cuts a line into its fields. Returns whether it has all of them. */
static int cut(row *it) {
    char *at = it->text + strspn(it->text, " ");
    int i;
    it->depth = (size_t)(at - it->text);
    for (i = 0; i < FIELDS; i++) {
        it->field[i] = at;
        at += strcspn(at, "|\n");
        if (*at == '\0') {
            return i == FIELDS - 1;
        }
        *at++ = '\0';
    }
    return 1;
}

static int is_number(const char *text) {
    return text[0] != '\0' && text[strspn(text, "0123456789")] == '\0';
}

static int read_table(const char *name) {
    FILE *file = fopen(name, "r");
    char header[LINE_ROOM];
    int fine = file != NULL && fgets(header, sizeof header, file) != NULL;
    if (!fine || strncmp(header, "Account|User|RawShares|NormShares|RawUsage|", 43) != 0) {
        return refuse(name, 1, "no table, expected that of sshare -l -a -P");
    }
    for (count = 0; fine && count < ROWS_MAX; count++) {
        row *it = &rows[count];
        if (fgets(it->text, sizeof it->text, file) == NULL) {
            break;
        }
        if (!cut(it) || it->depth >= DEPTH_MAX || !is_number(it->field[RAW_USAGE]) ||
            (count > 0 && !is_number(it->field[RAW_SHARES]))) {
            fine = refuse(name, count + 2, "no account, expected shares and usage in numbers");
        }
    }
    fclose(file);
    return fine;
}

/* The accounts first: one that was charged gets no others below it. */
static void add_accounts(sked_share *share) {
    uint32_t above[DEPTH_MAX] = {SKED_SHARE_ROOT}, number, i;
    for (i = 1; i < count; i++) {
        const row *it = &rows[i];
        const uint32_t shares = (uint32_t)strtoul(it->field[RAW_SHARES], NULL, 10);
        const sked_share_account account = sked_share_account_of(shares);
        must(it->depth == 0 ? SKED_E_UNKNOWN : SKED_OK);
        must(sked_share_add(share, above[it->depth - 1], &account, 0, &number));
        if (it->field[USER][0] == '\0') {
            above[it->depth] = number;
        }
    }
}

static void charge_users(sked_share *share) {
    uint32_t i;
    for (i = 1; i < count; i++) {
        const sked_time usage = (sked_time)strtoull(rows[i].field[RAW_USAGE], NULL, 10);
        if (rows[i].field[USER][0] != '\0') {
            must(sked_share_charge(share, i, usage, 0));
        }
    }
}

int main(int words_count, char **words) {
    static sked_align room[65536 / sizeof(sked_align)];
    const sked_share_settings settings = sked_share_settings_of(ROWS_MAX, HALF_LIFE);
    sked_share share;
    uint32_t account;
    if (words_count != 2 || !read_table(words[1])) {
        return 2;
    }
    must(sked_share_init(&share, &settings, room, sizeof room));
    add_accounts(&share);
    charge_users(&share);
    for (account = sked_share_first(&share); account != SKED_NONE;
         account = sked_share_next(&share, account)) {
        if (rows[account].field[USER][0] != '\0') {
            printf("%s %s %s\n", rows[account].field[ACCOUNT], rows[account].field[USER],
                   rows[account].field[FAIR_SHARE]);
        }
    }
    return 0;
}
