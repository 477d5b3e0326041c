"""What is listed of a program that does by the system's own library what no program of ours may do."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.faults.system_calls import forbidden, listed, listing, written

PROGRAM = """
import ctypes, os
system = ctypes.CDLL(None)
system.socket(1, 1, 0)
system.open(b"secret.txt", os.O_CREAT | os.O_WRONLY, 0o600)
system.rename(b"secret.txt", b"elsewhere.txt")
system.system(b"true")
"""


@pytest.mark.skipif(not listing(), reason="system calls cannot be listed here")
def test_sockets_programs_and_files_are_listed_that_python_does_not_hear_of(tmp_path: Path) -> None:
    log = tmp_path / "log.txt"
    subprocess.run([*listed(log), sys.executable, "-c", PROGRAM], cwd=tmp_path, check=True)  # noqa: S603 - ours
    assert {name.split()[0] for name in forbidden(log)} == {"socket", "execve"}
    assert {path.name for path in written(log, tmp_path)} >= {"secret.txt", "elsewhere.txt"}
    assert {path.parent for path in written(log, tmp_path)} == {tmp_path}
