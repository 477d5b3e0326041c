"""Measure of the risk in linked tables: who stands out in all tables that are published of an area."""

from typing import Annotated, Literal

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.operations.parameters import (
    KEY_LIKE,
    NOT_IDENTIFIERS,
    Accepts,
    FieldDisplay,
    no_identifiers,
    parameter,
)
from sdcdesk.core.results.findings import Findings
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.model import NamesValues
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import Sentence, plain, sentence
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.hierarchies.key_hierarchy import KeyHierarchies, by_key
from sdcdesk.hierarchies.use import known
from sdcdesk.kernels.linked_cells import Sole
from sdcdesk.risk.keys.key_measure import IntruderMeasure
from sdcdesk.risk.linked_tables.findings import DECLARES, SOURCE, TABLES, to_findings
from sdcdesk.risk.linked_tables.key_experiments import EVER_MORE, EVERY_TWO, experiment_sections
from sdcdesk.risk.linked_tables.matches import AreaTables, Matches
from sdcdesk.risk.linked_tables.published_tables import (
    Factor,
    counted_tables,
    pairs,
    parse_tables,
    require_known,
    split_universe,
    table_text,
)

CATEGORY = "A record with a missing value is in a category of its own of every table that has the variable."
OUTSIDE = "A record with a missing value is outside the tables that have the variable, and not tested there."


