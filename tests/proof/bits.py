#!/usr/bin/env python3
# bits.py: proves on bit vectors what the contracts of *.acsl take for granted of words.
# SPDX-License-Identifier: MIT
#
#   bits.py HEADER          needs z3; prints one line for each width, and fails if one does not hold
#
# The lines of sked_word_count_ and sked_word_first_ are read from the header: they are expressions
# that Python's parser understands, too, once the suffixes of numbers are taken off. Where a compiler
# has an instruction for it, the lines for other compilers count. What holds
#   - no count is above the width;
#   - the first bit of a word that is not 0 is set, and none below it is;
#   - the axioms of wide.acsl on masks, shifts and disjoint words.
import ast
import pathlib
import re
import subprocess
import sys

OPERATORS = {ast.Add: "bvadd", ast.Sub: "bvsub", ast.Mult: "bvmul", ast.BitAnd: "bvand",
             ast.BitOr: "bvor", ast.RShift: "bvlshr", ast.LShift: "bvshl"}


def body(text, name, wide):
    """The statements of a function, of the branch for words of 64 bits or the other one."""
    found = re.search(r"\n[^\n]*\b" + name + r"\([^;{]*\) \{\n(.*?)\n\}\n", text, re.S)
    if not found:
        sys.exit(f"bits.py: {name} is not there")
    code = found[1]
    branches = re.fullmatch(r"#if ([^\n]*)\n(.*)#else\n(.*)#endif", code, re.S)
    if branches:
        code = branches[2] if wide and "__GNUC__" not in branches[1] else branches[3]
    code = re.sub(r"\bUINT(?:32|64)_C\((\w+)\)", r"\1", code)
    code = re.sub(r"\b(\d+)u\b", r"\1", code)
    code = re.sub(r" */\*.*?\*/", "", code)
    code = re.sub(r"^ *uint32_t (?=\w+ =)", "", code, flags=re.M)
    return ast.parse("\n".join(line.strip(" ;") for line in code.splitlines())).body


class Words:
    """Expressions of a header as terms over bit vectors of one width, big enough for all types."""

    def __init__(self, text, bits):
        self.text, self.bits = text, bits
        self.width = 64 if bits == 64 else 32

    def constant(self, value):
        return f"(_ bv{value % 2 ** self.width} {self.width})"

    def term(self, node, names):
        if isinstance(node, ast.Constant):
            return self.constant(node.value)
        if isinstance(node, ast.Name):
            return names[node.id]
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Invert):
            return f"(bvnot {self.term(node.operand, names)})"
        if isinstance(node, ast.BinOp):
            left, right = self.term(node.left, names), self.term(node.right, names)
            return f"({OPERATORS[type(node.op)]} {left} {right})"
        if isinstance(node, ast.Call) and node.func.id in ("sked_word", "uint32_t"):
            size = self.bits if node.func.id == "sked_word" else 32
            mask = self.constant(2 ** size - 1)
            return f"(bvand {self.term(node.args[0], names)} {mask})"
        if isinstance(node, ast.Call):
            return self.call(node.func.id, self.term(node.args[0], names))
        sys.exit("bits.py: no such expression: " + ast.unparse(node))

    def call(self, name, argument):
        """What a function of one word returns."""
        names, lets = {"word": argument}, []
        for step, line in enumerate(body(self.text, name, self.bits == 64)):
            value = line.value
            if isinstance(line, ast.AugAssign):
                value = ast.BinOp(ast.Name(line.target.id), line.op, value)
            term = self.term(value, names)
            if isinstance(line, ast.Return):
                for fresh, bound in reversed(lets):
                    term = f"(let (({fresh} {bound})) {term})"
                return term
            target = line.target if isinstance(line, ast.AugAssign) else line.targets[0]
            fresh = f"{name}{step}"
            lets.append((fresh, term))
            names[target.id] = fresh
        sys.exit(f"bits.py: {name} returns nothing")

    def claims(self):
        """Formulas that nothing may satisfy."""
        word, most = "word", self.constant(2 ** self.bits - 1)
        inside = f"(bvule {word} {most})"
        count = self.call("sked_word_count_", word)
        first = self.call("sked_word_first_", word)
        yield f"(and {inside} (bvugt {count} {self.constant(self.bits)}))"
        for place in range(self.bits):
            below = self.constant(2 ** (place + 1) - 1)
            lowest = f"(= (bvand {word} {below}) {self.constant(2 ** place)})"
            yield f"(and {inside} {lowest} (not (= {first} {self.constant(place)})))"


# The axioms of wide.acsl, as formulas that nothing may satisfy.
LONG = """
(not (= (bvand x #x00000000FFFFFFFF) (bvurem x #x0000000100000000)))
(not (= (bvlshr x (_ bv32 64)) (bvudiv x #x0000000100000000)))
(not (= (bvshl x (_ bv32 64)) (bvmul (bvurem x #x0000000100000000) #x0000000100000000)))
(and (= (bvurem x #x0000000100000000) (_ bv0 64)) (bvult y #x0000000100000000)
 (not (= (bvor x y) (bvadd x y))))
"""


def solve(declarations, claims):
    """Does z3 find that no claim can be satisfied?"""
    claims = list(claims)
    lines = ["(set-logic QF_BV)"] + declarations
    for claim in claims:
        lines += ["(push)", f"(assert {claim})", "(check-sat)", "(pop)"]
    ran = subprocess.run(["z3", "-smt2", "-in"], input="\n".join(lines), text=True,
                         stdout=subprocess.PIPE, check=False)
    answers = ran.stdout.split("\n")[:-1]
    return len(claims) > 0 and answers == ["unsat"] * len(claims), len(claims)


def main(header):
    text = pathlib.Path(header).read_text()
    failed = False
    for bits in (8, 16, 32, 64):
        words = Words(text, bits)
        holds, claims = solve([f"(declare-const word (_ BitVec {words.width}))"], words.claims())
        print(f"words of {bits} bits: {claims} claims {'hold' if holds else 'DO NOT HOLD'}")
        failed = failed or not holds
    axioms = re.sub(r"\n ", " ", LONG).strip().split("\n")
    declared = [f"(declare-const {name} (_ BitVec 64))" for name in "xy"]
    holds, claims = solve(declared, axioms)
    print(f"axioms: {claims} claims {'hold' if holds else 'DO NOT HOLD'}")
    return 1 if failed or not holds else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("bits.py: needs a header")
    sys.exit(main(sys.argv[1]))
