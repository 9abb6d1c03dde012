# select.awk: picks from tiers.csv what a plot asks for.
# SPDX-License-Identifier: MIT
#
#   awk -v ask=WHAT -v figure=... -v policy=... -v option=... -v load=... -v metric=... \
#       -f select.awk tiers.csv tiers.csv
#
# The file is read twice: if a workload is there with several numbers of jobs, the largest counts.
# ask: rows      load, mean, half width of a policy (and a workload, an option), loads rising
#      costs     cost of a migration, mean, half width at a load, costs rising
#      level     mean and half width of KEASY at a load
#      settings  the options at a load: place, mean, half width
#      names     of the options by place, as gnuplot has its tics; places: how many
#      policies, loads, workloads: what there is in a figure, in one line
#      title     workload and jobs of a figure, in words
BEGIN { FS = "," }

FNR == 1 { pass++; next }
pass == 1 { if ($3 + 0 > jobs[$2]) { jobs[$2] = $3 + 0 }; next }
$3 + 0 != jobs[$2] || $1 != figure || (workload != "" && $2 != workload) { next }

{
    if (!($4 in policy_seen)) { policy_seen[$4] = 1; policies = policies " " $4 }
    if (!($2 in workload_seen)) { workload_seen[$2] = 1; workloads = workloads " " $2 }
    if (!($6 in load_seen)) { load_seen[$6] = 1; load_count++; loads[load_count] = $6 }
}
ask == "rows" && $4 == policy && $7 == metric && (option == "" || $5 == option) {
    add($6 + 0, $8, $9)
}
ask == "costs" && $4 == "MEASY" && $6 == load && $7 == metric && $5 ~ /^migration / {
    add(substr($5, 11) + 0, $8, $9)
}
ask == "level" && $4 == "KEASY" && $6 == load && $7 == metric { level = $8 " " $9 }
$4 != "EASY" && (ask == "names" || ask == "places" || $7 == metric) { name_setting() }

function add(x, mean, half, at) {
    for (at = ++count; at > 1 && xs[at - 1] > x; at--) {
        xs[at] = xs[at - 1]
        lines[at] = lines[at - 1]
    }
    xs[at] = x
    lines[at] = x " " mean " " half
}

# Settings have places by policy, then in the order of the file, the same at all loads.
function name_setting(key) {
    key = $4 "," $5
    if (!(key in setting_seen)) {
        setting_seen[key] = 1
        settings++
        setting[settings] = key
    }
    if ($6 == load) { value[key] = $8 " " $9 }
}

function in_words(key, part) {
    split(key, part, ",")
    sub(/^none$/, "(as in the other figures)", part[2])
    sub(/^order /, "background order: ", part[2])
    sub(/^width /, "background: width up to ", part[2])
    sub(/^estimate .*/, "& s", part[2])
    sub(/^estimate /, "background: estimate up to ", part[2])
    sub(/^remaining$/, "counts what remains", part[2])
    sub(/^full$/, "each pass a full one", part[2])
    if (part[2] ~ /^backgrounds /) { part[2] = substr(part[2], 13, 1) " background tiers" }
    return part[1] " " part[2]
}

function print_settings(place, i, p, names, text) {
    split("KEASY REASY MEASY", names, " ")
    for (p = 1; p <= 3; p++) {
        for (i = 1; i <= settings; i++) {
            if (index(setting[i], names[p]) == 1) {
                place++
                text = text (place > 1 ? ", " : "") "\"" in_words(setting[i]) "\" " place
                if (ask == "settings" && setting[i] in value) { print place, value[setting[i]] }
            }
        }
    }
    if (ask != "settings") { print ask == "names" ? text : place }
}

# 200000 as 200,000.
function grouped(number, text) {
    for (text = ""; number >= 1000; number = int(number / 1000)) {
        text = sprintf(",%03d%s", number % 1000, text)
    }
    return number text
}

function title(names, n, i, text, model) {
    n = split(workloads, names, " ")
    for (i = 1; i <= n; i++) {
        model = names[i] == "FW" ? "Feitelson model (FW)" : "Jann model (JW)"
        if (names[i] != "FW" && names[i] != "JW") {
            text = text (i > 1 ? "; " : "") names[i] ", " grouped(jobs[names[i]]) " jobs"
        } else {
            text = text (i > 1 ? "; " : "") model ", " grouped(jobs[names[i]]) " jobs"
            text = text (n == 1 ? ", 320 processors" : "")
        }
    }
    return text
}

function sorted_loads(i, at, one, text) {
    for (i = 2; i <= load_count; i++) {
        one = loads[i]
        for (at = i; at > 1 && loads[at - 1] > one; at--) { loads[at] = loads[at - 1] }
        loads[at] = one
    }
    for (i = 1; i <= load_count; i++) { text = text (i > 1 ? " " : "") loads[i] }
    return text
}

END {
    if (ask == "policies") { print substr(policies, 2) }
    if (ask == "workloads") { print substr(workloads, 2) }
    if (ask == "loads") { print sorted_loads() }
    if (ask == "title") { print title() }
    if (ask == "level") { print level }
    if (ask == "settings" || ask == "names" || ask == "places") { print_settings() }
    for (i = 1; i <= count; i++) { print lines[i] }
}
