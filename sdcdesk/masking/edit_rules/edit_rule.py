"""Edit rule: "if age is less than 15, then marital status is single", and which records break it."""

import numpy as np
import pandas as pd

from sdcdesk.core.data.coding import MISSING, Coding, find_places
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.plain_values import as_text, holds_numbers, without_categories
from sdcdesk.core.operations.parameters import REQUIRED, FieldDisplay, parameter
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.model import Model
from sdcdesk.core.text.sentence import sentence
from sdcdesk.masking.comparison import Comparison
from sdcdesk.masking.condition import Condition
from sdcdesk.masking.edit_rules.compared_variables import Standing, pair_standing
from sdcdesk.masking.fewer_comparisons import fewer


class EditRule(Model):
    """What must hold in every record, between its variables or of one of them.

    A record breaks the rule where the first condition surely holds and the second surely does not. A missing
    value may be any value: it breaks no rule, unless the rule says that it is, or is not, missing. In a
    masked file,

    - a value that the initial file has too means what it meant there;
    - another one that recodings made stands for all values that they made it of: "10 to 19" is neither less
      than 15 nor at least 15, for it may be either;
    - any other number is compared as it stands, and any other text may mean every value;
    - a variable that was left out may have had every value.

    Of two variables that are compared with each other, a recoded value lies anywhere from the least to the
    largest value that it was made of: "10 to 19" is surely less than 25, and may be less than 15. Of texts,
    which lie between nothing, it is one of those that it was made of.
    """

    name: str = parameter(
        REQUIRED, "Name", "What the rule is called in reports.", FieldDisplay(wide=True), min_length=1
    )
    when: Condition | None = parameter(
        None, "If", "In which records the rule is asked for; in all of them where nothing is compared."
    )
    then: Condition = parameter(REQUIRED, "Then", "What must hold there.")

    @property
    def variables(self) -> tuple[str, ...]:
        """The variables that it compares, each once."""
        first = self.when.variables if self.when else ()
        return tuple(dict.fromkeys((*first, *self.then.variables)))

    def broken(self, data: Microdata, initial: Microdata) -> np.ndarray:
        """Return which records of a file break it.

        Parameters
        ----------
        data
            The file, initial or masked.
        initial
            The initial file, whose values the rule names.

        Returns
        -------
        np.ndarray
            bool (n,).

        Raises
        ------
        DataError
            The rule does not fit the initial file.
        """
        try:
            fails = _condition_standing(self.then, data, initial).fails
            return fails if self.when is None else fails & _condition_standing(self.when, data, initial).holds
        except DataError as error:
            words = "Edit rule {name}: {problem}"
            raise DataError(sentence(words, name=self.name, problem=error.message), error.field) from None


def _condition_standing(condition: Condition, data: Microdata, initial: Microdata) -> Standing:
    """Return for each record what is known of all comparisons together, or of any of them."""
    condition.check(initial)
    deciding = fewer(
        condition.comparisons,
        condition.hold,
        initial,
        lambda name: name in data and data.provenance(name) is not None,
    )
    meant: dict[str, _Meanings] = {}
    both: tuple[np.ufunc, np.ufunc] = (np.logical_and, np.logical_or)
    certain, failed = both if condition.hold == "all" else both[::-1]
    holds, fails = (each.copy() for each in _comparison_standing(deciding[0], data, initial, meant))
    for comparison in deciding[1:]:
        one = _comparison_standing(comparison, data, initial, meant)
        certain(holds, one.holds, out=holds)
        failed(fails, one.fails, out=fails)
    return Standing(holds, fails)


def _comparison_standing(
    comparison: Comparison, data: Microdata, initial: Microdata, meant: dict[str, "_Meanings"]
) -> Standing:
    name = comparison.variable
    if comparison.other:
        return pair_standing(name, comparison.relation, comparison.other, data, initial)
    if name not in data:
        return Standing(np.zeros(len(data), dtype=bool), np.zeros(len(data), dtype=bool))
    if not comparison.values:
        holds = data.missing(name) == (comparison.relation == "is missing")
        return Standing(holds, ~holds)
    if _as_they_stand(comparison, data, initial):
        return _number_standing(comparison, data, initial)
    if name not in meant:
        meant[name] = _Meanings(name, data, initial)
    of_values, codes = meant[name].standing(comparison), data.coding(name).codes
    # The code of a missing value counts from the end, where nothing holds and nothing fails.
    return Standing(*(np.append(each, False)[codes] for each in of_values))


