// tree.js: the tab of the fat tree: which nodes a job gets, and the proof that none are better.
// SPDX-License-Identifier: MIT

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

// How many nodes are free under each leaf switch at first. No pod holds a job of 8. The best choice
// keeps seven of its nodes under one leaf switch; the greedy rule begins with a pod whose free
// nodes are scattered, and needs 38 % more hops.
const OPENING = [2, 0, 3, 2, 7, 0, 0, 0, 4, 1, 1, 1, 1, 0, 1, 1];

function openingBusy() {
  return OPENING.flatMap((free, leaf) => Array.from({ length: FABRIC.nodes - free },
    (_, i) => leaf * FABRIC.nodes + i));
}

function newFabric() {
  const random = dice(valueOf('tree-seed') || 1), share = valueOf('busy') / 100;
  fabric.edited = false;
  fabric.drawn = true;
  fabric.busy = new Set();
  for (let leaf = 0; leaf < FABRIC.all / FABRIC.nodes; leaf++) {
    const most = Math.round(FABRIC.nodes * Math.min(1, 2 * share * random()));
    for (let i = 0; i < most; i++) fabric.busy.add(leaf * FABRIC.nodes + i);
  }
  makeFabric();
}

function makeFabric() {
  kit.page_release(kit.start);
  fabric.tree = kit.page_tree_create(FABRIC.pods, FABRIC.leaves, FABRIC.nodes);
  setWords(fabric.busy);
  kit.page_tree_allocate(fabric.tree);
  findBoth();
}

function findBoth() {
  const count = valueOf('nodes');
  showValues({ nodes: count, busy: `${fabric.busy.size} of ${FABRIC.all}` });
  fabric.greedy = findNodes(count, 1);
  fabric.exact = findNodes(count, 0);
  byId('certificate').textContent = tellFabric(count);
  drawFabric();
}

function tellFabric(count) {
  const { exact, greedy } = fabric;
  if (exact.status !== 0) {
    return `${count} nodes are not free: only ${FABRIC.all - fabric.busy.size} are.`;
  }
  const proof = exact.hops === exact.bound ? 'proved: no choice of nodes has fewer'
    : `no choice has fewer than ${exact.bound}`;
  const more = greedy.hops > exact.hops
    ? `The greedy rule takes ${greedy.hops} hops, ` +
      `${Math.round(100 * greedy.hops / exact.hops - 100)} % more.`
    : 'The greedy rule finds as few.';
  return `${count} nodes under ${exact.leaves} leaf switches: ${exact.hops} hops over all pairs, ` +
    `${proof}. ${more}`;
}

const FABRIC_TOP = 86;

// Where a node is drawn: the middle of its column, and its row.
function placeOf(node, width) {
  const leaf = Math.floor(node / FABRIC.nodes), pod = Math.floor(leaf / FABRIC.leaves);
  const each = width / (FABRIC.all / FABRIC.nodes + FABRIC.pods - 1);
  return { x: (leaf + pod + 0.5) * each, row: node % FABRIC.nodes, each };
}

function drawSwitches(pen, width) {
  pen.strokeStyle = color('--soft');
  pen.fillStyle = color('--ink');
  for (let leaf = 0; leaf < FABRIC.all / FABRIC.nodes; leaf++) {
    const { x } = placeOf(leaf * FABRIC.nodes, width);
    const pod = Math.floor(leaf / FABRIC.leaves) * FABRIC.leaves;
    const middle = (placeOf(pod * FABRIC.nodes, width).x +
      placeOf((pod + FABRIC.leaves - 1) * FABRIC.nodes, width).x) / 2;
    line(pen, x, FABRIC_TOP - 14, middle, 40);
    line(pen, middle, 40, width / 2, 10);
    pen.fillRect(x - 6, FABRIC_TOP - 16, 12, 5);
    pen.fillRect(middle - 9, 38, 18, 5);
  }
  pen.fillRect(width / 2 - 12, 7, 24, 6);
  backed(pen, 'core switch', width / 2 + 18, 15);
  if (width < 500) return;
  backed(pen, '4 pod switches', 2, 36);
  backed(pen, '16 leaf switches', 2, FABRIC_TOP - 24);
}

// A text that covers the lines behind it.
function backed(pen, text, x, y) {
  pen.fillStyle = color('--panel');
  pen.fillRect(x - 2, y - 10, pen.measureText(text).width + 4, 13);
  pen.fillStyle = color('--soft');
  pen.fillText(text, x, y);
}

function nodeFill(node) {
  if (fabric.busy.has(node)) return color('--busy');
  return fabric.exact.nodes.includes(node) ? color('--mark') : color('--free');
}

