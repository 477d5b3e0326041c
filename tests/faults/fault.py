"""Fault: one command with an input that is not as it should be, and what may come of it."""

import contextlib
import io
import re
import signal
import time
import traceback
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from sdcdesk.cli import main
from tests.faults.example import FILES, SECRETS

LONGEST = 60.0
"""Seconds of processor time that a command may take with a few records: a busy machine takes others."""

FOR_EVER = 3600.0
"""Seconds after which what does nothing at all is ended."""

ECHO = 80
"""Characters of the input that a message may repeat."""

LARGE = 1 << 26
"""Bytes of a file that is not looked into."""

OUTPUTS = ("--out", "--json", "--report")


class TooLongError(BaseException):
    """A command took too long; below `BaseException`, so that no command takes it for its own."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One malformed input.

    Attributes
    ----------
    name
        Tells it from all others of its class.
    words
        The command line, begun in the folder of the files.
    files
        Content by name, beside those of the example or in place of them.
    prepare
        Makes in the folder what is no ordinary file.
    codes
        Exit codes that it may end with.
    """

    name: str
    words: Sequence[str]
    files: Mapping[str, bytes] = field(default_factory=dict)
    prepare: Callable[[Path], object] = lambda folder: folder
    codes: tuple[int, ...] = (0, 1, 2)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a fault: its exit code, and in words all that must not be."""

    code: int | None
    wrong: tuple[str, ...]
    message: str = ""


def lay_out(fault: Fault, folder: Path) -> None:
    """Write the files of a fault into an empty folder, which is the current one."""
    for name, content in {**FILES, **fault.files}.items():
        (folder / name).write_bytes(content)
    fault.prepare(folder)


def tried(fault: Fault, folder: Path) -> Outcome:
    """Run the command of a fault in its folder, and say what is wrong with what came of it."""
    before = contents(folder)
    out = io.TextIOWrapper(io.BytesIO(), "utf-8")
    err = io.TextIOWrapper(io.BytesIO(), "utf-8", errors="backslashreplace")
    code, raised, began = None, "", time.process_time()
    with (
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        warnings.catch_warnings(),
        limited(LONGEST),
    ):
        warnings.simplefilter("always")  # else each of them is shown once only
        try:
            code = main(list(fault.words))
        except SystemExit as stop:
            code = stop.code if isinstance(stop.code, int) else None
        except BaseException:  # whatever comes out of a command is what is looked for
            raised = traceback.format_exc(limit=-6)
    said, told = _text(err), _text(out)
    wrong = [
        *([f"raised {raised}"] if raised else _of_code(fault, code, told, said)),
        *_of_message(said),
        *([f"took {LONGEST:.0f} s of processor time"] if time.process_time() - began > LONGEST else []),
        *_of_folder(fault.words, code, before, contents(folder)),
    ]
    return Outcome(code, tuple(wrong), said)


def contents(folder: Path) -> dict[str, bytes | None]:
    """Return what a folder holds, by name; None where it is no ordinary file, or a very large one."""

    def content(path: Path) -> bytes | None:
        ordinary = not path.is_symlink() and path.is_file() and path.stat().st_size < LARGE
        return path.read_bytes() if ordinary else None

    return {path.name: content(path) for path in folder.iterdir()}


@contextlib.contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Stop what takes too much of the processor."""

    def stop(_signal: int, _frame: object) -> None:
        raise TooLongError

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _text(stream: io.TextIOWrapper) -> str:
    stream.flush()
    assert isinstance(stream.buffer, io.BytesIO)
    return stream.buffer.getvalue().decode("utf-8", errors="replace")


def _of_code(fault: Fault, code: int | None, told: str, said: str) -> Iterator[str]:
    """Say what is wrong with an exit code beside what was printed."""
    if code not in fault.codes:
        yield f"exit code {code}"
    if code == 1 and "unsafe" not in told and "--release-anyway" not in said:
        yield "exit code 1, and nothing is unsafe"
    if code == 2 and not said.strip():
        yield "no word of what is wrong"
    if code == 2 and told and not any(option in fault.words for option in OUTPUTS):  # files are written last
        yield "results of a command that failed"


def _of_message(said: str) -> Iterator[str]:
    """Say what is wrong with the messages of a command."""
    yield from (f"the message holds {secret}" for secret in SECRETS if secret in said)
    if re.search(rf"(.)\1{{{ECHO}}}", said):
        yield "the message repeats too much of the input"
    if re.search(r"[\x00-\x09\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]", said):
        yield "the message holds signs that control a terminal"
    if said.startswith("usage: "):
        return
    for line in said.splitlines():
        if not line.startswith("sdcdesk: "):
            yield "a message that is none of ours"
    if said and not said.rstrip().endswith((".", "?")):
        yield "the message is no sentence"


def _of_folder(
    words: Sequence[str],
    code: int | None,
    before: Mapping[str, bytes | None],
    after: Mapping[str, bytes | None],
) -> Iterator[str]:
    """Say what is wrong with what a command left in its folder."""
    asked = {name for option, name in pairwise(words) if option in OUTPUTS}
    # An answer is noted in the project.
    asked |= {words[1]} if words[0] == "query" and code == 0 else set()
    for name in sorted(set(after) - set(before)):
        if code not in (0, 1) or name not in asked:
            yield f"left {name[:ECHO]!r} behind"
    for name, content in before.items():
        if after.get(name) != content and (name not in asked or code not in (0, 1)):
            yield f"changed {name[:ECHO]!r}"
