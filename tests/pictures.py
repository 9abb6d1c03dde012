#!/usr/bin/env python3
"""pictures.py: is a picture of examples/gantt.h one that can be read?

SPDX-License-Identifier: MIT

    tests/pictures.py PICTURE.svg [OWNERS]
    tests/pictures.py PICTURE.svg ACCOUNT=PERCENT...

Says what is wrong, and ends with 1 if there is anything: boxes that are empty, outside of the plan
or over each other; names outside of all boxes; texts over each other, over a sign of the legend, or
beyond the page; an axis of time without its unit; signs in the plan that no legend explains. With
OWNERS, which is for pictures of a part: more owners than that, or no panel that shows where the
part is. Strips of later tiers, bookings and what is down lie over boxes, and are not compared.

With accounts it is a picture of curves: what is wrong with its texts; a panel that lacks the curve or
the target of an account, or has either twice; a curve that leaves its panel, goes back in time or
ends at another percentage; a target that is not drawn where the legend says.
"""
import re
import sys
import xml.dom.minidom

# How wide a letter is for a size of 1: Helvetica and Arial have .5, DejaVu Sans .6. Names are
# mostly digits, which are wider.
LETTER, DIGIT = .55, .6
SIZES = {"title": 24, "subtitle": 13, "id": 11}
LEFT, RIGHT = 60.0, 936.01
SEEN = .4                               # how wide a box is drawn that would be less
UNITS = ("hour of the day", "time (ticks)")
THIN = re.compile(r"M([\d.]+) ([\d.]+)v([\d.]+)h([\d.]+)V([\d.]+)z")
wrong = []


def say(text):
    wrong.append(text)


class Box:
    def __init__(self, left, top, right, bottom, what):
        self.left, self.top, self.right, self.bottom, self.what = left, top, right, bottom, what

    def meets(self, other):
        return (self.left < other.right - SEEN - .02 and other.left < self.right - SEEN - .02 and
                self.top < other.bottom - .015 and other.top < self.bottom - .015)

    def holds(self, other):
        return (self.left <= other.left and other.right <= self.right and
                self.top <= other.top and other.bottom <= self.bottom)


def box_of(rect, what):
    x, y, width, height = (float(rect.getAttribute(n)) for n in ("x", "y", "width", "height"))
    if width <= 0 or height <= 0:
        say(f"an empty box: {what}")
    if x < LEFT or x + width > RIGHT:
        say(f"outside of the plan: {what}")
    return Box(x, y, x + width, y + height, what)


def thin_boxes(path):
    """Of an owner that is too thin for a pointer: one path for all of its boxes."""
    for x, y, height, width, _ in THIN.findall(path.getAttribute("d")):
        x, y = float(x), float(y)
        yield Box(x, y, x + float(width), y + float(height), "a thin owner")


def text_of(text):
    word = "".join(node.data if node.nodeType == node.TEXT_NODE else node.firstChild.data
                   for node in text.childNodes)
    x, y = float(text.getAttribute("x")), float(text.getAttribute("y"))
    kind = text.getAttribute("class").split(" ")[0]
    size = SIZES.get(kind, 12)
    length = len(word) * size * (DIGIT if kind == "id" else LETTER)
    if text.parentNode.getAttribute("transform"):       # upwards, about the middle of the line
        middle = y - size * .38
        return Box(x - size / 2, middle - length / 2, x + size / 2, middle + length / 2, word)
    left = x - length * {"number": 1, "id": .5, "hour": .5, "remark": .5}.get(kind, 0)
    return Box(left, y - size * .82, left + length, y + size * .18, word)


def compare(boxes, what):
    boxes = sorted(boxes, key=lambda box: box.left)
    for at, box in enumerate(boxes):
        for other in boxes[at + 1:]:
            if other.left >= box.right:
                break
            if box.meets(other):
                say(f"{what}: {box.what!r} and {other.what!r} overlap")


def look_at_words(page, names):
    """Texts, and the signs of the legend: they lie above the plan."""
    texts = [text_of(text) for text in page.getElementsByTagName("text")
             if not text.getAttribute("class").startswith("id")]
    width = float(page.getAttribute("width"))
    signs = [Box(x, float(rect.getAttribute("y")), x + float(rect.getAttribute("width")),
                 float(rect.getAttribute("y")) + 12, rect.getAttribute("class") or "a width")
             for rect in page.getElementsByTagName("rect")
             for x in [float(rect.getAttribute("x") or 0)] if rect.getAttribute("height") == "12"]
    for text in texts:
        if text.left < 0 or text.right > width:
            say(f"beyond the page: {text.what!r}")
    compare(texts + signs, "texts")
    compare(names, "names")
    if not any(text.what in UNITS for text in texts):
        say("the axis of time has no unit")
    signed = {rect.what for rect in signs}
    for rect in page.getElementsByTagName("rect"):
        kind = rect.getAttribute("class")
        if kind not in ("", "window") and kind not in signed:
            say(f"the legend does not explain {kind!r}")
            break


