"""Matrix masking: records are mixed, variables are mixed, and everything is displaced."""

from typing import Annotated, ClassVar, Self

import numpy as np
import pandas as pd
from pydantic import model_validator

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import NUMBER, Quantity
from sdcdesk.core.operations.masked import Masked
from sdcdesk.core.operations.method import Purpose
from sdcdesk.core.operations.parameters import CONTINUOUS, REQUIRED, FieldDisplay, parameter
from sdcdesk.core.random.randomness import Draws
from sdcdesk.core.results.findings import Declared
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.model import FieldError, Undoes
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import counted, sentence
from sdcdesk.masking.decimals_kept import KeepsDecimals
from sdcdesk.masking.edit_rules.edit_rules_kept import ChoosesValues
from sdcdesk.masking.new_values import (
    KEEP_WHOLE,
    decimal_notes,
    numbers_to_square,
    replace_numbers,
    with_numbers,
)

SEPARATORS = "\t;,"
"""Tried in this order; the first that a line holds is meant."""

LARGEST = 1e9
"""Largest number of a matrix."""

REVERSIBLE = (
    "The matrices can be inverted: whoever knows them, from the recipe or the project, computes the original "
    "values from the masked ones."
)


RANK_A = Declared(
    "rank_of_a",
    "Rank of A",
    NUMBER,
    "Number of independent rows; below n, what is mixed cannot be separated again.",
)

RANK_B = Declared(
    "rank_of_b",
    "Rank of B",
    NUMBER,
    "Number of independent rows; below m, what is mixed cannot be separated again.",
)


