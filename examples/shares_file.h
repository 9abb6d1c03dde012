/* shares_file.h: accounts with shares, and whose the jobs of a trace are (--shares). */
/* SPDX-License-Identifier: MIT */
#ifndef SHARES_FILE_H_INCLUDED
#define SHARES_FILE_H_INCLUDED

/* A file of lines:

   half-life SECONDS
       of usage; default 604800, a week
   ahead SECONDS
       accounts are ordered as they would be so much later, if all that runs goes on; default 0
   account NAME SHARES [below NAME] [precedence N] [user N ...] [group N ...]
       below an account that comes above, or below the root. Jobs that the trace has of these users
       (field 12) or groups (field 13) are in it; the user counts if both are named
   others SHARES [below NAME]
       the shares of each user that no line names; default 1, below the root. Each has an account,
       "user N". Users that the trace does not know are user 0

   An account that has others below has no users and groups. # begins a comment. */

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "sched_share.h"
#include "swil.h"
#include "workload.h"

#include "booking_words.h"

/* Accounts of lines, and all; users or groups that a file names. */
enum { SHARES_FILE_NAMED = 1024, SHARES_FILE_MOST = 16384, SHARES_FILE_OWNERS = 16384,
       SHARES_FILE_NAME = 32 };

#define SHARES_FILE_SHARES UINT32_C(0x7FFFFFFF)
#define SHARES_FILE_WEEK 604800

typedef struct shares_account {
    char name[SHARES_FILE_NAME];
    sked_share_account settings;
    uint32_t above, depth;          /* depth 0: just below the root */
    int has_owners, has_others;     /* users or groups; others below */
} shares_account;

/* A number of a user or a group, and the account of its jobs. */
typedef struct shares_owner {
    uint32_t number, account;
} shares_owner;

typedef struct shares_owners {
    shares_owner *owner;            /* by number */
    uint32_t count;
} shares_owners;

typedef struct shares_file {
    sked_time half_life, ahead;
    shares_account *accounts;       /* by number; 0 is the root */
    uint32_t count;                 /* with the root; 0: there was no file */
    shares_owners users, groups;    /* of lines */
    shares_owners strays;           /* users that no line names */
    uint32_t others_shares, others_below;
    int has_half_life, has_ahead, has_others;   /* lines that were read */
    uint32_t *account_of;           /* by job */
} shares_file;

static inline void shares_drop(shares_file *self) {
    free(self->accounts);
    free(self->users.owner);
    free(self->groups.owner);
    free(self->strays.owner);
    free(self->account_of);
    memset(self, 0, sizeof *self);
}

/* ---- Reading --------------------------------------------------------------------------------- */

/* The account of a name among those of lines; count: there is none. */
static inline uint32_t shares_find(const shares_file *self, const booking_words *w) {
    uint32_t at = 1;

    while (at < self->count && !booking_word_is(w, self->accounts[at].name)) {
        at++;
    }
    return at;
}

