// mapping.js: the tab of mapping: a table of run times, and the plan of each heuristic.
// SPDX-License-Identifier: MIT

// As sked_heuristic numbers them.
const HEURISTICS = ['olb', 'met', 'mct', 'min-min', 'max-min', 'duplex', 'duplex-sum', 'sufferage',
  'sufferage-pass'];
const MAP = { status: 0, makespan: 1, jobTimes: 2, baseMakespan: 3, baseJobTimes: 4, used: 5,
  parallel: 6, mappings: 7, rows: 8 };
const map = { times: [], jobs: 0, machines: 0, plans: [] };

// Run times in minutes, row by row. Machines differ by a factor in general, and each job has
// its own likes: how much is the control "how unlike".
function drawTimes() {
  const random = dice(valueOf('map-seed') || 1), unlike = valueOf('map-unlike') / 100;
  map.jobs = valueOf('map-jobs');
  map.machines = valueOf('map-machines');
  const speeds = Array.from({ length: map.machines }, () => 1 + 2 * random());
  map.times = [];
  for (let job = 0; job < map.jobs; job++) {
    const work = 5 * 12 ** random();
    for (const speed of speeds) {
      map.times.push(Math.max(1, Math.round(work * speed * 4 ** (unlike * (2 * random() - 1)))));
    }
  }
}

function readMap(address, jobs) {
  const rows = kit.ints(kit.pointer(address, MAP.rows), 4 * jobs);
  const field = (name) => kit.field(address, MAP[name]);
  return { status: field('status'), makespan: field('makespan'), jobTimes: field('jobTimes'),
    base: { makespan: field('baseMakespan'), jobTimes: field('baseJobTimes') },
    used: field('used'), parallel: field('parallel'), mappings: field('mappings'),
    rows: Array.from({ length: jobs }, (_, job) => [...rows.subarray(4 * job, 4 * job + 4)]) };
}

// No plan can be below it: the longest best time of a job, or all best times shared evenly.
function mapBound() {
  const best = Array.from({ length: map.jobs }, (_, job) =>
    Math.min(...map.times.slice(job * map.machines, (job + 1) * map.machines)));
  return Math.max(...best, Math.ceil(best.reduce((sum, time) => sum + time, 0) / map.machines));
}

function newMap() {
  drawTimes();
  kit.page_release(kit.start);
  const table = kit.put(map.times);
  map.plans = HEURISTICS.map((_, at) =>
    readMap(kit.page_map_run(table, map.jobs, map.machines, at), map.jobs));
  showValues({ 'map-jobs': map.jobs, 'map-machines': map.machines,
    'map-unlike': `${valueOf('map-unlike')} %` });
  showMap();
}

function showMap() {
  const at = valueOf('map-heuristic'), plan = map.plans[at];
  const least = Math.min(...map.plans.map((other) => other.makespan));
  const best = HEURISTICS.filter((_, i) => map.plans[i].makespan === least);
  byId('map-told').textContent =
    `${HEURISTICS[at]}: all jobs are done after ${plan.makespan} min; ` +
    `no plan can end before ${mapBound()} min. ` + (plan.makespan === least
    ? 'No other heuristic ends sooner here.' : `Soonest here: ${best.join(', ')}, ${least} min.`);
  fillTable('map-table', ['heuristic', 'makespan, min', 'mean end, min'], map.plans.map((each, i) =>
    [HEURISTICS[i] + (each.makespan === least ? ' (soonest)' : ''), each.makespan,
      (each.jobTimes / map.jobs).toFixed(1)]));
  fillTable('map-matrix', ['job', ...Array.from({ length: map.machines }, (_, m) => `m${m + 1}`)],
    Array.from({ length: map.jobs }, (_, job) =>
      [job + 1, ...map.times.slice(job * map.machines, (job + 1) * map.machines)]));
  [...byId('map-matrix').tBodies[0].rows].forEach((row, job) =>
    row.cells[plan.rows[job][2] + 1].classList.add('taken'));
  drawMap();
}

