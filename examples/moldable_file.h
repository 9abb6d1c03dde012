/* moldable_file.h: files of moldable tasks: one a line, in one of six forms. */
/* SPDX-License-Identifier: MIT */
#ifndef MOLDABLE_FILE_H_INCLUDED
#define MOLDABLE_FILE_H_INCLUDED

/* A line:  id,weight,ready,FORM ... [widths MIN-MAX[:STEP]]
   Words are separated by blanks, a # begins a comment. Decimals become whole numbers of 1/1000, so
   that what is read is what the file says. */

#include <errno.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sched_moldable.h"

#include "booking_words.h"
#include "hostlist.h"

/* Where a task stands, and the first of its times or allotments: their arrays grow, and move. */
typedef struct molding_place {
    unsigned long line, column;     /* of its form                                            */
    size_t first;
} molding_place;

typedef struct molding_tasks {
    names ids;
    sked_moldable_task *tasks;
    molding_place *places;
    sked_time *times;
    sked_moldable_allotment *allotments;
    size_t tasks_room, places_room, times_room, allotments_room;
    size_t times_count, allotments_count;
    uint32_t count;
} molding_tasks;

static inline void molding_tasks_drop(molding_tasks *all) {
    names_drop(&all->ids);
    free(all->tasks);
    free(all->places);
    free(all->times);
    free(all->allotments);
    memset(all, 0, sizeof *all);
}

static inline int molding_no_memory(void) {
    fputs("moldable: out of memory\n", stderr);
    return 0;
}

/* The array, with room for one more at least; NULL: out of memory, and it is as it was. */
static inline void *molding_room(void *array, size_t count, size_t *room, size_t size) {
    const size_t wanted = *room > 0 ? *room * 2 : 64;

    if (array != NULL && count < *room) {
        return array;
    }
    array = wanted > SIZE_MAX / size ? NULL : realloc(array, wanted * size);
    if (array != NULL) {
        *room = wanted;
    }
    return array;
}

static inline int molding_add_time(molding_tasks *all, sked_time time) {
    sked_time *times = (sked_time *)molding_room(all->times, all->times_count, &all->times_room,
                                                  sizeof *times);

    if (times == NULL) {
        return molding_no_memory();
    }
    all->times = times;
    times[all->times_count++] = time;
    return 1;
}

static inline int molding_add_allotment(molding_tasks *all, sked_moldable_allotment allotment) {
    sked_moldable_allotment *allotments = (sked_moldable_allotment *)molding_room(
        all->allotments, all->allotments_count, &all->allotments_room, sizeof *allotments);

    if (allotments == NULL) {
        return molding_no_memory();
    }
    all->allotments = allotments;
    allotments[all->allotments_count++] = allotment;
    return 1;
}

static inline int molding_add_task(molding_tasks *all, const sked_moldable_task *task,
                                    const molding_place *place) {
    sked_moldable_task *tasks;
    molding_place *places;

    tasks = (sked_moldable_task *)molding_room(all->tasks, all->count, &all->tasks_room,
                                                sizeof *tasks);
    if (tasks == NULL) {
        return molding_no_memory();
    }
    all->tasks = tasks;
    places = (molding_place *)molding_room(all->places, all->count, &all->places_room,
                                             sizeof *places);
    if (places == NULL) {
        return molding_no_memory();
    }
    all->places = places;
    tasks[all->count] = *task;
    places[all->count++] = *place;
    return 1;
}

/* ---- Numbers: of the word that was read last ------------------------------------------------- */

/* A decimal with at most three places, in 1/1000. */
static inline int molding_decimal(const char *at, const char *end, uint64_t most,
                                   uint64_t *thousandths) {
    const char *point = (const char *)memchr(at, '.', (size_t)(end - at));
    const char *whole_end = point != NULL ? point : end;
    uint64_t fraction = 0, scale = 1000;

    if (!booking_digits(at, whole_end, most / 1000, thousandths)) {
        return 0;
    }
    if (point != NULL && (end - point > 4 || !booking_digits(point + 1, end, 999, &fraction))) {
        return 0;
    }
    for (at = point != NULL ? point + 1 : end; at < end; at++) {
        scale /= 10;
    }
    *thousandths = *thousandths * 1000 + (point != NULL ? fraction * scale : 0);
    return *thousandths <= most;
}

