"""Requests to end reach what is tested, also where whoever started the tests has them ignored."""

import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")

ROOT = Path(__file__).resolve().parents[1]
NUMBERS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]
ENDS = "import os, sys; os.kill(os.getpid(), int(sys.argv[1]))"


@pytest.mark.parametrize("number", NUMBERS)
def test_what_is_tested_hears_a_request_to_end(number: signal.Signals) -> None:
    command = [sys.executable, "-c", ENDS, str(int(number))]
    assert subprocess.run(command, stderr=subprocess.DEVNULL, check=False).returncode == -number  # noqa: S603
    assert signal.getsignal(number) is not signal.SIG_IGN


@pytest.mark.skipif(shutil.which("sh") is None, reason="there is no shell")
def test_tests_that_a_script_starts_in_the_background_hear_them_too() -> None:
    """There requests to end are ignored, as behind nohup; so 39 tests of cancelling failed."""
    test = f"{Path(__file__)}::{test_what_is_tested_hears_a_request_to_end.__name__}"
    words = ["-m", "pytest", "-q", "-p", "no:cacheprovider", test]
    script = ["sh", "-c", "trap '' INT TERM HUP; exec \"$@\"", "sh", sys.executable, *words]
    done = subprocess.run(script, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603
    assert done.returncode == 0, done.stdout