// Jobs on machines over time; a row [start, end, machine, cluster] lies on all machines of its
// cluster.
function drawMachines(canvas, rows, machines, membersOf, names, most) {
  const { pen, width, height } = begin(canvas), plot = plotOf(width, height, 44);
  const scale = { plot, x: (time) => plot.left + time / most * plot.wide,
    y: (machine) => plot.top + machine / machines * plot.tall };
  timeAxis(pen, plot, 0, most, { unit: 'min' });
  valueAxis(pen, plot, 'machines', [], scale.y);
  pen.textAlign = 'right';
  pen.fillStyle = color('--soft');
  names.forEach((name, m) => pen.fillText(name, plot.left - 5, scale.y(m + 0.5) + 4));
  pen.textAlign = 'left';
  rows.forEach(([start, end, machine, cluster], job) => {
    const members = cluster === NEVER ? [machine] : membersOf(cluster);
    const { fill, edge, ink } = tintOfClass(cluster === NEVER ? job % 2 + 1 : 4);
    members.forEach((m) => drawPiece(pen, { ...scale, y: (at) => scale.y(2 * m + 1 - at) },
      [start, end, m + 0.06, 0.88], { fill, edge }));
    pen.fillStyle = ink;
    const text = `${job + 1}`;
    if (scale.x(end) - scale.x(start) > pen.measureText(text).width + 4) {
      pen.fillText(text, scale.x(start) + 3, scale.y(Math.min(...members) + 0.5) + 4);
    }
  });
  return scale;
}

const mapNames = () => Array.from({ length: map.machines }, (_, m) => `m${m + 1}`);
const mapMost = () => Math.max(...map.plans.map((plan) => plan.makespan)) * 1.03;

function drawMap() {
  const at = valueOf('map-heuristic');
  drawMachines(byId('map-chart'), map.plans[at].rows, map.machines, null, mapNames(), mapMost());
  byId('map-chart').setAttribute('aria-label',
    `${map.jobs} jobs on ${map.machines} machines. ${byId('map-told').textContent}`);
}

// The job at the pointer, among rows as drawMachines has them; -1: none.
function rowAt(event, canvas, rows, machines, membersOf, most) {
  const plot = plotOf(canvas.clientWidth, canvas.clientHeight, 44);
  const time = (event.offsetX - plot.left) / plot.wide * most;
  const at = Math.floor((event.offsetY - plot.top) / plot.tall * machines);
  return rows.findIndex(([start, end, machine, cluster]) => start <= time && time < end &&
    (cluster === NEVER ? machine === at : membersOf(cluster).includes(at)));
}

function tellMap(event, sticky) {
  const { rows } = map.plans[valueOf('map-heuristic')];
  const job = rowAt(event, byId('map-chart'), rows, map.machines, null, mapMost());
  if (note.sticky && !sticky) return;
  if (job < 0) {
    hideNote();
    return;
  }
  const [start, end, machine] = rows[job];
  const times = map.times.slice(job * map.machines, (job + 1) * map.machines);
  const fastest = times.indexOf(Math.min(...times));
  showNote(event.clientX, event.clientY, [`Job ${job + 1} on machine m${machine + 1}: ` +
    `${start} to ${end} min`,
    `It takes ${times[machine]} min there` + (times[fastest] < times[machine]
    ? `; on m${fastest + 1}, where it is fastest, ${times[fastest]} min.`
    : ', where it is fastest.')], sticky);
}

function openMapping() {
  byId('map-form').addEventListener('input', (event) =>
    (event.target.id === 'map-heuristic' ? showMap() : newMap()));
  byId('map-form').addEventListener('submit', (event) => event.preventDefault());
  listen(byId('map-chart'), { hover: (event) => tellMap(event, false),
    tap: (event) => tellMap(event, true) });
  byId('map-caption').append(saveButton('mapping', drawMap));
}
