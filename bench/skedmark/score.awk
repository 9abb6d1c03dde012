# score.awk: computes the scores of a log anew, from its rows; also where families ran one by one.
# SPDX-License-Identifier: MIT
#
#   awk -f score.awk baseline.txt LOG...
#
# A line for each level: "skedmark 1.LEVEL: SCORE / COMPILER / BOARD", or why there is none. Status 1
# if a level has no score.
BEGIN {
    FS = ","
    coarse_ticks = 32
}
{ sub(/\r$/, "") }              # of a serial line
FNR == 1 { file++ }
FNR == 1 && file == 2 { about = compiler = hertz = mhz = "" }

# ---- the baseline
file == 1 && $1 == "row" { base[$2, $3, $4] = $9; wanted[++count] = $2 SUBSEP $3 SUBSEP $4 }
file == 1 && $1 == "hash" { golden[$2, $3] = $4 }
file == 1 { next }

# ---- the logs
/^# board: / { about = substr($0, 10) }
/^# compiler: / { compiler = substr($0, 13) }
/^# clock: / {
    split($0, word, " ")
    hertz = word[3]
    unit = word[4]
    mhz = match($0, /, [0-9]+ MHz/) ? substr($0, RSTART + 2, RLENGTH - 6) : 0
}
$1 == "row" {
    level[$2] = 1
    if (($2, $3, $4) in median) { twice[$2] = twice[$2] " " $3 ", " $4 ";" }
    median[$2, $3, $4] = $9
}
$1 == "hash" {
    level[$2] = 1
    if (length($4) != 16 || NF != 5) { cut[$2] = 1 }
    else if ($4 != golden[$2, $3] || $5 != "ok") { wrong[$2] = wrong[$2] " " $3 }
}

function why_not(l,   i, key, part) {
    if (cut[l]) { return "a hash is cut off" }
    if (twice[l] != "") { return "twice, and only one run counts:" twice[l] }
    if (wrong[l] != "") { return "wrong decisions:" wrong[l] }
    if (compiler == "" || about == "" || hertz + 0 == 0) { return "no compiler, board or clock" }
    for (i = 1; i <= count; i++) {
        split(wanted[i], part, SUBSEP)
        key = wanted[i]
        if (part[1] == l && !(key in median)) { return "no row of " part[2] ", " part[3] }
        if (part[1] == l && median[key] < (unit == "insn" ? 1 : coarse_ticks)) {
            return "the clock is too coarse for " part[2] ", " part[3]
        }
    }
    return ""
}

# The geometric mean over families of the geometric means over operations.
function score(l,   i, part, sum, number, f, all, families) {
    for (i = 1; i <= count; i++) {
        split(wanted[i], part, SUBSEP)
        if (part[1] == l) {
            sum[part[2]] += log(base[wanted[i]] / median[wanted[i]])
            number[part[2]]++
        }
    }
    for (f in sum) { all += sum[f] / number[f]; families++ }
    return exp(all / families) * hertz / 1000000
}

END {
    for (l = 1; l <= 3; l++) {
        if (!(l in level)) { continue }
        reason = why_not(l)
        levels++
        if (reason != "") { text = "no score: " reason; bad = 1 }
        else {
            value = score(l)
            text = sprintf("%.3f", value) (mhz + 0 ? sprintf(" (%.3f per MHz)", value / mhz) : "")
        }
        print "skedmark 1." l ": " text " / " compiler " / " about
    }
    if (!levels) { print "no score: no rows"; bad = 1 }
    exit bad
}
