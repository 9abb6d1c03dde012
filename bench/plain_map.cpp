// plain_map.cpp: the well-known fast min-min and max-min variants, to compare with.
// SPDX-License-Identifier: MIT
#include "plain_map.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

namespace {

typedef std::pair<int64_t, uint32_t> keyed_job; // orders by key, then by lowest job

const int64_t never = std::numeric_limits<int64_t>::max();

struct choice {
    int64_t completion;
    uint32_t machine;
};

// The table and the partial plan; what every variant shares.
struct plan {
    const int64_t *times;
    uint32_t jobs;
    uint32_t machines;
    uint32_t *machine_of;
    std::vector<int64_t> load; // per machine: when it has finished what it was given

    plan(const int64_t *table, uint32_t job_count, uint32_t machine_count, uint32_t *out)
        : times(table), jobs(job_count), machines(machine_count), machine_of(out),
          load(machine_count, 0) {
    }

    const int64_t *row(uint32_t job) const {
        return times + static_cast<size_t>(job) * machines;
    }

    int64_t earliest(const int64_t *time, uint32_t from, uint32_t to) const {
        const int64_t *busy = load.data();
        int64_t low = never;
        for (uint32_t k = from; k < to; k++) {
            low = std::min(low, busy[k] + time[k]);
        }
        return low;
    }

    // Two passes, because compilers vectorise a minimum but not a minimum with its index.
    choice best(uint32_t job) const {
        const int64_t *time = row(job);
        choice found = {earliest(time, 0, machines), 0};
        while (load[found.machine] + time[found.machine] != found.completion) {
            found.machine++;
        }
        return found;
    }

    void assign(uint32_t job, uint32_t machine) {
        machine_of[job] = machine;
        load[machine] += row(job)[machine];
    }

    int64_t makespan() const {
        return *std::max_element(load.begin(), load.end());
    }
};

// Naive: every step looks at every waiting job on every machine.
template <bool longest>
int64_t naive(const int64_t *times, uint32_t jobs, uint32_t machines,
              uint32_t *machine_of) noexcept {
    plan p(times, jobs, machines, machine_of);
    std::vector<uint32_t> waiting(jobs);
    for (uint32_t i = 0; i < jobs; i++) {
        waiting[i] = i;
    }
    while (!waiting.empty()) {
        size_t at = 0;
        choice chosen = p.best(waiting[0]);
        for (size_t j = 1; j < waiting.size(); j++) {
            const choice c = p.best(waiting[j]);
            if (longest ? c.completion > chosen.completion : c.completion < chosen.completion) {
                chosen = c;
                at = j;
            }
        }
        p.assign(waiting[at], chosen.machine);
        waiting.erase(waiting.begin() + static_cast<std::ptrdiff_t>(at));
    }
    return p.makespan();
}

// The waiting jobs in ascending order with their best machines, as parallel arrays so that scans
// are vectorised. A job that left keeps its place, with a key that never wins, until an eighth has
// left.
struct waiting_list {
    std::vector<int64_t> key;
    std::vector<uint32_t> machine;
    std::vector<uint32_t> job;
    size_t gone;

    explicit waiting_list(const plan &p) : key(p.jobs), machine(p.jobs), job(p.jobs), gone(0) {
        for (uint32_t i = 0; i < p.jobs; i++) {
            const choice c = p.best(i);
            key[i] = c.completion;
            machine[i] = c.machine;
            job[i] = i;
        }
    }

    size_t first_of(int64_t wanted) const {
        return static_cast<size_t>(std::find(key.begin(), key.end(), wanted) - key.begin());
    }

    void remove(size_t at, int64_t losing_key, uint32_t no_machine) {
        key[at] = losing_key;
        machine[at] = no_machine;
        gone++;
        if (gone * 8 > key.size()) {
            compact(no_machine);
        }
    }

