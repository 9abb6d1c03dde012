"""build.py: joins the page's files to one: page.html with style, scripts and module in it.

SPDX-License-Identifier: MIT

    python3 page/build.py MODULE.wasm VERSION >build/sked.html

The module is compressed; the browser unpacks it. Comments of scripts stay in their files. The colours
of widths are those of the pictures. Fails if the page is not below 250 KiB."""

import base64
import gzip
import json
import pathlib
import re
import sys

LIMIT = 250 * 1024
SCRIPTS = ('shared', 'workload', 'queue', 'replay', 'calendar', 'tree', 'moldable', 'tiers',
           'mapping', 'site', 'shares', 'tabs')


def width_colors(gantt):
    """The darker row of gantt_colour: one colour for each class of width."""
    row = re.search(r'colours\[2\]\[GANTT_CLASSES\] = \{\s*\{([^}]*)\}', gantt)
    colors = re.findall(r'#[0-9a-f]{6}', row.group(1)) if row else []
    if len(colors) != 6:
        sys.exit(f'gantt.h: {len(colors)} colours of widths, expected 6')
    return json.dumps(colors).replace('"', "'")


def bare(script):
    """Without the lines that are a comment, and the empty lines that they leave."""
    return re.sub(r'\n{3,}', '\n\n', re.sub(r'(?m)^ *//.*\n', '', script)).strip()


def main():
    here = pathlib.Path(__file__).resolve().parent
    gantt = (here.parent / 'examples/gantt.h').read_text()
    module = gzip.compress(pathlib.Path(sys.argv[1]).read_bytes(), 9, mtime=0)
    scripts = [bare((here / f'{name}.js').read_text()) for name in SCRIPTS]
    parts = {'@CSS@': (here / 'page.css').read_text().rstrip(),
             '@JS@': '\n\n'.join(scripts),
             '@COLORS@': width_colors(gantt),
             '@VERSION@': sys.argv[2],
             '@WASM@': base64.b64encode(module).decode()}
    page = (here / 'page.html').read_text()
    for name, text in parts.items():
        if page.count(name) != 1:
            sys.exit(f'page.html: {name} occurs {page.count(name)} times, expected once')
        page = page.replace(name, text)
    if len(page.encode()) >= LIMIT:
        sys.exit(f'the page has {len(page.encode())} bytes, expected fewer than {LIMIT}')
    sys.stdout.write(page)


if __name__ == '__main__':
    main()
