"""measured.py: is each number on the pages that of its source, and has each one?

SPDX-License-Identifier: MIT

    python3 tests/docs/measured.py check SIZES [PAGE...]    prints what is not so
    python3 tests/docs/measured.py list SIZES [PAGE...]     each number, and where it comes from
    python3 tests/docs/measured.py near PAGE SENTENCE NUMBER...    within 2 %: for other gates

SIZES is what tests/docs/sizes.c prints. To add a number, add its sentence to one of four tables:

    same        what a file of the tree or SIZES says: computed here, and so it must stand there, on
                other pages, too; # is a number that HELD has
    HELD        what another gate compares with the page
    REPEATED    what a clock or hours of work say: not compared; the page names the command
    GIVEN       what an example or an experiment is given, what papers print, and limits

In the last three # stands for any number. A number is what has two digits, a fraction, or a unit;
not those in code, in backticks and in links. A sentence that no page has any more is told, too."""

import csv
import json
import pathlib
import re
import sys

ROOT = pathlib.Path()               # as gates do, run it in the project's folder
PAGES = ['README.md', 'examples/README.md', *sorted(str(path) for path in ROOT.glob('docs/*.md'))]
# Years of papers; made of headers; made of a schema and what programs print.
UNREAD = ['docs/acknowledgements.md', 'docs/functions.md', 'docs/json.md']
RESULTS = 'bench/figures/results/'
NUMBER = r'\d+(?:,\d{3})*(?:\.\d+)?'
UNIT = r' (?:%|KiB|MiB|MB|bytes|times|ms|us|s|seconds|of \d)'
TOKEN = re.compile(r'(?<![\w.,-])(?:\d{1,3}(?:,\d{3})+|\d+\.\d+|\d\d+|'
                   rf'\d(?={UNIT}))(?![\w.]?\d)')


# ---- sources

def text(path):
    return (ROOT / path).read_text()


def found(path, pattern):
    """The groups of a pattern in a file of the tree: one, or a tuple."""
    match = re.search(pattern, text(path), flags=re.M | re.S)
    if not match:
        sys.exit(f'{path}: expected something like {pattern}')
    return match[1] if len(match.groups()) == 1 else match.groups()


def rows(path):
    return [row for row in csv.reader(text(path).splitlines()) if row and row[0][0] != '#']


def kib(role, by='gcc', less=None):
    """Code with its run-time of a role, in KiB; less: beyond another role."""
    code = {}
    for name, _, compiler, count in rows('bench/tables/sizes.csv'):
        code[name, compiler] = code.get((name, compiler), 0) + int(count)
    return f'{(code[role, by] - (code[less, by] if less else 0)) / 1024:.1f}'


def both(role):
    return f'{kib(role)} ({kib(role, "clang")})'


def stacks():
    return [int(row[3]) for row in rows('bench/tables/stack.csv') if row[0] != 'static RAM']


def work(board, level, family, operation):
    """The median and the worst of an operation of skedmark."""
    return next((int(row[8]), int(row[10])) for row in rows(f'bench/skedmark/results/{board}.txt')
                if row[:4] == ['row', str(level), family, operation])


def block(what, counted, on):
    """The bytes of an object, by how many are counted: from bench/tables/bytes.csv."""
    return {int(row[2]): int(row[4]) for row in rows('bench/tables/bytes.csv')
            if row[:2] == [what, counted] and row[3] == on}


def plan_ms(*methods):
    """The least and the most of the mean times of a plan, in milliseconds."""
    times = [float(row[5]) / 1000 for row in rows(RESULTS + 'moldable_time.csv')
             if row[3] in methods and row[4] == 'microseconds']
    return min(times), max(times)


def values(claims, number):
    """The least and the most of a claim: `Values: 1.691 to 2.032` in its row."""
    return found(RESULTS + claims, rf'^\| {number} \|[^\n]*Values: ([\d.]+) to ([\d.]+)')


def read_otherwise(claims, number, reading):
    """The least and the most of a claim read otherwise: `grid: *holds* (1, 0, 0: 1.8 to 1.9)`."""
    return found(RESULTS + claims, rf'^\| {number} \|[^\n]*{re.escape(reading)}: '
                                   r'\*[^*]+\* \([^:)]*: ([\d.]+) to ([\d.]+)\)')


