/* slurm_read.h: the picture of a cluster that plan.h wants, read from Slurm by libslurm.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef SLURM_READ_H_INCLUDED
#define SLURM_READ_H_INCLUDED

#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <slurm/slurm.h>
#include <slurm/slurm_errno.h>

#include "heap.h"
#include "plan.h"
#include "shares.h"

/* A job that is not the kit's to start, and why. */
typedef struct left_job {
    uint64_t id;
    const char *why;
} left_job;

/* What Slurm told, and the picture made of it. Nodes have the numbers of Slurm's table. What is
 * said anew in each cycle is there as long as its picture is in use. */
typedef struct mirror {
    uint32_t sequential;            /* of moldable jobs that do not say: 1/1000               */
    plan_cluster cluster;
    uint32_t nodes;
    char **name;                    /* of each node                                           */
    uint32_t *parent, *leaf;        /* the tree of switches                                   */
    node_info_msg_t *states;
    partition_info_msg_t *partitions;
    reserve_info_msg_t *reservations;
    license_info_msg_t *licences;   /* NULL: no job asks for any                              */
    uint32_t licence_of[PLAN_QUOTAS_MAX]; /* of each quota: its place among the licences      */
    int by_shares;                  /* are accounts asked for?                                */
    int preempts;                   /* may runs of lower tiers go for others?                 */
    uint16_t preempt_mode;          /* of partitions that do not say                          */
    sked_time kill_wait;            /* so long a run may take until it has gone               */
    uint32_t *unwilling;            /* runs that Slurm did not let go                         */
    uint32_t unwilling_count;
    shares_table shares;
    job_info_msg_t *jobs;
    plan_job *asked;                /* of each of these records: the job that it is           */
    const char **wish;              /* what it asks for that plan.h does not know; NULL:
                                       nothing                                                */
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

/* Reads how runs are preempted. */
static int read_preemption(mirror *m) {
    slurm_conf_t *conf = NULL;
    if (slurm_load_ctl_conf(0, &conf) != SLURM_SUCCESS) {
        return slurm_refuses("the configuration");
    }
    m->preempt_mode = conf->preempt_mode;
    m->kill_wait = conf->kill_wait;
    slurm_free_ctl_conf(conf);
    return 1;
}

/* Reads what does not change: nodes and switches, and the configuration. */
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
    m->cluster.down = plan_set(heap_mem(), m->nodes);
    must(m->cluster.down.words);
    return read_switches(m) && (!m->preempts || read_preemption(m));
}

/* ---- what changes: each cycle ---------------------------------------------------------------- */

static int is_usable(const node_info_t *node) {
    const uint32_t unusable = NODE_STATE_DRAIN | NODE_STATE_NO_RESPOND | NODE_STATE_POWERED_DOWN |
                              NODE_STATE_FAIL | NODE_STATE_POWERING_UP | NODE_STATE_MAINT |
                              NODE_STATE_POWERING_DOWN | NODE_STATE_INVALID_REG;
    const uint32_t base = node->node_state & NODE_STATE_BASE;
    return (node->node_state & unusable) == 0 && base != NODE_STATE_DOWN &&
           base != NODE_STATE_UNKNOWN && base != NODE_STATE_FUTURE;
}

