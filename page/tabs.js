// tabs.js: the tabs, the link that keeps a state, and what scripts may ask the page.
// SPDX-License-Identifier: MIT

// open: once, before a tab is first shown. show: each time. Memory of the module belongs to the tab
// that is shown. save and load: what a link keeps beside the controls.
const TABS = {
  queue: { open: openQueue, show: showQueue, draw: drawQueue, save: saveQueue, load: loadQueue },
  calendar: { open: openCalendar, show: showCalendar, draw: drawBook, save: saveCalendar,
    load: loadCalendar },
  tree: { open: openTree, show: showTree, draw: drawFabric, save: saveTree, load: loadTree },
  moldable: { open: openMoldable, show: newTasks, draw: drawPlans, save: saveMoldable,
    load: loadMoldable },
  tiers: { open: openTiers, show: newTiers, draw: drawTiers },
  mapping: { open: openMapping, show: newMap, draw: drawMap },
  site: { open: openSite, show: newSite, draw: drawSitePlans },
  shares: { open: openShares, show: showShares, draw: drawShares },
};
const nothing = () => ({});
const opened = new Set();
let current = 'queue';

function show(name) {
  cancelAnimationFrame(queue.timer);
  hideNote();
  current = name;
  document.querySelectorAll('[role=tab]').forEach((tab) => {
    const mine = tab.getAttribute('aria-controls') === name;
    tab.setAttribute('aria-selected', mine);
    tab.tabIndex = mine ? 0 : -1;
    byId(tab.getAttribute('aria-controls')).hidden = !mine;
  });
  if (!opened.has(name)) TABS[name].open();
  opened.add(name);
  TABS[name].show();
}

function openTabs() {
  const tabs = [...document.querySelectorAll('[role=tab]')];
  tabs.forEach((tab, i) => {
    tab.addEventListener('click', () => show(tab.getAttribute('aria-controls')));
    tab.addEventListener('keydown', (event) => {
      const to = { ArrowRight: i + 1, ArrowLeft: i - 1 + tabs.length, Home: 0,
        End: tabs.length - 1 }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      const next = tabs[to % tabs.length];
      next.focus();
      show(next.getAttribute('aria-controls'));
    });
  });
}

function redraw() {
  tints = null;
  hideNote();
  if (current === 'queue') makeCharts();
  TABS[current].draw();
  if (current === 'queue') tellResults(queue.runs.every((run) => run.done));
}

// ---- the link -------------------------------------------------------------------------------

// The controls of a tab that a link keeps, and their values at first.
const controls = (name) => [...byId(name).querySelectorAll('input[id], select[id]')]
  .filter((control) => control.type !== 'file');
const read = (control) =>
  (control.type === 'checkbox' ? String(Number(control.checked)) : control.value);
const initial = new Map();

function fragment() {
  const kept = new URLSearchParams({ tab: current });
  controls(current).forEach((control) => {
    if (control.id !== 'point' && read(control) !== initial.get(control.id)) {
      kept.set(control.id, read(control));
    }
  });
  Object.entries((TABS[current].save || nothing)()).forEach(([key, value]) => kept.set(key, value));
  return `#${kept}`;
}

function setControls(name, kept) {
  controls(name).forEach((control) => {
    const value = kept[control.id] === undefined ? initial.get(control.id) : kept[control.id];
    if (control.type === 'checkbox') control.checked = value === '1';
    else control.value = Number.isFinite(Number(value)) ? value : initial.get(control.id);
  });
}

// Shows what the fragment of the address asks for; unknown words mean nothing.
function restore() {
  const kept = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  const name = Object.hasOwn(TABS, kept.tab || '') ? kept.tab : 'queue';
  if (!opened.has(name)) {
    TABS[name].open();
    opened.add(name);
  }
  controls(name).forEach((control) => {
    if (!initial.has(control.id)) initial.set(control.id, read(control));
  });
  setControls(name, kept);
  (TABS[name].load || nothing)(kept);
  show(name);
}

async function share() {
  history.replaceState(null, '', fragment());
  let told = 'The address of this page now keeps what you see: copy it.';
  try {
    await navigator.clipboard.writeText(location.href);
    told = 'Link copied. It opens the page as you see it now.';
  } catch {
    // Not allowed here: the address bar has it.
  }
  byId('shared').textContent = told;
}

// ---- the beginning --------------------------------------------------------------------------

// For scripts that drive the page: what it has computed.
window.sked = {
  ready: kit.open().then(() => {
    kit.start = kit.page_mark();
    makePolicyBoxes();
    makeChoices();
    makeAccounts();
    openTabs();
    openNotes();
    Object.keys(TABS).forEach((name) => controls(name).forEach((control) =>
      initial.set(control.id, read(control))));
    restore();
    byId('share').addEventListener('click', share);
    window.addEventListener('hashchange', restore);
    let wide = window.innerWidth;   // a phone changes the height alone when it hides its bars
    window.addEventListener('resize', () => {
      if (window.innerWidth !== wide) redraw();
      wide = window.innerWidth;
    });
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
  }),
  swf: () => writeSwf(queue.workload),
  load: (text, name) => { queue.workload = { ...readSwf(text), name }; play(); },
  bookAll: (bookings) => { queue.bookings = bookings; listBookings(); play(); },
  done: () => queue.settled,
  starts: (policy) => {
    const run = queue.runs.find((each) => POLICIES[each.policy] === policy);
    return [...rowsOf(run)].filter((_, i) => i % ROW === 0);
  },
  stories: (policy) => {
    const run = queue.runs.find((each) => POLICIES[each.policy] === policy);
    return queue.workload.rows.map((_, job) => story(run, job));
  },
  chosen: () => queue.chosen,
  reason: (at, job) => reasonLines(queue.runs[at], job),
  place: placeOfJob,
  lengths: () => queue.lengths,
  shown,
  fragment,
  svg: () => svgOf(() => drawRun(queue.runs[0])),
  plans: () => ({ points: plans.points, now: plans.now, rows: plans.rows, best: bestPoint() }),
  book: () => book.answer,
  rows: () => book.rows,
  fabric: () => ({ exact: fabric.exact, greedy: fabric.greedy }),
  busy: () => [...fabric.busy],
  tiers: () => tiers.runs.map(({ name, policy, script, decisions, boxes, jobs, response }) =>
    ({ name, policy, script: script.join('\n'), decisions, boxes, jobs, response })),
  mapping: () => ({ times: map.times, jobs: map.jobs, machines: map.machines, plans: map.plans,
    bound: mapBound() }),
  site: () => ({ times: site.times, clusterTimes: site.clusterTimes, jobs: site.jobs,
    plans: site.plans, clusters: SITE.clusters }),
  shares: () => ({ ...fair, processors: SHARE_PROCESSORS, names: ACCOUNTS.map(({ name }) => name),
    room }),
  contrasts: () => WIDTH_COLORS.map((_, at) => contrast(tintOfClass(at).fill, color('--panel'))),
};
