# compare.awk: two logs of skedmark row by row: the second over the first. Below 1 it is better.
# SPDX-License-Identifier: MIT
#
#   awk -v limit=1.02 -f compare.awk OLD NEW
#
# Status 1 if a median, memory or stack is above the limit times the old one; 2 if the two cannot be
# compared: other units, other work, wrong decisions. Without a limit it only prints.
BEGIN {
    FS = ","
    slack = 16                  # bytes of stack that are no news
}
{ sub(/\r$/, "") }              # of a serial line
FNR == 1 { file++ }
/^# clock: / { split($0, word, " "); unit[file] = word[4] }
$1 == "hash" && $5 != "ok" { refuse("wrong decisions in " FILENAME ": " $3 ", level " $2) }
$1 == "row" {
    key = $2 "," $3 "," $4
    if (file == 1) { order[++count] = key }
    size[file, key] = $5; median[file, key] = $9; ram[file, key] = $12; stack[file, key] = $13
}

function refuse(reason) { print "cannot be compared: " reason; refused = 1 }

# worse WHAT: by more than the limit, and than what is no news.
function worse(was, is, more,   over) {
    over = limit != "" && was != "" && is + 0 > was * limit + more
    bad += over
    return over
}

END {
    if (file != 2 || count == 0) { refuse("two logs with rows were expected") }
    else if (unit[1] != unit[2]) { refuse("units are " unit[1] " and " unit[2]) }
    for (i = 1; i <= count && !refused; i++) {
        key = order[i]
        if (!((2, key) in median)) { refuse("the second log has no row " key); break }
        if (size[1, key] != size[2, key]) { refuse("another size of " key); break }
        ratio = median[2, key] / median[1, key]
        sum += log(ratio)
        note = worse(median[1, key], median[2, key], 0) ? "  SLOWER" : ""
        note = note (worse(ram[1, key], ram[2, key], 0) ? "  MORE MEMORY" : "")
        note = note (worse(stack[1, key], stack[2, key], slack) ? "  MORE STACK" : "")
        printf "%-22s %9d %9d  %.3f  memory %6d %6d  stack %5s %5s%s\n", key, median[1, key],
            median[2, key], ratio, ram[1, key], ram[2, key], stack[1, key], stack[2, key], note
    }
    if (refused) { exit 2 }
    printf "geometric mean of %d medians: %.3f\n", count, exp(sum / count)
    exit bad > 0
}
