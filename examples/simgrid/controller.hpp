/* controller.hpp: a queue of sched.h decides for a cluster of hosts, and hears what happens. */
/* SPDX-License-Identifier: MIT */
#ifndef CONTROLLER_HPP_INCLUDED
#define CONTROLLER_HPP_INCLUDED

#include "cluster.hpp"

constexpr sked_time controller_ticks = 1000;    /* a second */
constexpr size_t controller_nobody = SIZE_MAX;

struct controller_kill {
    uint64_t id;
    double at;
};

struct controller_settings {
    queue_policy policy;
    tiers_options tiers;
    uint32_t barriers;
    bool stretch;                   /* estimates are divided by 0.96 */
    std::vector<cluster_change> downs;
    std::vector<controller_kill> kills;
    uint64_t seed;
};

/* What became of a job. */
struct controller_outcome {
    sked_time first_start = SKED_NEVER, start = SKED_NEVER, end = SKED_NEVER;
    sked_time bound = SKED_NEVER;   /* its expected end, of a job in the foreground */
    double clock = 0;               /* SimGrid's, at its end */
};

struct controller_totals {
    uint64_t backgrounded, swapped, restarted, migrated, requeued, overdue, killed;
};

/* Job `at` of the workload has id `at` in the queue. A fault ends the run. */
class controller {
public:
    controller(const controller_settings &settings, const workload &load, cluster &machine)
        : settings_(settings), load_(load), machine_(machine), outcomes_(load.count),
          where_(load.count, OUTSIDE), places_(load.processors),
          words_(SKED_SET_WORDS(load.processors)),
          owners_(2, std::vector<size_t>(load.processors, controller_nobody)),
          off_(load.processors, false), drawn_(drawn()),
          progress_(progress_of("simgrid_cluster", settings.policy.name)) {
        tiers_ = drawn_.tiers;
        tiers_.migration *= controller_ticks;
        tiers_.usage.usage = drawn_.usage_known ? known : nullptr;
        tiers_.usage.ctx = this;
        for (size_t job = 0; job < load.count; job++) {
            submits_.push_back({static_cast<uint64_t>(load.jobs[job].submit),
                                static_cast<uint32_t>(job)});
        }
        sked_sort(submits_.data(), submits_.size());
        for (const cluster_change &down : settings.downs) {
            instants_.insert(instants_.end(), {down.start, down.end});
        }
        for (const controller_kill &kill : settings.kills) {
            instants_.push_back(kill.at);
        }
        std::sort(instants_.begin(), instants_.end());
    }

    /* The model of bench/swil_tiers.h for the same jobs, with the same draws. */
    swil_tiers_settings drawn() const {
        sked_queue_settings queue = SKED_ZERO;
        swil_tiers_settings settings;

        queue_policy_set(&settings_.policy, &queue);
        settings = tiers_settings(&settings_.tiers, &queue, settings_.policy.two_tiers,
                                  settings_.policy.tiers);
        settings.seed = settings_.seed;
        if (!settings_.stretch) {
            settings.loss.low = settings.loss.high = 0;
        }
        return settings;
    }

    /* Runs all jobs, as an actor. Returns whether there was no fault. */
    bool run() {
        sked_queue_settings settings = drawn_.queue;

        settings.processors = load_.processors;
        settings.jobs_max = static_cast<uint32_t>(load_.count);
        told(sked_queue_create(&queue_, &settings, nullptr, heap_mem()), controller_nobody);
        while (gone_ < load_.count && fault_.empty()) {
            const double next = next_instant();

            if (next == cluster_never && machine_.is_idle()) {
                fail("nothing runs, and jobs wait for ever", controller_nobody);
                break;
            }
            happen(machine_.wait(next));
            progress_show(&progress_, gone_, load_.count);
        }
        progress_end(&progress_);
        sked_queue_destroy(&queue_);
        return fault_.empty();
    }

    const std::vector<controller_outcome> &outcomes() const { return outcomes_; }
    const controller_totals &counts() const { return totals_; }
    const std::string &fault() const { return fault_; }

private:
    enum place { OUTSIDE, WAITING, BEHIND, BEFORE, GONE };

    void fail(const std::string &what, size_t job) {
        if (fault_.empty()) {
            fault_ = (job < load_.count ? "job " + std::to_string(load_.jobs[job].id) + ": " : "") +
                     what;
        }
    }

    bool told(sked_status status, size_t job) {
        if (status != SKED_OK) {
            fail(sked_status_text(status), job);
        }
        return status == SKED_OK;
    }