def verdicts(claims, first=1, last=99):
    """How many of these claims there are, and how many hold."""
    told = re.findall(r'^\| (\d+) \| .*?\| \*\*([a-z, ]+)\*\*', text(RESULTS + claims), flags=re.M)
    told = [verdict for number, verdict in told if first <= int(number) <= last]
    return len(told), told.count('holds')


def constant(path, name):
    return int(found(path, rf'\b{name} = (\d+)'))


def simulated(traffic, uplinks, machine):
    """The times with the least hops, by first fit and at random, in ms."""
    ms = {row[3]: float(row[4]) for row in rows('examples/simgrid/results/traffic.csv')
          if row[:3] == [traffic, str(uplinks), machine]}
    return [f'{ms[way]:.1f}' for way in ('exact', 'first_fit', 'random')]


def slurm_jobs():
    """The jobs of a day: those drawn, those of each reservation, and those of an array."""
    widths = found('examples/slurm/day.sh', r'for width in ([\d ]+);').split()
    reservations = found('examples/slurm/run.sh', r'/submitted" ([a-z ]+) *&').split()
    array = found('examples/slurm/day.sh', r'--array=1-(\d+)')
    drawn = found('Makefile', r'^DAY \?= (\d+)')
    return int(drawn) + len(widths) * len(reservations) + int(array)


# ---- the tables

