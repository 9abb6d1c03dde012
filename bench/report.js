/* report.js: claims by verdict, pictures that enlarge, contents that follow the reader. */
/* SPDX-License-Identifier: MIT */
'use strict';

/* Buttons above each table of claims: all of them show the same verdicts, in all chapters. */
const CHOICES = ['all', 'holds', 'holds, partly within noise', 'holds in part', 'within noise',
    'does not hold'];
const claims = [...document.querySelectorAll('.claims tr[data-verdict]')];
const announced = document.createElement('p');
announced.className = 'unseen';
announced.setAttribute('role', 'status');
document.body.append(announced);
const matches = document.createElement('div');
matches.className = 'matches';
matches.tabIndex = 0;
matches.setAttribute('role', 'group');
matches.setAttribute('aria-label', 'The claims that are shown');

/* A heading among the rows is there as long as one of the rows below it is. */
function showGroups() {
    for (const group of document.querySelectorAll('.claims .group')) {
        let row = group.nextElementSibling;
        while (row && row.hidden && !row.classList.contains('group')) {
            row = row.nextElementSibling;
        }
        group.hidden = !row || row.classList.contains('group');
    }
}

function entry(row) {
    const words = row.querySelector('[data-head="claim"]').textContent;
    const link = document.createElement('a');
    const item = document.createElement('li');
    link.href = `#${row.id}`;
    link.textContent = row.querySelector('.label').textContent;
    item.append(link, ` ${words.length > 75 ? `${words.slice(0, 72)}...` : words}`);
    return item;
}

/* Below the first buttons: the claims that are shown, by chapter. */
function list(rows) {
    matches.replaceChildren();
    for (const section of new Set(rows.map((row) => row.closest('section')))) {
        const title = document.createElement('h4');
        const items = document.createElement('ul');
        title.textContent = section.querySelector('h2').textContent;
        items.append(...rows.filter((row) => section.contains(row)).map(entry));
        matches.append(title, items);
    }
}

function choose(choice) {
    for (const row of claims) {
        row.hidden = choice !== 'all' && row.dataset.verdict !== choice;
    }
    for (const one of document.querySelectorAll('.filter button')) {
        one.setAttribute('aria-pressed', String(one.value === choice));
        if (one.value === choice) {
            one.parentElement.lastChild.hidden = one.dataset.count !== '0';
        }
    }
    document.body.classList.toggle('filtered', choice !== 'all');
    const shown = claims.filter((row) => !row.hidden);
    showGroups();
    matches.hidden = choice === 'all';
    list(matches.hidden ? [] : shown);
    announced.textContent = `${shown.length} of ${claims.length} claims are shown`;
}

/* The button stays where it is, though the page above it grows or shrinks. */
function press(button) {
    const before = button.getBoundingClientRect().top;
    choose(button.value);
    scrollBy(0, button.getBoundingClientRect().top - before);
}

function addFilter(place, rows) {
    const group = document.createElement('div');
    group.className = 'filter';
    group.setAttribute('role', 'group');
    group.setAttribute('aria-label', 'Show claims by verdict, in all chapters');
    group.append('Show in all chapters: ');
    for (const choice of CHOICES) {
        const button = document.createElement('button');
        const count = rows.filter((row) => choice === 'all' || row.dataset.verdict === choice);
        button.value = choice;
        button.dataset.count = count.length;
        button.textContent = `${choice} ${count.length}`;
        button.setAttribute('aria-pressed', String(choice === 'all'));
        button.addEventListener('click', () => press(button));
        group.append(button);
    }
    const none = document.createElement('span');
    none.hidden = true;
    none.textContent = 'None in this chapter.';
    group.append(none);
    place.before(group);
}

addFilter(document.querySelector('.papers'), claims);
document.querySelector('.papers').before(matches);
for (const table of document.querySelectorAll('.claims')) {
    addFilter(table, claims.filter((row) => table.contains(row)));
}
matches.hidden = true;

