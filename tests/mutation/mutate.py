#!/usr/bin/env python3
"""mutate.py: changes a header in one place after the other; the quick tests must notice.

SPDX-License-Identifier: MIT

    tests/mutation/mutate.py [--header sched_ar.h]... [--sample K/N] [--only ID]... [--again]
                             [--list] [--prove] [--own] [--floor 90] [--together]
                             [--tests FOLDER] [--survivors FILE] [--out FOLDER] [--verbose]

One change is a mutant: < for <=, && for ||, 0 for 1, a break left out (see SWAPS and
changes_at). A mutant is killed by the tests if a check fails, if the program dies, or if it takes
far longer than it should. It is named by its function and the changed text, so that the name
outlives moves of the line:

    sched_ar.h sked_ar_cut_ "a < b" -> "a <= b" #2      the second of this kind in the function

survivors.txt lists those that no test can kill, with the reason. The rest make the rate. Results go
to OUT/HEADER.csv, one line a mutant.

Each function is compiled once for each of its mutants, all in one program; see driver.h. ID is a
name or a number of --list, or a name with *. --sample takes about one of N, by a checksum of the
name: the same ones as long as they have their names. --prove finds survivors of which gcc -O2 makes
the very code of the original: they are equivalent. --own leaves out the tests that are meant for
other headers. The floor is that of each header; with --together, of all. --again
takes those that were not killed when the table in OUT was written, and renews the table.
"""
import argparse
import csv
import fnmatch
import os
import re
import resource
import subprocess
import sys
import zlib

HEADERS = ["sched.h", "sched_ar.h", "sched_fattree.h", "sched_moldable.h", "sched_share.h"]
OWN_TESTS = {                           # first those that are meant for a header
    "sched.h": "core map_pins queue_pins site_pins map pjs experience queue queue_orders reserve "
               "ask change bars queue_owner queue_share kinds kinds_deep kinds_kept kinds_caps tiers site "
               "site_events site_replan site_save tiers_validate conflicts texts refusals zero",
    "sched_ar.h": "ar ar_book ar_pins refusals zero",
    "sched_fattree.h": "fattree_units fattree fattree_find fattree_table fattree_rules fattree_pins refusals zero",
    "sched_moldable.h": "moldable_inside moldable moldable_pins moldable_plan moldable_bound refusals zero",
    "sched_share.h": "share share_save preempt share_pins refusals zero",
}
SWAPS = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&",
    "+": "-", "-": "+", "<<": ">>", ">>": "<<", "++": "--", "--": "++",
    "|=": "&=", "&=": "|=", "-=": "+=", "+=": "-=",
}
NUMBERS = {"0": "1", "1": "2", "31": "32", "32": "31", "63": "64", "64": "63"}
TOKEN = re.compile(r"""
    (?P<word>[A-Za-z_]\w*) | (?P<number>[0-9]\w*) | (?P<text>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')
    | (?P<sign><<=|>>=|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|[^\s\w])
    """, re.VERBOSE)
HEAD = re.compile(r"^(?P<kind>(?:SKED_API|SKED_SHARED_|static(?: inline)?) )(?P<type>[^;{}()=]*?)"
                  r"\b(?P<name>\w+)\((?P<parameters>[^;{}]*?)\)\s*\{\n", re.MULTILINE)


def blanked(text):
    """The text with comments and preprocessor lines blanked out, at the same places."""
    def blank(match):
        return re.sub(r"[^\n]", " ", match.group())
    text = re.sub(r"/\*.*?\*/", blank, text, flags=re.DOTALL)
    return re.sub(r"^[ ]*#(?:[^\n]*\\\n)*[^\n]*", blank, text, flags=re.MULTILINE)


class Token:
    def __init__(self, match, offset):
        self.text = match.group()
        self.kind = match.lastgroup
        self.start = match.start() + offset
        self.end = match.end() + offset


class Function:
    def __init__(self, source, head, end):
        self.source = source
        self.head = head
        self.name = head.group("name")
        self.start = head.start()
        self.body = head.end()
        self.end = end
        self.mutants = []

    def tokens(self, code):
        return [Token(m, self.body) for m in TOKEN.finditer(code[self.body:self.end])]


