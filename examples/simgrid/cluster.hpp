/* cluster.hpp: the hosts of a cluster in SimGrid, and the processes of jobs that run on them. */
/* SPDX-License-Identifier: MIT */
#ifndef CLUSTER_HPP_INCLUDED
#define CLUSTER_HPP_INCLUDED

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include <simgrid/Exception.hpp>
#include <simgrid/kernel/ProfileBuilder.hpp>
#include <simgrid/s4u.hpp>

namespace s4u = simgrid::s4u;

constexpr double cluster_speed = 1e9;           /* flops a second of each processor */
constexpr double cluster_bandwidth = 125e6;     /* bytes a second of its link */
constexpr double cluster_latency = 50e-6;
constexpr double cluster_front = 24, cluster_behind = 1;    /* priorities */
constexpr double cluster_never = -1;

/* From START to END a processor, or all links, have this share of their speed; 0: it is off. */
struct cluster_change {
    uint32_t processor;
    double start, end, share;
};

/* One process of a job. `exec` is its work up to the next barrier, `left` what that was, or is
   after a move; in flops. */
struct cluster_process {
    uint32_t processor;
    double usage;                   /* share of an empty processor that it uses */
    double left;
    s4u::ExecPtr exec;              /* may have ended; NULL: it had nothing to do */
};

/* A job that runs. A phase is over when all of `active` is: the last of them is waited for, until
   it is, then the one before. So what is waited for is one thing for each job, and each of its
   processes is looked at once in a phase. */
struct cluster_run {
    std::vector<cluster_process> processes;
    std::vector<s4u::ActivityPtr> active;
    double priority;
    double phase;                   /* seconds from barrier to barrier */
    uint32_t phases;                /* still to come after this one */
    bool sends;                     /* messages of a barrier are on their way */
    bool broken;                    /* a host has gone: it will never end */
};

class cluster {
public:
    cluster(uint32_t processors, uint64_t bytes, size_t jobs) : bytes_(bytes), runs_(jobs) {
        zone_ = s4u::create_star_zone("cluster");
        controller_ = zone_->create_host("controller", cluster_speed);
        for (uint32_t at = 0; at < processors; at++) {
            const std::string name = "p" + std::to_string(at);
            s4u::SplitDuplexLink *link =
                zone_->create_split_duplex_link(name, cluster_bandwidth);

            hosts_.push_back(zone_->create_host(name, cluster_speed));
            links_.push_back(link->get_link_up()->set_latency(cluster_latency));
            links_.push_back(link->get_link_down()->set_latency(cluster_latency));
            zone_->add_route(hosts_.back()->get_netpoint(), nullptr, nullptr, nullptr,
                             {{link, s4u::LinkInRoute::Direction::UP}}, true);
        }
    }

    /* Changes of one processor, or of the links, do not overlap. */
    void slow(const std::vector<cluster_change> &changes) {
        for (uint32_t at = 0; at < hosts_.size(); at++) {
            hosts_[at]->set_speed_profile(profile("speed", at, of(changes, at), 1));
        }
    }

    void down(const std::vector<cluster_change> &changes) {
        for (uint32_t at = 0; at < hosts_.size(); at++) {
            hosts_[at]->set_state_profile(profile("state", at, of(changes, at), 1));
        }
    }

    void slow_links(const std::vector<cluster_change> &changes) {
        for (size_t at = 0; at < links_.size(); at++) {
            links_[at]->set_bandwidth_profile(profile("bandwidth", at, changes,
                                                      cluster_bandwidth));
        }
    }

    /* After the last change: nothing can be added any more. */
    s4u::Host *seal() {
        zone_->seal();
        return controller_;
    }

    /* Does nothing run, so that nothing will end? */
    bool is_idle() const { return running_.empty() && resumes_.empty(); }

    bool is_up(uint32_t processor) const { return hosts_[processor]->is_on(); }

    /* Starts a job whose processes use these processors for so many seconds, if they are alone, and
       meet so many times. */
    void start(size_t job, std::vector<cluster_process> processes, double seconds,
               uint32_t barriers, double priority) {
        cluster_run &run = runs_[job];

        run.processes = std::move(processes);
        run.priority = priority;
        run.phase = seconds / (barriers + 1);
        run.phases = barriers + 1;
        run.active.clear();
        run.sends = run.broken = false;
        running_.push_back(job);
        begin_phase(job);
    }

    /* The job goes to the foreground of its processors. */
    void swap(size_t job) {
        runs_[job].priority = cluster_front;
        for (cluster_process &process : runs_[job].processes) {
            if (!is_over(process.exec)) {
                process.exec->update_priority(cluster_front);
            }
        }
    }

    /* Nothing runs for the job any more. */
    void stop(size_t job) {
        for (s4u::ActivityPtr &activity : runs_[job].active) {
            if (!is_over(activity)) {
                activity->cancel();
            }
        }
        runs_[job].active.clear();
        std::erase(running_, job);
        std::erase_if(resumes_, [job](const resume &one) { return one.job == job; });
    }

    /* Moves a job to the foreground of these processors, with what it has done. It goes on after
       so many seconds. */
    void move(size_t job, const std::vector<uint32_t> &processors, double seconds) {
        cluster_run &run = runs_[job];

        for (size_t at = 0; at < processors.size(); at++) {
            cluster_process &process = run.processes[at];

            process.left = is_over(process.exec) ? 0 : process.exec->get_remaining();
            process.processor = processors[at];
        }
        stop(job);
        run.priority = cluster_front;
        resumes_.push_back({s4u::Engine::get_clock() + seconds, job});
    }

