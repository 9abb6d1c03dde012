# site.awk: what PJS does over simulated hardware, beside the model, as Markdown.
# SPDX-License-Identifier: MIT
#
#   awk -f bench/figures/tally.awk -f examples/simgrid/site.awk examples/simgrid/results/site.csv
#
# Numbers and counts follow from the rows. What explains them is said in words of its own.

$1 == "case" { next }
{
    key = $1 SUBSEP $2 SUBSEP $3 SUBSEP $4 SUBSEP $5 SUBSEP $6 SUBSEP $7
    keep(key, 8)
    if ($10 != "") { model[key] = $10 + 0 }
    if (!(($1, $5) in seen)) { seen[$1, $5] = 1; add_place($1, $5) }
    if ($1 == 0 && $7 == "seconds_by_model") { add_alone($4, $8) }
    if ($7 ~ /^job_times?_by_model$/) { add_side($2, $4, side(key, 1)) }
    if ($7 ~ /^job_times?_by_model$/ && $4 ~ /shared$/ && $4 !~ /completion/) { add_same() }
    if ($7 ~ /^job_times?_by_sjs$/) { add_sign($4) }
    if ($1 == 4 && $4 ~ /told$/ && $7 == "job_time") { add_told() }
    if ($7 == "worse_share") { add_worse($4) }
}

function network_of(option) {
    return option ~ /shared$/ ? "shared" : option ~ /told$/ ? "told" : "own"
}

function reading_of(option) { return option ~ /completion/ ? "completion" : "run time" }

# ---- What is counted as rows come

# "sort on 8": a class and how many members.
function add_alone(option, ratio, name, members) {
    name = members = option
    sub(/ on [0-9]$/, "", name)
    sub(/.* on /, "", members)
    if (!(name in class_known)) { class_known[name] = ++classes; class_names[classes] = name }
    members = members > 1
    alone[name, members]++
    logs[name, members] += log(ratio)
    if (!((name, members) in least) || ratio < least[name, members]) {
        least[name, members] = ratio
    }
    if (ratio > most[name, members]) { most[name, members] = ratio }
}

# 1: longer than in the model, -1: shorter, 0: within noise. SJS: exactly as in the model?
function add_side(policy, option, sign) {
    if (policy == "PJS") { sides[reading_of(option), network_of(option), sign]++ }
    if (policy == "SJS") {
        sequential++
        exact += mean[key] == 1 && half[key] == 0
    }
}

# By run time: does a shared interconnect change anything?
function add_same(other) {
    other = key
    sub(/,shared,/, ",none,", other)
    sub(/ shared,/, ",", other)
    shared++
    if (other in mean && mean[other] == mean[key]) { same++ }
}

# Is PJS on the same side of SJS as in the model, or is either within a percent of it?
function add_sign(option, where) {
    where = reading_of(option) SUBSEP network_of(option)
    compared[where]++
    if ((mean[key] - 1) * (model[key] - 1) >= 0) { agreed[where]++ }
    else if (side(key, 1) == 0 || (model[key] - 1) ^ 2 < 1e-4) { near[where]++ }
}

# Of jobs that arrive: is their time shorter than where the site does not know the interconnects?
function add_told(other) {
    other = key
    sub(/told,/, "shared,", other)
    if (other in mean) {
        told++
        if (mean[key] < mean[other]) { told_sooner++ }
    }
}

function add_worse(option, where) {
    where = network_of(option)
    draws[where] += 20
    worse[where] += 20 * mean[key]
}

# ---- Words

function word_of(option, network) {
    if (network != "own") { option = option == "none" ? network : option " " network }
    return option
}

# The option of a reading and a network, behind the words of `first`.
function option_of(first, reading, network) {
    if (reading == "completion") { first = first == "none" ? reading : first " " reading }
    return word_of(first, network)
}

function above(key) {
    if (!(key in mean)) { return "not measured" }
    return sprintf("%+.1f ± %.1f", 100 * mean[key] - 100, 100 * half[key])
}

# ---- Tables

function key_of(number, levels, option, at, group, metric) {
    return number SUBSEP "PJS" SUBSEP levels SUBSEP option SUBSEP at SUBSEP group SUBSEP metric
}

function table_alone(i, name) {
    print "| class | on one machine | on clusters: least | most | geometric mean |"
    print "|---|---|---|---|---|"
    for (i = 1; i <= classes; i++) {
        name = class_names[i]
        printf "| %s | %.3f |", name, exp(logs[name, 0] / alone[name, 0])
        if (alone[name, 1] == 0) { print " runs on none | | |"; continue }
        printf " %.2f | %.2f | %.2f |\n", least[name, 1], most[name, 1],
            exp(logs[name, 1] / alone[name, 1])
    }
}

