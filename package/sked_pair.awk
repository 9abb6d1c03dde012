# sked_pair.awk: LICENSE and the headers as a pair of files, sked.h and sked.c: make release.
# SPDX-License-Identifier: MIT
#
#     awk -v version=1.2.3 -v part=h -f package/sked_pair.awk LICENSE sched.h sched_ar.h ... >sked.h
#     awk -v version=1.2.3 -v part=c -f package/sked_pair.awk LICENSE sched.h sched_ar.h ... >sked.c
#
# sked.h has what is above the line at which a user may stop reading, sked.c what follows it. A
# file of this name hides no <sched.h>, so the lines that hand over to it are left out.

BEGIN {
    print "/* sked." part " - sked " version ": cluster scheduling for C, the " \
        (part == "h" ? "interface" : "implementation") " of all headers."
    print " *"
    print " * Compile sked.c with your program, and include sked.h. No file defines SKED_IMPLEMENTATION;"
    print " * what the headers say of it below is for the headers one by one."
    print " *"
    print " * Made from the headers by `make release`: change those, not this."
    print " * SPDX-License-Identifier: MIT"
    print " *"
}

FILENAME == "LICENSE" {
    print $0 == "" ? " *" : " * " $0
    next
}

FNR == 1 {
    if (!headers++) {
        print " */"
        if (part == "c") {
            print "#define SKED_PAIR_"
            print "#define SKED_IMPLEMENTATION"
            print "#include \"sked.h\""
        } else {
            print "#if defined(SKED_IMPLEMENTATION) && !defined(SKED_PAIR_)"
            print "#error \"compile sked.c instead: with it, no file defines SKED_IMPLEMENTATION\""
            print "#endif"
        }
    }
    print ""
    print "/* ==== " FILENAME " ==== */"
    here = "h"
}

/^\/\* =+ \*\/$/ { here = "c" }
/^#include "sched[a-z_]*\.h"$/ { next }
FILENAME == "sched.h" && /^\/\* With this folder on the include path/ { here = "" }

here == part { print }
