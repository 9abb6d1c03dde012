// replay.js: the tab of the queue: its charts, the pointer and keys on them, and its form.
// SPDX-License-Identifier: MIT

// ---- what is shown

// Which part of time: what the user chose, or all that has happened under any policy.
function shown() {
  if (queue.view) return queue.view;
  return { from: 0, to: queue.runs.reduce((most, run) => Math.max(most, lastEnd(run)), 1) };
}

function lastEnd(run) {
  const table = rowsOf(run);
  for (; run.from < run.pieces.length; run.from++) {
    run.end = Math.max(run.end, table[ROW * run.pieces[run.from][0] + 1]);
  }
  return run.end;
}

function look(from, span) {
  const last = queue.runs.reduce((most, run) => Math.max(most, lastEnd(run)), 1);
  const wide = Math.min(Math.max(60, span), last), start = Math.max(0, Math.min(from, last - wide));
  queue.view = wide >= last ? null : { from: start, to: start + wide };
  drawSoon();
}

// `at`: the share of the plot that stays where it is.
function zoom(factor, at = 0.5) {
  const { from, to } = shown(), span = to - from;
  look(from + at * span * (1 - factor), span * factor);
}

function pan(share) {
  const { from, to } = shown();
  look(from + share * (to - from), to - from);
}

let drawing = 0;
function drawSoon() {
  cancelAnimationFrame(drawing);
  drawing = requestAnimationFrame(drawQueue);
}

function drawQueue() {
  queue.runs.forEach(drawRun);
  drawLengths();
}

// ---- a Gantt chart

const STRIP = 30, GAP = 8;

// The plot of the jobs; below it, `base`, that of busy processors.
function runPlot(canvas) {
  const plot = plotOf(canvas.clientWidth, canvas.clientHeight);
  return { ...plot, base: plot.bottom, bottom: plot.bottom - STRIP - GAP,
    tall: plot.tall - STRIP - GAP };
}

function drawRun(run) {
  const { pen } = begin(run.canvas), plot = runPlot(run.canvas);
  const { from, to } = shown(), { rows, processors } = queue.workload;
  const scale = { x: (time) => plot.left + (time - from) / (to - from) * plot.wide,
    y: (processor) => plot.bottom - processor / processors * plot.tall, plot };
  timeAxis(pen, { ...plot, bottom: plot.base }, from, to);
  const quarters = [0, 1, 2, 3, 4].map((i) => Math.round(i * processors / 4));
  valueAxis(pen, plot, 'processors', [...new Set(quarters)], scale.y);
  drawBookings(pen, scale);
  const busy = new Float64Array(Math.ceil(plot.wide)), table = rowsOf(run);
  let seen = -1;
  for (const [job, first, count] of run.pieces) {
    const start = table[ROW * job], end = table[ROW * job + 1];
    if (end < from || start > to) continue;
    drawPiece(pen, scale, [start, end, first, count], tint(rows[job][3], processors));
    if (job !== seen) {
      addBusy(busy, scale.x(start) - plot.left, scale.x(end) - plot.left,
        rows[job][3] / processors);
    }
    seen = job;
  }
  drawBusy(pen, plot, busy);
  drawPartition(pen, scale);
  if (!recorder) keepPicture(run);
  markChosen(pen, run, scale);
}

// A box with an edge, where there is room for one.
function drawPiece(pen, { x, y, plot }, [start, end, first, count], { fill, edge }) {
  const left = Math.max(x(start), plot.left + 1), right = Math.min(x(end), plot.right);
  const top = y(first + count), wide = Math.max(right - left, 0.6);
  const tall = Math.max(y(first) - top, 0.5);
  pen.fillStyle = fill;
  pen.fillRect(left, top, wide, tall);
  if (wide < 3 || tall < 2.5) return;
  pen.strokeStyle = edge;
  pen.lineWidth = 0.7;
  pen.strokeRect(left + 0.35, top + 0.35, wide - 0.7, tall - 0.7);
  pen.lineWidth = 1;
}

// A bar beside the processors with GPUs.
function drawPartition(pen, { y, plot }) {
  const { processors } = queue.workload, top = y(processors);
  pen.fillStyle = color('--soft');
  pen.fillRect(plot.right + 2, top, 4, y(processors - partition()) - top);
}

