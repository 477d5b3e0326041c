"""Small disks: runs in a file system that is full after so many pages; whoever runs this may mount one."""

import subprocess
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from tests.faults.batch import Trial
from tests.faults.example import PEOPLE
from tests.faults.fault import Outcome
from tests.faults.scarce_resources import COMMANDS, tried_within

PAGES = range(6, 90)
"""From hardly enough for what is there before to more than enough."""


def trials() -> Iterator[Trial]:
    """Return a trial for each size."""
    for pages in PAGES:
        yield f"run on {pages} pages", partial(_trial, pages)


def _trial(pages: int, folder: Path) -> Outcome:
    mount = ["mount", "-t", "tmpfs", "-o", f"size={pages * 4096}", "tmpfs", str(folder)]
    subprocess.run(mount, check=True)  # noqa: S603 - a constant
    try:
        return tried_within(COMMANDS["run"], lambda: None, PEOPLE, folder)
    finally:
        subprocess.run(["umount", str(folder)], check=True)  # noqa: S603, S607 - as above
