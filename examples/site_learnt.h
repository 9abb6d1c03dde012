/* site_learnt.h: the experience of a site: what it begins with, and the file that keeps it. */
/* SPDX-License-Identifier: MIT */
#ifndef SITE_LEARNT_H_INCLUDED
#define SITE_LEARNT_H_INCLUDED

/* The file is a line of text that names the classes and resources, and then the sealed block. The
   line tells an experience of another site from ours, which the block cannot: it has numbers only.

   Every run of a day begins with a copy of the same block, so that runs can be compared. */

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sched.h"
#include "heap.h"
#include "output.h"
#include "site_file.h"

typedef struct site_learnt {
    char *line;                     /* with its end */
    size_t line_chars, bytes;
    void *block;                    /* sealed */
    int loaded;                     /* from a file */
} site_learnt;

static inline void site_learnt_drop(site_learnt *learnt) {
    free(learnt->line);
    free(learnt->block);
    memset(learnt, 0, sizeof *learnt);
}

static inline int site_learnt_refuse(const char *what, const char *text) {
    fprintf(stderr, "site: %s: %s\n", what, text);
    return 0;
}

/* "experience of NAME GUESS ... on NAME RATING ..." */
static inline int site_learnt_line(const site_file *site, site_learnt *learnt) {
    const size_t room = 64 + 2 * (size_t)SITE_NAMES * (SITE_NAME_CHARS + 24);
    char *line = (char *)malloc(room);
    size_t used;
    uint32_t at;

    learnt->line = line;
    if (line == NULL) {
        return 0;
    }
    used = (size_t)snprintf(line, room, "experience of");
    for (at = 0; at < site->classes.count; at++) {
        used += (size_t)snprintf(line + used, room - used, " %s %" PRId64,
                                 site->classes.name[at].text, site->job_class[at].guess);
    }
    used += (size_t)snprintf(line + used, room - used, " on");
    for (at = 0; at < site->resources.count; at++) {
        used += (size_t)snprintf(line + used, room - used, " %s %" PRIu32,
                                 site->resources.name[at].text, site->resource[at].rating);
    }
    used += (size_t)snprintf(line + used, room - used, " window %" PRId64 "\n", site->window);
    learnt->line_chars = used;
    return 1;
}

/* What is known on the first day: one run of each class without a guess on each resource for which
   the site has a time. */
static inline sked_status site_learnt_first(const site_file *site, sked_experience *experience) {
    sked_status status = SKED_OK;
    uint32_t which, resource;

    for (which = 0; which < site->classes.count; which++) {
        const site_class *kind = &site->job_class[which];
        for (resource = 0; resource < site->resources.count && status == SKED_OK; resource++) {
            if (kind->guess == 0 && kind->times[resource] > 0) {
                status = sked_experience_add(experience, which, resource, kind->times[resource]);
            }
        }
    }
    return status;
}

static inline sked_status site_learnt_new(const site_file *site, sked_experience *experience) {
    sked_experience_settings settings = SKED_ZERO;
    sked_time guesses[SITE_NAMES] = {0};
    uint32_t ratings[SITE_NAMES] = {0}, at;
    sked_status status;

    for (at = 0; at < site->classes.count; at++) {
        guesses[at] = site->job_class[at].guess;
    }
    for (at = 0; at < site->resources.count; at++) {
        ratings[at] = site->resource[at].rating;
    }
    settings.classes = site->classes.count;
    settings.resources = site->resources.count;
    settings.window = (uint32_t)site->window;
    settings.ratings_q10 = ratings;
    settings.guesses = guesses;
    status = sked_experience_create(experience, &settings, heap_mem());
    return status == SKED_OK ? site_learnt_first(site, experience) : status;
}

/* The block of an experience of this site that nothing was loaded into. */
static inline int site_learnt_make(const site_file *site, site_learnt *learnt) {
    sked_experience experience = {0};
    const void *block = NULL;
    sked_status status;

    memset(learnt, 0, sizeof *learnt);
    status = site_learnt_line(site, learnt) ? site_learnt_new(site, &experience) : SKED_E_MEMORY;
    if (status == SKED_OK) {
        status = sked_experience_seal(&experience, &block, &learnt->bytes);
    }
    if (status == SKED_OK) {
        learnt->block = malloc(learnt->bytes);
        status = learnt->block != NULL ? SKED_OK : SKED_E_MEMORY;
    }
    if (status == SKED_OK) {
        memcpy(learnt->block, block, learnt->bytes);
    }
    sked_experience_destroy(&experience);
    return status == SKED_OK || site_learnt_refuse("the experience", sked_status_text(status));
}

/* Opens a copy of the block; what it keeps is *room, to be freed after sked_experience_destroy. */
static inline sked_status site_learnt_open(const site_learnt *learnt, sked_experience *experience,
                                           void **room) {
    *room = malloc(learnt->bytes);
    if (*room == NULL) {
        return SKED_E_MEMORY;
    }
    memcpy(*room, learnt->block, learnt->bytes);
    return sked_experience_open(experience, *room, learnt->bytes);
}

/* Replaces the block by the file's. */
static inline int site_learnt_read(FILE *file, const char *name, site_learnt *learnt) {
    sked_experience experience = {0};
    sked_status status;
    void *room = NULL;
    size_t at;

    for (at = 0; at < learnt->line_chars; at++) {
        if (fgetc(file) != (unsigned char)learnt->line[at]) {
            fprintf(stderr, "site: %s:1:%lu: other classes, guesses, resources or ratings than "
                    "those of the site, expected: %s", name, (unsigned long)at + 1, learnt->line);
            return 0;
        }
    }
    if (fread(learnt->block, 1, learnt->bytes, file) != learnt->bytes || fgetc(file) != EOF) {
        fprintf(stderr, "site: %s:2:1: not as long as the experience of the site, expected %lu "
                "bytes\n", name, (unsigned long)learnt->bytes);
        return 0;
    }
    status = site_learnt_open(learnt, &experience, &room);
    sked_experience_destroy(&experience);
    free(room);
    if (status != SKED_OK) {
        fprintf(stderr, "site: %s:2:1: %s, expected what --experience has saved\n", name,
                sked_status_text(status));
    }
    learnt->loaded = status == SKED_OK;
    return status == SKED_OK;
}

/* A file that is not there yet is none to load. */
static inline int site_learnt_load(const char *name, site_learnt *learnt) {
    FILE *file = fopen(name, "rb");
    int done;

    if (file == NULL) {
        return errno == ENOENT || site_learnt_refuse(name, strerror(errno));
    }
    done = site_learnt_read(file, name, learnt);
    fclose(file);
    return done;
}

static inline void site_learnt_write(FILE *file, const site_learnt *learnt, const void *block,
                                     size_t bytes) {
    fwrite(learnt->line, 1, learnt->line_chars, file);
    fwrite(block, 1, bytes, file);
}

/* Begins to save: the file takes its place when *to is finished. */
static inline int site_learnt_save(output *to, const char *name, const site_learnt *learnt,
                                   sked_experience *experience) {
    const void *block = NULL;
    size_t bytes = 0;

    if (sked_experience_seal(experience, &block, &bytes) != SKED_OK) {
        return site_learnt_refuse(name, "cannot be sealed: there is no memory left");
    }
    if (!output_begin(to, name)) {
        return output_refuse("site", name);
    }
    site_learnt_write(to->file, learnt, block, bytes);
    return 1;
}

#endif
