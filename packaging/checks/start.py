"""Time until the window is shown, and the memory that it takes then."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from freeze import PROBE
from stages import SetUpError

from checks.frozen import WINDOW

if TYPE_CHECKING:
    from checks.findings import Findings
    from checks.frozen import Frozen

LONGEST = 2.0
"""Seconds until the window is shown, when its files are in memory."""

STARTS = 5


def check_start(program: Frozen, findings: Findings) -> None:
    """Measure the time until the window is shown; cold is the first start after memory was freed of files."""
    cold = "not measured: that needs the rights of root"
    dropper = Path("/proc/sys/vm/drop_caches")
    if sys.platform == "linux" and os.geteuid() == 0 and dropper.exists():
        os.sync()
        try:
            dropper.write_text("3", encoding="ascii")
            cold = f"{_start(program)[0]:.2f} s"
        except OSError:
            cold = "not measured: the files in memory cannot be dropped here"
    starts = sorted(_start(program) for _ in range(STARTS))
    seconds, processor, memory = starts[len(starts) // 2]
    load = f", load {os.getloadavg()[0]:.0f}" if hasattr(os, "getloadavg") else ""
    busy = f"{processor:.2f} s of one of {os.cpu_count()} processors{load}"
    # What others do on this machine counts in seconds of the clock, but not in those of the processor.
    findings.add(
        "window is shown, warm",
        f"{seconds:.2f} s ({busy}), cold {cold}",
        holds=min(processor for _, processor, _ in starts) <= LONGEST,
    )
    findings.add("memory at start", f"{memory / 1e6:.0f} MB")
    started = time.monotonic()
    program.run(["sdcdesk", "--help"])
    findings.add("sdcdesk --help", f"{time.monotonic() - started:.2f} s")


def _start(program: Frozen) -> tuple[float, float, int]:
    started = time.time()
    seen = program.run([PROBE, WINDOW])
    if seen.returncode:
        raise SetUpError(f"The window did not start: {seen.stderr[-2000:]}")
    figures = json.loads(seen.stdout.splitlines()[-1])
    return figures["shown"] - started, figures["processor"], figures["memory"]