def same(sizes):
    """Pairs of a page and what stands there, computed from the file that is named."""
    readme, tour, measured = 'README.md', 'examples/README.md', 'docs/measured.md'
    porting, queue, tree = 'docs/porting.md', 'docs/sched.md', 'docs/sched_fattree.md'
    calendar, moldable = 'docs/sched_ar.md', 'docs/sched_moldable.md'

    # examples/demo.svg, by tests/gates/runner.sh
    before, after = found('examples/demo.svg', r'Mean wait: ([\d.]+ h) → ([\d.]+ h)<')
    yield readme, f'the mean wait falls from {before} to {after}'

    # bench/tables/sizes.csv, by tests/gates/tables.sh
    yield porting, f'more reservations than the head\'s: {both("queue_easy")}.'
    yield porting, f'With `SKED_BOOKINGS_MAX` 0, too: {both("queue_least")}.'
    yield porting, f'MEASY adds {kib("tiers_easy", less="queue_easy")}.'
    yield porting, f'MCT alone takes {both("map_mct")}, min-min alone {both("map_min_min")}'
    yield porting, f'all heuristics {both("map_all")}'
    yield porting, f'the duplex of its paper {both("pjs_sum")}'
    yield porting, f'A whole site: {both("site")}, or {both("site_min_min")} by min-min alone'
    yield porting, (f'adds, finds and removes: {both("ar_small")}; with everything '
                    f'{both("ar_all")}; by first fit alone {both("ar_first")}')
    yield porting, f'A tree: {both("tree_place")}; '
    yield porting, f'without rules by level, with `SKED_FATTREE_RULES` 0, {both("tree_plain")}'
    yield porting, f'with `SKED_FATTREE_SEARCH` 0, takes {both("tree_greedy")}'
    yield porting, f'DEMT: {both("mold_only")}'
    yield porting, f'and {both("mold_tables")} for tables alone'
    yield readme, f'[{kib("queue_least")} KiB](docs/porting.md'

    # bench/tables/stack.csv, by tests/gates/tables.sh
    small = sum(1 for bytes_ in stacks() if bytes_ <= 512)
    yield porting, (f'{small} of {len(stacks())} take at most 512 bytes on a Cortex-M3, none more '
                   f'than {max(stacks()) / 1024:.1f} KiB')

    # tests/docs/sizes.c
    yield porting, (f'A queue takes {sizes["easy_job"]:.0f} bytes per job of `jobs_max` under EASY, '
                   f'{sizes["none_job"]:.0f} without backfilling, '
                   f'{sizes["conservative_job"]:.0f} under conservative backfilling (up to '
                   f'{sizes["conservative_uneven_job"] - sizes["conservative_job"]:.0f} more')
    yield porting, f'no power of two), {sizes["easy_processor"]:.1f} per processor'
    yield porting, (f'it is {sizes["background_job"]:.0f} per job, and '
                   f'{sizes["background_processor"]:.1f} per processor')
    yield porting, (f'takes another {sizes["remembered_64"] / 1024:.1f} to '
                   f'{sizes["remembered_most"] / 1024:.0f} KiB')
    yield porting, f'and {sizes["depth_running"]:.0f} bytes more per running job'
    yield porting, f'one booking under EASY take {sizes["program"] / 1024:.1f} KiB'
    yield readme, f'{sizes["easy_job"]:.0f} bytes for each job'
    yield porting, (f'93,312 processors with 10,000 jobs takes {sizes["large_easy"] / 2 ** 20:.1f} MiB '
                   f'under EASY, {sizes["large_conservative"] / 2 ** 20:.1f} under conservative '
                   f'backfilling, {sizes["large_background"] / 2 ** 20:.1f} with a background')
    each = sizes['two_backgrounds_processor'] - sizes['background_processor']
    yield porting, f'each further one: {each:.1f} per processor'
    yield measured, f'reserves {sizes["calendar_booking"]:.0f} a booking'
    yield measured, (f'takes {sizes["tree"]:,.0f} bytes, the scratch of a job of 8192 another '
                   f'{sizes["tree_scratch"] / 1e6:.1f} MB')

    # bench/figures/results, by tests/gates/figures.sh
    yield measured, 'Our bound on the minsum is {:.2f} to {:.2f} times'.format(
        *map(float, values('moldable_claims.md', 36)))
    yield measured, 'minsum is within {:.2f} to {:.2f} of the best'.format(
        *map(float, values('moldable_claims.md', 37)))
    yield moldable, "DEMT's minsum is between {} and {} of ours".format(
        *values('moldable_claims.md', 37))
    mean, worst = values('moldable_claims.md', 2)[0], values('moldable_claims.md', 1)[1]
    fine = read_otherwise('moldable_claims.md', 2, 'grid of 1.2*')[0]
    fine_worst = read_otherwise('moldable_claims.md', 1, 'grid of 1.2*')[1]
    yield measured, (f'it is {float(mean):.2f} in the mean and {float(worst):.2f} in the worst '
                     f'draw. On a grid that grows by 1.2 it is {float(fine):.2f} in the mean and '
                     f'{float(fine_worst):.2f} in the worst draw')
    yield moldable, (f'it is {float(mean):.2f} in the mean if the grid doubles, as its text says, '
                     f'and {float(fine):.2f} on a grid of 1.2')
    demt, sweeps, bound, best = (plan_ms('demt'), plan_ms('sweep', 'multibase'), plan_ms('bound'),
                                 plan_ms('best'))
    yield measured, (f'DEMT takes {demt[0]:.2f} to {demt[1]:.1f} ms, sweeps and batches of many '
                   f'bases {sweeps[0]:.1f} to {sweeps[1]:.0f} ms, the bound on the minsum '
                   f'{bound[0] / 1000:.2f} to {bound[1] / 1000:.0f} seconds')
    yield moldable, (f'DEMT {demt[0]:.2f} to {demt[1]:.2f} ms, `best` {best[0]:.0f} to '
                     f'{best[1]:.0f} ms')
    yield moldable, f'up to {bound[1] / 1000:.0f} seconds in these figures'
    yield measured, 'Worse than mapping alone: in ' + found(
        RESULTS + 'site_claims.md', r'worse in (0 of \d+ plans)')
    yield queue, 'worse than mapping alone in ' + found(
        RESULTS + 'site_claims.md', r'worse in (0 of \d+ plans)')
    yield queue, 'saves 10 % or more of the sum of job times up to {} jobs'.format(
        found(RESULTS + 'site_claims.md',
              r'^\| g [^\n]*\| By run time: 10 % or more at 1 to (\d+) jobs'))
    yield queue, 'Of 5 jobs, it saves {} % by run time and {} % by completion'.format(
        *found(RESULTS + 'site_claims.md',
               r'^\| f [^\n]*at most ([\d.]+) [^|\n]* at 5 jobs \(.*at most ([\d.]+) [^|\n]* at 5 '
               r'jobs \('))
    yield queue, 'mean response time by {} on one of two workloads and by {} on the other'.format(
        *found(RESULTS + 'claims.md', r'^\| b \| [^|\n]*\| [^|\n]*FW alone: ([^,]+),'
               r'[^|\n]*JW alone: ([^,]+),'))
    yield measured, 'mean response time by # % on one workload and by # % on the other ' \
        '(printed: {:.0f} % over both)'.format(
            float(found(RESULTS + 'claims.md', r'over EASY by ([\d.]+) % on average')))
    yield measured, 'the mean bounded slowdown by # % and # % (printed: {:.0f} %)'.format(
        float(found(RESULTS + 'claims.md', r'bounded slowdown over EASY by ([\d.]+) % on average')))
    yield measured, 'loads {} to {};'.format(
        *found(RESULTS + 'claims.md', r'^Workloads: [^\n]*?loads ([\d.]+) to ([\d.]+)'))
    yield measured, 'neighbours from a load of {1} or {0} % on'.format(*found(
        RESULTS + 'fattree_claims.md',
        r'^\| 19 \|[^\n]*log patent_4 units_4 (\d+) to sat[^\n]*lublin patent_4 units_4 (\d+) to'))
    yield tree, 'in {:.0f} to {:.0f} % of its decisions'.format(
        *map(float, values('fattree_claims.md', 28)))
    yield tree, 'greedy in {:.1f} to {:.1f} %'.format(
        *map(float, values('fattree_claims.md', 30)))
    claims, hold = verdicts('ar_claims.md', last=29)
    yield calendar, f'{hold} of the paper\'s {claims} claims hold'

    # examples/simgrid/results, by tests/gates/simgrid_traffic.sh
    yield tree, ('an all-to-all takes {} ms with the least hops, {} by first fit and {} at random if '
                 'each switch has one cable up'.format(*simulated('all-to-all', 1, 'full')))
    yield tree, 'and {}, {} and {} ms with as many up as down'.format(
        *simulated('all-to-all', 4, 'full'))
    yield tree, 'a grid is slower with the least hops ({} and {} ms)'.format(
        *simulated('neighbours', 4, 'full')[:2])
    yield tree, 'with the least hops: {} ms, by first fit {} and at random {}.'.format(
        *simulated('all-to-all', 4, 'alone'))

    # bench/skedmark/results, by tests/gates/skedmark.sh
    median, worst = work('cortex-m4', 3, 'tree', 'find')
    yield tree, f'takes {median:,} instructions at the median, and {worst:,} at worst in that run'

    # the table of decisions on trees
    medians = [float(pair.split(', ')[0]) for pair in
               re.findall(r'(?<=\| )[\d.]+, [\d.]+(?= \|)', text(measured))]
    yield tree, f'the median decision takes {min(medians):.1f} to {max(medians):.0f} microseconds'
    yield readme, f'{min(medians):.1f} to {max(medians):.0f} us](docs/measured.md'
    ours, scan = found(measured, r'^\| 10,000 \| ([\d.]+) / [^|]*\| ([\d.]+) /')
    yield readme, f'[{ours} us](docs/measured.md'
    yield readme, f'in the mean with 10,000 waiting jobs; a plain scan takes {scan}.'

    # the table of claims
    told = [[int(count) for count in re.findall(r'(?<= )\d+(?= \|)', row)]
            for row in re.findall(r'^\| \[[^\n]*claims\.md\)[^\n]*', text(measured), flags=re.M)]
    yield readme, f'[{sum(map(sum, told))} claims](docs/measured.md'
    hold, partly, part, noise, fail = map(sum, zip(*told))
    yield readme, (f"the papers' and ours, {hold} hold, {partly} more with some comparisons within "
                   f'noise, {part} hold in part, {noise} are within noise, and {fail} do not hold')

    # examples, and what bench/ and tests/ say of themselves
    rack = 'examples/controller_state.h'
    yield tour, (f'{constant(rack, "CONTROLLER_BOARDS")} boards on a tree of three levels of '
                   f'switches, up to {constant(rack, "CONTROLLER_JOBS")} jobs and '
                   f'{constant(rack, "CONTROLLER_BOOKINGS")} bookings, in one static arena '
                   f'of {found(rack, "CONTROLLER_ARENA = ([0-9]+) . 1024")} KiB')
    lines = len(text('tests/vectors/easy.py').splitlines())
    yield porting, f'FCFS and EASY in {lines} lines of Python'
    yield 'vectors/README.md', f'FCFS and EASY, in {lines} lines'
    cases = sum(len(json.loads(path.read_text())['cases']) for path in ROOT.glob('vectors/*.json'))
    yield 'CHANGELOG.md', f'ports to other languages, {cases} cases'
    hops, above = found('examples/placement.expected',
                        r'--nodes 9 --mode slurm\n.*?: (\d+) hops,[^\n]*: ([\d.]+) % above it')
    yield tour, f'in three pods: {hops} hops, {float(above):.0f} % above the least'
    picker = re.sub(r'/\*.*?\*/', '', text('examples/torus_picker.h'), flags=re.S)
    lines = sum(1 for line in picker.splitlines() if line.strip())
    yield 'docs/sched_fattree.md', f'`examples/torus_picker.h` is one, in {lines} lines'
    replay = constant('examples/placement_replay.h', 'REPLAY_JOBS')
    yield tour, f'replays {replay:,} jobs of the Lublin-Feitelson model'
    nodes = found('examples/slurm/run.sh', r'nodes=\$\{NODES:-(\d+)\}')
    yield tour, f'starts a private cluster of {nodes} nodes on loopback'
    for page in (tour, 'examples/slurm/README.md'):
        yield page, f'a mixed day of {slurm_jobs()} short jobs'
    yield 'examples/slurm/README.md', f'starts a cluster of {nodes} nodes'
    site = found('bench/figures/site_world.h', r'a site of (\d+ machines in \d+ clusters)')
    yield measured, f'a site of its size, {site}'
    yield queue, f'a site of {site.split(" in")[0]}'
    requests = constant('bench/figures/ar.c', 'FULL_JOBS')
    yield measured, f'{requests:,} requests a point, '
    machine = constant('bench/figures/preempt.c', 'MACHINE')
    load = constant('bench/figures/preempt.c', 'LOAD_PERMILLE')
    yield measured, f'urgent on {machine} processors that are asked for {load / 10:.0f} % of their'
    floors = [found('tests/gates/mutation.sh', rf'{name}\) echo (\d+) ;;')
              for name in (r'sched\.h', r'\*', r'sched_fattree\.h', r'sched_ar\.h')]
    yield measured, ('tests notice {} % in `sched.h`, {} % in `sched_moldable.h`, {} % in '
                   '`sched_fattree.h` and {} % in `sched_ar.h`'.format(*floors))
    shares = found('tests/gates/mutation.sh', r'sched_share\.h\) echo (\d+) ;;')
    yield measured, f'{shares} % in `sched_share.h`'
    jobs = found('tests/gates/traces.sh', r'of (\d+)\\\$"')
    yield measured, f'KTH-SP2 log ({int(jobs):,} jobs)'
    yield readme, f'{int(jobs):,} jobs](docs/measured.md'


