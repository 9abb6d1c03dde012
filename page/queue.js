// queue.js: replays of one workload under several policies, what they decide, and why.
// SPDX-License-Identifier: MIT

const POLICIES = ['FCFS', 'SJF', 'EASY', 'EASY-SJBF', 'conservative'];
const HAS_DEPTH = [false, false, true, true, false];
const REASONS = ['head', 'shadow', 'extra', 'reserved'];
const ROW = 6;
const REPLAY = { started: 4, finished: 5, now: 6, rows: 7, pieces: 8, count: 9, status: 11 };
const queue = { workload: null, bookings: [], runs: [], timer: 0, chosen: -1, view: null };

const nameOf = (run) => POLICIES[run.policy] +
  (HAS_DEPTH[run.policy] && run.depth > 1 ? `, depth ${run.depth}` : '');

// A share of the processors, the highest, have GPUs. Every third job needs them, if it fits there.
const SHARES = ['none', 'a quarter', 'half', 'three quarters'];
const partition = () =>
  Math.floor(queue.workload.processors * valueOf('partition') / SHARES.length);
const needsGpu = ([, , , width], job) => job % 3 === 0 && width <= partition();

function openRun(policy, address, bookings, booked) {
  const { rows, processors } = queue.workload, depth = valueOf('depth') || 1;
  const replay = kit.page_replay_create(address, rows.length, processors, policy, depth, booked,
    bookings.length, partition());
  return { policy, depth, replay, pieces: [], done: false, from: 0, end: 1 };
}

// Bookings are [start, end, count], in seconds; those that fit have a first processor, too. With a
// partition they have processors of their own: the lowest, above those of others then.
function bookingsThatFit() {
  const kept = [];
  for (const [start, end, count] of queue.bookings) {
    const beside = kept.filter((other) => partition() > 0 && other[0] < end && start < other[1]);
    const first = Math.max(0, ...beside.map((other) => other[2] + other[3]));
    if (first + count <= queue.workload.processors) kept.push([start, end, count, first]);
  }
  return kept;
}

// All rows of a replay, ROW numbers a job; and one of them.
const rowsOf = (run) =>
  kit.ints(kit.pointer(run.replay, REPLAY.rows), ROW * queue.workload.rows.length);
const rowOf = (run, job) => rowsOf(run).subarray(ROW * job, ROW * (job + 1));

// Lets a replay go on, and keeps the pieces that it has placed.
function step(run, starts) {
  run.done = kit.page_replay_step(run.replay, starts) === 0;
  const count = kit.field(run.replay, REPLAY.count);
  const pieces = kit.words(kit.pointer(run.replay, REPLAY.pieces), 3 * count);
  for (let i = 0; i < count; i++) {
    run.pieces.push([pieces[3 * i], pieces[3 * i + 1], pieces[3 * i + 2]]);
  }
}

function chosenPolicies() {
  return [...document.querySelectorAll('#policies input:checked')].map((box) => Number(box.value));
}

// Begins all replays anew; the frames then draw how they go on.
function play() {
  cancelAnimationFrame(queue.timer);
  kit.page_release(kit.start);
  const { rows, processors, name } = queue.workload;
  const bookings = bookingsThatFit(), left = queue.bookings.length - bookings.length;
  byId('book-told').textContent =
    left > 0 ? `${left} of ${queue.bookings.length} left out: too few processors then.` : '';
  const jobs = rows.map((row, job) => [...row, Number(needsGpu(row, job))]);
  const address = kit.put(jobs.flat()), booked = kit.put(bookings.flat());
  queue.runs = chosenPolicies().map((policy) => openRun(policy, address, bookings, booked));
  queue.chosen = -1;
  queue.view = null;
  queue.settled = false;
  byId('workload-told').textContent =
    `${rows.length} jobs on ${processors} processors` +
    (partition() > 0 ? `, ${partition()} of them with GPUs: ${name}.` : `: ${name}.`);
  byId('workload-told').classList.remove('fault');
  hideNote();
  tellNothing();
  makeCharts();
  frame();
}

const SPEEDS = ['one start per frame', '5 per frame', '25 per frame', 'fast', 'at once'];

