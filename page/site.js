// site.js: the tab of the site: jobs on single machines, or in parallel on clusters of them.
// SPDX-License-Identifier: MIT

const SITE = { machines: ['sparc1', 'sparc2', 'sparc3', 'sparc4', 'alpha1', 'alpha2'],
  speeds: [1, 1, 1, 1, 2, 2],
  clusters: [{ name: 'sparcs', members: [0, 1, 2, 3] }, { name: 'alphas', members: [4, 5] }] };
const PJS_GO_ON = 1, PJS_MAKESPAN = 2;
const site = { plans: [] };

// Minutes on each machine and each cluster. A cluster is as fast as its members together, times the
// efficiency; every other job does not scale that well.
function drawSite() {
  const random = dice(valueOf('site-seed') || 1), share = valueOf('site-efficiency') / 100;
  site.jobs = valueOf('site-jobs');
  site.times = [];
  site.clusterTimes = [];
  for (let job = 0; job < site.jobs; job++) {
    const work = 20 * 8 ** random(), scales = share * (random() < 0.5 ? 1 : 0.6);
    SITE.speeds.forEach((speed) => site.times.push(Math.max(1, Math.round(work / speed))));
    SITE.clusters.forEach(({ members }) => site.clusterTimes.push(Math.max(1, Math.round(work /
      (scales * members.reduce((sum, m) => sum + SITE.speeds[m], 0))))));
  }
}

function newSite() {
  drawSite();
  kit.page_release(kit.start);
  const times = kit.put(site.times), clusterTimes = kit.put(site.clusterTimes);
  const members = kit.put(SITE.clusters.map((cluster) =>
    cluster.members.reduce((word, m) => word | 1 << m, 0)));
  const options = (byId('site-go-on').checked ? PJS_GO_ON : 0) +
    (byId('site-makespan').checked ? PJS_MAKESPAN : 0);
  site.plans = [0, SITE.clusters.length].map((clusters) => readMap(kit.page_site_run(times,
    site.jobs, SITE.machines.length, clusterTimes, members, clusters, options), site.jobs));
  showValues({ 'site-jobs': site.jobs, 'site-efficiency': `${valueOf('site-efficiency')} %` });
  tellSite();
  drawSitePlans();
}

function tellSite() {
  const [alone, joined] = site.plans, mean = (plan) => (plan.jobTimes / site.jobs).toFixed(1);
  const strong = document.createElement('strong'), line = document.createElement('p');
  const text = document.createElement('p');
  strong.textContent = `${mean(alone)} min → ${mean(joined)} min`;
  line.append('With clusters: mean end ', strong);
  text.className = 'hint';
  text.textContent = joined.parallel === 0 ? 'No cluster makes the plan better.'
    : `${joined.parallel} of ${site.jobs} jobs run in parallel on a cluster.`;
  byId('site-headline').replaceChildren(line, text);
  fillTable('site-table', ['plan', 'mean end, min', 'makespan, min', 'jobs on clusters',
    'mappings made'], site.plans.map((plan, i) => [['single machines only', 'with clusters'][i],
    mean(plan), plan.makespan, plan.parallel, plan.mappings]));
}

const membersOf = (cluster) => SITE.clusters[cluster].members;
const siteMost = () => Math.max(...site.plans.map((plan) => plan.makespan)) * 1.03;

function drawSitePlan(at) {
  const canvas = byId(['site-alone', 'site-joined'][at]);
  drawMachines(canvas, site.plans[at].rows, SITE.machines.length, membersOf, SITE.machines,
    siteMost());
  canvas.setAttribute('aria-label', `${site.jobs} jobs on six machines, ` +
    ['single machines only', 'with clusters'][at]);
}

function drawSitePlans() {
  byId('site-swatch').style.setProperty('--fill', tintOfClass(4).fill);
  [0, 1].forEach(drawSitePlan);
}

function tellSiteJob(at, event, sticky) {
  const { rows } = site.plans[at], canvas = byId(['site-alone', 'site-joined'][at]);
  const job = rowAt(event, canvas, rows, SITE.machines.length, membersOf, siteMost());
  if (note.sticky && !sticky) return;
  if (job < 0) {
    hideNote();
    return;
  }
  const [start, end, machine, cluster] = rows[job], count = SITE.machines.length;
  const place = cluster === NEVER ? SITE.machines[machine]
    : `the cluster of ${SITE.clusters[cluster].name}`;
  const best = Math.min(...site.times.slice(job * count, (job + 1) * count));
  const joined = SITE.clusters.map(({ name }, c) =>
    `${name} ${site.clusterTimes[job * SITE.clusters.length + c]} min`).join(', ');
  showNote(event.clientX, event.clientY, [`Job ${job + 1} on ${place}: ${start} to ${end} min`,
    `On its best single machine it takes ${best} min; on clusters: ${joined}.`], sticky);
}

function openSite() {
  byId('site-form').addEventListener('input', newSite);
  byId('site-form').addEventListener('submit', (event) => event.preventDefault());
  ['site-alone', 'site-joined'].forEach((id, at) => {
    listen(byId(id), { hover: (event) => tellSiteJob(at, event, false),
      tap: (event) => tellSiteJob(at, event, true) });
    byId(`${id}-caption`).append(saveButton(['single machines', 'clusters'][at],
      () => drawSitePlan(at)));
  });
}
