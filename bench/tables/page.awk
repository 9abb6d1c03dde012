# page.awk: writes bench/tables/README.md from the tables beside it.
# SPDX-License-Identifier: MIT
#
# On the command line: roles.txt; sizes, stack, paths, painted, bytes and costs.csv.

function kib(bytes) { return sprintf("%.1f", bytes / 1024) }
function trim(text) { gsub(/^ +| +$/, "", text); return text }
function cell(value) { return value == "" ? "-" : value }

# verdict of a role by a compiler: with the run-time, or without it, within the bar.
function verdict(role, by,   limit, base, image) {
    if (bar[role] == "-" || !((role, by) in code)) { return "-" }
    split(bar[role], word, " "); limit = word[1] * 1024; base = 0
    if (word[2] != "") { base = code[word[2], by] + runtime[word[2], by] }
    image = code[role, by] + runtime[role, by] - base
    if (image <= limit) { return "holds" }
    if (word[2] == "" && code[role, by] <= limit) { return "holds without the run-time" }
    return sprintf("no: %.1f times", image / limit)
}
FNR == 1 { part++ }
/^# [a-z0-9]+: / {
    text = $0; sub(/^# [a-z0-9]+: /, "", text)
    name = $2; sub(/:$/, "", name); by[part, name] = text
}
/^#/ { next }
part == 1 { split($0, f, "|"); role = trim(f[1]); roles[++role_count] = role
    bar[role] = trim(f[2]); does[role] = trim(f[5]); options[role] = trim(f[3] " " f[4]); next }
part == 3 { split($0, f, ","); if (f[1] == "static RAM") { static = f[4]; next }
    functions++; if (f[4] <= 512) { within++ } else { above[++above_count] = f[1]
        stack[f[1]] = f[4]; callback[f[1]] = f[2] }; next }
part == 4 { at = $1; frames = ""; n = split($0, f, " ")
    for (i = 1; i < n; i += 2) { if (f[i + 1] >= 64) { frames = frames ", `" f[i] "` " f[i + 1] } }
    path[at] = substr(frames, 3); next }
{ split($0, f, ",") }
part == 2 { if (f[2] == "code") { code[f[1], f[3]] = f[4] } else { runtime[f[1], f[3]] = f[4] } }
part == 5 { painted[f[1]] = f[4] }
part == 6 { key = f[1] "," f[2]
    if (!(key in objects)) { objects[key] = 1; object[++object_count] = key }
    bytes[key, f[3], f[4]] = f[5]; sizes[key, f[4]] = sizes[key, f[4]] " " f[3] }
part == 7 { key = f[1] "," f[2] "," f[3]
    if (!(key in costs)) { costs[key] = 1; cost[++cost_count] = key }
    costed[key, f[4]] = f[5] }