def _as_they_stand(comparison: Comparison, data: Microdata, initial: Microdata) -> bool:
    """Return whether numbers are compared by size, and no recoding gave them another meaning."""
    name, origin = comparison.variable, data.provenance(comparison.variable)
    numbers = holds_numbers(data.column(name)) and holds_numbers(initial.column(name))
    recoded = origin is not None and origin.is_recoded
    by_size = comparison.relation not in ("is", "is not") and not initial.variable(name).categories
    return numbers and by_size and not recoded


def _number_standing(comparison: Comparison, data: Microdata, initial: Microdata) -> Standing:
    """Return what is known of numbers: coding millions of different ones would take seconds."""
    present = ~data.missing(comparison.variable)
    values = pd.Index(data.column(comparison.variable)[present])
    holds = np.zeros(len(data), dtype=bool)
    variable = initial.variable(comparison.variable)
    holds[present] = comparison.matching(variable, Coding(np.zeros(0, dtype=np.int32), values))
    return Standing(holds, present & ~holds)


class _Meanings:
    """What the different values of a variable of a file mean: which initial ones each stands for."""

    def __init__(self, name: str, data: Microdata, initial: Microdata) -> None:
        self._variable, self._first = initial.variable(name), initial.coding(name)
        then, now = (
            without_categories(self._first.categories),
            without_categories(data.coding(name).categories),
        )
        self._initial_places = self._image_places = find_places(now, then)
        self._codes, self._images, origin = None, 0, data.provenance(name)
        if origin is not None and origin.fits(self._first):
            self._codes, images = pd.factorize(
                without_categories(pd.Index(origin.image.iloc[: len(then)])), use_na_sentinel=True
            )
            self._images, self._image_places = len(images), find_places(now, pd.Index(images))
        self._strange = (self._initial_places < 0) & (self._image_places < 0)
        self._numbers = holds_numbers(pd.Series(then)) and holds_numbers(pd.Series(now))
        self._others = Coding(np.zeros(0, dtype=np.int32), now)
        self._texts: dict[int, pd.Index] = {}

    def standing(self, comparison: Comparison) -> Standing:
        """Return what is known for each of the different values of the file."""
        of_initial = self._coded_standing(comparison, self._first)
        known = _looked_up(of_initial, self._initial_places)
        if self._codes is not None:
            recoded = _looked_up(_together(of_initial, self._codes, self._images), self._image_places)
            known = _chosen(self._initial_places >= 0, known, recoded)
        equal = comparison.relation in ("is", "is not")
        if self._strange.any() and self._numbers and (equal or not self._variable.categories):
            known = _chosen(~self._strange, known, self._coded_standing(comparison, self._others))
        return known

    def _coded_standing(self, comparison: Comparison, coding: Coding) -> Standing:
        if comparison.relation in ("is", "is not") and id(coding) not in self._texts:
            self._texts[id(coding)] = pd.Index(as_text(coding.values))
        holds = comparison.matching(self._variable, coding, self._texts.get(id(coding)))
        return Standing(holds, ~holds)


def _together(standing: Standing, codes: np.ndarray, groups: int) -> Standing:
    """Return what is known of values that each stand for several: what is known of all of them."""
    placed = codes != MISSING
    doubts = (np.bincount(codes[placed & ~known[: len(codes)]], minlength=groups) for known in standing)
    return Standing(*(doubt == 0 for doubt in doubts))


def _looked_up(standing: Standing, places: np.ndarray) -> Standing:
    """Return what is known at some places; nothing where there is none."""
    return Standing(*(np.append(known, False)[places] for known in standing))


def _chosen(where: np.ndarray, first: Standing, second: Standing) -> Standing:
    return Standing(*(np.where(where, one, other) for one, other in zip(first, second, strict=True)))
