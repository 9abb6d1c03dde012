"""initialisers.py: which structs are initialised by a row of values without names?

SPDX-License-Identifier: MIT

    python3 tests/initialisers.py PREFIX FILE...

Prints FILE:LINE: STRUCT for each list of more than three values without names (`.width = 2`) that
initialises a struct whose name begins with PREFIX; any struct if PREFIX is empty. As gates do, run
it in the folder of the headers.

It reads no more of C than that takes: structs, from the interfaces of the headers, from the file
and from what it includes between quotes; and lists, in declarations, compound literals and macros.
It knows no conditions: all branches of #if are read. Values of a struct within another's have
braces of their own: -Wmissing-braces, of -Wall, sees to that. Of a gate (*.sh) it reads the C from
<<'C' (or 'H') to C. After `#line 7 "README.md"` it names that place."""

import glob
import os
import re
import sys

MOST = 3
HEADERS = sorted(glob.glob('sched*.h'))
FOLDERS = ['', 'bench/', 'tests/']      # as the Makefile has them
TOKEN = re.compile(r'''
    (?P<blank>[ \t\r\f\v]+|\\\n|//[^\n]*|/\*.*?\*/) | (?P<end>\n) | (?P<word>[A-Za-z_]\w*) |
    (?P<value>\.?\d(?:[eEpP][+-]|[\w.])*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+') |
    (?P<mark>->|.)''', re.X | re.S)
OPENING, CLOSING = '([{', ')]}'
QUALIFIERS = {'const', 'volatile', 'static', 'extern', 'register', 'inline', 'restrict'}


class Token:
    def __init__(self, text, kind, file, line):
        self.text, self.kind, self.file, self.line = text, kind, file, line


class Tokens(list):
    """Of a file, or of the body of a macro. What is beyond the end is nothing."""
    def text(self, at):
        return self[at].text if 0 <= at < len(self) else ''

    def close(self, at):
        """Where the bracket at `at` is closed."""
        depth = 0
        for i in range(at, len(self)):
            depth += (self[i].text in OPENING) - (self[i].text in CLOSING)
            if depth == 0:
                return i
        return len(self) - 1

    def parts(self, begin, end, mark):
        """The stretches of [begin, end) between marks that are in no bracket."""
        start = i = begin
        while i < end:
            if self[i].text in OPENING:
                i = self.close(i)
            elif self[i].text == mark:
                yield start, i
                start = i + 1
            i += 1
        if start < end:
            yield start, end

    def skip(self, at, words):
        while at < len(self) and self[at].text in words:
            at += 1
        return at

    def dimensions(self, at):
        """How many [...] there are, and what follows them."""
        count = 0
        while self.text(at) == '[':
            at = self.close(at) + 1
            count += 1
        return count, at


class Struct:
    """A member is its name, a Struct or None, and how many dimensions its array has."""
    def __init__(self, name):
        self.name, self.members = name, []


class Values:
    """A list in braces. An item: its names, ['map', 'times'] of .map.times; Values, or None."""
    def __init__(self, brace):
        self.brace, self.items = brace, []


# ---- files

def embedded(text):
    """A gate without what is not C; its lines stay where they are."""
    kept, end = [], None
    for line in text.split('\n'):
        begin = re.search(r"<<'([CH])'$", line)
        if end is not None:
            end = None if line == end else end
            kept.append('' if end is None else line)
        else:
            end = begin and begin[1]
            kept.append('')
    return '\n'.join(kept)


class File:
    """Its tokens, the bodies of its macros, and what it includes."""
    def __init__(self, path):
        self.path, self.tokens, self.macros, self.includes = path, Tokens(), {}, []
        with open(path, encoding='utf-8') as stream:
            text = stream.read()
        if path in HEADERS:
            text = text.split('_H_INCLUDED */')[0]
        self.split(embedded(text) if path.endswith('.sh') else text)

    def split(self, text):
        name, line, row, first = self.path, 1, self.tokens, True
        for match in TOKEN.finditer(text):
            kind, word = match.lastgroup, match[0]
            if kind == 'end':
                if row is not self.tokens and row.text(0) == 'line':
                    line, name = int(row.text(1)) - 1, row.text(2).strip('"')
                elif row is not self.tokens:
                    self.direct(row)
                row, first = self.tokens, True
            elif word == '#' and first:
                row = Tokens()
            elif kind != 'blank':
                row.append(Token(word, kind, name, line))
                first = False
            line += word.count('\n')
            if kind == 'blank' and row.text(0) == 'define' and len(row) == 2:
                row.append(Token('', kind, name, line))     # the name of a macro ends here

    def direct(self, row):
        """Keeps what a directive includes or defines."""
        if row.text(0) == 'include' and row.text(1).startswith('"'):
            self.includes.append(row.text(1).strip('"'))
        elif row.text(0) == 'define':
            body = row.close(2) + 1 if row.text(2) == '(' else 2
            self.macros[row.text(1)] = Tokens(token for token in row[body:] if token.text)

    def included(self):
        """Those that are there, as paths."""
        folders = [os.path.dirname(self.path), *FOLDERS]
        for name in self.includes:
            paths = (os.path.normpath(os.path.join(folder, name)) for folder in folders)
            path = next(filter(os.path.isfile, paths), None)
            if path:
                yield path


# ---- C

