"""report_words.py: the texts of bench/report.py, by paper: title, source, words, how to read.

SPDX-License-Identifier: MIT

Meanings are those of docs/glossary.md, of the headers, and of the heads of bench/figures/*.c."""

# Each paper: its title, its claims, its pictures, its data, and what draws it anew.
PAPERS = [
    ('MEASY: jobs in the background of others', 'claims.md', ['figure*.svg', 'options_*.svg'],
     'tiers', 'build/figures_tiers --full'),
    ('PJS: mapping to machines and clusters', 'site_claims.md', ['site_*.svg'], 'site',
     'build/figures_site --full'),
    ('Advance reservations', 'ar_claims.md', ['ar_*.svg'], 'ar', 'build/figures_ar --full'),
    ('A fat tree: the method of a patent', 'fattree_claims.md', ['fattree_*.svg'], 'fattree',
     'build/figures_fattree --full'),
    ('Few jobs on a link', 'links_claims.md', ['links*.svg'], 'crossing',
     'build/figures_links --full'),
    ('Shares of a machine', 'shares_claims.md', ['shares*.svg'], 'accounts',
     'build/figures_shares --full'),
    ('Urgent jobs', 'preempt_claims.md', ['preempt*.svg'], 'urgent',
     'build/figures_preempt --full'),
    ('DEMT: moldable tasks', 'moldable_claims.md', ['moldable_*.svg'], 'moldable',
     'build/figures_moldable --full'),
]

# By data: what is tested, and whose it is.
SOURCES = {
    'tiers': 'Waiting jobs run in the background of others on the cycles that these leave unused. '
             'From the paper on MEASY: parallel job scheduling with migration and consolidation.',
    'site': 'Jobs run on one machine or, where that pays, in parallel on a cluster. Collins and '
            'George, Parallel and Sequential Job Scheduling in Heterogeneous Clusters, 2001.',
    'ar': 'Seven policies choose processors for reservations with deadlines. Li, Pei, Shen, Wu, He '
          'and Yang, Resource Availability-Aware Advance Reservation for Parallel Jobs with '
          'Deadlines, J. Supercomputing, 2013.',
    'fattree': 'Jobs get units of a fat tree, several jobs at a time. Patent CN110191155B.',
    'crossing': 'At most so many jobs use the way up from any switch of a tree, so that they do not '
                'slow each other down. An aim of ours; Jigsaw and LaaS reach it with links that '
                'they hand out by number.',
    'accounts': 'Eight users of two groups own shares of a machine, and want more of it than there '
                'is. The order is Fair Tree (Cox and Morrison, 2014), by decayed usage, in a queue '
                'with EASY backfilling. Claims of ours.',
    'urgent': 'Running jobs are stopped for urgent ones: planned as a whole and booked, as '
               'sched_share.h has it, or as schedulers do that keep no memory of whom they made '
               'room for. Claims of ours.',
    'moldable': 'Batches whose lengths double bound both the makespan and the sum of weighted '
                'completion times. Dutot, Eyraud, Mounie and Trystram, Bi-criteria Algorithm '
                'for Scheduling Jobs on Cluster Platforms, SPAA 2004.',
}

# By data: whose claims they are, and the groups of those of several: with what words the first
# claim of a group begins, the heading above it, and whose it is.
OWNERS = {'tiers': 'The paper', 'site': 'The paper', 'ar': 'The paper', 'fattree': 'The patent',
          'crossing': 'Ours', 'accounts': 'Ours', 'urgent': 'Ours', 'moldable': 'The paper'}
