// page.js: the page around the module: what one chooses, what is drawn, what is told.
// SPDX-License-Identifier: MIT
'use strict';

const byId = (id) => document.getElementById(id);
const NEVER = -1;

// ---- the module -----------------------------------------------------------------------------

// Addresses are numbers of bytes; fields are words of 32 bits. The buffer is taken anew each time,
// since it is another one once memory has grown.
const kit = {
  async open() {
    const packed = Uint8Array.from(atob(byId('module').textContent.trim()), (c) => c.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
    const bytes = await new Response(stream).arrayBuffer();
    const { instance } = await WebAssembly.instantiate(bytes, {});
    Object.assign(kit, instance.exports);
  },
  ints(address, count) { return new Int32Array(kit.memory.buffer, address, count); },
  words(address, count) { return new Uint32Array(kit.memory.buffer, address, count); },
  field(address, index) { return kit.ints(address + 4 * index, 1)[0]; },
  pointer(address, index) { return kit.words(address + 4 * index, 1)[0]; },
  put(numbers) {
    const address = kit.page_take(4 * numbers.length + 4);
    kit.ints(address, numbers.length).set(numbers);
    return address;
  },
};

// Each chapter has its own memory, on top of what was there when it began: one at a time is open.
function* drawing(seed) {       // Lehmer's generator: numbers of [0, 1)
  let state = seed % 2147483646 + 1;
  for (;;) {
    state = state * 16807 % 2147483647;
    yield (state - 1) / 2147483646;
  }
}

function dice(seed) {
  const numbers = drawing(seed);
  return () => numbers.next().value;
}

// ---- what all charts share ------------------------------------------------------------------

const color = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

// A canvas in the pixels of the screen, cleared; coordinates are CSS pixels.
function begin(canvas) {
  const ratio = window.devicePixelRatio || 1;
  const width = canvas.clientWidth, height = canvas.clientHeight;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const pen = canvas.getContext('2d');
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.clearRect(0, 0, width, height);
  pen.font = '11px system-ui, sans-serif';
  return { pen, width, height };
}

// Widths have hues: 1, 2, 3-4, 5-8, ... processors.
const hue = (width) => (210 + 47 * Math.ceil(Math.log2(width))) % 360;
const dark = () => matchMedia('(prefers-color-scheme: dark)').matches;
const tints = new Map();         // of each width, as asking for the scheme takes time
const tint = (width) => {
  if (!tints.has(width)) tints.set(width, `hsl(${hue(width)} 45% ${dark() ? 55 : 62}%)`);
  return tints.get(width);
};

function duration(seconds) {
  if (seconds < 0) return 'never';
  const days = Math.floor(seconds / 86400), hours = Math.floor(seconds % 86400 / 3600);
  const minutes = Math.floor(seconds % 3600 / 60);
  if (days > 0) return `${days} d ${hours} h`;
  if (hours > 0) return `${hours} h ${String(minutes).padStart(2, '0')} min`;
  return minutes > 0 ? `${minutes} min` : `${seconds} s`;
}

// Round steps of an axis: about `count` of them.
function stepOf(span, count) {
  const steps = [1, 2, 5, 10, 20, 60, 120, 300, 600, 1800, 3600, 7200, 21600, 43200, 86400, 172800,
    432000, 864000, 1728000, 4320000, 8640000];
  return steps.find((step) => span / step <= count) || span / count;
}

function axis(pen, from, to, width, y, unit) {
  const step = unit === 'h' ? 12 : stepOf(to - from, Math.max(2, width / 90));
  pen.fillStyle = color('--soft');
  pen.strokeStyle = color('--line');
  for (let t = Math.ceil(from / step) * step; t < to; t += step) {
    const x = (t - from) / (to - from) * width;
    pen.beginPath();
    pen.moveTo(x + 0.5, 0);
    pen.lineTo(x + 0.5, y);
    pen.stroke();
    pen.fillText(unit === 'h' ? `${t} h` : duration(t), x + 3, y + 11);
  }
}

function showValues(form, texts) {
  for (const [id, text] of Object.entries(texts)) {
    byId(id).parentElement.querySelector('output').textContent = text;
  }
}

// ---- workloads ------------------------------------------------------------------------------

const USUAL = [300, 900, 1800, 3600, 7200, 14400, 28800, 43200, 86400];     // what people ask for
const ESTIMATES = ['exact', 'usual limits', 'twice, usual', 'five times', 'a day'];

function estimateOf(kind, run, random) {
  const usual = (seconds) => USUAL.find((limit) => limit >= seconds) || seconds;
  if (kind === 0) return run;
  if (kind === 1) return usual(run);
  if (kind === 2) return usual(run * (1 + Math.round(random() * 2)));
  return kind === 3 ? 5 * run : Math.max(run, 86400);
}

// A mix, no model of a real site: widths are powers of two three times of four, running times from
// a minute to twelve hours with equal logarithms, and jobs come as the load wants it.
function generate({ jobs, processors, load, estimates, seed }) {
  const random = dice(seed), rows = [];
  let area = 0;
  for (let i = 0; i < jobs; i++) {
    const power = Math.floor(random() ** 1.6 * Math.log2(processors));
    const width = random() < 0.75 ? 2 ** power : 1 + Math.floor(random() * 2 ** (power + 1));
    const run = Math.round(60 * 720 ** random());
    rows.push([0, run, estimateOf(estimates, run, random), Math.min(width, processors)]);
    area += run * Math.min(width, processors);
  }
  const mean = area / processors / (load / 100) / jobs;
  let now = 0;
  for (const row of rows) {
    row[0] = Math.round(now);
    now += -Math.log(1 - random()) * mean;
  }
  return { name: 'a generated mix', processors, rows };
}

// The Standard Workload Format, read as bench/workload.h reads it: what never ran is left out, and
// a job ends at its estimate. Throws what is wrong in which line.
function readSwf(text) {
  const said = {}, rows = [];
  text.split(/\r?\n/).forEach((line, index) => {
    const header = /^\s*;\s*(MaxProcs|MaxNodes):\s*([1-9]\d*)/.exec(line);
    if (header) said[header[1]] = said[header[1]] || Number(header[2]);
    if (/^\s*(;|$)/.test(line)) return;
    const fields = line.trim().split(/\s+/).map(Number);
    if (fields.length < 9 || fields.slice(0, 9).some(Number.isNaN)) {
      throw new Error(`line ${index + 1}: a job of the Standard Workload Format was expected`);
    }
    const [, submit, , run, had, , , wanted, limit] = fields;
    const estimate = limit > 0 ? limit : run, width = wanted > 0 ? wanted : had;
    if (submit >= 0 && run > 0 && width > 0) {
      rows.push([submit, Math.min(run, estimate), estimate, width]);
    }
  });
  const widest = rows.reduce((most, row) => Math.max(most, row[3]), 0);
  const processors = said.MaxProcs || said.MaxNodes || widest;
  const fit = rows.filter((row) => row[3] <= processors).sort((a, b) => a[0] - b[0]);
  if (fit.length === 0) throw new Error('no job that could run');
  const first = fit[0][0];
  fit.forEach((row) => { row[0] -= first; });
  return { processors, rows: fit };
}

function writeSwf({ processors, rows }) {
  const lines = rows.map(([submit, run, estimate, width], i) =>
    [i + 1, submit, -1, run, width, -1, -1, width, estimate, -1, 1, 1, 1, -1, 1, -1, -1, -1]
      .join(' '));
  return [`; MaxProcs: ${processors}`, ...lines, ''].join('\n');
}

// ---- queues ---------------------------------------------------------------------------------

const POLICIES = ['FCFS', 'SJF', 'EASY', 'EASY-SJBF', 'conservative'];
const REASONS = ['head', 'shadow', 'extra', 'reserved'];
const ROW = 6, REPLAY = { started: 3, finished: 4, now: 5, rows: 6, pieces: 7, count: 8, status: 10 };
const queue = { workload: null, runs: [], timer: 0, chosen: -1, view: null };

function openRun(policy, address) {
  const { rows, processors } = queue.workload;
  const replay = kit.page_replay_create(address, rows.length, processors, policy);
  return { policy, replay, pieces: [], done: false, from: 0 };
}

// All rows of a replay, ROW numbers a job; and one of them.
const rowsOf = (run) =>
  kit.ints(kit.pointer(run.replay, REPLAY.rows), ROW * queue.workload.rows.length);
const rowOf = (run, job) => rowsOf(run).subarray(ROW * job, ROW * (job + 1));

// Lets a replay go on, and keeps the pieces it has drawn.
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
  const address = kit.put(rows.flat());
  queue.runs = chosenPolicies().map((policy) => openRun(policy, address));
  queue.chosen = -1;
  queue.view = null;
  byId('told').textContent = `${rows.length} jobs on ${processors} processors: ${name}.`;
  byId('story').textContent = '';
  makeCharts();
  frame();
}

