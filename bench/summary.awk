# summary.awk: the figures of build/bench.csv that matter, in a table of 79 columns.
# SPDX-License-Identifier: MIT
#
#   awk -f bench/summary.awk build/bench.csv
#
# Columns of the file: see bench/command.h. A row that the file lacks is left out, and counted. Where
# there is no median, the mean is shown.

BEGIN {
    FS = ","
    head = "%-33s %9s %9s %9s %9s %5s\n"
    printf head, "one decision", "median", "p99", "plain", "plain p99", "ratio"
}
FNR == 1 && $0 != "module,kernel,size,metric,unit,value" {
    print FILENAME ": line 1: is not the heading that bench/command.h describes" >"/dev/stderr"
    broken = 1
    exit
}
{ value[$1, $2, $3, $4] = $6 }

# A time of so many microseconds in three or four digits.
function time_of(us) {
    if (us == "") { return "-" }
    if (us < 1000) { return sprintf(us < 10 ? "%.2f us" : "%.0f us", us) }
    return sprintf(us < 10000 ? "%.2f ms" : "%.0f ms", us / 1000)
}

# part METRIC: that of the row that is printed, or "".
function part(metric) { return (at SUBSEP metric) in value ? value[at SUBSEP metric] : "" }

function row(title, module, kernel, size) {
    at = module SUBSEP kernel SUBSEP size
    if (part("median") == "" && part("mean") == "") { missing++; return }
    printf head, title, time_of(part("median") == "" ? part("mean") : part("median")),
        time_of(part("p99")),
        time_of(part("plain_median") == "" ? part("plain_mean") : part("plain_median")),
        time_of(part("plain_p99")),
        part("ratio") == "" ? "-" : sprintf(part("ratio") < 0.01 ? "%.3f" : "%.2f", part("ratio"))
}

END {
    if (broken) { exit 2 }
    row("a job enters a queue of 1,024", "queue", "submit/skedmark", 1024)
    row("a job ends, 1,024 wait", "queue", "finish/skedmark", 1024)
    row("EASY pass, 1,024 wait", "queue", "pass/skedmark", 1024)
    row("MEASY pass, 1,024 wait", "tiers", "pass/skedmark", 1024)
    row("earliest room in 4,096 bookings", "calendar", "find/skedmark", 4096)
    row("tree of 1,024 nodes, a job", "tree", "find/skedmark", 1024)
    row("DEMT, 128 tasks", "moldable", "demt/skedmark", 128)
    row("PJS, 512 jobs, 8 machines", "site", "plan/skedmark", 512)
    row("min-min, 2048 jobs, 64 machines", "map", "min-min/inconsistent", "2048x64")
    row("max-min, 2048 jobs, 64 machines", "map", "max-min/inconsistent", "2048x64")
    row("duplex, 100 jobs, 100 machines", "map", "duplex/inconsistent", "100x100")
    row("PJS, 1000 jobs, 40 machines", "site", "pjs", "1000x40")
    row("EASY, 1,000 jobs wait", "queue", "easy/estimates", 1000)
    row("EASY, 10,000 jobs wait", "queue", "easy/estimates", 10000)
    row("EASY, 100,000 jobs wait", "queue", "easy/estimates", 100000)
    row("conservative, 1,000 jobs wait", "queue", "conservative/estimates", 1000)
    row("EASY, a job of a whole replay", "queue", "easy/replay of the model at load 0.9", 100000)
    row("add a booking to 100", "calendar", "add/load A", 100)
    row("add a booking to 10,000", "calendar", "add/load A", 10000)
    row("remove one of 10,000", "calendar", "remove/load A", 10000)
    row("earliest start among 10,000", "calendar", "earliest anywhere/load A", 10000)
    row("PE_W among 10,000", "calendar", "PE_W/load A", 10000)
    row("tree, 512 of 65,536 processors", "tree", "exact/65536 spread 70 %", 512)
    row("tree, 8192 of 65,536 processors", "tree", "exact/65536 spread 70 %", 8192)
    row("shortest plan, 100 tasks", "moldable", "makespan/mixed", 100)
    row("DEMT, 100 tasks", "moldable", "demt/mixed", 100)
    row("MULTIBASE, 100 tasks", "moldable", "multibase/mixed", 100)
    print "plain: the same, coded plainly. ratio: our time over that; below 1, ours is"
    print "faster. EASY: the ratio of the means, since a plain scan is slow in few passes."
    print "The whole replay: means."
    if (missing) { print missing " rows were not measured." }
}