# A sentence of a page, and the gate that compares it.
HELD = [
    ('some # instructions at the median, # at worst', 'controller'),
    ('new widths for # waiting jobs: #, at worst #', 'controller'),
    ('one file of # KiB', 'page'),
    ('changes the headers in some # places', 'mutation'),
    ("# of the paper's # hold. PE_W", 'figures'),
    ('PE_W and Du_B accept most (# % and # % at the defaults, first fit # %)', 'figures'),
    ('up to # points apart', 'figures'),
    ('Of the #, where the past is kept, # hold; # (trimmed) and # (kept) with Poisson', 'figures'),
    ('PEDu_B less PEDu_W is +#, -# and -# points at UMed #, # and #', 'figures'),
    ('the most work (# % against # % of PE_W)', 'figures'),
    ('# of # claims of the patent hold, # more with some comparisons within noise, and # in part',
     'figures'),
    ('keeps # % and # % of a saturated machine busy', 'figures'),
    ('neighbours, first come, first served, # % and # %', 'figures'),
    ('# % at # hops a pair with units of #, # % at # with units of #, # % at # with units of #',
     'figures'),
    ('# % at # on neighbours', 'figures'),
    ('# of # of ours hold', 'figures'),
    ('in # to # % of its decisions, greedy in # to # %', 'figures'),
    ('by completion, # hold, # hold, partly within noise, # hold in part, # within noise, # do not hold', 'figures'),
    ('# and # % of the jobs run in parallel', 'figures'),
    ('take at most # and # s', 'figures'),
    ('# and # times as long at the highest rate', 'figures'),
    ('up to # % of the sum of job times by run time, and # % by completion', 'figures'),
    ('run times are # times ours', 'figures'),
    ('#, #, #, #, # and # % of the high jobs of #/#/#', 'figures'),
    ('those of #/#/# take at most # s, and those of #/#/# take # times as long', 'figures'),
    ('these are #, #, #, #, # and # %, at most # s, and # times', 'figures'),
    ('# % or more up to # and # jobs', 'figures'),
    ('# % of # jobs and # % of # by run time, for # and # times the mappings', 'figures'),
    ('# % of # jobs and # % of # by completion, for # and # times the mappings', 'figures'),
    ('PJS takes # to # times by run time, and # to # times by completion', 'figures'),
    ('at most # and # times as long as SJS by the two readings, # and # times', 'figures'),
    ('mean response time by # % on one workload and by # % on the other', 'figures'),
    ('each job it is # % and # %, and # % and # %', 'figures'),
    ('up to # by process and # by job', 'figures'),
    ('# ± # % and # ± # % by process, # ± # % and # ± # % by job', 'figures'),
    ('worse in the mean response at # of # loads', 'figures'),
    ('mean bounded slowdown by # % and # %', 'figures'),
    ('listed beside its measurement](../bench/figures/results/links_claims.md), and # of # hold',
     'figures'),
    ('processors are used: # ± # % and # ± # %', 'figures'),
    ('With two jobs, # % and # %; with whole leaves, # % and # %; with any processors, # % and # %',
     'figures'),
    ('so many meet others: # % and # %; of two jobs, # % and # %; of whole leaves, # % and # %',
     'figures'),
    ('listed beside its measurement](../bench/figures/results/shares_claims.md), and # of # hold',
     'figures'),
    ('the furthest user is off by # and # points, and at most # and # at any time', 'figures'),
    ('after the first; by arrival it is # and #.', 'figures'),
    ('# % and # % of the processors are busy, by arrival # % and # %, and', 'figures'),
    ('without backfilling only # % and # %', 'figures'),
    ('the error is # and # points without `ahead`, and # and # with', 'figures'),
    ('Half-lives of a day leave # and # points', 'figures'),
    ('after # and # half-lives all are within', 'figures'),
    ('waits # and # times as long as by arrival', 'figures'),
    ('listed beside its measurement](../bench/figures/results/preempt_claims.md), and # of # hold.',
     'figures'),
    ('as `sched_share.h` has it, # and # jobs are stopped for each', 'figures'),
    ('without a booking stop # and #, of which # % and # % leave', 'figures'),
    ('One a cycle, it is # and #, of which # % and # % are stopped in vain', 'figures'),
    ('leaves # and # s of waiting to urgent jobs in the mean; one a cycle has urgent jobs waiting '
     '# and # s, and if nobody is stopped it is # and # s', 'figures'),
    ('booked, # % and # % of all work is run again, and they wait # and # times', 'figures'),
    ('cheapest lose # % and # %', 'figures'),
    ('loses # % and # %, as most', 'figures'),
    ('then others wait # and # times as long', 'figures'),
    ('the mean wait is # and # times that by arrival: # and # times in group a, # and # times in '
     'group b', 'figures'),
]

