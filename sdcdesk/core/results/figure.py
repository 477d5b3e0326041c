"""Figures: single numbers that a measure finds, as it declares them and as it finds them; and states."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from sdcdesk.core.numbers.quantity import Quantity, Reason, Unit, Why
from sdcdesk.core.results.column import Secrecy
from sdcdesk.core.text.quantity_text import quantity_text
from sdcdesk.core.text.sentence import sentence

Better = Literal["less", "more", ""]
"""Which values are the safer or more useful ones; empty: neither, so that no limit can stand on it."""


@dataclass(frozen=True, slots=True)
class Declared:
    """A figure as a measure declares it, before anything is computed.

    Forms for limits, empty pages and documents know its words without data; measures that find the same
    figure share the declaration.

    Attributes
    ----------
    name
        For look-ups, limits and JSON; never translated.
    title
        A noun phrase.
    unit
        See `Unit`.
    meaning
        What it is, and what it is divided by, in one or two sentences.
    symbol
        "DR_W"; what follows the underscore is written below the line.
    short
        A word or two that stand beside the symbol where place is scarce ("Weighted"); empty: none.
    better
        See `Better`.
    source
        Where it is defined, if not where its measure is.
    secrecy
        RECORD where it is a value of the data (a largest income); documents leave it out.
    also_for_original
        Whether the same figure of the original says something beside it; False where it is about the original
        itself, or about what masking did.
    between
        Names of the figures of the same measure that it lies between, the lower first; empty: none.
    follows
        Name of a figure of the same measure that could be computed from it: where that one counts too few
        records for a document, this one is left out too.
    """

    name: str
    title: str
    unit: Unit
    meaning: str = ""
    symbol: str = ""
    better: Better = ""
    source: str = ""
    secrecy: Secrecy = Secrecy.AGGREGATE
    also_for_original: bool = True
    between: tuple[str, ...] = ()
    follows: str = ""
    short: str = ""

    def means(self, meaning: str) -> "Declared":
        """Return the same figure with its meaning, which is often longer than all else.

        Parameters
        ----------
        meaning
            See the attribute; every figure of a measure has one.

        Returns
        -------
        Declared
            What the measure declares.
        """
        return replace(self, meaning=meaning)

    def figure(
        self,
        quantity: Quantity,
        *,
        title: str = "",
        meaning: str = "",
        computation: tuple[tuple[str, Quantity | str], ...] = (),
        rows: Callable[[], np.ndarray] | None = None,
        row_title: str = "",
        note: str = "",
    ) -> "Figure":
        """Return the figure that was found.

        Parameters
        ----------
        quantity
            Its value in the declared unit, or why it is not defined.
        title, meaning
            Instead of the declared ones, where parameters or data make them plainer.
        computation
            Steps with this file's numbers, one a row: words and a quantity or text. Where there are no
            records, nothing was computed, and there are none.
        rows
            Positions (int64) in the initial file of the records that it counts, found when asked.
        row_title
            What these records are ("alone in both files").
        note
            Name of a note of its section that belongs to it.

        Returns
        -------
        Figure
            The declaration together with the number.

        Raises
        ------
        ValueError
            The unit is not the declared one. That is a defect of a measure: limits would judge it wrongly.
        """
        if quantity.unit != self.unit:
            words = "{name} is declared in {declared}, and found in {found}"
            raise ValueError(
                sentence(words, name=self.name, declared=self.unit.name, found=quantity.unit.name)
            )
        nothing = quantity.reason is not None and quantity.reason.code is Why.NO_RECORDS
        return Figure(
            name=self.name,
            title=title or self.title,
            quantity=quantity,
            meaning=meaning or self.meaning,
            symbol=self.symbol,
            better=self.better,
            source=self.source,
            secrecy=self.secrecy,
            also_for_original=self.also_for_original,
            between=self.between,
            follows=self.follows,
            computation=() if nothing else computation,
            rows=rows,
            row_title=row_title,
            note=note,
        )

    def undefined(self, reason: Reason) -> "Figure":
        """Return the figure where there is no number.

        Parameters
        ----------
        reason
            Why there is none.

        Returns
        -------
        Figure
            The declaration together with the reason.
        """
        return self.figure(Quantity(None, self.unit, reason=reason))


@dataclass(frozen=True, kw_only=True, repr=False)
class Figure:
    """One number that a board would quote; see `Declared` for what it is made from.

    Attributes
    ----------
    name, title, meaning, symbol, better, source, secrecy, between, follows
        As declared; see `Declared`.
    quantity
        The number with its unit, or the reason why there is none.
    computation
        Steps with this file's numbers: words, and a quantity or text.
    rows
        Gives the positions (int64) in the initial file of the records that it counts.
    row_title
        What these records are, in a few words.
    note
        Name of a note of its section that belongs to it.
    also_for_original
        Whether the same figure of the original file says something.
    before
        That figure; None where it says nothing.
    """

    name: str
    title: str
    quantity: Quantity
    meaning: str
    symbol: str = ""
    better: Better = ""
    source: str = ""
    secrecy: Secrecy = Secrecy.AGGREGATE
    also_for_original: bool = True
    between: tuple[str, ...] = ()
    follows: str = ""
    computation: tuple[tuple[str, Quantity | str], ...] = ()
    rows: Callable[[], np.ndarray] | None = field(default=None, repr=False, compare=False)
    row_title: str = ""
    note: str = ""
    before: Quantity | None = None

    def __repr__(self) -> str:
        return f"Figure({self.name}: {quantity_text(self.quantity).text})"

    @property
    def value(self) -> float | int | None:
        """Full precision; None where it is not defined."""
        return self.quantity.value

    @property
    def unit(self) -> Unit:
        """See `Unit`."""
        return self.quantity.unit


@dataclass(frozen=True, slots=True)
class State:
    """Something that was found and is not a number ("exact").

    Attributes
    ----------
    name, title
        As of a figure.
    code
        For programs; never translated.
    meaning
        What it says.
    """

    name: str
    title: str
    code: str
    meaning: str

    @property
    def value(self) -> str:
        """The code."""
        return self.code
