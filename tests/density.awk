# density.awk: how many assertions the headers have per 100 lines of code.
# SPDX-License-Identifier: MIT
#
#     awk -f tests/density.awk sched*.h
#
# Prints HEADER CHAPTER LINES ASSERTIONS DENSITY, and for each header its sum, as chapter "all".
# A SKED_ASSERT counts if it says more than that pointers are not NULL. Lines of code are those of the
# implementation that are neither blank nor comment alone; chapters are those with a tag >>NAME.

function report(chapter, lines, found) {
    if (lines > 0) {
        printf "%s %s %d %d %.1f\n", header, chapter, lines, found, 100 * found / lines
    }
}

function end_chapter() {
    report(chapter, lines, found)
    all_lines += lines; all_found += found
    lines = found = 0
}

function end_header() {
    if (header != "") {
        end_chapter()
        report("all", all_lines, all_found)
    }
    all_lines = all_found = 0
}

# Is there a condition that no pointer is NULL does not say?
function says_more(text) {
    gsub(/[A-Za-z_][A-Za-z0-9_.>-]*(\[[a-z]*\])? != NULL/, "", text)
    gsub(/SKED_ASSERT|[ \t();&]/, "", text)
    return text != ""
}

FNR == 1 { end_header(); header = FILENAME; chapter = "start"; inside = comment = 0; assertion = "" }
/^#define SKED_[A-Z_]*DONE_?$/ { inside = 1 }
!inside { next }
/^\/\* -+ >>[a-z0-9_.]+/ {
    end_chapter()
    match($0, />>[a-z0-9_.]+/)
    chapter = substr($0, RSTART + 2, RLENGTH - 2)
}
{
    line = $0
    if (comment) {
        if (!sub(/^.*\*\//, "", line)) { next }
        comment = 0
    }
    gsub(/\/\*[^*]*(\*[^\/][^*]*)*\*\//, "", line)
    comment = sub(/\/\*.*/, "", line)
    if (line !~ /[^ \t]/ || line ~ /^ *\\$/) { next }
    lines++
    if (line ~ /SKED_ASSERT\(/ && line !~ /#define/) { assertion = "x" }
    if (assertion != "") {
        assertion = assertion line
        if (line ~ /;/) {
            found += says_more(substr(assertion, 2))
            assertion = ""
        }
    }
}
END { end_header() }