/* The place of the first owner whose number is not below this one. */
static inline uint32_t shares_place(const shares_owners *owners, uint32_t number) {
    uint32_t low = 0, high = owners->count;

    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;

        if (owners->owner[middle].number < number) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* The account of a user or a group; SKED_NONE: it has none. */
static inline uint32_t shares_owned(const shares_owners *owners, uint32_t number) {
    const uint32_t place = shares_place(owners, number);

    return place < owners->count && owners->owner[place].number == number
               ? owners->owner[place].account : SKED_NONE;
}

static inline int shares_number_follows(const booking_words *w) {
    const char next = w->end[strspn(w->end, " \t\r")];

    return next >= '0' && next <= '9';
}

/* Numbers of users or groups, up to a word that is no number. */
static inline int shares_owners_words(booking_words *w, shares_owners *owners, const char *what,
                                      uint32_t least, uint32_t account) {
    uint64_t number;

    do {
        uint32_t place;

        if (!booking_number(w, what, least, UINT32_MAX, &number)) {
            return 0;
        }
        place = shares_place(owners, (uint32_t)number);
        if (place < owners->count && owners->owner[place].number == number) {
            return booking_refuse_word(w, what, "one that no account has");
        }
        if (owners->count == SHARES_FILE_OWNERS) {
            return booking_refuse_word(w, what, "at most 16384 of them");
        }
        memmove(&owners->owner[place + 1], &owners->owner[place],
                (owners->count - place) * sizeof *owners->owner);
        owners->owner[place].number = (uint32_t)number;
        owners->owner[place].account = account;
        owners->count++;
    } while (shares_number_follows(w));
    return 1;
}

/* The name behind `below`. */
static inline int shares_below(shares_file *self, booking_words *w, uint32_t *above) {
    booking_next_word(w);
    *above = shares_find(self, w);
    if (*above == self->count) {
        return booking_refuse_word(w, "account", "the name of an account above");
    }
    if (self->accounts[*above].has_owners) {
        return booking_refuse_word(w, "account", "one without users and groups");
    }
    return 1;
}

static inline int shares_name(const shares_file *self, booking_words *w, shares_account *account) {
    const int chars = booking_next_word(w);

    if (self->count == SHARES_FILE_NAMED) {
        return booking_refuse_word(w, "account", "at most 1023 of them");
    }
    if (chars == 0 || chars >= SHARES_FILE_NAME || shares_find(self, w) < self->count) {
        return booking_refuse_word(w, "account", "a name of at most 31 characters that is new");
    }
    memcpy(account->name, w->word, (size_t)chars);
    return 1;
}

static inline int shares_number(booking_words *w, const char *what, uint32_t most,
                                uint32_t *number) {
    uint64_t value;

    if (!booking_number(w, what, 0, most, &value)) {
        return 0;
    }
    *number = (uint32_t)value;
    return 1;
}

/* What follows the shares of an account: the word that was read last begins it. */
static inline int shares_words(shares_file *self, booking_words *w, shares_account *account) {
    if (booking_word_is(w, "below")) {
        return account->above == SKED_SHARE_ROOT ? shares_below(self, w, &account->above)
                                                 : booking_refuse_word(w, "word", "it once");
    }
    if (booking_word_is(w, "precedence")) {
        return shares_number(w, "precedence", UINT32_MAX, &account->settings.precedence);
    }
    account->has_owners = 1;
    if (booking_word_is(w, "user")) {
        return shares_owners_words(w, &self->users, "user", 0, self->count);
    }
    return booking_word_is(w, "group")
               ? shares_owners_words(w, &self->groups, "group", 1, self->count)
               : booking_refuse_word(w, "word", "below, precedence, user, group, or the end of "
                                                "the line");
}

static inline int shares_line_account(shares_file *self, booking_words *w) {
    shares_account *account = &self->accounts[self->count];

    memset(account, 0, sizeof *account);
    if (!shares_name(self, w, account) ||
        !shares_number(w, "number of shares", SHARES_FILE_SHARES, &account->settings.shares)) {
        return 0;
    }
    while (booking_next_word(w) > 0) {
        if (!shares_words(self, w, account)) {
            return 0;
        }
    }
    self->accounts[account->above].has_others = 1;
    account->depth = account->above == SKED_SHARE_ROOT
                         ? 0 : self->accounts[account->above].depth + 1;
    self->count++;
    return 1;
}

static inline int shares_line_others(shares_file *self, booking_words *w) {
    self->has_others = 1;
    if (!shares_number(w, "number of shares", SHARES_FILE_SHARES, &self->others_shares)) {
        return 0;
    }
    if (booking_next_word(w) > 0 && !booking_word_is(w, "below")) {
        return booking_refuse_word(w, "word", "below, or the end of the line");
    }
    if (w->end == w->word) {
        return 1;
    }
    if (!shares_below(self, w, &self->others_below)) {
        return 0;
    }
    self->accounts[self->others_below].has_others = 1;
    return booking_line_ends(w);
}

/* A time that is at most a half-life, or at least as long as the other: each bounds the other. */
static inline int shares_line_time(shares_file *self, booking_words *w, int is_half_life) {
    const sked_time least = self->ahead > SKED_SHARE_HALF_LIFE_MIN ? self->ahead
                                                                   : SKED_SHARE_HALF_LIFE_MIN;
    uint64_t time;

    if (is_half_life) {
        self->has_half_life = booking_number(w, "half-life", (uint64_t)least,
                                             (uint64_t)SKED_SHARE_HALF_LIFE_MAX, &time);
        self->half_life = self->has_half_life ? (sked_time)time : 0;
        return self->has_half_life && booking_line_ends(w);
    }
    self->has_ahead = booking_number(w, "time ahead", 0, (uint64_t)self->half_life, &time);
    self->ahead = self->has_ahead ? (sked_time)time : 0;
    return self->has_ahead && booking_line_ends(w);
}

static inline int shares_line(shares_file *self, booking_words *w) {
    const int is_half_life = booking_word_is(w, "half-life");

    if (booking_word_is(w, "account")) {
        return shares_line_account(self, w);
    }
    if ((is_half_life && self->has_half_life) || (booking_word_is(w, "ahead") && self->has_ahead) ||
        (booking_word_is(w, "others") && self->has_others)) {
        return booking_refuse_word(w, "line", "it once");
    }
    if (is_half_life || booking_word_is(w, "ahead")) {
        return shares_line_time(self, w, is_half_life);
    }
    return booking_word_is(w, "others")
               ? shares_line_others(self, w)
               : booking_refuse_word(w, "line", "half-life, ahead, account or others as its first "
                                                "word");
}

static inline int shares_lines(shares_file *self, booking_words *w) {
    int read;

    for (read = booking_read_line(w); read > 0; read = booking_read_line(w)) {
        if (booking_next_word(w) > 0 && !shares_line(self, w)) {
            return 0;
        }
    }
    return read == 0;
}

/* ---- Whose the jobs are ---------------------------------------------------------------------- */

static inline uint32_t shares_of_lines(const shares_file *self, const workload_job *job) {
    const uint32_t account = shares_owned(&self->users, job->user);

    return account != SKED_NONE ? account : shares_owned(&self->groups, job->group);
}

static inline int shares_user_order(const void *a, const void *b) {
    const uint32_t first = *(const uint32_t *)a, second = *(const uint32_t *)b;

    return (first > second) - (first < second);
}

/* An account for a user that no line names; they come by rising number. Returns 0: too many. */
static inline int shares_add_user(shares_file *self, uint32_t user) {
    shares_account *account = &self->accounts[self->count];

    if (self->count > SHARES_FILE_MOST) {
        return option_refuse("replay", "--shares: more than %d accounts, expected fewer users that "
                                       "no line names", (int)SHARES_FILE_MOST);
    }
    snprintf(account->name, sizeof account->name, "user %" PRIu32, user);
    account->settings = sked_share_account_of(self->others_shares);
    account->above = self->others_below;
    account->depth = self->others_below == SKED_SHARE_ROOT
                         ? 0 : self->accounts[self->others_below].depth + 1;
    account->has_owners = 1;
    self->strays.owner[self->strays.count].number = user;
    self->strays.owner[self->strays.count++].account = self->count++;
    return 1;
}

/* Accounts for all users that no line names. `users` has room for one of each job. */
static inline int shares_add_users(shares_file *self, const workload *load, uint32_t *users) {
    size_t job, count = 0, at;

    for (job = 0; job < load->count; job++) {
        if (shares_of_lines(self, &load->jobs[job]) == SKED_NONE) {
            users[count++] = load->jobs[job].user;
        }
    }
    qsort(users, count, sizeof *users, shares_user_order);
    for (at = 0; at < count; at++) {
        if ((at == 0 || users[at] != users[at - 1]) && !shares_add_user(self, users[at])) {
            return 0;
        }
    }
    return 1;
}

/* Settles whose the jobs are. Returns 0 after it has said what is wrong. A file for another trace
   is none, so it is only said that nobody has these accounts. */
static inline int shares_settle(shares_file *self, const char *name, const workload *load) {
    size_t job, named = 0;

    self->account_of = (uint32_t *)calloc(load->count + 1, sizeof *self->account_of);
    if (self->account_of == NULL) {
        return option_refuse("replay", "out of memory");
    }
    if (!shares_add_users(self, load, self->account_of)) {
        return 0;
    }
    for (job = 0; job < load->count; job++) {
        const uint32_t account = shares_of_lines(self, &load->jobs[job]);

        named += account != SKED_NONE;
        self->account_of[job] = account != SKED_NONE
                                    ? account : shares_owned(&self->strays, load->jobs[job].user);
    }
    if (named == 0 && self->users.count + self->groups.count > 0) {
        fprintf(stderr, "replay: --shares: %s: no job is of a user or group that it names, so each "
                        "user has an account\n", name);
    }
    return 1;
}

static inline int shares_take_memory(shares_file *self) {
    self->accounts = (shares_account *)calloc(SHARES_FILE_MOST + 1, sizeof *self->accounts);
    self->users.owner = (shares_owner *)calloc(SHARES_FILE_OWNERS, sizeof(shares_owner));
    self->groups.owner = (shares_owner *)calloc(SHARES_FILE_OWNERS, sizeof(shares_owner));
    self->strays.owner = (shares_owner *)calloc(SHARES_FILE_MOST, sizeof(shares_owner));
    return self->accounts != NULL && self->users.owner != NULL && self->groups.owner != NULL &&
           self->strays.owner != NULL;
}

/* Reads the file, and settles whose the jobs of a trace are. Returns 0 after it has said what is
   wrong. */
static inline int shares_read(shares_file *self, const char *name, const workload *load) {
    booking_words w = {.program = "replay", .name = name};
    const int has_memory = shares_take_memory(self);
    int done;

    w.file = has_memory ? fopen(name, "r") : NULL;
    if (w.file == NULL) {
        return option_refuse("replay", "--shares: %s: %s, expected a text file", name,
                             has_memory ? strerror(errno) : "out of memory");
    }
    self->half_life = SHARES_FILE_WEEK;
    self->others_shares = 1;
    self->count = 1;
    done = shares_lines(self, &w);
    fclose(w.file);
    return done && shares_settle(self, name, load);
}

/* ---- Accounts for a replay ------------------------------------------------------------------- */

/* Makes the accounts, without usage. */
static inline sked_status shares_make(const shares_file *self, sked_share *share) {
    sked_share_settings settings = sked_share_settings_of(self->count - 1, self->half_life);
    sked_status status;
    uint32_t at, number;

    settings.ahead = self->ahead;
    status = sked_share_create(share, &settings, heap_mem());
    for (at = 1; at < self->count && status == SKED_OK; at++) {
        status = sked_share_add(share, self->accounts[at].above, &self->accounts[at].settings, 0,
                                &number);
    }
    return status;
}

#endif