/* The next word as a decimal; limits and value are in 1/1000. */
static inline int molding_thousandths(booking_words *w, const char *what, uint32_t least,
                                       uint32_t most, uint32_t *value) {
    uint64_t number;
    char expected[96];

    booking_next_word(w);
    if (!molding_decimal(w->word, w->end, most, &number) || number < least) {
        snprintf(expected, sizeof expected, "a number from %" PRIu32 " to %" PRIu32 ".%03" PRIu32
                 " with at most three places", least / 1000, most / 1000, most % 1000);
        return booking_refuse_word(w, what, expected);
    }
    *value = (uint32_t)number;
    return 1;
}

/* The next word as a time that something takes. */
static inline int molding_duration(booking_words *w, const char *what, sked_time *time) {
    uint64_t value = 0;
    const int done = booking_number(w, what, 1, (uint64_t)SKED_TIME_MAX, &value);

    *time = (sked_time)value;
    return done;
}

static inline int molding_width(booking_words *w, const char *what, uint32_t *width) {
    uint64_t value = 0;
    const int done = booking_number(w, what, 1, SKED_MOLDABLE_MAX, &value);

    *width = (uint32_t)value;
    return done;
}

/* ---- Forms ----------------------------------------------------------------------------------- */

/* Is there a word that belongs to a list? `widths` goes on behind it. */
static inline int molding_listed(booking_words *w) {
    const char *before = w->end;

    if (booking_next_word(w) > 0 && !booking_word_is(w, "widths")) {
        w->end = before;                        /* to be read as what it is */
        return 1;
    }
    w->end = before;
    return 0;
}

static inline int molding_read_table(booking_words *w, molding_tasks *all,
                                      sked_moldable_task *task) {
    sked_time time;

    do {
        if (!molding_duration(w, "time", &time) || !molding_add_time(all, time)) {
            return 0;
        }
        task->count++;
    } while (molding_listed(w));
    return 1;
}

/* 4:30: on four processors a time of 30. */
static inline int molding_read_pair(booking_words *w, uint32_t before,
                                     sked_moldable_allotment *allotment) {
    const char *colon;
    uint64_t width, time;

    booking_next_word(w);
    colon = (const char *)memchr(w->word, ':', (size_t)(w->end - w->word));
    if (colon == NULL || !booking_digits(w->word, colon, SKED_MOLDABLE_MAX, &width) || width == 0 ||
        !booking_digits(colon + 1, w->end, (uint64_t)SKED_TIME_MAX, &time) || time == 0) {
        return booking_refuse_word(w, "alternative", "WIDTH:TIME, as 4:30, both from 1 on");
    }
    if (width <= before) {
        return booking_refuse_word(w, "alternative", "widths that rise");
    }
    allotment->width = (uint32_t)width;
    allotment->time = (sked_time)time;
    return 1;
}

static inline int molding_read_alternatives(booking_words *w, molding_tasks *all,
                                             sked_moldable_task *task) {
    sked_moldable_allotment allotment = {0, 0};

    do {
        if (!molding_read_pair(w, allotment.width, &allotment) ||
            !molding_add_allotment(all, allotment)) {
            return 0;
        }
        task->count++;
    } while (molding_listed(w));
    return 1;
}

static inline int molding_read_amdahl(booking_words *w, molding_tasks *all,
                                       sked_moldable_task *task) {
    (void)all;
    return molding_duration(w, "time on one processor", &task->time) &&
           molding_thousandths(w, "sequential part", 0, 1000, &task->sequential_permille);
}

static inline int molding_read_downey(booking_words *w, molding_tasks *all,
                                       sked_moldable_task *task) {
    (void)all;
    return molding_duration(w, "time on one processor", &task->time) &&
           molding_thousandths(w, "average parallelism", 1000, UINT32_MAX,
                               &task->parallelism_permille) &&
           molding_thousandths(w, "variance", 0, UINT32_C(1) << 20, &task->variance_permille);
}

static inline int molding_read_rigid(booking_words *w, molding_tasks *all,
                                      sked_moldable_task *task) {
    (void)all;
    return molding_width(w, "width", &task->width_min) &&
           molding_duration(w, "time", &task->time);
}

static inline int molding_read_divisible(booking_words *w, molding_tasks *all,
                                          sked_moldable_task *task) {
    (void)all;
    return molding_duration(w, "work", &task->time);
}

typedef struct molding_form {
    const char *name;
    int (*read)(booking_words *w, molding_tasks *all, sked_moldable_task *task);
    int widths;                     /* may widths follow: no, without a step, or with one     */
} molding_form;