function drawFabric() {
  const { pen, width, height } = begin(byId('fabric'));
  const gap = (height - FABRIC_TOP - 8) / FABRIC.nodes;
  drawSwitches(pen, width);
  for (let node = 0; node < FABRIC.all; node++) {
    const { x, row, each } = placeOf(node, width), y = FABRIC_TOP + row * gap;
    const wide = Math.min(each * 0.7, 26), tall = Math.min(gap * 0.7, 18);
    pen.fillStyle = nodeFill(node);
    pen.fillRect(x - wide / 2, y, wide, tall);
    pen.strokeStyle = color('--soft');
    pen.strokeRect(x - wide / 2 + 0.5, y + 0.5, wide - 1, tall - 1);
    if (fabric.greedy.nodes.includes(node)) {
      pen.strokeStyle = color('--accent');
      pen.lineWidth = 2.5;
      pen.strokeRect(x - wide / 2 - 1.5, y - 1.5, wide + 3, tall + 3);
      pen.lineWidth = 1;
    }
    if (node === fabric.at && document.activeElement === byId('fabric')) {
      pen.strokeStyle = color('--ink');
      pen.setLineDash([3, 2]);
      pen.strokeRect(x - wide / 2 - 4, y - 4, wide + 8, tall + 8);
      pen.setLineDash([]);
    }
  }
  byId('fabric').setAttribute('aria-label',
    `A tree of 128 nodes. ${byId('certificate').textContent}`);
}

function toggle(node) {
  setWords([node]);
  fabric.edited = true;
  if (fabric.busy.has(node)) {
    kit.page_tree_free(fabric.tree);
    fabric.busy.delete(node);
  } else {
    kit.page_tree_allocate(fabric.tree);
    fabric.busy.add(node);
  }
  findBoth();
}

// The node at the pointer, or -1.
function nodeAt(event) {
  const { clientWidth, clientHeight } = byId('fabric');
  const row = Math.floor((event.offsetY - FABRIC_TOP + 2) /
    ((clientHeight - FABRIC_TOP - 8) / FABRIC.nodes));
  for (let node = 0; node < FABRIC.all; node++) {
    const place = placeOf(node, clientWidth);
    if (place.row === row && Math.abs(place.x - event.offsetX) < place.each / 2) return node;
  }
  return -1;
}

function tellNode(event) {
  const node = nodeAt(event);
  byId('fabric').style.cursor = node < 0 ? 'default' : 'pointer';
  if (node < 0) {
    hideNote();
    return;
  }
  const state = fabric.busy.has(node) ? 'busy' : 'free';
  const who = [fabric.exact.nodes.includes(node) && 'the exact choice',
    fabric.greedy.nodes.includes(node) && 'the greedy rule'].filter(Boolean);
  showNote(event.clientX, event.clientY, [`Node ${node}: ${state}`,
    `Pod ${Math.floor(node / 32)}, leaf switch ${Math.floor(node / 8)}.` +
    (who.length > 0 ? ` Taken by ${who.join(' and ')}.` : ''),
    `Click to make it ${state === 'busy' ? 'free' : 'busy'}.`]);
}

function takeNodes() {
  setWords(fabric.exact.nodes);
  if (kit.page_tree_allocate(fabric.tree) === 0) {
    fabric.exact.nodes.forEach((node) => fabric.busy.add(node));
  }
  fabric.edited = true;
  findBoth();
}

function walkNodes(event) {
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
}

function openTree() {
  byId('want').addEventListener('input', (event) =>
    (event.target.id === 'nodes' ? findBoth() : newFabric()));
  byId('want').addEventListener('submit', (event) => {
    event.preventDefault();
    takeNodes();
  });
  listen(byId('fabric'), { hover: tellNode, tap: (event) => {
    const node = nodeAt(event);
    if (node >= 0) toggle(node);
  } });
  byId('fabric').addEventListener('keydown', walkNodes);
  ['focus', 'blur'].forEach((what) => byId('fabric').addEventListener(what, drawFabric));
  byId('fabric-caption').append(saveButton('fat tree', drawFabric));
}

// ---- what a link keeps

// Which nodes are busy: a bit each, in hexadecimal digits of four nodes.
function saveTree() {
  if (!fabric.edited) return fabric.drawn ? { 'tree-seed': valueOf('tree-seed') } : {};
  return { nodes_busy: Array.from({ length: FABRIC.all / 4 }, (_, digit) =>
    [0, 1, 2, 3].reduce((sum, i) => sum + (fabric.busy.has(4 * digit + i) ? 1 << i : 0), 0)
      .toString(16)).join('') };
}

function loadTree(kept) {
  fabric.wanted = /^[0-9a-f]{32}$/.test(kept.nodes_busy || '') ? kept.nodes_busy : '';
  fabric.drawn = 'tree-seed' in kept || 'busy' in kept;
}

function showTree() {
  if (!fabric.wanted) {
    fabric.busy = new Set(openingBusy());
    fabric.edited = false;
    if (fabric.drawn) newFabric();
    else makeFabric();
    return;
  }
  const digits = [...fabric.wanted].map((digit) => parseInt(digit, 16));
  fabric.busy = new Set(Array.from({ length: FABRIC.all }, (_, node) => node)
    .filter((node) => digits[node >> 2] >> (node & 3) & 1));
  fabric.edited = true;
  fabric.wanted = '';
  makeFabric();
}