    void compact(uint32_t no_machine) {
        size_t kept = 0;
        for (size_t j = 0; j < key.size(); j++) {
            if (machine[j] != no_machine) {
                key[kept] = key[j];
                machine[kept] = machine[j];
                job[kept] = job[j];
                kept++;
            }
        }
        key.resize(kept);
        machine.resize(kept);
        job.resize(kept);
        gone = 0;
    }
};

template <bool longest> int64_t extreme(const std::vector<int64_t> &values) {
    int64_t found = longest ? -1 : never;
    for (size_t j = 0; j < values.size(); j++) {
        found = longest ? std::max(found, values[j]) : std::min(found, values[j]);
    }
    return found;
}

// Cached best machine: loads only grow, so a job's best machine stays its best until that very
// machine is given a job; only the jobs whose best machine was hit are evaluated again.
template <bool longest>
int64_t cached(const int64_t *times, uint32_t jobs, uint32_t machines,
               uint32_t *machine_of) noexcept {
    plan p(times, jobs, machines, machine_of);
    waiting_list list(p);
    for (uint32_t done = 0; done < jobs; done++) {
        const size_t at = list.first_of(extreme<longest>(list.key));
        const uint32_t hit = list.machine[at];
        p.assign(list.job[at], hit);
        list.remove(at, longest ? -1 : never, machines);
        for (size_t j = 0; j < list.machine.size(); j++) {
            if (list.machine[j] == hit) {
                const choice c = p.best(list.job[j]);
                list.key[j] = c.completion;
                list.machine[j] = c.machine;
            }
        }
    }
    return p.makespan();
}

// Per machine, the jobs by ascending time on it, and the first one that still waits: the head.
struct sorted_columns {
    std::vector<uint32_t> order;     // machine-major
    std::vector<size_t> next;        // per machine: place of its head in order
    std::vector<uint32_t> head;      // per machine: the job there
    std::vector<int64_t> completion; // per machine: of its head

    explicit sorted_columns(const plan &p)
        : order(static_cast<size_t>(p.jobs) * p.machines), next(p.machines), head(p.machines),
          completion(p.machines) {
        std::vector<keyed_job> column(p.jobs);
        for (uint32_t k = 0; k < p.machines; k++) {
            for (uint32_t i = 0; i < p.jobs; i++) {
                column[i] = keyed_job(p.row(i)[k], i);
            }
            std::sort(column.begin(), column.end());
            next[k] = static_cast<size_t>(k) * p.jobs;
            for (uint32_t i = 0; i < p.jobs; i++) {
                order[next[k] + i] = column[i].second;
            }
        }
    }

    void skip(const plan &p, const std::vector<char> &assigned, uint32_t k) {
        while (assigned[order[next[k]]]) {
            next[k]++;
        }
        head[k] = order[next[k]];
        completion[k] = p.load[k] + p.row(head[k])[k];
    }

