# direct.awk: names curves at their right ends, without one name over another.
# SPDX-License-Identifier: MIT
#
#   awk -v paints='#000000 #0072b2 ...' -v apart=PIXELS -v pixels_of_one=P -f direct.awk ENDS
#
# ENDS: a line for each curve: name, x and y of its right end. Prints gnuplot's commands. The names
# have least squared distances to their curves of all orders that keep that of the curves, and are
# `apart`: neighbours too close are pooled, as in isotonic regression (Ayer et al. 1955).
{ name[NR] = $1; x[NR] = $2; y[NR] = $3; order[NR] = NR }
END {
    split(paints, paint, " ")
    gap = apart / pixels_of_one
    for (i = 2; i <= NR; i++) {
        for (k = i; k > 1 && y[order[k - 1]] < y[order[k]]; k--) {
            other = order[k]; order[k] = order[k - 1]; order[k - 1] = other
        }
    }
    for (i = 1; i <= NR; i++) {         # pool p: `count` names around the mean of what they want
        count[++pools] = 1
        mean[pools] = y[order[i]] + i * gap
        while (pools > 1 && mean[pools - 1] < mean[pools]) {
            sum = mean[pools] * count[pools] + mean[pools - 1] * count[pools - 1]
            pools--
            count[pools] += count[pools + 1]
            mean[pools] = sum / count[pools]
        }
    }
    for (p = 1; p <= pools; p++) {
        for (k = 1; k <= count[p]; k++) {
            at = order[++placed]
            printf "set label %d '%s' at graph 1.045, first %.6f left; ", 10 + at, name[at], \
                mean[p] - placed * gap
            printf "set arrow %d from first %s, first %s to graph 1.035, first %.6f nohead " \
                "lw 0.7 lc rgb '%s'; ", 10 + at, x[at], y[at], mean[p] - placed * gap, paint[at]
        }
    }
}