GROUPS = {
    'fattree': [
        ('Where neighbours are asked for', 'Claims of the patent', 'The patent'),
        ('Its default:', 'Claims on the patent\'s default, batches of 4', 'its default'),
        ('Ours:', 'Claims of ours, not of the patent', 'Ours'),
    ],
    'ar': [('Ours:', 'Claims of ours: a bar on what the paper calls efficient', 'Ours')],
    'moldable': [
        ("DEMT's minsum is never", 'Claims of the paper', 'The paper'),
        ('Ours:', 'Claims of ours, not of the paper', 'Ours'),
        ('Bars of the prototypes', 'Claims of ours: bars that throwaway programs had set before '
         'the module was written', 'Ours'),
        ("The paper's text besides", 'Claims of the paper again, from its text', 'The paper'),
    ],
}

# By data: the section of docs/measured.md that says what was found, and words of those of its
# sentences that come first.
FOUND = {
    'tiers': ('Two tiers', ['Averaged over the loads', 'With one draw for each job',
                            'At lower loads', 'KEASY is worse than EASY', 'even MEASY loses',
                            'better than EASY at all loads', 'it is worse in the mean',
                            'No combination of']),
    'site': ('PJS and the site', ['can be read in two ways', 'ran the second is inferred from',
                                  'if only jobs that are outranked move',
                                  'Worse than mapping alone', 'PJS saves up to',
                                  'Jobs of high priority are']),
    'ar': ('Advance reservations', ['accept most', 'Not as printed', 'Not in the paper',
                                    'can be read in two ways']),
    'fattree': ('Fat trees', ['claims of the patent hold', 'Its method keeps',
                              'exact choices share']),
    'crossing': ('Few jobs on a link', ['of 8 hold', 'meet others']),
    'accounts': ('Shares of a machine', ['the furthest user', 'processors are busy',
                                         'Of three values', 'times in group a']),
    'urgent': ('Urgent jobs', ['are stopped for each urgent job', 'has urgent jobs waiting',
                                'of all work is run again']),
    'moldable': ('How wide a job runs', ['Our bound on the minsum is', 'By ours, DEMT',
                                         'around 2, as printed', 'Batches of many bases have']),
}

