"""Batch: the faults of one class, one after another, in a process of their own.

    python -m tests.faults.batch CLASS EVERY

Prints one line of JSON before and after each of them, so that a process that dies says where. A class of
malformed inputs is a module with `faults`, any other one a module with `trials`.
"""

import faulthandler
import json
import os
import resource
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from itertools import islice
from pathlib import Path

from tests.faults.fault import FOR_EVER, Fault, Outcome, lay_out, tried

MEMORY = 4 << 30
"""Bytes of address space for malformed inputs; libraries reserve most of it and never use it."""

LONGEST_MESSAGE = 4000
"""Characters of what a command said at last, where something is wrong."""

Trial = tuple[str, Callable[[Path], Outcome]]
"""A name, and what is done in an empty folder."""


def main(kind: str, every: int) -> None:
    """Try every so-many-th fault of a class."""
    import_module("sdcdesk.cli.run")  # what commands import is no part of what is tried
    module = import_module(f"tests.faults.{kind}")
    trials: Iterator[Trial] = module.trials() if hasattr(module, "trials") else _inputs(module.faults())
    with tempfile.TemporaryDirectory() as place:
        for number, (name, attempt) in enumerate(islice(trials, 0, None, every)):
            _report(begun=name)
            folder = Path(place) / str(number)
            folder.mkdir()
            faulthandler.dump_traceback_later(FOR_EVER, exit=True)  # where no signal is heard any more
            outcome = attempt(folder)
            faulthandler.cancel_dump_traceback_later()
            said = outcome.message[-LONGEST_MESSAGE:] if outcome.wrong else outcome.message[:400]
            _report(name=name, code=outcome.code, wrong=outcome.wrong, message=said)


def _inputs(faults: Iterator[Fault]) -> Iterator[Trial]:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    for fault in faults:
        yield fault.name, partial(_attempt, fault)


def _attempt(fault: Fault, folder: Path) -> Outcome:
    os.chdir(folder)
    lay_out(fault, folder)
    return tried(fault, folder)


def _report(**facts: object) -> None:
    print(json.dumps(facts), file=sys.__stdout__, flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
