"""Measures all work, or what is named, and writes BENCHMARKS.md: `python -m tests.bench`.

Each work at each size has a process of its own. What would take longer than is allowed, going by the size
before it, is left out and said so, and so is what the memory of the machine is too small for.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

from sdcdesk.core.running.memory import free
from tests.bench.guard import losses
from tests.bench.measuring import Measured
from tests.bench.page import OURS, of_the_yardstick, page
from tests.bench.work import Work
from tests.bench.works import AREAS, WORKS

ROOT = Path(__file__).parents[2]
PAGE, KEPT = ROOT / "BENCHMARKS.md", ROOT / "tests" / "bench" / "kept.json"

LONGEST = 60.0
"""Seconds that one round of ours may take, as far as the size before it tells."""


def main() -> int:
    """Measure, write the page, and return 1 where something became much slower."""
    parser = argparse.ArgumentParser(prog="dev.py benchmark", description=__doc__)
    parser.add_argument(
        "words", nargs="*", metavar="WORD", help="measure only work whose name holds one of them"
    )
    parser.add_argument(
        "--largest", type=int, default=10**6, metavar="RECORDS", help="leave larger sizes out"
    )
    parser.add_argument(
        "--guard", action="store_true", help="write nothing; fail where something became much slower"
    )
    chosen = parser.parse_args()
    works = [work for work in WORKS if not chosen.words or any(word in work.name for word in chosen.words)]
    if not works:
        parser.error("no work has such a name")
    found, remarks = _measured(works, chosen.largest)
    slower = losses(found.values(), _kept())
    if not chosen.guard and not chosen.words:
        PAGE.write_text(page(AREAS, found, remarks), encoding="utf-8")
        written = [[*key, round(of_the_yardstick(one), 2)] for key, one in found.items()]
        KEPT.write_text("[\n" + ",\n".join(map(json.dumps, written)) + "\n]\n", encoding="utf-8")
    elif not chosen.guard:
        sys.stdout.write(page(AREAS, found, remarks))
    sys.stdout.write("".join(f"{sentence}\n" for sentence in slower))
    return 1 if slower else 0


def _kept() -> dict[tuple[str, int], float]:
    if not KEPT.is_file():
        return {}
    return {(name, records): ratio for name, records, ratio in json.loads(KEPT.read_text(encoding="utf-8"))}


def _measured(works: list[Work], largest: int) -> tuple[dict[tuple[str, int], Measured], list[str]]:
    found: dict[tuple[str, int], Measured] = {}
    remarks: list[str] = []
    for number, work in enumerate(works, start=1):
        remarks += [
            f"{work.name}: {module} is not installed; `pip install {module}` adds what is beside it."
            for module in work.lacking
        ]
        before: Measured | None = None
        for records in (size for size in work.sizes if size <= largest):
            reason = _too_much(before, records) if before else ""
            if reason:
                remarks.append(f"{work.name}, {records:,} records: {reason}")
                break
            sys.stderr.write(f"[{number}/{len(works)}] {work.name}, {records:,} records\n")
            one = _apart(work.name, records)
            if isinstance(one, str):
                remarks.append(f"{work.name}, {records:,} records: {one}")
                break
            found[work.name, records] = before = one
    return found, remarks


def _too_much(before: Measured, records: int) -> str:
    """Return why a size is left out, going by the one before it; empty: it is not."""
    times = records / before.records
    if before.seconds[OURS] * times > LONGEST:
        return f"it would take more than {LONGEST:.0f} s."
    room = free()
    if room is not None and before.memory is not None and before.memory * times > room:
        return "this machine has too little free memory."
    return ""


def _apart(name: str, records: int) -> Measured | str:
    """Measure in a process of its own; a text says why nothing was measured."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        file = Path(folder) / "measured.json"
        words = [sys.executable, "-m", "tests.bench.measuring", name, str(records), str(file)]
        done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603 - our own program
        if not file.is_file():
            said = done.stderr.strip().splitlines()
            return f"it failed: {said[-1] if said else f'exit code {done.returncode}'}."
        return Measured(**json.loads(file.read_text(encoding="utf-8")))


if __name__ == "__main__":
    sys.exit(main())
