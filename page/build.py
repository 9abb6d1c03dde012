"""build.py: joins the page's files to one: page.html with style, script and module in it.

SPDX-License-Identifier: MIT

    python3 page/build.py MODULE.wasm VERSION >build/sked.html

The module is compressed; the browser unpacks it. Fails if the page is not below 200 KiB."""

import base64
import gzip
import pathlib
import sys

LIMIT = 200 * 1024


def main():
    here = pathlib.Path(__file__).resolve().parent
    module = gzip.compress(pathlib.Path(sys.argv[1]).read_bytes(), 9, mtime=0)
    parts = {'@CSS@': (here / 'page.css').read_text().rstrip(),
             '@JS@': (here / 'page.js').read_text().rstrip(),
             '@VERSION@': sys.argv[2],
             '@WASM@': base64.b64encode(module).decode()}
    page = (here / 'page.html').read_text()
    for name, text in parts.items():
        if page.count(name) != 1:
            sys.exit(f'page.html: {name} stands there {page.count(name)} times, expected once')
        page = page.replace(name, text)
    if len(page.encode()) >= LIMIT:
        sys.exit(f'the page has {len(page.encode())} bytes, expected fewer than {LIMIT}')
    sys.stdout.write(page)


if __name__ == '__main__':
    main()
