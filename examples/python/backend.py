"""backend.py: what pip asks to install sked from its source (PEP 517), with nothing fetched.

The wheel has sked.py and the library that make has built for this machine. Do not publish it.
SPDX-License-Identifier: MIT
"""
import base64
import hashlib
import pathlib
import re
import sysconfig
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]


def read(path, hint):
    if not path.is_file():
        raise SystemExit(f'{path}: no such file, {hint}')
    return path.read_bytes()


def row(name, content):
    """A line of RECORD."""
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b'=').decode()
    return f'{name},sha256={digest},{len(content)}\n'


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    header = read(ROOT / 'sched.h', 'expected to build in the tree of the project').decode()
    numbers = re.findall(r'^#define SKED_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)$', header, re.M)
    name = 'sked-' + '.'.join(numbers)
    tag = 'py3-none-' + re.sub(r'[-.]', '_', sysconfig.get_platform())
    files = {
        'sked.py': read(HERE / 'sked.py', 'expected beside backend.py'),
        'libsked.so': read(ROOT / 'build' / 'libsked.so', 'first: make build/libsked.so'),
        f'{name}.dist-info/METADATA': f'Metadata-Version: 2.1\nName: sked\nVersion: {name[5:]}\n'
                                      'Requires-Python: >=3.9\n'.encode(),
        f'{name}.dist-info/WHEEL': 'Wheel-Version: 1.0\nGenerator: backend.py\n'
                                   f'Root-Is-Purelib: false\nTag: {tag}\n'.encode()}
    record = f'{name}.dist-info/RECORD'
    rows = ''.join(row(*file) for file in files.items()) + f'{record},,\n'
    wheel = f'{name}-{tag}.whl'
    with zipfile.ZipFile(pathlib.Path(wheel_directory) / wheel, 'w') as archive:
        for path, content in {**files, record: rows.encode()}.items():
            archive.writestr(path, content)
    return wheel


def build_sdist(sdist_directory, config_settings=None):
    raise NotImplementedError('only wheels, from the tree of the project')
