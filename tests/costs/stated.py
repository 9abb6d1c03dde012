"""stated.py: does every Cost of the headers have a row, and does every row quote its header?

SPDX-License-Identifier: MIT

    python3 tests/costs/stated.py TABLE HEADER...

TABLE holds the rows that the programs of this folder printed: function | stated | ...
"""
import re
import sys

COMMENT = re.compile(r"/\*.*?\*/", re.S)
FUNCTION = re.compile(r"^SKED_API\b[^;]*?\b(sked_\w+)\s*\(", re.S)


def interface(path):
    """The part of a header that its users read."""
    text = open(path, encoding="utf-8").read()
    return text[:text.index("stop reading here")]


def plain(comment):
    """A comment as one line, without its stars."""
    lines = (re.sub(r"^\s*\*(?!/) ?", "", line) for line in comment[2:-2].split("\n"))
    return " ".join(" ".join(lines).split())


def functions_after(text):
    """The functions that are declared from here on, until the next comment on a line of its own."""
    names = []
    for chunk in re.split(r"^\s*/\*", text, maxsplit=1, flags=re.M)[0].split(";"):
        found = FUNCTION.match(COMMENT.sub("", chunk).strip())
        if found:
            names.append(found.group(1))
    return names


def costs(path):
    """Each comment with a Cost: its line, its cost, and its functions. A Cost without a function
    is that of the functions below it, until the next Cost or the next section."""
    text = interface(path)
    shared = None
    for comment in COMMENT.finditer(text):
        words = plain(comment.group())
        names = functions_after(text[comment.end():])
        line = text.count("\n", 0, comment.start()) + 1
        stated = re.search(r"\bCost (?!lines)(.*)", words)
        if stated and names:
            shared = None
            yield line, stated.group(1), names
        elif stated:
            shared = stated.group(1)
        elif "---- >>" in words:
            shared = None
        elif shared and names:
            yield line, shared, names


def main(table, headers):
    rows = [line.split(" | ") for line in open(table, encoding="utf-8")
            if " | " in line and not line.startswith("#")]
    faults, known = [], {}
    for header in headers:
        for line, cost, names in costs(header):
            known.update({name: (f"{header}:{line}", cost) for name in names})
            if not any(row[0] in names for row in rows):
                faults.append(f"{header}:{line}: {names[0]} costs {cost[:40]}...: expected a row")
    for row in rows:
        if row[0] not in known:
            faults.append(f"{table}: {row[0]}: expected a function whose comment has a Cost")
        elif row[1] not in known[row[0]][1]:
            where, cost = known[row[0]]
            faults.append(f"{where}: {row[0]}: its comment does not say: {row[1]}; it says: {cost}")
    print("\n".join(dict.fromkeys(faults)))
    print(f"# {len(known)} functions with a Cost, {len(rows)} rows")
    return 1 if faults or not rows or not known else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
