# stack.awk: reads the call graph that gcc writes with -fcallgraph-info=su,da; see docs.sh.
# SPDX-License-Identifier: MIT
#
# Prints each fault: a frame without a bound, a callback from a place not in may_call (at -O0, before
# functions are merged), a callee of unknown stack, recursion. Writes to `table` the bytes on the
# worst path from each public function; a path that meets a callback says so. With `library`, a
# list of name=bytes, these callees count, too; with `paths`, a file gets the frames on each path.

function field(name) {
    match($0, name ": \"[^\"]*\"")
    return substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 4)
}
BEGIN {
    split(may_call, list, " "); for (i in list) { allowed[list[i]] = 1 }
    split(library, list, " ")
    for (i in list) { split(list[i], pair, "="); bytes[pair[1]] = pair[2] + 0 }
}
/^node:/ {
    title = field("title"); label = field("label"); sub(/^.*:/, "", title)
    if (match(label, /[0-9]+ bytes \([a-z,]+\)/)) {
        frame = substr(label, RSTART, RLENGTH); bytes[title] = frame + 0; count++
        if (frame !~ /\((static|dynamic,bounded)\)/) {     # bounded: the number is the bound
            print "stack grows at run time: " title ": " frame }
    }
}
/^edge:/ {
    from = field("sourcename"); to = field("targetname")
    sub(/^.*:/, "", from); sub(/^.*:/, "", to)
    edges++; source[edges] = from; target[edges] = to
    if (to == "__indirect_call") {
        callback[from] = 1
        if (level == "-O0" && !(from in allowed)) { print "calls a callback: " from }
    }
}
END {
    if (count < 1 || edges < 1) { print "no call graph"; exit }
    for (e = 1; e <= edges; e++) {
        if (!(target[e] in bytes) && target[e] != "__indirect_call" &&
            target[e] !~ /^mem(cpy|move|set|cmp)$/) {
            print "calls what has no known stack: " source[e] " -> " target[e] }
    }
    # What calls nothing alive, or is called by nothing alive, is in no cycle: peel it off.
    for (f in bytes) { alive[f] = 1 }
    do {
        split("", calls); split("", called); peeled = 0
        for (e = 1; e <= edges; e++) {
            if (alive[source[e]] && alive[target[e]]) {
                calls[source[e]] = called[target[e]] = 1 } }
        for (f in bytes) {
            if (alive[f] && !(calls[f] && called[f])) { alive[f] = 0; peeled = 1 } }
    } while (peeled)
    for (f in bytes) { if (alive[f]) { print "recursion: " f; cycles = 1 } }
    if (cycles) { exit }
    # Longest paths by relaxation: without a cycle they settle.
    for (f in bytes) { deep[f] = bytes[f]; low[f] = callback[f] }
    do {
        changed = 0
        for (e = 1; e <= edges; e++) {
            a = source[e]; b = target[e]
            if (!(b in bytes)) { continue }
            if (deep[b] + bytes[a] > deep[a]) {
                deep[a] = deep[b] + bytes[a]; below[a] = b; changed = 1 }
            if (low[b] && !low[a]) { low[a] = 1; changed = 1 }
        }
    } while (changed)
    for (f in bytes) { if (f ~ /^sked_[a-z0-9_]*[a-z0-9]$/) {
        printf "%6d %s%s\n", deep[f], f, (low[f] ? " + your callback" : "") > table
        if (paths != "") {
            path = ""
            for (g = f; g != ""; g = below[g]) { path = path " " g " " bytes[g] }
            print deep[f] path > paths } } }
}