static void read_nodes(mirror *m) {
    uint32_t i;
    if (m->states->record_count != m->nodes) {
        fprintf(stderr, "sked_slurm: Slurm has other nodes now; start me again\n");
        exit(3);
    }
    sked_set_clear(&m->cluster.down);
    for (i = 0; i < m->nodes; i++) {
        if (!is_usable(&m->states->node_array[i])) {
            sked_set_add(&m->cluster.down, i);
        }
    }
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
 *   sked for NODES   the same; these nodes are kept for it, until those that run there are gone
 *   sked on NODES    the kit has pinned it there
 *   sked after       released, but not before ten years have gone by: Slurm does not look after the
 *                    dependencies of held jobs
 *   ... of NODES     behind each of these: the nodes that people have named for it
 *   held [...]       somebody has held it: job_submit.lua puts that word in front
 * Slurm's own reason is the same for a hold of the kit and for that of a user. */
static int held_for_us(const job_info_t *record) {
    const char *mark = has_text(record->admin_comment) ? record->admin_comment : "";
    const int is_ours = strcmp(mark, "sked") == 0 || strncmp(mark, "sked of ", 8) == 0 ||
                        strncmp(mark, "sked for ", 9) == 0;
    return is_ours && record->priority == 0 && record->state_reason != WAIT_HELD;
}

/* What the kit has written, whoever held the job later. */
static const char *mark_of(const job_info_t *record) {
    const char *mark = has_text(record->admin_comment) ? record->admin_comment : "";
    return mark + (strncmp(mark, "held ", 5) == 0 ? 5 : 0);
}

/* The end of a mark: " of NODES"; "": nobody has named any. */
static const char *named_in(const job_info_t *record) {
    const char *mark = mark_of(record), *of = strstr(mark, " of ");
    return of == NULL ? mark + strlen(mark) : of;
}

/* Does Slurm look after what the job depends on? */
static int is_lent(const job_info_t *record) {
    return strncmp(mark_of(record), "sked after", 10) == 0;
}

/* Are nodes kept for a job that waits? */
static int is_kept(const job_info_t *record) {
    return strncmp(mark_of(record), "sked for ", 9) == 0;
}

/* Did the kit name the nodes that the job is pinned to? An administrator's choice is not undone. */
static int pinned_by_us(const job_info_t *record) {
    const char *mark = mark_of(record), *end = named_in(record);
    const size_t length = has_text(record->req_nodes) ? strlen(record->req_nodes) : 0;
    return length > 0 && strncmp(mark, "sked on ", 8) == 0 && end == mark + 8 + length &&
           strncmp(mark + 8, record->req_nodes, length) == 0;
}

/* ---- what a job asks for --------------------------------------------------------------------- */

/* Is a name in a list of names with commas between? */
static int is_listed(const char *list, const char *name, size_t length) {
    while (list != NULL && *list != '\0') {
        const size_t other = strcspn(list, ",");
        if (other == length && strncmp(list, name, length) == 0) {
            return 1;
        }
        list += other + (list[other] == ',');
    }
    return 0;
}

/* Does a node have the features of an expression, names with & and | between? As Slurm reads it,
 * from the left. */
static int has_features(const char *expression, const char *features) {
    int has = 1, both = 1;
    while (expression != NULL && *expression != '\0') {
        const size_t length = strcspn(expression, "&|");
        const int one = is_listed(features, expression, length);
        has = both ? has && one : has || one;
        both = expression[length] != '|';
        expression += length + (expression[length] != '\0');
    }
    return has;
}

/* Has a node what each of a job's nodes must have? */
static int is_fit(const node_info_t *node, const job_info_t *record) {
    const int per_node = (record->pn_min_memory & MEM_PER_CPU) == 0;
    return has_features(record->features, node->features_act) &&
           record->pn_min_cpus <= node->cpus && record->pn_min_tmp_disk <= node->tmp_disk &&
           (!per_node || record->pn_min_memory <= node->real_memory);
}

static const partition_info_t *partition_named(const mirror *m, const char *name) {
    uint32_t i;
    for (i = 0; i < m->partitions->record_count; i++) {
        const partition_info_t *partition = &m->partitions->partition_array[i];
        if (name == NULL ? (partition->flags & PART_FLAG_DEFAULT) != 0
                         : strcmp(name, partition->name) == 0) {
            return partition;
        }
    }
    return NULL;
}

/* What is wrong with the partition of a job; NULL: nothing. */
static const char *partition_wish(const partition_info_t *partition, const job_info_t *record) {
    if (strchr(record->partition, ',') != NULL) { return "several partitions, expected one"; }
    if (partition == NULL) { return "a partition that is gone, expected one that there is"; }
    if (partition->max_share != 0) {
        return "a partition that shares nodes, expected OverSubscribe=EXCLUSIVE";
    }
    if ((partition->state_up & PARTITION_SCHED) == 0) {
        return "a partition that starts nothing, expected State=UP";
    }
    if (record->num_nodes > partition->max_nodes) {
        return "more nodes than its partition's MaxNodes, expected fewer";
    }
    if (record->time_limit < NO_VAL && record->time_limit > partition->max_time) {
        return "more time than its partition's MaxTime, expected less";
    }
    return NULL;
}

/* What else plan.h does not know; NULL: nothing. */
static const char *other_wish(const mirror *m, const job_info_t *record) {
    const int lost = reservation_of(m, record) == SKED_NONE;
    if (record->het_job_id != 0) { return "a heterogeneous job, expected one of one part"; }
    if (record->features != NULL && strpbrk(record->features, "[]()*,") != NULL) {
        return "features with counts or brackets, expected names with & and |";
    }
    if (has_text(record->tres_per_job) || has_text(record->tres_per_node) ||
        has_text(record->tres_per_socket) || has_text(record->tres_per_task)) {
        return "generic resources, expected nodes alone";
    }
    if (record->req_switch > 0) { return "a number of switches, expected any"; }
    if (record->contiguous) { return "contiguous nodes, expected any"; }
    if (has_text(record->resv_name) && lost) { return "a lost reservation, expected another"; }
    return NULL;
}

/* Reads "NAME:COUNT", with the count 1 if there is none. Returns the place among the licences, or
 * SKED_NONE, and moves *text behind it and its comma. */
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

/* The quota of a licence: one that is asked for is one. SKED_NONE: there are too many. */
static uint32_t quota_of(mirror *m, uint32_t licence) {
    uint32_t q = 0;
    while (q < m->cluster.quotas_count && m->licence_of[q] != licence) {
        q++;
    }
    if (q == PLAN_QUOTAS_MAX) {
        return SKED_NONE;
    }
    m->licence_of[q] = licence;
    m->cluster.quotas_count += q == m->cluster.quotas_count;
    return q;
}

/* Reads what a job takes of licences. */
static const char *licence_wish(mirror *m, plan_job *job, const job_info_t *record) {
    const char *text = record->licenses;
    while (has_text(text)) {
        uint32_t wanted, quota;
        const uint32_t licence = next_licence(m, &text, &wanted);
        if (licence == SKED_NONE) { return "a licence that there is none of, expected another"; }
        quota = quota_of(m, licence);
        if (quota == SKED_NONE) { return "one licence more than 16 that are asked for"; }
        job->amounts[quota] += wanted;
    }
    return NULL;
}

/* Reads what a job asks for. Returns what of it plan.h does not know; NULL: nothing. */
static const char *read_wish(mirror *m, plan_job *job, const job_info_t *record) {
    const partition_info_t *partition = partition_named(m, record->partition);
    const char *wish = partition_wish(partition, record), *others = other_wish(m, record);
    const char *licences = licence_wish(m, job, record);
    uint32_t i;
    if (partition != NULL) {
        add_pairs(&job->allowed, partition->node_inx);
        job->width_max = job->width_max < partition->max_nodes ? job->width_max
                                                               : partition->max_nodes;
    }
    for (i = 0; i < m->nodes; i++) {
        if (sked_set_has(&job->allowed, i) && !is_fit(&m->states->node_array[i], record)) {
            sked_set_remove(&job->allowed, i);
        }
    }
    sked_set_clear(&job->required);
    add_pairs(&job->required, record->exc_node_inx);
    sked_set_andnot(&job->allowed, &job->required);
    sked_set_clear(&job->required);
    if (!pinned_by_us(record)) {
        add_pairs(&job->required, record->req_node_inx);
    }
    return wish != NULL ? wish : others != NULL ? others : licences;
}

/* ---- whether a job is ours ------------------------------------------------------------------- */

/* Nothing but nodes keeps a released job from running: Slurm may start it at any moment. */
static int may_start(const mirror *m, uint32_t i) {
    const job_info_t *record = &m->jobs->job_array[i];
    const int in_hand = record->state_reason == WAIT_NO_REASON ||
                        record->state_reason == WAIT_PRIORITY ||
                        record->state_reason == WAIT_RESOURCES;
    return in_hand && !has_text(record->dependency) && record->eligible_time <= m->cluster.now &&
           (has_text(record->req_nodes) || (m->wish[i] == NULL && !has_text(record->resv_name)));
}

/* Is a pending job ours to start? It is held for us, nothing keeps it from running, and it asks for
 * nothing that plan.h does not know. One that is released has its nodes already, or gets some. */
static plan_state pending_state(const mirror *m, uint32_t i) {
    const job_info_t *record = &m->jobs->job_array[i];
    if (record->priority != 0) {
        return pinned_by_us(record) || may_start(m, i) ? PLAN_RUNS : PLAN_IGNORED;
    }
    return !held_for_us(record) || m->wish[i] != NULL || has_text(record->dependency) ||
                   record->eligible_time > m->cluster.now
               ? PLAN_IGNORED
               : PLAN_WAITS;
}

static plan_state state_of(const mirror *m, uint32_t i) {
    const job_info_t *record = &m->jobs->job_array[i];
    const uint32_t base = record->job_state & JOB_STATE_BASE;
    if ((record->job_state & JOB_COMPLETING) != 0 || base == JOB_RUNNING || base == JOB_SUSPENDED) {
        return PLAN_RUNS;
    }
    return base == JOB_PENDING ? pending_state(m, i) : PLAN_IGNORED;
}

/* ---- who may go ------------------------------------------------------------------------------ */

/* Slurm's rule of preempt/partition_prio: it may be requeued, and its partition lets that be. */
static int may_go(const mirror *m, const job_info_t *record) {
    const partition_info_t *partition = partition_named(m, record->partition);
    uint32_t i, mode;
    if (partition == NULL || record->batch_flag == 0 || record->requeue == 0 ||
        has_text(record->resv_name) || record->preemptable_time > m->cluster.now) {
        return 0;
    }
    for (i = 0; i < m->unwilling_count && m->unwilling[i] != record->job_id; i++) {
    }
    mode = partition->preempt_mode == NO_VAL16 ? m->preempt_mode : partition->preempt_mode;
    return i == m->unwilling_count && (mode & PREEMPT_MODE_REQUEUE) != 0;
}

static plan_stay stay_of(const mirror *m, const job_info_t *record) {
    const uint32_t base = record->job_state & JOB_STATE_BASE;
    if ((record->job_state & JOB_COMPLETING) != 0) {
        return PLAN_LEAVES;
    }
    if (base == JOB_PENDING) {
        return pinned_by_us(record) ? PLAN_COMES : PLAN_STAYS;
    }
    return base == JOB_RUNNING && may_go(m, record) ? PLAN_MAY_GO : PLAN_STAYS;
}

/* Reads the nodes that are kept for a job that waits. */
static void read_kept(const mirror *m, plan_job *job, const job_info_t *record) {
    const char *mark = mark_of(record);
    const size_t length = strlen(mark) - strlen(named_in(record));
    char *names = (char *)must(strdup(mark)), *name;
    hostlist_t list;
    names[length] = '\0';
    list = slurm_hostlist_create(names + strlen("sked for "));
    while ((name = slurm_hostlist_shift(list)) != NULL) {
        const uint32_t node = node_of(m, name);
        if (node != SKED_NONE) {
            sked_set_add(&job->booked, node);
        }
        free(name);
    }
    slurm_hostlist_destroy(list);
    free(names);
}

/* Reads what preemption asks for. */
static void read_tier(const mirror *m, plan_job *job, const job_info_t *record) {
    const partition_info_t *partition = partition_named(m, record->partition);
    job->tier = partition == NULL ? 0 : partition->priority_tier;
    job->preempted = record->restart_cnt;
    job->stay = stay_of(m, record);
    if (job->state == PLAN_WAITS && is_kept(record)) {
        read_kept(m, job, record);
    }
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
        memset(job->amounts, 0, sizeof job->amounts);   /* they are back by now */
    } else if ((record->job_state & JOB_STATE_BASE) == JOB_SUSPENDED) {
        job->estimate = job->limit = SKED_NEVER;    /* nobody knows when it goes on */
    } else if ((record->job_state & JOB_STATE_BASE) != JOB_PENDING && record->start_time < now) {
        job->start = record->suspend_time > record->start_time
                         ? record->suspend_time - record->pre_sus_time
                         : record->start_time;
    }
}

