"""Path faults: what stands where a file is expected, and names that no file has."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.faults.example import ASSESS, INSPECT, MASK, RUN, project, written
from tests.faults.fault import Fault

INPUTS: dict[str, tuple[str, ...]] = {
    "inspect": (*INSPECT[:1], "{}"),
    "assess": ("assess", "{}", "--keys", "age"),
    "masked": ("assess", "people.csv", "--keys", "age", "--masked", "{}"),
    "weights": (*ASSESS[:5], "{}"),
    "mask": ("mask", "{}", *MASK[2:]),
    "run": ("run", "{}", *RUN[2:]),
    "data": (*RUN, "--data", "{}"),
}
"""Commands by the input that is at fault."""

OUTPUTS: dict[str, tuple[str, ...]] = {
    "inspect --json": (*INSPECT, "--json", "{}"),
    "assess --json": (*ASSESS[:6], "--json", "{}"),
    "mask --out": (*MASK[:-1], "{}"),
    "run --out": ("run", "people.sdcdesk", "--report", "report.html", "--out", "{}"),
    "run --report": ("run", "people.sdcdesk", "--out", "safe.csv", "--report", "{}"),
    "run --json": ("run", "people.sdcdesk", "--out", "safe.csv", "--json", "{}"),
}
"""Commands by the output that is at fault."""

NAMES = (
    *("", ".", "..", "/", "~", " ", "gone.csv", "gone/people.csv", "people.csv/", "people.csv/x.csv"),
    *("a\0b.csv", "\udcff.csv", "\x1b[31m.csv", "\u202e.csv", "a\nb.csv", "x" * 5000, "x" * 300 + ".csv"),
    *("/" * 5000, "/".join(["x"] * 3000), "people", "people.docx", "people.csv.gz", ".csv", ".parquet"),
    *("file:///etc/passwd", "-", "http://example.org/people.csv", "nul", "CON.csv", "*.csv", "../people.csv"),
)


def _loop(path: Path) -> None:
    path.symlink_to(path.with_name("back"))
    path.with_name("back").symlink_to(path)


def _deep(path: Path) -> None:
    for number in range(60):
        path.with_name(f"link{number}").symlink_to(path.with_name(f"link{number + 1}"))
    path.symlink_to(path.with_name("link0"))


STRANGE: dict[str, Callable[[Path], object]] = {
    "a folder": Path.mkdir,
    "a pipe": os.mkfifo,
    "a link to nothing": lambda path: path.symlink_to("nothing.csv"),
    "a link to a folder": lambda path: path.symlink_to("."),
    "a link to zeros": lambda path: path.symlink_to("/dev/zero"),
    "a link to nowhere": lambda path: path.symlink_to("/dev/null"),
    "a link to what is full": lambda path: path.symlink_to("/dev/full"),
    "a link to memory": lambda path: path.symlink_to("/proc/self/mem"),
    "a link to itself": lambda path: path.symlink_to(path),
    "two links to each other": _loop,
    "sixty links": _deep,
    "an empty file": Path.touch,
    "a write-protected file": lambda path: path.touch(0o444),
    "a hole": lambda path: path.open("wb").truncate(1 << 40),
}
"""What is made under a name, with nothing to read in it."""

GOOD_TARGETS = ("a link to nothing", "sixty links", "an empty file", "a hole")
"""What an output may well replace or fill."""

DEVICES = (
    "/dev/zero",
    "/dev/null",
    "/dev/full",
    "/dev/stdin",
    "/proc/self/mem",
    "/proc/self/environ",
    "/dev",
)


def faults() -> Iterator[Fault]:
    """Return every name, strange file and device for each input and output, and inputs as outputs."""
    for kind, words in {**INPUTS, **OUTPUTS}.items():
        for number, name in enumerate(NAMES):
            if (kind, name) not in SOUND:
                yield Fault(f"{kind}: name {number}", _naming(words, name))
        for device in DEVICES:
            yield Fault(f"{kind}: {device}", _naming(words, device))
        yield from _strange(kind, words)
    for kind, words in OUTPUTS.items():
        yield from _inputs_as_outputs(kind, words)
    for number, name in enumerate((*NAMES, *DEVICES)):
        moved = project()
        moved["data"]["path"] = name
        yield Fault(f"path in the project {number}", RUN, {"people.sdcdesk": written(moved)})


def _strange(kind: str, words: tuple[str, ...]) -> Iterator[Fault]:
    name = f"strange{_ending(kind)}"
    overwrite = ("--overwrite",) if kind in OUTPUTS else ()
    for strange, make in STRANGE.items():
        if kind in INPUTS or strange not in GOOD_TARGETS:
            yield Fault(
                f"{kind}: {strange}",
                (*_naming(words, name), *overwrite),
                prepare=lambda folder, make=make: make(folder / name),  # type: ignore[misc]
                codes=_codes(strange, output=kind in OUTPUTS),
            )


def _codes(strange: str, *, output: bool) -> tuple[int, ...]:
    if strange == "a write-protected file" and output:
        return (2,)
    return (0, 1, 2, 71) if strange == "a hole" else (0, 1, 2)


def _inputs_as_outputs(kind: str, words: tuple[str, ...]) -> Iterator[Fault]:
    read = ["people.csv", "./people.csv", "linked.csv"]
    for name in [*read, "people.sdcdesk"] if words[0] == "run" else read:
        yield Fault(
            f"{kind}: the input {name}",
            (*_naming(words, name), "--overwrite"),
            prepare=lambda folder: os.link(folder / "people.csv", folder / "linked.csv"),
        )


SOUND = {(kind, "-") for kind in OUTPUTS if kind.endswith("--json")}
"""Names that stand for standard output."""


def _naming(words: tuple[str, ...], name: str) -> tuple[str, ...]:
    return tuple(name if word == "{}" else word for word in words)


def _ending(kind: str) -> str:
    return {"run": ".sdcdesk", "run --report": ".html"}.get(kind, ".json" if "--json" in kind else ".csv")
