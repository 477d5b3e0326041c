"""PRAM, the post-randomization method: categories change at random, with known probabilities."""

import math
from typing import Annotated, ClassVar, Literal, Self

import numpy as np
from pydantic import Field, model_validator

from sdcdesk.core.digits import rough
from sdcdesk.core.errors import DataError
from sdcdesk.core.legible import brief
from sdcdesk.core.method import Masked, Purpose
from sdcdesk.core.microdata import Microdata
from sdcdesk.core.model import FieldError, NamesValues
from sdcdesk.core.parameters import CATEGORICAL, REQUIRED, Shown, parameter
from sdcdesk.core.progress import Progress
from sdcdesk.core.quantity import SHARE, Quantity
from sdcdesk.core.randomness import Draws
from sdcdesk.core.sentence import Percentage, joined, sentence
from sdcdesk.core.variable import Scale
from sdcdesk.masking.added_categories import categories_of, replace_with_added
from sdcdesk.masking.household_draws import DrawsByRecord
from sdcdesk.masking.new_values import replace_codes
from sdcdesk.masking.replacement import as_text
from sdcdesk.masking.transition_matrix import TransitionMatrix

ROW_SUM = 1e-9
"""Rows of a given matrix sum to 1 within this."""

MOST_CATEGORIES = 2_000
"""The matrix for more would take over 32 MB, and a row for each is no longer a choice."""

HOW = {"keep": "By how many values stay", "matrix": "By a given matrix"}

Probability = Annotated[float, Field(ge=0, le=1)]


