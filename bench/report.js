/* report.js: claims by verdict, pictures that enlarge, contents that follow the reader. */
/* SPDX-License-Identifier: MIT */
'use strict';

/* Buttons above each table of claims: all of them show the same verdicts, in all chapters. */
const claims = [...document.querySelectorAll('.claims tbody tr')];
const announced = document.createElement('p');
announced.className = 'unseen';
announced.setAttribute('role', 'status');
document.body.append(announced);

function choose(button, choice) {
    const before = button.getBoundingClientRect().top;
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
    const shown = claims.filter((row) => !row.hidden).length;
    announced.textContent = `${shown} of ${claims.length} claims are shown`;
    scrollBy(0, button.getBoundingClientRect().top - before);
}

function addFilter(place, rows) {
    const group = document.createElement('div');
    group.className = 'filter';
    group.setAttribute('role', 'group');
    group.setAttribute('aria-label', 'Show claims by verdict, in all chapters');
    group.append('Show in all chapters: ');
    for (const choice of ['all', 'holds', 'holds in part', 'within noise', 'does not hold']) {
        const button = document.createElement('button');
        const count = rows.filter((row) => choice === 'all' || row.dataset.verdict === choice);
        button.value = choice;
        button.dataset.count = count.length;
        button.textContent = `${choice} ${count.length}`;
        button.setAttribute('aria-pressed', String(choice === 'all'));
        button.addEventListener('click', () => choose(button, choice));
        group.append(button);
    }
    const none = document.createElement('span');
    none.hidden = true;
    none.textContent = 'None in this chapter.';
    group.append(none);
    place.before(group);
}

addFilter(document.querySelector('.papers'), claims);
for (const table of document.querySelectorAll('.claims')) {
    addFilter(table, [...table.tBodies[0].rows]);
}

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
    const caption = links[shown].nextElementSibling.cloneNode(true);
    document.getElementById('viewer-name').replaceChildren(...caption.childNodes);
    if (!viewer.open) {
        viewer.showModal();
    }
    held.scrollTo(0, 0);
}

links.forEach((link, at) => {
    link.addEventListener('click', (event) => {
        event.preventDefault();
        show(at);
    });
});
viewer.addEventListener('close', putBack);
viewer.addEventListener('click', (event) => {
    const step = Number(event.target.dataset.step);
    if (event.target === viewer) {
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