# A sentence, and the command that repeats it, which the page names.
REPEATED = [
    ('by factors of # to # (from run to run) and of #:', 'build/queue_ratio full'),
    ('make # million jobs per second for #', 'build/queue_ratio full'),
    ('jobs of the model at load #, and # million for KTH', 'build/queue_ratio full'),
    ('(# us at #; the plain scan # us)', 'build/queue_ratio full'),
    ('that is the # ms at #. With ends as estimated its median is # us', 'build/queue_ratio full'),
    ('by factors of up to #', 'build/ar_ratio full'),
    ('take # to # times as long. A record takes # bytes, of which # are its set',
     'build/ar_ratio full'),
    ('over all totals takes # to # ms', 'build/fattree_ratio large'),
    ('Allocating and freeing costs # to # microseconds more', 'build/fattree_ratio large'),
    ('the tree program, # to # ms', 'build/fattree_ratio irregular'),
    ('(# ms for # jobs on # machines, and # ms if it goes on', 'make bench'),
    ('# jobs under MEASY take # to # s', 'make figures FIGURES=--full'),
    ('if others hold a quarter, it is #, # and # ms', 'build/simgrid_traffic --taken 25'),
]

GIVEN = [
    'legible: #, #, ?, ?2, # and #',
    '(Linux #)', 'and # in front (', 'and nice #', 'autogroup nice -#',
    '# runs of # s, mean and # % interval',
    'gcc #', 'clang #', 'Slurm #', 'ViTE #', 'C++#', '# bits', '# and # bits', '# to # bits', '#-bit',
    '#- and', '##-##-##', 'Figures # to #', 'SC #', 'et al. (#)', 'SKED_DEPTH_MAX` #', '2^# - 1',
    '"# processors for two hours', 'during [#, #)', 'a busy machine of # nodes',
    '# jobs start under each of five policies', 'take at most # bytes on',
    'for # jobs or more',
    'rises by more than # %', '# processors, jobs of the Lublin', 'depth #',
    '# processors, load A of `bench/ar_ratio.c` (# processors a booking on average, load #)',
    '# draws', '# processors (# pods of # leaves of #)', 'a job on # processors, with the proof',
    'of # states each', '#th percentile', 'four uneven levels with # processors',
    '# processors as # x # x #', 'a job of #',
    'a fat tree of # processors, jobs of #, messages of # MB',
    'jobs are the # of `examples/small.swf` and # of the',
    'At # the booking is extended to #; at # it is given back',
    '# processors, the four workloads of the paper, # to # tasks', 'a closed form on # processors',
    'by the two readings (printed: # %)', 'printed: slightly above # s',
    'runs in parallel there (printed: # %)',
    'printed: nearly # %', 'RISC-V of # and', 'in # lines. `sked_pick`',
    'the past kept and a load of #', 'The load, # otherwise, is ours',
    'version #', 'a block with #, # and # jobs', 'booked from # to #', 'ended by #',
    'On # processors', 'decision on # processors', '# processors, saturated',
    'a way up from a switch (`crossing_max` #), # processors', "Jigsaw's authors print # to # %",
    'users of two groups own # to # % of # processors', 'who owns # % and asks for # % waits',
    'At a load of # %, the same for each user',
    'a depth of # or less', 'a saturated machine of # processors (# pods of # leaves)',
    'how much of the machine is used, in percent, over # draws',
    '# processors, # to # highly parallel', 'Claims # to # and # to # are', 'around #',
]

