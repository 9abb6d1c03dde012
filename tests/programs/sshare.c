/* sshare.c - the users of a real Slurm in the order of sched_share.h, from Slurm's own table.
 *
 * SPDX-License-Identifier: MIT
 *
 *     sshare -a -P -o Account,User,RawShares,RawUsage,FairShare >TABLE; sshare TABLE
 *
 * It prints users, the most entitled one first: account, user, and Slurm's FairShare. */
#define SKED_IMPLEMENTATION
#include "slurm/shares.h"

int main(int count, char **words) {
    FILE *file = count == 2 ? fopen(words[1], "r") : NULL;
    shares_table table;
    uint32_t account;
    memset(&table, 0, sizeof table);
    if (file == NULL) {
        fputs("sshare: expected a file that is there\n", stderr);
        return 2;
    }
    if (!shares_read(&table, file, "sshare", 0)) {
        fclose(file);
        return 2;
    }
    fclose(file);
    for (account = sked_share_first(&table.share); account != SKED_NONE;
         account = sked_share_next(&table.share, account)) {
        const shares_row *row = &table.row[account];
        if (shares_is_user(row)) {
            printf("%s %s %s\n", row->field[SHARES_ACCOUNT], row->field[SHARES_USER],
                   row->field[SHARES_RANK]);
        }
    }
    shares_forget(&table);
    return 0;
}
