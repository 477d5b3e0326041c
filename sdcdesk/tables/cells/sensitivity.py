"""Sensitivity of cells: what rules say of them, one by one and together."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from sdcdesk.core.data.described_frame import DescribedFrame
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.sentence import Sentence, plain
from sdcdesk.tables.cells.lazy_texts import LazyTexts


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Judgement:
    """What a rule says of the cells of a table.

    Attributes
    ----------
    sensitive
        bool (n,).
    lower, upper
        float64 (n,), required protection of sensitive cells, 0 of the others.
    reasons
        By the place of a sensitive cell why it is one.
    """

    sensitive: np.ndarray
    lower: np.ndarray
    upper: np.ndarray
    reasons: Mapping[int, Sentence] = field(default_factory=dict)


class Judge(Protocol):
    """What says of each cell whether it is sensitive: a rule."""

    @property
    def sliding(self) -> bool:
        """Whether only the width of an interval counts."""

    @property
    def parameters(self) -> dict[str, Any]:
        """Its parameters as plain JSON values."""

    @property
    def looks_at(self) -> int:
        """How many of the largest contributors of a cell it looks at."""

    def judge(self, table: Any, progress: Progress = SILENT) -> Judgement:
        """Return what it says of the cells.

        Parameters
        ----------
        table
            A table of cells.
        progress
            Receives how far the work is.

        Returns
        -------
        Judgement
            Of all cells.
        """


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Sensitivity:
    """What rules say of the cells of a table together.

    Attributes
    ----------
    sensitive
        bool (n,), cells that some rule calls sensitive.
    lower, upper
        float64 (n,), by how much the published table must leave the value of a sensitive cell uncertain
        downwards and upwards; 0 for the others.
    sliding
        float64 (n,), how wide its interval must be at least, wherever it lies; 0 for the others.
    rules
        The rules; none where a file says what is sensitive.
    reasons
        By the place of each sensitive cell, why it is one, a sentence for each rule that says so.
    """

    sensitive: np.ndarray
    lower: np.ndarray
    upper: np.ndarray
    sliding: np.ndarray
    rules: tuple[Any, ...] = ()
    reasons: Mapping[int, tuple[Sentence, ...]] = field(default_factory=dict)

    def without(self, unknown: np.ndarray, before: "Sensitivity | None") -> "Sensitivity":
        """Return it for a table of which some values are not known: rules cannot judge these cells.

        Parameters
        ----------
        unknown
            bool (n,).
        before
            What a file says of them; None: nothing.

        Returns
        -------
        Sensitivity
            The same for known cells, and what was said before for the others; where nothing was said, all of
            them are sensitive, and none may be known exactly.
        """
        none = np.zeros(len(unknown))
        said = before or Sensitivity(unknown, none, none, none)
        return Sensitivity(
            np.where(unknown, said.sensitive, self.sensitive),
            np.where(unknown, said.lower, self.lower),
            np.where(unknown, said.upper, self.upper),
            np.where(unknown, said.sliding, self.sliding),
            self.rules,
            LazyTexts(
                np.where(
                    unknown, _has_reasons(said.reasons, len(none)), _has_reasons(self.reasons, len(none))
                ),
                lambda cell: (said if unknown[cell] else self).reasons[cell],
            ),
        )


def judge(table: DescribedFrame, rules: Sequence[Judge], progress: Progress = SILENT) -> Sensitivity:
    """Return which cells of a table some rule calls sensitive, and how uncertain they must stay.

    Parameters
    ----------
    table
        A table of cells with what the rules need.
    rules
        At least one.
    progress
        Receives how far the work is.

    Returns
    -------
    Sensitivity
        A cell is sensitive if one rule says so; required is the most that one of them asks for.

    Raises
    ------
    DataError
        There is no rule, or one of them needs what is not known.
    """
    if not rules:
        raise DataError(plain("No rule was given; choose one that says which cells are sensitive."), "rules")
    sensitive = np.zeros(len(table), dtype=bool)
    lower, upper, sliding = (np.zeros(len(table)) for _ in range(3))
    reasons: list[Mapping[int, Sentence]] = []
    for rule, part in progress.over(rules, "Rules"):
        found = rule.judge(table, part)
        sensitive |= found.sensitive
        if rule.sliding:
            np.maximum(sliding, found.lower + found.upper, out=sliding)
        else:
            np.maximum(lower, found.lower, out=lower)
            np.maximum(upper, found.upper, out=upper)
        reasons.append(found.reasons)
    texts = LazyTexts(sensitive, lambda cell: tuple(each[cell] for each in reasons if cell in each))
    return Sensitivity(sensitive, lower, upper, sliding, tuple(rules), texts)


def _has_reasons(reasons: Mapping[int, object], size: int) -> np.ndarray:
    """Return of which cells there are reasons, bool (n,)."""
    found = np.zeros(size, dtype=bool)
    found[list(reasons)] = True
    return found