# Tables that are not below "From `FILE`:", by what their heads begin with.
TABLES = {
    '| claims of |': ('held', 'report'),
    '| jobs x machines |': ('repeated', 'build/map_ratio'),
    '| waiting |': ('repeated', 'build/queue_ratio full'),
    '| bookings |': ('repeated', 'build/ar_ratio full'),
    '| in use |': ('repeated', 'build/fattree_ratio large'),
}

# Blocks of text that no program on the page prints, by how they begin: the file that they are a
# part of, or the gate that compares them.
BLOCKS = {
    '$ build/placement ': 'examples/placement.expected',
    'nodes       hops per pair': 'tests/gates/placement.sh',
    '$ build/moldable ': 'tests/gates/moldable.sh',
    '$ build/controller ': 'tests/gates/controller.sh',
    '$ make build/libsked.so ': 'tests/gates/python.sh',
    '$ make slurm': 'tests/gates/slurm.sh',
    '1 starts on 0': 'examples/tiers_linux/small.expected',
}


# ---- pages

class Page:
    """The prose of a page in one line, its tables, its blocks; and which numbers have a source."""

    def __init__(self, path, name=None):
        known = [page for page in PAGES if f'/{path}'.endswith(f'/{page}')]     # or of a copy
        self.name = name or max(known, key=len, default=path)
        whole = pathlib.Path(path).read_text()
        blocks = re.findall(r'^```(c|text|)\n(.*?)^```', whole, flags=re.M | re.S)
        self.blocks = [body for (_, before), (kind, body) in zip([('', '')] + blocks, blocks)
                       if kind == 'text' and 'int main(' not in before]    # others: what it prints
        prose = re.sub(r'^```.*?^```', '', whole, flags=re.M | re.S)
        self.tables = re.findall(r'(?:^From `([^`]+)`[^\n]*:\n\n)?((?:^ *\|[^\n]*\n)+)',
                                 prose, flags=re.M)
        prose = re.sub(r'^ *\|.*\n', '', prose, flags=re.M)
        self.prose = re.sub(r'\s+', ' ', prose)
        masked = re.sub(r'`[^`]*`|\]\([^)]*\)', lambda m: re.sub(r'\d', '_', m[0]), self.prose)
        self.numbers = {m.start(): m[0] for m in TOKEN.finditer(masked)}
        self.sources = {}

    def mark(self, sentence, source):
        """Numbers in a sentence have this source; False if it does not stand there."""
        parts = [re.escape(part) for part in sentence.split('#')]
        spans = [m.span() for m in re.finditer(NUMBER.join(parts), self.prose)]
        for begin, end in spans:
            for at in self.numbers:
                if begin <= at < end:
                    self.sources.setdefault(at, source)
        return bool(spans)

    def around(self, at):
        return self.prose[max(0, at - 40):at + 40]


