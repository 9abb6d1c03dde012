#!/usr/bin/env python3
"""palette.py: can the colours of the pictures be told apart, also by those who see no red or green?

SPDX-License-Identifier: MIT

    tests/palette.py examples/gantt.h [OTHER ...]

Reads the two tones of the six classes of width, the inks of names and the colour of the mark from
gantt.h. Says what is wrong, and ends with 1 if there is anything:

- neighbouring classes, or the two tones of a class, closer than 10 by CIEDE2000, for any of the
  kinds of sight of tests/colours.py; so also any two classes of the first tone, a class on white
  paper, and the mark beside a class.
- a name whose contrast on its class is below 4.5 to 1 (WCAG 2.1, 1.4.3, level AA).
- another file, such as the page's script, that lacks these colours in this order.
"""
import itertools
import re
import sys

import colours

APART, CONTRAST = 10, 4.5
PAPER = "#ffffff"
wrong = []


def contrast(one, two):
    low, high = sorted(colours.times(colours.TO_XYZ, colours.linear(colour))[1]
                       for colour in (one, two))
    return (high + .05) / (low + .05)


def need(one, two, what):
    distance, sight = min((colours.apart(one, two, sight), sight) for sight in colours.SIGHTS)
    if distance < APART:
        wrong.append(f"{what}: {one} and {two} are {distance:.1f} apart, {sight}; expected {APART}")
    return distance


def look(first, second, inks, mark):
    """Judges the palette; returns the least distance and the least contrast."""
    names = [f"class {at + 1}" for at in range(len(first))]
    least = [need(first[a], first[b], f"{names[a]} beside {names[b]}")
             for a, b in itertools.combinations(range(len(first)), 2)]
    least += [need(second[at], second[at + 1], f"second tones of {names[at]} and {names[at + 1]}")
              for at in range(len(second) - 1)]
    least += [need(a, b, f"the two tones of {what}") for a, b, what in zip(first, second, names)]
    least += [need(a, PAPER, f"{what} on paper") for a, what in zip(first, names)]
    least += [need(a, mark, f"the mark beside {what}") for a, what in zip(first, names)]
    read = [contrast(a, ink) for a, ink in zip(first, inks)]
    for what, ratio in zip(names, read):
        if ratio < CONTRAST:
            wrong.append(f"a name on {what}: contrast {ratio:.2f}, expected {CONTRAST}")
    return min(least), min(read)


def palette_of(text):
    """Two tones, the inks by class, and the mark, as gantt.h has them."""
    table = re.search(r"colours\[2\]\[GANTT_CLASSES\] = \{(.*?)\};", text, re.S).group(1)
    table = re.findall("#[0-9a-f]{6}", table)
    dark_classes = int(re.search(r"class_number < (\d) \? \"id\"", text).group(1))
    dark = re.search(r"\.id\{[^}]*fill:(#[0-9a-f]{6})", text).group(1)
    mark = re.search(r"\.mark\{fill:(#[0-9a-f]{6})", text).group(1)
    return (table[:6], table[6:],
            [dark] * dark_classes + [PAPER] * (6 - dark_classes), mark)


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        palette = palette_of(file.read())
    distance, ratio = look(*palette)
    for path in sys.argv[2:]:
        with open(path, encoding="utf-8") as file:
            found = re.findall("#[0-9a-f]{6}", file.read())
        for tone in palette[:2]:
            if not any(found[at:at + 6] == tone for at in range(len(found))):
                wrong.append(f"{path} lacks the classes {' '.join(tone)} in this order")
    print(f"# the closest two: {distance:.1f} apart; the name read worst: {ratio:.2f} to 1")
    for text in wrong:
        print(text)
    sys.exit(bool(wrong))
