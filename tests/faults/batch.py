"""Batch: the faults of one class, one after another, in a process of their own.

All classes are forked from one process, which has imported what commands need, and does nothing else:

    python -m tests.faults.batch

It reads a line of JSON for each class: its name, every which of its faults is tried, and the files for what
is said to standard output and standard error. When that is done, it prints one: the exit code, or minus the
signal, and the seconds of processor time.

A class prints one line of JSON before and after each fault, so that a process that dies says where. One of
malformed inputs is a module with `faults`, any other one a module with `trials`.
"""

import faulthandler
import json
import os
import resource
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import NoReturn

from tests.faults.fault import FOR_EVER, Fault, Outcome, lay_out, tried
from tests.faults.forked import prepare

MEMORY = 4 << 30
"""Bytes of address space for malformed inputs; libraries reserve most of it and never use it."""

LONGEST_MESSAGE = 4000
"""Characters of what a command said at last, where something is wrong."""

Trial = tuple[str, Callable[[Path], Outcome]]
"""A name, and what is done in an empty folder."""


def main(kind: str, every: int) -> None:
    """Try every so-many-th fault of a class."""
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


def serve() -> None:
    """Try the classes that standard input names, each in a process of its own, until there are no more."""
    prepare()  # what commands import is no part of what is tried
    for line in sys.stdin:
        kind, every, *files = json.loads(line)
        child = os.fork()
        if not child:
            _work(kind, every, files)
        _, status, used = os.wait4(child, 0)
        _report(code=os.waitstatus_to_exitcode(status), seconds=used.ru_utime + used.ru_stime)


def _work(kind: str, every: int, files: list[str]) -> NoReturn:
    """Try the faults of a class in this process, which has just been forked, and end it."""
    code = 1
    try:
        for number, file in enumerate((os.devnull, *files)):
            os.dup2(os.open(file, os.O_RDWR), number)
        main(kind, every)
        code = 0
    except BaseException:  # whatever it is, it is told
        os.write(2, traceback.format_exc().encode())
    finally:
        os._exit(code)


if __name__ == "__main__":
    serve()