    static uint32_t known(void *ctx, uint64_t id, uint64_t, uint32_t process) {
        const controller *self = static_cast<const controller *>(ctx);

        return swil_tiers_usage(&self->drawn_, id, self->load_.jobs[id].width, process);
    }

    /* ---- What happens, and is reported ------------------------------------------------------- */

    /* The next time at which something happens that no host does, in seconds. */
    double next_instant() const {
        const sked_time pass = sked_queue_next_time(&queue_);
        double next = submitted_ < submits_.size()
                          ? static_cast<double>(submits_[submitted_].key) : cluster_never;

        if (passed_ < instants_.size() && (next == cluster_never || instants_[passed_] < next)) {
            next = instants_[passed_];
        }
        if (pass != SKED_NEVER && pass > now_ &&
            (next == cluster_never || static_cast<double>(pass) / controller_ticks < next)) {
            next = static_cast<double>(pass) / controller_ticks;
        }
        return next;
    }

    /* Reports all of an instant, then plans. A pass that finds jobs on processors that are down is
       followed by another one. */
    void happen(const std::vector<size_t> &ended) {
        now_ = std::llround(s4u::Engine::get_clock() * controller_ticks);
        for (size_t job : ended) {
            end(job);
        }
        report_processors();
        report_submissions();
        report_kills();
        do {
            pass();
        } while (fault_.empty() && requeue_lost());
    }

    void end(size_t job) {
        controller_outcome &became = outcomes_[job];

        became.end = now_;
        became.clock = s4u::Engine::get_clock();
        totals_.overdue += where_[job] == BEFORE && now_ > became.bound;
        leave(job);
        go(job);
        told(sked_queue_finish(&queue_, job, now_), job);
    }

    void go(size_t job) {
        where_[job] = GONE;
        gone_++;
    }

    void report_processors() {
        sked_set one = sked_set_of(words_.data(), load_.processors);

        while (passed_ < instants_.size() && instants_[passed_] * controller_ticks <= now_) {
            passed_++;
        }
        for (uint32_t at = 0; !settings_.downs.empty() && at < load_.processors; at++) {
            if (machine_.is_up(at) == off_[at]) {
                off_[at] = !off_[at];
                sked_set_clear(&one);
                sked_set_add(&one, at);
                told(off_[at] ? sked_queue_down(&queue_, &one, now_)
                              : sked_queue_up(&queue_, &one, now_), controller_nobody);
            }
        }
    }

    void report_submissions() {
        while (submitted_ < submits_.size() &&
               static_cast<sked_time>(submits_[submitted_].key) * controller_ticks <= now_) {
            const uint32_t at = submits_[submitted_++].index;
            const sked_job job = sked_job_of(at, load_.jobs[at].width, estimate(at));

            where_[at] = WAITING;
            told(sked_queue_submit(&queue_, &job, now_), at);
        }
    }

    sked_time estimate(size_t job) const {
        return swil_tiers_estimate(&drawn_, &load_.jobs[job]) * controller_ticks;
    }

    void report_kills() {
        for (const controller_kill &wanted : settings_.kills) {
            if (std::llround(wanted.at * controller_ticks) != now_) {
                continue;
            }
            for (size_t job = 0; job < load_.count; job++) {
                if (load_.jobs[job].id == wanted.id && where_[job] != OUTSIDE &&
                    where_[job] != GONE) {
                    kill(job);
                }
            }
        }
    }

    void kill(size_t job) {
        const bool waits = where_[job] == WAITING;

        outcomes_[job].end = now_;
        outcomes_[job].clock = s4u::Engine::get_clock();
        totals_.killed++;
        machine_.stop(job);
        leave(job);
        go(job);
        told(waits ? sked_queue_cancel(&queue_, job, now_)
                   : sked_queue_finish(&queue_, job, now_), job);
    }

    /* ---- What is decided, and done ----------------------------------------------------------- */

    /* A pass of one tier knows all depths. */
    void pass() {
        sked_set processors = sked_set_of(words_.data(), load_.processors);
        const bool two = settings_.policy.two_tiers;
        sked_status status = two ? sked_tiers_plan(&queue_, &tiers_, now_)
                                 : sked_queue_plan(&queue_, now_);
        sked_action action;

        while (status == SKED_OK && fault_.empty()) {
            status = two ? sked_tiers_next(&queue_, &action, &processors)
                         : sked_queue_next(&queue_, &action, &processors);
            if (status == SKED_OK) {
                obey(action);
            }
        }
        if (status != SKED_DONE) {
            told(status, controller_nobody);
        }
    }

