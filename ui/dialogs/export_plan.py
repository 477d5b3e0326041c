"""What an export writes, what may be wrong with it, and the writing itself: no window needed."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Literal

from sdcdesk.core.atomic import write_atomically
from sdcdesk.core.progress import Progress
from sdcdesk.core.variable import Role
from sdcdesk.io import write
from sdcdesk.release.release_check import SAFE, Release
from sdcdesk.report.html import render

WORD = "identifiers"
"""What must be typed before identifiers leave."""

SUFFIXES: dict[Literal["csv", "parquet"], str] = {"csv": ".csv", "parquet": ".parquet"}


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be written.

    Attributes
    ----------
    target
        The masked file; None: no name was given.
    format, delimiter, encoding, decimal
        How it is written; the last three are of a CSV file.
    kept
        Identifiers that leave too.
    word
        What was typed to confirm that.
    report, figures
        Whether the report and the figures are written beside it.
    reason
        Why a file that is not safe is exported.
    replace
        Whether files that exist may be replaced.
    """

    target: Path | None
    format: Literal["csv", "parquet"] = "csv"
    delimiter: str = ","
    encoding: str = "utf-8"
    decimal: Literal[".", ","] = "."
    kept: tuple[str, ...] = ()
    word: str = ""
    report: bool = False
    figures: bool = False
    reason: str = ""
    replace: bool = False

    @property
    def report_file(self) -> Path | None:
        """Where the report is written."""
        return (
            self.target.with_name(f"{self.target.stem}_report.html") if self.target and self.report else None
        )

    @property
    def figures_file(self) -> Path | None:
        """Where the figures are written."""
        return (
            self.target.with_name(f"{self.target.stem}_figures.json")
            if self.target and self.figures
            else None
        )

    @property
    def files(self) -> tuple[Path, ...]:
        """All files, the masked one first."""
        return tuple(path for path in (self.target, self.report_file, self.figures_file) if path)

    @property
    def existing(self) -> tuple[Path, ...]:
        """The files that are there already."""
        return tuple(path for path in self.files if path.exists())


def suggested(data_file: Path, release: Release) -> Path:
    """Return a name beside the data file; only what is safe is called so."""
    return data_file.with_name(f"{data_file.stem}_{'safe' if release.verdict == SAFE else 'masked'}.csv")


def name_problem(plan: Plan, inputs: Sequence[Path]) -> str:
    """Return what is wrong with the name of the file; empty if nothing is.

    Parameters
    ----------
    plan
        What is to be written.
    inputs
        Files that are never overwritten: the original and the project.
    """
    if plan.target is None or not plan.target.name:
        return "Give the file a name."
    if any(_same(path, other) for path in plan.files for other in inputs):
        return "This is a file that the project was made from; it is never overwritten. Choose another name."
    if plan.target.is_dir():
        return f"{plan.target.name} is a folder; add the name of a file."
    if not plan.target.parent.is_dir():
        return f"There is no folder {plan.target.parent.name}; choose another one."
    return ""


def problem(plan: Plan, release: Release, inputs: Sequence[Path]) -> str:
    """Return the first thing that hinders the export, as a sentence; empty if nothing does."""
    checks = (
        (name_problem(plan, inputs), True),
        ("A comma cannot both separate the fields and mark the decimals.", _same_signs(plan)),
        (f"Type the word {WORD} to let them leave.", bool(plan.kept) and plan.word.strip().lower() != WORD),
        ("Give the reason why the file leaves.", needs_reason(release) and not plan.reason.strip()),
        (
            "The reason is recorded in the report or in the figures: tick one of them.",
            needs_reason(release) and not (plan.report or plan.figures),
        ),
        ("Allow the files that are there to be replaced, or choose another name.", _in_the_way(plan)),
    )
    return next((words for words, holds in checks if holds and words), "")


def needs_reason(release: Release) -> bool:
    """Return whether the export is recorded with a reason: the file is unsafe, or nobody knows."""
    return release.verdict != SAFE


def export(release: Release, plan: Plan, progress: Progress) -> None:
    """Write the masked file and what belongs to it; the masked file first, each whole or not at all.

    Raises
    ------
    SdcError
        A file cannot be written, or CSV cannot hold a variable.
    Cancelled
        The user asked to stop; the masked file was not written.
    """
    if plan.target is None:
        return
    masked = release.run.masked
    progress.at(0.0, "Writing the report")
    reason = plan.reason.strip() if needs_reason(release) else ""
    texts = {
        plan.report_file: render(release, override=reason) if plan.report else "",
        plan.figures_file: _figures(release, reason) if plan.figures else "",
    }
    left_out = [name for name in masked.named(Role.IDENTIFIER) if name not in plan.kept]
    released = masked.drop(left_out) if plan.kept else masked
    put = partial(
        write,
        released,
        plan.target,
        format=plan.format,
        identifiers=bool(plan.kept),
        overwrite=plan.replace,
        progress=progress.part(0.1, 1.0),
    )
    if plan.format == "csv":
        put(delimiter=plan.delimiter, encoding=plan.encoding, decimal=plan.decimal)
    else:
        put()
    for path, text in texts.items():
        if path is not None:
            _write_text(path, text, replace=plan.replace)


def _figures(release: Release, reason: str) -> str:
    """Return the figures as `sdcdesk run --json` writes them, with the reason for an export not safe."""
    content = release.to_json() | ({"override": reason} if reason else {})
    return json.dumps(content, ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def _write_text(path: Path, text: str, *, replace: bool) -> None:
    write_atomically(path, lambda file: file.write(text.encode()), overwrite=replace)


def _same(path: Path, other: Path) -> bool:
    """Return whether two paths name one file, be it by another name of the same file."""
    if path.exists() and other.exists():
        return path.samefile(other)
    return path.resolve() == other.resolve()


def _same_signs(plan: Plan) -> bool:
    return plan.format == "csv" and plan.delimiter == plan.decimal


def _in_the_way(plan: Plan) -> bool:
    return bool(plan.existing) and not plan.replace
