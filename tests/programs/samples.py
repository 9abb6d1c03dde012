"""samples.py: files for the programs of examples/, and commands that read them; for hostile.py.

SPDX-License-Identifier: MIT"""

import pathlib
import shlex

EXAMPLES = pathlib.Path('examples')

# ---- files

SAMPLES = {name: (EXAMPLES / name).read_bytes() for name in (
    'small.swf', 'small.kinds', 'small.shares', 'five.etc', 'twelve.events', 'lab.book', 'night.tasks',
    'hall.topology', 'racks.yaml', 'campus.site', 'campus.jobs', 'rack.commands')}
SAMPLES['lab.book'] = SAMPLES['lab.book'].replace(b'build/', b'')
SAMPLES['few.swf'] = b''.join(SAMPLES['small.swf'].splitlines(True)[:22])
SAMPLES['rows.book'] = b'# kept free\n0 5000 0-7\n4000 20000 any 9\n30000 never 12,14-15\n'
SAMPLES['all.shares'] = b'''half-life 7200
ahead 60 # a minute
account all 3 precedence 1
account both 0 below all user 2 3 precedence 4 group 3
others 7 below all
'''
SAMPLES['forms.tasks'] = b'''# one of each form
a,40,0,amdahl 190 0.04
b,12,5,table 140 73 50 38 widths 2-4:2
c,0,0,rigid 3 21
d,9,30,alt 1:90 4:30 6:25
e,3,0,downey 80 4 1.5 widths 1-6
f,1,10,divisible 75
'''
SAMPLES['calls.book'] = b'''new 8 168
add a 8 18 0-3
book b 0 8 48 3 Du_B
down 7
extend a 30
swap a 3 6
save kept.calendar
load kept.calendar
trim 4
why 5 20 40 8
starts 5 4 - 6
gantt picture.svg
unbook b
list 5 40
usage 4 168
'''
SAMPLES['wrong.book'] = b'frob\nnew 8 100\nlist x\nadd a 1 2 0\n'
SAMPLES['right.book'] = b'new 8 100\nadd a 1 2 0\nlist\n'
SAMPLES['load.book'] = b'load kept.block\nlist\nusage 0 10\nadd last 100 120 2\nlist\n'
SAMPLES['one.site'] = b'''machines m 2
cluster both members m.1-2
interconnect net bandwidth 10 latency 5 serves both
queue high priority 0 preempts
queue low priority 1 preemptable promote 1 to high
user u jobs 9 time 100h
class c memory 0 bandwidth 5
times c m 100 both 70
gain 2
deviations 1
window 50
'''
SAMPLES['one.jobs'] = b'''0 submit a c u low
10 submit b c u high 1.05
12 load m.1 50
15 traffic net 3
20 down m.2
60 up m.2
70 cancel a
'''

# ---- commands