# Of the claims that do not hold, or hold in part: why, by their numbers. "{words}" is replaced by
# what the page of claims says behind these words. MEASY and PJS have the reasons in their tables.
# Nothing is said here that was not measured or proved; what was not found out says so.
WHY = {
    'tiers': {},
    'site': {},
    'ar': {
        '4': 'It depends {Claim 4, }',
        '15': 'It depends on durations, and on where rectangles end, which the paper leaves open: if '
              'all durations are equally likely, or no rectangle ends at the deadline, all '
              'comparisons are for it.',
        '18': 'All against it are PEDu_B and PEDu_W, which do not accept alike: as for [4](#ar-4).',
        '19': 'All against it are PEDu_B and PEDu_W: as for [15](#ar-15).',
        '21': 'It depends on how bursty arrivals are. What PE_W accepts more at a pair than at the '
              'one before{The same for PE_W}',
        '22': 'A rise at all steps need not be a stable one: the paper does not say what it means '
              'by that. What was measured depends {Claims 21 to 23, }',
        '23': 'It depends {Claims 21 to 23, }',
        '27': 'Of PEDu_B and PEDu_W: as for [15](#ar-15). Of PE_W and Du_B at the last pair: not '
              'explained.',
        '31': 'An update of the list passes all records before it, as section 4 of the paper '
              'derives; the calendar of sked is a tree.',
    },
    'fattree': {
        '6': 'It is an effect of the queue, not of the units: exact shares it, which takes any '
             'processors. Why such a queue serves the jobs of one stream better on neighbours, and '
             'not those of the other, was not found out.',
        '9': 'By the slowdown: see [6](#fattree-6). Where it is against the claim, hops are within '
             'noise ([18](#fattree-18)).',
        '18': 'As for [19](#fattree-19).',
        '22': 'Exact is the best choice in one state ([27](#fattree-27)), not in the long run. Why '
              'units have fewer hops there, was not found out.',
        '25': 'All against it are neighbours: as for [19](#fattree-19).',
        '26': 'All against it are neighbours: as for [19](#fattree-19).',
        '19': 'Each policy lives with its own history: one that lets processors idle has more room '
             'to choose from, and so fewer hops. Neighbours let more idle than units of 4 (tables '
             'of the saturated machine below). How much of the difference this is, was not '
             'measured.',
        '11': 'Not explained. It may be chance: of two equals one comparison in twenty would not '
              'be within noise.',
        '28': 'Not explained.',
        '29': 'Not explained.',
        '30': 'Not explained.',
    },
    'urgent': {
        '3': 'Urgent jobs come first in the queue. So most of what stopped jobs leave is theirs '
             'without a booking, too: [4](#urgent-4).',
        '5': 'The bound was below the means of the trial, which had wide intervals. Why the '
             'youngest lose less beside the cheapest where wide jobs run longer, was not found out.',
        '6': 'It stops more than ten times as many ([2](#urgent-2)), but each loses only about a '
             'tenth as much, as it has just started.',
        '10': 'In part it is the lost work: if nobody is stopped, but jobs ask for about as much more '
              'of the machine, they wait 1.34 (log) and 1.39 times (lublin) as long (--loads 886 and '
              '905). And the wait of a job that was stopped includes the runs that it lost. How '
              'much that is, was not measured.',
        '11': 'Urgent jobs then wait longer ([9](#urgent-9)). What more there is to it, was not '
              'found out.',
    },
    'crossing': {
        '5': 'The bound came from the trial, where fewer jobs met. Why more do in a longer run was '
             'not found out.',
    },
    'accounts': {},
    'moldable': {
        '1': 'On the grid of its text the paper\'s bound gives higher ratios than the paper shows. '
             'On a grid of 1.2, with the generator step_printed, all comparisons are for it. By our '
             'bound, which is higher, DEMT is nearer to the best: claims [36](#moldable-36) and '
             '[37](#moldable-37).',
        '2': 'As for [1](#moldable-1): on a grid of 1.2 it holds.',
        '6': 'It depends on the generator: with step_printed most comparisons are for it.',
        '8': 'All against it is Gang with 25 tasks, where it is below DEMT in the paper\'s figure, '
             'too: claim [26](#moldable-26).',
        '11': 'Not explained.',
        '13': 'The makespan is for it. All against it are the minsum: as for [1](#moldable-1), on '
              'a grid of 1.2 it holds.',
        '14': 'It depends on the generator: with step_printed it holds.',
        '17': 'Not explained.',
        '18': 'It depends on the generator: with step_printed none is against it.',
        '20': 'Of all orders the one is kept that is best by the sum of both ratios. It shortens '
              'the makespan, mostly at the cost of the minsum. By the minsum alone: '
              '[57](#moldable-57).',
        '31': 'All against it is Sequential by the longest time, as the text has it. By weight and '
              'time it jumps, as in the paper\'s figures.',
        '32': 'All against it is a makespan shorter than the range. With step_printed it holds.',
        '43': 'The bars are from other draws. More was not found out.',
        '45': 'The bars are from other draws, of which this is the worst one. More was not found '
              'out.',
        '51': 'As for [43](#moldable-43).',
        '54': 'The paper has no number for "not far". Its own curve of List on *weak* is beyond '
              'ours at all sizes.',
        '55': 'It depends on the generator: with step_printed none is against it.',
        '52': 'The relaxation has neither an interval from 0 to its first time nor one after the '
              'last; `>>bound` of `sched_moldable.h` has it corrected.',
        '53': 'It depends on the grid of the bound and on the generator: read as the figures '
              'suggest, it holds.',
        '57': 'All against it are *weak* with 200 tasks and more.',
    },
}

# Above the claims of a chapter: what to know of all of them.
CAVEATS = {
    'moldable': 'Many claims of the paper are ratios to its bound on the minsum. As printed, that '
                'is not always a bound (claim [52](#moldable-52)). Equality with its curves is '
                'not to be expected: {Equality is not to be expected: }',
}

