#!/usr/bin/env bash
# site_example.sh: build/site does and refuses what it says.
# SPDX-License-Identifier: MIT
set -eu -o pipefail
. "$(dirname "$0")/common.sh"

campus=examples/campus.site day=examples/campus.jobs
check "make build/site" make -s build/site

# shows PATTERN OPTION...: site succeeds, says nothing on stderr, and prints such a line.
shows() {
    local pattern=$1
    shift
    build/site "$@" >"$out/stdout.txt" 2>"$out/stderr.txt" || { cat "$out/stderr.txt"; return 1; }
    cat "$out/stdout.txt"
    [ ! -s "$out/stderr.txt" ] && grep -qE -- "$pattern" "$out/stdout.txt"
}

refused() { gives_up "$1" "$2" build/site "${@:3}"; }

# ---- options

check "site: no file" refused 2 'no file, expected SITE-FILE and a day'
check "site: no day" refused 2 'no day, expected DAY-FILE' $campus
check "site: two days" refused 2 'both DAY-FILE and --day' $campus $day --day 1,1,1
check "site: a third file" refused 2 '"x" is one file too many, expected SITE-FILE DAY-FILE$' \
    $campus $day x
check "site: both of standard input" refused 2 'both files are standard input' - -
check "site: an unknown option" refused 2 '"--chrt" is not an option, expected --chart\?$' --chrt
check "site: an option without a value" refused 2 '--add: nothing follows, expected CLUSTER$' $campus --add
for wrong in 5 5,1 0,1,1 5,1,0 5,x,1 5,1,1,1 5,1,1x 1000001,1,1 5,18446744073709551616,1; do
    check "site: the generated day $wrong" refused 2 "--day: \"$wrong\", expected N,SEED,RATE" \
        $campus --day $wrong
done
for wrong in 0 x 5x 1: 1:5 1:60 1:00:00:00 9999999999999999999 ''; do
    check "site: the quantum '$wrong'" refused 2 "--quantum: \"$wrong\", expected a time of 1 to" \
        $campus $day --quantum "$wrong"
done
check "site: a cluster that is not notional" refused 1 '"sparcs" is not a notional cluster of' \
    $campus $day --add sparcs
check "site: nine clusters" refused 2 'is one too many, expected at most 8 clusters$' \
    $campus $day $(printf -- '--add athlons %.0s' {1..9})
check "site: a chart of JSON" refused 2 '--chart with --add or --json' $campus $day --chart --json
check "site: a file that is not there" refused 1 'nowhere.site: cannot be read: No such file' \
    nowhere.site $day
check "site: a day that is not there" refused 1 'nowhere.jobs: cannot be read: No such file' \
    $campus nowhere.jobs
check "site: a folder" refused 1 '^site: examples:1:1: cannot be read: .*, expected a text file$' \
    examples $day
check "site: --help" shows 'usage: site ' --help

# ---- the site file

# bad_site PLACE SED-SCRIPT PATTERN: the campus so changed is refused, at the place.
bad_site() {
    mutate $campus "$out/bad.site" "$2"
    check "site: $3" refused 1 "/bad.site:$1: $3" "$out/bad.site" $day
}
line() { grep -nE -m1 "$1" "${2-$campus}" | cut -d : -f 1; }
machines=$(line '^machines sparc') pentium=$(line '^machines pentium')
cluster=$(line '^cluster sparcs') pentiums=$(line '^cluster pentiums')
notional=$(line '^notional cluster pentiums-2') net=$(line '^interconnect ethernet')
high=$(line '^queue high') low=$(line '^queue low') user=$(line '^user students')
class=$(line '^class matrix') gradient=$(line '^class gradient') times=$(line '^times matrix')
gain=$(line '^gain')
medium=$(line '^queue medium')