    void obey(const sked_action &action) {
        const size_t job = static_cast<size_t>(action.id);

        switch (action.kind) {
        case SKED_LOST: lost_.push_back(job); break;
        case SKED_START: start(job, BEFORE, action.end); break;
        case SKED_START_BACKGROUND: start(job, BEHIND, action.end); break;
        case SKED_SWAP: swap(job, action.end); break;
        case SKED_RESTART:
            machine_.stop(job);
            leave(job);
            start(job, BEFORE, action.end);
            break;
        case SKED_MIGRATE: migrate(job, action.end); break;
        case SKED_ACTION_CLOSED_: break;
        }
        totals_.backgrounded += action.kind == SKED_START_BACKGROUND;
        totals_.swapped += action.kind == SKED_SWAP;
        totals_.restarted += action.kind == SKED_RESTART;
        totals_.migrated += action.kind == SKED_MIGRATE;
    }

    /* Where the processes of a job are, by the queue. No two jobs have one tier of a processor. */
    void take(size_t job, place where, sked_time bound) {
        const uint32_t width = load_.jobs[job].width;

        where_[job] = where;
        outcomes_[job].bound = bound;
        told(sked_tiers_get_places(&queue_, job, places_.data(), load_.processors), job);
        for (uint32_t at = 0; at < width; at++) {
            size_t &owner = owners_[places_[at].tier][places_[at].processor];

            if (owner != controller_nobody || places_[at].tier != (where == BEHIND)) {
                fail("meets another job on processor " + std::to_string(places_[at].processor),
                     job);
            }
            owner = job;
        }
    }

    void leave(size_t job) {
        for (std::vector<size_t> &tier : owners_) {
            std::replace(tier.begin(), tier.end(), job, controller_nobody);
        }
    }

    void start(size_t job, place where, sked_time bound) {
        const uint32_t width = load_.jobs[job].width;
        std::vector<cluster_process> processes;

        take(job, where, bound);
        for (uint32_t at = 0; at < width; at++) {
            processes.push_back({places_[at].processor,
                                 swil_tiers_usage(&drawn_, job, width, at) / 1000.0, 0, nullptr});
        }
        outcomes_[job].start = now_;
        outcomes_[job].first_start = std::min(outcomes_[job].first_start, now_);
        machine_.start(job, std::move(processes),
                       static_cast<double>(swil_run_time(&load_.jobs[job])), settings_.barriers,
                       where == BEHIND ? cluster_behind : cluster_front);
    }

    void swap(size_t job, sked_time bound) {
        leave(job);
        take(job, BEFORE, bound);
        machine_.swap(job);
    }

    void migrate(size_t job, sked_time bound) {
        std::vector<uint32_t> processors;

        leave(job);
        take(job, BEFORE, bound);
        for (uint32_t at = 0; at < load_.jobs[job].width; at++) {
            processors.push_back(places_[at].processor);
        }
        machine_.move(job, processors, static_cast<double>(drawn_.tiers.migration));
    }

    /* Jobs that have lost a processor start anew, some time. */
    bool requeue_lost() {
        const std::vector<size_t> jobs = std::exchange(lost_, {});

        for (size_t job : jobs) {
            machine_.stop(job);
            leave(job);
            where_[job] = WAITING;
            totals_.requeued++;
            told(sked_queue_requeue(&queue_, job, now_), job);
        }
        return !jobs.empty();
    }

    const controller_settings &settings_;
    const workload &load_;
    cluster &machine_;
    std::vector<controller_outcome> outcomes_;
    std::vector<place> where_;
    std::vector<sked_place> places_;
    std::vector<sked_word> words_;
    std::vector<std::vector<size_t>> owners_;   /* by tier and processor */
    std::vector<bool> off_;                     /* processors that the queue knows as down */
    swil_tiers_settings drawn_;
    progress progress_;
    sked_queue queue_ = SKED_ZERO;
    sked_tiers tiers_;
    sked_time now_ = 0;
    std::vector<sked_pair> submits_;            /* the jobs by submission */
    std::vector<double> instants_;              /* of downs and kills */
    size_t submitted_ = 0, passed_ = 0, gone_ = 0;
    std::vector<size_t> lost_;
    controller_totals totals_ = {};
    std::string fault_;
};

#endif