const SPEEDS = ['one start a frame', '5', '25', 'as fast as it can', 'at once'];

// A frame: for at most some milliseconds, so that the page stays alive.
function frame() {
  const speed = Number(byId('speed').value), until = performance.now() + (speed === 4 ? 60 : 12);
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
  if (speed < 4 || done) {
    queue.runs.forEach(drawRun);
    fillTable();
  }
  if (!done) queue.timer = requestAnimationFrame(frame);
}

// ---- charts of queues

function makeCharts() {
  byId('charts').replaceChildren(...queue.runs.map((run) => {
    const figure = document.createElement('figure'), caption = document.createElement('figcaption');
    const canvas = document.createElement('canvas');
    caption.textContent = POLICIES[run.policy];
    canvas.tabIndex = 0;
    canvas.setAttribute('role', 'img');
    canvas.setAttribute('aria-label', `Gantt chart and utilisation under ${POLICIES[run.policy]}`);
    canvas.addEventListener('pointermove', (event) => pointAt(run, event));
    canvas.addEventListener('keydown', (event) => steer(run, event));
    canvas.addEventListener('wheel', (event) => {
      if (!event.ctrlKey && !event.shiftKey) return;
      event.preventDefault();
      zoom(event.deltaY > 0 ? 1.25 : 0.8, (event.offsetX / canvas.clientWidth));
    }, { passive: false });
    run.canvas = canvas;
    figure.append(caption, canvas);
    return figure;
  }));
}

// What is shown: all that has happened under the policy that takes longest, or the part chosen.
function shown() {
  if (queue.view) return queue.view;
  const last = queue.runs.reduce((most, run) => Math.max(most, lastEnd(run)), 1);
  return { from: 0, to: last };
}