class Mutant:
    """Puts `text` in place of source[start:end]; `shown` is the pair of texts of its name."""
    def __init__(self, function, start, end, text, shown):
        self.function = function
        self.start, self.end, self.text = start, end, text
        self.shown = shown
        self.verdict, self.test = "", ""

    def mutated(self):
        source, function = self.function.source, self.function
        return source[function.body:self.start] + self.text + source[self.end:function.end]


# ---- finding mutants -----------------------------------------------------------------------------

def functions_of(source, code):
    found = []
    for head in HEAD.finditer(code):
        found.append(Function(source, head, code.index("\n}\n", head.end() - 1) + 3))
    return found


def partner(tokens, at, step):
    """The bracket that belongs to the one at this place."""
    pairs = {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}
    depth = 0
    while 0 <= at < len(tokens):
        if tokens[at].kind == "sign":
            depth += pairs.get(tokens[at].text, 0) * step
        if depth == 0:
            break
        at += step
    return min(max(at, 0), len(tokens) - 1)


def left_of(tokens, at):
    """The first token of the operand that ends before this place."""
    at -= 1
    while at > 0:
        if tokens[at].text in (")", "]"):
            at = partner(tokens, at, -1)
        before = tokens[at - 1]
        if tokens[at].text in "([" and (before.kind == "word" or before.text in (")", "]")):
            at -= 1
        elif before.text in (".", "->"):
            at -= 2
        else:
            break
    return max(at, 0)


def right_of(tokens, at):
    """The last token of the operand that begins after this place."""
    at += 1
    while at < len(tokens) - 1 and tokens[at].text in ("!", "-", "~", "*", "&", "++", "--"):
        at += 1
    while at < len(tokens) - 1:
        if tokens[at].text in ("(", "["):
            at = partner(tokens, at, 1)
        after = tokens[at + 1]
        if after.text in ("(", "["):
            at += 1
        elif after.text in (".", "->"):
            at += 2
        else:
            break
    return min(at, len(tokens) - 1)


def shortened(text):
    text = " ".join(text.split())
    return text if len(text) <= 40 else text[:18].rstrip() + ".." + text[-18:].lstrip()


def spoken(source, tokens, first, last, start, end, new):
    """Both texts of a mutant: the change between its operands."""
    before = shortened(source[tokens[first].start:start]) if tokens[first].start < start else ""
    after = shortened(source[end:tokens[last].end]) if tokens[last].end > end else ""
    gap = " " if source[start - 1].isspace() and before else ""
    behind = " " if source[end:end + 1].isspace() and after else ""
    old = " ".join(source[start:end].split())
    return tuple(" ".join((before + gap + text + behind + after).split()) for text in (old, new))


def skipped(tokens):
    """The places of assertions, local tables and local enums."""
    places = set()
    for at, token in enumerate(tokens):
        last = at
        if token.text == "SKED_ASSERT":
            last = partner(tokens, at + 1, 1)
        elif token.text in ("static", "enum"):
            while last < len(tokens) - 1 and tokens[last].text != ";":
                last = partner(tokens, last, 1) if tokens[last].text == "{" else last + 1
                last += tokens[last].text == "}"
        places.update(range(at, last + 1) if last > at else ())
    return places


def is_value(token):
    """Does an operand end here?"""
    words = ("return", "case", "sizeof", "else", "do", "in")
    return token.text in (")", "]") or token.kind == "number" or \
        (token.kind == "word" and token.text not in words)


def number_change(tokens, at):
    digits = re.match(r"^(\d+)([uUlL]*)$", tokens[at].text)
    if not digits:
        return None
    is_factor = tokens[at - 1].text in ("/", "*", "%", "*=", "/=") or tokens[at + 1].text == "*"
    is_truth = tokens[at - 1].text in ("return", "=") and tokens[at + 1].text == ";"
    new = NUMBERS.get(digits.group(1))
    if is_factor and digits.group(1) == "2":
        new = "3"
    if is_truth and digits.group(1) == "1":     # 2 would be as true
        new = "0"
    return new + digits.group(2) if new else None


