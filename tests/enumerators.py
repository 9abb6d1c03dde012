"""enumerators.py: does each place that depends on an enum notice a new value?

SPDX-License-Identifier: MIT

    python3 tests/enumerators.py add FOLDER              writes copies of the headers: each closed
                                                         enum has one value more, ENUM_added_
    python3 tests/enumerators.py places WARNINGS FILE... judges files by what a compiler says of
                                                         them with those copies

A closed enum is a `typedef enum` of an interface that ends with a value ..._CLOSED_. `places` prints

    FILE:LINE: ...          what would not notice: a switch with values of a closed enum of which the
                            compiler says nothing (it has a default, or is over an integer)
    ENUM FILE switch N      how many switches notice
    ENUM FILE choice FUNCTION    a function without a switch that compares with two values or more, or
                            adds them up to a mask: a new value goes one of the old ways in silence
    ENUM FILE list N        how many initialisers list all values
    ENUM FILE text N        how many comments and strings name all values, as in the header or as a
                            function names them for people that returns a string for each; a page
                            (*.md, *.py) is one text

What is printed is kept in tests/enumerators.txt. So a switch that vanishes is noticed; and a list or a
text that does not follow, as it then no longer has all.

Run it in the folder of the headers, as gates do. It reads no more of C than that takes."""

import collections
import glob
import os
import re
import sys

HEADERS = ['sched.h'] + sorted(glob.glob('sched_*.h'))
TABLE = 'sked_status'       # made of a table that others use, too, and open for its users
ENUM = re.compile(r'typedef enum (sked_\w+) \{(.*?)\b(SKED_\w+_CLOSED_) = INT_MAX', re.S)
COMMENT = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"', re.S)
COMPARED = r'(?:[!=<>]=|[<>])\s*(?:\(\w+\)\s*)?%s\b|\b%s\s*(?:[!=<>]=|[<>])|<< (?:\(\w+\))?%s\b'
ASKED = re.compile(r'\b\w*(?:_is|_has|_has_[a-z]+|_picks|_HAS_[A-Z]+)_\(')


def bare(text):
    """Without comments and strings; each line stays where it is."""
    return COMMENT.sub(lambda found: re.sub(r'[^\n]', ' ', found[0]), text)


def read(name):
    with open(name, encoding='utf-8') as file:
        return file.read()


def closed():
    """The names of each closed enum."""
    return {enum[1]: re.findall(r'\bSKED_\w+', enum[2]) for name in HEADERS
            for enum in ENUM.finditer(bare(read(name))) if enum[1] != TABLE}


def add(folder):
    os.makedirs(folder, exist_ok=True)
    for name in HEADERS:
        text = read(name)
        for enum in ENUM.finditer(bare(text)):
            last = re.compile(r'\b%s = INT_MAX' % enum[3])
            text = last.sub(lambda found: enum[1] + '_added_, ' + found[0], text)
        with open(os.path.join(folder, name), 'w', encoding='utf-8') as file:
            file.write(text)


def close(text, at):
    """Behind the bracket that closes the one at `at`."""
    depth = 0
    for found in re.compile(r'[][(){}]').finditer(text, at):
        depth += 1 if found[0] in '([{' else -1
        if depth == 0:
            return found.end()
    return len(text)


def functions(text):
    """(name, begin, end) of the bodies, and of what else is in braces outside of them."""
    at = 0
    while (at := text.find('{', at)) >= 0:
        end = close(text, at)
        head = re.split(r'[;}\n]\s*\n|;', text[max(0, at - 500):at].rstrip())[-1]
        name = re.search(r'(\w+)\s*\(', head) or re.search(r'(\w+)\s*(?:=|\[|$)', head)
        if not re.search(r'extern\s+"?\s*"?$', head):
            yield name[1] if name else 'enum', at, end
            at = end
        else:
            at += 1


def switches(text, begin, end):
    """(begin, end) of each switch in a body, nested ones too."""
    for found in re.finditer(r'\bswitch\s*\(', text[begin:end]):
        at = begin + found.end() - 1
        block = text.index('{', close(text, at))
        yield begin + found.start(), close(text, block)


