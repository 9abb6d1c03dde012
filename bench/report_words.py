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
    'moldable': 'Batches whose lengths double bound both the makespan and the sum of weighted '
                'completion times. Dutot, Eyraud, Mounie and Trystram, Bi-criteria Algorithm '
                'for Scheduling Jobs on Cluster Platforms, 2004.',
}

COMPARISONS = ('<p>Most claims are tested by comparisons: of two policies, say, on the same jobs at '
               'one load. A comparison is within noise if its 95 % interval includes the point '
               'between for and against. Each chapter has the rules in full.</p>')

# What each verdict means: the rules of all tables of claims, in short.
MEANINGS = {
    'holds': 'All comparisons are for the claim, or the measured number is as good as the printed '
             'one.',
    'holds in part': 'Not all comparisons are for the claim, but no more are against it than for '
                     'it.',
    'within noise': 'The intervals are too wide to say: no comparison is for or against the claim.',
    'does not hold': 'More comparisons are against the claim than for it, or the number is missed.',
}

# How to read the claims of a chapter.
READING = {
    'tiers': '"JW 0.95" is the workload JW at a load of 0.95: its jobs ask for 95 % of the '
             'processors\' time. "FW response, REASY and KEASY: 0.90, 0.95" names a workload, what '
             'is measured, the two policies that are compared, and the loads.',
    'site': '"10/10/80 high: 240 to 280" are the jobs of high priority among 240 to 280 jobs, of '
            'which 10, 10 and 80 % have high, medium and low priority. From claim o on, the '
            'numbers are rates instead: how many jobs come in each quantum of 10 s.',
    'ar': '"PEDu_B, UMed 7 to 9" is a policy at three settings of what the requests ask for. '
          'Acceptance differs by points: 80 % is 5 points more than 75 %.',
    'fattree': '"lublin easy units_4 50 to 97" names a stream of jobs, a queue, a policy, and the '
               'loads in percent of the machine. "Neighbours" are the policy contiguous.',
    'moldable': '"weak demt 25 to 400" names a workload, a method, and the numbers of tasks. '
                'Values are ratios to a lower bound or to another method: 2 is twice as much.',
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
         'the claim says otherwise'),
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
        ('other worlds', 'the same with other assumptions: poisson (arrivals), uniform '
         '(durations), open and horizon (where rectangles end), freed (which starts are tried)'),
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
        ('easy, list, fcfs', 'the other queues: EASY backfilling; all jobs that find room start; '
         'first come, first served'),
        ('log, lublin', 'the two streams of jobs: run times uniform by their logarithm, or by the '
         'model of Lublin and Feitelson'),
        ('saturated', '64 jobs always wait: when one starts, the next comes'),
        ('utilisation', 'busy processors of all'),
    ],
    'moldable': [
        ('moldable', 'of a task: its width is chosen before it starts, then fixed'),
        ('makespan', 'when the last task of a plan ends'),
        ('minsum', 'the sum of weight times end over all tasks'),
        ('DEMT', 'the paper\'s method: batches whose lengths double, each with the heaviest tasks '
         'that fit side by side. demt_20: and 20 orders of the batches; demt_smith: as sked has '
         'it, most weight for its work first'),
        ('Gang', 'all processors for each task'),
        ('Sequential', 'one processor for each task'),
        ('List', 'the widths of the plan for the makespan, shelf by shelf. LPTF: the longest task '
         'first; SAF: the least work first'),
        ('MULTIBASE', 'DEMT with seven growths of the batches and three first lengths'),
        ('SWEEP', 'plans for the makespan, with 40 deadlines from the shortest one on'),
        ('PRICES', 'each task chooses its width as if processors had a price'),
        ('local search', 'changes of a width or of the order are kept if they lose less than a '
         'threshold, which falls to 0'),
        ('BEST', 'all methods of sked that help, the best plan of all'),
        ('frontier', 'the least minsum of plans whose makespan is at most so much'),
        ('weak, high, mixed, cirne', 'the four workloads: weakly parallel, highly parallel, small '
         'weakly and large highly parallel, speedups by Downey\'s model'),
        ('the paper\'s bound', 'a linear program of the paper, as printed; sked has a bound of its '
         'own on the minsum, that no plan is below'),
    ],
}

# What the last column of a table of claims is, where it is under the measurement.
ASIDES = {
    'why not, or not fully': 'Why',
    'elsewhere': 'In other worlds',
    'by world': 'By stream of jobs',
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
         'and other programs where there are some. The last sections say how its decisions are '
         'tested.</p>')
EVIDENCE = ('<p>Behind the numbers of this page there are tests: many compilers and emulated '
            'processors, random input, planted bugs, proofs of small functions. <code>make '
            'evidence</code> runs all of them in full; this chapter then shows what passed, what '
            'failed and what was skipped. That takes hours, and goes on where it was stopped. It '
            'was not run before this page was made. <code>make check</code> is the short form, '
            'without a page.</p>')
