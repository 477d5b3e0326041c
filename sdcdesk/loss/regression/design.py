"""Design of a linear model: the columns of a formula in one file, each with the words for its coefficient."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.numeric import is_numeric
from sdcdesk.core.data.plain_values import as_text
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.text.sentence import sentence
from sdcdesk.kernels.design_columns import DesignColumn, Indicator, Numbers
from sdcdesk.loss.regression.formula import Formula, FormulaVariable

CONSTANT = "(constant)"

MOST_COLUMNS = 400
"""Coefficients beyond which nobody reads a model, and its arithmetic takes minutes."""


@dataclass(frozen=True, slots=True, eq=False)
class Design:
    """A formula in one file.

    Attributes
    ----------
    coefficients
        Words for each column: "age", "sex: male", "age × sex: male".
    columns
        One for each of them.
    outcome
        float64 (n,): the records that have all values.
    incomplete
        Records that lack some value, or have none for a function.
    """

    coefficients: tuple[str, ...]
    columns: tuple[DesignColumn, ...]
    outcome: np.ndarray
    incomplete: int


@dataclass(frozen=True, slots=True, eq=False)
class _Values:
    """A variable of a formula: numbers, or codes of the categories that are named."""

    numbers: np.ndarray | None
    codes: np.ndarray
    categories: tuple[str, ...]

    @property
    def present(self) -> np.ndarray:
        found: np.ndarray = self.codes >= 0 if self.numbers is None else np.isfinite(self.numbers)
        return found


def is_number_like(file: Microdata, variable: FormulaVariable) -> bool:
    """Return whether a variable counts as a number in a formula.

    Parameters
    ----------
    file
        The file.
    variable
        It, with its function.

    Returns
    -------
    bool
        Else each category has a coefficient of its own.

    Raises
    ------
    DataError
        The file has no such variable, or its values have no logarithm, root or square.
    """
    file.variable(variable.name)
    if variable.function == "category":
        return False
    numeric = is_numeric(file, variable.name)
    if not numeric and variable.function:
        wrong = "{name} is not continuous, and has no {function}; write {name} alone, for its categories."
        raise DataError(sentence(wrong, name=variable.name, function=variable.function), "formula")
    return numeric


def design(
    file: Microdata,
    formula: Formula,
    categories: Mapping[FormulaVariable, tuple[str, ...]],
) -> Design:
    """Return the columns of a formula.

    Parameters
    ----------
    file
        The file.
    formula
        The model.
    categories
        Categories of each variable that is no number; the first is what others are compared with. Of the
        outcome there are two, and the chance of the second is explained.

    Returns
    -------
    Design
        A category that none of its complete records has keeps its column, which has no estimate then.

    Raises
    ------
    DataError
        The model has more than `MOST_COLUMNS` coefficients.
    """
    variables = dict.fromkeys([formula.outcome, *(one for term in formula.terms for one in term)])
    values = {one: _values(file, one, categories.get(one)) for one in variables}
    complete = np.logical_and.reduce([one.present for one in values.values()])
    kept = np.flatnonzero(complete)
    named: list[tuple[str, DesignColumn]] = [(CONSTANT, ())] if formula.constant else []
    whole = not formula.constant
    for term in formula.terms:
        first_of = _first_categories(term, values, whole=whole)
        parts = [_factors(one, values[one], kept, first_of[one]) for one in term]
        # Without a constant the first variable with categories has a column for each of them.
        whole = whole and all(values[one].numbers is not None for one in term)
        for chosen in product(*parts):
            words, factors = zip(*chosen, strict=True)
            named.append((" × ".join(words), tuple(factors)))
        _require_few(len(named))
    outcome = values[formula.outcome]
    explained = outcome.numbers if outcome.numbers is not None else (outcome.codes == 1).astype(np.float64)
    return Design(
        tuple(words for words, _ in named),
        tuple(column for _, column in named),
        explained[kept],
        len(complete) - len(kept),
    )


def category_texts(file: Microdata, name: str) -> list[str]:
    """Return the categories of a variable that occur in a file, as they are written, in their order.

    Parameters
    ----------
    file, name
        The file, and the variable.

    Returns
    -------
    list[str]
        None of them missing.
    """
    coding = file.coding(name)
    occur = np.bincount(coding.codes[coding.codes >= 0], minlength=len(coding.categories)) > 0
    return [text for text, one in zip(as_text(coding.values), occur.tolist(), strict=True) if one]


def _first_categories(
    term: Sequence[FormulaVariable], values: dict[FormulaVariable, _Values], *, whole: bool
) -> dict[FormulaVariable, int]:
    """Return from which category on each variable of a term has columns: 1, the first being the base."""
    first: dict[FormulaVariable, int] = {}
    for one in term:
        free = whole and values[one].numbers is None and not any(value == 0 for value in first.values())
        first[one] = 0 if free else 1
    return first


def _factors(
    variable: FormulaVariable, values: _Values, kept: np.ndarray, first: int
) -> list[tuple[str, Indicator | Numbers]]:
    if values.numbers is not None:
        return [(variable.text, Numbers(values.numbers[kept]))]
    codes = values.codes[kept]
    named = list(enumerate(values.categories))[first:]
    return [(f"{variable.name}: {category}", Indicator(codes, code)) for code, category in named]


def _values(file: Microdata, variable: FormulaVariable, categories: tuple[str, ...] | None) -> _Values:
    if categories is None:
        return _Values(_transformed(file.numbers(variable.name), variable.function), np.zeros(0), ())
    coding = file.coding(variable.name)
    places = {category: place for place, category in enumerate(categories)}
    # The last place is that of the code -1, of a missing value; a category without a column is missing, too.
    wanted = np.array([*(places.get(text, -1) for text in as_text(coding.values)), -1])
    return _Values(None, wanted[coding.codes], categories)


def _transformed(numbers: np.ndarray, function: str) -> np.ndarray:
    if not function:
        return numbers
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        found = {"log": np.log, "sqrt": np.sqrt, "square": np.square}[function](numbers)
    return np.where(np.isfinite(found), found, np.nan)


def _require_few(columns: int) -> None:
    if columns > MOST_COLUMNS:
        wrong = (
            "The model has more than {most} coefficients; leave variables with many categories out, or their "
            "products."
        )
        raise DataError(sentence(wrong, most=str(MOST_COLUMNS)), "formula")
