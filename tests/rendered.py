#!/usr/bin/python3
"""rendered.py: can every text of these pictures be read, once a browser has drawn them?

SPDX-License-Identifier: MIT

    /usr/bin/python3 tests/rendered.py PICTURE.svg...

Says what is wrong, a line each, and ends with 1 if there is anything: texts over each other (an
axis title under a legend, say), outside of the picture, or under what was drawn later. In figures by
gnuplot also: texts that a curve or a point runs through, and colours of curves that are closer than
10 by CIEDE2000 under deuteranopia. One headless Chromium measures all of them, rotations included.
"""
import pathlib
import sys

from selenium import webdriver

import colours

LEAST = 10
NEUTRAL = {"#ffffff", "#444444", "#dddddd"}    # paper, axes, grid

# What is drawn, in the units of the picture; a box has four corners. The box of a text is a line of
# its font in figures, where texts need room around them. In a plan names may be as close as rows:
# there it is that of the letters, above and below which a font leaves a tenth of its size free.
MEASURE = """
document.body.innerHTML = arguments[0];
const svg = document.querySelector('svg'), back = svg.getScreenCTM().inverse();
const order = new Map([...svg.querySelectorAll('*')].map((one, at) => [one, at]));
const box = (one, margin) => {
    const b = one.getBBox(), m = back.multiply(one.getScreenCTM());
    return [[b.x, b.y + margin], [b.x + b.width, b.y + margin], [b.x + b.width,
        b.y + b.height - margin], [b.x, b.y + b.height - margin]].map(([x, y]) =>
        [m.a * x + m.c * y + m.e, m.b * x + m.d * y + m.f]);
};
const shown = (one) => !one.closest('defs') && getComputedStyle(one).visibility !== 'hidden';
const figure = !!svg.querySelector('#gnuplot_canvas'), free = figure ? 0 : .12;
const texts = [...svg.querySelectorAll('text')].filter((one) => shown(one) &&
    one.textContent.trim() && one.getBBox().width > 0).map((one) => ({what: one.textContent.trim(),
    at: order.get(one), box: box(one, parseFloat(getComputedStyle(one).fontSize) * free)}));
const over = [], lines = [], points = [], paints = {};
const hex = (paint) => !paint.startsWith('rgb') ? null : '#' + paint.match(/[0-9.]+/g).slice(0, 3)
    .map((part) => Math.round(part).toString(16).padStart(2, '0')).join('');
for (const one of svg.querySelectorAll('path, polygon, polyline, line, rect, circle, use')) {
    if (!shown(one)) { continue; }
    const style = getComputedStyle(one), filled = hex(style.fill) &&
        style.fillOpacity * style.opacity > .6;
    const stroke = hex(style.stroke);
    const own = one.localName === 'use' ? hex(style.color) : stroke;
    if (filled && one.localName !== 'use') {
        over.push({at: order.get(one), box: box(one, 0)});
        paints[hex(style.fill)] = 1;
    }
    if (own) { paints[own] = 1; }
    if (one.localName === 'use') { points.push({box: box(one, 0), paint: own}); }
    if (stroke && one.localName === 'path') {
        const m = back.multiply(one.getScreenCTM());
        let before = null;
        for (const [, kind, x, y] of one.getAttribute('d').matchAll(
            /([MLZz]?)\\s*(-?[0-9.]+)[ ,](-?[0-9.]+)/g)) {
            const now = [m.a * x + m.c * y + m.e, m.b * x + m.d * y + m.f];
            if (kind !== 'M' && before) { lines.push([before, now, stroke]); }
            before = now;
        }
    }
}
const view = svg.viewBox.baseVal;
return {texts, over, lines, points, figure, paints: Object.keys(paints),
    view: [view.x, view.y, view.x + view.width, view.y + view.height]};
"""


def browser():
    options = webdriver.ChromeOptions()
    options.binary_location = "/usr/bin/chromium"
    for word in ("--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1400,1200"):
        options.add_argument(word)
    service = webdriver.ChromeService("/usr/bin/chromedriver") \
        if hasattr(webdriver, "ChromeService") else \
        webdriver.chrome.service.Service("/usr/bin/chromedriver")
    return webdriver.Chrome(options=options, service=service)


def span(box, axis):
    along = [x * axis[0] + y * axis[1] for x, y in box]
    return min(along), max(along)


def meet(one, other, slack=.5):
    """Do two convex boxes overlap? If not, an edge of one of them has both on its two sides."""
    for box in (one, other):
        for (x0, y0), (x1, y1) in ((box[0], box[1]), (box[1], box[2])):
            length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** .5
            if length == 0:
                continue
            axis = ((y0 - y1) / length, (x1 - x0) / length)
            (low, high), (from_, to) = span(one, axis), span(other, axis)
            if high <= from_ + slack or to <= low + slack:
                return False
    return True


def around(box):
    return (min(x for x, _ in box), min(y for _, y in box),
            max(x for x, _ in box), max(y for _, y in box))


def near(one, other):
    (a, b, c, d), (e, f, g, h) = around(one), around(other)
    return a < g and e < c and b < h and f < d


def of_texts(drawn):
    """Texts over each other, outside, and covered."""
    left, top, right, bottom = drawn["view"]
    texts = sorted(drawn["texts"], key=lambda text: around(text["box"])[0])
    for at, text in enumerate(texts):
        a, b, c, d = around(text["box"])
        if a < left or b < top or c > right or d > bottom:
            yield f"{text['what']!r} is outside of the picture"
        for other in texts[at + 1:]:
            if around(other["box"])[0] >= c:
                break
            if near(text["box"], other["box"]) and meet(text["box"], other["box"]):
                yield f"{text['what']!r} and {other['what']!r} overlap"
        if any(one["at"] > text["at"] and near(text["box"], one["box"])
               and meet(text["box"], one["box"], 1) for one in drawn["over"]):
            yield f"{text['what']!r} is under what was drawn later"


def of_figures(drawn):
    """Texts that something runs through, and colours that some readers cannot tell apart."""
    for text in drawn["texts"]:
        for start, end, paint in drawn["lines"]:
            if paint != "#dddddd" and near(text["box"], [start, end, start, end]) and \
                    meet(text["box"], [start, end, end, start], 1):
                yield f"a line of {paint} runs through {text['what']!r}"
                break
        if any(near(text["box"], point["box"]) and meet(text["box"], point["box"], 1)
               for point in drawn["points"]):
            yield f"a point is over {text['what']!r}"
    paints = set(drawn["paints"]) - NEUTRAL
    if len(paints) > 1:
        distance, one, other = colours.closest(sorted(paints))
        if distance < LEAST:
            yield (f"{one} and {other} are {distance:.1f} apart under deuteranopia, less than "
                   f"{LEAST}")


def main(paths):
    player, wrong, count = browser(), 0, 0
    try:
        for path in paths:
            picture = pathlib.Path(path).read_text()
            drawn = player.execute_script(MEASURE, picture[picture.index("<svg"):])
            count += len(drawn["texts"])
            found = list(of_texts(drawn)) + (list(of_figures(drawn)) if drawn["figure"] else [])
            if not drawn["texts"]:
                found.append("no text is drawn")
            for text in found[:20]:
                print(f"{path}: {text}")
            wrong += len(found)
    finally:
        player.quit()
    print(f"# {len(paths)} pictures, {count} texts")
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
