#!/usr/bin/env python3
"""easy.py FILE.json...: FCFS and EASY, written from vectors/README.md alone, against the vectors.
SPDX-License-Identifier: MIT"""
import json
import sys


class Cluster:
    def __init__(self, processors, jobs, depth):
        self.idle, self.depth = set(range(processors)), depth
        self.to_come, self.waiting, self.running, self.actions = list(jobs), [], [], []

    def start(self, job, now, **why):
        chosen = sorted(self.idle)[:job["width"]]
        self.idle -= set(chosen)
        self.waiting.remove(job)
        self.running.append((job, now, chosen))
        self.actions.append(dict(at=now, kind="start", id=job["id"], processors=chosen, **why))

    def shadow(self, now):      # when the head can start, and how many processors it leaves over
        ends = sorted((max(now, since + job["estimate"]), job["width"])
                      for job, since, _ in self.running)
        for time in sorted({end for end, _ in ends}):
            free = len(self.idle) + sum(width for end, width in ends if end <= time)
            if free >= self.waiting[0]["width"]:
                return time, free - self.waiting[0]["width"]

    def decide(self, now):
        while self.waiting and self.waiting[0]["width"] <= len(self.idle):
            self.start(self.waiting[0], now, reason="head")
        for job in self.waiting[1:] if self.depth == 1 else []:
            time, extra = self.shadow(now)
            reason = "before_shadow" if now + job["estimate"] <= time else "fits_extra"
            if job["width"] <= len(self.idle) and (now + job["estimate"] <= time or
                                                   job["width"] <= extra):
                self.start(job, now, reason=reason, head=self.waiting[0]["id"], shadow=time,
                           extra=extra)

    def run(self):
        now = 0
        while True:
            for ended in [one for one in self.running if one[1] + one[0]["run"] == now]:
                self.running.remove(ended)
                self.idle |= set(ended[2])
            self.waiting += [job for job in self.to_come if job["submit"] == now]
            self.to_come = [job for job in self.to_come if job["submit"] > now]
            self.decide(now)
            times = [job["submit"] for job in self.to_come]
            for job, since, _ in self.running:
                times += [since + job["run"], since + job["estimate"]]
            if not any(time > now for time in times):
                return self.actions
            now = min(time for time in times if time > now)


compared = 0
for name in sys.argv[1:]:
    with open(name, encoding="ascii") as file:
        cases = json.load(file)["cases"]
    for case in (case for case in cases if "events" not in case["input"]):
        for policy, plan in zip(case["input"]["policies"], case["expected"]["plans"]):
            if policy["name"] in ("fcfs", "easy"):
                given = case["input"]
                told = Cluster(given["processors"], given["jobs"], policy["depth"]).run()
                if told != plan["actions"]:
                    sys.exit(f"{name}: {case['name']}, {policy['name']}: {told}")
                compared += 1
print(f"{compared} plans agree")
sys.exit(compared == 0)
