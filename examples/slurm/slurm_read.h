/* slurm_read.h: the picture of a cluster that plan.h wants, read from Slurm by libslurm.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SLURM_READ_H_INCLUDED
#define SLURM_READ_H_INCLUDED

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <slurm/slurm.h>
#include <slurm/slurm_errno.h>

#include "heap.h"
#include "plan.h"

/* A job that is not the kit's to start, and why. */
typedef struct left_job {
    uint64_t id;
    const char *why;
} left_job;

/* What Slurm told, and the picture made of it. Nodes have the numbers of Slurm's table. */
typedef struct mirror {
    const char *partition;          /* NULL: the default one                                  */
    uint32_t sequential;            /* of moldable jobs that do not say: 1/1000               */
    plan_cluster cluster;
    uint32_t nodes;
    char **name;                    /* of each node                                           */
    uint32_t *parent, *leaf;        /* the tree of switches                                   */
    sked_set inside;                /* nodes of the partition                                 */
    job_info_msg_t *jobs;           /* as long as the picture is in use                       */
    reserve_info_msg_t *reservations;
    license_info_msg_t *licences;   /* NULL: no job asks for any                              */
    uint32_t *licences_left;        /* of each of them                                        */
    sked_set unlicensed;            /* records of jobs that wait for a licence                */
    sked_word *words;               /* of the sets of jobs and reservations                   */
    left_job *left;                 /* of the last cycle, by id: each is said once            */
    uint32_t left_count;
} mirror;

static void *must(void *block) {
    if (block == NULL) {
        fprintf(stderr, "sked_slurm: no memory left\n");
        exit(2);
    }
    return block;
}

/* A call of libslurm failed: the daemon is away, say. The caller tries again later. */
static int slurm_refuses(const char *what) {
    fprintf(stderr, "sked_slurm: %s: %s\n", what, slurm_strerror(slurm_get_errno()));
    return 0;
}

/* ---- nodes and switches, once ---------------------------------------------------------------- */

static uint32_t node_of(const mirror *m, const char *name) {
    uint32_t i;
    for (i = 0; i < m->nodes; i++) {
        if (m->name[i] != NULL && strcmp(m->name[i], name) == 0) {
            return i;
        }
    }
    return SKED_NONE;
}

static uint32_t switch_of(const topo_info_response_msg_t *topology, const char *name) {
    uint32_t i;
    for (i = 0; i < topology->record_count; i++) {
        if (strcmp(topology->topo_array[i].name, name) == 0) {
            return i;
        }
    }
    return SKED_NONE;
}

/* Hangs what a switch lists (nodes of a leaf, switches of another) below it. The kit's tree has one
 * way up: the first switch that lists something has it, and a later one is said to be left out. */
static void hang(mirror *m, const topo_info_response_msg_t *topology, uint32_t above) {
    const topo_info_t *from = &topology->topo_array[above];
    hostlist_t list = slurm_hostlist_create(from->level == 0 ? from->nodes : from->switches);
    uint32_t *ups = from->level == 0 ? m->leaf : m->parent;
    int said = 0;
    char *host;
    while ((host = slurm_hostlist_shift(list)) != NULL) {
        const uint32_t i = from->level == 0 ? node_of(m, host) : switch_of(topology, host);
        if (i != SKED_NONE && ups[i] == SKED_NONE) {
            ups[i] = above;
        } else if (i != SKED_NONE && !said) {
            fprintf(stderr, "sked_slurm: topology: %s is below %s and %s: expected one of them; "
                    "the second is left out\n", host, topology->topo_array[ups[i]].name,
                    from->name);
            said = 1;
        }
        free(host);
    }
    slurm_hostlist_destroy(list);
}

/* Nodes that no switch lists hang from one more switch, which nothing leads to. */
static void hang_the_rest(mirror *m, uint32_t spare) {
    uint32_t i, alone = 0;
    for (i = 0; i < m->nodes; i++) {
        if (m->leaf[i] == SKED_NONE) {
            m->leaf[i] = spare;
            alone++;
        }
    }
    m->cluster.shape.switches = spare + (alone > 0);
}

