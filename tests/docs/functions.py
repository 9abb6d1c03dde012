"""functions.py: prints docs/functions.md, the list of all public functions, from the headers.

SPDX-License-Identifier: MIT

    python3 tests/docs/functions.py HEADER... >docs/functions.md

Functions that are declared together share a comment, and so a row: its first sentence. Where a
function of such a group has a comment of its own at the end of its line, that one counts."""

import pathlib
import re
import sys

HEAD = """# All functions

One row for each group of functions that share a comment, in the order of the headers; the comment
says the rest. `python3 tests/docs/functions.py sched*.h >docs/functions.md` writes this page.
"""


def interface(path):
    """What stands before the implementation."""
    return re.split(r'^#endif /\* SKED_\w*H_INCLUDED \*/', path.read_text(), flags=re.M)[0]


def blocks(text):
    """Paragraphs of a header, which a section line or an empty line ends, each with its tag."""
    tag = ''
    for block in re.split(r'\n\s*\n', text):
        section = re.match(r'/\* -+ >>([a-z0-9.]+)', block)
        tag = section[1] if section else tag
        yield tag, block


def sentence(comment):
    """The first sentence of a comment, in one line."""
    text = ' '.join(re.sub(r'^ \*', '', line).strip(' /*') for line in comment.splitlines())
    text = re.sub(r'\s+', ' ', text).strip()
    first = re.match(r'.{2,}?\w{2,} .*?(?:[^. ]\.(?= [A-Z`*]|$)|:(?= |$))', text)
    return (first[0] if first else text).rstrip('.:')


def rows(block):
    """Names and sentences of the functions in a block."""
    above = re.search(r'/\*(.*?)\*/(?=\s*(?:#[^\n]*\n)*SKED_API )', block, flags=re.S)
    shared, own = [], []
    for line in re.finditer(r'^SKED_API [^;]*?\b(sked_\w+)\([^;]*;[ \t]*(/\*.*?\*/)?', block,
                            flags=re.M | re.S):
        (own if line[2] else shared).append((line[1], line[2]))
    if shared:
        yield [name for name, _ in shared], sentence(above[1]) if above else ''
    for name, comment in own:
        yield [name], sentence(comment)


def page(paths):
    out = [HEAD]
    for path in paths:
        out.append(f'## {path.name}')
        known = None
        for tag, block in blocks(interface(path)):
            for names, told in rows(block):
                if tag != known:
                    out.append(f'\n**`>>{tag}`**\n\n| functions | what they do |\n|---|---|')
                    known = tag
                quoted = ', '.join(f'`{name}`' for name in names)
                out.append(f'| {quoted} | {told.replace("|", chr(92) + "|")} |')
        out.append('')
    return '\n'.join(out)


if __name__ == '__main__':
    if len(sys.argv) < 2:
        sys.exit('functions.py: expected headers')
    print(page([pathlib.Path(name) for name in sys.argv[1:]]), end='')
