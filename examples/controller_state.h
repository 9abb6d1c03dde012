/* controller_state.h: what the controller knows, in one arena; and how it outlives a reset. */
/* SPDX-License-Identifier: MIT */
#ifndef CONTROLLER_STATE_H_INCLUDED
#define CONTROLLER_STATE_H_INCLUDED

#include "sched.h"
#include "sched_ar.h"
#include "sched_fattree.h"
#include "sched_moldable.h"

#include "controller_text.h"

/* 48 boards: three chassis of four switches of four boards. */
enum { CONTROLLER_BOARDS = 48, CONTROLLER_SWITCHES = 16, CONTROLLER_LEVELS = 3 };
enum { CONTROLLER_JOBS = 64, CONTROLLER_BOOKINGS = 128, CONTROLLER_WAYS = 4 };
enum { CONTROLLER_ARENA = 64 * 1024, CONTROLLER_KEPT = 96 * 1024 };
enum { CONTROLLER_WORDS = SKED_SET_WORDS((unsigned)CONTROLLER_BOARDS) };

#define CONTROLLER_KIND UINT32_C(0x4B434152)            /* of the seal over all that is saved */
#define CONTROLLER_NEW_JOBS (UINT64_C(1) << 32)         /* their keys begin here: see re-planning */

/* A job, and the ways to run it: so many boards for so many seconds. */
typedef struct controller_job {
    uint64_t id;
    sked_time end;                  /* of its run, by its estimate; 0: it waits               */
    uint32_t ways;                  /* 0: no job is here                                      */
    uint32_t chosen;
    sked_moldable_allotment way[CONTROLLER_WAYS];
} controller_job;

/* What the objects of the kit do not remember. */
typedef struct controller_record {
    uint64_t saves;                 /* so often was this state saved: see controller_save     */
    sked_time now;
    uint64_t submitted;
    controller_job job[CONTROLLER_JOBS];
} controller_record;

typedef struct controller {
    controller_board board;
    controller_line line;
    sked_arena arena;
    controller_record *record;
    sked_ar calendar;               /* of runs to their estimated ends, and of bookings       */
    sked_queue queue;               /* its bookings are the calendar's                        */
    sked_fattree tree;              /* its shape alone: the others know what is free          */
    sked_fattree_picker picker;
    void *search;                   /* scratch of the calendar's searches                     */
    size_t search_bytes;
} controller;

/* Room for all bookings at once, and all boards at work: runs begin now or before, where the
 * calendar begins, and so have but their ends in it, which are half as many records as of spans. */
static const sked_ar_settings controller_calendar = {
    .processors = CONTROLLER_BOARDS, .spans_max = CONTROLLER_BOOKINGS + CONTROLLER_BOARDS / 2,
    .bookings_max = CONTROLLER_BOOKINGS, .horizon = SKED_TIME_MAX};

/* EASY, in the order of keys: those of the last re-planning first, then by submission. */
static const sked_queue_settings controller_queue = {
    .processors = CONTROLLER_BOARDS, .jobs_max = CONTROLLER_JOBS,
    .bookings_max = CONTROLLER_BOOKINGS, .estimate_missing = SKED_REFUSE_MISSING,
    .order = SKED_BY_KEY, .backfill_order = SKED_BY_KEY, .depth = 1, .reservations = SKED_REBUILD};

/* ---- the arena ------------------------------------------------------------------------------- */

static inline void *controller_take(controller *c, size_t bytes) {
    const sked_mem mem = sked_arena_mem(&c->arena);
    return (mem.alloc)(mem.ctx, bytes);
}

/* The tree, and the picker that chooses boards near to each other. */
static inline sked_status controller_make_tree(controller *c) {
    static const uint32_t fan_out[CONTROLLER_LEVELS] = {3, 4, 4};
    uint32_t parent[CONTROLLER_SWITCHES], leaf[CONTROLLER_BOARDS];
    sked_fattree_settings settings;
    sked_fattree_picker_settings picks = {.tree = &c->tree};
    void *scratch = NULL;
    size_t bytes = 0;
    sked_status status =
        sked_fattree_shape(fan_out, CONTROLLER_LEVELS, &settings, parent, leaf);
    if (status == SKED_OK) {
        status = sked_fattree_create(&c->tree, &settings, sked_arena_mem(&c->arena));
    }
    if (status == SKED_OK) {
        status = sked_fattree_picker_bytes(&picks, &bytes);
    }
    if (status == SKED_OK) {
        scratch = controller_take(c, bytes);
        status = scratch == NULL ? SKED_E_MEMORY : SKED_OK;
    }
    return status == SKED_OK ? sked_fattree_picker_init(&c->picker, &picks, scratch, bytes)
                             : status;
}