function lastEnd(run) {
  const table = rowsOf(run);
  for (; run.from < run.pieces.length; run.from++) {
    run.end = Math.max(run.end || 1, table[ROW * run.pieces[run.from][0] + 1]);
  }
  return run.end || 1;
}

const STRIP = 36, FOOT = 16;

function drawRun(run) {
  const { pen, width, height } = begin(run.canvas);
  const { from, to } = shown(), tall = height - STRIP - FOOT;
  const { rows, processors } = queue.workload;
  const x = (time) => (time - from) / (to - from) * width;
  axis(pen, from, to, width, height - FOOT);
  const busy = new Float64Array(Math.ceil(width)), table = rowsOf(run), mark = color('--mark');
  let seen = -1;
  for (const [job, first, count] of run.pieces) {
    const left = x(table[ROW * job]), right = x(table[ROW * job + 1]);
    if (right < 0 || left > width) continue;
    pen.fillStyle = job === queue.chosen ? mark : tint(rows[job][3]);
    pen.fillRect(left, first / processors * tall, Math.max(right - left - 0.4, 0.6),
      Math.max(count / processors * tall - (tall > 2 * processors ? 0.5 : 0), 0.5));
    if (job !== seen) addBusy(busy, left, right, rows[job][3] / processors);
    seen = job;
  }
  drawStrip(pen, busy, width, tall, height);
}

function addBusy(busy, left, right, share) {
  const end = Math.min(right, busy.length);
  for (let i = Math.max(0, Math.floor(left)); i < end; i++) {
    busy[i] += share * (Math.min(i + 1, right) - Math.max(i, left));
  }
}

function drawStrip(pen, busy, width, tall, height) {
  pen.fillStyle = color('--accent');
  const base = height - FOOT, most = STRIP - 6;
  busy.forEach((share, i) => pen.fillRect(i, base - share * most, 1, share * most));
  pen.strokeStyle = color('--line');
  pen.strokeRect(0, base - most, width, most);
}

function zoom(factor, at) {
  const { from, to } = shown(), center = from + at * (to - from);
  const span = Math.max(60, (to - from) * factor);
  const last = queue.runs.reduce((most, run) => Math.max(most, run.end || 1), 1);
  const start = Math.max(0, center - at * span);
  queue.view = span >= last ? null : { from: start, to: start + span };
  queue.runs.forEach(drawRun);
}

function pointAt(run, event) {
  const { from, to } = shown(), { processors } = queue.workload;
  const time = from + event.offsetX / run.canvas.clientWidth * (to - from);
  const tall = run.canvas.clientHeight - STRIP - FOOT;
  const processor = Math.floor(event.offsetY / tall * processors);
  const table = rowsOf(run);
  const hit = run.pieces.find(([job, first, count]) => table[ROW * job] <= time &&
    time < table[ROW * job + 1] && first <= processor && processor < first + count);
  if (hit && hit[0] !== queue.chosen) choose(run, hit[0]);
}

function steer(run, event) {
  const order = run.pieces.map((piece) => piece[0]).filter((job, i, all) => job !== all[i - 1]);
  const at = order.indexOf(queue.chosen);
  const keys = {
    ArrowRight: () => choose(run, order[Math.min(at + 1, order.length - 1)]),
    ArrowLeft: () => choose(run, order[Math.max(at - 1, 0)]),
    '+': () => zoom(0.7, 0.5),
    '-': () => zoom(1.4, 0.5),
    Home: () => { queue.view = null; queue.runs.forEach(drawRun); },
  };
  if (keys[event.key] && order.length > 0) {
    event.preventDefault();
    keys[event.key]();
  }
}

// The story of a job: what it asked for, and why it started when it did.
function story(run, job) {
  const [submit, ran, estimate, width] = queue.workload.rows[job];
  const [start, , reason, head, shadow, extra] = rowOf(run, job);
  const why = {
    head: 'It was the head of the queue, and fitted.',
    reserved: 'Its reservation was for then.',
    shadow: `It overtook job ${head + 1}, whose shadow time was ${duration(shadow)}: by its ` +
      'estimate it would have ended by then.',
    extra: `It overtook job ${head + 1}, whose shadow time was ${duration(shadow)}: it needs no ` +
      `more than the ${extra} processors that this one leaves over then.`,
  }[REASONS[reason]];
  return `${POLICIES[run.policy]}, job ${job + 1}: ${width} processors, asked ` +
    `for ${duration(estimate)}, ran ${duration(ran)}; came at ${duration(submit)}, waited ` +
    `${duration(start - submit)}. ${why || ''}`;
}

function choose(run, job) {
  queue.chosen = job;
  byId('story').textContent = story(run, job);
  queue.runs.forEach(drawRun);
}

// ---- numbers of queues

// Means over all jobs that have started; bounded slowdown with 10 s.
function measure(run) {
  const { rows, processors } = queue.workload;
  const table = rowsOf(run);
  let wait = 0, slow = 0, area = 0, last = 0, jobs = 0;
  rows.forEach(([submit, ran, , width], job) => {
    const start = table[ROW * job], end = table[ROW * job + 1];
    if (start === NEVER) return;
    jobs++;
    wait += start - submit;
    slow += Math.max(1, (end - submit) / Math.max(ran, 10));
    area += (end - start) * width;
    last = Math.max(last, end);
  });
  return { jobs, wait: wait / jobs, slowdown: slow / jobs, used: area / (processors * last), last };
}