def changes_at(source, tokens, at):
    """The changes at a token: (start, end, new text, first and last token of its name)."""
    token, before = tokens[at], tokens[at - 1] if at > 0 else tokens[at]
    left, right = left_of(tokens, at), right_of(tokens, at)
    if token.kind == "number":
        new = number_change(tokens, at)
        if new and before.text in ("(", "[") and tokens[at + 1].text in (")", "]"):
            yield token.start, token.end, new, max(at - 2, 0), at + 1
        elif new and before.kind == "sign" and before.text not in (";", "{", ","):
            yield token.start, token.end, new, left_of(tokens, at - 1), at
        elif new:
            yield token.start, token.end, new, at - 1, min(at + 2, len(tokens) - 1)
    elif token.text in ("+", "-") and not is_value(before):
        return
    elif token.text in ("++", "--"):
        first = left if is_value(before) else at
        yield token.start, token.end, SWAPS[token.text], first, at if first < at else right
    elif token.kind == "sign" and token.text in SWAPS:
        yield token.start, token.end, SWAPS[token.text], left, right
    elif token.text == "!":
        yield token.start, token.end, "", at, right
    elif token.text == "*" and is_value(before) and tokens[at + 1].text == "sizeof":
        yield token.start, token.end, "+", left, right
    elif token.text in ("break", "continue") and tokens[at + 1].text == ";":
        yield token.start, token.end, "", at, at + 1
    elif token.text == "SKED_OK" and before.text == "return":
        yield token.start, token.end, "SKED_E_SETTING", at - 1, at


def mutants_of(source):
    """The functions of a header, each with its mutants."""
    code = blanked(source)
    functions = functions_of(source, code)
    for function in functions:
        tokens = function.tokens(code)
        leave = skipped(tokens)
        for at in range(len(tokens)):
            if at in leave:
                continue
            for start, end, new, first, last in changes_at(source, tokens, at):
                shown = spoken(code, tokens, first, last, start, end, new)
                function.mutants.append(Mutant(function, start, end, new, shown))
    return functions


def name_all(header, functions):
    """Numbers and names all mutants of a header; returns them."""
    mutants = []
    for function in functions:
        seen = {}
        for mutant in function.mutants:
            name = '%s %s "%s" -> "%s"' % ((header, function.name) + mutant.shown)
            seen[name] = seen.get(name, 0) + 1
            mutant.name = name + (" #%d" % seen[name] if seen[name] > 1 else "")
            mutants.append(mutant)
            mutant.header, mutant.number = header, len(mutants)
            mutant.line = function.source.count("\n", 0, mutant.start) + 1
    return mutants


# ---- the program that holds them -----------------------------------------------------------------

def arguments_of(parameters):
    if parameters.strip() == "void":
        return ""
    return ", ".join(re.search(r"(\w+)\s*(?:\[[^]]*\]\s*)*$", p).group(1)
                     for p in parameters.split(","))


def copies_of(function, chosen):
    """Text of a function that has mutants: as it is, mutated, and the one that chooses."""
    head, source = function.head, function.source
    kind, parameters = head.group("type"), head.group("parameters")
    first, count = chosen[0].place, len(chosen)
    bodies = [source[function.body:function.end]] + [m.mutated() for m in chosen]
    text = []
    for place, body in enumerate(bodies):
        text.append("static %s%s_m%d_(%s) {\n%s" % (kind, function.name, place, parameters, body))
    names = ", ".join("%s_m%d_" % (function.name, place) for place in range(count + 1))
    text.append(source[head.start():head.end()])
    text.append("    static int seen;\n    static %s(*const copies[])(%s) = {%s};\n"
                "    if (!seen) {\n        seen = 1;\n        mutant_visit_(%du, %du);\n    }\n"
                % (kind, parameters, names, first, count))
    back = "" if kind.strip() == "void" else "return "
    text.append("    %scopies[mutant_ - %du < %du ? mutant_ - %du + 1 : 0](%s);\n}\n"
                % (back, first, count, first, arguments_of(parameters)))
    return "".join(text)


def write_header(path, source, functions, chosen):
    """Writes the header with all chosen mutants; returns (first line, mutant) of each copy."""
    text, at, lines, line = [], 0, [], 1
    for place, mutant in enumerate(chosen):
        mutant.place = place + 1
    for function in functions:
        own = [m for m in function.mutants if m.is_chosen]
        if not own:
            continue
        text.append(source[at:function.start])
        line += text[-1].count("\n")
        copies = copies_of(function, own)
        head = function.head.group("parameters").count("\n") + 1
        height = head + source.count("\n", function.body, function.end)
        for place, mutant in enumerate(own):
            lines.append((line + (place + 1) * height, height, mutant))
        text.append(copies)
        line += copies.count("\n")
        at = function.end
    text.append(source[at:])
    with open(path, "w") as file:
        file.write("".join(text))
    return lines