/* Leaves out switches that have no node below them, and numbers the others anew. */
static void drop_empty(mirror *m) {
    const uint32_t count = m->cluster.shape.switches;
    uint32_t *number = (uint32_t *)must(calloc(count + 1, sizeof *number));
    uint32_t i, at, kept = 0;
    for (i = 0; i < m->nodes; i++) {
        for (at = m->leaf[i]; at != SKED_NONE && number[at] == 0; at = m->parent[at]) {
            number[at] = 1;
        }
    }
    for (i = 0; i < count; i++) {
        number[i] = number[i] != 0 ? kept++ : SKED_NONE;
    }
    for (i = 0; i < count; i++) {
        at = m->parent[i];
        if (number[i] != SKED_NONE) {
            m->parent[number[i]] = at == SKED_NONE ? SKED_NONE : number[at];
        }
    }
    for (i = 0; i < m->nodes; i++) {
        m->leaf[i] = number[m->leaf[i]];
    }
    m->cluster.shape.switches = kept;
    free(number);
}

/* What the kit does not take as a tree is one switch with all nodes. */
static void flatten_if_refused(mirror *m) {
    sked_fattree tree;
    const sked_status status = sked_fattree_create(&tree, &m->cluster.shape, heap_mem());
    if (status == SKED_OK) {
        sked_fattree_destroy(&tree);
        return;
    }
    fprintf(stderr, "sked_slurm: topology: %s: expected a tree; all nodes are taken as those of "
            "one switch\n", sked_status_text(status));
    memset(m->leaf, 0, m->nodes * sizeof *m->leaf);
    m->parent[0] = SKED_NONE;
    m->cluster.shape.switches = 1;
}

static int read_switches(mirror *m) {
    topo_info_response_msg_t *topology = NULL;
    uint32_t i, count;
    if (slurm_load_topo(&topology) != SLURM_SUCCESS) {
        return slurm_refuses("the topology");
    }
    count = topology->record_count;
    m->parent = (uint32_t *)must(malloc((count + 1) * sizeof *m->parent));
    m->leaf = (uint32_t *)must(malloc(m->nodes * sizeof *m->leaf));
    memset(m->leaf, 0xff, m->nodes * sizeof *m->leaf);
    memset(m->parent, 0xff, (count + 1) * sizeof *m->parent);
    for (i = 0; i < count; i++) {
        hang(m, topology, i);
    }
    slurm_free_topo_info_msg(topology);
    hang_the_rest(m, count);
    drop_empty(m);
    m->cluster.shape.processors = m->nodes;
    m->cluster.shape.parent = m->parent;
    m->cluster.shape.leaf = m->leaf;
    m->cluster.shape.links = NULL;
    flatten_if_refused(m);
    return 1;
}

/* Adds the nodes of pairs first, last, ... -1, as Slurm lists them. */
static void add_pairs(sked_set *set, const int32_t *pairs) {
    for (; pairs != NULL && pairs[0] >= 0; pairs += 2) {
        int32_t i;
        for (i = pairs[0]; i <= pairs[1]; i++) {
            if ((uint32_t)i < set->size) {
                sked_set_add(set, (uint32_t)i);
            }
        }
    }
}

static int read_partition(mirror *m) {
    partition_info_msg_t *partitions = NULL;
    uint32_t i, found = 0;
    if (slurm_load_partitions(0, &partitions, SHOW_ALL) != SLURM_SUCCESS) {
        return slurm_refuses("the partitions");
    }
    for (i = 0; i < partitions->record_count; i++) {
        const partition_info_t *partition = &partitions->partition_array[i];
        if (m->partition == NULL ? (partition->flags & PART_FLAG_DEFAULT) != 0
                                 : strcmp(m->partition, partition->name) == 0) {
            add_pairs(&m->inside, partition->node_inx);
            m->partition = (const char *)must(strdup(partition->name));
            found++;
            break;
        }
    }
    slurm_free_partition_info_msg(partitions);
    if (found == 0) {
        fprintf(stderr, "sked_slurm: there is no such partition\n");
    }
    return found > 0;
}

