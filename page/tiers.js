// tiers.js: the tab of two tiers: jobs in the background of others, simulated minute by minute.
// SPDX-License-Identifier: MIT

const TIERS = { status: 0, start: 1, end: 2, shadow: 3, id: 4, kind: 5, reason: 6, head: 7,
  width: 8, words: 9 };
const KINDS = ['start', 'lost', 'background', 'swap', 'restart', 'migrate'];
const TWO_TIERS = ['KEASY', 'REASY', 'MEASY'];     // as sked_tiers_policy numbers them
const TIER_PROCESSORS = 8, MIGRATION = 2;
const tiers = { jobs: [], runs: [] };

// Jobs come within an hour or two. One of several processes leaves much of its processors unused.
function drawTierJobs() {
  const random = dice(valueOf('tier-seed') || 1), count = valueOf('tier-jobs');
  const most = valueOf('tier-usage') / 10, widths = [1, 1, 2, 2, 3, 4, 4, 6, 8];
  let submit = 0;
  tiers.jobs = Array.from({ length: count }, () => {
    const width = widths[Math.floor(random() * widths.length)];
    const estimate = 5 + Math.round(50 * random() ** 1.5);
    const run = Math.max(2, Math.round(estimate * (0.4 + 0.6 * random())));
    const usage = width === 1 ? 1000 : 100 * Math.max(1, Math.round(most * (0.6 + 0.4 * random())));
    const job = { submit, width, estimate, run, usage: Math.min(1000, usage) };
    submit += Math.floor(random() * 9);
    return job;
  });
}

// ---- a simulation

// A policy of TWO_TIERS, or EASY for -1. A job that runs has done so many thousandths of minutes.
// In the front it does 1000 a minute; in the background what the foregrounds of its processors
// leave over, where they leave least.
class TierRun {
  constructor(policy) {
    this.policy = policy;
    this.name = policy < 0 ? 'EASY' : TWO_TIERS[policy];
    this.queue = kit.page_tiers_create(TIER_PROCESSORS, Math.max(0, policy), policy < 0 ? 0 : 1);
    this.jobs = tiers.jobs.map((job) => ({ ...job, state: 'new', done: 0, processors: [],
      first: NEVER }));
    this.now = 0;
    this.script = [`processors ${TIER_PROCESSORS}`];
    this.decisions = [];
    this.boxes = [];
    this.counts = { background: 0, swap: 0, restart: 0, migrate: 0, lost: 0 };
  }
  front(processor) {
    return this.jobs.find((job) => job.state === 'front' && job.processors.includes(processor));
  }
  speed(job) {
    if (job.state === 'front') return 1000;
    return Math.min(...job.processors.map((p) => 1000 - (this.front(p) ? this.front(p).usage : 0)));
  }
  running() { return this.jobs.filter((job) => job.state === 'front' || job.state === 'back'); }
  // When a job will end, if nothing happens before.
  endOf(job) {
    const speed = this.speed(job);
    return speed > 0 ? this.now + Math.ceil((job.run * 1000 - job.done) / speed) : Infinity;
  }
  next() {
    return Math.min(...this.jobs.filter((job) => job.state === 'new').map((job) => job.submit),
      ...this.running().map((job) => this.endOf(job)));
  }
  advance(time) {
    const speeds = this.running().map((job) => [job, this.speed(job)]);
    speeds.forEach(([job, speed]) => { job.done += speed * (time - this.now); });
    this.now = time;
  }
  told(words, status) {
    if (status !== 0) throw new Error(`${words}: status ${status}`);
    this.script.push(words);
  }
  close(job) {
    if (job.since < this.now) {
      this.boxes.push([this.jobs.indexOf(job), job.since, this.now, job.processors, job.state]);
    }
    job.since = this.now;
  }
  // All events of the time, then a pass.
  happen() {
    const { now, queue: kept } = this;
    this.jobs.forEach((job, id) => {
      if (job.state === 'back' && job.done < job.run * 1000) {
        const permille = Math.max(0, Math.min(1000, Math.floor(job.done / job.estimate)));
        this.told(`${now} report ${id} ${permille}`,
          kit.page_tiers_report(kept, id, permille, now));
      }
    });
    this.jobs.forEach((job, id) => {
      if ((job.state === 'front' || job.state === 'back') && job.done >= job.run * 1000) {
        this.close(job);
        Object.assign(job, { state: 'over', end: now });
        this.told(`${now} finish ${id}`, kit.page_tiers_finish(kept, id, now));
      }
    });
    this.jobs.forEach((job, id) => {
      if (job.state !== 'new' || job.submit !== now) return;
      job.state = 'waits';
      this.told(`${now} submit ${id} ${job.width} ${job.estimate} ${job.usage}`,
        kit.page_tiers_submit(kept, id, job.width, job.estimate, job.usage, now));
    });
    kit.page_tiers_plan(kept, now);
    while (kit.page_tiers_next(kept) === 0) this.obey();
  }
  obey() {
    const field = (name) => kit.field(this.queue, TIERS[name]);
    const id = field('id'), kind = KINDS[field('kind')], job = this.jobs[id];
    const ranges = runsOf(kit.words(kit.pointer(this.queue, TIERS.words), 1), TIER_PROCESSORS);
    if (job.state === 'back') this.close(job);
    if (kind === 'restart') {
      this.counts.lost += job.done / 1000 * job.width;
      job.done = 0;
    }
    if (kind === 'migrate') job.done -= 1000 * MIGRATION;
    job.processors = ranges.flatMap(([first, count]) =>
      Array.from({ length: count }, (_, i) => first + i));
    job.state = kind === 'background' ? 'back' : 'front';
    job.since = this.now;
    if (job.first === NEVER) job.first = this.now;
    if (kind in this.counts) this.counts[kind]++;
    this.decisions.push({ start: field('start'), end: field('end'), id, kind,
      processors: ranges.map(([first, count]) => [first, first + count - 1]) });
  }
  play() {
    for (let time = this.next(); time < Infinity; time = this.next()) {
      this.advance(time);
      this.happen();
    }
    const mean = (of) => this.jobs.reduce((sum, job) => sum + of(job), 0) / this.jobs.length;
    this.wait = mean((job) => job.first - job.submit);
    this.response = mean((job) => job.end - job.submit);
    this.makespan = Math.max(...this.jobs.map((job) => job.end));
    return this;
  }
}