function table_saved(sizes, count, at, i, n, key) {
    count = split("1,2,5,10,20,40,50,100", sizes, ",")
    print "| jobs | by run time, model | own | told | by completion, model | own | shared | told |"
    print "|---|---|---|---|---|---|---|---|"
    for (at = 1; at <= count; at++) {
        printf "| %s |", sizes[at]
        for (i = 1; i <= 2; i++) {
            for (n = 1; n <= 3; n++) {
                key = key_of(2, "none", option_of("equal mix", readings[i], networks[n]),
                    sizes[at], "all", "savings_percent")
                if (n == 1) { printf " %.1f |", model[key] }
                if (i == 2 || n != 2) { printf " %s |", value(key, 1) }
            }
        }
        print ""
    }
}

function table_levels(i, j, n) {
    print "| levels | | by run time, own | by completion, own | shared |"
    print "|---|---|---|---|---|"
    for (i = 1; i <= 4; i++) {
        for (j = i == 4 ? 4 : 1; j <= 4; j++) {
            printf "| %s | %s |", distribution[i], group[j]
            for (n = 1; n <= 3; n++) {
                printf " %s |", above(key_of(3, distribution[i],
                    option_of("none", readings[n == 1 ? 1 : 2], networks[n == 3 ? 2 : 1]), 100,
                    group[j], "job_times_by_model"))
            }
            print ""
        }
    }
}

# A table by rates: its head, and a row of it. form: how its numbers are written.
function rates_head(i, text) {
    text = "| jobs per quantum |"
    for (i = 1; i <= places[4]; i++) { text = text " " ats[4, i] " |" }
    print text
    gsub(/[^|]+/, "---", text)
    print text
}

function written(key, form) {
    if (form == "above") { return above(key) }
    if (form == "percent") { return in_percent(key, 0) }
    if (form ~ /^model/ && !(key in model)) { return "not measured" }
    if (form == "model percent") { return sprintf("%.0f", 100 * model[key]) }
    return form == "model" ? sprintf("%.2f", model[key]) : value(key, 2)
}

function rates_row(name, levels, option, group, metric, form, i) {
    printf "| %s |", name
    for (i = 1; i <= places[4]; i++) {
        printf " %s |", written(key_of(4, levels, option, ats[4, i], group, metric), form)
    }
    print ""
}

# By run time on own interconnects, then by completion on all.
function rates_rows(levels, group, metric, form, by_completion, first, n) {
    first = levels ", " group
    if (form != "above" && !by_completion) {
        rates_row(first ", by run time, model", levels, "none", group, metric, "model " form)
    }
    if (!by_completion) {
        rates_row(first ", by run time, own", levels, "none", group, metric, form)
    }
    if (form != "above") {
        rates_row(first ", by completion, model", levels, "completion", group, metric,
            "model" (form == "percent" ? " percent" : ""))
    }
    for (n = 1; n <= 3; n++) {
        rates_row(first ", by completion, " networks[n], levels,
            option_of("none", "completion", networks[n]), group, metric, form)
    }
}

function table_stretch(levels, i, n) {
    for (i = 1; i <= 2; i++) {
        levels = i == 1 ? "none" : "10/10/80"
        for (n = 2; n <= 3; n++) {
            rates_row(levels ", " networks[n], levels,
                option_of("none", "completion", networks[n]), "all", "stretch", "above")
        }
    }
}

function table_counts(i, n, where) {
    print "| by | interconnects | less time | within noise | more time | " \
        "PJS beside SJS: as in the model | otherwise, but within noise or one percent | otherwise |"
    print "|---|---|---|---|---|---|---|---|"
    for (i = 1; i <= 2; i++) {
        for (n = 1; n <= 3; n++) {
            where = readings[i] SUBSEP networks[n]
            printf "| %s | %s | %d | %d | %d | %d | %d | %d |\n", readings[i], networks[n],
                sides[where, -1], sides[where, 0], sides[where, 1], agreed[where], near[where],
                compared[where] - agreed[where] - near[where]
        }
    }
}

BEGIN {
    split("own,shared,told", networks, ",")
    split("run time,completion", readings, ",")
    split("10/10/80,25/25/50,50/25/25,none", distribution, ",")
    split("high,medium,low,all", group, ",")
}

# ---- Text

# A paragraph, in lines of at most 100 columns.
function say(text, word, count, i, line) {
    count = split(text, word, " ")
    for (i = 1; i <= count; i++) {
        if (length(line) + 1 + length(word[i]) > 100) {
            print line
            line = line ~ /^(- |  )/ ? " " : ""
        }
        line = line (line == "" || i == 1 ? "" : " ") word[i]
    }
    print line
}

function paragraph(text) {
    say(text)
    print ""
}

