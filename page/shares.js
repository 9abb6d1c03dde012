// shares.js: the tab of shares: accounts that take turns, and running jobs that make room.
// SPDX-License-Identifier: MIT

// Numbered from 1 on; `above` 0 is the whole machine. Jobs run in accounts without users.
const ACCOUNTS = [{ name: 'physics', above: 0, shares: 75 },
  { name: 'ann', above: 1, shares: 3, jobs: 'always' },
  { name: 'bob', above: 1, shares: 2, jobs: 'always' },
  { name: 'chemistry', above: 0, shares: 25, jobs: 'always' },
  { name: 'astronomy', above: 0, shares: 20, jobs: 'later' },
  { name: 'guests', above: 0, shares: 0, jobs: 'none' }];
const LEAVES = ACCOUNTS.map((_, i) => i + 1).filter((number) => ACCOUNTS[number - 1].jobs);
const DEMANDS = ['none', 'some', 'later', 'always'];
const HALF_LIVES = [0.5, 1, 2, 3, 5, 7, 10].map((days) => days * 86400);
const SHARE_PROCESSORS = 128, RUN_HALF_LIVES = 5, SAMPLES = 240, AHEAD = 7200;
const FAIR = { status: 0, count: 1, jobs: 2, samples: 3, order: 4, orderCount: 5 };
const fair = { mix: [], jobs: [], samples: [], order: [], accounts: [] };

const permille = (value) => `${(value / 10).toFixed(1)} %`;
const accountName = (number) => ACCOUNTS[number - 1].name;
const fullName = (number) => (ACCOUNTS[number - 1].above === 0 ? accountName(number)
  : `${accountName(ACCOUNTS[number - 1].above)}: ${accountName(number)}`);
const seriesOf = (number) => LEAVES.indexOf(number) + 1;

// Widths and hours of jobs, which come one after another, whoever submits them.
function drawMix() {
  const random = dice(valueOf('share-seed') || 1), widths = [1, 1, 2, 2, 4, 4, 6, 8, 8, 16, 24];
  fair.mix = Array.from({ length: 997 }, () => [widths[Math.floor(random() * widths.length)],
    600 * Math.ceil(72 * random() ** 2)]);
}

// When the first job of an account comes, and a job every so many seconds; 0: always one more.
// "some" is about a tenth of the machine.
function demandOf({ name, jobs }, halfLife) {
  const demand = jobs && DEMANDS[valueOf(`jobs-${name}`)];
  const area = fair.mix.reduce((sum, [width, run]) => sum + width * run, 0) / fair.mix.length;
  if (!demand || demand === 'none') return [NEVER, 0];
  if (demand === 'some') return [0, Math.ceil(10 * area / SHARE_PROCESSORS)];
  return [demand === 'later' ? 2 * halfLife : 0, 0];
}

const sharesOf = ({ name }) =>
  Math.max(0, Math.min(1000, Math.round(valueOf(`shares-${name}`)) || 0));

function runShares() {
  const count = ACCOUNTS.length + 1, halfLife = HALF_LIVES[valueOf('half-life')];
  const ahead = byId('share-ahead').checked ? AHEAD : 0;
  kit.page_release(kit.start);
  const accounts = kit.put([0, 0, NEVER, 0, 0, 0, 0, 0, ...ACCOUNTS.flatMap((account) =>
    [account.above, sharesOf(account), ...demandOf(account, halfLife), 0, 0, 0, 0])]);
  const run = kit.page_shares_run(accounts, count, kit.put(fair.mix.flat()), fair.mix.length,
    SHARE_PROCESSORS, halfLife, ahead);
  const table = (name, size) => [...kit.words(kit.pointer(run, FAIR[name]), size)];
  const rows = (flat, size) => Array.from({ length: flat.length / size }, (_, i) =>
    flat.slice(size * i, size * (i + 1)));
  Object.assign(fair, { halfLife, ahead, until: RUN_HALF_LIVES * halfLife,
    status: kit.field(run, FAIR.status),
    jobs: rows([...kit.ints(kit.pointer(run, FAIR.jobs), 5 * kit.field(run, FAIR.count))], 5),
    samples: rows(table('samples', SAMPLES * count), count),
    order: table('order', kit.field(run, FAIR.orderCount)),
    accounts: rows([...kit.words(accounts, 8 * count)], 8).map(
      ([above, shares, , , waiting, running, target, used]) =>
        ({ above, shares, waiting, running, target, used })) });
}

