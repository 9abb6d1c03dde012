# check.awk: was it so? Slurm's own record of what ran, against what was asked and decided.
# SPDX-License-Identifier: GPL-2.0-or-later
#
#   awk -f check.awk SUBMITTED JOURNAL JOBCOMP
#
# SUBMITTED is written by day.sh, JOURNAL by sked_slurm, JOBCOMP by Slurm (jobcomp/filetxt). Every
# job ended well, once, on exactly the nodes that it was released on last, of a width it may have;
# no node ever had two jobs; no job but its own ran on a reservation's nodes, before its last job
# ended. Times are whole seconds: intervals that touch do not overlap.

function wrong(what) { print "not ok - " what; failed++ }

# Puts the nodes of "n[3-6,9],n12" into members, and returns how many there are.
function expand(list, members,    count, prefix, inside, parts, n, i, k, from, to) {
    split("", members)
    while (list != "") {
        match(list, /^[^[,]+/)
        prefix = substr(list, 1, RLENGTH)
        list = substr(list, RLENGTH + 1)
        if (substr(list, 1, 1) == "[") {
            i = index(list, "]")
            inside = substr(list, 2, i - 2)
            list = substr(list, i + 1)
            n = split(inside, parts, ",")
            for (i = 1; i <= n; i++) {
                from = to = parts[i]
                if (index(parts[i], "-")) { sub(/-.*/, "", from); sub(/.*-/, "", to) }
                for (k = from + 0; k <= to + 0; k++) { members[prefix k]; count++ }
            }
        } else {
            members[prefix]
            count++
        }
        sub(/^,/, "", list)
    }
    return count + 0
}

function value(key,    i) {
    for (i = 1; i <= NF; i++) {
        if (index($i, key "=") == 1) { return substr($i, length(key) + 2) }
    }
    return ""
}

function seconds(stamp) {
    if (stamp !~ /^[0-9]+-/) { return -1 }
    gsub(/[-T:]/, " ", stamp)
    return mktime(stamp)
}

FNR == 1 { file++ }

# ---- what was asked for
file == 1 {
    asked[$1] = $2
    reserved_for[$1] = $3
    array[$1] = $4 == "array"
    if (array[$1]) { for (i = 1; i <= 5; i++) { wanted[$1 "_" i] = $1 } } else { wanted[$1] = $1 }
}

# ---- what was decided, in the order of the journal
file == 2 && $2 == "release" {
    name = value("job")
    k = ++releases[name]
    release_at[name, k] = $1 + 0
    release_on[name, k] = value("nodes")
    moldable += value("to") > value("from")
    widened += value("width") + 0 > value("from") + 0
}
file == 2 && $2 == "reserve" {
    reservations[value("name")] = value("nodes")
    begins[value("name")] = value("start") + 0
    ends[value("name")] = value("end") + 0
}

# ---- what ran
file == 3 {
    name = value("ArrayTaskId") != "" ? value("ArrayJobId") "_" value("ArrayTaskId") \
                                      : value("JobId")
    start = seconds(value("StartTime"))
    end = seconds(value("EndTime"))
    state = value("JobState")
    if (!(name in wanted)) { wrong("job " name " ran, and nobody asked for it") }
    if (state == "COMPLETED") { completed[name]++ } else { states[state]++ }
    if (start < 0 || value("NodeList") == "(null)" || value("NodeList") == "") { next }
    runs++
    width = expand(value("NodeList"), on)
    least = most = asked[wanted[name]]
    if (index(most, "-")) { sub(/-.*/, "", least); sub(/.*-/, "", most) }
    if (width < least + 0 || width > most + 0) {
        wrong("job " name " ran on " width " nodes and wanted " asked[wanted[name]])
    }
    put = ""
    for (k = 1; k <= releases[name]; k++) {
        if (release_at[name, k] <= start) { put = release_on[name, k] }
    }
    if (put != value("NodeList")) {
        wrong("job " name " ran on " value("NodeList") " and was put on " put)
    }
    for (node in on) {
        k = ++used[node]
        from[node, k] = start
        until[node, k] = end
        by[node, k] = name
    }
    own = reserved_for[wanted[name]]
    if (own != "-") {
        if (start < begins[own] || end > ends[own]) {
            wrong("job " name " ran outside of reservation " own)
        }
        if (end > last[own]) { last[own] = end }
    }
}

END {
    for (name in wanted) {
        jobs++
        if (completed[name] != 1) {
            wrong("job " name " completed " (completed[name] + 0) " times, and once was asked for")
        }
    }
    for (node in used) {
        for (i = 1; i <= used[node]; i++) {
            for (k = i + 1; k <= used[node]; k++) {
                if (from[node, i] < until[node, k] && from[node, k] < until[node, i]) {
                    wrong(node " had job " by[node, i] " and job " by[node, k] " at one time")
                }
            }
        }
    }
    for (name in reservations) {
        held++
        expand(reservations[name], on)
        beyond = name in last ? last[name] : ends[name]
        for (node in on) {
            for (i = 1; i <= used[node]; i++) {
                if (reserved_for[wanted[by[node, i]]] != name && \
                    from[node, i] < beyond && until[node, i] > begins[name]) {
                    wrong("job " by[node, i] " ran on " node ", which " name " had reserved")
                }
            }
        }
    }
    for (state in states) { others = others ", " states[state] " " state }
    printf "# %d jobs, %d runs%s; %d reservations; %d moldable, %d of them widened\n", \
        jobs, runs, others, held, moldable, widened
    if (jobs == 0 || runs < jobs) { wrong("fewer runs than jobs") }
    if (failed == 0) { print "ok - each job ran once, where it was put, and no node had two" }
    exit failed > 0
}