/* The number of a job's account and user. */
static uint32_t account_of(const mirror *m, const job_info_t *record) {
    const struct passwd *user = m->by_shares ? getpwuid(record->user_id) : NULL;
    return user == NULL ? SKED_SHARE_ROOT
                        : shares_of(&m->shares, record->account, user->pw_name);
}

static void read_job(mirror *m, plan_job *job, const job_info_t *record) {
    job->id = record->job_id;
    job->width = record->num_nodes > 0 ? record->num_nodes : 1;
    job->width_max = record->max_nodes > job->width ? record->max_nodes : job->width;
    job->sequential = comment_number(record->comment, "sequential=", m->sequential);
    job->sequential = job->sequential > 1000 ? 1000 : job->sequential;
    job->limit = limit_of(record);
    job->estimate = estimate_of(record);
    job->account = account_of(m, record);
    job->reservation = reservation_of(m, record);
}

/* By tier, if there are any, and then by submission; Slurm numbers jobs in that order. */
static int earlier(const void *a, const void *b) {
    const plan_job *left = (const plan_job *)a, *right = (const plan_job *)b;
    if (left->tier != right->tier) {
        return left->tier > right->tier ? -1 : 1;
    }
    return left->id < right->id ? -1 : left->id > right->id;
}

/* ---- the picture ----------------------------------------------------------------------------- */

