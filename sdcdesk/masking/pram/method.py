"""PRAM, the post-randomization method: categories change at random, with known probabilities."""

from collections.abc import Iterator, Sequence
from typing import Annotated, ClassVar, Literal, Self

import numpy as np
from pydantic import Field, model_validator

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.plain_values import as_text
from sdcdesk.core.data.randomisation import Randomisation
from sdcdesk.core.data.variable import Scale
from sdcdesk.core.numbers.contributions import NEVER_PUBLISHED
from sdcdesk.core.numbers.quantity import NUMBER, SHARE, Quantity, Reason, Why, number, share
from sdcdesk.core.operations.masked import Masked
from sdcdesk.core.operations.method import Purpose
from sdcdesk.core.operations.parameters import CATEGORICAL, KEY_LIKE, REQUIRED, FieldDisplay, parameter
from sdcdesk.core.random.randomness import Draws
from sdcdesk.core.results.findings import Declared, Section
from sdcdesk.core.results.original_counts import counting_values
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.model import FieldError, NamesValues
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import Percentage, joined, sentence
from sdcdesk.masking.household_draws import DrawsByRecord
from sdcdesk.masking.new_values import replace_codes
from sdcdesk.masking.pram.added_categories import plain_categories, possible_values, replace_with_added
from sdcdesk.masking.pram.transition_findings import (
    CONDITION,
    EXPECTED_CHANGE,
    FREQUENCIES,
    MOST_TRANSITIONS,
    REALISED_CHANGE,
    TRANSITIONS,
    transition_section,
)
from sdcdesk.masking.pram.transition_matrix import TransitionMatrix, mean_matrix
from sdcdesk.masking.pram.transition_table import row_total
from sdcdesk.masking.strata import find_strata

MOST_CATEGORIES = 2_000
"""The matrix for more would take over 32 MB, and a row for each is no longer a choice."""

MOST_STRATA = 10_000
"""Each has a matrix of its own; nobody could tell analysts more of them."""

MOST_INVERTED = 300
"""Categories up to which the condition of the matrix is computed, which takes the cube of their number."""

SINGULAR = Reason(
    Why.NOT_APPLICABLE,
    "The matrix has no inverse: original frequencies cannot be estimated from those of the masked file.",
)

HOW = {
    "keep": "By how many values stay",
    "groups": "By how many values stay, others of their group",
    "matrix": "By a given matrix",
}

Probability = Annotated[float, Field(ge=0, le=1)]