function fillTable() {
  const titles = ['policy', 'jobs started', 'mean wait', 'mean bounded slowdown', 'utilisation',
    'makespan'];
  const line = (cells, kind) => {
    const row = document.createElement('tr');
    row.append(...cells.map((text) => {
      const cell = document.createElement(kind);
      cell.textContent = text;
      return cell;
    }));
    return row;
  };
  byId('table').tHead.replaceChildren(line(titles, 'th'));
  byId('table').tBodies[0].replaceChildren(...queue.runs.map((run) => {
    const m = measure(run);
    return line([POLICIES[run.policy], m.jobs, duration(Math.round(m.wait || 0)),
      (m.slowdown || 0).toFixed(2), `${(100 * m.used || 0).toFixed(1)} %`, duration(m.last)], 'td');
  }));
}

// ---- the form of queues

function readForm() {
  const value = (id) => Number(byId(id).value);
  const wish = { jobs: Math.round(10 ** value('jobs')), processors: 2 ** value('processors'),
    load: value('load'), estimates: value('estimates'), seed: Math.max(1, value('seed')) };
  showValues('workload', { jobs: wish.jobs, processors: wish.processors, load: `${wish.load} %`,
    estimates: ESTIMATES[wish.estimates], speed: SPEEDS[value('speed')] });
  return wish;
}

function changeWorkload() {
  queue.workload = generate(readForm());
  play();
}

async function readFile(file) {
  try {
    queue.workload = { ...readSwf(await file.text()), name: file.name };
    play();
  } catch (fault) {
    byId('told').textContent = `${file.name}: ${fault.message}`;
  }
}

function openQueue() {
  byId('policies').append(...POLICIES.map((name, i) => {
    const label = document.createElement('label'), box = document.createElement('input');
    box.type = 'checkbox';
    box.value = i;
    box.checked = i === 0 || i === 2;
    label.append(box, name);
    return label;
  }));
  ['jobs', 'processors', 'load', 'estimates', 'seed'].forEach((id) =>
    byId(id).addEventListener('change', changeWorkload));
  byId('workload').addEventListener('input', readForm);
  byId('workload').addEventListener('submit', (event) => event.preventDefault());
  byId('policies').addEventListener('change', play);
  byId('again').addEventListener('click', play);
  byId('file').addEventListener('change', (event) => {
    if (event.target.files[0]) readFile(event.target.files[0]);
  });
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    if (event.dataTransfer.files[0]) readFile(event.dataTransfer.files[0]);
  });
  queue.workload = queue.workload || generate(readForm());
  play();
}

// ---- bookings -------------------------------------------------------------------------------

const BOOK = { processors: 16, hours: 96 };
const CHOICES = ['first fit', 'fewest free', 'most free', 'shortest rectangle', 'longest rectangle',
  'least area', 'largest area', 'latest'];
const CAL = { start: 1, end: 2, free: 3, from: 4, until: 5, verdict: 6, whyStart: 7, whyCount: 8,
  words: 9 };
const book = { calendar: 0, rows: [], next: 1, answer: null, seed: 1 };

function bookWords(mask) {
  kit.words(kit.pointer(book.calendar, CAL.words), 1)[0] = mask;
}

// A calendar with some bookings in it: each is asked for, and gets what first fit says.
function newBook() {
  const random = dice(book.seed++);
  kit.page_release(kit.start);
  book.calendar = kit.page_calendar_create(BOOK.processors, BOOK.hours);
  book.rows = [];
  for (let i = 0; i < 14; i++) {
    const count = 1 + Math.floor(random() * 9), hours = 3 + Math.floor(random() * 16);
    const ready = Math.floor(random() * 70);
    if (kit.page_calendar_find(book.calendar, count, hours, ready, NEVER, 0) === 0) bookAnswer();
  }
  ask();
}

function bookAnswer() {
  const start = kit.field(book.calendar, CAL.start), end = kit.field(book.calendar, CAL.end);
  const mask = kit.pointer(kit.pointer(book.calendar, CAL.words), 0);
  if (kit.page_calendar_book(book.calendar, book.next, start, end) === 0) {
    book.rows.push({ id: book.next++, start, end, mask });
  }
}

function wish() {
  const value = (id) => Math.max(0, Math.round(Number(byId(id).value)));
  return { count: value('ask-count'), hours: value('ask-duration'), ready: value('ask-ready'),
    deadline: value('ask-deadline'), policy: value('ask-policy') };
}

// All starts that are possible, as intervals [first, beyond).
function possible({ count, hours, ready, deadline }) {
  const found = [];
  for (let first = ready; kit.page_calendar_starts(book.calendar, count, hours, ready, deadline,
    first) === 0; first = kit.field(book.calendar, CAL.end)) {
    found.push([kit.field(book.calendar, CAL.start), kit.field(book.calendar, CAL.end)]);
  }
  return found;
}

function ask(startAt) {
  const asked = wish(), calendar = book.calendar;
  const starts = possible(asked);
  if (startAt !== undefined) asked.ready = startAt;
  const status = kit.page_calendar_find(calendar, asked.count, asked.hours, asked.ready,
    asked.deadline, startAt === undefined ? asked.policy : 0);
  book.answer = { asked, starts, status };
  if (status === 0) {
    Object.assign(book.answer, { start: kit.field(calendar, CAL.start),
      end: kit.field(calendar, CAL.end),
      mask: kit.pointer(kit.pointer(calendar, CAL.words), 0) });
    kit.page_calendar_rectangle(calendar, asked.count, asked.hours, book.answer.start);
    Object.assign(book.answer, { from: kit.field(calendar, CAL.from),
      until: kit.field(calendar, CAL.until), free: kit.field(calendar, CAL.free) });
  }
  byId('answer').textContent = tellAnswer();
  drawBook();
  listBooked();
}