/* Reads what does not change: nodes, switches, the partition. */
static int mirror_open(mirror *m) {
    node_info_msg_t *nodes = NULL;
    uint32_t i;
    if (slurm_load_node(0, &nodes, SHOW_ALL) != SLURM_SUCCESS) {
        return slurm_refuses("the nodes");
    }
    m->nodes = nodes->record_count;
    m->name = (char **)must(calloc(m->nodes + 1, sizeof *m->name));
    for (i = 0; i < m->nodes; i++) {
        const char *name = nodes->node_array[i].name;
        m->name[i] = name == NULL ? NULL : (char *)must(strdup(name));
    }
    slurm_free_node_info_msg(nodes);
    m->inside = plan_set(heap_mem(), m->nodes);
    m->cluster.down = plan_set(heap_mem(), m->nodes);
    must(m->inside.words);
    must(m->cluster.down.words);
    return read_switches(m) && read_partition(m);
}

/* ---- what changes: each cycle ---------------------------------------------------------------- */

static int read_nodes(mirror *m) {
    const uint32_t unusable = NODE_STATE_DRAIN | NODE_STATE_NO_RESPOND | NODE_STATE_POWERED_DOWN |
                              NODE_STATE_FAIL | NODE_STATE_POWERING_UP | NODE_STATE_MAINT |
                              NODE_STATE_POWERING_DOWN | NODE_STATE_INVALID_REG;
    node_info_msg_t *nodes = NULL;
    uint32_t i;
    if (slurm_load_node(0, &nodes, SHOW_ALL) != SLURM_SUCCESS) {
        return slurm_refuses("the nodes");
    }
    if (nodes->record_count != m->nodes) {
        fprintf(stderr, "sked_slurm: Slurm has other nodes now; start me again\n");
        exit(3);
    }
    sked_set_fill(&m->cluster.down);
    for (i = 0; i < m->nodes; i++) {
        const uint32_t state = nodes->node_array[i].node_state, base = state & NODE_STATE_BASE;
        if (sked_set_has(&m->inside, i) && (state & unusable) == 0 && base != NODE_STATE_DOWN &&
            base != NODE_STATE_UNKNOWN && base != NODE_STATE_FUTURE) {
            sked_set_remove(&m->cluster.down, i);
        }
    }
    slurm_free_node_info_msg(nodes);
    return 1;
}

/* A number after KEY= in a job's comment; or what stands in for it. */
static uint32_t comment_number(const char *comment, const char *key, uint32_t missing) {
    const char *at = comment == NULL ? NULL : strstr(comment, key);
    unsigned long number = at == NULL ? 0 : strtoul(at + strlen(key), NULL, 10);
    return number == 0 || number > 1000000000 ? missing : (uint32_t)number;
}

/* Minutes as seconds; what is no number of minutes is SKED_NEVER. */
static sked_time limit_of(const job_info_t *record) {
    return record->time_limit >= NO_VAL ? SKED_NEVER : (sked_time)record->time_limit * 60;
}

/* The user may know better than the limit: --comment="seconds=90". */
static sked_time estimate_of(const job_info_t *record) {
    const sked_time limit = limit_of(record);
    const sked_time told = comment_number(record->comment, "seconds=", 0);
    return told > 0 && told < limit ? told : limit;
}

static uint32_t reservation_of(const mirror *m, const job_info_t *record) {
    uint32_t i;
    if (record->resv_name == NULL || record->resv_name[0] == '\0') {
        return SKED_NONE;
    }
    for (i = 0; i < m->reservations->record_count; i++) {
        if (strcmp(m->reservations->reservation_array[i].name, record->resv_name) == 0) {
            return i;
        }
    }
    return SKED_NONE;
}

static int has_text(const char *text) {
    return text != NULL && text[0] != '\0';
}