// A frame: for at most some milliseconds, so that the page stays responsive.
function frame() {
  const speed = valueOf('speed'), until = performance.now() + (speed === 4 ? 60 : 12);
  const slice = [1, 5, 25, 5, 5][speed];
  let left = queue.runs.filter((run) => !run.done);
  while (left.length > 0 && performance.now() < until) {
    left.filter(() => speed < 3 || performance.now() < until).forEach((run) => step(run, slice));
    left = speed < 3 ? [] : left.filter((run) => !run.done);
  }
  const total = queue.workload.rows.length * Math.max(1, queue.runs.length);
  const started = queue.runs.reduce((sum, run) => sum + kit.field(run.replay, REPLAY.started), 0);
  byId('progress').value = started / total;
  const done = queue.runs.every((run) => run.done);
  if (speed < 4 && !done) {
    drawQueue();
    tellResults(false);
  }
  if (done) inTurn([() => tellResults(true), ...queue.runs.map((run) => () => drawRun(run)),
    drawLengths, restoreChoice, () => { queue.settled = true; }]);
  else queue.timer = requestAnimationFrame(frame);
}

// Each in a frame of its own, so that the page stays responsive with many jobs.
function inTurn([act, ...others]) {
  act();
  if (others.length > 0) queue.timer = requestAnimationFrame(() => inTurn(others));
}

// ---- numbers

// Means over all jobs that have started; bounded slowdown with 10 s.
function measure(run) {
  const { rows, processors } = queue.workload, table = rowsOf(run);
  let wait = 0, slow = 0, area = 0, last = 0, jobs = 0, gpuJobs = 0, gpuWait = 0;
  rows.forEach((row, job) => {
    const [submit, ran, , width] = row, start = table[ROW * job], end = table[ROW * job + 1];
    if (start === NEVER) return;
    jobs++;
    wait += start - submit;
    if (needsGpu(row, job)) {
      gpuJobs++;
      gpuWait += start - submit;
    }
    slow += Math.max(1, (end - submit) / Math.max(ran, 10));
    area += (end - start) * width;
    last = Math.max(last, end);
  });
  return { jobs, wait: wait / jobs, slowdown: slow / jobs, used: area / (processors * last), last,
    gpuWait: gpuWait / gpuJobs, otherWait: (wait - gpuWait) / (jobs - gpuJobs) };
}

function tellResults(done) {
  const results = queue.runs.map((run) => ({ name: nameOf(run), ...measure(run) }));
  const told = (wait) => duration(Math.round(wait || 0));
  const ifKinds = (...columns) => (partition() > 0 ? columns : []);
  fillTable('table', ['policy', 'jobs started', 'mean wait',
    ...ifKinds('mean wait with GPUs', 'without'), 'mean bounded slowdown', 'utilisation',
    'makespan'], results.map((m) => [m.name, m.jobs, told(m.wait),
    ...ifKinds(told(m.gpuWait), told(m.otherWait)), (m.slowdown || 0).toFixed(2),
    `${(100 * m.used || 0).toFixed(1)} %`, duration(m.last)]));
  tellHeadline(done ? results : []);
  queue.runs.forEach((run, i) => {
    run.label.textContent = done ? `mean wait ${duration(Math.round(results[i].wait || 0))}` : '';
  });
}

// Each policy against the first one that is shown.
function tellHeadline(results) {
  const lines = results.slice(1).map((m) => {
    const line = document.createElement('p'), name = document.createElement('span');
    name.textContent = `${m.name}: mean wait `;
    const numbers = document.createElement('strong');
    numbers.textContent =
      `${duration(Math.round(results[0].wait))} → ${duration(Math.round(m.wait))}`;
    line.append(name, numbers);
    return line;
  });
  const text = document.createElement('p');
  text.className = 'hint';
  text.textContent = results.length === 0 ? 'Replaying ...'
    : results.length > 1 ? `Compared with ${results[0].name}: the same jobs on the same machine.`
      : `${results[0].name}: mean wait ${duration(Math.round(results[0].wait))}. Choose a second ` +
        'policy to compare.';
  if (queue.runs.length === 0) text.textContent = 'Choose a policy.';
  byId('headline').replaceChildren(...lines, text);
}

// ---- reasons