function tellAnswer() {
  const { asked, status, start, end, from, until, free, starts } = book.answer;
  const count = starts.reduce((sum, [first, beyond]) => sum + beyond - first, 0);
  if (status === 0) {
    return `From ${start} h to ${end} h: ${free} are free then, all of them from ${from} h to ` +
      `${until} h. ${count} whole hours are possible starts.`;
  }
  const whyStart = kit.field(book.calendar, CAL.whyStart);
  const whyCount = kit.field(book.calendar, CAL.whyCount);
  if (asked.hours > 0 && asked.count > 0 && asked.ready + asked.hours <= asked.deadline) {
    return `No start by the deadline: at most ${whyCount} can be had; for ${asked.count}, ` +
      (whyStart === NEVER ? 'not within these days.' : `not before ${whyStart} h.`);
  }
  return 'No start: the hours do not fit between the two times.';
}

function drawBook() {
  const { pen, width, height } = begin(byId('book'));
  const tall = height - FOOT, x = (hour) => hour / BOOK.hours * width;
  const y = (processor) => processor / BOOK.processors * tall;
  axis(pen, 0, BOOK.hours, width, tall, 'h');
  const each = (mask, act) => {
    for (let p = 0; p < BOOK.processors; p++) if (mask >>> p & 1) act(p);
  };
  const { starts, status, start, end, mask, from, until } = book.answer;
  pen.fillStyle = color('--line');
  starts.forEach(([first, beyond]) => {
    for (let at = x(first); at < x(beyond); at += 4) pen.fillRect(at, 0, 1.5, tall);
  });
  book.rows.forEach((row) => each(row.mask, (p) => {
    pen.fillStyle = `hsl(${row.id * 137 % 360} 40% ${dark() ? 45 : 65}%)`;
    pen.fillRect(x(row.start), y(p), x(row.end) - x(row.start) - 1, y(1) - 1);
  }));
  if (status === 0) {
    each(mask, (p) => {
      pen.fillStyle = color('--mark');
      pen.fillRect(x(start), y(p), x(end) - x(start) - 1, y(1) - 1);
    });
    pen.strokeStyle = color('--mark');
    pen.lineWidth = 2;
    pen.strokeRect(x(from) + 1, 1, x(until) - x(from) - 2, tall - 2);
    pen.lineWidth = 1;
  }
  byId('book').setAttribute('aria-label',
    `Calendar of ${book.rows.length} bookings. ${tellAnswer()}`);
}

function listBooked() {
  byId('booked').replaceChildren(...book.rows.map((row) => {
    const item = document.createElement('li'), button = document.createElement('button');
    button.type = 'button';
    button.textContent = `${row.id}: ${row.start}-${row.end} h`;
    button.title = 'unbook';
    button.addEventListener('click', () => {
      kit.page_calendar_unbook(book.calendar, row.id);
      book.rows = book.rows.filter((other) => other !== row);
      ask();
    });
    item.append(button);
    return item;
  }));
}

// The next possible start, or the one before.
function nextStart(step) {
  const { starts, start } = book.answer;
  const all = starts.flatMap(([first, beyond]) =>
    Array.from({ length: beyond - first }, (_, i) => first + i));
  const at = all.indexOf(start);
  if (all.length > 0) ask(all[Math.max(0, Math.min(all.length - 1, at + step))]);
}

function openCalendar() {
  if (byId('ask-policy').options.length === 0) {
    byId('ask-policy').append(...CHOICES.map((name, i) => new Option(name, i)));
    byId('request').addEventListener('input', () => ask());
    byId('request').addEventListener('submit', (event) => {
      event.preventDefault();
      if (book.answer.status === 0) {
        bookWords(book.answer.mask);
        kit.page_calendar_book(book.calendar, book.next, book.answer.start, book.answer.end);
        const { start, end, mask } = book.answer;
        book.rows.push({ id: book.next++, start, end, mask });
        ask();
      }
    });
    byId('fresh').addEventListener('click', newBook);
    byId('book').addEventListener('keydown', (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (step) {
        event.preventDefault();
        nextStart(step);
      }
    });
    byId('book').addEventListener('click', (event) => {
      const hour = Math.floor(event.offsetX / byId('book').clientWidth * BOOK.hours);
      if (book.answer.starts.some(([first, beyond]) => first <= hour && hour < beyond)) ask(hour);
    });
  }
  newBook();
}

// ---- the fat tree ---------------------------------------------------------------------------

const FABRIC = { pods: 4, leaves: 4, nodes: 8, all: 128 };
const TREE = { hops: 1, bound: 2, leaves: 3, levels: 4, steps: 5, words: 6 };
const fabric = { tree: 0, busy: new Set(), at: 0, exact: null, greedy: null };

function setWords(nodes) {
  const words = kit.words(kit.pointer(fabric.tree, TREE.words), FABRIC.all / 32);
  words.fill(0);
  for (const node of nodes) words[node >>> 5] |= 1 << (node & 31);
}