static int is_pending(const job_info_t *record) {
    return (record->job_state & JOB_STATE_BASE) == JOB_PENDING &&
           (record->job_state & JOB_COMPLETING) == 0;
}

/* ---- whose a job is -------------------------------------------------------------------------- */

/* Who holds a job, or has pinned it to its nodes, is in its AdminComment, which users cannot write:
 *   sked             held by job_submit.lua, or taken back: the kit may release it
 *   sked on NODES    the kit has pinned it there
 *   sked after       released, but not before ten years have gone by: Slurm does not look after the
 *                    dependencies of held jobs
 *   held [...]       somebody has held it: job_submit.lua puts that word in front
 * Slurm's own reason is the same for a hold of the kit and for that of a user. */
static int held_for_us(const job_info_t *record) {
    return record->priority == 0 && record->state_reason != WAIT_HELD &&
           has_text(record->admin_comment) && strcmp(record->admin_comment, "sked") == 0;
}

/* What the kit has written, whoever held the job later. */
static const char *mark_of(const job_info_t *record) {
    const char *mark = has_text(record->admin_comment) ? record->admin_comment : "";
    return mark + (strncmp(mark, "held ", 5) == 0 ? 5 : 0);
}

/* Did the kit name the nodes that the job is pinned to? An administrator's choice is not undone. */
static int pinned_by_us(const job_info_t *record) {
    const char *mark = mark_of(record);
    return has_text(record->req_nodes) && strncmp(mark, "sked on ", 8) == 0 &&
           strcmp(mark + 8, record->req_nodes) == 0;
}

/* What a job asks for that plan.h does not know; NULL: nothing. */
static const char *unknown_wish(const mirror *m, const job_info_t *record) {
    const uint32_t reservation = reservation_of(m, record);
    if (strcmp(record->partition, m->partition) != 0) { return "another partition"; }
    if (has_text(record->req_nodes) && !pinned_by_us(record)) { return "named nodes"; }
    if (has_text(record->exc_nodes)) { return "excluded nodes"; }
    if (has_text(record->features)) { return "features"; }
    if (record->het_job_id != 0) { return "a heterogeneous job"; }
    if (has_text(record->resv_name) && reservation == SKED_NONE) { return "a lost reservation"; }
    if (has_text(record->resv_name) && has_text(record->licenses)) {
        return "licences and a reservation";
    }
    return NULL;
}

/* Nothing but nodes keeps a released job from running: Slurm may start it at any moment. */
static int may_start(const mirror *m, const job_info_t *record) {
    const int in_hand = record->state_reason == WAIT_NO_REASON ||
                        record->state_reason == WAIT_PRIORITY ||
                        record->state_reason == WAIT_RESOURCES;
    return in_hand && !has_text(record->dependency) && record->eligible_time <= m->cluster.now &&
           (has_text(record->req_nodes) ||
            (strcmp(record->partition, m->partition) == 0 && !has_text(record->features) &&
             record->het_job_id == 0 && !has_text(record->resv_name)));
}

/* Is a pending job ours to start? It is held for us, nothing keeps it from running, and it asks for
 * nothing that plan.h does not know. One that is released has its nodes already, or gets some. */
static plan_state pending_state(const mirror *m, const job_info_t *record) {
    if (record->priority != 0) {
        return pinned_by_us(record) || may_start(m, record) ? PLAN_RUNS : PLAN_IGNORED;
    }
    return !held_for_us(record) || unknown_wish(m, record) != NULL ||
                   has_text(record->dependency) || record->eligible_time > m->cluster.now
               ? PLAN_IGNORED
               : PLAN_WAITS;
}

static plan_state state_of(const mirror *m, const job_info_t *record) {
    const uint32_t base = record->job_state & JOB_STATE_BASE;
    if ((record->job_state & JOB_COMPLETING) != 0 || base == JOB_RUNNING || base == JOB_SUSPENDED) {
        return PLAN_RUNS;
    }
    return base == JOB_PENDING ? pending_state(m, record) : PLAN_IGNORED;
}

