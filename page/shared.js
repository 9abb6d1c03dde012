// shared.js: what all tabs share: the module, random numbers, times, colours, axes, notes.
// SPDX-License-Identifier: MIT
'use strict';

const byId = (id) => document.getElementById(id);
const valueOf = (id) => Number(byId(id).value);
const NEVER = -1;

// ---- the module -----------------------------------------------------------------------------

// Addresses are numbers of bytes; fields are words of 32 bits. The buffer is taken anew each time,
// since it is another one once memory has grown.
const kit = {
  async open() {
    const packed = Uint8Array.from(atob(byId('module').textContent.trim()), (c) => c.charCodeAt(0));
    const { instance } = await WebAssembly.instantiate(await unpack(packed), {});
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

// The bytes of something that gzip has packed.
function unpack(packed) {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).arrayBuffer();
}

// Lehmer's generator: numbers of [0, 1).
function dice(seed) {
  let state = seed % 2147483646 + 1;
  return () => {
    state = state * 16807 % 2147483647;
    return (state - 1) / 2147483646;
  };
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

// ---- times in words -------------------------------------------------------------------------

function duration(seconds) {
  if (seconds < 0) return 'never';
  const days = Math.floor(seconds / 86400), hours = Math.floor(seconds % 86400 / 3600);
  const minutes = Math.floor(seconds % 3600 / 60);
  if (days > 0) return hours > 0 ? `${days} d ${hours} h` : `${days} d`;
  if (hours > 0) return minutes > 0 ? `${hours} h ${minutes} min` : `${hours} h`;
  return minutes > 0 ? `${minutes} min` : `${Math.round(seconds)} s`;
}

// Round steps of an axis of seconds: about `count` of them.
function stepOf(span, count) {
  const steps = [1, 2, 5, 10, 20, 60, 120, 300, 600, 1800, 3600, 7200, 10800, 21600, 43200, 86400,
    172800, 432000, 864000, 1728000, 4320000, 8640000];
  return steps.find((step) => span / step <= count) || span / count;
}

// Round steps of an axis of anything else.
function roundStep(span, count) {
  const power = 10 ** Math.floor(Math.log10(Math.max(span, 1e-9) / count));
  return power * [1, 2, 5, 10].find((times) => span / (times * power) <= count);
}

// ---- colours --------------------------------------------------------------------------------

const color = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const dark = () => matchMedia('(prefers-color-scheme: dark)').matches;

// The colours of widths are those of the pictures: build.py takes them from examples/gantt.h. A
// class of width: one processor, then up to 1/16, 1/8, 1/4, 1/2 and all of the machine.
const WIDTH_COLORS = @COLORS@;
const CLASSES = WIDTH_COLORS.length;
const classTop = (processors, at) =>
  Math.max(1, at === 0 ? 1 : Math.floor(processors / 2 ** (CLASSES - 1 - at)));

function widthClass(width, processors) {
  let at = 0;
  while (at < CLASSES - 1 && width > classTop(processors, at)) at++;
  return at;
}

const channels = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
const mix = (hex, other, share) => '#' + channels(hex).map((value, i) =>
  Math.round(value + (channels(other)[i] - value) * share).toString(16).padStart(2, '0')).join('');

// The luminance and the contrast of WCAG 2.
function luminance(hex) {
  const [r, g, b] = channels(hex).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one, other) {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

// In the dark a colour that the panel would swallow is mixed with white until it has a contrast of
// 3, and the palest ones are toned down, so that none glares.
function forScheme(hex) {
  if (!dark()) return hex;
  const toned = luminance(hex) > 0.5 ? mix(hex, '#000000', 0.12) : hex, panel = color('--panel');
  const shades = [0, 0.1, 0.2, 0.3, 0.4, 0.5].map((share) => mix(toned, '#ffffff', share));
  return shades.find((shade) => contrast(shade, panel) >= 3) || toned;
}

// Fill, edge and ink of each class of width; asking for the scheme takes time.
let tints = null;
function tintOfClass(at) {
  tints = tints || WIDTH_COLORS.map((hex) => {
    const fill = forScheme(hex);
    return { fill, edge: dark() ? mix(fill, '#000000', 0.45) : mix(fill, '#000000', 0.4),
      ink: luminance(fill) > 0.19 ? '#16181c' : '#ffffff' };
  });
  return tints[at];
}
const tint = (width, processors) => tintOfClass(widthClass(width, processors));

// A legend of widths: a list beside a chart.
function widthLegend(processors) {
  const list = document.createElement('ul');
  list.className = 'legend';
  let below = 0;
  for (let at = 0; at < CLASSES; at++) {
    const top = classTop(processors, at);
    if (top > below) list.append(legendItem(tintOfClass(at).fill,
      top === below + 1 ? `${top}` : `${below + 1}–${top}`));
    below = Math.max(below, top);
  }
  list.prepend(legendItem(null, 'job width:'));
  return list;
}

function legendItem(fill, text, kind = '') {
  const item = document.createElement('li');
  if (fill) {
    const swatch = document.createElement('span');
    swatch.className = `swatch ${kind}`;
    swatch.style.setProperty('--fill', fill);
    item.append(swatch);
  }
  item.append(text);
  return item;
}

// ---- pens -----------------------------------------------------------------------------------

// Draws as SVG what a chart draws on its canvas: the calls of a canvas that the charts use.
class SvgPen {
  constructor(width, height) {
    Object.assign(this, { width, height, parts: [], path: '', dash: '', lineWidth: 1,
      globalAlpha: 1, fillStyle: '#000', strokeStyle: '#000', textAlign: 'left',
      font: '11px sans-serif' });
    this.ruler = document.createElement('canvas').getContext('2d');
  }
  static number(value) { return Math.round(value * 100) / 100; }
  box(x, y, width, height) {
    const [a, b, c, d] = [x, y, width, height].map(SvgPen.number);
    return `x="${a}" y="${b}" width="${Math.max(0, c)}" height="${Math.max(0, d)}"`;
  }
  get filled() { return `fill="${this.fillStyle}" fill-opacity="${this.globalAlpha}"`; }
  get stroked() {
    return `fill="none" stroke="${this.strokeStyle}" stroke-width="${this.lineWidth}"` +
      (this.dash ? ` stroke-dasharray="${this.dash}"` : '');
  }
  fillRect(...box) { this.parts.push(`<rect ${this.box(...box)} ${this.filled}/>`); }
  strokeRect(...box) { this.parts.push(`<rect ${this.box(...box)} ${this.stroked}/>`); }
  beginPath() { this.path = ''; }
  moveTo(x, y) { this.path += `M${SvgPen.number(x)} ${SvgPen.number(y)}`; }
  lineTo(x, y) { this.path += `L${SvgPen.number(x)} ${SvgPen.number(y)}`; }
  closePath() { this.path += 'Z'; }
  arc(x, y, r) {
    this.moveTo(x - r, y);
    this.path += `a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
  }
  fill() { this.parts.push(`<path d="${this.path}" ${this.filled}/>`); }
  stroke() { this.parts.push(`<path d="${this.path}" ${this.stroked}/>`); }
  setLineDash(dash) { this.dash = dash.join(' '); }
  measureText(text) {
    this.ruler.font = this.font;
    return this.ruler.measureText(text);
  }
  fillText(text, x, y) {
    const anchor = { left: 'start', center: 'middle', right: 'end' }[this.textAlign];
    const safe = String(text).replace(/&/g, '&amp;').replace(/</g, '&lt;');
    this.parts.push(`<text x="${SvgPen.number(x)}" y="${SvgPen.number(y)}" ` +
      `text-anchor="${anchor}" ${this.filled}>${safe}</text>`);
  }
  // An HTML parser knows the namespace of SVG, and a serialiser writes it.
  text() {
    const holder = document.createElement('template');
    holder.innerHTML = `<svg width="${this.width}" height="${this.height}" ` +
      `viewBox="0 0 ${this.width} ${this.height}" font-family="sans-serif" font-size="11">` +
      `<rect width="100%" height="100%" fill="${color('--panel')}"/>${this.parts.join('')}</svg>`;
    return new XMLSerializer().serializeToString(holder.content.firstChild);
  }
}

let recorder = null;            // while a chart is drawn as SVG: makes the pen

// A canvas in the pixels of the screen, cleared; coordinates are CSS pixels.
function begin(canvas) {
  const width = canvas.clientWidth, height = canvas.clientHeight;
  if (recorder) return { pen: recorder(width, height), width, height };
  const ratio = window.devicePixelRatio || 1;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const pen = canvas.getContext('2d');
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.font = '11px system-ui, sans-serif';
  return { pen, width, height };
}

// What `draw` draws, as the text of an SVG file.
function svgOf(draw) {
  let pen;
  recorder = (width, height) => (pen = new SvgPen(width, height));
  try {
    draw();
  } finally {
    recorder = null;
  }
  return pen.text();
}

function saveFile(name, text, type) {
  const link = document.createElement('a');
  link.download = name;
  const address = URL.createObjectURL(new Blob([text], { type }));
  link.href = address;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

function saveButton(name, draw) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'small save';
  button.textContent = 'SVG';
  button.setAttribute('aria-label', `Save the chart ${name} as SVG`);
  button.addEventListener('click', () =>
    saveFile(`sked-${name}.svg`, svgOf(draw), 'image/svg+xml'));
  return button;
}

function line(pen, x0, y0, x1, y1) {
  pen.beginPath();
  pen.moveTo(x0, y0);
  pen.lineTo(x1, y1);
  pen.stroke();
}

// ---- axes -----------------------------------------------------------------------------------

// Where a chart has its plot: room for numbers to the left and below, for a title above.
const plotOf = (width, height, left = 40) =>
  ({ left, right: width - 8, top: 18, bottom: height - 18, wide: width - 8 - left,
    tall: height - 36 });

// A time axis: vertical lines and their times. Numbers that would collide are left out.
function timeAxis(pen, plot, from, to, { unit = '', bottom = plot.bottom } = {}) {
  const count = Math.max(2, plot.wide / (unit ? 62 : 75));
  const step = unit ? roundStep(to - from, count) : stepOf(to - from, count);
  let beyond = plot.left - 20;
  pen.textAlign = 'center';
  for (let t = Math.ceil(from / step) * step; t <= to; t += step) {
    const x = plot.left + (t - from) / (to - from) * plot.wide;
    const text = unit ? `${t} ${unit}` : t === 0 ? '0' : duration(t);
    pen.strokeStyle = color('--line');
    line(pen, Math.round(x) + 0.5, plot.top, Math.round(x) + 0.5, bottom);
    const half = pen.measureText(text).width / 2;
    if (x - half < beyond || x + half > plot.right + 8) continue;
    pen.fillStyle = color('--soft');
    pen.fillText(text, x, plot.bottom + 13);
    beyond = x + half + 8;
  }
  pen.textAlign = 'left';
}

// A vertical axis with its title above: numbers at the places that y gives them.
function valueAxis(pen, plot, title, values, y) {
  pen.fillStyle = color('--soft');
  pen.strokeStyle = color('--soft');
  pen.fillText(title, 2, 11);
  pen.textAlign = 'right';
  for (const value of values) {
    const at = y(value);
    pen.fillText(value, plot.left - 6, at + 4);
    line(pen, plot.left - 3, Math.round(at) + 0.5, plot.left, Math.round(at) + 0.5);
  }
  pen.textAlign = 'left';
  line(pen, plot.left + 0.5, plot.top, plot.left + 0.5, plot.bottom);
}

// ---- notes at the pointer -------------------------------------------------------------------

// One note for all charts. It follows the pointer, or sticks until it is dismissed.
const note = { sticky: false };

function showNote(x, y, lines, sticky = false) {
  const box = byId('note');
  byId('note-text').replaceChildren(...lines.map((text, i) => {
    const part = document.createElement(i === 0 ? 'strong' : 'p');
    part.textContent = text;
    return part;
  }));
  note.sticky = sticky;
  box.style.left = box.style.top = '0';   // where it is measured, it must not widen the page
  box.hidden = false;
  box.classList.toggle('sticky', sticky);
  byId('note-close').hidden = !sticky;
  const wide = document.documentElement.clientWidth;
  const left = Math.max(8, Math.min(x + 14, wide - box.offsetWidth - 8));
  const above = y + 18 + box.offsetHeight > window.innerHeight && y - 12 - box.offsetHeight > 0;
  const down = `${(above ? y - 12 - box.offsetHeight : y + 18) + window.scrollY}px`;
  box.style.left = `${left + window.scrollX}px`;
  box.style.top = down;
}

function hideNote() {
  note.sticky = false;
  byId('note').hidden = true;
}

function openNotes() {
  byId('note-close').addEventListener('click', hideNote);
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') hideNote();
  });
}

// Reads a pointer as one of four: it hovers, leaves, taps, or drags by so many pixels. A drag to
// the side is ours; one up or down scrolls the page, as touch-action says.
function listen(canvas, { hover, leave = hideNote, tap, drag }) {
  let from = null, moved = false;
  canvas.addEventListener('pointerdown', (event) => {
    from = event.button === 0 ? { x: event.offsetX, y: event.offsetY } : null;
    moved = false;
  });
  canvas.addEventListener('pointermove', (event) => {
    if (from && drag && (moved || Math.abs(event.offsetX - from.x) > 5)) {
      if (!moved) canvas.setPointerCapture(event.pointerId);
      moved = true;
      drag(event.offsetX - from.x, event);
      from.x = event.offsetX;
    } else if (!from && event.pointerType !== 'touch' && hover) {
      hover(event);
    }
  });
  canvas.addEventListener('pointerup', (event) => {
    if (from && !moved && tap) tap(event);
    from = null;
  });
  canvas.addEventListener('pointercancel', () => { from = null; });
  canvas.addEventListener('pointerleave', () => { if (!note.sticky && leave) leave(); });
}

// ---- forms ----------------------------------------------------------------------------------

function showValues(texts) {
  for (const [id, text] of Object.entries(texts)) {
    byId(id).parentElement.querySelector('output').textContent = text;
    if (byId(id).type === 'range') byId(id).setAttribute('aria-valuetext', text);
  }
}

// A booking in a list: a button that cancels it.
function chip(text, cancel) {
  const item = document.createElement('li'), button = document.createElement('button');
  const verb = document.createElement('span'), cross = document.createElement('span');
  button.type = 'button';
  button.className = 'small';
  verb.className = 'unseen';
  verb.textContent = 'Cancel booking ';
  cross.textContent = ' ×';
  cross.setAttribute('aria-hidden', 'true');
  button.append(verb, text, cross);
  button.addEventListener('click', cancel);
  item.append(button);
  return item;
}

// A table of texts: the first row has the titles.
function fillTable(id, titles, rows) {
  const row = (cells, kind) => {
    const out = document.createElement('tr');
    out.append(...cells.map((text, i) => {
      const cell = document.createElement(i === 0 ? 'th' : kind);
      cell.textContent = text;
      if (kind === 'th' || i === 0) cell.scope = kind === 'th' ? 'col' : 'row';
      return cell;
    }));
    return out;
  };
  byId(id).tHead.replaceChildren(row(titles, 'th'));
  byId(id).tBodies[0].replaceChildren(...rows.map((cells) => row(cells, 'td')));
}
