#!/usr/bin/env bash
# batsim.sh: examples/batsim decides in a simulator as build/replay does, and survives what it is sent.
# SPDX-License-Identifier: MIT
#
# tests/programs/batsim_host.c takes Batsim's place. It checks more of each reply than Batsim does.
set -eu -o pipefail
. "$(dirname "$0")/common.sh"
have gcc gcc || { finish; exit; }

# Without the optimiser, which takes 15 s for the same decisions.
component=build/sked_edc.so
check "make build/sked_edc.so" make -s build/sked_edc.so CFLAGS=-O0
check "make build/replay" make -s build/replay
tools() {
    local name
    for name in batsim_host json_lines; do
        gcc -std=c99 -O1 -Wall -Wextra -Werror -I. -Ibench -Iexamples "tests/programs/$name.c" \
            -o "$out/$name" -ldl -lm || return 1
    done
}
silent "the host compiles" tools

# only_functions LIBRARY: it shows three functions, and wants no library but libc.
only_functions() {
    nm -D --defined-only "$1" | awk '{ print $3 }' | sort | tr '\n' ' '
    objdump -p "$1" | awk '$1 == "NEEDED" { printf "%s ", $2 }'
}
check "it shows three functions, and needs libc" \
    [ "$(only_functions build/sked_edc.so)" = \
    "batsim_edc_deinit batsim_edc_init batsim_edc_take_decisions libc.so.6 " ]

# ---- the same starts -----------------------------------------------------------------------------

# Traces: the one of examples; of the model, with estimates as users give them; and what follows from
# it: jobs of which many are stopped at their limits, jobs of which each fifth is killed, without
# each seventh, and only the narrower ones, on all hosts and on three quarters of them.
small=examples/small.swf model=$out/model.swf
make_traces() {
    build/replay --policy easy --first 1500 --load 90 --estimates model --jobs "$out/jobs.csv" \
        >"$out/table.txt" || return 1
    awk -F, 'BEGIN { print "; MaxProcs: 256" }
        NR > 1 { sub(/delay/, "", $3)
            print $1, $4, -1, $3, $5, -1, -1, $5, $6, -1, 1, -1, -1, -1, -1, -1, -1, -1 }' \
        "$out/jobs.csv" >"$model"
    awk 'NR % 3 == 0 { $9 = int($4 / 2) + 1 } 1' "$model" >"$out/stopped.swf"
    awk 'NR > 1 && (NR - 2) % 5 == 0 { $4 = $4 > 1 ? int($4 / 2) : 1 } 1' "$model" \
        >"$out/killed.swf"
    awk 'NR == 1 || (NR - 2) % 7 != 0' "$model" >"$out/seventh.swf"
    awk 'NR == 1 || $8 <= 192' "$model" >"$out/narrow.swf"
    sed '1s/256/192/' "$out/narrow.swf" >"$out/fewer.swf"
    [ "$(wc -l <"$model")" -eq 1501 ] && [ "$(wc -l <"$out/narrow.swf")" -lt 1501 ]
}
check "six traces" make_traces

# starts WORDS TRACE [OPTION...]: what the component does, into host.csv.
starts() {
    local words=$1 trace=$2
    shift 2
    "$out/batsim_host" --words "$words" "$@" "$component" "$trace" >"$out/host.csv"
}

# as_replay WORDS TRACE REPLAYED [OPTION...]: the starts are those of build/replay on another trace.
as_replay() {
    local words=$1 trace=$2 replayed=$3
    shift 3
    build/replay $words $rule --starts "$out/replay.csv" "$replayed" >"$out/table.txt" || return 1
    starts "$words" "$trace" "$@" || return 1
    [ "$(wc -l <"$out/host.csv")" -gt 100 ] && diff "$out/replay.csv" "$out/host.csv"
}
rule=
for policy in fcfs sjf easy easy-sjbf conservative; do
    check "$policy on small.swf" as_replay "--policy $policy" $small $small
    check "$policy on 1500 jobs of the model" as_replay "--policy $policy" "$model" "$model"
