# baseline.awk: writes baseline.h from the logs of the baseline at levels 1, 2 and 3.
# SPDX-License-Identifier: MIT
#
#   awk -f baseline.awk baseline.txt >baseline.h
BEGIN { FS = "," }
$1 == "row" || $1 == "hash" {
    family = toupper($3)
    if (!(family in known)) { known[family] = 1; families[++count] = family }
}
$1 == "row" { medians[$2, family] = medians[$2, family] (medians[$2, family] ? ", " : "") $9 }
$1 == "hash" { golden[$2, family] = $4 }
END {
    print "/* baseline.h: golden hashes and the baseline's medians: baseline.awk makes it of baseline.txt. */"
    print "/* SPDX-License-Identifier: MIT */"
    print "#ifndef SKEDMARK_BASELINE_H\n#define SKEDMARK_BASELINE_H"
    for (level = 1; level <= 3; level++) {
        printf "\n%s SKEDMARK_LEVEL == %d\n", level == 1 ? "#if" : "#elif", level
        for (i = 1; i <= count; i++) {
            key = level SUBSEP families[i]
            printf "#define GOLDEN_%s UINT64_C(0x%s)\n", families[i], golden[key]
            printf "#define BASELINE_%s {%s}\n", families[i], medians[key]
        }
    }
    print "#endif\n\n#endif"
}