class MatrixMasking(KeepsDecimals, ChoosesValues):
    r"""Mask continuous variables with given matrices: V′ = A·V·B + C.

    V has the n records as rows, in the order of the file, and the variables named as columns, in the order
    named. A mixes records (n × n; line i says how much of each record goes into record i), B mixes variables
    (m × m; column j says how much of each variable goes into variable j), C displaces (one line for all
    records, or n lines). What is left out changes nothing. Matrices are written as in CSV files: a line for
    each row, numbers with a decimal point, with commas, semicolons or tabs between them.

    A missing value stays missing. Where a value that is there would need a missing one, the step is refused.

    When to use
        To apply a mask that was made elsewhere, or to see what a method does that is a special case:
        microaggregation (A averages groups), noise (C), swapping (A permutes), sums and differences (B).
    When not to use
        Where a method of its own exists: it chooses the matrices, knows what it does to the risk, and works
        for large files (A has n² numbers). Matrices that can be inverted protect nothing against those who
        have the recipe; public documents tell how many lines they have, and no number of them.


    Examples
    --------
    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> data = sdc.Microdata(pd.DataFrame({"wage": [10.0, 20.0, 40.0], "rent": [1.0, 2.0, 6.0]}))
    >>> pairs = "0.5,0.5,0\n0.5,0.5,0\n0,0,1"
    >>> masking = sdc.masking.MatrixMasking(variables=["wage", "rent"], records=pairs, displacement="0,1")
    >>> masking.apply(data).frame.to_dict("list")
    {'wage': [15.0, 15.0, 40.0], 'rent': [2.5, 2.5, 7.0]}
    """

    name: ClassVar[str] = "matrix_masking"
    title: ClassVar[str] = "Matrix masking"
    source: ClassVar[str] = (
        "Duncan and Pearson (1991); Domingo-Ferrer and Torra, Disclosure Control Methods and Information "
        "Loss for Microdata, section 3"
    )
    purpose: ClassVar[Purpose] = Purpose.CHANGE_VALUES
    declares = (
        RANK_A,
        RANK_B,
    )
    examples = (
        {"variables": ["bonus", "weight"], "mixture": "1,0.5\n0,1", "displacement": "1,2"},
        {
            "variables": ["bonus"],
            "mixture": "2",
            "whole_numbers": True,
            "decimals": True,
            "edit_rules": "keep",
        },
    )

    variables: tuple[str, ...] = parameter(
        REQUIRED, "Variables", "The columns of V, in this order.", accepts=CONTINUOUS, min_length=1
    )
    mixture: Annotated[str, Undoes] = parameter(
        "",
        "B mixes variables",
        "As many lines and columns as variables; column j says how much of each goes into variable j.",
        FieldDisplay(long=True, empty="variables are not mixed"),
    )
    displacement: Annotated[str, Undoes] = parameter(
        "",
        "C displaces",
        "One line for all records, or one for each; a number for each variable.",
        FieldDisplay(long=True, empty="nothing is added"),
    )
    records: Annotated[str, Undoes] = parameter(
        "",
        "A mixes records",
        "As many lines and columns as records; line i says how much of each record goes into record i.",
        FieldDisplay(long=True, more=True, empty="records are not mixed"),
    )
    whole_numbers: bool = parameter(False, *KEEP_WHOLE)

    @model_validator(mode="after")
    def _matrices(self) -> Self:
        names = [name for name in ("mixture", "displacement", "records") if getattr(self, name).strip()]
        if not names:
            raise FieldError("mixture", "no matrix is given, and nothing would change")
        for name in names:
            matrix = _read(getattr(self, name), name)
            if name != "records" and matrix.shape[1] != len(self.variables):
                raise FieldError(name, "a line must hold a number for each variable")
            if name != "displacement" and matrix.shape[0] != matrix.shape[1]:
                raise FieldError(name, "there must be as many lines as columns")
        return self

    def summary(self) -> str:
        """Return the step in a few plain words."""
        return sentence("{variables} masked with matrices", variables=", ".join(self.variables))

    def _mask(self, data: Microdata, draws: Draws, progress: Progress) -> Masked:
        values = {name: numbers_to_square(data, name) for name in self.variables}
        old = np.column_stack(list(values.values()))
        new, ranks = old, []
        if self.records.strip():
            new = self._mixed(self._record_matrix(len(data), "records"), new)
            ranks.append((RANK_A, _read(self.records, "records")))
        progress.at(0.5, self.title)
        if self.mixture.strip():
            mixture = _read(self.mixture, "mixture")
            new = self._mixed(mixture.T, new.T).T
            ranks.append((RANK_B, mixture))
        progress.at(0.8, self.title)
        if self.displacement.strip():
            new = new + self._record_matrix(len(data), "displacement")
        new = np.where(np.isnan(old), np.nan, new)
        self._require_known(old, new)
        reported = {one: Quantity(int(np.linalg.matrix_rank(matrix)), NUMBER) for one, matrix in ranks}
        columns: dict[str, pd.Series] = {
            name: replace_numbers(data, name, new[:, place], whole=self.whole_numbers)
            for place, name in enumerate(self.variables)
        }
        notes = decimal_notes(values) if self.whole_numbers else []
        if all(reported[one].value == len(matrix) for one, matrix in ranks):
            notes = [*notes, REVERSIBLE]
        return Masked(with_numbers(data, columns), reported, tuple(notes))

    def _record_matrix(self, count: int, name: str) -> np.ndarray:
        """Return a matrix with a row for each record, or one for all."""
        matrix = _read(getattr(self, name), name)
        if len(matrix) != count and not (name == "displacement" and len(matrix) == 1):
            raise DataError(
                sentence(
                    "the matrix has {lines} and the file {count}; they must be as many.",
                    lines=counted(len(matrix), "line"),
                    count=counted(count, "record"),
                ),
                name,
                title=self.title,
            )
        return matrix

    @staticmethod
    def _mixed(by: np.ndarray, values: np.ndarray) -> np.ndarray:
        """Return `by` times values; NaN where a missing value would be needed."""
        missing = np.isnan(values)
        needed = (by != 0).astype(np.float64) @ missing.astype(np.float64)
        return np.where(needed > 0, np.nan, by @ np.where(missing, 0.0, values))

    def _require_known(self, old: np.ndarray, new: np.ndarray) -> None:
        lost = int((np.isnan(new) & ~np.isnan(old)).sum())
        if lost:
            raise DataError(
                sentence(
                    "{n} value would need another one that is missing; leave out the "
                    "variables or records with missing values.",
                    "{n} values would need others that are missing; leave out the "
                    "variables or records with missing values.",
                    "n",
                    n=lost,
                ),
                "variables",
                title=self.title,
            )


def _read(text: str, field: str) -> np.ndarray:
    """Return the matrix that a text holds, float64 (lines, columns)."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    try:
        rows = [_numbers(line) for line in lines]
    except ValueError:
        words = "every line must hold numbers: 0.9, 0.1 or, with decimal commas, 0,9; 0,1"
        raise FieldError(field, words) from None
    if len({len(row) for row in rows}) > 1:
        raise FieldError(field, "all lines must hold equally many numbers")
    matrix = np.array(rows)
    if not (np.abs(matrix) <= LARGEST).all():
        raise FieldError(field, "its numbers must lie between −10⁹ and 10⁹")
    return matrix


def _numbers(line: str) -> list[float]:
    sign = next((sign for sign in SEPARATORS if sign in line), None)
    # A comma that separates nothing stands before decimals.
    return [float(cell if sign in (",", None) else cell.replace(",", ".")) for cell in line.split(sign)]
