// moldable.js: the tab of moldable tasks: the plans worth choosing from, and what none can beat.
// SPDX-License-Identifier: MIT

const PLAN = { plans: 1, makespan: 2, makespanBound: 3, minsum: 4, minsumBound: 5, rows: 6,
  words: 7 };
const plans = { plan: 0, points: [], rows: [], weight: 0, wanted: NaN };

function newTasks() {
  const random = dice(valueOf('task-seed') || 1), count = valueOf('task-count');
  const processors = 2 ** valueOf('task-processors'), numbers = [];
  plans.weight = 0;
  for (let i = 0; i < count; i++) {
    const weight = 1 + Math.floor(random() * 4);
    numbers.push(Math.round(20 * 60 ** random()),
      Math.round(valueOf('sequential') * 2 * random()), weight);
    plans.weight += weight;
  }
  plans.tasks = numbers;
  kit.page_release(kit.start);
  plans.processors = processors;
  plans.plan = kit.page_plan_create(kit.put(numbers), count, processors, 1000000);
  plans.points = Array.from({ length: kit.field(plans.plan, PLAN.plans) }, (_, i) => readPoint(i));
  byId('point').max = Math.max(0, plans.points.length - 1);
  byId('point').value = plans.wanted < plans.points.length ? plans.wanted : bestPoint();
  plans.wanted = NaN;
  showPoint();
}

function readPoint(index) {
  kit.page_plan_get(plans.plan, index);
  const read = (field) => kit.words(plans.plan + 4 * field, 1)[0];
  return { makespan: read(PLAN.makespan), minsum: read(PLAN.minsum),
    makespanBound: read(PLAN.makespanBound), minsumBound: read(PLAN.minsumBound) };
}

// The plan that is nearest to both bounds: the least sum of its two relative distances.
function bestPoint() {
  const far = plans.points.map((p) => p.makespan / p.makespanBound + p.minsum / p.minsumBound);
  return Math.max(0, far.indexOf(Math.min(...far)));
}

const meanEnd = (minsum) => (minsum / plans.weight).toFixed(1);
const above = (value, bound) => `${(100 * value / bound - 100).toFixed(1)} %`;

function showPoint() {
  const index = valueOf('point'), count = valueOf('task-count');
  plans.now = { ...readPoint(index), index };
  const rows = kit.ints(kit.pointer(plans.plan, PLAN.rows), 3 * count);
  const size = kit.page_words(plans.processors);
  const words = kit.words(kit.pointer(plans.plan, PLAN.words), size * count);
  plans.rows = Array.from({ length: count }, (_, i) => [...rows.subarray(3 * i, 3 * i + 3),
    runsOf(words.subarray(size * i, size * i + size), plans.processors)]);
  const { makespan, minsum, makespanBound, minsumBound } = plans.now;
  const best = index === bestPoint() ? ', nearest to both bounds' : '';
  showValues({ 'task-count': count, 'task-processors': plans.processors,
    sequential: `0–${2 * valueOf('sequential') / 10} %`,
    point: `${index + 1} of ${plans.points.length}${best}` });
  byId('bounds').textContent = `Makespan ${makespan} s: at most ` +
    `${above(makespan, makespanBound)} above the best possible (no plan is below ` +
    `${makespanBound} s). Weighted mean end ${meanEnd(minsum)} s: at most ` +
    `${above(minsum, minsumBound)} above (no plan is below ${meanEnd(minsumBound)} s).`;
  drawPlans();
}

function drawPlans() {
  drawFrontier();
  drawShelf();
}

// Scales that show all plans and both bounds, with some air.
function frontierScale(width, height) {
  const plot = plotOf(width, height, 46);
  plot.bottom -= 14;
  plot.tall -= 14;
  const range = (values) => {
    const low = Math.min(...values), high = Math.max(...values, low + 1), air = (high - low) * 0.07;
    return { low: low - air, high: high + air };
  };
  const xs = range(plans.points.map((p) => p.makespan).concat(plans.now.makespanBound));
  const ys = range(plans.points.map((p) => p.minsum).concat(plans.now.minsumBound)
    .map((sum) => sum / plans.weight));
  return { plot, xs, ys,
    x: (v) => plot.left + (v - xs.low) / (xs.high - xs.low) * plot.wide,
    y: (v) => plot.bottom - (v - ys.low) / (ys.high - ys.low) * plot.tall };
}

const ticks = ({ low, high }, count) => {
  const step = Math.max(1, roundStep(high - low, count)), first = Math.ceil(low / step);
  return Array.from({ length: Math.max(0, Math.floor(high / step) - first + 1) },
    (_, i) => (first + i) * step);
};

