# check.awk: was it so? Slurm's own record of what ran, against what was asked and decided.
# SPDX-License-Identifier: GPL-2.0-or-later
#
#   awk -f check.awk NODES LICENCES SUBMITTED JOURNAL JOBCOMP
#
# NODES (a node, a partition of it, its features) and LICENCES are what Slurm says of them, SUBMITTED
# is written by day.sh, JOURNAL by sked_slurm, JOBCOMP by Slurm (jobcomp/filetxt). Every job ended
# well, once, on exactly the nodes that it was released on last, of a width, a partition, with features
# that it may have, with all named nodes and no excluded one, after the job that it depends on; no
# more licences were in use than there are; no node ever had two jobs; no job but its own ran on a
# reservation's nodes, before its last job ended. Times are whole seconds: intervals that touch do
# not overlap.

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

# ---- what there is
file == 1 { is_in[$2, $1]; features[$1] = "," $3 ","; next }
file == 2 { there_are[$1] = value("Total"); next }

# Has a node these features? Names with & and | are read from the left.
function has(node, wanted,    all, one, operator) {
    all = 1
    operator = "&"
    while (match(wanted, /^[^&|]+/)) {
        one = index(features[node], "," substr(wanted, 1, RLENGTH) ",") > 0
        all = operator == "&" ? all && one : all || one
        operator = substr(wanted, RLENGTH + 1, 1)
        wanted = substr(wanted, RLENGTH + 2)
    }
    return all
}

# Is a job, which runs on the nodes of `on`, where it may be?
function check_wishes(name,    id, node, list, named) {
    id = wanted[name]
    for (node in on) {
        if (!((partition[id], node) in is_in)) { wrong("job " name " ran outside of its partition") }
        if (!has(node, feature[id])) { wrong("job " name " ran on " node ", not " feature[id]) }
    }
    expand(excluded[id], list)
    for (node in list) { if (node in on) { wrong("job " name " ran on " node ", excluded") } }
    expand(named_for[id], named)
    for (node in named) { if (!(node in on)) { wrong("job " name " ran without " node) } }
}

# Were there licences for all jobs at each time? They change when a job starts.
function check_licences(    licence, name, other, used) {
    for (licence in there_are) {
        for (name in began) {
            used = 0
            for (other in began) {
                if (took[wanted[other], licence] > 0 && began[other] <= began[name] && \
                    ended[other] > began[name]) { used += took[wanted[other], licence] }
            }
            if (used > there_are[licence]) { wrong(used " of " licence " were in use") }
        }
    }
}

# ---- what was asked for
file == 3 {
    if (!($1 in partition)) { partition[$1] = "batch" }
    wish = value("partition"); if (wish != "") { partition[$1] = wish; of_partition++ }
    wish = value("constraint") value("features"); if (wish != "") { feature[$1] = wish; of_feature++ }
    wish = value("exclude") value("excnodelist"); if (wish != "") { excluded[$1] = wish; nodes_out++ }
    wish = value("nodelist"); if (wish != "") { named_for[$1] = wish; nodes_in++ }
    wish = value("dependency"); if (wish != "") { after[$1] = substr(wish, 9); dependent++ }
    wish = value("licenses")
    licensed += wish != ""
    for (i = split(wish, list, ","); i > 0; i--) {
        split(list[i], part, ":")
        took[$1, part[1]] = part[2]
    }
    if ($1 in asked) { changed++; next }
    asked[$1] = $2
    reserved_for[$1] = $3
    array[$1] = $4 == "array"
    if (array[$1]) { for (i = 1; i <= 5; i++) { wanted[$1 "_" i] = $1 } } else { wanted[$1] = $1 }
}

# ---- what was decided, in the order of the journal
file == 4 && $2 == "release" {
    name = value("job")
    k = ++releases[name]
    release_at[name, k] = $1 + 0
    release_on[name, k] = value("nodes")
    moldable += value("to") > value("from")
    widened += value("width") + 0 > value("from") + 0
}
file == 4 && $2 == "refused" { releases[value("job")]-- }  # Slurm did not take the one before
file == 4 && $2 == "reserve" {
    reservations[value("name")] = value("nodes")
    begins[value("name")] = value("start") + 0
    ends[value("name")] = value("end") + 0
}

# ---- what ran
file == 5 {
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
    check_wishes(name)
    if (value("Partition") != partition[wanted[name]]) {
        wrong("job " name " ran in " value("Partition"))
    }
    began[name] = start
    ended[name] = end
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
    for (name in began) {
        if (wanted[name] in after && began[name] < ended[after[wanted[name]]]) {
            wrong("job " name " ran before " after[wanted[name]] " had ended")
        }
    }
    check_licences()
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
    printf "# %d of a partition, %d of features, %d without and %d with some nodes, %d with " \
        "licences, %d after others, %d changed\n", of_partition, of_feature, nodes_out, nodes_in, \
        licensed, dependent, changed
    if (jobs == 0 || runs < jobs) { wrong("fewer runs than jobs") }
    if (failed == 0) { print "ok - each job ran once, where it was put, and no node had two" }
    exit failed > 0
}
