"""Local recoding as a method: parameters, manual page and figures."""

from collections.abc import Iterator, Sequence
from typing import Annotated, ClassVar, Self

import numpy as np
import pandas as pd
from pydantic import Field, model_validator

from sdcdesk.core.data.coding import MISSING
from sdcdesk.core.data.described_frame import DescribedFrame
from sdcdesk.core.data.local_labels import LocalLabels
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.plain_values import as_text, text_series
from sdcdesk.core.data.value_label import ValueLabel
from sdcdesk.core.data.variable import Role, Scale
from sdcdesk.core.numbers.contributions import KNOWN_TO_ALL
from sdcdesk.core.numbers.quantity import CELLS, GROUPS, RECORDS, Quantity
from sdcdesk.core.operations.masked import ByVariable, Masked
from sdcdesk.core.operations.method import Method, Purpose
from sdcdesk.core.operations.operation import fitting
from sdcdesk.core.operations.parameters import KEY_LIKE, Accepts, FieldDisplay, parameter
from sdcdesk.core.random.randomness import Draws
from sdcdesk.core.results.findings import Declared
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.model import FieldError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import plain, sentence
from sdcdesk.hierarchies.key_hierarchy import KeyHierarchies, by_key
from sdcdesk.hierarchies.use import known
from sdcdesk.kernels.counting import Codes, group_records
from sdcdesk.masking.declared import CELLS_BLANKED
from sdcdesk.masking.households import find_households
from sdcdesk.masking.local_recoding.classes import Way, find_classes
from sdcdesk.masking.local_recoding.declared import (
    BY_KEY,
    CELLS_COARSENED,
    GRANULARITY_KEPT,
    GROUPS_AFTER,
    LARGEST_GROUP,
    SMALLEST_GROUP,
)
from sdcdesk.masking.local_recoding.household_labels import household_remark
from sdcdesk.masking.local_recoding.key_cells import KeyCells, granularity
from sdcdesk.masking.local_recoding.key_labels import (
    HierarchyLabels,
    KeyLabels,
    RangeLabels,
    labels_of_hierarchy,
)

WAYS = {
    "cells": "by what keeps most detail",
    "relaxed": "Mondrian, relaxed",
    "strict": "Mondrian, strict",
}

Importance = Annotated[float, Field(ge=1e-9, le=1e9)]


def _key_names(data: DescribedFrame) -> tuple[str, ...]:
    return fitting(KEY_LIKE, data)


