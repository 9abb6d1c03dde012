# squeeze.sed: takes out of gnuplot's SVG what says nothing, to a third of its size.
# SPDX-License-Identifier: MIT
#
# Groups without content go, and what each repeats though it is the default or the figure's, and
# what is below a tenth of a pixel.
/^<g fill="none".*>$/{
N
/\n<\/g>$/d
}
s/ stroke-linecap="butt" stroke-linejoin="miter"//g
s/ font-family="[^"]*" font-size="11.00" */ /g
s/<g id="gnuplot_canvas">/<style>.l{fill:none;color:black;stroke:currentColor}.t{stroke:none;fill:black}<\/style><g id="gnuplot_canvas" font-family="DejaVu Sans,Verdana,sans-serif" font-size="11">/
s/font-family="[^"]*" font-size="15.00"/font-size="15" font-weight="bold"/
s/fill="none" color="black" stroke="currentColor"/class="l"/g
s/stroke="none" fill="black"/class="t"/g
s/rgb( *\([0-9]*\), *\([0-9]*\), *\([0-9]*\))/rgb(\1,\2,\3)/g
s/ class="gridline"//g
s/xlink:href=/href=/g
s/<title>figure_plot[^<]*<\/title>//g
s/<desc>.*<\/desc>//
/^[[:space:]]*$/d
s/^[[:space:]]*//
s/\n[[:space:]]*/\n/g
s/rgb(68,68,68)/#444/g
s/rgb(221,221,221)/#ddd/g
/ d='M/s/ L/ /g
/^L[0-9]/{
s/^L//
s/ L/ /g
}
s/ *'\/>/'\/>/
/<text/b
/<?xml/b
s/\(\.[0-9]\)[0-9]/\1/g
s/\.0\([^0-9.]\)/\1/g
