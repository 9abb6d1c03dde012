# style.gp: colours, lines, axes and pages of all figures.
# SPDX-License-Identifier: MIT
#
# Colours by M. Okabe and K. Ito, and a darker grey: of these eight no two are closer than 12 by
# CIEDE2000 under deuteranopia (tests/colours.py). Each series has a point of its own, too.

set border 3 lw 1 lc rgb "#444444"
set tics nomirror out scale 0.6
set grid ytics lt 1 lw 0.5 lc rgb "#dddddd"
set bars 0
unset mytics
set samples 2

grey = "#666666"
black = "#000000"
orange = "#e69f00"
pink = "#cc79a7"
blue = "#0072b2"
green = "#009e73"
red = "#d55e00"
sky = "#56b4e9"

# ---- A page: a heading, what is to be seen, and the legend; panels; notes
#
# Set what differs from these, then `eval begin("NAME.svg")`; for each panel `eval panel(n)` and a
# plot; `eval finish`. All distances are in pixels: panels are equally large, and legends never
# depend on how wide an axis is. The first plot of a page makes the legend of all its panels.

wide = 900
high = 480
rows = 1
columns = 1
heading = ""
seen = ""
notes = ""
legend_lines = 1
left = 66
right = 22
between = 76            # panels side by side
beneath = 82            # panels one above the other

# gnuplot has no function without a parameter: some here do not use theirs. Text is not enhanced:
# names of traces have underscores.
lines_of(text) = strlen(text) == 0 ? 0 : strstrt(text, "\n") == 0 ? 1 \
    : 1 + lines_of(text[strstrt(text, "\n") + 1:strlen(text)])
above(none) = 50 + 17 * legend_lines + 15 * lines_of(seen) + 24
below(none) = 58 + 14 * lines_of(notes)
panel_wide(none) = (wide - left - right - between * (columns - 1)) / (1.0 * columns)
panel_high(none) = (high - above(0) - below(0) - beneath * (rows - 1)) / (1.0 * rows)

begin(name) = sprintf("set terminal svg size %d,%d noenhanced font 'DejaVu Sans,11' \
    background 'white' name 'figure'; set output '%s/%s'; set multiplot; set bars 0; \
    set label 1 heading at screen %f, screen %f left font ',15'; \
    set label 2 seen at screen %f, screen %f left tc rgb '#444444'; \
    set label 3 notes at screen %f, screen %f left font ',10' tc rgb '#444444'; \
    set key at screen %f, screen %f left top vertical maxrows %d reverse Left samplen 2 \
    width 1 noautotitle", wide, high, out, name, 14.0 / wide, 1 - 20.0 / high, \
    14.0 / wide, 1 - 42.0 / high, 14.0 / wide, (14.0 * lines_of(notes) - 2) / high, \
    6.0 / wide, 1 - (40.0 + 15 * lines_of(seen)) / high, legend_lines)

panel(n) = sprintf("set lmargin at screen %f; set rmargin at screen %f; \
    set tmargin at screen %f; set bmargin at screen %f; %s; %s", \
    (left + ((n - 1) % columns) * (panel_wide(0) + between)) / wide, \
    (left + ((n - 1) % columns) * (panel_wide(0) + between) + panel_wide(0)) / wide, \
    1 - (above(0) + ((n - 1) / columns) * (panel_high(0) + beneath)) / high, \
    1 - (above(0) + ((n - 1) / columns) * (panel_high(0) + beneath) + panel_high(0)) / high, \
    n > 1 ? "unset label 1; unset label 2; unset label 3; unset key" : "", whole)

# The title of a y axis, as far left of it as `aside` says, however wide gnuplot takes tics to be.
aside = 48
y_title(text) = sprintf("set label 4 \"%s\" at graph %f, graph 0.5 center rotate by 90", text, \
    -1.0 * aside / panel_wide(0))
tens = "set ytics ('0.01' 0.01, '0.1' 0.1, '1' 1, '10' 10, '100' 100, '1,000' 1e3, '10,000' 1e4, \
    '100,000' 1e5, '1,000,000' 1e6)"

finish = "unset multiplot; set output; unset label; unset title; unset xlabel; \
    unset logscale; unset arrow; set xtics autofreq; set ytics autofreq; set autoscale; \
    set offsets 0, 0, 0, 0; set format; wide = 900; high = 480; rows = 1; columns = 1; \
    legend_lines = 1; left = 66; aside = 48; right = 22; between = 76; beneath = 82; notes = ''"

# An axis that does not start at zero has a break, and its title says where it starts: eval cut_y.
whole = "unset arrow 91; unset arrow 92; unset arrow 93; unset arrow 94; unset arrow 95; \
    unset arrow 96"
stroke(tag, x0, y0, x1, y1, line) = sprintf("set arrow %d from graph %f, graph %f \
    to graph %f, graph %f nohead front %s; ", tag, x0 / panel_wide(0), y0 / panel_high(0), \
    x1 / panel_wide(0), y1 / panel_high(0), line)
gap = "lw 5 lc rgb 'white'"
edge = "lw 1 lc rgb '#444444'"
cut_y(none) = stroke(91, -3.0, 9.5, 3.0, 14.5, gap) . stroke(92, -5.0, 6.0, 5.0, 13.0, edge) \
    . stroke(93, -5.0, 11.0, 5.0, 18.0, edge)
cut_x(none) = stroke(94, 9.5, -3.0, 14.5, 3.0, gap) . stroke(95, 6.0, -5.0, 13.0, 5.0, edge) \
    . stroke(96, 11.0, -5.0, 18.0, 5.0, edge)

draws = "Bars: 95 % confidence interval of the mean over 20 draws."
