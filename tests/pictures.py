#!/usr/bin/env python3
"""pictures.py: is a picture of examples/gantt.h one that can be read?

SPDX-License-Identifier: MIT

    tests/pictures.py PICTURE.svg [OWNERS]

Says what is wrong, and ends with 1 if there is anything: boxes that are empty, outside of the plan or
over each other; names that are outside of all boxes, or over each other. With OWNERS, which is for
pictures of a part: more owners than that, or no panel that tells where the part is. Strips of later
tiers, bookings and what is down lie over boxes, and are not compared.
"""
import sys
import xml.dom.minidom

LETTER, LINE = 6.6, 11                  # of a name, in pixels: DejaVu Sans at 11 pixels
LEFT, RIGHT = 74.0, 1176.01
SEEN = .4                               # how wide a box is drawn that would be less
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


def name_of(text):
    word = text.firstChild.data
    x, y = float(text.getAttribute("x")), float(text.getAttribute("y"))
    half = len(word) * LETTER / 2
    if text.parentNode.getAttribute("transform"):       # upwards, about the middle of the line
        middle = y - 4.2
        return Box(x - LINE / 2, middle - half, x + LINE / 2, middle + half, word)
    return Box(x - half, y - LINE + 2, x + half, y + 2, word)


def compare(boxes, what):
    boxes = sorted(boxes, key=lambda box: box.left)
    for at, box in enumerate(boxes):
        for other in boxes[at + 1:]:
            if other.left >= box.right:
                break
            if box.meets(other):
                say(f"{what}: {box.what!r} and {other.what!r} overlap")


def look(path, most):
    page = xml.dom.minidom.parse(path).documentElement
    layers = [group for group in page.getElementsByTagName("g") if group.getAttribute("stroke-width")]
    owners = layers[0].getElementsByTagName("g")
    boxes = []
    for owner in owners:
        title = owner.getElementsByTagName("title")[0].firstChild.data.split("\n")[0]
        boxes += [box_of(rect, title) for rect in owner.getElementsByTagName("rect")
                  if not rect.getAttribute("class")]
    names = [name_of(text) for text in page.getElementsByTagName("text")
             if text.getAttribute("class").startswith("id")]
    compare(boxes, "boxes")
    compare(names, "names")
    for name in names:
        if not any(box.holds(name) for box in boxes):
            say(f"the name {name.what!r} is not inside of a box")
    if not boxes or not names:
        say("nothing is drawn")
    windows = [rect for rect in page.getElementsByTagName("rect")
               if rect.getAttribute("class") == "window"]
    if most is not None and len(owners) > most:
        say(f"{len(owners)} owners, more than {most}")
    if len(windows) != (most is not None):
        say("no panel tells where the part is" if most is not None else "a part of the whole")
    print(f"# {path}: {len(owners)} owners, {len(boxes)} boxes, {len(names)} names")


if __name__ == "__main__":
    look(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else None)
    for text in wrong[:20]:
        print(text)
    sys.exit(bool(wrong))