COMPARISONS = ('<p>Most claims are tested by comparisons: of two policies, say, on the same jobs '
               'at one load. A comparison is within noise if its 95 % interval includes the point '
               'between for and against. Each chapter explains its words, and has the rules in '
               'full.</p><p>Nearly all measurements are simulations, on workloads rebuilt from what '
               'the papers say. Where a paper leaves something open, the choice is ours, and another '
               'choice can change a verdict. The rules of each chapter name these choices. They were '
               'written before the full runs; what was added later is marked.</p>')

# What each verdict means: the rules of all tables of claims, in short.
MEANINGS = {
    'holds': 'All comparisons are for the claim, or as many as it asks for; or the measured number '
             'is as good as the printed one.',
    'holds, partly within noise': 'Some comparisons are for the claim, none is against it, and the '
                                  'others are within noise.',
    'holds in part': 'Some comparisons are against the claim, but no more than for it; or only a '
                     'part of it holds.',
    'within noise': 'The intervals are too wide to say: no comparison is for or against the claim.',
    'does not hold': 'More comparisons are against the claim than for it, or the number is missed.',
}

# How to read the claims of a chapter.
READING = {
    'tiers': '"JW 0.95" is the workload JW at a load of 0.95: its jobs ask for 95 % of the '
             'processors\' time. "FW response, REASY and KEASY: 0.90, 0.95" names a workload, what '
             'is measured, the two policies that are compared, and the loads. A ratio is the first '
             'policy by the second, on the same jobs: below 1 the first is better.',
    'site': '"10/10/80 high: 240 to 280" are the jobs of high priority among 240 to 280 jobs, of '
            'which 10, 10 and 80 % have high, medium and low priority. From claim o on, the '
            'numbers are rates instead: how many jobs come in each quantum of 10 s. A percentage '
            'with a sign is a change of job times, and minus is shorter: of PJS beside SJS in k to '
            'm, of levels beside none in n and t, of OLB beside SJS in aa, of preemption beside '
            'levels alone in ab. Points in ad are high minus medium.',
    'ar': '"PEDu_B, UMed 7 to 9" is a policy at three settings of what the requests ask for. '
          'Acceptance differs by points: 80 % is 5 points more than 75 %. A difference is a policy '
          'minus FF in 6 to 8, 13 and 29; another policy minus PE_W, or minus Du_B, in 9 to 11, 24 '
          'and 28; the first policy of a pair minus the second in 3 to 5, 14 and 15; and where '
          'something rises or falls, a point minus the one before it.',
    'fattree': '"lublin easy units_4 50 to 97" names a stream of jobs, a queue, a policy, and the '
               'loads in percent of the machine. "Neighbours" are the policy contiguous. A '
               'difference is units minus neighbours in 3 to 6, 18 and 19; another policy minus '
               'units of 4 in 7; batches of 4 minus batches of 1 in 10 to 15; units minus those of half '
               'the size in 16 and 17; and another policy minus exact in 2 and 20 to 26.',
    'urgent': '"lublin lost_over_cheapest" names a stream of jobs and a metric, here the lost work '
               'as a ratio to that of cheapest, which is planned and booked. Names of metrics and '
               'rules are in the head of bench/figures/preempt.c.',
    'crossing': '"lublin cross_2 met" names a stream of jobs, a policy, and a metric: policies and '
                'metrics are those of the tables. A difference in 4 is cross_2 minus any; in 6 '
                'whole minus cross_1.',
    'accounts': '"lublin error_5_over_fair" names a stream of jobs and a metric, here the error '
                'after five half-lives as a ratio to that of fair. The head of '
                'bench/figures/shares.c has all names. Errors and utilisation are in points, '
                'ratios are plain numbers, and back is in half-lives.',
    'moldable': '"weak demt 25 to 400" names a workload, a method, and the numbers of tasks. '
                'Values are ratios to a lower bound or to another method: 2 is twice as much. The '
                'verdict is by the paper\'s text. "Read in other ways" has the claim again, with '
                'one thing read otherwise: its verdict, and in brackets the comparisons for it, '
                'within noise, and against it, and the values. An asterisk: inferred from the '
                'paper\'s figures.',
}

