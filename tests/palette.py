#!/usr/bin/env python3
"""palette.py: can the colours of the pictures be told apart, also by those who do not see red and green?

SPDX-License-Identifier: MIT

    tests/palette.py examples/gantt.h [OTHER ...]

Reads the two tones of the six classes of width, the inks of names and the colour of the mark from
gantt.h. Says what is wrong, and ends with 1 if there is anything:

- neighbouring classes, and the two tones of a class, closer than 10 by CIEDE2000; so also any two
  classes of the first tone, white paper, and the mark beside a class. In normal sight, and simulated
  for protanopia, deuteranopia and tritanopia.
- a name whose contrast on its class is below 4.5 to 1 (WCAG 2.1, 1.4.3, level AA).
- another file, such as the page's script, that has not the same colours in the same order.

Sources: IEC 61966-2-1 (sRGB, D65). G. M. Machado, M. M. Oliveira, L. A. F. Fernandes: A
Physiologically-based Model for Simulation of Color Vision Deficiency, IEEE TVCG 15(6), 2009, severity
1.0. G. Sharma, W. Wu, E. N. Dalal: The CIEDE2000 Color-Difference Formula, Color Research and
Application 30(1), 2005, with three of its pairs as a check of this file.
"""
import itertools
import math
import re
import sys

APART, CONTRAST = 10, 4.5
SIGHTS = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((.152286, 1.052583, -.204868), (.114503, .786281, .099216),
                   (-.003882, -.048116, 1.051998)),
    "deuteranopia": ((.367322, .860646, -.227968), (.280085, .672501, .047413),
                     (-.011820, .042940, .968881)),
    "tritanopia": ((1.255528, -.076749, -.178779), (-.078411, .930809, .147602),
                   (.004733, .691367, .303900))}
TO_XYZ = ((.4124564, .3575761, .1804375), (.2126729, .7151522, .0721750),
          (.0193339, .1191920, .9503041))
WHITE = (.95047, 1, 1.08883)
wrong = []


def times(matrix, vector):
    return [sum(a * b for a, b in zip(row, vector)) for row in matrix]


def linear(colour):
    parts = [int(colour[at:at + 2], 16) / 255 for at in (1, 3, 5)]
    return [part / 12.92 if part <= .04045 else ((part + .055) / 1.055) ** 2.4 for part in parts]


def lab(colour, sight):
    seen = [min(max(part, 0), 1) for part in times(SIGHTS[sight], linear(colour))]
    x, y, z = [part ** (1 / 3) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116
               for part in (a / b for a, b in zip(times(TO_XYZ, seen), WHITE))]
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def ciede2000(one, two):
    """Equations 2 to 22 of the paper, in their order."""
    mean = (math.hypot(*one[1:]) + math.hypot(*two[1:])) / 2
    g = .5 * (1 - math.sqrt(mean ** 7 / (mean ** 7 + 25 ** 7)))
    (l1, c1, h1), (l2, c2, h2) = [
        (l, math.hypot(a * (1 + g), b), math.degrees(math.atan2(b, a * (1 + g))) % 360)
        for l, a, b in (one, two)]
    turn = 0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    dl, dc, dh = l2 - l1, c2 - c1, 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    l, c = (l1 + l2) / 2, (c1 + c2) / 2
    h = h1 + h2 if c1 * c2 == 0 else (h1 + turn / 2) % 360
    t = 1 + sum(f * math.cos(math.radians(n * h + at)) for f, n, at in
                ((-.17, 1, -30), (.24, 2, 0), (.32, 3, 6), (-.20, 4, -63)))
    sl = 1 + .015 * (l - 50) ** 2 / math.sqrt(20 + (l - 50) ** 2)
    sc, sh = 1 + .045 * c, 1 + .015 * c * t
    rt = (-2 * math.sqrt(c ** 7 / (c ** 7 + 25 ** 7)) *
          math.sin(math.radians(60 * math.exp(-((h - 275) / 25) ** 2))))
    return math.sqrt((dl / sl) ** 2 + (dc / sc) ** 2 + (dh / sh) ** 2 + rt * dc / sc * dh / sh)


def apart(one, two):
    """How far apart two colours are in the sight that tells them apart worst, and which that is."""
    return min((ciede2000(lab(one, sight), lab(two, sight)), sight) for sight in SIGHTS)


def contrast(one, two):
    low, high = sorted(times(TO_XYZ, linear(colour))[1] for colour in (one, two))
    return (high + .05) / (low + .05)


def need(one, two, what):
    distance, sight = apart(one, two)
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
    least += [need(a, "#ffffff", f"{what} on paper") for a, what in zip(first, names)]
    least += [need(a, mark, f"the mark beside {what}") for a, what in zip(first, names)]
    read = [contrast(a, ink) for a, ink in zip(first, inks)]
    for what, ratio in zip(names, read):
        if ratio < CONTRAST:
            wrong.append(f"a name on {what}: contrast {ratio:.2f}, expected {CONTRAST}")
    return min(least), min(read)


def check_formulas():
    pairs = (((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
             ((50, 2.5, 0), (58, 24, 15), 19.4535),
             ((2.0776, .0795, -1.1350), (.9033, -.0636, -.5514), .9082))
    for one, two, distance in pairs:
        if abs(ciede2000(one, two) - distance) > .0001:
            wrong.append(f"CIEDE2000 of {one} and {two} is not {distance}")


def palette_of(text):
    """Two tones, the inks by class, and the mark, as gantt.h has them."""
    colours = re.search(r"colours\[2\]\[GANTT_CLASSES\] = \{(.*?)\};", text, re.S).group(1)
    colours = re.findall("#[0-9a-f]{6}", colours)
    dark_classes = int(re.search(r"class_number < (\d) \? \"id\"", text).group(1))
    dark = re.search(r"\.id\{[^}]*fill:(#[0-9a-f]{6})", text).group(1)
    mark = re.search(r"\.mark\{fill:(#[0-9a-f]{6})", text).group(1)
    return (colours[:6], colours[6:],
            [dark] * dark_classes + ["#ffffff"] * (6 - dark_classes), mark)


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        palette = palette_of(file.read())
    check_formulas()
    distance, ratio = look(*palette)
    for path in sys.argv[2:]:
        with open(path, encoding="utf-8") as file:
            found = re.findall("#[0-9a-f]{6}", file.read())
        for tone in palette[:2]:
            if not any(found[at:at + 6] == tone for at in range(len(found))):
                wrong.append(f"{path} has not the classes {' '.join(tone)}, in this order")
    print(f"# the closest two: {distance:.1f} apart; the name read worst: {ratio:.2f} to 1")
    for text in wrong:
        print(text)
    sys.exit(bool(wrong))
