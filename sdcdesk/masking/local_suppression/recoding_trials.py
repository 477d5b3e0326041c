"""Recoding trials: how many cells local suppression would blank after each of some recodings."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import CELLS, RECORDS, Quantity, Why, undefined
from sdcdesk.core.results.column import Column, Secrecy
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.running.errors import SdcError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import plain
from sdcdesk.masking.recoding.method import Recoding

ALL = "All of them"

Blank = Callable[[Microdata, Progress], tuple[Quantity, Quantity]]
"""Gives the cells that are blanked in a file, and the records that no blanks make safe."""


@dataclass(frozen=True, slots=True)
class Trial:
    """What is left to blank after recodings.

    Attributes
    ----------
    words
        The recodings; empty: none.
    cells, staying
        Cells blanked, and records that no blanks make safe; a reason where the recodings do not fit.
    """

    words: str
    cells: Quantity
    staying: Quantity


def recoding_trials(
    data: Microdata, recodings: Sequence[Recoding], none: Trial, blank: Blank, progress: Progress
) -> tuple[Trial, ...]:
    """Try each recoding by itself and, of several, all of them together.

    Parameters
    ----------
    data
        The file before the step.
    recodings
        What is tried; none of them is applied to the result of the step.
    none
        What is blanked without any.
    blank
        Blanks a recoded file.
    progress
        Receives how far the work is, and asked whether to stop.

    Returns
    -------
    tuple[Trial, ...]
        Without any recoding first.
    """
    sets: list[tuple[str, tuple[Recoding, ...]]] = [(one.summary(), (one,)) for one in recodings]
    if len(sets) > 1:
        sets.append((ALL, tuple(recodings)))
    trials = [none]
    for (words, together), share in progress.over(sets):
        try:
            recoded = data
            for one in together:
                recoded = one.apply(recoded)
            trials.append(Trial(words, *blank(recoded, share)))
        except SdcError as error:
            cells, staying = (undefined(unit, Why.NOT_APPLICABLE, error.message) for unit in (CELLS, RECORDS))
            trials.append(Trial(words, cells, staying))
    return tuple(trials)


def saved(trials: Sequence[Trial]) -> list[Quantity]:
    """Return by how many cells fewer are blanked than without a recoding; negative: by more.

    Parameters
    ----------
    trials
        The one without a recoding first.

    Returns
    -------
    list[Quantity]
        One for each trial; a reason where the recodings do not fit.
    """
    before = int(trials[0].cells.value or 0)
    return [
        one.cells if one.cells.value is None else Quantity(before - int(one.cells.value), CELLS)
        for one in trials
    ]


RECODINGS: DeclaredTable[Sequence[Trial]] = DeclaredTable(
    name="recodings",
    title="Recodings to try",
    about=plain("What each recoding would leave to be blanked. None of them is part of this step."),
    columns=(
        Column("recoding", "Recoding", role="key", secrecy=Secrecy.PUBLIC).cells(
            lambda trials: [one.words or "None" for one in trials]
        ),
        Column("cells", "Cells blanked", CELLS, "In all key variables, after the recoding.").cells(
            lambda trials: [one.cells for one in trials]
        ),
        Column("saved", "Saved", CELLS, "Fewer than without a recoding; a negative number: more.").cells(
            saved
        ),
        Column("staying", "Unsafe still", RECORDS, "Records that no blanks make safe.").cells(
            lambda trials: [one.staying for one in trials]
        ),
    ),
)