// A booking by count has no processors of its own: an edge above the plot says when, and how many.
function bookingPlace({ y, plot }, count, first) {
  if (partition() === 0) return { low: plot.bottom, high: plot.top, edge: plot.top - 4, text: 11 };
  const high = y(first + count);
  return { low: y(first), high, edge: high, text: high + 14 };
}

function drawBookings(pen, scale) {
  const { x, plot } = scale;
  for (const [start, end, count, first] of bookingsThatFit()) {
    const left = Math.max(x(start), plot.left), right = Math.min(x(end), plot.right);
    if (right <= left) continue;
    pen.globalAlpha = 0.14;
    pen.fillStyle = color('--mark');
    const place = bookingPlace(scale, count, first);
    pen.fillRect(left, place.high, right - left, place.low - place.high);
    pen.globalAlpha = 1;
    pen.fillRect(left, place.edge, right - left, 3);
    const text = `${count} booked`, wide = pen.measureText(text).width;
    pen.fillText(text, Math.max(plot.left + 70, Math.min(left, plot.right - wide)), place.text);
  }
}

function addBusy(busy, left, right, share) {
  const end = Math.min(right, busy.length);
  for (let i = Math.max(0, Math.floor(left)); i < end; i++) {
    busy[i] += share * (Math.min(i + 1, right) - Math.max(i, left));
  }
}

function drawBusy(pen, plot, busy) {
  pen.fillStyle = color('--busy-area');
  pen.beginPath();
  pen.moveTo(plot.left, plot.base);
  busy.forEach((share, i) =>
    pen.lineTo(plot.left + i + 0.5, plot.base - Math.min(1, share) * STRIP));
  pen.lineTo(plot.right, plot.base);
  pen.closePath();
  pen.fill();
  pen.strokeStyle = color('--soft');
  line(pen, plot.left + 0.5, plot.base - STRIP, plot.left + 0.5, plot.base);
  line(pen, plot.left, plot.base + 0.5, plot.right, plot.base + 0.5);
  pen.fillStyle = color('--soft');
  pen.textAlign = 'right';
  pen.fillText('busy', plot.left - 6, plot.base - STRIP / 2 + 4);
  pen.textAlign = 'left';
}

// The picture without a mark, so that a choice need not draw all jobs again.
function keepPicture(run) {
  run.picture = run.picture || document.createElement('canvas');
  run.picture.width = run.canvas.width;
  run.picture.height = run.canvas.height;
  if (run.canvas.width > 0 && run.canvas.height > 0) {
    run.picture.getContext('2d').drawImage(run.canvas, 0, 0);
  }
}

function markChosen(pen, run, scale) {
  if (queue.chosen < 0) return;
  const table = rowsOf(run), job = queue.chosen, mark = color('--mark');
  const { from, to } = shown(), start = table[ROW * job], end = table[ROW * job + 1];
  if (start === NEVER || end < from || start > to) return;
  run.pieces.filter((piece) => piece[0] === job).forEach(([, first, count]) =>
    drawPiece(pen, scale, [start, end, first, count], { fill: mark, edge: color('--ink') }));
}

function showChosen(run) {
  if (!run.picture || run.picture.width === 0) return;
  const pen = run.canvas.getContext('2d'), ratio = window.devicePixelRatio || 1;
  const plot = runPlot(run.canvas), { from, to } = shown();
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.clearRect(0, 0, run.canvas.width, run.canvas.height);
  pen.drawImage(run.picture, 0, 0);
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  markChosen(pen, run, { plot, x: (time) => plot.left + (time - from) / (to - from) * plot.wide,
    y: (processor) => plot.bottom - processor / queue.workload.processors * plot.tall });
}

// ---- how many wait

const DASHES = [[], [6, 3], [2, 2], [8, 3, 2, 3], [1, 3]];
const DASH_NAMES = ['solid', 'dashed', 'dotted', 'double', 'dotted'];