/* A job that runs, was released, or cleans up behind itself: for a moment more. */
static void read_run(plan_job *job, const job_info_t *record, sked_time now) {
    add_pairs(&job->nodes, record->node_inx);
    if (sked_set_first(&job->nodes) == job->nodes.size) {
        add_pairs(&job->nodes, record->req_node_inx);
    }
    job->start = now;
    if ((record->job_state & JOB_COMPLETING) != 0) {
        job->estimate = job->limit = 2;
    } else if ((record->job_state & JOB_STATE_BASE) == JOB_SUSPENDED) {
        job->estimate = job->limit = SKED_NEVER;    /* nobody knows when it goes on */
    } else if ((record->job_state & JOB_STATE_BASE) != JOB_PENDING && record->start_time < now) {
        job->start = record->suspend_time > record->start_time
                         ? record->suspend_time - record->pre_sus_time
                         : record->start_time;
    }
}

static void read_job(mirror *m, plan_job *job, const job_info_t *record) {
    job->id = record->job_id;
    job->width = record->num_nodes > 0 ? record->num_nodes : 1;
    job->width_max = record->max_nodes > job->width ? record->max_nodes : job->width;
    if (job->width_max > m->nodes) {
        job->width_max = job->width > m->nodes ? job->width : m->nodes;
    }
    job->sequential = comment_number(record->comment, "sequential=", m->sequential);
    job->sequential = job->sequential > 1000 ? 1000 : job->sequential;
    job->limit = limit_of(record);
    job->estimate = estimate_of(record);
    job->reservation = reservation_of(m, record);
    if (job->state == PLAN_RUNS) {
        read_run(job, record, m->cluster.now);
    }
}

/* By submission; Slurm numbers jobs in that order. */
static int earlier(const void *a, const void *b) {
    const plan_job *left = (const plan_job *)a, *right = (const plan_job *)b;
    return left->id < right->id ? -1 : left->id > right->id;
}

/* ---- licences -------------------------------------------------------------------------------- */

/* Reads "NAME:COUNT", with the count 1 if there is none. Returns the licence's index, or SKED_NONE,
 * and moves *text behind it and its comma. */
static uint32_t next_licence(const mirror *m, const char **text, uint32_t *wanted) {
    const size_t whole = strcspn(*text, ",;"), length = strcspn(*text, ":,;");
    const char *name = *text;
    uint32_t i;
    *wanted = name[length] == ':' ? (uint32_t)strtoul(name + length + 1, NULL, 10) : 1;
    *text += whole + (name[whole] != '\0');
    for (i = 0; i < m->licences->num_lic; i++) {
        const char *other = m->licences->lic_array[i].name;
        if (strlen(other) == length && strncmp(other, name, length) == 0) {
            return i;
        }
    }
    return SKED_NONE;
}

/* Takes a job's licences from those that are left. If they do not suffice, none is left for jobs
 * behind it that want the same: small ones would starve it. */
static int take_licences(mirror *m, const job_info_t *record) {
    const char *text;
    uint32_t wanted, i;
    int enough = 1;
    for (text = record->licenses; *text != '\0';) {
        i = next_licence(m, &text, &wanted);
        if (i == SKED_NONE || wanted > m->licences_left[i]) {
            enough = 0;
        } else {
            m->licences_left[i] -= wanted;
        }
    }
    for (text = record->licenses; *text != '\0' && !enough;) {
        i = next_licence(m, &text, &wanted);
        if (i != SKED_NONE) {
            m->licences_left[i] = 0;
        }
    }
    return enough;
}

static int earlier_record(const void *a, const void *b) {
    const job_info_t *left = *(const job_info_t *const *)a, *right = *(const job_info_t *const *)b;
    return left->job_id < right->job_id ? -1 : left->job_id > right->job_id;
}

