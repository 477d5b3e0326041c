"""Comparison: a variable compared with values, or with another variable of the same record."""

from typing import Annotated, Literal, Self

import numpy as np
import pandas as pd
from pydantic import Field, model_validator

from sdcdesk.core.data.coding import Coding
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.plain_values import as_text, holds_numbers, number_as_text
from sdcdesk.core.data.variable import Scale, Value, Variable
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.model import FieldError, Model, NamesValues
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import Sentence, joined_by_or, sentence
from sdcdesk.core.text.value_text import value_text
from sdcdesk.masking.edit_rules.compared_variables import pair_standing
from sdcdesk.masking.recoding.tails import at_threshold

Relation = Literal[
    "is", "is not", "at least", "at most", "more than", "less than", "is missing", "is not missing"
]

VALUES: dict[Relation, int | None] = {
    "is": None,
    "is not": None,
    "at least": 1,
    "at most": 1,
    "more than": 1,
    "less than": 1,
    "is missing": 0,
    "is not missing": 0,
}
"""How many values each relation compares with; None: one or more."""

_WORDS: dict[Relation, str] = {
    "is": "{variable} is {values}",
    "is not": "{variable} is not {values}",
    "at least": "{variable} is at least {values}",
    "at most": "{variable} is at most {values}",
    "more than": "{variable} is more than {values}",
    "less than": "{variable} is less than {values}",
    "is missing": "{variable} is missing",
    "is not missing": "{variable} is not missing",
}
"""What is said of each."""


class Comparison(Model):
    """A variable compared with values, or with another variable of the same record.

    Attributes
    ----------
    variable
        Name of the variable.
    relation
        "is" any of the values, "is not" any of them; "at least", "at most", "more than", "less than" one
        value; "is missing", "is not missing". A missing value is in no relation to values, also not "is not".
    values
        What it is compared with, as the file has them: numbers for a variable that holds numbers.
    other
        Name of a variable that it is compared with instead; empty: it is compared with values. A missing
        value of either is in no relation.
    """

    variable: str = Field(min_length=1)
    relation: Relation
    values: Annotated[tuple[Value, ...], NamesValues] = ()
    other: str = ""

    @property
    def words(self) -> Sentence:
        """What is compared, in a few words: "age is at least 65"."""
        with_what = [short(self.other)] if self.other else [value_text(value) for value in self.values]
        values = joined_by_or(with_what) if with_what else ""
        return sentence(_WORDS[self.relation], variable=short(self.variable), values=values)

    @model_validator(mode="after")
    def _as_many_as_needed(self) -> Self:
        needed = VALUES[self.relation]
        if self.other:
            if needed == 0 or self.values or self.other == self.variable:
                raise FieldError(
                    "other", "compare with another variable, or with values, or ask whether one is missing"
                )
            return self
        if needed is None and not self.values:
            raise FieldError("values", "give at least one value to compare with")
        if needed is not None and len(self.values) != needed:
            raise FieldError("values", "give one value to compare with" if needed else "leave the values out")
        return self

    def check(self, data: Microdata) -> None:
        """Check that the comparison fits a file.

        Parameters
        ----------
        data
            The file.

        Raises
        ------
        DataError
            There is no such variable, it has no order, or it cannot be compared with the value.
        """
        if self.other:
            pair_standing(self.variable, self.relation, self.other, data.take(np.zeros(0, np.int64)), data)
            return
        variable, column = data.variable(self.variable), data.column(self.variable)
        if holds_numbers(column) and any(isinstance(value, str) for value in self.values):
            raise DataError(
                sentence(
                    "{variable} holds numbers, and the condition compares it with text; give numbers.",
                    variable=short(self.variable),
                ),
                "where",
            )
        if not self.values or self.relation in ("is", "is not"):
            return
        if variable.scale is Scale.NOMINAL:
            raise DataError(
                sentence(
                    "{variable} is nominal, so its values have no order; compare it by is or is not, or "
                    "change its scale.",
                    variable=short(self.variable),
                ),
                "where",
            )
        if holds_numbers(column) and not variable.categories:
            return
        if self.values[0] not in data.coding(self.variable).values.tolist():
            raise DataError(
                sentence(
                    "The condition compares {variable} with a value that is none of its categories, "
                    "so nothing says which values lie beyond it; choose a category.",
                    variable=short(self.variable),
                ),
                "where",
            )

    def holds(self, data: Microdata) -> np.ndarray:
        """Return for which records of a file it is true.

        Parameters
        ----------
        data
            A file with the variable.

        Returns
        -------
        np.ndarray
            bool (n,).

        Raises
        ------
        DataError
            The comparison does not fit the file.
        """
        if self.other:
            return pair_standing(self.variable, self.relation, self.other, data, data).holds
        self.check(data)
        if not self.values:
            missing = data.missing(self.variable)
            return missing if self.relation == "is missing" else ~missing
        coding = data.coding(self.variable)
        matching = self.matching(data.variable(self.variable), coding)
        # The code of a missing value counts from the end, where nothing holds.
        holds: np.ndarray = np.append(matching, False)[coding.codes]
        return holds

    def matching(self, variable: Variable, coding: Coding, texts: pd.Index | None = None) -> np.ndarray:
        """Return for which of the different values of a variable it is true.

        Parameters
        ----------
        variable, coding
            The variable, which the comparison fits, and its values.
        texts
            The values as `as_text` writes them, where they are at hand.

        Returns
        -------
        np.ndarray
            bool (c,), for each of the categories of the coding.

        Raises
        ------
        DataError
            The value that it compares with is no category of a variable that has some.
        """
        equal = self.relation in ("is", "is not")
        if not equal:
            return self._beyond(variable, coding)
        return self._among(pd.Index(as_text(coding.values)) if texts is None else texts)

    def _among(self, texts: pd.Index) -> np.ndarray:
        places = texts.get_indexer_for(pd.Index(list(dict.fromkeys(map(as_in_file, self.values)))))
        found = np.zeros(len(texts), dtype=bool)
        found[places[places >= 0]] = True
        return found if self.relation == "is" else ~found

    def _beyond(self, variable: Variable, coding: Coding) -> np.ndarray:
        upwards = self.relation in ("at least", "less than")
        values = coding.values
        if isinstance(values.dtype, pd.CategoricalDtype):
            values = values.astype(values.cat.categories.dtype)
        inside = at_threshold(values, variable, "top" if upwards else "bottom", self.values[0]).inside
        return inside if self.relation in ("at least", "at most") else ~inside


def as_in_file(value: Value) -> str:
    """Return a value that a variable is compared with as text: 1 and 1.0 are the same number.

    Parameters
    ----------
    value
        Text or a number.

    Returns
    -------
    str
        As `as_text` writes the values of a file.
    """
    return number_as_text(value) if isinstance(value, float) else str(value)
