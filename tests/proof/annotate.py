#!/usr/bin/env python3
# annotate.py: weaves the contracts of *.acsl into a copy of a header, for Frama-C.
# SPDX-License-Identifier: MIT
#
#   annotate.py HEADER WOVEN CONTRACTS.acsl...
#
# Writes WOVEN, the header with annotations, and beside each name of a CONTRACTS file, in the folder
# of WOVEN, the functions that have a contract there: NAME.functions, separated by commas. The code
# is not touched: a line is either of the header, or lies in a comment that was put in here, and
# without those the copy is the header, byte by byte (checked). An anchor must match exactly once.
#
# A CONTRACTS file has blocks; each is a line that says where, and the text that goes there:
#
#   @global FUNCTION           before the function, outside of it: predicates, lemmas
#   @contract FUNCTION         before the function: its contract
#   @before FUNCTION: LINE     inside, before the line of this text (without blanks around it)
#
# Lines that begin with '#' are comments.
import pathlib
import re
import sys

OPENING, CLOSING = "/*@", "*/"


def fail(words):
    sys.exit("annotate.py: " + words)


def read_blocks(path):
    """The blocks of a file: (directive, function, line or None, text), in order."""
    blocks = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if line.startswith("#"):
            continue
        where = re.fullmatch(r"@(global|contract|before) (\w+)(?:: (.+))?", line)
        if where:
            if (where[1] == "before") != (where[3] is not None):
                fail(f"{path}:{number}: only @before has a line: {line}")
            blocks.append((where[1], where[2], where[3], []))
        elif line.startswith("@"):
            fail(f"{path}:{number}: no such directive: {line}")
        elif blocks:
            blocks[-1][3].append(line)
        elif line.strip():
            fail(f"{path}:{number}: text before the first directive: {line}")
    return blocks


def find_function(lines, name):
    """The first and the last line of the definition of a function."""
    opens = re.compile(r"(?:SKED_APART_ )?(?:SKED_API|SKED_SHARED_|static)\b[^;]*\b" + name + r"\(")
    found = []
    for first, line in enumerate(lines):
        if not opens.match(line):
            continue
        head = first
        while not re.search(r"[{;]$", lines[head]):
            head += 1
        if lines[head].endswith("{"):
            found.append((first, lines.index("}", head)))
    if len(found) != 1:
        fail(f"the function {name} is defined {len(found)} times")
    return found[0]


def find_anchor(lines, block):
    """The line before which a block goes."""
    directive, function, text, _ = block
    first, last = find_function(lines, function)
    if directive != "before":
        return first
    found = [at for at in range(first, last + 1) if lines[at].strip() == text]
    if len(found) != 1:
        fail(f"{function}: the line '{text}' is there {len(found)} times")
    return found[0]


def comment(block):
    """The lines of a block as annotations: each assertion needs a comment of its own."""
    text = "\n".join(block[3]).strip("\n")
    if not text.strip() or CLOSING in text:
        fail(f"{block[1]}: an empty block, or one that ends a comment")
    lines = []
    for part in re.split(r"\n(?=assert )", text):
        lines += [OPENING] + part.split("\n") + [CLOSING]
    return lines


def weave(lines, blocks):
    """The lines of the header, with the blocks before their anchors, in order."""
    before = {}
    for block in blocks:
        before.setdefault(find_anchor(lines, block), []).extend(comment(block))
    woven = []
    for at, line in enumerate(lines):
        woven += before.get(at, []) + [line]
    return woven


def strip(lines):
    """The lines without what was woven in."""
    kept, inside = [], False
    for line in lines:
        if line == OPENING:
            inside = True
        if not inside:
            kept.append(line)
        if line == CLOSING:
            inside = False
    return kept


def main(header, woven, *contracts):
    text = pathlib.Path(header).read_text()
    lines = text.split("\n")
    if OPENING in lines or CLOSING in lines:
        fail(f"{header} has lines that look like annotations")
    blocks = []
    for path in map(pathlib.Path, contracts):
        own = read_blocks(path)
        names = [block[1] for block in own if block[0] == "contract"]
        if len(set(names)) != len(names):
            fail(f"{path}: a function has two contracts")
        functions = pathlib.Path(woven).with_name(path.stem + ".functions")
        functions.write_text(",".join(names) + "\n")
        blocks += own
    pathlib.Path(woven).write_text("\n".join(weave(lines, blocks)))
    if "\n".join(strip(pathlib.Path(woven).read_text().split("\n"))) != text:
        fail(f"{woven} without annotations is not {header}")


if __name__ == "__main__":
    if len(sys.argv) < 4:
        fail("needs a header, the copy to write, and contracts")
    main(*sys.argv[1:])