# each of an object's things takes so much more, from the two largest sizes.
function each(key, on,   list, n, rise) {
    n = split(sizes[key, on], list, " ")
    if (n < 2) { return "-" }
    rise = bytes[key, list[n], on] - bytes[key, list[n - 1], on]
    return sprintf("%.1f", rise / (list[n] - list[n - 1]))
}
function code_page(   i, r) {
    print "## Code\n"
    print "Small firmware for a Cortex-M0, `-Os`, linked with `--gc-sections` against"
    print "`libgcc` and `bench/ports/bare.c`. Code is that of the header and of the role;"
    print "run-time is what the compiler calls (64-bit division, moving memory) and most"
    print "firmware has anyway. Bytes. The bar is for both together; \"more\" is beyond the"
    print "role that is named. Roles are in `roles.txt`.\n"
    print "    bench/tables/measure.sh build/tables sizes gcc clang\n"
    print "gcc: " by[2, "gcc"] "  \nclang: " by[2, "clang"] "\n"
    printf "| role | what it does | gcc: code | run-time | clang: code | run-time "
    print "| bar, KiB | gcc | clang |"
    print "|---|---|---|---|---|---|---|---|---|"
    for (i = 1; i <= role_count; i++) {
        r = roles[i]; text = bar[r]; sub(/ /, " more than ", text)
        printf "| %s | %s | %d | %d | %d | %d | %s | %s | %s |\n", r, does[r], code[r, "gcc"],
            runtime[r, "gcc"], code[r, "clang"], runtime[r, "clang"], text, verdict(r, "gcc"),
            verdict(r, "clang") }
    print "\nStatic RAM of all headers (.data and .bss, gcc): " static " bytes. On AVR, where constants"
    print "are data, tables and the texts of statuses are in RAM.\n"
}
function stack_page(   i, f, text) {
    print "## Stack\n"
    print "Worst case of each public function on a Cortex-M3, `-Os`, from the compiler's call"
    print "graph, with what `libgcc` takes for a division. It is a bound: paths that no input"
    print "takes count, too. Where a callback is called, what yours takes comes on top."
    print "All " functions " are in `stack.csv`; " within " take at most 512 bytes. The others are"
    print "listed with the frames of 64 bytes and more on the worst path: they hold the addresses"
    print "of a block's arrays (an object is one block, which each call lays out anew), the stack"
    print "of `sked_sort`, and what is kept so that a refusal changes nothing.\n"
    print "    bench/tables/measure.sh build/tables stack -- paths 512 -- painted\n"
    print by[3, "m3"] "\n"
    print "| function | bytes | painted | frames |\n|---|---|---|---|"
    for (i = 1; i <= above_count; i++) {
        f = above[i]
        printf "| `%s` | %d%s | %s | %s |\n", f, stack[f],
            (callback[f] == "" ? "" : " " callback[f]), painted[f], path[f] }
    print "\nPainted: what a call took of a painted stack in QEMU, its caller's frame included,"
    print "which has no more than a few words (`painted.c`).\n"
}
function bytes_page(   i, k, f) {
    print "## Memory\n"
    print "Bytes of the block of an object, as its sizing function tells; \"each\" is what"
    print "one more takes, between the two largest sizes that the target can count"
    print "(`bytes.csv` has all).\n"
    print "    bench/tables/measure.sh build/tables bytes avr m3 host\n"
    print "avr: " by[6, "avr"] "; m3: " by[6, "m3"] ";"
    print "host: " by[6, "host"] "\n"
    printf "| object | counted | avr, 16 | m3, 16 | m3, 64 | m3, 256 | host, 256 "
    print "| avr, each | m3, each | host, each |"
    print "|---|---|---|---|---|---|---|---|---|---|"
    for (i = 1; i <= object_count; i++) {
        k = object[i]; split(k, f, ",")
        if (f[2] == "handles") { continue }
        printf "| %s | %s | %s | %s | %s | %s | %s | %s | %s | %s |\n", f[1], f[2],
            cell(bytes[k, 16, "avr"]), cell(bytes[k, 16, "m3"]), cell(bytes[k, 64, "m3"]),
            cell(bytes[k, 256, "m3"]), cell(bytes[k, 256, "host"]), each(k, "avr"), each(k, "m3"),
            each(k, "host") }
    print "\n| handle | avr | m3 | host |\n|---|---|---|---|"
    for (i = 1; i <= object_count; i++) {
        k = object[i]; split(k, f, ",")
        if (f[2] == "handles") { printf "| %s | %d | %d | %d |\n", f[1], bytes[k, 1, "avr"],
            bytes[k, 1, "m3"], bytes[k, 1, "host"] } }
    print ""
}
function cost_page(   i, k, f) {
    print "## Work\n"
    print "Instructions of one call against size (jobs, spans, nodes, tasks): the mean, and"
    print "the most of all calls in the run. QEMU counts them one by one (`-icount`), simavr"
    print "counts cycles, callgrind those of the host; they are the same in every run."
    print "Nanoseconds are for reading: a mean, on a busy virtual machine, with what the"
    print "caches have to fetch. `bench/operations.c` and its headers say what each row does;"
    print "every row ends in a hash of all decisions that is the same on all targets. An AVR"
    print "has memory for the smallest sizes.\n"
    print "    bench/tables/measure.sh build/tables costs m3 rv32 avr host\n"
    print "m3: Cortex-M3, " by[7, "m3"] "  \nrv32: RV32IMAC, " by[7, "rv32"] "  "
    print "avr: " by[7, "avr"] "  \nhost: x86-64, " by[7, "host"] "\n"
    print "| what | call | size | m3 | at most | rv32 | at most | avr, cycles | host | host, ns |"
    print "|---|---|---|---|---|---|---|---|---|---|"
    for (i = 1; i <= cost_count; i++) {
        k = cost[i]; split(k, f, ",")
        printf "| %s | %s | %s | %s | %s | %s | %s | %s | %s | %s |\n", f[1], f[2], f[3],
            cell(costed[k, "m3 insn"]), cell(costed[k, "m3 insn at most"]),
            cell(costed[k, "rv32 insn"]), cell(costed[k, "rv32 insn at most"]),
            cell(costed[k, "avr cycles"]), cell(costed[k, "host insn"]),
            cell(costed[k, "host ns"]) }
}
END {
    print "# What the headers take and cost\n"
    print "Written by `make tables` from the tables beside it; `tests/gates/tables.sh`"
    print "compares what it measures with them, and fails where something is more than 2 %"
    print "above. With other compilers than those named here figures are not compared.\n"
    code_page(); stack_page(); bytes_page(); cost_page()
}