// ---- what is shown

function newTiers() {
  drawTierJobs();
  kit.page_release(kit.start);
  tiers.runs = [-1, 0, 1, 2].map((policy) => new TierRun(policy).play());
  showValues({ 'tier-jobs': tiers.jobs.length, 'tier-usage': `up to ${valueOf('tier-usage')} %` });
  showTiers();
}

function showTiers() {
  const [easy, ...two] = tiers.runs, chosen = two[valueOf('tier-policy')];
  const line = document.createElement('p'), strong = document.createElement('strong');
  const text = document.createElement('p');
  strong.textContent = `${easy.response.toFixed(1)} min → ${chosen.response.toFixed(1)} min`;
  line.append(`${chosen.name}: mean time from submission to end `, strong);
  text.className = 'hint';
  text.textContent = 'Compared with EASY: the same jobs on the same eight processors.';
  byId('tier-headline').replaceChildren(line, text);
  fillTable('tier-table', ['policy', 'mean time to end, min', 'mean wait to first start, min',
    'makespan, min', 'put in background', 'swapped', 'restarted', 'migrated',
    'lost, processor min'], tiers.runs.map((run) => [run.name, run.response.toFixed(1),
    run.wait.toFixed(1), run.makespan, run.counts.background, run.counts.swap, run.counts.restart,
    run.counts.migrate, run.counts.lost.toFixed(0)]));
  byId('tier-name').textContent = chosen.name;
  drawTiers();
}

const tierMost = () => Math.max(...tiers.runs.map((run) => run.makespan)) * 1.02;