done
check "conservative-rebuild" as_replay "--policy conservative-rebuild" "$model" "$model"
check "depth:4-sjbf" as_replay "--policy depth:4-sjbf" "$model" "$model"
check "without words: easy" starts "" "$model"
check "... as with them" cmp "$out/host.csv" \
    <(build/replay --policy easy --starts /dev/stdout "$model" | sed '/^replay/,$d')
books="--book 20000:40000:200 --book 50000:50001:256 --book 100000:200000:30"
for policy in sjf easy conservative; do
    check "$policy beside bookings" as_replay "--policy $policy $books" "$model" "$model"
    check "$policy beside a booking without an end" \
        as_replay "--policy $policy --book 100000:never:64" "$out/narrow.swf" "$out/narrow.swf"
done

# ---- what a message may look like, and what may happen ----------------------------------------------

all="--pretty --more --escapes --storage --reverse --noise --again"
for policy in easy conservative; do
    for variant in $all "$all"; do
        check "$policy: $variant" as_replay "--policy $policy" "$model" "$model" $variant
    done
    check "$policy: jobs that reach their limits" \
        as_replay "--policy $policy" "$out/stopped.swf" "$out/stopped.swf"
    check "$policy: jobs that are killed" \
        as_replay "--policy $policy" "$model" "$out/killed.swf" --kill 5
    check "$policy: jobs that are rejected" \
        as_replay "--policy $policy" "$model" "$out/seventh.swf" --reject 7 --pretty
    check "$policy: hosts that are off from the beginning" \
        as_replay "--policy $policy" "$out/narrow.swf" "$out/fewer.swf" --off 0:never:64 --storage
    check "$policy: hosts that go and come back" \
        starts "--policy $policy" "$model" --off 30000:60000:64 --storage --escapes
    rule="--same-instant end"
    check "$policy: a message for each event of an instant" \
        as_replay "--policy $policy" "$model" "$model" --split $all
    rule=
done
# The last log has the jobs that lost hosts.
lost() { starts "" "$model" --off 30000:60000:64 2>&1 | grep -cE '^sked_edc: message [0-9]+: .* job "w0!'\
'[0-9]+" has [0-9]+ hosts? that (is|are) off, expected that Batsim ends it$'; }
check "jobs that lose hosts are named" lost

# ---- JSON, also by Python ------------------------------------------------------------------------

if have python3 python3; then
    check "a run is written down" starts "--policy conservative" $small --more --escapes \
        --record "$out/record.txt" --replies "$out/replies.txt"
    sed 1d "$out/record.txt" >"$out/messages.txt"
    lines_agree() {
        python3 tests/programs/json_lines.py "$1" "$out/messages.txt" "$out/replies.txt"
    }
    check "what is JSON, and what a number is: as Python says" lines_agree "$out/json_lines"
    is_json() { python3 -c 'import json, sys; [json.loads(line) for line in open(sys.argv[1])]' "$1"; }
    check "all replies are JSON" is_json "$out/replies.txt"
fi

# ---- refusals --------------------------------------------------------------------------------------