/* The three blocks that outlive a reset, and how long they are. */
enum { CONTROLLER_BLOCKS = 3 };

typedef struct controller_blocks {
    void *block[CONTROLLER_BLOCKS];         /* record, calendar, queue */
    size_t bytes[CONTROLLER_BLOCKS];
} controller_blocks;

static inline sked_status controller_take_blocks(controller *c, controller_blocks *blocks) {
    sked_status status = sked_ar_bytes(&controller_calendar, &blocks->bytes[1]);
    uint32_t i;
    blocks->bytes[0] = sizeof(controller_record);
    if (status == SKED_OK) {
        status = sked_queue_bytes(&controller_queue, &blocks->bytes[2]);
    }
    for (i = 0; i < CONTROLLER_BLOCKS && status == SKED_OK; i++) {
        blocks->block[i] = controller_take(c, blocks->bytes[i]);
        status = blocks->block[i] == NULL ? SKED_E_MEMORY : SKED_OK;
    }
    c->record = (controller_record *)blocks->block[0];
    return status;
}

/* ---- save, and open again -------------------------------------------------------------------- */

static inline void controller_copy(void *to, const void *from, size_t bytes) {
    unsigned char *target = (unsigned char *)to;
    const unsigned char *source = (const unsigned char *)from;
    while (bytes-- > 0) {
        *target++ = *source++;
    }
}

/* A saved state is one sealed image. There is room for two, which are written in turn: a power cut
 * at any byte spoils the older one at most, and its seal shows that. */
static inline size_t controller_image_bytes(const controller_blocks *blocks) {
    return SKED_SEAL_BYTES + blocks->bytes[0] + blocks->bytes[1] + blocks->bytes[2];
}

/* Where the image of so many saves belongs; NULL: the room is too small. */
static inline unsigned char *controller_image(const controller *c, uint64_t saves, size_t bytes) {
    const size_t half = c->board.kept_bytes / 2 / sizeof(sked_align) * sizeof(sked_align);
    return bytes <= half ? (unsigned char *)c->board.kept + (saves % 2 == 0 ? 0 : half) : NULL;
}

/* Finds the whole image that was saved last.
 * Fails     as sked_seal_check, if there is none. */
static inline sked_status controller_newest(const controller *c, size_t bytes,
                                            const unsigned char **newest) {
    sked_status fault = SKED_E_INCOMPATIBLE;
    uint64_t saves, most = 0;
    uint32_t i;
    *newest = NULL;
    for (i = 0; i < 2; i++) {
        const unsigned char *image = controller_image(c, i, bytes);
        const sked_status status = image == NULL ? SKED_E_BLOCK
                                                 : sked_seal_check(image, bytes, CONTROLLER_KIND);
        if (status == SKED_OK) {
            controller_copy(&saves, image + SKED_SEAL_BYTES, sizeof saves);
            *newest = *newest == NULL || saves > most ? image : *newest;
            most = saves > most ? saves : most;
        } else if (status != SKED_E_INCOMPATIBLE) {
            fault = status;
        }
    }
    return *newest != NULL ? SKED_OK : fault;
}

static inline sked_status controller_save(controller *c) {
    controller_blocks blocks;
    const void *calendar, *queue;
    unsigned char *image, *to;
    sked_status status = sked_ar_seal(&c->calendar, &calendar, &blocks.bytes[1]);
    blocks.bytes[0] = sizeof(controller_record);
    if (status == SKED_OK) {
        status = sked_queue_seal(&c->queue, &queue, &blocks.bytes[2]);
    }
    if (status != SKED_OK) {
        return status;
    }
    image = controller_image(c, c->record->saves + 1, controller_image_bytes(&blocks));
    if (image == NULL) {
        return SKED_E_BLOCK;
    }
    c->record->saves++;
    to = image + SKED_SEAL_BYTES;
    controller_copy(to, c->record, blocks.bytes[0]);
    controller_copy(to + blocks.bytes[0], calendar, blocks.bytes[1]);
    controller_copy(to + blocks.bytes[0] + blocks.bytes[1], queue, blocks.bytes[2]);
    sked_seal(image, controller_image_bytes(&blocks), CONTROLLER_KIND);
    return SKED_OK;
}

