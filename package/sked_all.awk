# sked_all.awk: joins LICENSE and the headers, in the order given, to one file: make release.
# SPDX-License-Identifier: MIT
#
# Not a byte of a header is changed: what is added are whole lines, and each of those in a header
# ends in the mark. So the file can be taken apart again (tests/gates/package.sh does).

BEGIN {
    mark = "sked_all.h */"
    print "/* sked_all.h - sked " version ": cluster scheduling for C, all headers in one file."
    print " *"
    print " *     #define SKED_IMPLEMENTATION      in exactly one file of the program,"
    print " *     #include \"sked_all.h\"            and this line alone in all others"
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
    finish_header()
    if (!headers++) {
        print " */"
    }
    print "/* ==== " FILENAME " ==== " mark
}

# The other header stands above already.
/^#include "sched[a-z_]*\.h"$/ {
    print "#if 0 /* " mark
    print
    print "#endif /* " mark
    next
}

# A file of this name hides no <sched.h>, so it need not step aside.
FILENAME == "sched.h" && /^#if defined\(__GNUC__\) && defined\(__has_include_next\)$/ {
    print "#if 0 /* " mark
    open = 1
}

{ print }

END { finish_header() }

function finish_header() {
    if (open) {
        print "#endif /* " mark
    }
    open = 0
}