/* A part of a bar goes to the claims, and leaves those of its verdict. */
for (const part of document.querySelectorAll('.bar > a')) {
    part.addEventListener('click', () => choose(part.dataset.choice));
}

/* A link to a claim that is hidden brings all back. */
document.addEventListener('click', (event) => {
    const hash = event.target.closest('a[href^="#"]')?.hash ?? '#';
    const row = document.getElementById(hash.slice(1))?.closest('tr[data-verdict]');
    if (row && row.hidden) {
        choose('all');
    }
});

/* The one copy of a picture moves into the dialog, and back when that closes. */
const viewer = document.getElementById('viewer');
const held = viewer.querySelector('.held');
const links = [...document.querySelectorAll('.enlarge')];
let shown = -1;

function putBack() {
    if (shown >= 0) {
        links[shown].append(held.firstElementChild);
        links[shown].focus();
        shown = -1;
    }
}

function show(at) {
    putBack();
    shown = (at + links.length) % links.length;
    held.append(links[shown].firstElementChild);
    const [title, which] = links[shown].nextElementSibling.cloneNode(true).childNodes;
    const unseen = document.createElement('span');     /* the picture itself shows its title */
    unseen.className = 'unseen';
    unseen.append(title);
    document.getElementById('viewer-name').replaceChildren(unseen, which.textContent);
    if (!viewer.open) {
        viewer.showModal();
    }
    held.scrollTo(0, 0);
}

function larger(whether) {
    viewer.classList.toggle('zoomed', whether);
    viewer.querySelector('[data-zoom]').setAttribute('aria-pressed', String(whether));
    held.scrollTo(0, 0);
}

links.forEach((link, at) => {
    link.addEventListener('click', (event) => {
        event.preventDefault();
        show(at);
    });
});
viewer.addEventListener('close', () => {
    putBack();
    larger(false);
});
viewer.addEventListener('click', (event) => {
    const step = Number(event.target.dataset.step);
    if ('zoom' in event.target.dataset) {
        larger(!viewer.classList.contains('zoomed'));
    } else if (event.target === viewer) {
        viewer.close();
    } else if (step) {
        show(shown + step);
    }
});
viewer.addEventListener('keydown', (event) => {
    const step = {ArrowLeft: -1, ArrowRight: 1}[event.key];
    const scrolls = event.target === held && held.scrollWidth > held.clientWidth;
    if (step && !scrolls) {
        event.preventDefault();
        show(shown + step);
    }
});

/* Contents: folded on narrow pages, and again after a choice. */
const nav = document.querySelector('nav details');
const narrow = matchMedia('(max-width: 62rem)');
function fold() {
    nav.open = !narrow.matches;
}
narrow.addEventListener('change', fold);
nav.addEventListener('click', (event) => {
    if (event.target.closest('a')) {
        fold();
    }
});
fold();

/* Contents that are longer than the window scroll to what is marked. */
function reveal(link) {
    const list = nav.parentElement;
    const at = link.getBoundingClientRect();
    const room = list.getBoundingClientRect();
    if (at.top < room.top || at.bottom > room.bottom) {
        list.scrollTop += at.top - room.top - room.height / 2;
    }
}

/* The chapter that is read: the last one whose heading is in the upper quarter, or above; at the
 * end of the page the last one. */
const places = [...nav.querySelectorAll('a')].map((link) =>
    ({link, heading: document.getElementById(link.hash.slice(1))}));
function mark() {
    const above = places.filter(({heading}) =>
        heading.getBoundingClientRect().top < innerHeight / 4);
    const end = scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
    const now = (end ? places : above).at(-1) ?? places[0];
    places.forEach(({link}) => link.removeAttribute('aria-current'));
    now.link.setAttribute('aria-current', 'true');
    reveal(now.link);
}
let waiting = false;
addEventListener('scroll', () => {
    if (!waiting) {
        waiting = true;
        requestAnimationFrame(() => {
            waiting = false;
            mark();
        });
    }
}, {passive: true});
mark();