# The words and abbreviations of a chapter.
WORDS = {
    'tiers': [
        ('FCFS', 'first come, first served: no job overtakes another'),
        ('EASY', 'backfilling with one reservation, that of the first waiting job'),
        ('KEASY, REASY, MEASY', 'EASY with a background: when the turn of a job in the background '
         'comes on other processors, KEASY kills it and starts it anew there, REASY lets it wait '
         'for the jobs in front of it, MEASY migrates it'),
        ('foreground, background', 'the foreground is the job that owns a processor; jobs in its '
         'background run on the cycles that it leaves unused'),
        ('FW, JW', 'the two workloads of the paper, on 320 processors. FW has wider jobs (23.4 '
         'processors, 2,607 s in the mean), JW longer ones (10.5 processors, 11,267 s)'),
        ('usage', 'the share of its processor that a process uses: 40 to 100 %, at random, unless '
         'the claim says otherwise; drawn for each process, or once for all processes of a job'),
        ('as Algorithm 3', 'REASY reserves by numbers alone, and keeps no idle processor for a '
         'head in the background; in words, it keeps them'),
        ('response time', 'from the arrival of a job to its end'),
        ('bounded slowdown', 'wait plus run time over run time, where short runs count as 10 s'),
        ('load', 'the processor time that jobs ask for, as a part of what there is'),
    ],
    'site': [
        ('SJS', 'sequential job scheduling: each job runs on one machine; min-min or max-min, '
         'whichever gives the smaller sum of job times'),
        ('PJS', 'parallel job scheduling: as SJS, but jobs run in parallel on clusters where that '
         'pays'),
        ('OLB', 'each job in turn goes to the machine that is free first'),
        ('job time', 'from the arrival of a job to its end'),
        ('10/10/80', 'percent of the jobs with high, medium and low priority'),
        ('rate', 'jobs that come in each quantum of 10 s'),
        ('equal mix, random mix', 'one job of each of five classes in every five jobs, or any'),
        ('narrow, wide', 'run times from half the mean to one and a half, or from 0 to twice the '
         'mean'),
        ('by run time, by completion', 'two readings of when a cluster pays: its run time is '
         'shorter than on the best machine, or the job ends sooner there, after what is planned'),
        ('all, lower, none', 'three readings of what a new plan may move of the jobs that wait: '
         'all of them; those of lower priority, if one of higher priority gets a machine of '
         'theirs; or none'),
        ('our run times, fitted to the axes', 'the run times that sked had chosen before anything '
         'was measured, and longer ones, as the axes of the paper\'s figures ask for'),
        ('each mapping made anew', 'PJS without what sked keeps from one mapping to the next'),
    ],
    'ar': [
        ('FF', 'first fit: the earliest start'),
        ('PE_B, PE_W', 'best and worst fit by processors: the start at which the fewest, or the '
         'most, are free'),
        ('Du_B, Du_W', 'best and worst fit by duration: the shortest, or the longest, rectangle'),
        ('PEDu_B, PEDu_W', 'best and worst fit by both: the smallest, or the largest, product of '
         'processors and duration'),
        ('LATEST', 'the latest start; not in the paper'),
        ('rectangle', 'the longest interval around a start in which all processors stay free that '
         'are free for the request'),
        ('UMed', 'how wide requests are: 82 of 100 have sizes from 2^4.5 to 2^UMed, the others '
         'from there to 2^10'),
        ('af', 'arrival factor: all arrival times are divided by it'),
        ('pair, {3, 3}', 'artime factor and deadline factor: at most so many durations from the '
         'arrival of a request to when it is ready, and of slack up to its deadline'),
        ('acceptance', 'how many of all requests get a reservation'),
        ('slowdown', 'time from ready to the end over the duration, mean of what is accepted'),
        ('past kept, past trimmed', 'two readings: records stay until the oldest running job ends, '
         'so that a rectangle may begin before the request came; or they end at each arrival'),
        ('other assumptions, worlds', 'variants of the experiment: poisson (arrivals), uniform '
         '(durations), open and horizon (where rectangles end), freed (which starts are tried), '
         'load (0.8 otherwise), scaled (how durations depend on sizes)'),
    ],
    'fattree': [
        ('hops', 'links on the way between two processors; of a job, the mean over its pairs'),
        ('exact', 'the choice with the least hops, proved'),
        ('greedy', 'few hops, without a search'),
        ('contiguous', 'neighbours by number; if no range holds the job, it waits'),
        ('slurm', 'the leaf switches that Slurm 22.05 takes'),
        ('first, random', 'the lowest numbers, or any'),
        ('units_4', 'the patent\'s choice: the machine is divided into units of 4 processors'),
        ('patent_4', 'the patent\'s queue: batches of at most 4 jobs are placed at a time'),
        ('go_on_4', 'the same, but a batch that places a job is followed by another'),
        ('easy, list, fcfs', 'the other queues: EASY backfilling; all jobs that find room start; '
         'first come, first served'),
        ('log, lublin', 'the two streams of jobs: run times uniform by their logarithm, or by the '
         'model of Lublin and Feitelson'),
        ('saturated', '64 jobs always wait: when one starts, the next comes'),
        ('utilisation', 'busy processors of all'),
    ],
    'crossing': [
        ('way up', 'the links from a switch to those above it. A job uses it if some of its '
         'processors are below the switch, and others are not'),
        ('any', 'any processors, with the least hops'),
        ('cross_1, cross_2', 'at most one job, or two, on each way up'),
        ('whole', 'a job wider than a leaf switch has whole leaves; a narrower one is in one leaf'),
        ('met', 'share of the jobs of several leaves whose fullest link carries other jobs, too; '
         'met_2to1: with half as many links'),
        ('fuller', 'what that link carries, by what the job\'s own fullest link does'),
        ('d-mod-k', 'each message takes the links that the number of its receiver names'),
        ('log, lublin', 'the two streams of jobs: run times uniform by their logarithm, or by the '
         'model of Lublin and Feitelson'),
        ('saturated', '64 jobs always wait: when one starts, the next comes'),
        ('utilisation', 'busy processors of all'),
    ],
    'accounts': [
        ('usage', 'processor-ticks that decay: after a half-life they count half'),
        ('error', 'of all users, the largest distance of decayed usage, in that of all, from the '
         'share; error_5: after five half-lives; worst: the largest after the first one'),
        ('points', 'of percent of all use, or of the machine'),
        ('ahead', 'accounts are ordered as they would be so much later, if all that runs goes on; '
         'so a job counts as soon as it starts'),
        ('EASY by shares (fair)', 'the head is the first job of the account that has used least '
         'for its shares, and backfilling goes by the same order'),
        ('back', 'after how many half-lives all users are within 2 points of their shares'),
        ('log, lublin', 'the two streams of jobs: run times uniform by their logarithm, or by the '
         'model of Lublin and Feitelson'),
        ('utilisation', 'busy processors of all'),
    ],
    'urgent': [
        ('urgent', 'one job in ten, which comes first in the queue, and may have others stopped'),
        ('planned', 'the jobs that together give enough and lose the least work, found as a whole'),
        ('booked', 'processors of those that are to leave belong to the urgent job at once, so '
         'that nobody else starts there'),
        ('one a cycle', 'every 30 s the job that started last is stopped, as long as the urgent one '
         'does not fit'),
        ('lost', 'work of stopped jobs, which run again from their beginning'),
        ('in vain', 'no processor of a stopped job goes to an urgent one next'),
        ('log, lublin', 'the two streams of jobs: run times uniform by their logarithm, or by the '
         'model of Lublin and Feitelson'),
        ('utilisation', 'busy processors of all, without the work that is lost'),
    ],
    'moldable': [
        ('moldable', 'of a task: its width is chosen before it starts, then fixed'),
        ('makespan', 'when the last task of a plan ends'),
        ('minsum', 'the sum of weight times end over all tasks'),
        ('DEMT', 'the paper\'s method: batches whose lengths double, each with the heaviest tasks '
         'that fit side by side. demt_20: and 20 orders of the batches; demt_20_minsum: of these '
         'the one with the least minsum; demt_smith: as sked has it, most weight for its work '
         'first'),
        ('Gang', 'all processors for each task'),
        ('Sequential', 'one processor for each task, the longest first'),
        ('List', 'the widths of the plan for the makespan, shelf by shelf, each as the tasks are '
         'given. LPTF: most time for its weight first; SAF: the least work first'),
        ('MULTIBASE', 'DEMT with seven growths of the batches and three first lengths'),
        ('SWEEP', 'plans for the makespan, with 40 deadlines from the shortest one on'),
        ('PRICES', 'each task chooses its width as if processors had a price'),
        ('local search', 'changes of a width or of the order are kept if they lose less than a '
         'threshold, which falls to 0'),
        ('BEST', 'all methods of sked that help, the best plan of all'),
        ('frontier', 'the least minsum of plans whose makespan is at most so much'),
        ('weak, high, mixed, cirne', 'the four workloads: weakly parallel, highly parallel, small '
         'weakly and large highly parallel, speedups by Downey\'s model'),
        ('the paper\'s bound', 'a linear program of the paper, as printed, whose intervals double; '
         'sked has a bound of its own on the minsum, that no plan is below'),
        ('grid of 1.2', 'the same program with intervals that grow by 1.2: with these its ratios '
         'are near those that the paper shows'),
        ('task_zero, step_printed', 'two readings of how speedups are drawn: one X for each task, '
         'the index from zero; an X for each processor, the index as printed'),
    ],
}