function nodesOf() {
  const words = kit.words(kit.pointer(fabric.tree, TREE.words), FABRIC.all / 32);
  return runsOf(words, FABRIC.all).flatMap(([first, count]) =>
    Array.from({ length: count }, (_, i) => first + i));
}

function findNodes(count, greedy) {
  const status = kit.page_tree_find(fabric.tree, count, greedy);
  const tell = (index) => kit.words(fabric.tree + 4 * index, 1)[0];
  return { status, hops: tell(TREE.hops), bound: tell(TREE.bound), leaves: tell(TREE.leaves),
    steps: tell(TREE.steps), nodes: status === 0 ? nodesOf() : [] };
}

function newFabric() {
  const random = dice(Number(byId('tree-seed').value) || 1);
  const share = Number(byId('busy').value) / 100;
  kit.page_release(kit.start);
  fabric.tree = kit.page_tree_create(FABRIC.pods, FABRIC.leaves, FABRIC.nodes);
  fabric.busy = new Set();
  for (let leaf = 0; leaf < FABRIC.all / FABRIC.nodes; leaf++) {
    const most = Math.round(FABRIC.nodes * Math.min(1, 2 * share * random()));
    for (let i = 0; i < most; i++) fabric.busy.add(leaf * FABRIC.nodes + i);
  }
  setWords(fabric.busy);
  kit.page_tree_allocate(fabric.tree);
  findBoth();
}

function findBoth() {
  const count = Number(byId('nodes').value);
  showValues('want', { nodes: count, busy: `${byId('busy').value} %` });
  fabric.greedy = findNodes(count, 1);
  fabric.exact = findNodes(count, 0);
  byId('certificate').textContent = tellFabric(count);
  drawFabric();
}

function tellFabric(count) {
  const { exact, greedy } = fabric;
  if (exact.status !== 0) {
    return `${count} nodes are not free: ${FABRIC.all - fabric.busy.size} are.`;
  }
  const proof = exact.hops === exact.bound ? 'proved: no choice has fewer'
    : `no choice has fewer than ${exact.bound}`;
  const more = greedy.hops > exact.hops
    ? `The greedy rule takes ${greedy.hops}, ${Math.round(100 * greedy.hops / exact.hops - 100)} % more.`
    : 'The greedy rule takes as many.';
  return `${count} nodes on ${exact.leaves} leaf switches: ${exact.hops} hops over all pairs; ` +
    `${proof}. ${more}`;
}

function placeOf(node, width) {
  const leaf = Math.floor(node / FABRIC.nodes), pod = Math.floor(leaf / FABRIC.leaves);
  const each = width / (FABRIC.all / FABRIC.nodes + FABRIC.pods - 1);
  return { x: (leaf + pod + 0.5) * each, row: node % FABRIC.nodes, each };
}

function drawFabric() {
  const { pen, width, height } = begin(byId('fabric'));
  const top = 86, gap = (height - top - 8) / FABRIC.nodes, { exact, greedy } = fabric;
  const line = (x0, y0, x1, y1) => {
    pen.beginPath();
    pen.moveTo(x0, y0);
    pen.lineTo(x1, y1);
    pen.stroke();
  };
  pen.strokeStyle = color('--soft');
  pen.fillStyle = color('--ink');
  for (let leaf = 0; leaf < FABRIC.all / FABRIC.nodes; leaf++) {
    const { x } = placeOf(leaf * FABRIC.nodes, width);
    const pod = Math.floor(leaf / FABRIC.leaves) * FABRIC.leaves;
    const middle = (placeOf(pod * FABRIC.nodes, width).x +
      placeOf((pod + FABRIC.leaves - 1) * FABRIC.nodes, width).x) / 2;
    line(x, top - 14, middle, 40);
    line(middle, 40, width / 2, 10);
    pen.fillRect(x - 6, top - 16, 12, 5);
    pen.fillRect(middle - 9, 38, 18, 5);
  }
  pen.fillRect(width / 2 - 12, 7, 24, 6);
  for (let node = 0; node < FABRIC.all; node++) {
    const { x, row, each } = placeOf(node, width), y = top + row * gap;
    const wide = Math.min(each * 0.7, 26), tall = Math.min(gap * 0.75, 18);
    pen.fillStyle = fabric.busy.has(node) ? color('--busy')
      : exact.nodes.includes(node) ? color('--mark') : color('--line');
    pen.fillRect(x - wide / 2, y, wide, tall);
    if (greedy.nodes.includes(node)) {
      pen.strokeStyle = color('--accent');
      pen.lineWidth = 2;
      pen.strokeRect(x - wide / 2 - 1, y - 1, wide + 2, tall + 2);
      pen.lineWidth = 1;
    }
    if (node === fabric.at && document.activeElement === byId('fabric')) {
      pen.strokeStyle = color('--ink');
      pen.strokeRect(x - wide / 2 - 3, y - 3, wide + 6, tall + 6);
    }
  }
  byId('fabric').setAttribute('aria-label', `A tree of 128 nodes. ${byId('certificate').textContent}`);
}

function toggle(node) {
  setWords([node]);
  if (fabric.busy.has(node)) {
    kit.page_tree_free(fabric.tree);
    fabric.busy.delete(node);
  } else {
    kit.page_tree_allocate(fabric.tree);
    fabric.busy.add(node);
  }
  findBoth();
}

