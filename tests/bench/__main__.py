"""Measures all work, or what is named, and writes BENCHMARKS.md: `python -m tests.bench`.

Each work at each size has a process of its own. What would take longer than is allowed, going by the sizes
before it, is left out and said so, and so is what the memory of the machine is too small for.
"""

import argparse
import sys
from pathlib import Path

from tests.bench.guard import losses
from tests.bench.page import headline, page, with_headline
from tests.bench.run import Run, read, write
from tests.bench.works import AREAS, HEADLINE, WORKS

ROOT = Path(__file__).parents[2]
PAGE, README = ROOT / "BENCHMARKS.md", ROOT / "README.md"
KEPT = ROOT / "tests" / "bench" / "kept.jsonl"
CUT = ROOT / ".benchmarks" / "measured.jsonl"


def main() -> int:
    """Measure, write the page, and return 1 where something became much slower."""
    parser = argparse.ArgumentParser(prog="dev.py benchmark", description=__doc__)
    parser.add_argument(
        "words", nargs="*", metavar="WORD", help="measure only work whose name holds one of them"
    )
    parser.add_argument(
        "--largest",
        type=int,
        default=10**6,
        metavar="RECORDS",
        help="leave larger sizes out; up to 10,000,000 can be measured, 1,000,000 are",
    )
    parser.add_argument(
        "--minutes", type=float, default=33.0, help="begin nothing else after so many; large sizes come last"
    )
    parser.add_argument(
        "--continue", dest="goes_on", action="store_true", help="go on with a run that was cut"
    )
    parser.add_argument(
        "--guard", action="store_true", help="write nothing; fail where something became much slower"
    )
    chosen = parser.parse_args()
    works = [work for work in WORKS if not chosen.words or any(word in work.name for word in chosen.words)]
    if not works:
        parser.error("no work has such a name")
    is_page = not chosen.guard and not chosen.words
    run = Run(CUT)
    first = sorted(works, key=lambda work: work not in HEADLINE)  # they are quoted, and must not be missing
    run.measure(first, chosen.largest, minutes=chosen.minutes, goes_on=chosen.goes_on)
    slower = losses(run.found.values(), read(KEPT))
    text = page(AREAS, HEADLINE, run.found, run.remarks)
    if is_page:
        PAGE.write_text(text, encoding="utf-8")
        write(KEPT, run.found.values())
        quoted = with_headline(README.read_text(encoding="utf-8"), headline(HEADLINE, run.found))
        README.write_text(quoted, encoding="utf-8")
    elif not chosen.guard:
        sys.stdout.write(text)
    sys.stdout.write("".join(f"{sentence}\n" for sentence in slower))
    return 1 if slower else 0


if __name__ == "__main__":
    sys.exit(main())