// Each processor has a row: two thirds for its foreground, the lowest third for its background.
function tierRow(processor, state) {
  return state === 'front' ? [processor + 0.34, 0.62] : [processor + 0.04, 0.28];
}

function drawTierRun(canvas, run) {
  const { pen, width, height } = begin(canvas), plot = plotOf(width, height), most = tierMost();
  const scale = { plot, x: (time) => plot.left + time / most * plot.wide,
    y: (processor) => plot.bottom - processor / TIER_PROCESSORS * plot.tall };
  timeAxis(pen, plot, 0, most, { unit: 'min' });
  valueAxis(pen, plot, 'processors', [0, 2, 4, 6, 8], scale.y);
  run.boxes.forEach(([job, start, end, processors, state]) => processors.forEach((p, i) => {
    const colors = state === 'front' ? tint(tiers.jobs[job].width, TIER_PROCESSORS)
      : { fill: color('--back-tier'), edge: color('--back-edge'), ink: color('--back-ink') };
    const [first, count] = tierRow(p, state);
    drawPiece(pen, scale, [start, end, first, count], colors);
    const text = `${job + 1}`, room = scale.x(end) - scale.x(start);
    pen.fillStyle = colors.ink;
    const tall = scale.y(first) - scale.y(first + count);
    if ((i === 0 || state === 'back') && room > pen.measureText(text).width + 3 && tall > 8) {
      pen.fillText(text, scale.x(start) + 2, scale.y(first + count / 2) + 4);
    }
  }));
  canvas.setAttribute('aria-label', `Jobs in the foregrounds and backgrounds of eight processors ` +
    `under ${run.name}`);
}

function drawTiers() {
  drawTierRun(byId('tier-easy'), tiers.runs[0]);
  drawTierRun(byId('tier-two'), tiers.runs[valueOf('tier-policy') + 1]);
}

function tellTier(canvas, run, event, sticky) {
  const plot = plotOf(canvas.clientWidth, canvas.clientHeight);
  const time = (event.offsetX - plot.left) / plot.wide * tierMost();
  const at = (plot.bottom - event.offsetY) / plot.tall * TIER_PROCESSORS;
  const hit = run.boxes.find(([, start, end, processors, state]) => start <= time && time < end &&
    processors.some((p) => {
      const [first, count] = tierRow(p, state);
      return first <= at && at < first + count;
    }));
  if (note.sticky && !sticky) return;
  if (!hit) {
    hideNote();
    return;
  }
  const [id, start, end, , state] = hit, job = run.jobs[id];
  const done = run.decisions.filter((decision) => decision.id === id);
  showNote(event.clientX, event.clientY, [`Job ${id + 1} in the ` +
    `${state === 'front' ? 'foreground' : 'background'}: ${start} to ${end} min`,
  `${job.width} process${job.width > 1 ? 'es' : ''}, each using ${job.usage / 10} % of its ` +
  `processor; submitted at ${job.submit} min, ended at ${job.end} min.`,
  done.map((decision) => `${decision.start} min: ${{ start: 'started in the foreground',
    background: 'started in the background', swap: 'came to the foreground',
    restart: 'killed, started anew in the foreground', migrate: 'migrated to the foreground',
  }[decision.kind]}`).join('; ') + '.'], sticky);
}

function openTiers() {
  byId('tier-form').addEventListener('input', (event) =>
    (event.target.id === 'tier-policy' ? showTiers() : newTiers()));
  byId('tier-form').addEventListener('submit', (event) => event.preventDefault());
  const runs = { 'tier-easy': () => tiers.runs[0],
    'tier-two': () => tiers.runs[valueOf('tier-policy') + 1] };
  Object.entries(runs).forEach(([id, run]) => {
    listen(byId(id), { hover: (event) => tellTier(byId(id), run(), event, false),
      tap: (event) => tellTier(byId(id), run(), event, true) });
    byId(`${id}-caption`).append(saveButton(id === 'tier-easy' ? 'EASY' : 'two tiers',
      () => drawTierRun(byId(id), run())));
  });
}
