#!/usr/bin/env python3
"""json_lines.py: is examples/batsim/json_read.h of one mind with Python's json and decimal?

SPDX-License-Identifier: MIT

    python3 tests/programs/json_lines.py PROGRAM FILE...

PROGRAM is tests/programs/json_lines.c. The lines of the files are tried as they are, and changed in
many ways, and so are numbers. Prints the lines on which the two differ; status 0 iff none."""

import decimal
import json
import random
import subprocess
import sys

CHANGES, NUMBERS, MOST = 6000, 4000, 2 ** 63 - 1
BITS = ['{', '}', '[', ']', ',', ':', '"', '\\', '0', '-', '.', 'e', 'true', 'null', 'fals', ' ',
        '\t', '\r', '\\u00', '\\u00e9', '\\n', '{}', '[]', '1e5', '-0', '\x01', '\x0b', 'é', '00',
        '"a":1', '""']
decimal.getcontext().prec = 200


def refuse(text):
    raise ValueError(text)


def depth(value):
    """Levels of arrays and objects."""
    levels, here = 0, [value]
    while here:
        here = [entry for some in here if isinstance(some, (list, dict))
                for entry in [None, *(some.values() if isinstance(some, dict) else some)]]
        levels += bool(here)
    return levels


def thousandths(number):
    """The three roundings, as the program prints them."""
    exact = number.scaleb(3)
    for rounding in None, decimal.ROUND_HALF_UP, decimal.ROUND_CEILING:
        whole = exact.quantize(decimal.Decimal(1), rounding or decimal.ROUND_DOWN)
        yield '-' if exact < 0 or whole > MOST or (rounding is None and whole != exact) else str(
            int(whole))


def answer(line):
    try:
        value = json.loads(line, parse_float=decimal.Decimal, parse_int=decimal.Decimal,
                           parse_constant=refuse)
    except (ValueError, RecursionError):
        return 'no'
    if depth(value) > 64:
        return 'no'
    if isinstance(value, decimal.Decimal):
        return ' '.join(['yes', *thousandths(value)])
    return 'yes'


def changed(line, draw):
    for _ in range(draw.randint(1, 3)):
        at, end = sorted(draw.randint(0, len(line)) for _ in range(2))
        end = min(end, at + draw.choice((0, 0, 1, 1, 2, 8)))
        line = line[:at] + draw.choice(('', *BITS)) + line[end:]
    return line


def number(draw):
    text = draw.choice(('', '', '', '-')) + draw.choice(
        ('0', str(draw.randint(0, 99)), str(draw.randint(0, 10 ** draw.randint(1, 22)))))
    if draw.random() < 0.7:
        text += '.' + ''.join(draw.choice('0004599') for _ in range(draw.randint(1, 12)))
    if draw.random() < 0.3:
        text += draw.choice('eE') + draw.choice(('', '+', '-')) + str(draw.randint(0, 30))
    return text


def main():
    draw = random.Random(1)
    lines = [line for name in sys.argv[2:] for line in open(name, encoding='utf-8').read().split(
        '\n')]
    lines += ['[' * n + ']' * n for n in (63, 64, 65, 66)] + ['', '""', '9223372036854775.807',
                                                            '9223372036854775.8075']
    lines += [changed(draw.choice(lines), draw) for _ in range(CHANGES)]
    lines += [number(draw) for _ in range(NUMBERS)]
    lines = [line.replace('\n', ' ') for line in lines]
    told = subprocess.run([sys.argv[1]], input='\n'.join(lines) + '\n', encoding='utf-8',
                          stdout=subprocess.PIPE, check=True).stdout.splitlines()
    wrong = [(line, said) for line, said in zip(lines, told) if said != answer(line)]
    for line, said in wrong[:10]:
        print(f'{line[:200]!r}: {said}, expected {answer(line)}')
    valid = sum(said != 'no' for said in told)
    return len(told) != len(lines) or bool(wrong) or min(valid, len(told) - valid) < 1000


sys.exit(main())