class LocalRecoding(Method):
    """Put records into classes of at least k, and give all of a class the narrowest common label of each key.

    Global recoding gives equal values equal labels everywhere. Here a value becomes a wider label in those
    records only whose combination is rare: one person of 34 stays 34, another becomes "30-39". The file is
    then k-anonymous by these keys, and it keeps far more detail.

    The labels of a key are those of all levels of its hierarchy. A key without one has ranges ("17 to 25")
    where its values have an order; a nominal one stays as it is in a class, or is blanked. Ranges of numbers
    and of dates end at the roundest value between two neighbours of the file, and the outer ones are open
    ("under 30"): their own ends would be values that maybe one record has. All records are
    one class at first. It is cut by one key into parts, these again by other keys, and so on, as long as each
    part has at least k records; in the end every cell gets the narrowest label above the values of its
    class. A key with a hierarchy cuts a class into its next narrower labels, ranges are cut at the value
    nearest to the median. The ways (`way`) are:

    - *cells*: a class is cut by the key that gains most granularity, summed over its records. A narrower
      label that fewer than k records have is not taken: they keep the wider one, together with those of
      other such labels, and only if all these are fewer than k, with some of the most frequent narrower
      label. No more cells than these are coarsened.
    - *relaxed* (Mondrian): the same cuts, by the key in which the class is widest.
    - *strict* (Mondrian): by the key in which the class is widest, and only where every part has k records
      without dividing equal values. Records that agree in all keys get equal labels, and labels of two
      classes do not overlap; it loses more.

    Ties go to the key named first. The classes hang on nothing but the keys, and on the order of records only
    among those that agree in all keys.

    Missing values stay missing, and are values of their own: records that lack a key are in classes of their
    own where there are at least k of them. Where there are fewer, the key is blanked in the class that they
    are in, for no label stands for a missing and for another value. Codes for missing values become empty
    cells in keys that change; these keys hold text afterwards, and value labels say what its codes mean: "2
    to 3" is labelled "good, fair". A key that no record needs coarsened stays as
    it is.

    When to use
        Where combinations of many keys are to be k-anonymous and users count, tabulate by single keys or read
        records: on the Adult file with nine keys and k = 5 it keeps 0.94 of the granularity, and full-domain
        recoding with suppression at best 0.77. As the last step, since leaving out records afterwards makes
        groups smaller.
    When not to use
        Where each variable needs one set of categories: a column holds labels of several levels, and the
        share of a narrow label is no longer that of its values. Nor as the only protection of confidential
        values: a class may agree in them, so assess attribute disclosure. Labels are as narrow as the values
        allow: values next to both ends of a range, and several narrower labels below a wide one, do occur in
        the class. Who
        knows the keys of everybody can form the classes again; he learns who is in which, and cannot tell
        the records of a class apart. Confidential values decide nothing here, so nothing about them follows
        from the choice of classes. Never release the file a second time with another k or other keys: who
        has both intersects the classes, and what is left may be smaller than k. Record linkage and the
        headline loss know what labels stand for from the recipe; of a file that was masked elsewhere they
        do not, and take them for other values: the risk is then understated. Members of a household are
        single records here: of a key that they share, such as the region, a narrow label of one tells what
        a wide one of another hides. How many records this concerns is said.

    Examples
    --------
    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> towns = {"Kiel": "North > any", "Bremen": "North > any", "Ulm": "South > any"}
    >>> people = {"age": [17, 17, 25, 60, 61], "town": ["Kiel", "Kiel", "Bremen", "Ulm", "Ulm"]}
    >>> data = sdc.Microdata(pd.DataFrame(people))
    >>> method = sdc.masking.LocalRecoding(keys=["age", "town"], k=2, hierarchies={"town": towns})
    >>> masked = method.mask(data)
    >>> masked.data.frame.values.tolist()[2:]
    [['under 30', 'North'], ['30 and over', 'Ulm'], ['30 and over', 'Ulm']]
    >>> masked.figures["smallest_group"].value
    2
    """

    name: ClassVar[str] = "local_recoding"
    title: ClassVar[str] = "Local recoding"
    source: ClassVar[str] = (
        "LeFevre, DeWitt and Ramakrishnan (2006), Mondrian Multidimensional k-Anonymity; granularity as in "
        "Iyengar (2002), Transforming Data to Satisfy Privacy Constraints"
    )
    purpose: ClassVar[Purpose] = Purpose.LESS_DETAIL
    declares = (
        GRANULARITY_KEPT,
        GROUPS_AFTER,
        SMALLEST_GROUP,
        LARGEST_GROUP,
        CELLS_COARSENED,
        CELLS_BLANKED,
    )
    tables = (BY_KEY,)
    examples = (
        {"keys": ["age", "zip"], "k": 4},
        {
            "k": 3,
            "way": "relaxed",
            "hierarchies": {
                "zip": {
                    "0012": "00 > any",
                    "0013": "00 > any",
                    "4801": "48 > any",
                    "4802": "48 > any",
                    "4899": "48 > any",
                }
            },
        },
        {"keys": ["age", "zip", "school"], "way": "strict"},
        {"keys": ["age", "school"], "importance": {"school": 40.0}},
    )

    keys: tuple[str, ...] = parameter(
        (),
        "Key variables",
        "What an intruder may know; all variables with the role key where empty.",
        FieldDisplay(empty="all with the role key"),
        accepts=KEY_LIKE,
    )
    k: int = parameter(
        3,
        "Records that must agree",
        "At least so many records of the released file share each combination of key values.",
        FieldDisplay(unit="records"),
        ge=2,
    )
    way: Way = parameter(
        "cells", "Classes are cut", "By which key a class is cut, and where.", FieldDisplay(choices=WAYS)
    )
    hierarchies: KeyHierarchies = parameter(
        (),
        "Hierarchies",
        "The labels of each key, of all levels. Without one, a key has ranges of its values; a nominal one "
        "is blanked where its values differ.",
        FieldDisplay(empty="ranges, or blanks", rows=_key_names),
    )
    importance: dict[str, Importance] = parameter(
        {},
        "Importance",
        "What detail of a key is worth, above 0. A variable without a number has 1.",
        FieldDisplay(more=True, empty="all alike", rows=_key_names),
    )

    @model_validator(mode="after")
    def _one_hierarchy_each(self) -> Self:
        if len(by_key(self.hierarchies)) < len(self.hierarchies):
            raise FieldError("hierarchies", "a variable is named twice; name each once")
        if any(one.hierarchy in (None, "") for one in self.hierarchies):
            raise FieldError("hierarchies", "a variable has none; leave it out")
        return self

    def summary(self) -> str:
        """Return the step in a few plain words."""
        if self.keys:
            return sentence("{keys} recoded locally to k = {k}", keys=", ".join(self.keys), k=self.k)
        return sentence("Keys recoded locally to k = {k}", k=self.k)

    def chosen(self) -> Iterator[tuple[str, str, Accepts]]:
        """Walk through (parameter, variable named by it, what the parameter accepts), also of hierarchies."""
        yield from super().chosen()
        yield from (("hierarchies", one.variable, KEY_LIKE) for one in self.hierarchies)

    def check(self, data: Microdata) -> tuple[str, ...]:
        """Check that there are keys, and k records, and that the other parameters are about the keys."""
        notes, names = super().check(data), self.key_names(data)
        if not names:
            words = "no variable has the role key; name the key variables, or give them the role."
            raise DataError(plain(words), "keys", title=self.title)
        for field, named in (("hierarchies", by_key(self.hierarchies)), ("importance", self.importance)):
            other = next((name for name in named if name not in names), None)
            if other is not None:
                words = "{name} is no key variable; leave it out."
                raise DataError(sentence(words, name=short(other)), field, title=self.title)
        for one in self.hierarchies:
            known(one.hierarchy, self.title)
        if 0 < len(data) < self.k:
            words = "the file has fewer than k = {k} records; choose a smaller k."
            raise DataError(sentence(words, k=self.k), "k", title=self.title)
        return notes

    def key_names(self, data: Microdata) -> tuple[str, ...]:
        """Return the key variables: those named, or those with the role.

        Parameters
        ----------
        data
            The file before the step.

        Returns
        -------
        tuple[str, ...]
            Empty where none is named and no variable has the role.
        """
        return self.keys or data.named(Role.KEY)

    def _mask(self, data: Microdata, draws: Draws, progress: Progress) -> Masked:
        names = self.key_names(data)
        labels = [self._labels(data, name) for name in names]
        if not len(data):
            return Masked(data)
        importance = [self.importance.get(name, 1.0) for name in names]
        classes = find_classes(labels, importance, self.k, self.way, progress.part(0.05, 0.8))
        order = np.argsort(classes, kind="stable")
        found: dict[str, KeyCells] = {}
        for (name, key), share in progress.part(0.8, 0.9).over(
            [*zip(names, labels, strict=True)], self.title
        ):
            share.check()
            found[name] = KeyCells.narrowest(key, classes, order)
        changed = {name: cells for name, cells in found.items() if cells.are_changed}
        masked = self._released(data, changed, progress.part(0.9, 1.0))
        by_variable = {name: cells.reported() for name, cells in found.items()}
        figures = {**_totals(by_variable, len(data)), **_groups(list(found.values()))}
        remarks = _remarks(figures, divided=_divides_equal(labels, classes))
        if (named := data.named(Role.HOUSEHOLD)) and (
            told := household_remark(find_households(data, named[0]), changed)
        ):
            remarks = (*remarks, told)
        return Masked(masked, figures, remarks, (BY_KEY.table(by_variable),))

    def _released(self, data: Microdata, changed: dict[str, KeyCells], progress: Progress) -> Microdata:
        """Return the data with labels in the place of the values of some keys."""
        as_texts, columns, meanings = data, dict[str, pd.Series](), dict[str, LocalLabels]()
        for (name, cells), share in progress.over([*changed.items()], self.title):
            share.check()
            as_texts = _as_texts(as_texts, name, cells.value_labels(data.variable(name)))
            columns[name], of_values = cells.released(name, self.title)
            before = pd.Index(as_text(data.coding(name).values), dtype="str")
            meanings[name] = of_values.of_images(before, as_texts.coding(name).values)
        return as_texts.assign(columns, (), meanings) if changed else data

    def _labels(self, data: Microdata, name: str) -> KeyLabels:
        """Return the labels of a key: those of its hierarchy, ranges, or its values and nothing else."""
        coding, given = data.coding(name), by_key(self.hierarchies)
        if name in given:
            try:
                return labels_of_hierarchy(coding, known(given[name], self.title), name, self.title)
            except DataError as error:
                error.field = "hierarchies"
                raise
        occurring = np.unique(coding.codes[coding.codes >= 0])
        place = np.full(len(coding.categories), MISSING, dtype=np.int64)
        place[occurring] = np.arange(len(occurring))
        values = coding.values.take(occurring)
        if data.variable(name).scale is Scale.NOMINAL:
            return HierarchyLabels(coding.codes, place, [np.arange(len(values))], [as_text(values)])
        return RangeLabels(coding.codes, place, values)