/* NULL for oracles, which no file has, and where there is no form. */
static inline const molding_form *molding_form_of(int form) {
    static const molding_form table = {.name = "table", .read = molding_read_table, .widths = 2};
    static const molding_form list = {.name = "alt",
                                      .read = molding_read_alternatives,
                                      .widths = 1};
    static const molding_form amdahl = {.name = "amdahl", .read = molding_read_amdahl, .widths = 2};
    static const molding_form downey = {.name = "downey", .read = molding_read_downey, .widths = 2};
    static const molding_form rigid = {.name = "rigid", .read = molding_read_rigid};
    static const molding_form divisible = {.name = "divisible", .read = molding_read_divisible};

    switch ((sked_moldable_form)form) {
    case SKED_MOLDABLE_TABLE: return &table;
    case SKED_MOLDABLE_LIST: return &list;
    case SKED_MOLDABLE_AMDAHL: return &amdahl;
    case SKED_MOLDABLE_DOWNEY: return &downey;
    case SKED_MOLDABLE_RIGID: return &rigid;
    case SKED_MOLDABLE_DIVISIBLE: return &divisible;
    case SKED_MOLDABLE_ORACLE:
    case SKED_MOLDABLE_FORM_CLOSED_: break;
    }
    return NULL;
}

enum { MOLDING_FORMS_MAX = 32 };    /* as many as a mask of them can have                     */

/* The form that the last word names; MOLDING_FORMS_MAX: none. */
static inline int molding_find_form(const booking_words *w) {
    const molding_form *found;
    int form = 0;

    while (form < MOLDING_FORMS_MAX &&
           ((found = molding_form_of(form)) == NULL || !booking_word_is(w, found->name))) {
        form++;
    }
    return form;
}

/* MIN-MAX or MIN-MAX:STEP: the word that was read last. */
static inline int molding_range(const booking_words *w, sked_moldable_task *task) {
    const size_t chars = (size_t)(w->end - w->word);
    const char *dash = (const char *)memchr(w->word, '-', chars);
    const char *colon = (const char *)memchr(w->word, ':', chars);
    uint64_t least, most, step = 1;

    if (dash == NULL || !booking_digits(w->word, dash, SKED_MOLDABLE_MAX, &least) ||
        !booking_digits(dash + 1, colon != NULL ? colon : w->end, SKED_MOLDABLE_MAX, &most) ||
        (colon != NULL && !booking_digits(colon + 1, w->end, SKED_MOLDABLE_MAX, &step))) {
        return 0;
    }
    task->width_min = (uint32_t)least;
    task->width_max = (uint32_t)most;
    task->width_step = (uint32_t)step;
    return least > 0 && least <= most && step > 0;
}

/* The rest of the line behind a form. */
static inline int molding_read_widths(booking_words *w, sked_moldable_task *task) {
    const molding_form *form = molding_form_of((int)task->form);

    if (molding_listed(w) || booking_next_word(w) == 0) {
        return booking_line_ends(w);
    }
    if (form->widths == 0) {
        return booking_refuse(w, "widths of a task that is %s, expected the end of the line",
                              form->name);
    }
    booking_next_word(w);
    if (!molding_range(w, task)) {
        return booking_refuse_word(w, "range of widths", "MIN-MAX or MIN-MAX:STEP, as 1-15:4");
    }
    if (form->widths == 1 && memchr(w->word, ':', (size_t)(w->end - w->word)) != NULL) {
        return booking_refuse_word(w, "range of widths", "no step: alt names its widths");
    }
    return booking_line_ends(w);
}

/* ---- Lines ----------------------------------------------------------------------------------- */

/* Ends the word that comes next at a comma. */
static inline void molding_field(booking_words *w) {
    const char *end;

    booking_next_word(w);
    end = w->end;
    w->end = w->word + strcspn(w->word, ",");
    w->end = w->end < end ? w->end : end;
}

static inline int molding_comma(booking_words *w, const char *what) {
    w->word = w->end + strspn(w->end, " \t\r");
    w->end = w->word + (*w->word == ',');
    return *w->word == ',' ||
           booking_refuse(w, "no comma, expected id,weight,ready,FORM: one behind the %s", what);
}