function newShares() {
  drawMix();
  runShares();
  showValues({ 'half-life': duration(fair.halfLife) });
  byId('share-told').textContent = tellTurn();
  fillTable('share-table', ['in turn', 'owns', 'has used', 'processors now', 'jobs waiting'],
    fair.order.map((number, i) => {
      const account = fair.accounts[number];
      return [`${i + 1}. ${fullName(number)}`, permille(account.target), permille(account.used),
        account.running, account.waiting];
    }));
  drawUsage();
}

function tellTurn() {
  const next = fair.order.find((number) => fair.accounts[number].waiting > 0);
  if (!next) return `After ${duration(fair.until)} nobody waits.`;
  const { target, used } = fair.accounts[next];
  return `After ${duration(fair.until)} it is the turn of ${accountName(next)}, which owns ` +
    `${permille(target)} and has used ${permille(used)}.`;
}

// ---- the picture of usage

const usagePlot = (width, height) => {
  const plot = plotOf(width, height);
  return { ...plot, right: plot.right - 62, wide: plot.wide - 62 };
};

// Those that own or have used something.
const shownLeaves = () => LEAVES.filter((number) => fair.accounts[number].target > 0 ||
  fair.samples.some((row) => row[number] > 0));

function usageLine(pen, number, { x, y }) {
  pen.lineWidth = 1.8;
  pen.beginPath();
  fair.samples.forEach((row, i) => (i === 0 ? pen.moveTo(x(i + 1), y(row[number]))
    : pen.lineTo(x(i + 1), y(row[number]))));
  pen.stroke();
  pen.lineWidth = 1;
}

// Names beside the ends of the lines, pushed apart until all can be read.
function nameLines(pen, plot, y) {
  let beyond = plot.bottom + 12;
  const last = fair.samples[SAMPLES - 1];
  [...shownLeaves()].sort((a, b) => last[a] - last[b]).forEach((number) => {
    const at = Math.min(y(last[number]) + 4, beyond - 13);
    pen.fillStyle = color(`--series-${seriesOf(number)}`);
    pen.fillText(accountName(number), plot.right + 5, at);
    beyond = at;
  });
}

function drawUsage() {
  const { pen, width, height } = begin(byId('usage')), plot = usagePlot(width, height);
  const most = 1.05 * shownLeaves().reduce((high, number) => Math.max(high,
    fair.accounts[number].target, ...fair.samples.map((row) => row[number])), 10);
  const scale = { x: (sample) => plot.left + sample / SAMPLES * plot.wide,
    y: (value) => plot.bottom - value / most * plot.tall };
  const each = roundStep(most / 10, 6);
  timeAxis(pen, plot, 0, fair.until);
  valueAxis(pen, plot, '% of the usage', Array.from({ length: Math.floor(most / 10 / each) + 1 },
    (_, i) => i * each), (value) => scale.y(10 * value));
  shownLeaves().forEach((number) => {
    pen.strokeStyle = color(`--series-${seriesOf(number)}`);
    pen.setLineDash([6, 4]);
    const at = scale.y(fair.accounts[number].target);
    line(pen, plot.left, at, plot.right, at);
    pen.setLineDash([]);
    usageLine(pen, number, scale);
  });
  nameLines(pen, plot, scale.y);
  byId('usage').setAttribute('aria-label', 'What each account has used, over five ' +
    `half-lives. At the end: ${shownLeaves().map((number) => `${accountName(number)} ` +
    `${permille(fair.accounts[number].used)} of ${permille(fair.accounts[number].target)}`)
      .join(', ')}.`);
}

function tellUsage(event, sticky) {
  const plot = usagePlot(byId('usage').clientWidth, byId('usage').clientHeight);
  const at = Math.ceil((event.offsetX - plot.left) / plot.wide * SAMPLES);
  if (note.sticky && !sticky) return;
  if (at < 1 || at > SAMPLES) {
    hideNote();
    return;
  }
  showNote(event.clientX, event.clientY, [`After ${duration(at / SAMPLES * fair.until)}`,
    ...shownLeaves().map((number) => `${fullName(number)}: ` +
      `${permille(fair.samples[at - 1][number])} used, ` +
      `${permille(fair.accounts[number].target)} owned`)], sticky);
}

// ---- jobs that make room, in minutes