/* Marks the jobs that wait for a licence. Released jobs have theirs before Slurm counts them. */
static void share_licences(mirror *m, const job_info_t **asking, uint32_t count) {
    sked_set up = plan_set(heap_mem(), m->nodes);
    uint32_t i, round;
    must(up.words);
    sked_set_fill(&up);
    sked_set_andnot(&up, &m->cluster.down);
    for (round = 0; round < 2; round++) {
        for (i = 0; i < count; i++) {
            const job_info_t *record = asking[i];
            const plan_state state = state_of(m, record);
            if (round == 0 && state == PLAN_RUNS && is_pending(record)) {
                take_licences(m, record);
            } else if (round == 1 && state == PLAN_WAITS &&
                       (record->num_nodes > sked_set_count(&up) || !take_licences(m, record))) {
                sked_set_add(&m->unlicensed, (uint32_t)(record - m->jobs->job_array));
            }
        }
    }
    plan_set_free(heap_mem(), &up);
}

/* Asks Slurm for its licences if a job wants some. */
static int read_licences(mirror *m) {
    const uint32_t records = m->jobs->record_count;
    const job_info_t **asking = (const job_info_t **)must(calloc(records + 1, sizeof *asking));
    uint32_t i, count = 0;
    int loaded = 1;
    m->unlicensed = plan_set(heap_mem(), records + 1);
    must(m->unlicensed.words);
    for (i = 0; i < records; i++) {
        if (has_text(m->jobs->job_array[i].licenses)) {
            asking[count++] = &m->jobs->job_array[i];
        }
    }
    if (count > 0) {
        loaded = slurm_load_licenses(0, &m->licences, SHOW_ALL) == SLURM_SUCCESS;
    }
    if (count > 0 && loaded) {
        m->licences_left = (uint32_t *)must(calloc(m->licences->num_lic + 1, sizeof(uint32_t)));
        for (i = 0; i < m->licences->num_lic; i++) {
            const slurm_license_info_t *licence = &m->licences->lic_array[i];
            m->licences_left[i] = licence->available > licence->reserved
                                      ? licence->available - licence->reserved : 0;
        }
        qsort(asking, count, sizeof *asking, earlier_record);
        share_licences(m, asking, count);
    }
    free(asking);
    return loaded;
}

/* ---- the picture ----------------------------------------------------------------------------- */

static void mirror_forget(mirror *m) {
    slurm_free_job_info_msg(m->jobs);
    slurm_free_reservation_info_msg(m->reservations);
    slurm_free_license_info_msg(m->licences);
    plan_set_free(heap_mem(), &m->unlicensed);
    free(m->licences_left);
    free(m->cluster.jobs);
    free(m->cluster.reservations);
    free(m->words);
    m->jobs = NULL;
    m->reservations = NULL;
    m->licences = NULL;
    m->licences_left = NULL;
    m->cluster.jobs = NULL;
    m->cluster.reservations = NULL;
    m->words = NULL;
}

/* Nodes that nobody has, for a job that Slurm starts where it likes as soon as there are enough. If
 * too few are up for it, it gets none. */
static void claim(const mirror *m, plan_job *job, const job_info_t *record, sked_set *busy) {
    sked_set closed = plan_set(heap_mem(), m->nodes);
    uint32_t i, left = job->width;
    must(closed.words);
    add_pairs(&closed, record->exc_node_inx);
    sked_set_or(&closed, &m->cluster.down);
    if (sked_set_count(&closed) + left > m->nodes) {
        left = 0;
    }
    sked_set_or(&closed, busy);
    for (i = 0; i < m->nodes && left > 0; i++) {
        if (!sked_set_has(&closed, i)) {
            sked_set_add(&job->nodes, i);
            left--;
        }
    }
    sked_set_or(busy, &job->nodes);
    plan_set_free(heap_mem(), &closed);
}