# PROGRAM WORD ...: {NAME} is a file with this sample, <NAME is standard input, +NAME is named in
# another file; {out.KIND} is an output file. They come in turn; a run changes one of the samples.
COMMANDS = [shlex.split(line) for line in '''
replay --policy fcfs,sjf,easy,easy-sjbf {small.swf}
replay --policy conservative,conservative-rebuild,depth:2 --json {few.swf}
replay --policy easy --starts {out.csv} --estimates model {few.swf}
replay --policy depth:3-sjbf --gantt {out.svg} --load 70 {small.swf}
replay --policy fcfs --jobs {out.csv} --bookings {rows.book} {few.swf}
replay --policy easy --paje {out.trace} --book 0:9000:7 {few.swf}
replay --policy measy --paje {out.trace} --backgrounds 2 {few.swf}
replay --policy easy,conservative --dependencies {few.swf}
replay --policy easy,depth:2 --kinds {small.kinds} {few.swf}
replay --shares {small.shares} --history {out.svg} {few.swf}
replay --preempt 1 --gantt {out.svg} --grace 60 {small.swf}
replay --preempt 1 --json --policy conservative {small.swf}
replay --policy fair-sjbf,fcfs --json --shares {all.shares} {few.swf}
replay --policy easy --json --bookings {rows.book} --book 0:never:3 {few.swf}
replay --policy measy,keasy,reasy --json {few.swf}
replay --policy keasy --starts {out.csv} --usage unknown {few.swf}
replay --policy easy --explain 7 --same-instant submit {few.swf}
replay --policy fcfs,easy --accuracy 1 <few.swf -
mapping {five.etc}
mapping --json {five.etc}
mapping --low-memory --heuristic max-min --json <five.etc -
tiers --policy keasy {twelve.events}
tiers --json --policy reasy {twelve.events}
tiers --json <twelve.events
booking {lab.book}
booking {calls.book} --json
booking <calls.book
booking {load.book} +kept.block --json
moldable --processors 32 --method demt --plan {out.csv} {night.tasks}
moldable --processors 8 --method frontier --budget 3000 --bound 20 --json {forms.tasks}
moldable --processors 8 --method makespan --gantt {out.svg} {forms.tasks}
moldable --processors 8 --method prices --bound 20 --certificate {out.csv} {forms.tasks}
moldable --processors 8 --batched --method multibase --book 5:30:4 --now 3 --json {forms.tasks}
moldable --processors 8 --method sweep --plan - <forms.tasks -
placement --topology {hall.topology} --nodes 5 --nodes 9 --json
placement --topology {hall.topology} --mode greedy --busy a[01-03] --nodes 12 --segment 2
placement --topology {hall.topology} --mode slurm --nodes 3 --nodes 7 --json
placement --topology {hall.topology} --mode units --nodes 6 --nodes 4
placement --topology {racks.yaml} --mode blocks --nodes 20 --nodes 40 --table
placement --topology {racks.yaml} --nodes 20 --json
placement --topology {hall.topology} --policy easy {few.swf} --json
placement --topology 4x4x3 --policy fcfs <few.swf -
site {campus.site} {campus.jobs} --json
site {one.site} {one.jobs} --json
site {one.site} --chart <one.jobs -
site {one.site} {one.jobs} --quiet --experience {out.learnt}
site {one.site} {one.jobs} --json --experience {kept.learnt}
site {campus.site} --day 9,3,120 --add athlons --json
controller <rack.commands
'''.strip().splitlines()]

# What writes each kind of file; booking's name of it is in its script.
OUTPUTS = [shlex.split(line) for line in '''
replay --policy easy --starts {out} {few.swf}
replay --policy measy --starts {out} {few.swf}
replay --policy fcfs --jobs {out} {few.swf}
replay --policy easy --gantt {out} {few.swf}
replay --policy easy --json --starts {out} {few.swf}
replay --shares {small.shares} --history {out} {few.swf}
moldable --processors 8 --method demt --plan {out} {forms.tasks}
moldable --processors 8 --method demt --gantt {out} {forms.tasks}
moldable --processors 8 --method demt --certificate {out} {forms.tasks}
moldable --processors 8 --method demt --json --plan {out} {forms.tasks}
booking {save.book}
booking {draw.book}
booking {save.book} --json
site {one.site} {one.jobs} --experience {out}
site {one.site} {one.jobs} --json --experience {out}
'''.strip().splitlines()]
SCRIPT = b'new 64 1000\nadd a 8 18 0-3\nadd b 0 20 6\ndown 7\n'
SAMPLES['save.book'] = SCRIPT + b'save {out}\n'
SAMPLES['draw.book'] = SCRIPT + b'gantt {out}\n'

# What prints much, and what prints little.
PRINTS = [shlex.split(line) for line in '''
replay --policy easy {few.swf}
replay --policy easy --json {few.swf}
replay --help
mapping {five.etc}
mapping --json {five.etc}
mapping --help
tiers {twelve.events}
tiers --json {twelve.events}
tiers --help
booking {lab.book}
booking {right.book} --json
booking <wrong.book - --json
booking --help
moldable --processors 8 --method demt {forms.tasks}
moldable --processors 8 --method demt --json {forms.tasks}
moldable --processors 8 --method demt --plan - {forms.tasks}
moldable --help
placement --topology {hall.topology} --nodes 5
placement --topology {hall.topology} --nodes 5 --json
placement --topology 4x4x3 --policy easy {few.swf}
placement --topology 4x4x3 --policy easy {few.swf} --json
placement --help
site {one.site} {one.jobs} --chart
site {one.site} {one.jobs} --json
site --help
controller <rack.commands
torus
torus --help
'''.strip().splitlines()]