function drawLengths() {
  const { pen, width, height } = begin(byId('lengths')), plot = plotOf(width, height);
  const { from, to } = shown();
  queue.lengths = queue.runs.map(queueLength);
  const most = Math.max(1, ...queue.lengths.map(({ counts }) =>
    counts.reduce((high, count) => Math.max(high, count), 0)));
  const x = (time) => plot.left + (time - from) / (to - from) * plot.wide;
  const y = (count) => plot.bottom - count / most * plot.tall;
  timeAxis(pen, plot, from, to);
  const each = Math.max(1, roundStep(most, 4));
  valueAxis(pen, plot, 'waiting jobs',
    Array.from({ length: Math.floor(most / each) + 1 }, (_, i) => i * each), y);
  queue.lengths.forEach(({ times, counts }, i) => {
    pen.strokeStyle = color(`--series-${queue.runs[i].policy + 1}`);
    pen.lineWidth = 1.8;
    pen.setLineDash(DASHES[queue.runs[i].policy]);
    pen.beginPath();
    let before = 0;
    pen.moveTo(plot.left, y(counts[0]));
    times.forEach((time, k) => {
      if (time >= from && time <= to) {
        pen.lineTo(x(time), y(before));
        pen.lineTo(x(time), y(counts[k]));
      }
      before = counts[k];
    });
    pen.lineTo(Math.min(plot.right, x(Math.max(from, times[times.length - 1]))), y(before));
    pen.stroke();
  });
  pen.setLineDash([]);
  pen.lineWidth = 1;
}

const timeAt = (canvas, event) => {
  const { from, to } = shown(), plot = plotOf(canvas.clientWidth, canvas.clientHeight);
  return from + (event.offsetX - plot.left) / plot.wide * (to - from);
};

function tellWaiting(event, sticky) {
  const time = timeAt(byId('lengths'), event);
  if (note.sticky && !sticky) return;
  if (time < 0 || event.offsetX < 40) return;
  showNote(event.clientX, event.clientY,
    [`At ${duration(time)}`, ...queue.runs.map((run) => waitingLine(run, time))], sticky);
}

// ---- making charts

function makeCharts() {
  byId('charts').replaceChildren(...queue.runs.map((run) => {
    const figure = document.createElement('figure'), caption = document.createElement('figcaption');
    const title = document.createElement('strong');
    run.canvas = document.createElement('canvas');
    run.label = document.createElement('span');
    title.textContent = nameOf(run);
    run.canvas.tabIndex = 0;
    run.canvas.setAttribute('role', 'img');
    run.canvas.setAttribute('aria-label',
      `Jobs on processors and busy processors over time, under ${nameOf(run)}`);
    run.canvas.setAttribute('aria-describedby', 'chart-keys');
    listenRun(run);
    const legend = widthLegend(queue.workload.processors);
    if (partition() > 0) legend.append(legendItem(color('--soft'), 'with GPUs', 'stroke'));
    caption.append(title, run.label, legend,
      saveButton(nameOf(run), () => drawRun(run)));
    figure.append(caption, run.canvas);
    return figure;
  }));
  const legend = byId('lengths-legend');
  legend.replaceChildren(...queue.runs.map((run) => {
    const item = legendItem(color(`--series-${run.policy + 1}`), nameOf(run), 'stroke');
    item.firstChild.style.borderTopStyle = DASH_NAMES[run.policy];
    return item;
  }));
}

function listenRun(run) {
  const { canvas } = run;
  listen(canvas, {
    hover: (event) => {
      const job = jobAt(run, event);
      canvas.style.cursor = job >= 0 ? 'pointer' : 'grab';
      if (note.sticky) return;
      if (job < 0) hideNote();
      else choose(run, job, event);
    },
    tap: (event) => {
      const job = jobAt(run, event);
      if (job < 0) unchoose();
      else choose(run, job, event, true);
    },
    drag: (by) => pan(-by / runPlot(canvas).wide),
  });
  canvas.addEventListener('keydown', (event) => steer(run, event));
  listenWheel(canvas);
}

// A wheel zooms a chart that has the focus, or with Ctrl or Shift; otherwise it scrolls the page.
function listenWheel(canvas) {
  canvas.addEventListener('wheel', (event) => {
    if (!event.ctrlKey && !event.shiftKey && document.activeElement !== canvas) return;
    event.preventDefault();
    const plot = plotOf(canvas.clientWidth, canvas.clientHeight);
    if (Math.abs(event.deltaX) > Math.abs(event.deltaY) && !event.shiftKey) {
      pan(event.deltaX / plot.wide);
    } else {
      zoom((event.deltaY || event.deltaX) > 0 ? 1.25 : 0.8,
        (event.offsetX - plot.left) / plot.wide);
    }
  }, { passive: false });
}