def gate_reads(gate, name):
    path = ROOT / 'tests' / 'gates' / f'{gate}.sh'
    return path.exists() and name in path.read_text()


def mark_all(pages, sizes, tell):
    """Marks what has a source; tells of sentences that are not there, and of lost sources."""
    by_name = {page.name: page for page in pages}
    for sentence, gate in HELD:
        saying = [page for page in pages if page.mark(sentence, f'tests/gates/{gate}.sh')]
        if not any(gate_reads(gate, page.name) for page in saying):
            tell(f'tests/gates/{gate}.sh does not compare: {sentence}' if saying else
                 f'no page says: {sentence}')
    for name, sentence in same(sizes):
        if not (by_name.get(name) or Page(name, name)).mark(sentence, 'same'):
            tell(f'{name} does not say: {sentence}')
    for sentence, command in REPEATED:
        saying = [page for page in pages if page.mark(sentence, f'`{command}`')]
        if not saying:
            tell(f'no page says: {sentence}')
        for page in saying:
            if f'`{command}`' not in page.prose and f'&& {command}`' not in page.prose:
                tell(f'{page.name}: no command `{command}` for: {sentence}')
    for sentence in GIVEN:
        if not any([page.mark(sentence, 'given') for page in pages]):
            tell(f'no page says: {sentence}')