bad_site "$machines:1" "${machines}s/machines/machine/" 'the statement is "machine", expected mach'
bad_site "$machines:18" "${machines}s/6/x/" 'the number of machines is "x", expected a whole'
bad_site "$machines:18" "${machines}s/6/1025/" 'the number of machines is "1025", expected a whole'
bad_site "$machines:17" "${machines}s/ 6 .*//" 'the number of machines is missing, expected'
bad_site "$machines:28" "${machines}s/rating 1/rating 0/" 'the rating is "0", expected a number'
bad_site "$machines:28" "${machines}s/rating 1/rating 1.2345/" 'the rating is "1.2345", expected'
bad_site "$machines:28" "${machines}s/rating 1/rating 1.2.3/" 'the rating is "1.2.3", expected'
bad_site "$machines:33" "${machines}s/memory/rating/" 'a second rating, expected it once'
bad_site "$machines:33" "${machines}s/memory/size/" '"size", expected rating R or memory M'
bad_site "$pentium:10" "${pentium}s/pentium/sparc  /" 'a second "sparc", expected a name that no'
bad_site "$machines:10" "${machines}s/sparc/spa\/c/" 'the name of the class of machines .*"spa/c"'
bad_site "$machines:10" "${machines}s/sparc/queue/" 'the name of the class of machines .*"queue"'
bad_site "$machines:10" "${machines}s/sparc/$(printf 'x%.0s' {1..32})/" 'the name of .*1 to 31 let'
bad_site "$cluster:27" "${cluster}s/sparc.1-4/sparc.1-7/" 'the member is "sparc.1-7", expected mac'
bad_site "$cluster:27" "${cluster}s/sparc.1-4/sparc.0/" 'the member is "sparc.0", expected mach'
bad_site "$cluster:27" "${cluster}s/sparc.1-4/sparc.4-1/" 'the member is "sparc.4-1", expected ma'
bad_site "$cluster:37" "${cluster}s/sparc.1-4/& sparc.3/" 'the member is "sparc.3", expected each'
bad_site "$cluster:36" "${cluster}s/sparc.1-4//" 'the cluster has no members, expected members'
bad_site "$cluster:45" "${cluster}s/min 3/min 5/" 'the least number of members is 5, expected at m'
bad_site "$pentiums:52" "${pentiums}s/\$/  like pentiums/" 'the cluster is "pentiums", expected one'
bad_site "$notional:30" "${notional}s/machines/members /" '"members", expected machines CLASS'
bad_site "$notional:39" "${notional}s/pentium 4/sparcs 4/" 'the class is "sparcs", expected one of'
bad_site "$net:24" "${net}s/bandwidth/width    /" '"width", expected bandwidth B, latency L or'
bad_site "$net:[0-9]+" "${net}s/serves.*//" 'the line ends, expected serves CLUSTER'
bad_site "$net:60" "${net}s/sparcs/sparcz/" 'the cluster is "sparcz", expected one of sparcs, '
bad_site "$high:[0-9]+" "${high}s/priority 0//" 'the line ends, expected priority P'
bad_site "$high:[0-9]+" "${high}s/duplex-sum/duplex-mean/" 'the heuristic is "duplex-mean", expect'
bad_site "$low:[0-9]+" "${low}s/to medium/at medium/" 'the next word is "at", expected to QUEUE'
bad_site "$low:[0-9]+" "${low}s/to medium/to lower/" 'the queue is "lower", expected one of high'
bad_site "$high:[0-9]+" "${high}s/\$/ promote 1 to low/" 'the queue is "low", expected one of high'
bad_site "$medium:[0-9]+" "${high}s/\$/ sequential/; ${medium}s/\$/ promote 1 to high/" \
    'it promotes to a queue that is sequential, expected one that is not'
bad_site "$user:[0-9]+" "${user}s/jobs 20/jobs 0/" 'the number of jobs is "0", expected a whole num'
bad_site "$user:[0-9]+" "${user}s/100h/100d/" 'the time is "100d", expected 1 to 1000000000 secon'
bad_site "$class:[0-9]+" "${class}s/bandwidth 30/bandwidth -1/" 'the bandwidth is "-1", expected a'
bad_site "$gradient:7" "${gradient}s/gradient/matrix/" 'a second class "matrix", expected a new'
bad_site "$gradient:7" "${gradient}s/\$/ on pentium pentiums/" \
    'class gradient has neither a guess nor a time on pentiums, expected one'
bad_site "$times:7" "${times}s/matrix/vector/" 'the class is "vector", expected one of matrix, '
bad_site "$times:[0-9]+" "${times}s/pentium /sparc /" 'a second time on sparc, expected one'
bad_site "$times:22" "${times}s/sparc 720.*/sparc/" 'the time is missing, expected 1 to 1000000000'
bad_site "$times:17" "${times}s/sparc 720.*//" 'the line ends, expected RESOURCE TIME'
bad_site "$((gain + 1)):1" "${gain}s/\$/\n&gain 5/" 'a second gain, expected it once'
bad_site "$gain:9" "${gain}s/\$/ 2/" '"2", expected the end of the line'
bad_site "$((gain + 1)):8" "${gain}s/\$/\nreplan some/" 'the answer is "some", expected all, lower'
bad_site '[0-9]+:1' '/^(user|class|times) /d' 'the end, expected user NAME before it'
bad_site '1:1' 'd;s/x/x/' 'the end, expected machines CLASS COUNT before it'
bad_site "$machines:9" "${machines}s/ +sparc/\x01&/" 'a byte that is no text, expected at most 1000'
bad_site "$machines:1001" "${machines}s/\$/$(printf '#%.0s' {1..1000})/" 'more characters, expected'

