// calendar.js: the tab of bookings: a calendar, a request, and why it gets what it gets.
// SPDX-License-Identifier: MIT

const BOOK = { processors: 16, hours: 96 };
const CHOICES = ['first fit', 'fewest free', 'most free', 'shortest rectangle', 'longest rectangle',
  'least area', 'largest area', 'latest'];
const CAL = { start: 1, end: 2, free: 3, from: 4, until: 5, verdict: 6, whyStart: 7, whyCount: 8,
  words: 9 };
const book = { calendar: 0, rows: [], next: 1, answer: null, seed: 1, edited: false };

function bookWords(mask) {
  kit.words(kit.pointer(book.calendar, CAL.words), 1)[0] = mask;
}

function emptyBook() {
  kit.page_release(kit.start);
  book.calendar = kit.page_calendar_create(BOOK.processors, BOOK.hours);
  book.rows = [];
  book.next = 1;
}

// A calendar with some bookings in it: each is asked for, and gets what first fit says.
function newBook() {
  const random = dice(book.seed);
  emptyBook();
  book.edited = false;
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
    return `Offered: ${start} h to ${end} h. ${free} processors are free then, all of them from ` +
      `${from} h to ${until} h. There are ${count} possible starts, one an hour.`;
  }
  const whyStart = kit.field(book.calendar, CAL.whyStart);
  const whyCount = kit.field(book.calendar, CAL.whyCount);
  if (asked.hours > 0 && asked.count > 0 && asked.ready + asked.hours <= asked.deadline) {
    return `No start meets the deadline: at most ${whyCount} processors can be had until then; ` +
      (whyStart === NEVER ? `${asked.count} are never free for so long within these days.`
        : `${asked.count} are free from ${whyStart} h on.`);
  }
  if (asked.hours < 1 || asked.count < 1) {
    return 'No start: ask for at least one processor and one hour.';
  }
  return 'No start: the duration does not fit between the earliest start and the deadline.';
}

const bookPlot = () => plotOf(byId('book').clientWidth, byId('book').clientHeight);

function drawBook() {
  const { pen, width, height } = begin(byId('book')), plot = plotOf(width, height);
  const scale = { plot, x: (hour) => plot.left + hour / BOOK.hours * plot.wide,
    y: (processor) => plot.bottom - processor / BOOK.processors * plot.tall };
  const { x } = scale, { starts, status, start, end, mask, from, until } = book.answer;
  timeAxis(pen, plot, 0, BOOK.hours, { unit: 'h' });
  valueAxis(pen, plot, 'processors', [0, 4, 8, 12, 16], scale.y);
  pen.fillStyle = color('--hatch');
  starts.forEach(([first, beyond]) => {
    for (let at = x(first); at < x(beyond); at += 5) {
      pen.fillRect(at, plot.top, 1.5, plot.bottom - plot.top);
    }
  });
  book.rows.forEach((row) => runsOf([row.mask], BOOK.processors).forEach(([first, count]) =>
    drawPiece(pen, scale, [row.start, row.end, first, count],
      tint(runsOf([row.mask], BOOK.processors).reduce((sum, run) => sum + run[1], 0),
        BOOK.processors))));
  if (status === 0) {
    runsOf([mask], BOOK.processors).forEach(([first, count]) =>
      drawPiece(pen, scale, [start, end, first, count],
        { fill: color('--mark'), edge: color('--ink') }));
    pen.strokeStyle = color('--mark');
    pen.lineWidth = 2;
    runsOf([mask], BOOK.processors).forEach(([first, count]) =>
      pen.strokeRect(x(from) + 1, scale.y(first + count) + 1, x(until) - x(from) - 2,
        scale.y(first) - scale.y(first + count) - 2));
    pen.lineWidth = 1;
  }
  byId('book').setAttribute('aria-label',
    `Calendar of ${book.rows.length} bookings. ${byId('answer').textContent}`);
}

function cancelBooking(row) {
  kit.page_calendar_unbook(book.calendar, row.id);
  book.rows = book.rows.filter((other) => other !== row);
  book.edited = true;
  ask();
}