class Pram(DrawsByRecord):
    """Change the categories of a variable at random, with known probabilities.

    A Markov matrix P says for each category i with which probability P_ij its values become category j.
    Each record is drawn by itself. The matrix is chosen in one of two ways:

    - *keep*: a value stays with the same probability in all categories, and the others, observed or
      only declared, are equally likely;
    - *matrix*: as given, one row for each category, also for declared ones that do not occur. Rows sum
      to 1 within 10⁻⁹. Columns may be more than the rows: values may become a category that did not
      exist before. (A new category that is one of the variable's codes for missing makes the value
      missing.)

    Categories are matched by their text: the integer code 1 is "1". New categories of a variable with
    numbers as codes are numbers if all can be read as such; if not, the whole variable becomes text, with
    empty cells for missing values. An ordinal variable takes no new categories, because they have no
    place in its order.

    With *invariant*, P is replaced by R = P·Q, where Q_ji = P_ij T_i / Σ_i P_ij T_i is the probability
    that a value j came from i, and T are the frequencies in the data (where nothing becomes j, Q has the
    unit row). Then TᵀR = Tᵀ: all frequencies are, in expectation, what they were. R depends on the data,
    and with it how many values stay.

    Missing values stay missing.

    When to use
        For nominal variables that an intruder could know, or sensitive ones that should be deniable, if
        analysts can be given the matrix: with it they get unbiased frequencies, (Pᵀ)⁻¹ times those of the
        masked file (none if P is singular or not square).
    When not to use
        If single records must make sense: PRAM looks at no other variable, and can make a widow of a
        child. For continuous variables recode first. Judge the risk by record linkage: counts of equal
        keys say nothing here.

    Figures
    -------
    expected, realised share of changed values
        Divided by the number of values that are not missing.

    Examples
    --------
    >>> import pandas as pd
    >>> from sdcdesk.core.microdata import Microdata
    >>> from sdcdesk.masking import Pram
    >>> data = Microdata(pd.DataFrame({"sex": ["f", "f", "m", "f", "m", "m"]}))
    >>> pram = Pram(variable="sex", how="matrix", transitions={"f": {"f": 0.9, "m": 0.1}, "m": {"m": 1.0}})
    >>> pram.apply(data, seed=4).column("sex").tolist()
    ['m', 'f', 'm', 'f', 'm', 'm']
    >>> pram.transition_matrix(data).estimate([450.0, 550.0]).tolist()
    [500.0, 500.0]
    """

    name: ClassVar[str] = "pram"
    title: ClassVar[str] = "PRAM"
    source: ClassVar[str] = (
        "Domingo-Ferrer and Torra, Disclosure Control Methods and Information Loss for Microdata, "
        "section 3; Gouweleeuw, Kooiman, Willenborg and de Wolf (1997)"
    )
    purpose: ClassVar[Purpose] = Purpose.CHANGE_VALUES
    random: ClassVar[bool] = True

    variable: str = parameter(REQUIRED, "Variable", "The variable whose values change.", accepts=CATEGORICAL)
    how: Literal["keep", "matrix"] = parameter(
        "keep", "Probabilities", "How the probabilities are chosen.", Shown(choices=HOW)
    )
    diagonal: float = parameter(
        80.0,
        "Values that stay",
        "Probability in % that a value stays: the diagonal of the matrix. The other categories share the "
        "rest equally.",
        Shown(unit="%", when={"how": ("keep",)}),
        ge=0,
        le=100,
    )
    transitions: Annotated[dict[str, dict[str, Probability]], NamesValues] = parameter(
        {},
        "Matrix",
        "For each category the probabilities (0 to 1) of the categories it may become; those left out are 0.",
        Shown(when={"how": ("matrix",)}),
    )
    invariant: bool = parameter(
        False,
        "Keep frequencies",
        "Make the matrix invariant: the frequencies of the categories are then kept in expectation.",
    )

    @model_validator(mode="after")
    def _markov(self) -> Self:
        if self.how == "matrix" and not self.transitions:
            raise FieldError("transitions", "the matrix has no rows; give one for each category")
        for number, row in enumerate(self.transitions.values(), start=1):
            total = math.fsum(row.values())
            if abs(total - 1) > ROW_SUM:
                wrong = sentence(f"row {number} sums to {{total}}, not 1", total=rough(total, 12))
                raise FieldError("transitions", wrong)
        return self

    def summary(self) -> str:
        """Return the step in a few plain words."""
        parts = [f"PRAM on {self.variable}", "with a given matrix"]
        if self.how == "keep":
            parts[1] = sentence("{part} of values stay", part=Percentage(self.diagonal))
        return joined([*parts, "frequencies kept"] if self.invariant else parts)

    def transition_matrix(self, data: Microdata) -> TransitionMatrix:
        """Return the matrix that is used for these data.

        Parameters
        ----------
        data
            Its frequencies count where *invariant* is chosen.

        Returns
        -------
        TransitionMatrix
            Probabilities by old and new category, as text.

        Raises
        ------
        DataError
            The variable does not exist, has too many categories, or they do not fit the given matrix.
        """
        categories = self._categories(data)
        if self.how == "keep":
            matrix = TransitionMatrix.keeping(categories, self.diagonal / 100)
        else:
            self._check_rows(data, categories)
            matrix = TransitionMatrix.written(categories, self.transitions)
        if not self.invariant:
            return matrix
        if len(matrix.categories) > len(matrix.rows):
            raise DataError(
                f"{self.title}: {matrix.categories[-1]} is a new category, and frequencies cannot be kept if "
                "there are new ones; leave it out of the matrix.",
                "transitions",
            )
        return matrix.invariant(_frequencies(data.coding(self.variable).codes, matrix))

    def _mask(self, data: Microdata, draws: Draws, progress: Progress) -> Masked:
        column, variable = data.column(self.variable), data.variable(self.variable)
        coding, matrix = data.coding(self.variable), self.transition_matrix(data)
        progress.at(0.2, self.variable)
        codes = matrix.drawn(coding.codes, draws.uniform(data.rows))
        known = len(coding.categories)
        added = matrix.categories[known:]
        if matrix.probabilities[:known, known:].any():
            if variable.scale is Scale.ORDINAL:
                raise DataError(
                    f"{self.title}: {brief(variable.name)} is ordinal, and {brief(added[0])} has no place "
                    "in its order; declare its categories with it first.",
                    "transitions",
                )
            column, variable = replace_with_added(column, variable, coding, codes, added)
        else:
            column = replace_codes(column, coding, codes)
        notes = (f"{variable.name} has one category only and stays as it is.",) if _single(matrix) else ()
        return Masked(
            data.assign({variable.name: column}, [variable]), _figures(matrix, coding.codes, codes), notes
        )

    def _categories(self, data: Microdata) -> list[str]:
        """Return the categories of the data as text, checked."""
        categories = data.coding(self.variable).categories
        if len(categories) > MOST_CATEGORIES:
            raise DataError(
                sentence(
                    f"{self.title}: {{name}} has {{n}} categories, and at most {{most}} can be randomised; "
                    "recode it first.",
                    name=self.variable,
                    n=len(categories),
                    most=MOST_CATEGORIES,
                ),
                "variable",
            )
        texts = as_text(categories_of(data.coding(self.variable)))
        if len(set(texts)) < len(texts):
            raise DataError(
                f"{self.title}: {brief(self.variable)} has different values that are written alike; make "
                "them all numbers or all text first.",
                "variable",
            )
        return texts

    def _check_rows(self, data: Microdata, categories: list[str]) -> None:
        """Check that each category has a row, and each row a category where they are declared."""
        without = [category for category in categories if category not in self.transitions]
        if without:
            raise DataError(
                sentence(
                    f"{self.title}: the matrix has no row for {{n}} of the {{all}} categories of "
                    f"{{name}}; add "
                    "what is absent.",
                    n=len(without),
                    all=len(categories),
                    name=self.variable,
                ),
                "transitions",
            )
        unknown = [old for old in self.transitions if old not in categories]
        if unknown and data.variable(self.variable).categories:
            raise DataError(
                f"{self.title}: the matrix has a row for {unknown[0]}, which is no category of "
                f"{self.variable}; leave the row out or declare the category.",
                "transitions",
            )


def _frequencies(codes: np.ndarray, matrix: TransitionMatrix) -> np.ndarray:
    return np.bincount(codes[codes >= 0], minlength=len(matrix.rows))


def _single(matrix: TransitionMatrix) -> bool:
    return len(matrix.categories) == 1


def _figures(matrix: TransitionMatrix, old: np.ndarray, new: np.ndarray) -> dict[str, Quantity]:
    """Return the expected and realised shares of changed values; none if there are no values."""
    values = int((old >= 0).sum())
    if values == 0:
        return {}
    expected = matrix.changed(_frequencies(old, matrix)) / values
    return {
        "expected share of changed values": Quantity(expected, SHARE),
        "realised share of changed values": Quantity(int((new != old).sum()) / values, SHARE),
    }