def tested(text, values):
    """Those that are compared with, asked for by a helper, or bits of a mask."""
    values = values & set(re.findall(r'\bSKED_\w+', text))
    if len(values) < 2:
        return values
    found = {value for value in values if re.search(COMPARED.replace('%s', value), text)}
    for ask in ASKED.finditer(text):
        words = re.findall(r'\w+', text[ask.end():close(text, ask.end() - 1)])
        found |= values & set(words)
    return found


def noticed(warnings):
    """The (file, line, enum) of the warnings of a compiler about a switch; prints all others."""
    pattern = re.compile(r'^(\S+?):(\d+):\d+: warning: enumeration value \W*(\w+?)\W* not handled')
    for file, line, value in {pattern.match(text).groups() for text in warnings.splitlines()
                              if pattern.match(text)}:
        name = os.path.normpath(file)
        if os.path.basename(name) in HEADERS:
            name = os.path.basename(name)
        if value.endswith('_added_'):
            yield name, int(line), value[:-len('_added_')]
        else:
            print('%s:%s: the switch does not know %s' % (name, line, value))


def names_for_people(name, enums):
    """(enum, names) of each function that returns a string for each value."""
    text = COMMENT.sub(lambda found: found[0] if found[0][0] == '"' else '', read(name))
    for function in re.split(r'\n\}', text):
        named = dict(re.findall(r'case (SKED_\w+):\s+return "([^"]*)"', function))
        for enum, values in enums.items():
            if len(set(values) & set(named)) > 2:
                yield enum, [named[value] for value in values if value in named]


def texts(name):
    """The comments, and the strings; those beside each other are one. A page is one text."""
    text = read(name)
    if not name.endswith(('.c', '.h')):
        return [text]
    found = re.findall(r'/\*.*?\*/|(?:"(?:\\.|[^"\\\n])*"\s*)+', text, re.S)
    return [re.sub(r'"\s*"', '', part) for part in found]


def has_all(text, words):
    return all(word in text for word in words) and all(
        re.search(r'(?<![\w-])%s(?![\w-])' % re.escape(word), text)
        for word in words)


def judge_switches(name, enums, known):
    """Prints which do not notice a new value."""
    text = bare(read(name))
    for function, begin, end in functions(text):
        for start, stop in switches(text, begin, end):
            labels = set(re.findall(r'\bcase\s+(?:\(\w+\)\s*)?(SKED_\w+)', text[start:stop]))
            line = text.count('\n', 0, start) + 1
            for enum, values in enums.items():
                if labels & set(values) and (name, line, enum) not in known:
                    print('%s:%d: %s: the switch does not notice a new %s' %
                          (name, line, function, enum))


def choices_and_lists(name, enums):
    """(enum, what) of each."""
    text = bare(read(name))
    for function, begin, end in functions(text):
        body = text[begin:end]
        lists = [] if function in enums else re.findall(r'\{[^{};]*\}', body)
        for enum, values in enums.items():
            if len(tested(re.sub(r'\bcase\s[^:]*:', '', body), set(values))) > 1:
                yield enum, 'choice ' + function
            for inner in lists:
                if set(re.findall(r'\w+', inner)) >= set(values):
                    yield enum, 'list'


def places(warnings, names):
    enums = closed()
    known = set(noticed(read(warnings)))
    count = collections.Counter((enum, name, 'switch') for name, _, enum in known)
    sources = [name for name in names if name.endswith(('.c', '.h'))]
    for name in sources:
        judge_switches(name, enums, known)
        count.update((enum, name, what) for enum, what in choices_and_lists(name, enums))
    listed = [(enum, values) for enum, values in enums.items() if len(values) > 2]
    for name in sources:
        listed += names_for_people(name, enums)
    for name in names:
        for text in texts(name):
            found = {enum for enum, words in listed if has_all(text, words)}
            count.update((enum, name, 'text') for enum in found)
    for (enum, name, what), many in sorted(count.items()):
        print(enum, name, what, *([] if ' ' in what else [many]))


if sys.argv[1:2] == ['add']:
    add(sys.argv[2])
elif sys.argv[1:2] == ['places']:
    places(sys.argv[2], sys.argv[3:])
else:
    sys.exit(__doc__)