function say_head() {
    paragraph("# PJS over simulated hardware, beside the model")
    paragraph("Made by `examples/simgrid/site.awk` from `site.csv`, which `build/simgrid_site " \
        "--full --out FILE` writes. The site of `bench/figures/site_world.h` runs on hosts and " \
        "links of SimGrid, as `examples/simgrid/site_hardware.hpp` says. The model is that of " \
        "the case studies, whose rows are in `bench/figures/results`. Both have the same jobs in " \
        "each of 20 draws. ± is the half of a 95 % interval; ratios and differences are taken " \
        "draw by draw.")
    paragraph("Interconnects: *own*: each cluster has one. *shared*: all clusters of a kind have " \
        "one, as fast as one cluster needs. *told*: as shared, and the site keeps bandwidth for " \
        "each run, as much as runs of its class took on average when alone. What pays is judged " \
        "*by run time* or *by completion* (`SKED_PJS_COMPLETION`).")
}

function say_alone() {
    paragraph("## How near the hardware is to the model")
    paragraph("Times measured alone, divided by those of the model, over all kinds of machines:")
    table_alone()
    print ""
    paragraph("The sort is furthest away. In the model, a class has one efficiency on all " \
        "clusters of a size, except for a factor of the network: where its computing is fast, " \
        "its messages are fast, too. Here messages take as long as the network takes, and " \
        "Pentiums, which sort well, wait for it.")
}

function say_saved() {
    paragraph("## All jobs at once: what PJS saves beside SJS, in percent")
    table_saved()
    print ""
    paragraph(sprintf("By run time, shared interconnects change %d of %d sums and means, here " \
        "and in what follows: the pair that pays most is always on the fastest kind of cluster " \
        "for its class, and jobs wait for each other there. By completion, jobs spread over the " \
        "clusters of a kind, and meet on its interconnect.", shared - same, shared))
    paragraph(sprintf("PJS had a larger sum of job times than SJS in %d of %d draws on own, in " \
        "%d of %d on shared, and in %d of %d on told interconnects. By the sums that it was " \
        "given, it never had: the program checks each plan. ", worse["own"], draws["own"],
        worse["shared"], draws["shared"], worse["told"], draws["told"]) \
        sprintf("With 40 jobs by completion it saves more where runs end late: the site then " \
        "plans anew, PJS looks again for pairs that pay, and %.0f jobs run in parallel, not %.0f.",
        mean[key_of(2, "none", "equal mix completion shared", 40, "all", "parallel_jobs")],
        mean[key_of(2, "none", "equal mix completion", 40, "all", "parallel_jobs")]))
}

function say_streams() {
    paragraph("## Jobs that arrive: mean job times by those of the model, in percent")
    rates_head()
    rates_rows("none", "all", "job_time_by_model", "above")
    rates_rows("10/10/80", "high", "job_time_by_model", "above")
    rates_rows("10/10/80", "low", "job_time_by_model", "above", 1)
    rates_rows("50/25/25", "high", "job_time_by_model", "above", 1)
    print ""
    paragraph("How much longer runs on clusters took than alone, in percent, by completion:")
    rates_head()
    table_stretch()
    print ""
    paragraph("Jobs that ran in parallel, in percent (table 1 of the paper):")
    rates_head()
    rates_rows("none", "all", "parallel", "percent")
    rates_rows("50/25/25", "high", "parallel", "percent", 1)
    print ""
    paragraph("How often a low job was stopped:")
    rates_head()
    rates_rows("10/10/80", "low", "preemptions", "", 1)
    print ""
}

function say_verdict() {
    paragraph("## Where SimGrid agrees with the model")
    say(sprintf("- On single machines, always: of %d comparisons under SJS, %d are equal to the " \
        "millisecond.", sequential, exact))
    say("- Where each cluster has its own interconnect, each run takes as long as it took alone, " \
        "and ends when the site predicted: the program checks that. Rounds and messages are then " \
        "only another table of run times, and all that differs comes from the calibration above.")
    say("- Shared interconnects are what the model lacks. Experience learns the longer times, " \
        "but not from whom they come: a mean over busy and idle times is too short for some runs " \
        "and too long for others.")
    paragraph(sprintf("- Told of the interconnects, the site lets fewer runs meet: of %d mean " \
        "times of jobs that arrive, %d are shorter than where it is not told. Runs that meet " \
        "still wait for each other, because jobs of a class that start together send together; " \
        "and a job may have to go where it is slower. With few jobs at once that costs as much " \
        "as it gains.", told, told_sooner))
    paragraph("Job times under PJS beside those of the model: how many comparisons of cases 2 to " \
        "4, of all groups. And whether PJS is better or worse than SJS where the model says so:")
    table_counts()
}

END {
    if (twice) { exit 1 }
    say_head()
    say_alone()
    say_saved()
    paragraph("## Priorities, 100 jobs at once: sums of job times by those of the model, percent")
    table_levels()
    print ""
    say_streams()
    say_verdict()
}
