"""Starts the commands behind dev.py: stages of the set-up quietly, the real work in full view.

Every command runs in the project's root, wherever dev.py was started.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

ROOT = Path(__file__).resolve().parents[1]


class SetUpError(Exception):
    """One sentence for the developer: what is wrong and what to do."""


def print_progress(text: str) -> None:
    """Write a line where progress belongs: standard output is left to the commands themselves."""
    sys.stderr.write(text + "\n")
    sys.stderr.flush()


def run_stage(title: str, command: Sequence[str], settings: Mapping[str, str] | None = None) -> bool:
    """Run one stage of the set-up behind a single line of text; its output is shown only if it fails.

    ``settings`` are environment variables added for this command. Returns whether it succeeded.
    """
    sys.stderr.write(f"{title} ... ")
    sys.stderr.flush()
    started = time.monotonic()
    finished = subprocess.run(  # noqa: S603 - the commands are dev.py's own, as lists, without a shell
        list(command),
        cwd=ROOT,
        env={**os.environ, **(settings or {})},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if finished.returncode != 0:
        print_progress(f"failed\n{finished.stdout.rstrip()}")
        return False
    print_progress(f"done ({time.monotonic() - started:.0f} s)")
    return True


def ask(command: Sequence[str]) -> str:
    """Return what a command prints, or an empty text when it cannot be started or fails."""
    try:
        finished = subprocess.run(  # noqa: S603 - as above
            list(command), cwd=ROOT, capture_output=True, encoding="utf-8", errors="replace", check=False
        )
    except OSError:
        return ""
    return finished.stdout if finished.returncode == 0 else ""


def call(command: Sequence[str], settings: Mapping[str, str] | None = None) -> int:
    """Run a command in the open and return its exit code (128 + n after signal n)."""
    with subprocess.Popen(  # noqa: S603 - as above
        list(command), cwd=ROOT, env={**os.environ, **(settings or {})}
    ) as process:
        while True:
            try:
                code = process.wait()
            except KeyboardInterrupt:
                # The terminal has sent Ctrl-C to the command too: let it end in its own way.
                continue
            return code if code >= 0 else 128 - code
