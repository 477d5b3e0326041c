"""Findings of the headline loss: the number, and the parts that it is the mean of."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from sdcdesk.core.numbers.contributions import Contributions
from sdcdesk.core.numbers.quantity import NUMBER, SCORE, VALUES, Quantity, Reason, Why
from sdcdesk.core.results.column import Column, Secrecy
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Declared, Figure, Findings, Note, Section
from sdcdesk.core.results.plot import Axis, Plot, Series
from sdcdesk.core.results.table import plain_value
from sdcdesk.core.text.sentence import Sentence, plain, sentence

LOSS = Declared("loss", "Information loss", SCORE, better="less").means(
    "What records lost on average: one that is left out everything, another one the mean of what "
    "its analysed variables lost. 0 is the original, 100 tells nothing. A compass for choosing steps; it "
    "does not say what users of the file can still find out."
)

LONGEST = 6
"""Rows of the computation; the other parts are one row more."""

COLUMNS = (
    Column("part", "Part", role="key", secrecy=Secrecy.PUBLIC),
    Column(
        "loss",
        "Loss",
        SCORE,
        "What this part lost: 0 is nothing, 100 is everything.",
        undefined=Reason(Why.NO_RECORDS, "No record is released."),
    ),
    Column("weight", "Weight", NUMBER, "How much the part counts in the mean.", secrecy=Secrecy.PUBLIC),
    Column("changed", "Changed", VALUES, "Values that are others, by anything but a recoding of all alike."),
    Column("blanked", "Blanked", VALUES, "Values that are missing and were not; records that are left out."),
    Column("words", "Where it comes from"),
)


@dataclass(frozen=True, slots=True, eq=False)
class Parts:
    """Parts of the loss.

    Attributes
    ----------
    frame
        A row for each.
    rows
        For a part, the positions (int64) in the original of the records that it concerns.
    """

    frame: pd.DataFrame
    rows: Callable[[int], np.ndarray]

    def row_title(self, at: int) -> str:
        """Return what these records are.

        Parameters
        ----------
        at
            Place of the part.

        Returns
        -------
        str
            For those who look at them.
        """
        return sentence("with another {part}", part=self.frame["part"].iloc[at]) if at else "left out"


PARTS = DeclaredTable[Parts](
    name="parts",
    title="Where the loss comes from",
    about=plain("One part for each variable that is analysed, and one for the records left out."),
    columns=COLUMNS,
    rows=lambda parts, at: parts.rows(at),
    row_title=lambda parts, at: parts.row_title(at),
    plots=(
        Plot(
            title="Loss by part",
            kind="bars",
            x=Axis("Part", column="part"),
            y=Axis("Loss", unit=SCORE, least=0.0),
            series=(Series("loss", "Loss", "loss"),),
            about=plain("A bar for each part of the loss."),
        ),
    ),
)


def to_findings(
    loss: Quantity,
    released: Quantity,
    parts: pd.DataFrame,
    behind: Sequence[Contributions | None],
    notes: Sequence[Sentence],
    rows: Callable[[int], np.ndarray],
) -> Findings:
    """Return the findings.

    Parameters
    ----------
    loss
        The headline, 0…100.
    released
        The mean of the parts of the released records; the same object where no record is left out.
    parts
        part, loss (0…100; NaN where it does not count), weight, changed, blanked and words, a row for each
        part.
    behind
        What single values have to do with the loss of each part.
    notes
        Which variables are no parts, and why.
    rows
        For a part, the positions (int64) in the original of the records that it concerns.

    Returns
    -------
    Findings
        The headline figure, and the table of its parts.
    """
    parts = parts.assign(loss=_quantities(parts["loss"], behind))
    blocks = (_figure(loss, released, parts), *PARTS.blocks(Parts(parts, rows)))
    return Findings(sections=(Section(name="parts", blocks=blocks, notes=tuple(map(Note, notes))),))


def _quantities(losses: pd.Series, behind: Sequence[Contributions | None]) -> pd.Series:
    cells = [
        np.nan if np.isnan(loss) else Quantity(loss, SCORE, contributions=one)
        for loss, one in zip(losses.tolist(), behind, strict=True)
    ]
    return pd.Series(cells, losses.index, dtype=object)


def _figure(loss: Quantity, released: Quantity, parts: pd.DataFrame) -> Figure:
    counting = parts[parts["loss"].notna()].sort_values(
        "loss", ascending=False, kind="stable", key=lambda cells: cells.map(plain_value)
    )
    alike = counting["weight"].nunique() <= 1
    names, losses = counting["part"].tolist(), counting["loss"].tolist()
    if not alike:
        names = [
            sentence("{name}, weight {weight}", name=name, weight=float(weight))
            for name, weight in zip(names, counting["weight"].tolist(), strict=True)
        ]
    rows: list[tuple[str, Quantity | str]] = [
        (name, value) for name, value in zip(names[:LONGEST], losses[:LONGEST], strict=True)
    ]
    others = len(names) - LONGEST
    if others == 1:
        rows.append((names[-1], losses[-1]))
    elif others > 1:
        rows.append((sentence("The largest of {parts} other parts", parts=others), losses[LONGEST]))
    words = "Mean of the {parts} parts" if alike else "Weighted mean of the {parts} parts"
    if len(names) == 1:
        rows.append(("Only part", loss))
    elif released is loss:
        rows.append((sentence(words, parts=len(names)), loss))
    else:
        words = "Weighted mean of the {parts} parts of a released record"
        if alike:
            words = "Mean of the {parts} parts of a released record"
        rows.append((sentence(words, parts=len(names)), released))
        rows.append(("With the records left out, which lost everything", loss))
    return LOSS.figure(loss, computation=tuple(rows))