function processorsOf(job) {
  const row = queue.workload.rows[job];
  return `${row[3]} processor${row[3] === 1 ? '' : 's'}${needsGpu(row, job) ? ' with GPUs' : ''}`;
}

// Why a job started when it did: lines, of which the first is a title.
function reasonLines(run, job) {
  const [submit, ran, estimate] = queue.workload.rows[job];
  const [start, , reason, head, shadow, extra] = rowOf(run, job);
  const lines = [`Job ${job + 1} under ${nameOf(run)}`,
    `${processorsOf(job)}; asked for ${duration(estimate)}, ran ${duration(ran)}.`];
  if (start === NEVER) return [...lines, `Submitted at ${duration(submit)}; it still waits.`];
  const why = {
    head: 'It was at the head of the queue, and enough processors were free.',
    reserved: 'Its reservation began then.',
    shadow: `Backfilled: by its estimate it ends before ${duration(shadow)}, the shadow time of ` +
      `job ${head + 1}, the head of the queue.`,
    extra: partition() > 0
      ? `Backfilled: at its shadow time, ${duration(shadow)}, job ${head + 1}, the head of the ` +
        'queue, finds enough other processors.'
      : `Backfilled: it fits into the ${extra} processors that job ${head + 1}, the head of ` +
        `the queue, leaves over at its shadow time, ${duration(shadow)}.`,
  }[REASONS[reason]];
  return [...lines, `Submitted at ${duration(submit)}, started at ${duration(start)}: ` +
    (start === submit ? 'it did not wait.' : `it waited ${duration(start - submit)}.`), why || ''];
}

const story = (run, job) => reasonLines(run, job).join('. ').replace(/\.\./g, '.');

function waitingAt(run, time) {
  const { rows } = queue.workload, table = rowsOf(run), waiting = [];
  for (let job = 0; job < rows.length && rows[job][0] <= time; job++) {
    const start = table[ROW * job];
    if (start === NEVER || start > time) waiting.push(job);
  }
  return waiting;
}

// How many of the processors from `least` on no job has.
function freeAt(run, time, least) {
  const table = rowsOf(run);
  return run.pieces.reduce((free, [job, first, count]) => {
    const runs = table[ROW * job] <= time && table[ROW * job + 1] > time;
    return free - (runs ? Math.max(0, first + count - Math.max(first, least)) : 0);
  }, queue.workload.processors - least);
}

// Why the head waits at a time.
function waitingLine(run, time) {
  const { rows, processors } = queue.workload, waiting = waitingAt(run, time);
  if (waiting.length === 0) return `${nameOf(run)}: nobody waits.`;
  const shortest = (a, b) => (rows[b][2] < rows[a][2] ? b : a);
  const head = POLICIES[run.policy] === 'SJF' ? waiting.reduce(shortest) : waiting[0];
  const free = freeAt(run, time, needsGpu(rows[head], head) ? processors - partition() : 0);
  const why = rows[head][3] > free ? `needs ${processorsOf(head)}, and ${free} are free`
    : `needs ${processorsOf(head)} for longer than they stay free`;
  return `${nameOf(run)}: ${waiting.length} wait. The head, job ${head + 1}, ${why}.`;
}

// How many wait, as steps: from times[i] on there are counts[i].
function queueLength(run) {
  if (run.length) return run.length;
  const { rows } = queue.workload, table = rowsOf(run), times = [0], counts = [0];
  const now = run.done ? Infinity : kit.field(run.replay, REPLAY.now);
  const starts = Int32Array.from(rows, (_, job) => table[ROW * job]).sort();
  let submitted = 0, started = starts.findIndex((start) => start !== NEVER);
  if (started < 0) started = starts.length;
  const before = started;
  for (;;) {
    const submit = submitted < rows.length ? rows[submitted][0] : Infinity;
    const time = Math.min(submit, started < starts.length ? starts[started] : Infinity);
    if (time === Infinity || time > now) break;
    while (submitted < rows.length && rows[submitted][0] === time) submitted++;
    while (started < starts.length && starts[started] === time) started++;
    times.push(time);
    counts.push(submitted - started + before);
  }
  if (run.done) run.length = { times, counts };
  return { times, counts };
}