// The job under the pointer; on a small screen also one a few pixels beside it. -1: none.
function jobAt(run, event) {
  const { from, to } = shown(), { processors } = queue.workload, plot = runPlot(run.canvas);
  const time = from + (event.offsetX - plot.left) / plot.wide * (to - from);
  const processor = (plot.bottom - event.offsetY) / plot.tall * processors;
  const nearTime = 4 / plot.wide * (to - from), nearProcessor = 4 / plot.tall * processors;
  const table = rowsOf(run);
  let best = -1, least = Infinity;
  for (const [job, first, count] of run.pieces) {
    const off = Math.max(table[ROW * job] - time, time - table[ROW * job + 1], 0) / nearTime;
    const away = Math.max(first - processor, processor - first - count, 0) / nearProcessor;
    if (off <= 1 && away <= 1 && off + away < least) {
      least = off + away;
      best = job;
    }
  }
  return best;
}

// ---- choosing a job

function tellNothing() {
  byId('hint').textContent = 'Point at a job, or tap it, to read why it started when it did.';
  byId('story').textContent = '';
}

// With an event: the reason also appears at the pointer. It sticks after a tap.
function choose(run, job, event = null, sticky = false) {
  const changed = job !== queue.chosen || run !== queue.chosenRun;
  queue.chosen = job;
  queue.chosenRun = run;
  if (changed) {
    byId('hint').textContent = `Job ${job + 1} is chosen.`;
    byId('story').textContent = story(run, job);
    queue.runs.forEach(showChosen);
  }
  if (event) showNote(event.clientX, event.clientY, reasonLines(run, job), sticky);
}

function unchoose() {
  queue.chosen = -1;
  hideNote();
  tellNothing();
  queue.runs.forEach(showChosen);
}

// Brings a job into view that was chosen by keys.
function follow(run, job) {
  const [start, end] = rowOf(run, job), { from, to } = shown();
  choose(run, job);
  if (start < from || end > to) look(start - (to - from) / 3, to - from);
  const { x, y } = placeOfJob(queue.runs.indexOf(run), job);
  showNote(x, y, reasonLines(run, job));
}

// Where a job is in the window: the middle of its largest piece.
function placeOfJob(at, job) {
  const run = queue.runs[at], { from, to } = shown(), [start, end] = rowOf(run, job);
  const plot = runPlot(run.canvas), box = run.canvas.getBoundingClientRect();
  const [, first, count] = run.pieces.filter(([other]) => other === job)
    .reduce((most, piece) => (piece[2] > most[2] ? piece : most));
  return { x: box.left + plot.left + ((start + end) / 2 - from) / (to - from) * plot.wide,
    y: box.top + plot.bottom - (first + count / 2) / queue.workload.processors * plot.tall };
}

function steer(run, event) {
  const order = run.pieces.map((piece) => piece[0]).filter((job, i, all) => job !== all[i - 1]);
  const at = order.indexOf(queue.chosen);
  const keys = {
    ArrowRight: () => follow(run, order[Math.min(at + 1, order.length - 1)]),
    ArrowLeft: () => follow(run, order[Math.max(at - 1, 0)]),
    'Shift+ArrowRight': () => pan(0.25),
    'Shift+ArrowLeft': () => pan(-0.25),
    '+': () => zoom(0.7),
    '-': () => zoom(1.4),
    Home: () => look(0, Infinity),
    Escape: unchoose,
  };
  const key = (event.shiftKey && event.key.startsWith('Arrow') ? 'Shift+' : '') + event.key;
  if (keys[key] && order.length > 0) {
    event.preventDefault();
    keys[key]();
  }
}

// ---- the form

function readForm() {
  const wish = { jobs: Math.round(10 ** valueOf('jobs')), processors: 2 ** valueOf('processors'),
    load: valueOf('load'), estimates: valueOf('estimates'), seed: Math.max(1, valueOf('seed')) };
  const depth = valueOf('depth');
  showValues({ jobs: wish.jobs, processors: wish.processors, load: `${wish.load} %`,
    estimates: ESTIMATES[wish.estimates], speed: SPEEDS[valueOf('speed')],
    depth: depth === 1 ? '1: EASY' : depth, partition: SHARES[valueOf('partition')] });
  return wish;
}

function changeWorkload() {
  queue.workload = generate(readForm());
  play();
}

async function readFile(file) {
  try {
    queue.workload = { ...readSwf(await textOf(file)), name: file.name };
    play();
  } catch (fault) {
    const { name } = queue.workload;
    byId('workload-told').textContent =
      `${file.name}: ${fault.message}. Still showing ${name}.`;
    byId('workload-told').classList.add('fault');
  }
}

