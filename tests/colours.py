#!/usr/bin/env python3
"""colours.py: how far colours are apart, also for readers who lack one kind of cone.

SPDX-License-Identifier: MIT

    tests/colours.py [LEAST] COLOUR COLOUR...      such as: tests/colours.py 10 '#e69f00' '#0072b2'

Prints the two closest colours under each kind of sight, and ends with 1 if two are closer than
LEAST (default 10). Without colours, compares the formula with published values.

Distances are CIEDE2000 (G. Sharma, W. Wu, E. Dalal: The CIEDE2000 color-difference formula, Color
Research and Application 30(1), 2005). Sights are those of G. Machado, M. Oliveira, L. Fernandes: A
physiologically-based model for simulation of color vision deficiency, IEEE TVCG 15(6), 2009, at
severity 1.
"""
import itertools
import math
import sys

SIGHTS = {
    "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "deuteranopia": ((.367322, .860646, -.227968), (.280085, .672501, .047413),
                     (-.011820, .042940, .968881)),
    "protanopia": ((.152286, 1.052583, -.204868), (.114503, .786281, .099216),
                   (-.003882, -.048116, 1.051998)),
}
WHITE = (.95047, 1, 1.08883)            # D65, as sRGB has it
TO_XYZ = ((.4124564, .3575761, .1804375), (.2126729, .7151522, .0721750),
          (.0193339, .1191920, .9503041))

# Pairs of L, a, b and their distance, from table 1 of Sharma et al.
PUBLISHED = (
    ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
    ((50, -1.3802, -84.2814), (50, 0, -82.7485), 1.0000),
    ((50, 0, 0), (50, -1, 2), 2.3669),
    ((50, 2.49, -.001), (50, -2.49, .0009), 7.1792),
    ((50, 2.49, -.001), (50, -2.49, .0011), 7.2195),
    ((50, 2.5, 0), (50, 0, -2.5), 4.3065),
    ((50, 2.5, 0), (73, 25, -18), 27.1492),
    ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
    ((2.0776, .0795, -1.1350), (.9033, -.0636, -.5514), .9082),
)


def times(matrix, vector):
    return [sum(a * b for a, b in zip(row, vector)) for row in matrix]


def linear(colour):
    """The shares of light, from 0 to 1, of a colour such as #e69f00 or #ddd."""
    digits = colour.lstrip("#")
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    parts = [int(digits[at:at + 2], 16) / 255 for at in (0, 2, 4)]
    return [part / 12.92 if part <= .04045 else ((part + .055) / 1.055) ** 2.4 for part in parts]


def lab(colour, sight="all cones"):
    """L, a and b of a colour, as this sight sees it."""
    light = [min(max(part, 0), 1) for part in times(SIGHTS[sight], linear(colour))]
    x, y, z = (part / white for part, white in zip(times(TO_XYZ, light), WHITE))
    x, y, z = (part ** (1 / 3) if part > 216 / 24389 else (part * 24389 / 27 + 16) / 116
               for part in (x, y, z))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def hue(a, b):
    return math.degrees(math.atan2(b, a)) % 360 if a or b else 0


def mean_hue(one, other, grey):
    if grey:
        return one + other
    if abs(one - other) <= 180:
        return (one + other) / 2
    return (one + other + (360 if one + other < 360 else -360)) / 2


def difference(one, other):
    """CIEDE2000 between two colours given by L, a and b; the names are those of the paper."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    c7 = ((math.hypot(a1, b1) + math.hypot(a2, b2)) / 2) ** 7
    g = .5 * (1 - math.sqrt(c7 / (c7 + 25 ** 7)))
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2, h1, h2 = math.hypot(a1, b1), math.hypot(a2, b2), hue(a1, b1), hue(a2, b2)
    turn = 0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    dh = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    l, c, h = (l1 + l2) / 2, (c1 + c2) / 2, mean_hue(h1, h2, c1 * c2 == 0)
    t = (1 - .17 * math.cos(math.radians(h - 30)) + .24 * math.cos(math.radians(2 * h))
         + .32 * math.cos(math.radians(3 * h + 6)) - .20 * math.cos(math.radians(4 * h - 63)))
    sl = 1 + .015 * (l - 50) ** 2 / math.sqrt(20 + (l - 50) ** 2)
    sc, sh = 1 + .045 * c, 1 + .015 * c * t
    around = math.radians(60 * math.exp(-((h - 275) / 25) ** 2))
    rt = -2 * math.sqrt(c ** 7 / (c ** 7 + 25 ** 7)) * math.sin(around)
    dl, dc, dh = (l2 - l1) / sl, (c2 - c1) / sc, dh / sh
    return math.sqrt(dl * dl + dc * dc + dh * dh + rt * dc * dh)


def apart(one, other, sight="deuteranopia"):
    """How far two colours such as #e69f00 are apart for this sight."""
    return difference(lab(one, sight), lab(other, sight))


def closest(colours, sight="deuteranopia"):
    """The least distance between two different colours, and these two."""
    return min((apart(one, other, sight), one, other)
               for one, other in itertools.combinations(dict.fromkeys(colours), 2))


def compare_with_published():
    for one, other, published in PUBLISHED:
        for found in (difference(one, other), difference(other, one)):
            if abs(found - published) > 5e-5:
                print(f"{one} and {other}: {found:.4f}, published {published:.4f}")
                return 1
    print(f"{len(PUBLISHED)} published distances agree")
    return 0


def main(words):
    least = float(words.pop(0)) if words and not words[0].startswith("#") else 10
    if len(words) < 2:
        return compare_with_published()
    bad = 0
    for sight in SIGHTS:
        distance, one, other = closest(words, sight)
        bad |= distance < least
        print(f"{sight}: {one} and {other} are closest, {distance:.1f} apart"
              f"{f', less than {least:g}' if distance < least else ''}")
    return bad


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
