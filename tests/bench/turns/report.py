"""Report on turns and jobs: what is above its limit, and what is nearest to it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tests.bench.turns.shapes import Shape
from tests.bench.turns.watch import Stretch, Turn

FIRST, CANCEL = 300.0, 1000.0
"""Milliseconds until a job is heard of, and until it ends once it is cancelled."""

WAIT = 1000.0
"""Milliseconds that a turn may wait, on a machine that does nothing else."""

SHOWN = 15
"""Turns and jobs that are listed although they are within their limits."""


@dataclass(frozen=True)
class Found:
    """One thing that was found.

    Attributes
    ----------
    name
        What was done.
    milliseconds, limit
        What it took, and what it may take.
    """

    name: str
    milliseconds: float
    limit: float

    @property
    def is_above(self) -> bool:
        """Whether it took too long."""
        return self.milliseconds > self.limit


@dataclass(frozen=True)
class Report:
    """What was found with files of a shape.

    Attributes
    ----------
    shape
        Which files.
    turns, jobs
        What was watched.
    """

    shape: Shape
    turns: Sequence[Turn]
    jobs: Sequence[Stretch]

    @property
    def above(self) -> list[Found]:
        """What took longer than it may, by how much the most first."""
        return [one for kind in self._kinds().values() for one in kind if one.is_above]

    def page(self) -> str:
        """Return Markdown: all that is above its limit, and the longest of what is not."""
        lines = [f"## Turns of the window: {self.shape.name}", ""]
        for title, kind in self._kinds().items():
            above = sum(one.is_above for one in kind)
            lines += [
                f"{title}: {len(kind):,} watched, {above:,} above {kind[0].limit:.0f} ms." if kind else ""
            ]
            lines += ["", "| What | ms | |", "|---|--:|---|", *self._rows(kind, above + SHOWN), ""]
        return "\n".join((*lines, ""))

    def _rows(self, kind: Sequence[Found], most: int) -> Iterator[str]:
        for one in kind[:most]:
            name = one.name.replace("|", "/").replace("\n", " ")
            yield f"| {name} | {one.milliseconds:,.0f} | {'above' if one.is_above else ''} |"

    def _kinds(self) -> dict[str, list[Found]]:
        """Return each kind of what was found, the longest first."""
        kinds = {
            "Longest turn of a gesture": [
                Found(one.name, one.longest, self.shape.limit) for one in self.turns
            ],
            "Longest wait of a turn, for jobs or for other programs": [
                Found(one.name, one.waited, WAIT) for one in self.turns
            ],
            "First report of a job": [Found(one.name, one.first, FIRST) for one in self.jobs],
            "Longest stretch of a job in which it cannot be cancelled": [
                Found(one.name, one.longest, CANCEL) for one in self.jobs
            ],
        }
        return {
            title: sorted(kind, key=lambda one: one.milliseconds, reverse=True)
            for title, kind in kinds.items()
        }
