# page.awk: writes bench/tables/README.md from the tables beside it, up to the section "Work".
# SPDX-License-Identifier: MIT
#
# On the command line: roles.txt; sizes, stack, paths, painted and bytes.csv.

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

# each of an object's things takes so much more, from the two largest sizes.
function each(key, on,   list, n, rise) {
    n = split(sizes[key, on], list, " ")
    if (n < 2) { return "-" }
    rise = bytes[key, list[n], on] - bytes[key, list[n - 1], on]
    return sprintf("%.1f", rise / (list[n] - list[n - 1]))
}
# bars: how many of them hold by each compiler.
function bars(   i, with, gcc, clang) {
    for (i = 1; i <= role_count; i++) {
        with += bar[roles[i]] != "-"
        gcc += verdict(roles[i], "gcc") == "holds"
        clang += verdict(roles[i], "clang") == "holds" }
    return "Of " with " bars, " gcc " hold by gcc and " clang " by clang"
}
function code_page(   i, r) {
    print "## Code\n"
    print "How much flash a program needs depends on what it calls: the linker leaves out the"
    print "rest. So each row is a *role*, a small program for a Cortex-M0 that does one thing, such"
    print "as a queue under EASY. Look for the one that is nearest to yours; \"the same\" is the"
    print "row above, with a difference. Figures are bytes. *Code* is that of the header and of the"
    print "role; *run-time* is what the compiler adds to it (64-bit division, moving memory), and"
    print "most firmware has it anyway.\n"
    print "A *bar* is a size in KiB that we had set ourselves as the goal, for code and run-time"
    print "together; \"6 more than\" a role is a goal for what comes on top of it. The last two"
    print "columns say by which compiler it holds, or how many times as large the role is."
    print bars() "."
    print "Where one is missed, other rows of that object show what it takes without options that"
    print "a program may not need; `roles.txt` has these options.\n"
    print "Measured with `-Os`, linked with `--gc-sections` against `libgcc` and"
    print "`bench/ports/bare.c`:\n"
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
    print "How much stack a call takes at most: leave so much for it. These are bounds for a"
    print "Cortex-M3, `-Os`, from the compiler's call graph, with what `libgcc` takes to divide;"
    print "paths that no input takes count, too. Where a callback is called, what yours takes comes"
    print "on top. Of " functions " public functions (`stack.csv`), " within " take at most 512 bytes."
    print "The others are listed, with the frames of 64 bytes and more on the worst path: they hold"
    print "the addresses of a block's arrays (an object is one block, which each call lays out"
    print "anew), the stack of `sked_sort`, and what is kept so that a refusal changes nothing."
    print "*Painted* is the most that the calls of skedmark, at its second level, took: QEMU ran"
    print "them on a stack of known bytes (`painted.csv`, also for functions of 512 bytes and less).\n"
    print "    bench/tables/measure.sh build/tables stack -- paths 512 -- painted\n"
    print by[3, "m3"] "\n"
    print "| function | bytes | painted | frames |\n|---|---|---|---|"
    for (i = 1; i <= above_count; i++) {
        f = above[i]
        printf "| `%s` | %d%s | %s | %s |\n", f, stack[f],
            (callback[f] == "" ? "" : " " callback[f]), painted[f], path[f] }
    print ""
}
function bytes_page(   i, k, f) {
    print "## Memory\n"
    print "How much memory an object takes: a queue, a site, a calendar. Each is one block that you"
    print "provide; a function gives its size beforehand, and it never grows by itself. Columns"
    print "are bytes of the block on a target, for so many of what is counted. \"Each\" is what one"
    print "more takes, between the two largest sizes that the target can count (`bytes.csv` has"
    print "all). A *handle* is the small struct by which you call an object; it is not in the"
    print "block.\n"
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
END {
    print "# What the headers take and cost\n"
    print "The flash, the stack and the memory that firmware needs for these headers, and the work"
    print "of a call. Targets are emulated; compilers are named, since figures depend on them.\n"
    print "`make tables` measures code, stack and memory anew and writes this page; `make board`"
    print "measures work. `tests/gates/tables.sh` and `tests/gates/skedmark.sh` measure again what"
    print "can be measured where they run, and fail if something has risen by more than 2 %; with"
    print "other compilers nothing is compared.\n"
    code_page(); stack_page(); bytes_page()
}