/* Jobs that were released without nodes get some: the kit would fill them for ever. */
static void claim_nodes(mirror *m) {
    sked_set busy = plan_set(heap_mem(), m->nodes);
    uint32_t i, k = 0;
    must(busy.words);
    sked_set_or(&busy, &m->cluster.down);
    for (i = 0; i < m->cluster.jobs_count; i++) {
        if (m->cluster.jobs[i].state == PLAN_RUNS) {
            sked_set_or(&busy, &m->cluster.jobs[i].nodes);
        }
    }
    for (i = 0; i < m->jobs->record_count; i++) {
        const job_info_t *record = &m->jobs->job_array[i];
        if (state_of(m, record) != PLAN_IGNORED) {
            plan_job *job = &m->cluster.jobs[k++];
            if (job->state == PLAN_RUNS && sked_set_first(&job->nodes) == job->nodes.size) {
                claim(m, job, record, &busy);
            }
        }
    }
    plan_set_free(heap_mem(), &busy);
}

/* Makes the picture of all records that matter. */
static void make_picture(mirror *m) {
    const uint32_t records = m->jobs->record_count, spans = m->reservations->record_count;
    const uint32_t words = SKED_SET_WORDS(m->nodes);
    plan_cluster *c = &m->cluster;
    uint32_t i;
    c->jobs = (plan_job *)must(calloc(records + 1, sizeof *c->jobs));
    c->reservations = (plan_reservation *)must(calloc(spans + 1, sizeof *c->reservations));
    m->words = (sked_word *)must(calloc((size_t)(records + spans + 1) * words, sizeof(sked_word)));
    c->jobs_count = 0;
    c->reservations_count = spans;
    for (i = 0; i < records; i++) {
        const job_info_t *record = &m->jobs->job_array[i];
        plan_job *job = &c->jobs[c->jobs_count];
        job->state = state_of(m, record);
        if (job->state != PLAN_IGNORED) {
            job->nodes = sked_set_of(m->words + (size_t)i * words, m->nodes);
            read_job(m, job, record);
            if (job->state == PLAN_WAITS && sked_set_has(&m->unlicensed, i)) {
                job->state = PLAN_IGNORED;
            }
            c->jobs_count++;
        }
    }
    claim_nodes(m);
    qsort(c->jobs, c->jobs_count, sizeof *c->jobs, earlier);
    for (i = 0; i < spans; i++) {
        const reserve_info_t *record = &m->reservations->reservation_array[i];
        plan_reservation *reservation = &c->reservations[i];
        reservation->nodes = sked_set_of(m->words + (size_t)(records + i) * words, m->nodes);
        reservation->start = record->start_time;
        reservation->end = record->end_time;
        add_pairs(&reservation->nodes, record->node_inx);
    }
}

/* Takes a picture of what is now. Returns 0 if Slurm does not answer; mirror_forget ends it. */
static int mirror_read(mirror *m) {
    m->cluster.now = time(NULL);
    if (!read_nodes(m)) {
        return 0;
    }
    if (slurm_load_reservations(0, &m->reservations) != SLURM_SUCCESS) {
        return slurm_refuses("the reservations");
    }
    if (slurm_load_jobs(0, &m->jobs, SHOW_ALL) != SLURM_SUCCESS) {
        mirror_forget(m);
        return slurm_refuses("the jobs");
    }
    if (!read_licences(m)) {
        mirror_forget(m);
        return slurm_refuses("the licences");
    }
    make_picture(m);
    return 1;
}

/* The names of a set of nodes, "n[3-6,9]", for the caller to free. */
static char *names_of(const mirror *m, const sked_set *set) {
    hostlist_t list = slurm_hostlist_create(NULL);
    char *text;
    uint32_t i;
    for (i = sked_set_first(set); i < set->size; i = sked_set_next(set, i)) {
        slurm_hostlist_push_host(list, m->name[i]);
    }
    text = slurm_hostlist_ranged_string_malloc(list);
    slurm_hostlist_destroy(list);
    return (char *)must(text);
}

/* Slurm's record of a job of the picture. */
static const job_info_t *record_of(const mirror *m, const plan_job *job) {
    uint32_t i;
    for (i = 0; i < m->jobs->record_count; i++) {
        if (m->jobs->job_array[i].job_id == job->id) {
            return &m->jobs->job_array[i];
        }
    }
    return NULL;
}

#endif