function openTree() {
  if (!fabric.ready) {
    fabric.ready = true;
    byId('want').addEventListener('input', (event) =>
      (event.target.id === 'nodes' ? findBoth() : newFabric()));
    byId('want').addEventListener('submit', (event) => {
      event.preventDefault();
      setWords(fabric.exact.nodes);
      if (kit.page_tree_allocate(fabric.tree) === 0) fabric.exact.nodes.forEach((n) => fabric.busy.add(n));
      findBoth();
    });
    byId('fabric').addEventListener('click', (event) => {
      const { width, height } = byId('fabric').getBoundingClientRect(), top = 86;
      const row = Math.floor((event.offsetY - top) / ((height - top - 8) / FABRIC.nodes));
      for (let node = 0; node < FABRIC.all; node++) {
        const place = placeOf(node, width);
        if (place.row === row && Math.abs(place.x - event.offsetX) < place.each / 2) toggle(node);
      }
    });
    byId('fabric').addEventListener('keydown', (event) => {
      const step = { ArrowRight: FABRIC.nodes, ArrowLeft: -FABRIC.nodes, ArrowDown: 1, ArrowUp: -1 };
      if (event.key in step) {
        fabric.at = (fabric.at + step[event.key] + FABRIC.all) % FABRIC.all;
        drawFabric();
      } else if (event.key === ' ') {
        toggle(fabric.at);
      } else {
        return;
      }
      event.preventDefault();
    });
    ['focus', 'blur'].forEach((what) => byId('fabric').addEventListener(what, drawFabric));
  }
  newFabric();
}

// ---- moldable tasks -------------------------------------------------------------------------

const PLAN = { plans: 1, makespan: 2, makespanBound: 3, minsum: 4, minsumBound: 5, rows: 6,
  words: 7 };
const plans = { plan: 0, points: [], rows: [], weight: 0 };

function newTasks() {
  const value = (id) => Number(byId(id).value);
  const random = dice(value('task-seed') || 1), count = value('task-count');
  const processors = 2 ** value('task-processors'), numbers = [];
  plans.weight = 0;
  for (let i = 0; i < count; i++) {
    const weight = 1 + Math.floor(random() * 4);
    numbers.push(Math.round(20 * 60 ** random()), Math.round(value('sequential') * 2 * random()), weight);
    plans.weight += weight;
  }
  kit.page_release(kit.start);
  plans.processors = processors;
  plans.plan = kit.page_plan_create(kit.put(numbers), count, processors, 1000000);
  plans.points = Array.from({ length: kit.field(plans.plan, PLAN.plans) }, (_, i) => readPoint(i));
  byId('point').max = Math.max(0, plans.points.length - 1);
  byId('point').value = 0;
  showPoint();
}

function readPoint(index) {
  kit.page_plan_get(plans.plan, index);
  const tell = (field) => kit.words(plans.plan + 4 * field, 1)[0];
  return { makespan: tell(PLAN.makespan), minsum: tell(PLAN.minsum) };
}

function showPoint() {
  const index = Number(byId('point').value), count = Number(byId('task-count').value);
  kit.page_plan_get(plans.plan, index);
  const tell = (field) => kit.words(plans.plan + 4 * field, 1)[0];
  const rows = kit.ints(kit.pointer(plans.plan, PLAN.rows), 3 * count);
  const size = kit.page_words(plans.processors);
  const words = kit.words(kit.pointer(plans.plan, PLAN.words), size * count);
  plans.rows = Array.from({ length: count }, (_, i) => [...rows.subarray(3 * i, 3 * i + 3),
    runsOf(words.subarray(size * i, size * i + size), plans.processors)]);
  plans.now = { makespan: tell(PLAN.makespan), minsum: tell(PLAN.minsum),
    makespanBound: tell(PLAN.makespanBound), minsumBound: tell(PLAN.minsumBound), index };
  const { makespan, minsum, makespanBound, minsumBound } = plans.now;
  showValues('tasks', { 'task-count': count, 'task-processors': plans.processors,
    sequential: `0-${2 * byId('sequential').value / 10} %`,
    point: `${index + 1} of ${plans.points.length}` });
  byId('bounds').textContent = `All is done after ${makespan} s (no plan: before ${makespanBound}); ` +
    `the weighted mean end is ${(minsum / plans.weight).toFixed(1)} s ` +
    `(no plan: less than ${(minsumBound / plans.weight).toFixed(1)}).`;
  drawFrontier();
  drawShelf();
}

// A set as runs of neighbours: [first, count].
function runsOf(words, size) {
  const runs = [];
  for (let p = 0; p < size; p++) {
    if (!(words[p >>> 5] >>> (p & 31) & 1)) continue;
    const last = runs[runs.length - 1];
    if (last && last[0] + last[1] === p) last[1]++;
    else runs.push([p, 1]);
  }
  return runs;
}

function frontierScale(width, height) {
  const xs = plans.points.map((p) => p.makespan).concat(plans.now.makespanBound);
  const ys = plans.points.map((p) => p.minsum).concat(plans.now.minsumBound);
  const scale = (all, from, to) => {
    const low = Math.min(...all), high = Math.max(...all, low + 1);
    return (v) => from + (v - low) / (high - low) * (to - from);
  };
  return { x: scale(xs, 30, width - 20), y: scale(ys, height - 30, 20) };
}