# ---- the day

# bad_day PLACE SED-SCRIPT PATTERN
bad_day() {
    mutate $day "$out/bad.jobs" "$2"
    check "site: $3" refused 1 "/bad.jobs:$1: $3" $campus "$out/bad.jobs"
}
first=$(line 'submit matrix-1' $day) second=$(line 'submit survey-1' $day)
down=$(line ' down ' $day) load=$(line ' load .* 50' $day) cancel=$(line ' cancel ' $day)
traffic=$(line ' traffic ' $day)
bad_day "$first:1" "${first}s/8:00:00/8:60:00/" 'the time is "8:60:00", expected 0 to'
bad_day "$second:1" "${second}s/8:01:00/7:59:00/" 'the time is "7:59:00", expected none before'
bad_day "$first:10" "${first}s/submit/start/" 'the event is "start", expected submit, cancel, down'
bad_day "$second:[0-9]+" "${second}s/survey-1/matrix-1/" 'a second job "matrix-1", expected a new'
bad_day "$first:[0-9]+" "${first}s/physics/physicz/" 'the user is "physicz", expected one of phys'
bad_day "$first:[0-9]+" "${first}s/medium/middle/" 'the queue is "middle", expected one of high'
bad_day "$first:[0-9]+" "${first}s/\$/ 101/" 'the factor is "101", expected a number from 0.001'
bad_day "$first:[0-9]+" "${first}s/\$/ 1 1/" '"1", expected the end of the line'
bad_day "$down:15" "${down}s/sparc.2/sparc.9/" 'the machine is "sparc.9", expected one that there'
bad_day "$down:15" "${down}s/sparc.2/sparc.1-2/" 'the machine is "sparc.1-2", expected one that'
bad_day "$load:[0-9]+" "${load}s/50/100/" 'the percentage is "100", expected a whole number from 0'
bad_day "$cancel:17" "${cancel}s/sort-2/sort-9/" 'the job is "sort-9", expected one that was subm'
bad_day "$traffic:18" "${traffic}s/ethernet/internet/" 'the interconnect is "internet", expected o'
: >"$out/empty.jobs"
check "site: an empty day" refused 1 '/empty.jobs:1:1: the end, expected a job before' \
    $campus "$out/empty.jobs"

# ---- runs

# One machine and one job of 100 s that comes at 5: planned at 10, ends at 110 + 5 % = 115.
cat >"$out/one.site" <<'TEXT'
machines m 1
queue q priority 0
user u
class c
times c m 100
TEXT
echo '5 submit j c u q 1.05' >"$out/one.jobs"
cat >"$out/one.txt" <<'TEXT'
00:00:05 j comes: c of u, queue q
00:00:10 j runs on m.1 (mapped), 100 s expected
00:01:55 j ends on m.1 after 105 s, 5 s later than expected

                                  mean                                 time
queue  priority  jobs  ended  job time  slowdown  parallel  preempted  lost
q             0     1      1   1.8 min      1.05     0.0 %          0   0 s
all                 1      1   1.8 min      1.05     0.0 %          0   0 s

class of machines  machines    busy
m                         1  95.5 %

1 plans, 1 mappings; 0 preempted, 0 lost with a machine, 0 promoted
TEXT
one() { build/site "$out/one.site" "$1" | diff - "$out/one.txt"; }
check "site: one job, word for word" one "$out/one.jobs"
sed 's/1\.05/1.06/' "$out/one.jobs" >"$out/other.jobs"
caught "a job that takes longer" '106 s' one "$out/other.jobs"
check "site: standard input" one - <"$out/one.jobs"

# A job of high priority stops one of low, which loses what it has done, and runs afterwards.
cat >"$out/two.site" <<'TEXT'
machines m 1
queue high priority 0 preempts
queue low priority 1 preemptable promote 1 to high
user u
class c
times c m 100
TEXT
printf '0 submit a c u low\n10 submit b c u high\n' >"$out/two.jobs"
cat >"$out/two.txt" <<'TEXT'
00:00:00 a comes: c of u, queue low
00:00:00 a runs on m.1 (mapped), 100 s expected
00:00:10 b comes: c of u, queue high
00:00:10 a is preempted on m.1, for b; 10 s are lost, and it is promoted to queue high
00:00:10 b runs on m.1 (mapped), 100 s expected
00:01:50 b ends on m.1 after 100 s
00:01:50 a runs on m.1 (mapped), 100 s expected
00:03:30 a ends on m.1 after 100 s
TEXT
two() { build/site "$1" "$out/two.jobs" | grep '^00:' | diff - "$out/two.txt"; }
check "site: a preemption, word for word" two "$out/two.site"
mutate "$out/two.site" "$out/calm.site" 's/ preempts$//'
caught "a queue that does not preempt" '< 00:01:40 b runs on m.1' two "$out/calm.site"