static void mirror_forget(mirror *m) {
    slurm_free_job_info_msg(m->jobs);
    slurm_free_reservation_info_msg(m->reservations);
    slurm_free_license_info_msg(m->licences);
    slurm_free_partition_info_msg(m->partitions);
    slurm_free_node_info_msg(m->states);
    shares_forget(&m->shares);
    m->cluster.share = NULL;
    free(m->asked);
    free(m->wish);
    free(m->cluster.jobs);
    free(m->cluster.reservations);
    free(m->words);
    m->jobs = NULL;
    m->reservations = NULL;
    m->licences = NULL;
    m->partitions = NULL;
    m->states = NULL;
    m->asked = NULL;
    m->wish = NULL;
    m->cluster.jobs = NULL;
    m->cluster.reservations = NULL;
    m->words = NULL;
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

/* Nodes that nobody has, beside those that are named, for a job that Slurm starts where it likes as
 * soon as there are enough. If too few are up for it, it gets none. */
static void claim(const mirror *m, plan_job *job, sked_set *busy) {
    sked_set open = plan_set(heap_mem(), m->nodes);
    uint32_t i, left = job->width - sked_set_count(&job->nodes);
    must(open.words);
    sked_set_or(&open, &job->allowed);
    sked_set_andnot(&open, &m->cluster.down);
    if (sked_set_count(&open) < job->width) {
        left = 0;
    }
    sked_set_andnot(&open, busy);
    for (i = sked_set_first(&open); i < m->nodes && left > 0; i = sked_set_next(&open, i)) {
        sked_set_add(&job->nodes, i);
        left--;
    }
    sked_set_or(busy, &job->nodes);
    plan_set_free(heap_mem(), &open);
}

/* Jobs that were released without all their nodes get some: the kit would fill them for ever. */
static void claim_nodes(mirror *m) {
    sked_set busy = plan_set(heap_mem(), m->nodes);
    uint32_t i;
    must(busy.words);
    for (i = 0; i < m->cluster.jobs_count; i++) {
        if (m->cluster.jobs[i].state == PLAN_RUNS) {
            sked_set_or(&busy, &m->cluster.jobs[i].nodes);
        }
    }
    for (i = 0; i < m->cluster.jobs_count; i++) {
        plan_job *job = &m->cluster.jobs[i];
        if (job->state == PLAN_RUNS && sked_set_count(&job->nodes) < job->width &&
            is_pending(record_of(m, job))) {
            claim(m, job, &busy);
        }
    }
    plan_set_free(heap_mem(), &busy);
}

/* How much of each licence the jobs of the picture can have: not what others use, or reserve. */
static void read_capacities(mirror *m) {
    uint32_t q, i;
    for (q = 0; q < m->cluster.quotas_count; q++) {
        const slurm_license_info_t *licence = &m->licences->lic_array[m->licence_of[q]];
        uint64_t ours = 0, theirs;
        for (i = 0; i < m->jobs->record_count; i++) {
            if (m->asked[i].state == PLAN_RUNS && !is_pending(&m->jobs->job_array[i])) {
                ours += m->asked[i].amounts[q];
            }
        }
        theirs = licence->reserved + (licence->in_use > ours ? licence->in_use - ours : 0);
        m->cluster.capacities[q] = licence->total > theirs
                                       ? (uint32_t)(licence->total - theirs) : 0;
    }
}

/* Reads a record, whosever it is. */
static void read_record(mirror *m, uint32_t i) {
    const job_info_t *record = &m->jobs->job_array[i];
    const uint32_t words = SKED_SET_WORDS(m->nodes);
    plan_job *job = &m->asked[i];
    job->nodes = sked_set_of(m->words + (size_t)(4 * i) * words, m->nodes);
    job->allowed = sked_set_of(m->words + (size_t)(4 * i + 1) * words, m->nodes);
    job->required = sked_set_of(m->words + (size_t)(4 * i + 2) * words, m->nodes);
    job->booked = sked_set_of(m->words + (size_t)(4 * i + 3) * words, m->nodes);
    read_job(m, job, record);
    m->wish[i] = read_wish(m, job, record);
    job->state = state_of(m, i);
    if (job->state == PLAN_RUNS) {
        read_run(job, record, m->cluster.now);
    }
    if (m->preempts) {
        read_tier(m, job, record);
    }
}

static void read_spans(mirror *m) {
    const uint32_t records = m->jobs->record_count, spans = m->reservations->record_count;
    const uint32_t words = SKED_SET_WORDS(m->nodes);
    uint32_t i;
    m->cluster.reservations_count = spans;
    for (i = 0; i < spans; i++) {
        const reserve_info_t *record = &m->reservations->reservation_array[i];
        plan_reservation *reservation = &m->cluster.reservations[i];
        reservation->nodes = sked_set_of(m->words + (size_t)(4 * records + i) * words, m->nodes);
        reservation->start = record->start_time;
        reservation->end = record->end_time;
        add_pairs(&reservation->nodes, record->node_inx);
    }
}

/* Makes the picture of all records that matter. */
static void make_picture(mirror *m) {
    const uint32_t records = m->jobs->record_count, spans = m->reservations->record_count;
    const size_t sets = (size_t)4 * records + spans + 1;
    plan_cluster *c = &m->cluster;
    uint32_t i;
    c->jobs = (plan_job *)must(calloc(records + 1, sizeof *c->jobs));
    c->reservations = (plan_reservation *)must(calloc(spans + 1, sizeof *c->reservations));
    m->asked = (plan_job *)must(calloc(records + 1, sizeof *m->asked));
    m->wish = (const char **)must(calloc(records + 1, sizeof *m->wish));
    m->words = (sked_word *)must(calloc(sets * SKED_SET_WORDS(m->nodes), sizeof(sked_word)));
    read_nodes(m);
    c->jobs_count = 0;
    c->quotas_count = 0;
    for (i = 0; i < records; i++) {
        read_record(m, i);
        if (m->asked[i].state != PLAN_IGNORED) {
            c->jobs[c->jobs_count++] = m->asked[i];
        }
    }
    read_capacities(m);
    claim_nodes(m);
    qsort(c->jobs, c->jobs_count, sizeof *c->jobs, earlier);
    read_spans(m);
}

/* Asks Slurm for its licences if a job wants some. */
static int load_licences(mirror *m) {
    uint32_t i = 0;
    while (i < m->jobs->record_count && !has_text(m->jobs->job_array[i].licenses)) {
        i++;
    }
    return i == m->jobs->record_count ||
           slurm_load_licenses(0, &m->licences, SHOW_ALL) == SLURM_SUCCESS;
}

/* Asks Slurm's own program for shares and usage: libslurm has no call for them. */
static int load_shares(mirror *m) {
    FILE *table = m->by_shares ? popen("sshare -a -P -o " SHARES_COLUMNS, "r") : NULL;
    int fine;
    if (!m->by_shares || table == NULL) {
        return !m->by_shares;
    }
    fine = shares_read(&m->shares, table, "sked_slurm: sshare", m->cluster.now);
    m->cluster.share = &m->shares.share;
    return pclose(table) == 0 && fine;
}

/* What Slurm does not say; NULL: it says all. */
static const char *load_all(mirror *m) {
    if (slurm_load_node(0, &m->states, SHOW_ALL) != SLURM_SUCCESS) { return "the nodes"; }
    if (slurm_load_partitions(0, &m->partitions, SHOW_ALL) != SLURM_SUCCESS) {
        return "the partitions";
    }
    if (slurm_load_reservations(0, &m->reservations) != SLURM_SUCCESS) {
        return "the reservations";
    }
    if (slurm_load_jobs(0, &m->jobs, SHOW_ALL) != SLURM_SUCCESS) { return "the jobs"; }
    return load_licences(m) ? NULL : "the licences";
}

/* Takes a picture of what is now. Returns 0 if Slurm does not answer; mirror_forget ends it. */
static int mirror_read(mirror *m) {
    const char *missing;
    m->cluster.now = time(NULL);
    missing = load_all(m);
    if (missing != NULL) {
        mirror_forget(m);
        return slurm_refuses(missing);
    }
    if (!load_shares(m)) {
        mirror_forget(m);
        return 0;
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

#endif