    /* Waits until something ends, but not beyond a time (cluster_never: no bound).
       Returns   the jobs that have ended by now. */
    std::vector<size_t> wait(double until) {
        std::vector<size_t> ended;

        for (const resume &one : resumes_) {
            until = until == cluster_never ? one.time : std::min(until, one.time);
        }
        rest(until);
        resume_due();
        for (size_t job : std::vector<size_t>(running_)) {
            if (has_ended(job)) {
                ended.push_back(job);
                std::erase(running_, job);
            }
        }
        return ended;
    }

private:
    struct resume {
        double time;
        size_t job;
    };

    static std::vector<cluster_change> of(const std::vector<cluster_change> &changes,
                                          uint32_t processor) {
        std::vector<cluster_change> own;

        std::copy_if(changes.begin(), changes.end(), std::back_inserter(own),
                     [processor](const cluster_change &one) {
                         return one.processor == processor;
                     });
        return own;
    }

    /* What there is of something, of which there is usually `whole`. */
    static simgrid::kernel::profile::Profile *profile(const char *what, size_t number,
                                                      std::vector<cluster_change> changes,
                                                      double whole) {
        std::string lines;
        char text[128];

        std::sort(changes.begin(), changes.end(),
                  [](const cluster_change &a, const cluster_change &b) {
                      return a.start < b.start;
                  });
        for (const cluster_change &change : changes) {
            snprintf(text, sizeof text, "%.6f %.17g\n%.6f %.17g\n", change.start,
                     change.share * whole, change.end, whole);
            lines += text;
        }
        return simgrid::kernel::profile::ProfileBuilder::from_string(
            what + std::to_string(number), lines, -1);
    }

    /* An execution for what a process has left. Bound and priority must be there before it starts.
       On a host that is off there is none. */
    void execute(cluster_run &run, cluster_process &process) {
        if (!is_up(process.processor)) {
            run.broken = true;
            return;
        }
        process.exec = s4u::Exec::init();
        process.exec->set_flops_amount(process.left);
        process.exec->set_host(hosts_[process.processor]);
        process.exec->set_bound(process.usage * cluster_speed);
        process.exec->set_priority(run.priority);
        process.exec->start();
        run.active.push_back(process.exec);
    }

    void begin_phase(size_t job) {
        cluster_run &run = runs_[job];

        run.phases--;
        run.sends = false;
        for (cluster_process &process : run.processes) {
            process.left = run.phase * process.usage * cluster_speed;
        }
        go_on(job);
    }

    void go_on(size_t job) {
        cluster_run &run = runs_[job];

        if (run.sends) {
            send(job);
            return;
        }
        for (cluster_process &process : run.processes) {
            process.exec = nullptr;
            if (process.left > 0) {
                execute(run, process);
            }
        }
    }

    /* At a barrier each process sends to the next one. */
    void send(size_t job) {
        cluster_run &run = runs_[job];
        const size_t count = run.processes.size();

        run.sends = true;
        for (size_t at = 0; at < count; at++) {
            run.active.push_back(
                s4u::Comm::sendto_async(hosts_[run.processes[at].processor],
                                        hosts_[run.processes[(at + 1) % count].processor],
                                        bytes_));
        }
    }

    void rest(double until) const {
        const double timeout =
            until == cluster_never ? -1 : std::max(0.0, until - s4u::Engine::get_clock());
        std::vector<s4u::ActivityPtr> last;

        for (size_t job : running_) {
            if (!runs_[job].active.empty()) {
                last.push_back(runs_[job].active.back());
            }
        }
        if (last.empty()) {
            s4u::this_actor::sleep_for(std::max(0.0, timeout));
            return;
        }
        try {
            s4u::Activity::wait_any_for(last, timeout);
        } catch (const simgrid::Exception &) {      /* of one that failed: has_ended finds it */
        }
    }

    void resume_due() {
        const double now = s4u::Engine::get_clock() + 1e-6;
        std::vector<resume> due, later;

        for (const resume &one : resumes_) {
            (one.time <= now ? due : later).push_back(one);
        }
        resumes_ = std::move(later);
        for (const resume &one : due) {
            running_.push_back(one.job);
            go_on(one.job);
        }
    }

    static bool has_failed(const s4u::ActivityPtr &activity) {
        return activity->get_state() == s4u::Activity::State::FAILED;
    }

    /* Has it ended, or failed? */
    static bool is_over(const s4u::ActivityPtr &activity) {
        try {
            return activity == nullptr || has_failed(activity) || activity->test();
        } catch (const simgrid::Exception &) {
            return true;
        }
    }

    /* Is a host of the job off? What fails with its host may look as if it had ended. */
    bool has_lost(const cluster_run &run) const {
        return std::any_of(run.processes.begin(), run.processes.end(),
                           [this](const cluster_process &one) { return !is_up(one.processor); });
    }

    /* Begins the next phase of a job, or the messages between, as often as it can. */
    bool has_ended(size_t job) {
        cluster_run &run = runs_[job];

        run.broken = run.broken || has_lost(run);
        for (;;) {
            while (!run.active.empty() && is_over(run.active.back())) {
                run.active.pop_back();
            }
            if (!run.active.empty() || run.broken) {
                return false;
            }
            if (run.phases == 0) {
                return true;
            }
            if (!run.sends && bytes_ > 0 && run.processes.size() > 1) {
                send(job);
            } else {
                begin_phase(job);
            }
        }
    }

    uint64_t bytes_;
    s4u::NetZone *zone_;
    s4u::Host *controller_;
    std::vector<s4u::Host *> hosts_;
    std::vector<s4u::Link *> links_;            /* up and down, of each host */
    std::vector<cluster_run> runs_;             /* by job */
    std::vector<size_t> running_;               /* jobs that do not move just now */
    std::vector<resume> resumes_;               /* those that do */
};

#endif