static inline sked_status controller_open(controller *c, const controller_blocks *blocks) {
    const unsigned char *from;
    sked_status status = controller_newest(c, controller_image_bytes(blocks), &from);
    uint32_t i;
    if (status != SKED_OK) {
        return status;
    }
    from += SKED_SEAL_BYTES;
    for (i = 0; i < CONTROLLER_BLOCKS; i++) {
        controller_copy(blocks->block[i], from, blocks->bytes[i]);
        from += blocks->bytes[i];
    }
    status = sked_ar_open(&c->calendar, blocks->block[1], blocks->bytes[1]);
    return status != SKED_OK ? status
                             : sked_queue_open(&c->queue, &c->picker.picker, blocks->block[2],
                                               blocks->bytes[2]);
}

static inline sked_status controller_begin(controller *c, const controller_blocks *blocks) {
    sked_status status;
    uint32_t i;
    c->record->saves = 0;
    c->record->now = 0;
    c->record->submitted = 0;
    for (i = 0; i < CONTROLLER_JOBS; i++) {
        c->record->job[i].ways = 0;
    }
    status = sked_ar_init(&c->calendar, &controller_calendar, blocks->block[1], blocks->bytes[1]);
    return status != SKED_OK ? status
                             : sked_queue_init(&c->queue, &controller_queue, &c->picker.picker,
                                               blocks->block[2], blocks->bytes[2]);
}

/* Starts the controller after a reset: with what was saved, or else empty. Whatever *c was before
 * is forgotten; only board->kept counts. *opened tells which.
 * Returns   SKED_OK; or why there can be no controller here: SKED_E_MEMORY iff the arena is too
 *           small. */
static inline sked_status controller_start(controller *c, const controller_board *board,
                                           void *arena, size_t bytes, sked_status *opened) {
    static const controller none;
    controller_blocks blocks = {{NULL, NULL, NULL}, {0, 0, 0}};
    sked_status status;
    *c = none;
    c->board = *board;
    sked_arena_init(&c->arena, arena, bytes);
    status = controller_make_tree(c);
    if (status == SKED_OK) {
        status = controller_take_blocks(c, &blocks);
    }
    if (status != SKED_OK) {
        return status;
    }
    *opened = controller_open(c, &blocks);
    if (*opened != SKED_OK) {
        status = controller_begin(c, &blocks);
    }
    if (status == SKED_OK) {
        status = sked_ar_find_bytes(&c->calendar, &c->search_bytes);
    }
    c->search = status == SKED_OK ? controller_take(c, c->search_bytes) : NULL;
    return status == SKED_OK && c->search == NULL ? SKED_E_MEMORY : status;
}

/* ---- jobs ------------------------------------------------------------------------------------ */

/* The job with this id, or NULL. */
static inline controller_job *controller_job_of(const controller *c, uint64_t id) {
    uint32_t i;
    for (i = 0; i < CONTROLLER_JOBS; i++) {
        if (c->record->job[i].ways > 0 && c->record->job[i].id == id) {
            return &c->record->job[i];
        }
    }
    return NULL;
}

/* A place for a job, or NULL. */
static inline controller_job *controller_place(const controller *c) {
    uint32_t i;
    for (i = 0; i < CONTROLLER_JOBS; i++) {
        if (c->record->job[i].ways == 0) {
            return &c->record->job[i];
        }
    }
    return NULL;
}

static inline int controller_is_overdue(const controller *c, const controller_job *job) {
    return job->ways > 0 && job->end != 0 && job->end <= c->record->now;
}

/* Boards that may be promised: all but those of jobs that should have ended. */
static inline void controller_allowed(const controller *c, sked_set *allowed) {
    sked_word words[CONTROLLER_WORDS];
    sked_set set = sked_set_of(words, CONTROLLER_BOARDS);
    sked_job_info info;
    uint32_t i;
    sked_set_fill(allowed);
    for (i = 0; i < CONTROLLER_JOBS; i++) {
        const controller_job *job = &c->record->job[i];
        if (controller_is_overdue(c, job) &&
            sked_queue_get_job(&c->queue, job->id, &info, &set) == SKED_OK) {
            sked_set_andnot(allowed, &set);
        }
    }
}

#endif
