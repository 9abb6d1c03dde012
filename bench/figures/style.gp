# style.gp: colours, lines and axes of all figures.
# SPDX-License-Identifier: MIT
#
# Colours by M. Okabe and K. Ito, which the colour-blind tell apart; each policy has a point of its
# own, too.

set border 3 lw 1 lc rgb "#444444"
set tics nomirror out scale 0.6
set grid ytics lt 1 lw 0.5 lc rgb "#dddddd"
set bars 0
unset mytics

grey = "#888888"
black = "#000000"
orange = "#e69f00"
pink = "#cc79a7"
blue = "#0072b2"
green = "#009e73"
red = "#d55e00"

colour(policy) = policy eq "FCFS" ? grey : policy eq "EASY" ? black : policy eq "KEASY" ? orange \
    : policy eq "REASY" ? pink : policy eq "MEASY" ? blue : policy eq "FW" ? blue : red
point(policy) = policy eq "FCFS" ? 1 : policy eq "EASY" ? 4 : policy eq "KEASY" ? 9 \
    : policy eq "REASY" ? 11 : policy eq "MEASY" ? 7 : policy eq "FW" ? 7 : 5

# With neither enhanced text nor pictures of fonts: names of traces have underscores.
canvas(width, height) = sprintf("set terminal svg size %d,%d noenhanced font 'DejaVu Sans,11' \
    background 'white' name 'figure'", width, height)
