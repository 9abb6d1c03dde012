# results.awk: writes the section "Work" of bench/tables/README.md from logs of skedmark.
# SPDX-License-Identifier: MIT
#
#   awk -f results.awk cortex-m4.txt rv32.txt atmega2560.txt host.txt
#
# A table for each level, with the three logs that have it.
BEGIN {
    FS = ","
    split("Cortex-M4,RV32,ATmega2560,host", title, ",")
    split("instructions,instructions,cycles,ns", unit, ",")
    memory[1] = "8 KiB"; memory[2] = "64 KiB"; memory[3] = "1 MiB"
}
FNR == 1 { file++ }
/^# compiler: / { compiler[file] = substr($0, 13) }
$1 == "row" {
    key = $3 "," $4
    if (!(key in seen)) { seen[key] = 1; keys[++count] = key }
    size[$2, key] = $5
    has[$2, file] = 1
    cells[$2, key, file] = grouped($9) " | " grouped($10) " | " grouped($11)
}

# Digits in threes: 1,234,567.
function grouped(number) {
    if (number == "") { return "-" }
    while (match(number, /[0-9][0-9][0-9][0-9](,|$)/)) {
        number = substr(number, 1, RSTART) "," substr(number, RSTART + 1)
    }
    return number
}

function words() {
    print "## Work\n"
    print "How much work a call is: sixteen operations of [skedmark](../skedmark/README.md), a"
    print "benchmark for boards, at three levels. A level is the memory that a board has, and the"
    print "work that fits into it. *Size* counts the jobs that wait, the bookings, the nodes or the"
    print "tasks. Half of the calls take less than the *median*; one in a hundred takes more than"
    print "*p99*, where there are a hundred calls; *worst* is the most of all calls.\n"
    print "A *pass* of a queue under EASY starts all that can start; *tiers* are a queue with one"
    print "background, under MEASY. The calendar *finds* the earliest room for a booking, the tree"
    print "the nodes with the fewest hops. Moldable tasks are *created* from their tables and"
    print "formulas, and planned by *DEMT*. PJS plans jobs for machines and clusters.\n"
    print "QEMU counts instructions on a Cortex-M4 and on RV32, simavr counts cycles on an"
    print "ATmega2560: the same in every run. Nanoseconds were taken on a busy virtual machine,"
    print "where the worst call is often one that was interrupted. `make board` measures all again;"
    print "`bench/skedmark/results` has more boards, and for each operation its first call, a call"
    print "with cold caches, its memory and its stack.\n"
    for (f = 1; f <= file; f++) {
        print title[f] ", " unit[f] ": " compiler[f] (f < file ? "  " : "")
    }
}

function heading(level,   f, rule) {
    print "\n### Level " level ": " memory[level] " of RAM\n"
    printf "| operation | size |"
    rule = "|---|--:|"
    for (f = 1; f <= file; f++) {
        if (!((level, f) in has)) { continue }
        printf " %s, %s: median | p99 | worst |", title[f], unit[f]
        rule = rule "--:|--:|--:|"
    }
    print "\n" rule
}

function row(level, key,   f, name) {
    name = key
    sub(/,/, " ", name)
    printf "| %s | %s |", name, grouped(size[level, key])
    for (f = 1; f <= file; f++) {
        if ((level, f) in has) { printf " %s |", cells[level, key, f] }
    }
    print ""
}

END {
    words()
    for (level = 1; level <= 3; level++) {
        heading(level)
        for (i = 1; i <= count; i++) { row(level, keys[i]) }
    }
}
