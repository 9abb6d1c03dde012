// workload.js: the workloads of the replay: generated, or read from a trace.
// SPDX-License-Identifier: MIT

const USUAL = [300, 900, 1800, 3600, 7200, 14400, 28800, 43200, 86400];     // what people ask for
const ESTIMATES = ['exact', 'usual limits', 'up to 3x, rounded', 'five times', 'a day'];
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

// Partition 2 has the processors with GPUs.
function writeSwf({ processors, rows }) {
  const lines = rows.map((row, i) => {
    const [submit, run, estimate, width] = row;
    return [i + 1, submit, -1, run, width, -1, -1, width, estimate, -1, 1, 1, 1, -1, 1,
      needsGpu(row, i) ? 2 : 1, -1, -1].join(' ');
  });
  return [`; MaxProcs: ${processors}`, ...lines, ''].join('\n');
}

// A trace may be packed with gzip, whatever its name.
async function textOf(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const packed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return new TextDecoder().decode(packed ? await unpack(bytes) : bytes);
}