class Pram(DrawsByRecord):
    """Change the categories of a variable at random, with known probabilities.

    A Markov matrix P says for each category i with which probability P_ij its values become category j.
    Each record is drawn by itself. The matrix is chosen in one of three ways:

    - *keep*: a value stays with the same probability in all categories, and the others, observed or
      only declared, are equally likely;
    - *groups*: likewise, but only the others of its group are possible, so that the matrix is block-diagonal.
      A category without a group, or alone in it, always stays;
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

    With *within*, the matrix is made in each stratum by itself, the records that agree in these variables:
    *keep* and *groups* use the categories that occur there only, so that no age group gets a marital status
    that it does not have, and *invariant* uses the frequencies there, and keeps them there. A given
    matrix is the same in all strata unless it is made invariant.

    Missing values stay missing.

    When to use
        For nominal variables that an intruder could know, or sensitive ones that should be deniable, if
        analysts can be given the matrix: with it they get unbiased frequencies, (Pᵀ)⁻¹ times those of the
        masked file (none if P is singular or not square).
    When not to use
        If single records must make sense: PRAM looks at no other variable but the strata, and can make a
        widow of a child. For continuous variables recode first. Judge the risk by record linkage: counts of
        equal keys say nothing here.


    Examples
    --------
    >>> import pandas as pd
    >>> from sdcdesk.core.data.microdata import Microdata
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
    declares = (
        EXPECTED_CHANGE,
        REALISED_CHANGE,
        CONDITION,
    )
    tables = (
        TRANSITIONS,
        FREQUENCIES,
    )
    examples = (
        {"variable": "zip", "how": "keep", "diagonal": 75.0},
        {"variable": "zip", "how": "keep", "invariant": True, "within": ["school"]},
        {
            "variable": "zip",
            "how": "groups",
            "groups": {"0012": "town", "0013": "town"},
            "edit_rules": "keep",
            "households": True,
        },
        {
            "variable": "school",
            "how": "matrix",
            "transitions": {
                "none": {"none": 0.75, "primary": 0.25},
                "primary": {"primary": 1.0},
                "secondary": {"higher": 0.1, "secondary": 0.9},
                "higher": {"higher": 1.0},
            },
        },
    )

    variable: str = parameter(REQUIRED, "Variable", "The variable whose values change.", accepts=CATEGORICAL)
    how: Literal["keep", "groups", "matrix"] = parameter(
        "keep", "Probabilities", "How the probabilities are chosen.", FieldDisplay(choices=HOW)
    )
    diagonal: float = parameter(
        80.0,
        "Values that stay",
        "Probability in % that a value stays: the diagonal of the matrix. The other categories share the "
        "rest equally.",
        FieldDisplay(unit="%", when={"how": ("keep", "groups")}),
        ge=0,
        le=100,
    )
    groups: Annotated[dict[str, str], NamesValues] = parameter(
        {},
        "Group",
        "For each category the group in which it may change; those left out stay as they are.",
        FieldDisplay(when={"how": ("groups",)}),
    )
    transitions: Annotated[dict[str, dict[str, Probability]], NamesValues] = parameter(
        {},
        "Matrix",
        "For each category the probabilities (0 to 1) of the categories it may become; those left out are 0.",
        FieldDisplay(when={"how": ("matrix",)}),
    )
    invariant: bool = parameter(
        False,
        "Keep frequencies",
        "Make the matrix invariant: the frequencies of the categories are then kept in expectation.",
    )
    within: tuple[str, ...] = parameter(
        (),
        "Within",
        "The matrix is made in each stratum of these variables by itself.",
        FieldDisplay(more=True, empty="one stratum, all records"),
        accepts=KEY_LIKE,
    )

    @model_validator(mode="after")
    def _markov(self) -> Self:
        if self.how == "matrix" and not self.transitions:
            raise FieldError("transitions", "the matrix has no rows; give one for each category")
        if self.how == "groups" and len(set(self.groups.values())) == len(self.groups):
            raise FieldError(
                "groups", "no group has two categories; give the same group to those that may change"
            )
        if self.within and self.how == "matrix" and not self.invariant:
            raise FieldError(
                "within", "a given matrix is the same everywhere; leave it out, or keep frequencies"
            )
        if self.variable in self.within or len(set(self.within)) < len(self.within):
            raise FieldError("within", "names the variable itself, or one twice; name each other one once")
        for place, row in enumerate(self.transitions.values(), start=1):
            total, whole = row_total(row.values())
            if not whole:
                wrong = sentence("row {place} sums to {total}, not 1", total=total, place=str(place))
                raise FieldError("transitions", wrong)
        return self

    def summary(self) -> str:
        """Return the step in a few plain words."""
        parts = [sentence("PRAM on {variable}", variable=self.variable), "with a given matrix"]
        if self.how != "matrix":
            parts[1] = sentence("{part} of values stay", part=Percentage(self.diagonal))
        parts += ["in groups"] if self.how == "groups" else []
        parts += [sentence("within {within}", within=", ".join(self.within))] if self.within else []
        return joined([*parts, "frequencies kept"] if self.invariant else parts)

    def transition_matrices(self, data: Microdata) -> Iterator[tuple[np.ndarray, TransitionMatrix]]:
        """Walk through the strata, or the whole file if there are none, with the matrix used in each.

        Parameters
        ----------
        data
            Its frequencies count where *invariant* is chosen.

        Yields
        ------
        tuple[np.ndarray, TransitionMatrix]
            Places of the records of the stratum, int64 (m,), and probabilities by old and new category.

        Raises
        ------
        DataError
            The variable does not exist, has too many categories, they do not fit the given matrix, or there
            are too many strata.
        """
        codes, categories = data.coding(self.variable).codes, self._categories(data)
        chosen = self._chosen_matrix(data, categories)
        strata = find_strata(data, self.within) if len(data) else np.zeros(0, np.int64)
        sizes = np.bincount(strata, minlength=1)
        if len(sizes) > MOST_STRATA:
            words = (
                "there are {n} strata, and at most {most} can have matrices of their own; "
                "recode the variables that form them first."
            )
            raise DataError(sentence(words, n=len(sizes), most=MOST_STRATA), "within", title=self.title)
        for records in np.split(np.argsort(strata, kind="stable"), sizes.cumsum()[:-1]):
            matrix, found = chosen, codes[records]
            if self.within and self.how != "matrix":
                occurring = np.bincount(found[found >= 0], minlength=len(categories)) > 0
                matrix = self._retention_matrix(categories, occurring)
            yield records, matrix.invariant(_frequencies(found, matrix)) if self.invariant else matrix

    def transition_matrix(self, data: Microdata) -> TransitionMatrix:
        """Return the matrix that is used for these data; with strata, the one that the whole file has.

        Parameters
        ----------
        data
            Its frequencies count where *invariant* or strata are chosen.

        Returns
        -------
        TransitionMatrix
            Probabilities by old and new category, as text. With strata they are the means of those of the
            strata, by how often the old category occurs in each; the unit row where it does not.

        Raises
        ------
        DataError
            See `transition_matrices`.
        """
        codes = data.coding(self.variable).codes
        matrices = self.transition_matrices(data)
        if not self.within:
            return next(matrices)[1]
        return mean_matrix((matrix, _frequencies(codes[records], matrix)) for records, matrix in matrices)

    def _chosen_matrix(self, data: Microdata, categories: list[str]) -> TransitionMatrix:
        """Return the matrix of the whole file, before frequencies are kept."""
        if self.how != "matrix":
            return self._retention_matrix(categories, np.ones(len(categories), dtype=bool))
        self._check_rows(data, categories)
        matrix = TransitionMatrix.written(categories, self.transitions)
        if self.invariant and len(matrix.categories) > len(matrix.rows):
            words = (
                "{categories} is a new category, and frequencies cannot be kept if there are "
                "new ones; leave it out of the matrix."
            )
            raise DataError(
                sentence(words, categories=matrix.categories[-1]), "transitions", title=self.title
            )
        return matrix

    def _retention_matrix(self, categories: list[str], possible: np.ndarray) -> TransitionMatrix:
        """Return the matrix with which values stay, or become another possible one of their group."""
        groups = ["" if self.how == "keep" else self.groups.get(one) for one in categories]
        return TransitionMatrix.keeping(categories, self.diagonal / 100, groups, possible)

    def _mask(self, data: Microdata, draws: Draws, progress: Progress) -> Masked:
        column, variable = data.column(self.variable), data.variable(self.variable)
        coding, uniform = data.coding(self.variable), draws.uniform(data.rows)
        codes, changes = coding.codes.copy(), 0.0
        parts: list[tuple[TransitionMatrix, np.ndarray]] = []
        for records, matrix in self.transition_matrices(data):
            progress.at(0.2, self.variable)
            codes[records] = matrix.drawn(coding.codes[records], uniform[records])
            frequencies = _frequencies(coding.codes[records], matrix)
            changes += matrix.changed(frequencies)
            if len(matrix.categories) <= MOST_TRANSITIONS:
                parts.append((matrix, frequencies))
        known = len(coding.categories)
        added = matrix.categories[known:]
        drawn = self._randomisation(data, ())
        if matrix.probabilities[:known, known:].any():
            drawn = self._randomisation(data, added)
            if variable.scale is Scale.ORDINAL:
                words = (
                    "{name} is ordinal, and {added} has no place in its order; declare its "
                    "categories with it first."
                )
                raise DataError(
                    sentence(words, name=short(variable.name), added=short(added[0])),
                    "transitions",
                    title=self.title,
                )
            column, variable = replace_with_added(column, variable, coding, codes, added)
        else:
            column = replace_codes(column, coding, codes)
        notes = (
            (sentence("{name} has one category only and stays as it is.", name=variable.name),)
            if _single(matrix)
            else ()
        )
        reported = self._reported(changes, data, codes)
        if reported and not self.within and known <= MOST_INVERTED:
            # An invariant matrix was made of the frequencies before the step.
            behind = NEVER_PUBLISHED if self.invariant else None
            reported[CONDITION] = number(matrix.condition, NUMBER, SINGULAR, contributions=behind)
        sections = self._sections(parts, data, codes) if reported else ()
        changed = data.assign({variable.name: column}, [variable], drawn={variable.name: drawn})
        return Masked(changed, reported, notes, sections=sections)

    def _randomisation(self, data: Microdata, added: Sequence[str]) -> Randomisation:
        """Return with which probabilities the categories of the file become which, these new ones too."""
        coding = data.coding(self.variable)
        after = possible_values(data.variable(self.variable), coding, added)
        known = len(coding.categories)

        def draw() -> np.ndarray:
            return self.transition_matrix(data).probabilities[:known, : len(after)]

        return Randomisation(coding.categories, after, draw)

    def _reported(self, changes: float, data: Microdata, new: np.ndarray) -> dict[Declared, Quantity]:
        """Return the expected and realised shares of changed values; none if there are no values."""
        old = data.coding(self.variable).codes
        values = int((old >= 0).sum())
        if values == 0:
            return {}
        expected = Quantity(changes / values, SHARE)
        if self.how != "keep" or self.invariant or self.within:
            # Categories change with different probabilities, so that it tells how many records each had.
            expected = counting_values(expected, values, data.fingerprint)
        realised = share(int((new != old).sum()), values, empty="no values")
        return {
            EXPECTED_CHANGE: expected,
            REALISED_CHANGE: counting_values(realised, values, data.fingerprint, none=True),
        }

    def _sections(
        self, parts: Sequence[tuple[TransitionMatrix, np.ndarray]], data: Microdata, codes: np.ndarray
    ) -> tuple[Section, ...]:
        """Return what is told of the transitions to the new codes; nothing where there are too many."""
        if not parts:
            return ()
        matrix = mean_matrix(parts) if self.within else parts[0][0]
        old = data.coding(self.variable).codes
        rows, columns = matrix.probabilities.shape
        pairs = old[old >= 0].astype(np.int64) * columns + codes[old >= 0]
        realised = np.bincount(pairs, minlength=rows * columns).reshape(rows, columns)
        variable = data.variable(self.variable)
        return (transition_section(matrix, realised, variable, strata=bool(self.within)),)

    def _categories(self, data: Microdata) -> list[str]:
        """Return the categories of the data as text, checked."""
        categories = data.coding(self.variable).categories
        if len(categories) > MOST_CATEGORIES:
            words = "{name} has {n} categories, and at most {most} can be randomised; recode it first."
            raise DataError(
                sentence(words, name=self.variable, n=len(categories), most=MOST_CATEGORIES),
                "variable",
                title=self.title,
            )
        texts = as_text(plain_categories(data.coding(self.variable)))
        if len(set(texts)) < len(texts):
            words = (
                "{variable} has different values that are written alike; make them all "
                "numbers or all text first."
            )
            raise DataError(sentence(words, variable=short(self.variable)), "variable", title=self.title)
        return texts

    def _check_rows(self, data: Microdata, categories: list[str]) -> None:
        """Check that each category has a row, and each row a category where they are declared."""
        without = [category for category in categories if category not in self.transitions]
        if without:
            words = "the matrix has no row for {n} of the {all} categories of {name}; add what is absent."
            raise DataError(
                sentence(words, n=len(without), all=len(categories), name=self.variable),
                "transitions",
                title=self.title,
            )
        unknown = [old for old in self.transitions if old not in categories]
        if unknown and data.variable(self.variable).categories:
            words = (
                "the matrix has a row for {unknown}, which is no category of {variable}; "
                "leave the row out or declare the category."
            )
            raise DataError(
                sentence(words, unknown=unknown[0], variable=self.variable), "transitions", title=self.title
            )


def _frequencies(codes: np.ndarray, matrix: TransitionMatrix) -> np.ndarray:
    return np.bincount(codes[codes >= 0], minlength=len(matrix.rows))


def _single(matrix: TransitionMatrix) -> bool:
    return len(matrix.categories) == 1
