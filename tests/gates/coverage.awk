# coverage.awk: reads what llvm-cov says about a header, and demands all of it; see coverage.sh.
# SPDX-License-Identifier: MIT
#
#   awk -f coverage.awk -v header=NAME [-v before=TAG] part=source NAME part=lcov FILE part=show FILE
#       part=warnings FILE part=summary FILE
#
# Prints the counts of each chapter, then each function, line, branch and condition that is missing;
# with `before` only those above the chapter `>>TAG` of the implementation. Fails too if nothing was
# counted, or if the counts are not those of llvm-cov's own summary: so a change of its output does
# not pass for full coverage.
#
# A closed switch has no default, so that compilers name what it lacks. What clang counts as its
# default, and the lines of the values that close an enum or count it, no call reaches: they are
# refused before. These alone are counted as reached.

function count(kind, line, holds, what) {
    total[kind]++
    reached[kind] += holds
    chapter_total[chapter[line], kind]++
    chapter_reached[chapter[line], kind] += holds
    if (!holds) { missing[++missing_count] = line; missing_what[missing_count] = what }
}
function is_closed(line, column) {      # the default of a switch, or a case that closes an enum
    return text[line] ~ /^ *case SKED_[A-Z_]*(_CLOSED|_COUNT)_:/ ||
        (text[line] ~ /^ *switch \(/ && index(text[line], "(") + 1 == column)
}
function place(text) {                  # of "(line:column)": sets line and column
    match(text, /\([0-9]+:[0-9]+\)/)
    split(substr(text, RSTART + 1, RLENGTH - 2), numbers, ":")
    line = numbers[1]; column = numbers[2]
}
function summary_of(kind, word) {
    match($0, "\"" word "\":\\{\"count\":[0-9]+,\"covered\":[0-9]+")
    split(substr($0, RSTART, RLENGTH), numbers, /[:,}]/)
    if (RSTART == 0) { fault("the summary does not tell " kind) }
    if (kind == "lines") {              # counted another way there: each function's own
        if (reached[kind] == total[kind] && numbers[3] > numbers[5] + excused["lines"]) {
            fault("the summary knows of lines not run") }
    } else if (!in_macro && (numbers[3] != total[kind] + 0 ||
            numbers[5] + excused[kind] != reached[kind] + 0)) {
        fault("counted " reached[kind] + 0 " of " total[kind] + 0 " " kind ", the summary says " \
            numbers[5] " of " numbers[3])
    }
}
function fault(text) { print "not to be trusted: " text; status = 1 }

part == "source" {
    text[FNR] = $0
    if ($0 ~ /^\/\* ---- .*>>/) {
        name = $0; gsub(/^\/\* -* *|:.*|-* *\*\/$|>>/, "", name); sub(/ +$/, "", name)
        heading[++heading_count] = name; first[heading_count] = FNR
        if ($0 ~ (">>" before "[^a-z.]")) { limit = FNR }
    }
    chapter[FNR] = heading_count
    next
}
part == "lcov" && /^SF:/ {
    files++
    if (substr($0, length($0) - length(header)) != "/" header) { fault("a report on " $0) }
}
part == "lcov" && /^FN:/ { sub(/^FN:/, ""); split($0, f, ","); starts[f[2]] = f[1] }
part == "lcov" && /^FNDA:/ {
    sub(/^FNDA:/, ""); split($0, f, ",")
    line = starts[f[2]]; sub(/^.*:/, "", f[2])          # a static function is FILE:NAME
    count("functions", line, f[1] > 0, "not called: " f[2])
}
part == "lcov" && /^DA:/ {
    sub(/^DA:/, ""); split($0, f, ",")
    closed = !f[2] && is_closed(f[1], 0)
    excused["lines"] += closed
    count("lines", f[1], closed || f[2] > 0, "line not run")
}
part == "show" && /^ *[0-9]+\|/ { shown = $0 + 0 }
part == "show" && /^ *\|  \|.*Branch \(/ {      # llvm-cov puts it where the macro is defined
    in_macro++; missing[++missing_count] = shown
    missing_what[missing_count] = "not measured, a decision inside a macro"
}
part == "show" && /^ *\|  Branch \(/ && !/Folded/ {
    place($0)
    closed = $0 ~ /True: 0[,\]]/ && is_closed(line, column)
    excused["branches"] += closed
    count("branches", line, closed || $0 !~ /True: 0[,\]]/, "never true (column " column ")")
    count("branches", line, $0 !~ /False: 0[,\]]/, "never false (column " column ")")
}
part == "show" && /^ *\|     Condition C[0-9]+ --> / { place($0); at[$3] = line; col[$3] = column }
part == "show" && /^ *\|  C[0-9]+-Pair: / && !/constant folded/ {
    name = $2; sub(/-Pair:/, "", name)
    count("conditions", at[name], / covered: /, "never decides alone (column " col[name] ")")
}
part == "warnings" && match($0, "(^|/)" header ":[0-9]+:[0-9]+: warning: ") {
    split(substr($0, RSTART), f, ":")
    missing[++missing_count] = f[2]; sub(/^.*warning: /, ""); missing_what[missing_count] = $0
}
part == "summary" && /"totals":/ {
    sub(/.*"totals":/, ""); summaries++
    summary_of("functions", "functions"); summary_of("lines", "lines")
    summary_of("branches", "branches"); summary_of("conditions", "mcdc")
}

END {
    if (files != 1 || summaries != 1) { fault("reports on " files + 0 " files") }
    if (before != "" && !limit) { fault("no chapter >>" before) }
    if (before == "") { limit = FNR + 1e9 }
    kinds = split("functions lines branches conditions", kind, " ")
    for (c = 1; c <= heading_count; c++) {
        row = ""; any = 0               # declarations alone are counted, not shown
        for (k = 1; k <= kinds; k++) {
            if (!chapter_total[c, kind[k]]) { continue }
            if (kind[k] == "functions") { any = 1 }
            row = row sprintf("  %s %d/%d", kind[k], chapter_reached[c, kind[k]],
                chapter_total[c, kind[k]])
            if (first[c] < limit) { demanded[kind[k]] += chapter_total[c, kind[k]] }
        }
        if (any) { print "# " heading[c] (first[c] < limit ? ":" : " (not demanded):") row }
    }
    for (k = 1; k <= kinds; k++) { if (!demanded[kind[k]]) { fault("no " kind[k] " counted") } }
    for (i = 1; i <= missing_count; i++) {
        if (missing[i] >= limit) { continue }
        source = text[missing[i]]; sub(/^ +/, "", source)
        if (missing_what[i] !~ /^not called/) { missing_what[i] = missing_what[i] ": " source }
        print header ":" missing[i] ": " missing_what[i]
        status = 1
    }
    exit status
}