class Reader:
    """Reads a file after what it includes, and judges those that are asked for."""
    def __init__(self, base, files, asked, found):
        self.tags = dict(base.tags) if base else {}
        self.types = dict(base.types) if base else {}
        self.macros = dict(base.macros) if base else {}
        self.seen = set(base.seen) if base else set()
        self.files, self.asked, self.found = files, asked, found

    def read(self, path):
        if path in self.seen:
            return
        self.seen.add(path)
        if path not in self.files:
            self.files[path] = File(path)
        file = self.files[path]
        for other in file.included():
            self.read(other)
        self.macros.update(file.macros)
        for tokens in [file.tokens, *file.macros.values()]:
            self.read_tokens(tokens, path in self.asked)

    def read_tokens(self, tokens, judged):
        i = 0
        while i < len(tokens):
            struct, after = self.struct_at(tokens, i)
            if struct and tokens.text(i - 1) == 'typedef':
                while after < len(tokens) and tokens[after].text != ';':
                    self.types[tokens[after].text] = struct
                    after += 1
            elif struct and judged and tokens.text(i - 1) not in ('.', '->'):
                self.judge_declared(tokens, i, after, struct)
            i = after

    def struct_at(self, tokens, i):
        """The struct that is named or defined at i, and where its name or body ends."""
        if tokens[i].text not in ('struct', 'union'):
            return self.types.get(tokens[i].text), i + 1
        tag = tokens.text(i + 1)
        body = i + 1 if tag == '{' else i + 2
        if tokens.text(body) != '{':
            return self.tags.get(tag), i + 2
        end = tokens.close(body)
        struct = Struct('struct' if tag == '{' else tag)
        if tag != '{':
            self.tags[tag] = struct
        for first, last in tokens.parts(body + 1, end, ';'):
            self.add_members(struct, tokens, tokens.skip(first, QUALIFIERS), last)
        return struct, end + 1

    def add_members(self, struct, tokens, first, last):
        kind, after = self.struct_at(tokens, first)
        for start, stop in tokens.parts(after, last, ','):
            words = [i for i in range(start, stop) if tokens[i].kind == 'word' and
                     tokens[i].text not in QUALIFIERS and tokens.text(i - 1) != '[']
            if words:
                named = words[0] if kind or tokens.text(start) in '*(' else words[-1]
                pointer = any(tokens[i].text == '*' for i in range(start, named))
                struct.members.append((tokens[named].text, None if pointer else kind,
                                       tokens.dimensions(named + 1)[0]))

    def judge_declared(self, tokens, begin, i, struct):
        """Judges what a compound literal, or the declarators after a type, are initialised by."""
        i = tokens.skip(i, QUALIFIERS)
        while tokens.text(begin - 1) in QUALIFIERS:
            begin -= 1
        if tokens.text(begin - 1) == '(':
            dimensions, i = tokens.dimensions(i)
            if tokens.text(i) == ')' and tokens.text(i + 1) == '{':
                self.judge(struct, dimensions, self.values(tokens, i + 1))
            return
        while i < len(tokens):
            named = tokens.skip(i, QUALIFIERS | {'*'})
            pointer = any(token.text == '*' for token in tokens[i:named])
            if named == len(tokens) or tokens[named].kind != 'word':
                return
            dimensions, i = tokens.dimensions(named + 1)
            brace = i + 1 if tokens.text(i) == '=' else i
            if tokens.text(brace) == '{' and not pointer:
                self.judge(struct, dimensions, self.values(tokens, brace))
            while i < len(tokens) and tokens[i].text not in ',;)}':     # to the next declarator
                i = tokens.close(i) + 1 if tokens[i].text in OPENING else i + 1
            if tokens.text(i) != ',':
                return
            i += 1

    def values(self, tokens, brace):
        """The list that begins with this brace."""
        end = tokens.close(brace)
        values = Values(tokens[brace])
        for first, last in tokens.parts(brace + 1, end, ','):
            names = []
            while tokens.text(first) in ('.', '['):
                field = tokens.text(first) == '.'
                names.append(tokens.text(first + 1) if field else '[')
                first = first + 2 if field else tokens.close(first) + 1
            first += bool(names)            # the =
            body = self.macros.get(tokens.text(first), Tokens())
            if tokens.text(first) == '{':
                values.items.append((names, self.values(tokens, first)))
            elif body.text(0) == '{':       # a macro that makes a list
                values.items.append((names, self.values(body, 0)))
            elif first < last:
                values.items.append((names, None))
        return values

    def judge(self, struct, dimensions, values):
        """Tells of a list for a struct, or for an array of them, and of those within."""
        if dimensions > 0:
            for _, value in values.items:
                if value:
                    self.judge(struct, dimensions - 1, value)
            return
        if sum(not names for names, _ in values.items) > MOST:
            self.found(struct, values.brace)
        places = {member[0]: i for i, member in enumerate(struct.members)}
        at = 0
        for names, value in values.items:
            at = places.get(names[0], at) if names else at
            if value and at < len(struct.members):
                self.judge_member(struct.members[at], names[1:], value)
            at += 1

    def judge_member(self, member, names, value):
        """Of .map.times, or .rows[2], what the last name means."""
        _, kind, dimensions = member
        for name in names:
            if name == '[':
                dimensions -= 1
            else:
                members = [inner for inner in kind.members if inner[0] == name] if kind else []
                _, kind, dimensions = members[0] if members else (name, None, 0)
        if kind:
            self.judge(kind, dimensions, value)


def main(prefix, paths):
    files, told = {}, {}

    def found(struct, brace):
        if struct.name.startswith(prefix):
            told[brace] = f'{brace.file}:{brace.line}: {struct.name}'

    base = Reader(None, files, (), found)
    for header in HEADERS:
        base.read(header)
    for path in paths:
        Reader(base, files, paths, found).read(os.path.normpath(path))
    for line in told.values():
        print(line)


if __name__ == '__main__':
    main(sys.argv[1], sys.argv[2:])
