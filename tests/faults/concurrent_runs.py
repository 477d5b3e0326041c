"""Concurrent runs: several at once into the same folder; every result is whole, and nothing else is left.

Where results may not be replaced, only one of the runs writes each of them.
"""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from sdcdesk.cli import main
from tests.faults.batch import Trial
from tests.faults.example import FILES, MASK, RUN
from tests.faults.fault import Outcome, contents
from tests.faults.forked import Forked, forked, patient

COMMANDS = {"run": (*RUN, "--release-anyway", "The board said so"), "mask": MASK}

AT_ONCE = 3
TIMES = 20


def trials() -> Iterator[Trial]:
    """Return trials with runs that may replace the results of one another, and with runs that may not."""
    for number in range(TIMES):
        for kind, words in COMMANDS.items():
            yield f"{kind} with replacing {number}", partial(_trial, (*words, "--overwrite"), AT_ONCE)
            yield f"{kind} without replacing {number}", partial(_trial, words, 1)


def _trial(words: tuple[str, ...], winners: int, folder: Path) -> Outcome:
    places = folder / "alone", folder / "together"
    for place in places:
        place.mkdir()
        for name, content in FILES.items():
            (place / name).write_bytes(content)
    alone, together = places
    done, _ = forked(partial(main, list(words)), alone)
    works = [partial(patient, partial(main, list(words)))] * AT_ONCE
    ended = [one.ended() for one in [Forked(work, together) for work in works]]
    codes = [code for code, _ in ended]
    wrong = []
    if any(code not in (done, 2) for code in codes) or codes.count(done) != winners:
        wrong.append(f"exit codes {codes}")
    if contents(together) != contents(alone):
        wrong.append(
            f"the results differ, or {sorted(set(contents(together)) - set(contents(alone)))} is left"
        )
    message = "".join(said for code, said in ended if code != done)
    if "Traceback" in message:
        wrong.append("a traceback")
    return Outcome(2 if winners == 1 else 0, tuple(wrong), message)