def look(path, most):
    page = xml.dom.minidom.parse(path).documentElement
    layers = [group for group in page.getElementsByTagName("g")
              if group.getAttribute("stroke-width")]
    plans = layers[::3]                 # three layers for a plan
    owners, thin, boxes, names = 0, 0, [], []
    for plan in plans:
        in_plan = []
        for owner in plan.getElementsByTagName("g"):
            title = owner.getElementsByTagName("title")[0].firstChild.data.split("\n")[0]
            in_plan += [box_of(rect, title) for rect in owner.getElementsByTagName("rect")
                        if not rect.getAttribute("class")]
            owners += 1
        for part in plan.getElementsByTagName("path"):
            in_plan += thin_boxes(part)
            thin += 1
        compare(in_plan, "boxes")
        boxes += in_plan
    names = [text_of(text) for text in page.getElementsByTagName("text")
             if text.getAttribute("class").startswith("id")]
    marks = [Box(float(rect.getAttribute("x")), float(rect.getAttribute("y")),
                 float(rect.getAttribute("x")) + float(rect.getAttribute("width")),
                 float(rect.getAttribute("y")) + float(rect.getAttribute("height")), "a mark")
             for plan in plans for rect in plan.getElementsByTagName("rect")
             if rect.getAttribute("class") in ("mark", "moved")]
    for name in names:
        if any(name.meets(mark) for mark in marks):
            say(f"the name {name.what!r} is over a mark")
    for text in page.getElementsByTagName("text"):
        if text.getAttribute("class") == "remark":
            for box in boxes:
                if box.meets(text_of(text)):
                    say(f"the remark is over {box.what!r}")
    for name in names:
        if not any(box.holds(name) for box in boxes):
            say(f"the name {name.what!r} is not inside of a box")
    if not boxes or not names:
        say("nothing is drawn")
    look_at_words(page, names)
    windows = [rect for rect in page.getElementsByTagName("rect")
               if rect.getAttribute("class") == "window"]
    if most is not None and owners > most:
        say(f"{owners} owners, more than {most}")
    if len(windows) != (most is not None):
        say("no panel shows where the part is" if most is not None else "a part of the whole")
    print(f"# {path}: {owners} owners and {thin} thin ones, {len(boxes)} boxes, {len(names)} names")


def panels_of(page):
    """Top and bottom of each white panel, and the percentage of its upper edge."""
    numbers = [text_of(text) for text in page.getElementsByTagName("text")
               if text.getAttribute("class") == "number"]
    for rect in page.getElementsByTagName("rect"):
        if rect.getAttribute("x") == "60":
            top = float(rect.getAttribute("y"))
            full = [float(text.what) for text in numbers if text.top < top < text.bottom]
            yield top, top + float(rect.getAttribute("height")), full[0]


def points_of(path):
    """The points of a curve, or the two ends of a level line."""
    points = [(float(x), float(y)) for x, y in
              re.findall(r"[ML]([\d.]+) ([\d.]+)", path.getAttribute("d"))]
    points += [(float(x), points[0][1]) for x in re.findall(r"H([\d.]+)", path.getAttribute("d"))]
    return points


def look_at_curve(lines, panel, account, ends):
    top, bottom, full = panel
    if len(lines) != 1:
        say(f"{len(lines)} curves of {account}, expected one in each panel")
        return
    times = [x for x, _ in lines[0]]
    if any(not top <= y <= bottom or not LEFT <= x < RIGHT for x, y in lines[0]):
        say(f"the curve of {account} leaves its panel")
    if times != sorted(times):
        say(f"the curve of {account} goes back in time")
    last = (bottom - lines[0][-1][1]) / (bottom - top) * full
    if abs(last - ends) > .3:
        say(f"the curve of {account} ends at {last:.1f} %, expected {ends}")


def look_at_target(lines, panel, account, target):
    top, bottom, full = panel
    at = [(bottom - line[0][1]) / (bottom - top) * full for line in lines]
    if len(at) != 1 or abs(at[0] - target) > .1:
        say(f"targets of {account}: {[round(one, 1) for one in at]}, expected {target}")


def look_at_accounts(path, ends):
    page = xml.dom.minidom.parse(path).documentElement
    paths = [one for one in page.getElementsByTagName("path")
             if one.getAttribute("class") in ("used", "target")]
    panels = list(panels_of(page))
    # What is above the first panel is the legend.
    signs = {points_of(one)[0][1]: [] for one in paths}
    for one in paths:
        signs[points_of(one)[0][1]].append(one)
    colours = {}
    for text in page.getElementsByTagName("text"):
        found = re.fullmatch(r"(.+): ([\d.]+) %", text_of(text).what)
        y = float(text.getAttribute("y")) - 4
        near = [one for one in signs.get(y, []) if points_of(one)[1][0] < text_of(text).left]
        if found and near:
            colours[found.group(1)] = near[-1].getAttribute("stroke"), float(found.group(2))
    if sorted(colours) != sorted(ends) or len({colour for colour, _ in colours.values()}) < len(ends):
        say(f"the legend has {sorted(colours.items())}, expected a colour each for {sorted(ends)}")
    for panel in panels:
        for account, (colour, target) in colours.items():
            inside = {kind: [points_of(one) for one in paths if one.getAttribute("class") == kind and
                             one.getAttribute("stroke") == colour and
                             panel[0] <= points_of(one)[0][1] <= panel[1]]
                      for kind in ("used", "target")}
            look_at_curve(inside["used"], panel, account, float(ends.get(account, 0)))
            look_at_target(inside["target"], panel, account, target)
    look_at_words(page, [])
    print(f"# {path}: {len(panels)} panels, {len(colours)} accounts")


if __name__ == "__main__":
    if "=" in sys.argv[-1]:
        look_at_accounts(sys.argv[1], dict(word.rsplit("=", 1) for word in sys.argv[2:]))
    else:
        look(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else None)
    for text in wrong[:20]:
        print(text)
    sys.exit(bool(wrong))