# What the last column of a table of claims is, where it is under the measurement.
ASIDES = {
    'why not, or not fully': 'Why',
    'elsewhere': 'Under other assumptions',
    'by world': 'By stream of jobs',
    'by completion': 'By completion',
    'past kept': 'Where the past is kept',
    'other readings': 'Read in other ways',
    'by job': 'By job',
}

# Pictures whose titles are alike: what each of them is of.
PICTURES = {
    'figure6': 'workload FW', 'figure7': 'workload JW', 'figure9': 'workload FW',
    'figure10': 'workload JW', 'figure11': 'workload FW', 'figure12': 'workload JW',
    'figure13': 'workload FW', 'figure14': 'workload JW', 'options_FW': 'workload FW',
    'options_JW': 'workload JW', 'ar_figure2': 'over UMed', 'ar_figure3': 'over UMed',
    'ar_figure4': 'over the arrival factor', 'ar_figure5': 'over the arrival factor',
    'ar_figure6': 'over pairs of factors', 'ar_figure7': 'over pairs of factors',
}

PEERS = ('<p>How fast sked is beside other code for the same work: plain versions of each method, '
         'and other programs where there are some. How long the experiments of a chapter take, is '
         'said there. The last sections say how decisions are tested.</p>')

ABOUT = ('The tests of the project fail if a claim, a picture or a table differs from its '
         'measurement. In its source tree, <code>make report</code> writes this page')
NO_EVIDENCE = ('; after <code>make evidence</code>, which takes hours, with a chapter on the '
               'compilers, targets and tests that passed')
