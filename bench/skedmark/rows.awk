# rows.awk: a log of skedmark as rows of build/bench.csv, whose columns bench/command.h describes.
# SPDX-License-Identifier: MIT
BEGIN { FS = "," }
function row(metric, ns) {
    if (ns != "") {
        print ($3 == "pjs" ? "site" : $3) "," $4 "/skedmark," $5 "," metric ",us," ns / 1000
    }
}
$1 == "row" { row("median", $9); row("p99", $10); row("worst", $11) }