function listBooked() {
  byId('booked').replaceChildren(...book.rows.map((row) =>
    chip(`${row.id}: ${row.start}–${row.end} h`, () => cancelBooking(row))));
}

// What is at the pointer: a booking, the answer, or free processors.
function tellBook(event, sticky) {
  const plot = bookPlot(), at = (event.offsetX - plot.left) / plot.wide * BOOK.hours;
  const hour = Math.floor(at);
  const processor = Math.floor((plot.bottom - event.offsetY) / plot.tall * BOOK.processors);
  if ((note.sticky && !sticky) || hour < 0 || hour >= BOOK.hours) return;
  const now = book.rows.filter((row) => row.start <= hour && hour < row.end);
  const hit = now.find((row) => row.mask >>> processor & 1);
  const taken = now.reduce((all, row) => all | row.mask, 0);
  const free = BOOK.processors - runsOf([taken], BOOK.processors).reduce((sum, r) => sum + r[1], 0);
  const lines = [hit ? `Booking ${hit.id}` : `Processor ${processor} is free`];
  if (hit) lines.push(`${hit.start} h to ${hit.end} h.`);
  const possible = book.answer.starts.some(([first, beyond]) => first <= hour && hour < beyond);
  showNote(event.clientX, event.clientY, [...lines, `At ${hour} h: ${free} free. The request ` +
    (possible ? 'could start here; click to take this start.' : 'cannot start here.')], sticky);
}

// The next possible start, or the one before.
function nextStart(step) {
  const { starts, start } = book.answer;
  const all = starts.flatMap(([first, beyond]) =>
    Array.from({ length: beyond - first }, (_, i) => first + i));
  const at = all.indexOf(start);
  if (all.length > 0) ask(all[Math.max(0, Math.min(all.length - 1, at + step))]);
}

function bookIt() {
  if (book.answer.status !== 0) return;
  const { start, end, mask } = book.answer;
  bookWords(mask);
  kit.page_calendar_book(book.calendar, book.next, start, end);
  book.rows.push({ id: book.next++, start, end, mask });
  book.edited = true;
  ask();
}

function makeChoices() {
  byId('ask-policy').append(...CHOICES.map((name, i) => new Option(name, i)));
}

function openCalendar() {
  byId('request').addEventListener('input', () => ask());
  byId('request').addEventListener('submit', (event) => {
    event.preventDefault();
    bookIt();
  });
  byId('fresh').addEventListener('click', () => {
    book.seed++;
    newBook();
  });
  byId('book').addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step) {
      event.preventDefault();
      nextStart(step);
    }
  });
  listen(byId('book'), {
    hover: (event) => tellBook(event, false),
    tap: (event) => {
      const plot = bookPlot(), at = (event.offsetX - plot.left) / plot.wide * BOOK.hours;
      const hour = Math.floor(at);
      if (book.answer.starts.some(([first, beyond]) => first <= hour && hour < beyond)) ask(hour);
      tellBook(event, true);
    },
  });
  byId('book-caption').append(saveButton('calendar', drawBook));
}

// ---- what a link keeps

function saveCalendar() {
  const rows = book.rows.map((row) => `${row.start}:${row.end}:${row.mask}`).join(',');
  return { calendar: book.seed, ...(book.edited ? { booked: rows } : {}) };
}

function loadCalendar(kept) {
  book.seed = Math.max(1, Number(kept.calendar) || 1);
  book.wanted = kept.booked;
}

function showCalendar() {
  if (book.wanted === undefined) {
    newBook();
    return;
  }
  emptyBook();
  for (const part of book.wanted.split(',').filter(Boolean)) {
    const [start, end, mask] = part.split(':').map(Number);
    bookWords(mask);
    if (kit.page_calendar_book(book.calendar, book.next, start, end) === 0) {
      book.rows.push({ id: book.next++, start, end, mask });
    }
  }
  book.edited = true;
  book.wanted = undefined;
  ask();
}