def tell_tables(page, tell):
    for source, table in page.tables:
        head = table.split('\n')[0].strip()
        known = next((TABLES[key] for key in TABLES if head.startswith(key)), None)
        if source or not re.search(rf'\| {NUMBER}(?= [|/]|,)', table):
            continue
        if known is None:
            tell(f'{page.name}: no source of the table {head}')
        elif known[0] == 'held' and not gate_reads(known[1], page.name):
            tell(f'tests/gates/{known[1]}.sh does not compare the table {head}')
        elif known[0] == 'repeated' and known[1] not in page.prose:
            tell(f'{page.name}: no command {known[1]} for the table {head}')


def tell_blocks(page, tell):
    for body in page.blocks:
        source = next((BLOCKS[key] for key in BLOCKS if body.startswith(key)), None)
        if source is None:
            tell(f'{page.name}: no source of the block: {body.splitlines()[0]}')
        elif source.endswith('.sh') and page.name not in text(source) and '$ make' not in body:
            tell(f'{source} does not compare the block: {body.splitlines()[0]}')
        elif not source.endswith('.sh') and body not in text(source):
            tell(f'{page.name}: not in {source}: {body.splitlines()[0]}')


def check(sizes, pages):
    told = []
    mark_all(pages, sizes, told.append)
    for page in pages:
        tell_tables(page, told.append)
        tell_blocks(page, told.append)
        told += [f'{page.name}: no source: {number} in: {page.around(at)}'
                 for at, number in page.numbers.items() if at not in page.sources]
    print('\n'.join(told), end='\n' if told else '')
    sys.exit(bool(told))


def list_all(sizes, pages):
    mark_all(pages, sizes, lambda fault: print(f'# {fault}'))
    for page in pages:
        for at, number in page.numbers.items():
            print(f'{page.name}\t{number}\t{page.sources.get(at, "none")}\t{page.around(at)}')


def near(path, sentence, numbers):
    """Each # of a sentence is within 2 % of a number."""
    page = Page(path)
    parts = [re.escape(part) for part in sentence.split('#')]
    match = re.search(f'({NUMBER})'.join(parts), page.prose)
    if not match or len(match.groups()) != len(numbers):
        sys.exit(f'{path} does not say: {sentence}')
    for told, number in zip(match.groups(), numbers):
        if abs(float(told.replace(',', '')) - float(number)) > 0.02 * float(number):
            sys.exit(f'{path}: {told} in: {sentence}; expected about {number}')


def main():
    words = sys.argv[1:]
    if len(words) >= 4 and words[0] == 'near':
        near(words[1], words[2], words[3:])
    elif len(words) >= 2 and words[0] in ('check', 'list'):
        sizes = {name: float(count) for name, count in
                 (line.split() for line in pathlib.Path(words[1]).read_text().splitlines())}
        pages = [page for page in map(Page, words[2:] or PAGES) if page.name not in UNREAD]
        (check if words[0] == 'check' else list_all)(sizes, pages)
    else:
        sys.exit('expected: check SIZES [PAGE...], list SIZES [PAGE...], or near PAGE SENTENCE '
                 'NUMBER...')


if __name__ == '__main__':
    main()