function listBookings() {
  if (queue.bookings.length > 0) byId('booking-box').open = true;
  byId('bookings').replaceChildren(...queue.bookings.map((booking) => {
    const [start, end, count] = booking;
    return chip(`${count} processors, ${duration(start)} to ${duration(end)}`, () => {
      queue.bookings = queue.bookings.filter((other) => other !== booking);
      listBookings();
      play();
    });
  }));
}

function addBooking() {
  const start = Math.round(3600 * valueOf('book-start'));
  const end = Math.round(3600 * valueOf('book-end'));
  const count = Math.round(valueOf('book-count'));
  if (!(start >= 0 && end > start && count >= 1 && count <= queue.workload.processors)) {
    byId('book-told').textContent = 'Not booked: the end must be after the start, and the count ' +
      `from 1 to ${queue.workload.processors}.`;
    return;
  }
  queue.bookings.push([start, end, count]);
  listBookings();
  play();
}

function makePolicyBoxes() {
  byId('policies').append(...POLICIES.map((name, i) => {
    const label = document.createElement('label'), box = document.createElement('input');
    box.type = 'checkbox';
    box.value = i;
    box.id = `policy-${i}`;
    box.checked = i === 0 || i === 2;
    label.append(box, name);
    return label;
  }));
}

function openQueue() {
  ['jobs', 'processors', 'load', 'estimates', 'seed'].forEach((id) =>
    byId(id).addEventListener('change', changeWorkload));
  byId('workload').addEventListener('input', readForm);
  byId('workload').addEventListener('submit', (event) => event.preventDefault());
  ['policies', 'depth', 'partition'].forEach((id) => byId(id).addEventListener('change', play));
  byId('again').addEventListener('click', play);
  byId('book-add').addEventListener('click', addBooking);
  byId('zoom-in').addEventListener('click', () => zoom(0.6));
  byId('zoom-out').addEventListener('click', () => zoom(1 / 0.6));
  byId('zoom-all').addEventListener('click', () => look(0, Infinity));
  byId('earlier').addEventListener('click', () => pan(-0.4));
  byId('later').addEventListener('click', () => pan(0.4));
  byId('file').addEventListener('change', (event) => {
    if (event.target.files[0]) readFile(event.target.files[0]);
  });
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    if (event.dataTransfer.files[0]) readFile(event.dataTransfer.files[0]);
  });
  const lengths = byId('lengths');
  listen(lengths, { hover: (event) => tellWaiting(event, false),
    tap: (event) => tellWaiting(event, true),
    drag: (by) => pan(-by / plotOf(lengths.clientWidth, 0).wide) });
  listenWheel(lengths);
  lengths.addEventListener('keydown', (event) => {
    if (queue.runs.length > 0 && !/^Arrow/.test(event.key)) steer(queue.runs[0], event);
    else if (event.key === 'ArrowLeft') pan(-0.25);
    else if (event.key === 'ArrowRight') pan(0.25);
  });
  byId('lengths-caption').append(saveButton('waiting jobs', drawLengths));
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) byId('speed').value = 4;
}

function showQueue() {
  listBookings();
  queue.workload = queue.workload || generate(readForm());
  readForm();
  play();
}

// ---- what a link keeps

// The chosen job and the part of time in view; controls keep themselves.
function saveQueue() {
  const kept = {};
  if (queue.bookings.length > 0) kept.bookings = queue.bookings.map((b) => b.join(':')).join(',');
  if (queue.view) kept.view = `${Math.round(queue.view.from)}:${Math.round(queue.view.to)}`;
  if (queue.chosen >= 0) kept.job = `${queue.chosen + 1}:${queue.runs.indexOf(queue.chosenRun)}`;
  return kept;
}

function loadQueue(kept) {
  const numbers = (text) => String(text || '').split(',').filter(Boolean)
    .map((part) => part.split(':').map(Number)).filter((part) => part.every(Number.isFinite));
  queue.bookings = numbers(kept.bookings).filter(([start, end, count]) =>
    start >= 0 && end > start && count >= 1);
  queue.restore = { view: numbers(kept.view)[0], job: numbers(kept.job)[0] };
  queue.workload = null;
}

// Once the replays have ended: what the link had in view.
function restoreChoice() {
  const { view, job } = queue.restore || {};
  queue.restore = null;
  if (view && view[1] > view[0]) look(view[0], view[1] - view[0]);
  const run = job && queue.runs[job[1]];
  if (run && job[0] >= 1 && job[0] <= queue.workload.rows.length) choose(run, job[0] - 1);
}