class Laboratory:
    """Builds and runs tests on a mutated header."""
    def __init__(self, options, header):
        self.options, self.header = options, header
        self.folder = os.path.join(options.out, header.replace(".h", ""))
        self.include = os.path.join(self.folder, "include")
        os.makedirs(self.include, exist_ok=True)

    def compile(self, test, out):
        folder = self.options.tests
        command = [self.options.cc, "-w", "-std=c99", "-D_DEFAULT_SOURCE", "-I" + self.include,
                   "-I" + folder, "-Ibench", "-Itests", "-include", "tests/mutation/driver.h",
                   os.path.join(folder, test + ".c"), "tests/mutation/driver.c", "-o", out, "-lm"]
        command[2:2] = self.options.flags.split()
        return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              universal_newlines=True)

    def tests(self):
        folder = self.options.tests
        own = OWN_TESTS.get(self.header, "").split()
        all_tests = sorted(n[:-2] for n in os.listdir(folder) if n.endswith(".c"))
        if self.options.own:
            return [t for t in own if t in all_tests]
        return [t for t in own if t in all_tests] + [
            t for t in all_tests if t not in own and self.header in self.included(t)]

    def included(self, test):
        """The headers that a test includes, directly or not; each includes sched.h."""
        with open(os.path.join(self.options.tests, test + ".c")) as file:
            return re.findall(r'#include "(sched\w*\.h)"', file.read()) + ["sched.h"]

    def prepare(self, source, functions, mutants):
        """Writes the header without what does not compile; returns the mutants that do."""
        for name in HEADERS:
            with open(name) as old, open(os.path.join(self.include, name), "w") as new:
                new.write(old.read())
        chosen = [m for m in mutants if m.is_chosen]
        while True:
            lines = write_header(os.path.join(self.include, self.header), source, functions, chosen)
            result = self.compile(self.tests()[0], os.path.join(self.folder, "first"))
            if result.returncode == 0:
                return chosen
            self.drop_bad(result.stdout, lines)
            chosen = [m for m in chosen if m.is_chosen]

    def drop_bad(self, messages, lines):
        pattern = re.escape(self.header) + r":(\d+):(?:\d+:)? error"
        bad = {int(n) for n in re.findall(pattern, messages)}
        any_bad = False
        for first, height, mutant in lines:
            if bad.intersection(range(first, first + height)):
                mutant.is_chosen, mutant.verdict, any_bad = False, "does not compile", True
        if not any_bad:
            sys.exit("mutate.py: the program does not compile:\n" + messages[:2000])

    def run(self, program, wanted, limit):
        """Runs a test; returns its seconds of processor time and the verdicts of its mutants."""
        results = os.path.join(self.folder, "results.txt")
        open(results, "w").close()
        with open(os.path.join(self.folder, "mutants.txt"), "w") as file:
            file.write(wanted)
        environment = dict(os.environ, RESULTS=results, LIMIT=str(limit),
                           MUTANTS=os.path.join(self.folder, "mutants.txt"))
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        result = subprocess.run([program], env=environment, stdout=subprocess.PIPE,
                                universal_newlines=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if result.returncode != 0:
            sys.exit("mutate.py: %s ends with %d without a mutant:\n%s"
                     % (program, result.returncode, result.stdout[-500:]))
        with open(results) as file:
            verdicts = [line.split() for line in file]
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, verdicts

    def try_all(self, source, functions, mutants):
        words = {"k": "killed", "t": "killed by timeout", "s": "killed by a trap", "l": "survived"}
        chosen = self.prepare(source, functions, mutants)
        for mutant in chosen:
            mutant.verdict = "not reached"
        for test in self.tests():
            program = os.path.join(self.folder, test)
            result = self.compile(test, program)
            if result.returncode != 0:
                sys.exit("mutate.py: %s does not compile:\n%s" % (test, result.stdout[:2000]))
            alone, _ = self.run(program, "", 0)
            wanted = "".join("01"[not m.verdict.startswith("killed")] for m in chosen)
            spent, verdicts = self.run(program, wanted, int(3000 * alone) + 300)
            for number, letter in verdicts:
                chosen[int(number) - 1].verdict = words[letter]
                chosen[int(number) - 1].test = test
            if self.options.verbose:
                print("#   %s %s: %d tried, %d killed, %.1f s" % (
                    self.header, test, len(verdicts), sum(v[1] != "l" for v in verdicts), spent),
                    flush=True)


# ---- proofs --------------------------------------------------------------------------------------

def bodies_of(assembly):
    """The code of each copy of a function, with local labels in order of appearance."""
    bodies, name, lines = {}, None, []
    for line in assembly.split("\n"):
        label = re.match(r"(\w+_m\d+_):$", line)
        if label:
            name, lines = label.group(1), []
        elif name and re.match(r"\s+\.size\s+%s," % name, line):
            bodies[name], name = lines, None
        elif name and (not re.match(r"\s*\.(?!L)", line) or re.match(r"\s*\.(quad|long)", line)):
            lines.append(line)
    for name, lines in bodies.items():
        seen = {}
        bodies[name] = re.sub(r"\.L\w+", lambda m: seen.setdefault(m.group(), "L%d" % len(seen)),
                              "\n".join(lines).replace(name, "SELF"))
    return bodies


def prove(laboratory, source, functions, mutants):
    """Marks the survivors of which the compiler makes the same code as of the original."""
    for mutant in mutants:
        mutant.is_chosen = mutant.verdict in ("survived", "not reached")
    write_header(os.path.join(laboratory.include, laboratory.header), source, functions,
                 [m for m in mutants if m.is_chosen])
    unit = os.path.join(laboratory.folder, "unit.c")
    with open(unit, "w") as file:
        file.write("extern unsigned mutant_;\nvoid mutant_visit_(unsigned, unsigned);\n"
                   "#define SKED_IMPLEMENTATION\n#include \"%s\"\n" % laboratory.header)
    subprocess.run(["gcc", "-w", "-std=c99", "-O2", "-fno-ipa-icf", "-S", "-I" + laboratory.include,
                    "-fno-asynchronous-unwind-tables", unit, "-o", unit[:-1] + "s"], check=True)
    with open(unit[:-1] + "s") as file:
        bodies = bodies_of(file.read())
    for function in functions:
        for place, mutant in enumerate([m for m in function.mutants if m.is_chosen]):
            copy = bodies.get("%s_m%d_" % (function.name, place + 1))
            if copy is not None and copy == bodies.get("%s_m0_" % function.name):
                mutant.verdict = "same code"


# ---- survivors -----------------------------------------------------------------------------------

class Listed:
    """A line of survivors.txt: a name or pattern, a class, a reason."""
    def __init__(self, line, place):
        self.place, self.count = place, 0
        self.pattern, self.kind, self.reason = [part.strip() for part in line.rsplit(" | ", 2)]
        text = re.escape(self.pattern).replace(r"\*", ".*")
        self.matches = re.compile(text + r"\Z").match


def read_survivors(path):
    listed = []
    with open(path) as file:
        for place, line in enumerate(file, 1):
            line = line.strip()
            if not line or line.startswith("#"):
                continue
            if line.count(" | ") < 2:
                sys.exit("%s:%d: not NAME | CLASS | REASON" % (path, place))
            listed.append(Listed(line, place))
    return listed


def apply_survivors(listed, header, mutants):
    own = [entry for entry in listed if entry.pattern.startswith(header + " ")]
    for mutant in mutants:
        mutant.listed = next((e for e in own if e.matches(mutant.name)), None)
        if mutant.listed:
            mutant.listed.count += 1
    return own


# ---- the whole -----------------------------------------------------------------------------------

def choose(options, mutants):
    step, parts = (int(n) for n in options.sample.split("/")) if options.sample else (0, 1)
    for mutant in mutants:
        mutant.is_chosen = zlib.crc32(mutant.name.encode()) % parts == step % parts
        if options.only:
            mutant.is_chosen = any(only in (mutant.name, str(mutant.number)) or
                                   fnmatch.fnmatchcase(mutant.name, only)
                                   for only in options.only)
    if options.again:
        reuse_table(os.path.join(options.out, mutants[0].header.replace(".h", ".csv")), mutants)
    return [m for m in mutants if m.is_chosen or m.verdict]


def reuse_table(path, mutants):
    """Takes the verdicts of those that were killed; chooses the others."""
    with open(path, newline="") as file:
        rows = {row["name"]: row for row in csv.DictReader(file)}
    for mutant in mutants:
        row = rows.get(mutant.name)
        mutant.is_chosen = mutant.is_chosen and row is not None
        if row is not None:
            mutant.verdict, mutant.test = row["verdict"], row["test"]
            mutant.is_chosen &= mutant.verdict in ("survived", "not reached")


def write_table(path, mutants):
    with open(path, "w", newline="") as file:
        table = csv.writer(file)
        table.writerow(["number", "line", "verdict", "test", "listed", "name"])
        for m in mutants:
            listed = m.listed.kind if m.listed else ""
            table.writerow([m.number, m.line, m.verdict, m.test, listed, m.name])


def below_floor(options, what, killed, rest):
    percent = 100.0 * killed / rest if rest else 0.0
    print("%s: %.1f %% of %d killed" % (what, percent, rest))
    if percent < options.floor:
        print("%s: the rate is below the floor of %g %%" % (what, options.floor))
    return percent < options.floor


def judge(options, header, tried, own):
    """Prints what was found of a header; returns 1 if it is not enough."""
    count = {}
    for m in tried:
        count[m.verdict] = count.get(m.verdict, 0) + 1
    equivalent = [m for m in tried if m.listed and m.listed.kind == "equivalent"
                  and m.verdict in ("survived", "not reached")]
    killed = sum(n for verdict, n in count.items() if verdict.startswith("killed"))
    rest = sum(count.values()) - count.get("does not compile", 0) - count.get("same code", 0)
    print("%s: %s; of the survivors %d listed as equivalent" % (header, ", ".join(
        "%d %s" % (n, verdict) for verdict, n in sorted(count.items())), len(equivalent)))
    status = 0 if options.together else below_floor(options, header, killed, rest - len(equivalent))
    options.killed += killed
    options.rest += rest - len(equivalent)
    for entry in own:
        if entry.count == 0:
            print("%s:%d: no such mutant: %s" % (options.survivors, entry.place, entry.pattern))
            status = 1
    for m in tried:
        if m.listed and m.verdict.startswith("killed") and m.name == m.listed.pattern:
            print("%s:%d: killed by %s: %s" % (options.survivors, m.listed.place, m.test, m.name))
            status = 1
    return status


def run_header(options, header, listed):
    with open(header) as file:
        source = file.read()
    functions = mutants_of(source)
    mutants = name_all(header, functions)
    own = apply_survivors(listed, header, mutants)
    tried = choose(options, mutants)
    if options.list:
        for m in tried:
            print("%6d  %s:%d  %s" % (m.number, header, m.line, m.name))
        return 0
    if not tried:
        print("%s: no such mutant" % header)
        return 1
    laboratory = Laboratory(options, header)
    laboratory.try_all(source, functions, mutants)
    if options.prove:
        prove(laboratory, source, functions, mutants)
    write_table(os.path.join(options.out, header.replace(".h", ".csv")), tried)
    return judge(options, header, tried, own)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--header", action="append", choices=HEADERS)
    parser.add_argument("--sample", metavar="K/N")
    parser.add_argument("--only", action="append", metavar="ID")
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--prove", action="store_true")
    parser.add_argument("--own", action="store_true")
    parser.add_argument("--together", action="store_true")
    parser.add_argument("--floor", type=float, default=90.0)
    parser.add_argument("--tests", default="tests/quick")
    parser.add_argument("--survivors", default="tests/mutation/survivors.txt")
    parser.add_argument("--out", default="build/mutation")
    parser.add_argument("--cc", default="tcc")
    parser.add_argument("--flags", default="")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    os.makedirs(options.out, exist_ok=True)
    listed = read_survivors(options.survivors)
    status = options.killed = options.rest = 0
    for header in options.header or HEADERS:
        status |= run_header(options, header, listed)
    if options.together and not options.list:
        status |= below_floor(options, "all headers", options.killed, options.rest)
    return status


if __name__ == "__main__":
    sys.exit(main())