# refused PATTERN COMMAND...: the component says why, in a line; the host then has a line of its own.
refused() {
    local pattern=$1 told
    shift
    ! "$@" >"$out/stdout.txt" 2>"$out/stderr.txt" || return 1
    mapfile -t told <"$out/stderr.txt"
    cat "$out/stderr.txt"
    [ ! -s "$out/stdout.txt" ] && [ ${#told[@]} -eq 2 ] && [[ ${told[0]} =~ $pattern ]] &&
        [[ ${told[1]} == batsim_host:*\ returned\ 1,\ expected\ 0 ]]
}
while IFS='|' read -r words pattern; do
    check "words: $words" refused "^sked_edc: $pattern" starts "$words" $small
done <<'LIST'
--polcy easy|"--polcy" is not an option, expected --policy\?$
easy|"easy", expected an option$
--policy|--policy: nothing follows, expected NAME$
--policy fair|--policy: "fair", expected one of fcfs, sjf, .*, depth:K-sjbf$
--policy easy --policy sjf|--policy: given again, expected it once$
--policy depth:x|--policy: "depth:x", expected depth:K
--book 5:4:1|--book: "5:4:1": the end is 4, expected a time after the start$
--book 1:2|--book: "1:2", expected START:END:COUNT$
--book 4611686018427388:never:1|--book: "4611686018427388:never:1", expected times up to
--book 1:2:65|message 1: offset [0-9]+: --book: the count is 65, expected at most the 64 comp
LIST
many=$(printf -- '--book 1:2:3 %.0s' {1..65})
check "words: 65 bookings" refused '^sked_edc: --book: "1:2:3" is one too many, expected at most 64' \
    starts "$many" $small
silent "blanks and line ends between words" starts $'\n --policy\t easy\r\n\n' $small

# Messages: b is a beginning with hosts 0 and 2, j and c are a job that comes and one that ends.
begins='{"now":0.0,"events":[{"event_type":"SimulationBeginsEvent","event":{"computation_host_number":2,"computation_hosts":[{"id":0},{"id":2}]}}]}'
message() {
    case $1 in
        b) echo "$begins" ;;
        j) echo '{"now":1.0,"events":[{"event_type":"JobSubmittedEvent","event":{"job_id":"a","job":{"resource_request":1,"walltime":9.0}}}]}' ;;
        c) echo '{"now":2.0,"events":[{"event_type":"JobCompletedEvent","event":{"job_id":"a"}}]}' ;;
        *) printf '%s\n' "$1" ;;
    esac
}
send() { "$out/batsim_host" --messages "$component" "$out/sent.txt"; }
while IFS='|' read -r before change pattern; do
    {
        for word in $before; do message "$word"; done
        case $change in
            [bjc]/*) message "${change%%/*}" | sed "s${change#?}" ;;
            *) message "$change" ;;
        esac
    } >"$out/sent.txt"
    check "message: ${change:0:60}" refused "^sked_edc: message [0-9]+: offset [0-9]+: $pattern" send
done <<'LIST'
||this is not JSON, expected a value$
b|{"now":1.0,"events":[]|this is not JSON, expected a comma or \}$
b|{"now":1.0 "events":[]}|this is not JSON, expected a comma or \}$
b|{"now":1.0,"events":[}|this is not JSON, expected a value$
b|{"now":1.0,"events":[],}|this is not JSON, expected a string$
b|{"now":01.0,"events":[]}|this is not JSON, expected a comma or \}$
b|{"now":1.,"events":[]}|this is not JSON, expected a digit$
b|{"now":"\x","events":[]}|this is not JSON, expected one of
b|{"now":1.0,"events":[]} x|this is not JSON, expected the end$
b|[]|the message is an array, expected an object$
b|{"events":[]}|there is no now, expected a number$
b|{"now":-1.0,"events":[]}|the time is -1\.0, expected one from 0\.000 on$
b j|{"now":0.9,"events":[]}|the time is 0\.9, expected one from 1\.000 on$
b|{"now":1.0}|there is no events, expected an array$
b|{"now":1.0,"events":{}}|events is an object, expected an array$
b|{"now":1.0,"events":[3]}|an event is a number, expected an object$
b|j/"event_type"/"type"/|there is no event_type, expected a string$
|j/x/x/|JobSubmittedEvent comes now, expected SimulationBeginsEvent first
b|b/x/x/|SimulationBeginsEvent comes now, expected SimulationBeginsEvent first
|b/:2,/:3,/|there are 2 computation hosts, expected as many as computation_host_number says, 3,
|b/{"id":2}/{"name":2}/|there is no id, expected a number$
|b/:0}/:2}/|two hosts have the id 2, expected one$
|b/:0}/:0.5}/|id is 0\.5, expected a whole number from 0 to 4294967295$
b j|j/x/x/|a job "a" waits or runs, expected another id$
b|j/"job_id"/"id"/|there is no job_id, expected a string$
b|j/"walltime"/"wall"/|there is no walltime, expected a number$
b|j/9.0/"9"/|walltime is a string, expected a number$
b|j/t":1,/t":1.5,/|resource_request is 1\.5, expected a whole number
b|c/x/x/|no job "a" runs, expected one that does$
b j c|c/x/x/|no job "a" runs, expected one that does$
b|{"now":1,"events":[{"event_type":"HostsTurnedOnOffEvent","event":{"host_ids":"0-","state":1}}]}|this is not a list of hosts, expected one as 0-3 7$
b|{"now":1,"events":[{"event_type":"HostsTurnedOnOffEvent","event":{"host_ids":"0;2","state":1}}]}|this is not a list of hosts
b|{"now":1,"events":[{"event_type":"HostsTurnedOnOffEvent","event":{"host_ids":"0"}}]}|there is no state, expected a number$
LIST
good() {
    { message b; message j; message c; message j | sed 's/1\.0/3.0/'; } >"$out/sent.txt"
    send
}
silent "... and without the faults they are taken" good

# unloaded PATTERN WORDS...: the host refuses this, in one line, before there is a message.
unloaded() { gives_up "$1" "^batsim_host: $2" "$out/batsim_host" "${@:3}"; }
check "no library, no trace" unloaded 2 'no library, expected LIBRARY and TRACE\.swf$'
check "no trace" unloaded 2 'no trace, expected LIBRARY and TRACE\.swf$' $component
check "no file of messages" unloaded 2 'no file, expected LIBRARY and FILE$' --messages $component
check "a library that is missing" unloaded 1 "$out/no\.so: cannot open" "$out/no.so" $small
check "a library without a component" unloaded 1 '.*undefined symbol: batsim_edc_init$' \
    libm.so.6 $small
helped() {
    ! starts "--help" $small 2>"$out/stderr.txt" || return 1
    grep -q '^usage: sked_edc' "$out/host.csv" &&
        [ "$(cat "$out/stderr.txt")" = "batsim_host: batsim_edc_init returned 1, expected 0" ]
}
check "--help: the words, and the host ends" helped

# ---- the page ----------------------------------------------------------------------------------------

# shows PAGE: each command behind a $ prints what the page says.
shows() {
    awk '/^```/ { inside = !inside } inside && sub(/^\$ /, "")' "$1" >"$out/page.sh"
    awk '/^```/ { inside = !inside; next } inside && !/^\$ /' "$1" >"$out/page.txt"
    [ "$(wc -l <"$out/page.sh")" -ge 2 ] && sh -eu "$out/page.sh" >"$out/shown.txt" &&
        diff "$out/page.txt" "$out/shown.txt"
}
# faults PAGE: its two faults are those of the component.
faults() {
    local line
    {
        starts "--policy fair" $small || true
        { message b; message j | sed 's/,"walltime":9\.0//'; } >"$out/sent.txt"
        send || true
    } >"$out/faults.txt" 2>&1
    cat "$out/faults.txt"
    grep '^    sked_edc: ' "$1" | sed 's/^    //; s/ \.\.\.$//' >"$out/named.txt"
    [ "$(wc -l <"$out/named.txt")" -eq 2 ] || return 1
    while read -r line; do
        grep -qF -- "$line" "$out/faults.txt" || { echo "the page has: $line"; return 1; }
    done <"$out/named.txt"
}
page=examples/batsim/README.md
check "make build/batsim_host" make -s build/batsim_host CFLAGS=-O0
check "the commands of the page" shows $page
check "the faults on the page" faults $page
mutate $page "$out/README.md" 's/^2,920/2,921/; s/offset ([0-9]+)/offset 1\1/'
caught "a page that shows other starts" '^< 2,921' shows "$out/README.md"
caught "a page that shows another fault" 'the page has: .*offset 1' faults "$out/README.md"

# ---- planted bugs -------------------------------------------------------------------------------------

# kit: the queue, compiled once for all of them.
kit_object() {
    printf '#define SKED_IMPLEMENTATION\n#include "sched.h"\n' >"$out/kit.c"
    gcc -std=c99 -O0 -fPIC -fvisibility=hidden -I. -c "$out/kit.c" -o "$out/kit.o"
}
check "the queue compiles" kit_object

# plant NAME FILE SCRIPT: sets $component to one that differs.
plant() {
    local folder=$out/$1
    mkdir -p "$folder/batsim"
    cp examples/*.h "$folder"
    cp examples/batsim/*.[ch] "$folder/batsim"
    mutate "examples/batsim/$2" "$folder/batsim/$2" "$3"
    component=$folder/sked_edc.so
    gcc -std=c99 -O0 -I. -Ibench -shared -fPIC -fvisibility=hidden $done_macros \
        "$folder/batsim/sked_edc.c" "$out/kit.o" -o "$component" >"$log" 2>&1 || true
}
easy="as_replay --policy=easy $small $small"

plant twice sked_edc.c 's/before, edc\.host\[p\]\.key/before, edc.host[0].key/'
caught "a host that is given twice" 'host 0 has job "w0!' $easy
plant again sked_edc.c 's/^        execute\(job\);/& execute(job);/'
caught "a job that starts twice" 'job "w0!0" starts, expected one that waits' $easy
plant key sked_edc.c 's/\\",\\"executor_placement_type\\":"/\\",\\"placement_type\\":"/'
caught "a key that is missing" 'there is no executor_placement_type' $easy
plant more sked_edc.c 's/"(,\\"allocation\\":)/",\\"more\\":1\1/'
caught "a key that Batsim does not know" 'there are 3 keys, expected 2' $easy
plant commit sked_edc.c 's/\\"decision_component_commit\\":\\"none\\",//; s/\\"%d\.%d\.%d\\","/\\"%d.%d.%d\\""/; s/"\\"(requested_sim)/",\\"\1/'
caught "a hello without its last version" 'there is no decision_component_commit' $easy
plant time reply.h '/^static inline void reply_event/,/^}/s/out->now, out->now_length/"0.0", 3/'
caught "a wrong time" 'the time 0\.0, expected that of the message' $easy
plant size sked_edc.c 's/out\.size \+ 1/out.size/'
caught "a size without the 0" 'the reply has the size [0-9]+, expected' $easy
plant lent sked_edc.c 's/^    \*size = .*/&\n    free(edc.out.text);\n    edc.out.text = NULL;/'
caught "a reply that is given back too early" 'not JSON|has changed|has the size' $easy
plant flags sked_edc.c 's/EDC_JSON = 2/EDC_JSON = 1/'
caught "another format" 'the flags are 1, expected 2' $easy
plant calls sked_edc.c 's/^    return sked_queue_next_time\(&edc\.queue\);/    return SKED_NEVER;/'
caught "calls that are forgotten" '^[<>]|nothing more comes' \
    as_replay "--policy easy $books" "$model" "$model"
plant needless sked_edc.c 's/\(edc\.calls > 0 && edc\.call\[edc\.calls - 1\] <= time\)/0/'
caught "two calls for one time" 'a second call at [0-9]+ ms' \
    as_replay "--policy easy $books" "$model" "$model"
plant mapping sked_edc.c 's/\("%s%" PRIu64, before, edc\.host\[p\]\.key/("%s%" PRIu64, before, (uint64_t)p/
    s/reply_say\(&edc\.out, "%s%" PRIu64, before, edc\.host\[p\]\.key/reply_say(\&edc.out, "%s%" PRIu64, before, (uint64_t)p/'
caught "indices in place of ids" 'is not a computation host|has job' $easy --storage
plant gaps sked_edc.c 's/^( +)edc\.host\[last \+ 1\]\.key == edc\.host\[last\]\.key \+ 1;/\1last < edc.hosts;/'
caught "a run over storage hosts" 'is not a computation host' $easy --storage
plant null sked_edc.c 's/\.kind == JSON_NULL \|\|/.kind == JSON_TRUE ||/; s/^        estimate == 0\) \{/        0) {/'
caught "null as a length" 'expected that it is rejected|returned 1' $easy --reject 3
plant wide sked_edc.c 's/width == 0 \|\| width > edc\.hosts/width == 0/'
caught "a job that is too wide" 'returned 1' $easy --reject 3
plant off sked_edc.c 's/"HostsTurnedOnOffEvent", on_switch/"HostsTurnedOnOff", on_switch/'
caught "hosts that are off" 'host [0-9]+ is off' starts "" "$model" --off 30000:60000:64
plant state sked_edc.c 's/state == 0 \? /state != 0 ? /'
caught "on and off" 'host [0-9]+ is off' starts "" "$model" --off 30000:60000:64
plant floor json_read.h 's/half \|\| \(left == 0 && .*\);/half;/'
caught "times that are rounded down" '^[<>]|expected one in the future' \
    as_replay "--policy easy $books" "$model" "$model" --noise
plant escape json_read.h 's/if \(!json_take\(in, "\\\\"\)\)/if (1)/'
caught "a quote behind a backslash" 'returned 1' $easy --escapes
plant nested json_read.h 's/at = in->nodes\[at \+ 1\]\.next/at += 2/'
caught "members of members" 'returned 1|^[<>]|expected' $easy --more
plant order sked_edc.c 's/^    edc\.now_node = message_need\(&edc\.in, 0, "now"/    edc.now_node = message_need(\&edc.in, 0, "no"/'
caught "a time that is not found" 'there is no no, expected a number' $easy
plant deinit sked_edc.c 's/^    memset\(&edc, 0, sizeof edc\);$/    edc.host = NULL; edc.words = NULL;/'
caught "what deinit leaves behind" 'there are 128 computation hosts|is before|expected one from' \
    $easy --again
plant pass sked_edc.c 's/return event != 0 && edc_events\[at\]\.report\(event\);/return event != 0 \&\& \
        edc_events[at].report(event) \&\& (edc.stage != EDC_RUNS || plan());/'
caught "a pass for each event" '^[<>]' as_replay "--policy easy" "$model" "$model"
plant finish sked_edc.c 's/"JobCompletedEvent", on_complete/"JobCompleted", on_complete/'
caught "ends that are not heard of" 'nothing more comes' $easy
component=build/sked_edc.so

# Of the reader: wrong copies against Python.
if have python3 python3; then
    wrong_lines() {
        mutate examples/batsim/json_read.h "$out/reader/batsim/json_read.h" "$1"
        gcc -std=c99 -O1 -I"$out/reader" tests/programs/json_lines.c -o "$out/reader/lines" &&
            lines_agree "$out/reader/lines"
    }
    caught "a number that begins with 0" "yes" wrong_lines 's/!json_take\(in, "0"\) && !json_dig/!json_dig/'
    caught "a string with a line of its own" "yes" wrong_lines "s/json_peek\(in\) < ' '/json_peek(in) < 9/"
    caught "brackets of two kinds" 'expected' wrong_lines 's/is_object \? "\}" : "\]"/"}]"/'
    caught "a comma at the end" 'expected' wrong_lines 's/^        begun = 0;/        begun = 1;/'
    caught "65 levels" "'\[+\]+': yes" wrong_lines 's/JSON_DEPTH = 64/JSON_DEPTH = 65/'
    caught "halves" 'expected yes' wrong_lines "s/>= '5'/> '5'/"
    caught "a number beyond its type" 'expected yes' wrong_lines 's/\(most - digit\) \/ 10/most/'
    caught "negative exponents" 'expected yes' wrong_lines 's/\? -exponent : exponent/? exponent : exponent/'
fi
finish