function drawFrontier() {
  const { pen, width, height } = begin(byId('frontier'));
  const { plot, xs, ys, x, y } = frontierScale(width, height);
  valueAxis(pen, plot, 'weighted mean end, s', ticks(ys, 5), y);
  pen.strokeStyle = color('--soft');
  line(pen, plot.left, plot.bottom + 0.5, plot.right, plot.bottom + 0.5);
  pen.textAlign = 'center';
  ticks(xs, Math.max(2, plot.wide / 50)).forEach((value) => {
    line(pen, x(value), plot.bottom, x(value), plot.bottom + 3);
    pen.fillText(value, x(value), plot.bottom + 14);
  });
  pen.fillText('makespan, s', (plot.left + plot.right) / 2, height - 4);
  pen.textAlign = 'left';
  pen.strokeStyle = color('--mark');
  pen.setLineDash([5, 3]);
  line(pen, x(plans.now.makespanBound), plot.top, x(plans.now.makespanBound), plot.bottom);
  const low = y(plans.now.minsumBound / plans.weight);
  line(pen, plot.left, low, plot.right, low);
  pen.setLineDash([]);
  plans.points.forEach((point, i) => {
    pen.fillStyle = i === plans.now.index ? color('--mark') : color('--accent');
    pen.beginPath();
    pen.arc(x(point.makespan), y(point.minsum / plans.weight),
      i === plans.now.index ? 7 : 4.5, 0, 7);
    pen.fill();
  });
  byId('frontier').setAttribute('aria-label',
    `${plans.points.length} plans by makespan and weighted mean end. ` +
    byId('bounds').textContent);
}

function shelfScale(width, height) {
  const plot = plotOf(width, height);
  const most = Math.max(...plans.points.map((p) => p.makespan)) * 1.02;
  return { plot, most, x: (time) => plot.left + time / most * plot.wide,
    y: (p) => plot.bottom - p / plans.processors * plot.tall };
}

function drawShelf() {
  byId('shelf-legend').replaceChildren(widthLegend(plans.processors));
  const { pen, width, height } = begin(byId('shelf')), scale = shelfScale(width, height);
  const { plot, most, x, y } = scale;
  timeAxis(pen, plot, 0, most);
  valueAxis(pen, plot, 'processors', [...new Set([0, 1, 2, 3, 4].map((i) =>
    Math.round(i * plans.processors / 4)))], y);
  plans.rows.forEach(([start, end, wide, runs], i) => runs.forEach(([first, count], k) => {
    const colors = tint(wide, plans.processors);
    drawPiece(pen, scale, [start, end, first, count], colors);
    pen.fillStyle = colors.ink;
    if (k === 0 && x(end) - x(start) > 20 && y(first) - y(first + count) > 11) {
      pen.fillText(i + 1, x(start) + 3, y(first + count) + 10);
    }
  }));
  byId('shelf').setAttribute('aria-label',
    `Tasks on processors over time: plan ${plans.now.index + 1}`);
}

function tellTask(event, sticky) {
  const { plot, most } = shelfScale(byId('shelf').clientWidth, byId('shelf').clientHeight);
  const time = (event.offsetX - plot.left) / plot.wide * most;
  const processor = (plot.bottom - event.offsetY) / plot.tall * plans.processors;
  const at = plans.rows.findIndex(([start, end, , runs]) => start <= time && time < end &&
    runs.some(([first, count]) => first <= processor && processor < first + count));
  if (note.sticky && !sticky) return;
  if (at < 0) {
    hideNote();
    return;
  }
  const [start, end, width] = plans.rows[at];
  const [work, sequential, weight] = plans.tasks.slice(3 * at);
  showNote(event.clientX, event.clientY, [
    `Task ${at + 1}: ${width} processors, ${start} s to ${end} s`,
    `Alone on one processor it takes ${work} s; ${sequential / 10} % of that cannot be sped up. ` +
    `Weight ${weight}.`], sticky);
}

function openMoldable() {
  byId('tasks').addEventListener('input', (event) =>
    (event.target.id === 'point' ? showPoint() : newTasks()));
  byId('tasks').addEventListener('submit', (event) => event.preventDefault());
  const nearest = (event) => {
    const { x, y } = frontierScale(byId('frontier').clientWidth, byId('frontier').clientHeight);
    const far = plans.points.map((p) =>
      Math.hypot(x(p.makespan) - event.offsetX, y(p.minsum / plans.weight) - event.offsetY));
    return far.indexOf(Math.min(...far));
  };
  const take = (event) => {
    byId('point').value = nearest(event);
    showPoint();
  };
  listen(byId('frontier'), { tap: take, drag: (by, event) => take(event), hover: (event) => {
    const at = nearest(event), { makespan, minsum } = plans.points[at];
    showNote(event.clientX, event.clientY, [`Plan ${at + 1} of ${plans.points.length}`,
      `Makespan ${makespan} s, weighted mean end ${meanEnd(minsum)} s. Click to see it.`]);
  } });
  byId('frontier').addEventListener('keydown', (event) => {
    const by = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    byId('point').value = valueOf('point') + by;
    showPoint();
  });
  listen(byId('shelf'), { hover: (event) => tellTask(event, false),
    tap: (event) => tellTask(event, true) });
  byId('frontier-caption').append(saveButton('plans', drawFrontier));
  byId('shelf-caption').append(saveButton('plan', drawShelf));
}

// ---- what a link keeps

const saveMoldable = () => ({ plan: valueOf('point') });

function loadMoldable(kept) {
  plans.wanted = kept.plan === undefined ? NaN : Math.max(0, Number(kept.plan));
}