function drawFrontier() {
  const { pen, width, height } = begin(byId('frontier'));
  const { x, y } = frontierScale(width, height);
  pen.strokeStyle = color('--mark');
  [[x(plans.now.makespanBound), 0, x(plans.now.makespanBound), height],
    [0, y(plans.now.minsumBound), width, y(plans.now.minsumBound)]].forEach(([a, b, c, d]) => {
    pen.beginPath();
    pen.moveTo(a, b);
    pen.lineTo(c, d);
    pen.stroke();
  });
  plans.points.forEach((point, i) => {
    pen.fillStyle = i === plans.now.index ? color('--mark') : color('--accent');
    pen.beginPath();
    pen.arc(x(point.makespan), y(point.minsum), i === plans.now.index ? 6 : 4, 0, 7);
    pen.fill();
  });
  pen.fillStyle = color('--soft');
  pen.fillText('makespan', width - 62, height - 6);
  pen.fillText('weighted end', 6, 12);
  byId('frontier').setAttribute('aria-label',
    `${plans.points.length} plans. ${byId('bounds').textContent}`);
}

function drawShelf() {
  const { pen, width, height } = begin(byId('shelf'));
  const most = Math.max(...plans.points.map((p) => p.makespan)) * 1.02, tall = height - FOOT;
  const x = (time) => time / most * width, y = (p) => p / plans.processors * tall;
  axis(pen, 0, most, width, tall);
  plans.rows.forEach(([start, end, wide, runs], i) => runs.forEach(([first, count], k) => {
    pen.fillStyle = tint(wide);
    pen.fillRect(x(start), y(first), x(end) - x(start) - 1, y(count) - 1);
    pen.fillStyle = color('--ink');
    if (k === 0 && x(end) - x(start) > 22 && y(count) > 11) {
      pen.fillText(i + 1, x(start) + 3, y(first) + 11);
    }
  }));
  byId('shelf').setAttribute('aria-label', `Gantt chart of plan ${plans.now.index + 1}`);
}

function openMoldable() {
  if (!plans.ready) {
    plans.ready = true;
    byId('tasks').addEventListener('input', (event) =>
      (event.target.id === 'point' ? showPoint() : newTasks()));
    byId('tasks').addEventListener('submit', (event) => event.preventDefault());
    const drag = (event) => {
      if (event.buttons === 0 && event.type !== 'click') return;
      const canvas = byId('frontier');
      const { x, y } = frontierScale(canvas.clientWidth, canvas.clientHeight);
      const far = plans.points.map((p) =>
        Math.hypot(x(p.makespan) - event.offsetX, y(p.minsum) - event.offsetY));
      byId('point').value = far.indexOf(Math.min(...far));
      showPoint();
    };
    byId('frontier').addEventListener('pointermove', drag);
    byId('frontier').addEventListener('click', drag);
  }
  newTasks();
}

// ---- tabs -----------------------------------------------------------------------------------

const CHAPTERS = { queue: play, calendar: newBook, tree: newFabric, moldable: newTasks };
const OPEN = { queue: openQueue, calendar: openCalendar, tree: openTree, moldable: openMoldable };
const opened = new Set();

function show(name) {
  cancelAnimationFrame(queue.timer);
  document.querySelectorAll('[role=tab]').forEach((tab) => {
    const mine = tab.getAttribute('aria-controls') === name;
    tab.setAttribute('aria-selected', mine);
    tab.tabIndex = mine ? 0 : -1;
    byId(tab.getAttribute('aria-controls')).hidden = !mine;
  });
  (opened.has(name) ? CHAPTERS : OPEN)[name]();
  opened.add(name);
}

function openTabs() {
  const tabs = [...document.querySelectorAll('[role=tab]')];
  tabs.forEach((tab, i) => {
    tab.addEventListener('click', () => show(tab.getAttribute('aria-controls')));
    tab.addEventListener('keydown', (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const next = tabs[(i + step + tabs.length) % tabs.length];
      next.focus();
      show(next.getAttribute('aria-controls'));
    });
  });
}

function redraw() {
  tints.clear();
  const name = document.querySelector('[role=tab][aria-selected=true]').getAttribute('aria-controls');
  ({ queue: () => queue.runs.forEach(drawRun), calendar: drawBook, tree: drawFabric,
    moldable: () => { drawFrontier(); drawShelf(); } })[name]();
}

// For scripts that drive the page: a workload as SWF, and when each of its jobs started.
window.sked = {
  ready: kit.open().then(() => {
    kit.start = kit.page_mark();
    openTabs();
    show('queue');
    window.addEventListener('resize', redraw);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
  }),
  swf: () => writeSwf(queue.workload),
  load: (text, name) => { queue.workload = { ...readSwf(text), name }; play(); },
  done: () => queue.runs.every((run) => run.done),
  starts: (policy) => {
    const run = queue.runs.find((each) => POLICIES[each.policy] === policy);
    return [...rowsOf(run)].filter((_, i) => i % ROW === 0);
  },
  stories: (policy) => {
    const run = queue.runs.find((each) => POLICIES[each.policy] === policy);
    return queue.workload.rows.map((_, job) => story(run, job));
  },
  shown,
  plans: () => ({ points: plans.points, now: plans.now, rows: plans.rows }),
  book: () => book.answer,
  rows: () => book.rows,
  fabric: () => ({ exact: fabric.exact, greedy: fabric.greedy }),
  busy: () => [...fabric.busy],
};