# With a class that keeps its work: 40 of 100 s are done when b comes, and to go on takes 5.
sed 's/^class c$/class c resume 5/' "$out/two.site" >"$out/kept.site"
goes_on() {
    build/site "$1" "$out/two.jobs" >"$out/kept.txt" && grep -qE "$2" "$out/kept.txt" ||
        { cat "$out/kept.txt"; return 1; }
}
check "site: work that is kept" goes_on "$out/kept.site" 's are kept'
check "site: ... goes on" goes_on "$out/kept.site" 'a runs on m.1 \(mapped, resumed\), [5-9][0-9] s exp'
caught "a class that loses its work" '100 s expected' goes_on "$out/two.site" 'resumed'

# One machine; b is shorter than c, which waits before it comes: with its place kept c comes first.
cat >"$out/order.site" <<'TEXT'
machines m 1
queue q priority 0
user u
class long
class short
times long m 100
times short m 10
replan none
TEXT
cat >"$out/order.jobs" <<'TEXT'
0 submit a long u q
10 submit c long u q
20 submit b short u q
TEXT
in_order() {
    build/site "$1" "$out/order.jobs" >"$out/order.txt"
    cat "$out/order.txt"
    tr -d '\n' <"$out/order.txt" | grep -q ' c runs.* b runs'
}
check "site: a place that is kept" in_order "$out/order.site"
sed 's/replan none/replan all/' "$out/order.site" >"$out/anew.site"
caught "places that are not kept" '00:01:40 b runs' in_order "$out/anew.site"

check "site: the campus" shows '^all +' $campus $day --chart
check "site: a cluster is worth it" shows 'runs on cluster [a-z]+ \(profitable\)' $campus $day
check "site: high preempts" shows 'is preempted on .*, for rush-' $campus $day
check "site: a machine goes down" shows '^08:06:00 sparc.2 goes down$' $campus $day
check "site: a user without access" shows 'rush-1 is refused: the user may not use' $campus $day

# The same seed is the same day.
again() {
    build/site $campus --day "$1" >"$out/a.txt" && build/site $campus --day "$2" >"$out/b.txt" &&
        cmp "$out/a.txt" "$out/b.txt"
}
check "site: a generated day is the same again" again 60,3,120 60,3,120
caught "another seed" 'differ' again 60,3,120 60,4,120

# What is added is compared with the site as it is: the first column is that of a run without.
base() {
    build/site $campus --day 60,3,120 --quiet --seconds >"$out/a.txt" &&
        build/site $campus --day 60,3,120 --seconds --add "$1" >"$out/b.txt" &&
        diff <(awk '$1 == "all" { print $4 }' "$out/a.txt") \
            <(awk '/^mean job time, all/ { print $5 }' "$out/b.txt")
}
check "site: the site as it is, and with athlons" base athlons
check "site: both clusters" shows 'with pentiums-2 +change +with athlons +change$' \
    $campus --day 60,3,120 --add pentiums-2 --add athlons
check "site: ... and the answer" shows '^The most is gained with [a-z0-9-]+: mean job time -' \
    $campus --day 60,3,120 --add pentiums-2 --add athlons

# The experience of one day is there on the next, and is refused if it is not what was saved.
learn() {
    rm -f "$out/kept"
    build/site $campus --day 60,3,120 --experience "$out/kept" >"$out/a.txt" &&
        build/site $campus --day 60,3,120 --experience "$out/kept" >"$out/b.txt" &&
        ! cmp -s "$out/a.txt" "$out/b.txt"
}
check "site: experience changes the plans of the next day" learn
head -c 700 "$out/kept" >"$out/short"
check "site: an experience that was cut" refused 1 'short:2:1: not as long as the experience' \
    $campus $day --experience "$out/short"
{ head -c 800 "$out/kept"; printf '\252'; tail -c +802 "$out/kept"; } >"$out/damaged"
check "site: an experience that is damaged" refused 1 'damaged:2:1: the block is corrupt' \
    $campus $day --experience "$out/damaged"
check "site: an experience of another site" refused 1 'kept:1:15: other classes' \
    "$out/one.site" "$out/one.jobs" --experience "$out/kept"

if have python3 python3; then
    json() { build/site "$@" --json | python3 -m json.tool >"$out/json.txt"; }
    check "site: JSON" json $campus $day
    check "site: JSON of two runs" json $campus --day 60,3,120 --add athlons
fi
finish