class LinkedTables(IntruderMeasure):
    """Risk of publishing several tables of every area, whose cells are linked by common variables.

    Each table crosses some variables, in the coding that it has there, and is published of every area. A
    record is at risk if it is the only one in its cell of every table in which it is: then a reader who knows
    it by one table learns where it stands in all others. Beyond areas of some size there is hardly such a
    record.

    - Some tables can be the *key* by which an intruder finds somebody, and the others *targets*. A *true
      match* is alone in every key table and in all targets, or in any; a *false match* in the key tables
      only, and misleads. Without a choice all tables are key.
    - The *fuzzy risk* of a record is the share of its cells in which it is alone.
    - Stricter: cells of up to `threshold` records count as those of one, and cells that are the *only one
      that is not empty* of their table, or of a line of it, for they tell everybody's category.

    A record outside a table, as one without a value where that is so chosen, or of another value than those
    that count in all tables or in this one, is not tested there; one that is in no table is not at risk. The
    risk of an area is that of its own records; beside it stand its false matches.

    When to use it: before tables of small areas are published, to see which areas are too small, and with
    *Merge areas* to change them. When not: for one table alone, whose small cells the rules of tables find.
    Statistics from which no count can be computed, as a χ², are no cells and disclose nothing here.

    Examples
    --------
    Four people in two wards, with two tables. The only man of ward a stands alone in both:

    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> frame = pd.DataFrame({"ward": list("aabb"), "sex": list("mfff"), "age": [1, 2, 2, 2]})
    >>> frame["job"] = list("xyzz")
    >>> people = sdc.Microdata(frame)
    >>> measure = sdc.risk.LinkedTables(published=["sex × age", "sex × job"], area="ward")
    >>> found = measure.assess(people, people)
    >>> found.value("risk"), found.value("vanishes_above")
    (0.5, 2)
    """

    name = "linked_tables"
    title = "Risk in linked tables"
    source = SOURCE
    purpose = "Who stands alone in all tables that are published of an area."
    declares = DECLARES
    tables = (*TABLES, EVERY_TWO, EVER_MORE)
    needs_original = ""
    unpaired = "beside"
    examples = (
        {"published": ["age × school", "school × zip"]},
        {"keys": ["age", "school", "zip"]},
        {"published": ["school × age", "zip × age"], "universe": {"school": ["primary"]}, "area": "zip"},
        {
            "published": ["school:1 × age"],
            "hierarchies": {
                "school": {"none": "low", "primary": "low", "secondary": "high", "higher": "high"}
            },
        },
        {
            "published": ["age × school", "age × zip", "zip × school"],
            "match": [1, 2],
            "targets": "any",
            "area": "zip",
            "threshold": 2,
            "sole": "line",
            "missing": "outside",
            "experiment": "pairs",
        },
        {"keys": ["age", "school", "zip"], "area": "zip", "experiment": "tables"},
    )

    keys: tuple[str, ...] = parameter(
        (),
        "Key variables",
        "The variables that an intruder could know, every two of which make a table. Left empty: all "
        "variables with the role key.",
        FieldDisplay(empty="all with the role key", when={"published": ((),)}),
        accepts=Accepts(scales=KEY_LIKE.scales, roles=NOT_IDENTIFIERS),
    )
    published: tuple[str, ...] = parameter(
        (),
        "Published tables",
        "The variables of each published table, joined by ×, or by *; a level of a hierarchy as age:2. Left "
        "empty: every two key variables.",
        FieldDisplay(empty="age × sex; sex × region"),
    )
    hierarchies: KeyHierarchies = parameter(
        (),
        "Hierarchies",
        "For variables of tables the hierarchy whose levels they may have.",
        FieldDisplay(more=True, empty="none", rows=no_identifiers),
    )
    area: str | None = parameter(
        None,
        "Areas",
        "The variable whose values are equal for records of one area. Left empty: the whole file is one.",
        FieldDisplay(empty="none, the whole file is one"),
        accepts=Accepts(scales=KEY_LIKE.scales, roles=NOT_IDENTIFIERS),
    )
    match: tuple[int, ...] = parameter(
        (),
        "Key tables",
        "Numbers of the tables by which an intruder finds somebody, from 1. Left empty: all.",
        FieldDisplay(empty="all", more=True),
    )
    targets: Literal["all", "any"] = parameter(
        "all",
        "A true match is alone in",
        "How many of the other tables must agree.",
        FieldDisplay(choices={"all": "all other tables", "any": "any other table"}, more=True),
    )
    threshold: int = parameter(
        1,
        "Small cells",
        "Cells of up to so many records count as those of a single one.",
        FieldDisplay(unit="records"),
        ge=1,
        le=1000,
    )
    sole: Sole = parameter(
        "none",
        "Only cells",
        "Cells count, too, that are the only ones of their table, or of a line of it, that are not empty.",
        FieldDisplay(
            choices={"none": "do not count", "table": "of a table count", "line": "of a line count"},
            more=True,
        ),
    )
    universe: Annotated[dict[str, tuple[str, ...]], NamesValues] = parameter(
        {},
        "Only records with",
        "By variable the values that count: a record with another one is outside all tables that have the "
        "variable. With the number of a table before it, as 2: work, it is outside that table alone, which "
        "need not have the variable.",
        FieldDisplay(more=True, empty="all", rows=no_identifiers),
    )
    experiment: Literal["none", "pairs", "tables"] = parameter(
        "none",
        "Experiment",
        "What is tried besides: every two tables as the key by which people are found in the others; or ever "
        "more tables beside the first, which is the key.",
        FieldDisplay(
            choices={"none": "none", "pairs": "every two tables as key", "tables": "ever more tables"},
            more=True,
        ),
    )
    missing: Literal["category", "outside"] = parameter(
        "category",
        "Records without a value",
        "Where a table has a variable that a record lacks.",
        FieldDisplay(
            choices={"category": "are in a category of their own", "outside": "are outside it"}, more=True
        ),
    )

    @property
    def by_record(self) -> tuple[str, ...]:
        """Names of what needs to know who is who: nothing, for it looks at the masked file only."""
        return ()

    def published_tables(self, original: Microdata) -> tuple[list[tuple[Factor, ...]], dict[str, Hierarchy]]:
        """Return the tables that are published, and the hierarchies of their variables.

        Parameters
        ----------
        original
            The initial file.

        Returns
        -------
        tuple[list[tuple[Factor, ...]], dict[str, Hierarchy]]
            Tables in their order.

        Raises
        ------
        DataError
            A table is none, or there are no key variables.
        """
        found = {name: known(one, self.title) for name, one in by_key(self.hierarchies).items()}
        if not self.published:
            return pairs(super().key_names(original)), found
        return parse_tables(self.published, original.names, found), found

    def key_names(self, original: Microdata) -> tuple[str, ...]:
        """Return the variables that an intruder could know: those of the tables, where these are named."""
        if not self.published:
            return super().key_names(original)
        tables, _ = self.published_tables(original)
        return tuple(dict.fromkeys(one.name for table in tables for one in table))

    def compared_names(self, original: Microdata) -> tuple[str, ...]:
        """Return the variables of the tables, those that say who counts, and that of the areas."""
        tables, _ = self.published_tables(original)
        own = [one.name for table in tables for one in table]
        shared, single = split_universe(self.universe, original.names, len(tables))
        counting = [name for universe in (shared, *single) for name in universe]
        return tuple(dict.fromkeys([*own, *counting, *([self.area] if self.area else [])]))

    def area_tables(self, original: Microdata, masked: Microdata) -> AreaTables:
        """Return the tables that are published of the areas of a file.

        Parameters
        ----------
        original, masked
            Both files; only the masked one is looked at.

        Returns
        -------
        AreaTables
            With the codes of all released records.

        Raises
        ------
        DataError
            A table is none, or a variable of it is not in the masked file.
        """
        tables, hierarchies = self.published_tables(original)
        absent = [one.name for table in tables for one in table if one.name not in masked]
        if absent:
            words = "{name} is not in the masked file, so that no table can be made of it."
            raise DataError(sentence(words, name=absent[0]), "published", title=self.title)
        wrong = [number for number in self.match if not 1 <= number <= len(tables)]
        if wrong:
            words = "There are {tables} tables, and none has the number {number}."
            told = sentence(words, tables=str(len(tables)), number=str(wrong[0]))
            raise DataError(told, "match", title=self.title)
        shared, own = split_universe(self.universe, original.names, len(tables))
        for universe in (shared, *own):
            require_known(universe, original, masked)
        absent = [name for universe in (shared, *own) for name in universe if name not in masked]
        if absent:
            words = "{name} is not in the masked file, so nobody can say whose values count."
            raise DataError(sentence(words, name=absent[0]), "universe", title=self.title)
        outside = self.missing == "outside"
        counted = counted_tables(masked, tables, hierarchies, shared, own, outside=outside)
        areas, first = self._areas(masked)
        keys = tuple(number - 1 for number in self.match) or tuple(range(len(tables)))
        return AreaTables(
            masked,
            tuple(counted),
            tuple(table_text(table) for table in tables),
            keys,
            self.targets,
            self.threshold,
            self.sole,
            areas,
            first,
            self.area or "",
        )

    def matches(self, original: Microdata, masked: Microdata, progress: Progress) -> Matches:
        """Return who is found in the tables.

        Parameters
        ----------
        original, masked
            Both files; only the masked one is looked at.
        progress
            Receives how far the work is.

        Returns
        -------
        Matches
            Of all released records.

        Raises
        ------
        DataError
            A table is none, or a variable of it is not in the masked file.
        """
        tables = self.area_tables(original, masked)
        return tables.matches(lambda share: progress.at(share, "Cells of the areas"))

    def _areas(self, masked: Microdata) -> tuple[np.ndarray, np.ndarray]:
        """Return the area of each record, and a record of each area."""
        if self.area is None or not len(masked):
            labels = np.zeros(len(masked), dtype=np.int64)
        else:
            labels = masked.coding(self.area).codes
        _, first, areas = np.unique(labels, return_index=True, return_inverse=True)
        return areas.astype(np.int64), first

    def _assess(self, original: Microdata, masked: Microdata, progress: Progress) -> Findings:
        tables = self.area_tables(original, masked)
        own = progress.part(0.0, 1.0 if self.experiment == "none" else 0.2)
        found = tables.matches(lambda share: own.at(share, "Cells of the areas"))
        tried = experiment_sections(self.experiment, tables, progress.part(0.2, 1.0))
        notes: list[Sentence] = [plain(OUTSIDE if self.missing == "outside" else CATEGORY)]
        return to_findings(found, notes, tried)
