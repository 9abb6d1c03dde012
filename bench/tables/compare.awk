# compare.awk: a table of bench/tables and a new one: nothing has risen by more than 2 %.
# SPDX-License-Identifier: MIT
#
# Rows are KEY,...,ON,COUNT; "# NAME: text" tells compiler and flags of the ON whose first word is
# NAME. Rows of another compiler are not compared, but told: "skipped"; those of a NAME that was not
# measured are left out.
#
# Prints each row that rose, is new or is missing, what was skipped, and how many rows agree.

function first_word(text) { sub(/ .*/, "", text); return text }
/^# [a-z0-9]+: / { name = $2; sub(/:$/, "", name); told[FILENAME, name] = $0; next }
/^#/ || NF == 0 { next }
{
    fields = split($0, field, ","); key = $0; sub(/,[^,]*$/, "", key)
    name_of[key] = first_word(field[fields - 1])
    if (FILENAME == ARGV[1]) { before[key] = field[fields] } else { now[key] = field[fields] }
}
END {
    for (key in name_of) {
        name = name_of[key]
        if (!((ARGV[2], name) in told)) { continue }
        if (told[ARGV[1], name] != told[ARGV[2], name]) { other[name]++; continue }
        if (!(key in now)) { print "missing: " key; bad = 1; continue }
        if (!(key in before)) { print "not in the baseline: " key; bad = 1; continue }
        if (now[key] * 100 > before[key] * 102) {
            print "more than 2 % above the baseline: " key ": " now[key] " for " before[key]
            bad = 1; continue
        }
        lower += now[key] * 102 < before[key] * 100
        rows++
    }
    for (name in other) { print "skipped: " other[name] " rows of " name ": " told[ARGV[1], name] }
    print rows + 0 " rows agree, " lower + 0 " are more than 2 % lower"
    exit bad
}
