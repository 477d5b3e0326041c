"""Memory of work on a file, measured in a process of its own.

Not by `tracemalloc`: to stop that beside threads that libraries keep can end the process (CPython, issue
128679).
"""

import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
import os
import sys
from pathlib import Path

{work}

def resident(name):
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) << 10 for line in lines if line.startswith(name))

small, large = map(Path, sys.argv[1:])
work(small)
Path("/proc/self/clear_refs").write_text("5")  # the peak begins anew
before = resident("VmRSS")
work(large)
print(resident("VmHWM") - before, flush=True)
os._exit(0)  # as the program does: pyarrow can wait for ever at the end, after a reading that stopped early
"""


def grown(work: str, small: Path, large: Path) -> int:
    """Return the bytes that the process grows by at most, while it does with a large file what it did before.

    Parameters
    ----------
    work
        Program text that defines the function `work` of a path.
    small, large
        What it is called with: first the small file, so that whatever is loaded once is there.
    """
    if not Path("/proc/self/clear_refs").exists():
        pytest.skip("the system does not tell of memory at its peak")
    command = [sys.executable, "-c", PROGRAM.format(work=work), str(small), str(large)]
    ended = subprocess.run(command, capture_output=True, text=True)  # noqa: S603 - ours
    assert ended.returncode == 0, ended.stderr
    return int(ended.stdout)
