/* report.js: pictures enlarge in a dialog, and the contents follow the reader. */
/* SPDX-License-Identifier: MIT */
'use strict';

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
    document.getElementById('viewer-name').textContent =
        links[shown].nextElementSibling.textContent;
    if (!viewer.open) {
        viewer.showModal();
    }
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
    if (step) {
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

/* The chapter that is read: the last one whose heading is above the middle of the window. */
const places = [...nav.querySelectorAll('a')].map((link) =>
    ({link, heading: document.getElementById(link.hash.slice(1))}));
function mark() {
    const above = places.filter(({heading}) =>
        heading.getBoundingClientRect().top < innerHeight / 2);
    const now = above.length ? above[above.length - 1] : places[0];
    places.forEach(({link}) => link.removeAttribute('aria-current'));
    now.link.setAttribute('aria-current', 'true');
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