const ROOM = { processors: 48, jobs: 12, most: 720 };
const VICTIMS = { status: 0, cost: 1, bound: 2, count: 3, proved: 4, victims: 5, costs: 6 };
const room = { jobs: [], plans: [], best: null };

const sumOf = (jobs, what) => jobs.reduce((sum, job) => sum + room.jobs[job][what], 0);
const hoursOf = (minutes) => (minutes / 60).toFixed(1);

// Jobs on neighbouring processors, from the lowest on; at least two processors stay idle.
function drawRunning() {
  const random = dice(valueOf('room-seed') || 1), widths = [2, 2, 3, 3, 4, 4, 5, 6, 8];
  let first = 0;
  room.jobs = Array.from({ length: ROOM.jobs }, (_, i) => {
    const most = ROOM.processors - 2 - first - 2 * (ROOM.jobs - 1 - i);
    const width = Math.min(most, widths[Math.floor(random() * widths.length)]);
    const job = { width, first, ran: Math.round(15 + 690 * random() ** 1.3) };
    first += width;
    return job;
  });
  room.idle = ROOM.processors - first;
}

function findVictims(missing) {
  kit.page_release(kit.start);
  const count = ROOM.jobs, now = ROOM.most;
  const found = kit.page_victims_find(kit.put(room.jobs.map(({ width }) => width)),
    kit.put(room.jobs.map(({ ran }) => now - ran)), count, missing, now);
  const table = (name, size) => [...kit.words(kit.pointer(found, VICTIMS[name]), size)];
  table('costs', count).forEach((cost, job) => { room.jobs[job].cost = cost; });
  return { status: kit.field(found, VICTIMS.status), cost: kit.field(found, VICTIMS.cost),
    bound: kit.field(found, VICTIMS.bound), proved: kit.field(found, VICTIMS.proved) === 1,
    victims: table('victims', kit.field(found, VICTIMS.count)) };
}

// One job after another in an order, until there is room.
function oneByOne(missing, before) {
  const order = room.jobs.map((_, job) => job).sort((a, b) => before(room.jobs[a], room.jobs[b]));
  const victims = [];
  while (sumOf(victims, 'width') < missing) victims.push(order[victims.length]);
  return { victims, cost: sumOf(victims, 'cost') };
}

function newRoom() {
  drawRunning();
  findRoom();
}

function findRoom() {
  const wanted = valueOf('urgent'), missing = Math.max(0, wanted - room.idle);
  room.wanted = wanted;
  room.best = findVictims(missing);
  room.plans = [['the cheapest', room.best],
    ['youngest first', oneByOne(missing, (a, b) => a.ran - b.ran)],
    ['widest first', oneByOne(missing, (a, b) => b.width - a.width)]];
  showValues({ urgent: wanted });
  byId('room-told').textContent = tellRoom(missing);
  fillTable('room-table', ['choice', 'jobs that stop', 'freed', 'processor h lost', 'more by'],
    room.plans.map(([name, { victims, cost }]) => [name,
      victims.map((job) => job + 1).sort((a, b) => a - b).join(', ') || 'none',
      sumOf(victims, 'width'), hoursOf(cost),
      cost === room.best.bound ? '' : `${Math.round(100 * cost / room.best.bound - 100)} %`]));
  drawRoom();
}

function tellRoom(missing) {
  const { victims, cost, bound, proved } = room.best, { idle, wanted } = room;
  const has = `${idle} of ${ROOM.processors} processors are idle`;
  if (missing === 0) return `${has}. That is enough for ${wanted}: no job must stop.`;
  return `${has}, ${missing} more are needed. ${victims.length === 1 ? 'One job stops and loses'
    : `${victims.length} jobs stop and lose`} ${hoursOf(cost)} processor hours. ` +
    (proved ? 'Proved: no other choice loses less.'
      : `No choice loses less than ${hoursOf(bound)}.`);
}

const roomScale = () => {
  const plot = plotOf(byId('room').clientWidth, byId('room').clientHeight);
  return { plot, x: (ago) => plot.left + (1 - ago / ROOM.most) * 0.85 * plot.wide,
    y: (processor) => plot.bottom - processor / ROOM.processors * plot.tall };
};

// Where the urgent job runs: on idle processors, then on those of its victims.
function urgentPieces() {
  let left = room.wanted;
  const idle = { first: ROOM.processors - room.idle, width: room.idle };
  return [idle, ...room.best.victims.map((job) => room.jobs[job])].map(({ first, width }) => {
    const count = Math.min(width, left);
    left -= count;
    return [first, count];
  }).filter(([, count]) => count > 0);
}