    // The machine of the least (completion, job, machine).
    uint32_t least() const {
        const int64_t low = extreme<false>(completion);
        uint32_t found = 0;
        while (completion[found] != low) {
            found++;
        }
        for (uint32_t k = found + 1; k < completion.size(); k++) {
            if (completion[k] == low && head[k] < head[found]) {
                found = k;
            }
        }
        return found;
    }
};

// Sorted columns (Ezzatti, Pedemonte, Martin 2013): on one machine the least completion is the
// least time, so a step compares one head per machine. O(n m log n) in all.
int64_t sorted(const int64_t *times, uint32_t jobs, uint32_t machines,
               uint32_t *machine_of) noexcept {
    plan p(times, jobs, machines, machine_of);
    std::vector<char> assigned(jobs, 0);
    sorted_columns columns(p);
    for (uint32_t k = 0; k < machines && jobs > 0; k++) {
        columns.skip(p, assigned, k);
    }
    for (uint32_t left = jobs; left > 0; left--) {
        const uint32_t hit = columns.least();
        const uint32_t job = columns.head[hit];
        p.assign(job, hit);
        assigned[job] = 1;
        for (uint32_t k = 0; k < machines && left > 1; k++) {
            if (columns.head[k] == job) {
                columns.skip(p, assigned, k);
            }
        }
    }
    return p.makespan();
}

// Puts a larger key in the place of the least one; the standard library has only pop, then push.
void replace_least(std::vector<keyed_job> &heap, keyed_job entry) {
    const size_t size = heap.size();
    size_t at = 0;
    for (size_t child = 1; child < size; child = 2 * at + 1) {
        if (child + 1 < size && heap[child + 1] < heap[child]) {
            child++;
        }
        if (!(heap[child] < entry)) {
            break;
        }
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = entry;
}

// Lazy heap: completions only grow, so an old one is a lower bound; only the least is brought up to
// date, and when it already was, nobody can be below it.
int64_t lazy(const int64_t *times, uint32_t jobs, uint32_t machines,
             uint32_t *machine_of) noexcept {
    plan p(times, jobs, machines, machine_of);
    std::vector<keyed_job> heap(jobs);
    for (uint32_t i = 0; i < jobs; i++) {
        const choice c = p.best(i);
        heap[i] = keyed_job(c.completion, i);
        machine_of[i] = c.machine;
    }
    std::make_heap(heap.begin(), heap.end(), std::greater<keyed_job>());
    while (!heap.empty()) {
        const keyed_job least = heap.front();
        const uint32_t job = least.second;
        const uint32_t machine = machine_of[job];
        if (p.load[machine] + p.row(job)[machine] == least.first) {
            p.assign(job, machine);
            std::pop_heap(heap.begin(), heap.end(), std::greater<keyed_job>());
            heap.pop_back();
        } else {
            const choice c = p.best(job);
            machine_of[job] = c.machine;
            replace_least(heap, keyed_job(c.completion, job));
        }
    }
    return p.makespan();
}

struct shorter_then_later {
    bool operator()(const keyed_job &a, const keyed_job &b) const {
        return a.first != b.first ? a.first < b.first : a.second > b.second;
    }
};

// Per machine, the jobs it is best for: by descending time, and by the load at which it may lose
// them.
struct threshold_groups {
    std::vector<std::vector<keyed_job>> longest;
    std::vector<std::vector<keyed_job>> threshold;
    std::vector<int64_t> completion; // per machine: of its longest job, or -1
    std::vector<uint32_t> best;      // per job; machines = none yet, or assigned

    explicit threshold_groups(const plan &p)
        : longest(p.machines), threshold(p.machines), completion(p.machines, -1),
          best(p.jobs, p.machines) {
    }

    void place(const plan &p, uint32_t job) {
        const int64_t *time = p.row(job);
        const uint32_t k = p.best(job).machine;
        const int64_t second =
            std::min(p.earliest(time, 0, k), p.earliest(time, k + 1, p.machines));
        if (best[job] != k) {
            best[job] = k;
            longest[k].push_back(keyed_job(time[k], job));
            std::push_heap(longest[k].begin(), longest[k].end(), shorter_then_later());
        }
        threshold[k].push_back(keyed_job(second - time[k], job));
        std::push_heap(threshold[k].begin(), threshold[k].end(), std::greater<keyed_job>());
    }

    // Drops from the top what was assigned or moved to another machine.
    void refresh(const plan &p, uint32_t k) {
        std::vector<keyed_job> &group = longest[k];
        while (!group.empty() && best[group.front().second] != k) {
            std::pop_heap(group.begin(), group.end(), shorter_then_later());
            group.pop_back();
        }
        completion[k] = group.empty() ? -1 : p.load[k] + group.front().first;
    }

    // The machine of the largest completion; of equal ones, that of the lowest job.
    uint32_t largest() const {
        const int64_t high = extreme<true>(completion);
        uint32_t found = 0;
        while (completion[found] != high) {
            found++;
        }
        for (uint32_t k = found + 1; k < completion.size(); k++) {
            if (completion[k] == high &&
                longest[k].front().second < longest[found].front().second) {
                found = k;
            }
        }
        return found;
    }

    // Takes out the jobs that machine k may have lost at its present load.
    void take_doubtful(const plan &p, uint32_t k, std::vector<uint32_t> *doubtful) {
        std::vector<keyed_job> &group = threshold[k];
        doubtful->clear();
        while (!group.empty() && group.front().first <= p.load[k]) {
            const uint32_t job = group.front().second;
            std::pop_heap(group.begin(), group.end(), std::greater<keyed_job>());
            group.pop_back();
            if (best[job] == k) {
                doubtful->push_back(job);
            }
        }
    }
};

// Threshold groups: the machine with the largest completion is found among one top per machine, and
// a job is evaluated again only once the load of its best machine reaches the second best's lead.
int64_t thresholds(const int64_t *times, uint32_t jobs, uint32_t machines,
                   uint32_t *machine_of) noexcept {
    plan p(times, jobs, machines, machine_of);
    threshold_groups groups(p);
    std::vector<uint32_t> doubtful;
    for (uint32_t i = 0; i < jobs; i++) {
        groups.place(p, i);
    }
    for (uint32_t k = 0; k < machines; k++) {
        groups.refresh(p, k);
    }
    for (uint32_t done = 0; done < jobs; done++) {
        const uint32_t hit = groups.largest();
        const uint32_t job = groups.longest[hit].front().second;
        p.assign(job, hit);
        groups.best[job] = machines;
        groups.take_doubtful(p, hit, &doubtful);
        for (size_t j = 0; j < doubtful.size(); j++) {
            groups.place(p, doubtful[j]);
            groups.refresh(p, groups.best[doubtful[j]]);
        }
        groups.refresh(p, hit);
    }
    return p.makespan();
}

} // namespace

extern "C" {

const struct plain_map_entry plain_map_table[] = {
    {"naive", "min-min", naive<false>, 1},
    {"cached best machine", "min-min", cached<false>, 0},
    {"sorted columns", "min-min", sorted, 0},
    {"lazy heap", "min-min", lazy, 0},
    {"naive", "max-min", naive<true>, 1},
    {"cached best machine", "max-min", cached<true>, 0},
    {"threshold groups", "max-min", thresholds, 0},
};

const uint32_t plain_map_count = sizeof plain_map_table / sizeof plain_map_table[0];

} // extern "C"