def _as_texts(data: Microdata, name: str, labels: tuple[ValueLabel, ...]) -> Microdata:
    """Return the data with the values of a key as text, as which labels stand beside them."""
    described = data.variable(name).changed(
        scale=Scale.NOMINAL, categories=(), missing=(), intervals=(), value_labels=labels
    )

    def text(values: pd.Series) -> pd.Series:
        return text_series(as_text(values)).set_axis(values.index)

    return data.recode(name, text, described)


def _totals(by_variable: ByVariable, records: int) -> dict[Declared, Quantity]:
    """Return the mean granularity over the keys, and the cells of all of them."""
    kept = [float(found[GRANULARITY_KEPT].value or 0.0) for found in by_variable.values()]
    totals = {GRANULARITY_KEPT: granularity(float(np.mean(kept)), records)}
    for one in (CELLS_COARSENED, CELLS_BLANKED):
        totals[one] = Quantity(sum(int(found[one].value or 0) for found in by_variable.values()), CELLS)
    return totals


def _groups(cells: Sequence[KeyCells]) -> dict[Declared, Quantity]:
    """Return the number of groups of equal labels, and the sizes of the smallest and largest."""
    labels = [np.unique(key.numbers, return_inverse=True)[1][key.classes] for key in cells]
    sizes = group_records([Codes(one, int(one.max()) + 1) for one in labels]).sizes
    return {
        GROUPS_AFTER: Quantity(len(sizes), GROUPS),
        SMALLEST_GROUP: Quantity(int(sizes.min()), RECORDS, contributions=KNOWN_TO_ALL),
        LARGEST_GROUP: Quantity(int(sizes.max()), RECORDS, contributions=KNOWN_TO_ALL),
    }


def _divides_equal(labels: Sequence[KeyLabels], classes: np.ndarray) -> bool:
    """Return whether records that agree in all keys are in different classes."""
    groups = group_records([Codes(key.codes, key.size + 1) for key in labels])
    image = np.empty(len(groups.sizes), dtype=np.int64)
    image[groups.labels] = classes
    return bool((image[groups.labels] != classes).any())


def _remarks(figures: dict[Declared, Quantity], *, divided: bool) -> tuple[str, ...]:
    """Return what the user should know; `divided` says whether groups of equal keys were."""
    notes = []
    if figures[CELLS_BLANKED].value:
        notes.append(
            "Cells are blanked where no label stands for all values of a class; give nominal keys a "
            "hierarchy that ends in one label to have fewer blanks."
        )
    if divided:
        notes.append(
            "Some records with equal key values get different labels, so that groups become smaller than "
            "they were: assess the disclosure risk with weights of the structure general, or choose strict."
        )
    return tuple(notes)