function drawRoom() {
  const { pen } = begin(byId('room')), scale = roomScale(), { plot, x, y } = scale;
  timeAxis(pen, { ...plot, wide: x(0) - plot.left }, -ROOM.most / 60, 0, { unit: 'h' });
  valueAxis(pen, plot, 'processors', [0, 12, 24, 36, 48], y);
  const piece = (box, fill, edge) => drawPiece(pen, { ...scale, x: (ago) => x(-ago) }, box,
    { fill, edge });
  room.jobs.forEach(({ width, first, ran }, job) => {
    const goes = room.best.victims.includes(job);
    piece([-ran, 0, first, width], color(goes ? '--mark' : '--busy-area'), color('--panel'));
    const text = `${job + 1}${goes ? ' stops' : ''}`, wide = pen.measureText(text).width;
    const inside = x(0) - x(ran) > wide + 8;
    pen.fillStyle = goes && inside ? color('--panel') : color('--ink');
    pen.fillText(text, (inside ? x(0) : x(ran)) - wide - 4, y(first + width / 2) + 4);
  });
  urgentPieces().forEach(([first, count]) => piece([0, 1e9, first, count], color('--accent'),
    color('--panel')));
  pen.strokeStyle = pen.fillStyle = color('--ink');
  line(pen, x(0), plot.top - 4, x(0), plot.bottom);
  pen.fillText('now', x(0) - 11, 11);
  byId('room').setAttribute('aria-label', `Twelve running jobs. ${byId('room-told').textContent}`);
}

function tellRoomJob(event, sticky) {
  const { plot, x } = roomScale();
  const at = (plot.bottom - event.offsetY) / plot.tall * ROOM.processors;
  const job = room.jobs.findIndex(({ first, width, ran }) => first <= at && at < first + width &&
    x(ran) - 20 <= event.offsetX && event.offsetX < x(0));
  if (note.sticky && !sticky) return;
  if (job < 0) {
    hideNote();
    return;
  }
  const { width, ran, cost } = room.jobs[job];
  showNote(event.clientX, event.clientY, [`Job ${job + 1} ` +
    (room.best.victims.includes(job) ? 'stops' : 'goes on'),
  `${width} processors for ${duration(60 * ran)}: ${hoursOf(cost)} processor hours would be lost.`],
  sticky);
}

// ---- the form

function makeAccounts() {
  byId('accounts').append(...ACCOUNTS.map(({ name, above, shares, jobs }) => {
    const row = document.createElement('tr'), title = document.createElement('th');
    title.scope = 'row';
    title.textContent = above === 0 ? name : `– ${name}`;
    const input = document.createElement('input'), select = document.createElement('select');
    Object.assign(input, { type: 'number', id: `shares-${name}`, min: 0, max: 1000 });
    input.setAttribute('value', shares);
    input.setAttribute('aria-label', `Shares of ${name}`);
    row.append(title, document.createElement('td'), document.createElement('td'));
    row.cells[1].append(input);
    if (jobs) {
      Object.assign(select, { id: `jobs-${name}` });
      select.setAttribute('aria-label', `Jobs of ${name}`);
      select.append(...DEMANDS.map((text, i) => new Option(text, i, text === jobs, text === jobs)));
      row.cells[2].append(select);
    }
    return row;
  }));
}

function openShares() {
  ['share-form', 'room-form'].forEach((id) =>
    byId(id).addEventListener('submit', (event) => event.preventDefault()));
  byId('share-form').addEventListener('input', newShares);
  byId('room-form').addEventListener('input', (event) =>
    (event.target.id === 'urgent' ? findRoom() : newRoom()));
  listen(byId('usage'), { hover: (event) => tellUsage(event, false),
    tap: (event) => tellUsage(event, true) });
  listen(byId('room'), { hover: (event) => tellRoomJob(event, false),
    tap: (event) => tellRoomJob(event, true) });
  byId('share-legend').replaceChildren(legendItem('var(--ink)', 'used', 'stroke'),
    legendItem('var(--ink)', 'owned', 'stroke dashed'));
  byId('usage-caption').append(saveButton('usage', drawUsage));
  byId('room-caption').append(saveButton('running jobs', drawRoom));
}

function showShares() {
  newShares();
  newRoom();
}

function drawShares() {
  drawUsage();
  drawRoom();
}
