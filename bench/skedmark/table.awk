# table.awk: a table of scores in Markdown, from what score.awk prints for each log.
# SPDX-License-Identifier: MIT
#
#   bench/skedmark/board.sh --table
#
# A line is "skedmark 1.LEVEL: SCORE [(N per MHz)] / COMPILER / BOARD, HOW IT RAN".
BEGIN {
    FS = " / "
    print "| board | compiler | level 1 | 2 | 3 | per MHz | |\n|---|---|---|---|---|---|---|"
}
{
    key = $3 SUBSEP $2
    if (!(key in seen)) { seen[key] = 1; order[++count] = key }
    split($1, word, " ")
    level = substr(word[2], 3, 1)
    score[key, level] = word[3] < 100 ? word[3] : sprintf("%d", word[3])
    if (word[4] ~ /^\(/ && mhz[key] == "") { mhz[key] = substr(word[4], 2) }
}
END {
    for (i = 1; i <= count; i++) {
        split(order[i], part, SUBSEP)
        board = part[1]
        how = "not stated"
        if (match(board, /, (ran|emulated)$/)) {
            how = substr(board, RSTART + 2)
            board = substr(board, 1, RSTART - 1)
        }
        printf "| %s | %s | %s | %s | %s | %s | *%s* |\n", board, part[2], score[order[i], 1],
            score[order[i], 2], score[order[i], 3], mhz[order[i]], how
    }
}