/* Is the word a name? It is copied. */
static inline int molding_id(const booking_words *w, char *id) {
    const size_t chars = (size_t)(w->end - w->word);
    size_t at;

    for (at = 0; at < chars && hostlist_is_letter(w->word[at]); at++) {
    }
    if (chars == 0 || chars > HOSTLIST_CHARS || at < chars) {
        return 0;
    }
    memcpy(id, w->word, chars);
    id[chars] = '\0';
    return 1;
}

static inline int molding_read_id(booking_words *w, molding_tasks *all) {
    char id[HOSTLIST_CHARS + 1];

    molding_field(w);
    if (!molding_id(w, id)) {
        return booking_refuse_word(w, "id", "1 to 64 letters, digits and signs but []=\"'\\`");
    }
    if (names_find(&all->ids, id) != SKED_NONE) {
        return booking_refuse_word(w, "id", "one that no other task has");
    }
    return (names_add(&all->ids, id) != SKED_NONE || molding_no_memory()) &&
           molding_comma(w, "id");
}

static inline int molding_read_count(booking_words *w, const char *what, uint64_t most,
                                      uint64_t *value) {
    char expected[80];

    molding_field(w);
    if (!booking_digits(w->word, w->end, most, value)) {
        snprintf(expected, sizeof expected, "a whole number from 0 to %" PRIu64, most);
        return booking_refuse_word(w, what, expected);
    }
    return molding_comma(w, what);
}

static inline int molding_read_form(booking_words *w, molding_tasks *all,
                                     sked_moldable_task *task) {
    molding_place place;
    int form;

    booking_next_word(w);
    place.line = w->number;
    place.column = (unsigned long)(w->word - w->line) + 1;
    form = molding_find_form(w);
    if (form == MOLDING_FORMS_MAX) {
        return booking_refuse_word(w, "form", "table, alt, amdahl, downey, rigid or divisible");
    }
    task->form = (sked_moldable_form)form;
    place.first = task->form == SKED_MOLDABLE_TABLE ? all->times_count : all->allotments_count;
    return molding_form_of(form)->read(w, all, task) && molding_read_widths(w, task) &&
           molding_add_task(all, task, &place);
}

static inline int molding_read_task(booking_words *w, molding_tasks *all) {
    sked_moldable_task task;
    uint64_t weight, ready;

    memset(&task, 0, sizeof task);
    if (!molding_read_id(w, all) ||
        !molding_read_count(w, "weight", UINT32_MAX, &weight) ||
        !molding_read_count(w, "ready time", (uint64_t)SKED_TIME_MAX, &ready)) {
        return 0;
    }
    task.weight = (uint32_t)weight;
    task.ready = (sked_time)ready;
    return molding_read_form(w, all, &task);
}

/* Their arrays stay where they are from now on. */
static inline void molding_point_at_lists(molding_tasks *all) {
    uint32_t at;

    for (at = 0; at < all->count; at++) {
        switch (all->tasks[at].form) {
        case SKED_MOLDABLE_TABLE:
            all->tasks[at].times = all->times + all->places[at].first;
            break;
        case SKED_MOLDABLE_LIST:
            all->tasks[at].allotments = all->allotments + all->places[at].first;
            break;
        case SKED_MOLDABLE_AMDAHL:
        case SKED_MOLDABLE_DOWNEY:
        case SKED_MOLDABLE_RIGID:
        case SKED_MOLDABLE_ORACLE:
        case SKED_MOLDABLE_DIVISIBLE:
        case SKED_MOLDABLE_FORM_CLOSED_:
            break;
        }
    }
}

/* A line: a task, or nothing but a comment. */
static inline int molding_read_line(booking_words *w, molding_tasks *all) {
    if (booking_next_word(w) == 0) {
        return 1;
    }
    w->end = w->line;
    return molding_read_task(w, all);
}

/* Reads a file of tasks. The first fault is told, and ends it; there are no tasks then. */
static inline int molding_tasks_read(molding_tasks *all, FILE *file, const char *name) {
    static booking_words w;
    int read, done;

    memset(all, 0, sizeof *all);
    memset(&w, 0, sizeof w);
    w.file = file;
    w.program = "moldable";
    w.name = name;
    do {
        read = booking_read_line(&w);
        done = read == 0 || (read > 0 && molding_read_line(&w, all));
    } while (done && read > 0);
    done = done && w.faults == 0;
    if (done && all->count == 0) {
        done = booking_refuse(&w, "the end, expected a task before it: id,weight,ready,FORM");
    }
    if (!done) {
        molding_tasks_drop(all);
        return 0;
    }
    molding_point_at_lists(all);
    return 1;
}

#endif
