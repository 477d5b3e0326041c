"""Measure of k-map: how many people of a population share the key of each released record."""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import NUMBER, RECORDS, SHARE, Bound, Quantity, Why, undefined
from sdcdesk.core.operations.parameters import FieldDisplay, parameter
from sdcdesk.core.results.column import Column, Secrecy, public_key
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Declared, Figure, Findings, Note, Section
from sdcdesk.core.results.plot import bars_of_records
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import plain, sentence
from sdcdesk.risk.declared import NOTHING_RELEASED
from sdcdesk.risk.disclosure.breakdown import CLASS_NAMES, class_of_size
from sdcdesk.risk.population_file.population_measure import PopulationMeasure
from sdcdesk.risk.record_risks.listed_records import Listed, records_at_risk, strongest
from sdcdesk.risk.record_risks.record_counts import count_and_share

SOURCE = "Sweeney 2002; El Emam and Dankar 2008"

K_MAP = Declared(
    "k_map",
    "Fewest people with a key",
    NUMBER,
    secrecy=Secrecy.PUBLIC,
    symbol="k",
    better="more",
    source=SOURCE,
).means("The smallest number of people of the population who have the key values of a released record.")

BELOW = Declared("records_below_k", "Records of fewer than k", RECORDS, better="less", source=SOURCE).means(
    "Released records whose key values fewer people of the population have than wanted."
)

SHARE_BELOW = Declared("share_below_k", "Share of fewer than k", SHARE, better="less", source=SOURCE).means(
    "Released records whose key values fewer people of the population have than wanted, divided by "
    "the released records."
)


@dataclass(frozen=True, eq=False)
class PeopleOfRecords:
    """People of the population who share the key of each released record.

    Attributes
    ----------
    masked
        The masked file.
    people
        (t,), int64 where they are counted, float64 where they are estimated.
    bound
        How these numbers stand to the true ones.
    """

    masked: Microdata = field(repr=False)
    people: np.ndarray
    bound: Bound

    @cached_property
    def classes(self) -> np.ndarray:
        """int64 (t,), class of each number; an estimate below one person stands in the first."""
        return class_of_size(np.maximum(self.people, 1).astype(np.int64))


PEOPLE_CLASSES = DeclaredTable[PeopleOfRecords](
    name="people_classes",
    title="Records by the people with their key",
    about=plain("Released records by the number of people of the population who have their key values."),
    columns=(
        public_key("people", "People").cells(lambda _: CLASS_NAMES),
        Column("records", "Records", RECORDS, "Released records.").cells(
            lambda records: np.bincount(records.classes, minlength=len(CLASS_NAMES)),
            bound=lambda records: records.bound,
        ),
    ),
    rows=lambda records, at: records.masked.rows[records.classes == at],
    row_title=lambda _, at: sentence("of {people} people", people=CLASS_NAMES[at]),
    plots=(
        bars_of_records(
            "People with the key",
            "people",
            "Records on the left are those of few people, who are found most easily.",
        ),
    ),
)

RECORDS_AT_RISK: DeclaredTable[Listed[PeopleOfRecords]] = records_at_risk(
    Column(
        "people", "People", NUMBER, "People of the population with its key.", secrecy=Secrecy.RECORD
    ).cells(lambda listed: listed.risks.people[listed.chosen], bound=lambda listed: listed.risks.bound),
    title="Records of the fewest people",
    about="The released records of the fewest people, in that order.",
    empty="No record is released.",
)


class KMap(PopulationMeasure):
    """Smallest number of people of a supplied population who share the key of a released record.

    A release satisfies k-map if at least k people of the population have the key values of each released
    record. Unlike k-anonymity it counts people outside the release, too: a record may be alone in the release
    and common outside.

    When to use it: for samples of a population of which a register, a census table or published tables are at
    hand. When not: where the intruder may know who was released, for then only the released records count
    (k-anonymity); and where keys were changed at random, for then the people with a released key are others.

    The population file has a row for each person, or for each combination of key values with a number of
    people. Its values are those of the original, which are recoded by the rules of the steps, also where no
    record of the sample has them, or those of the released file, which are kept as they are. Where key values
    of a released record have no people, or fewer than there are records, the file cannot be that of the
    population, and is refused with the records named.

    Published tables give numbers for some of the keys at a time: rows that leave the same keys empty are one
    table. Then numbers of people are estimated, by the table that has all of these margins and is closest to
    a uniform one, or to that of the released records (iterative proportional fitting, to 10⁻¹⁰ of each sum).
    The released records say how keys go together that no table holds both of; but key values that none of
    them has are then nobody's. Tables with different totals are refused with both totals, and cells that they
    do not name hold nobody.

    With missing key values as a value of their own, they must be missing in the population too; where a
    missing value matches every value, all people compatible with a record are counted, by their own values
    also where the steps would suppress them.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> folder = tempfile.TemporaryDirectory()
    >>> file = Path(folder.name) / "population.csv"
    >>> pd.DataFrame({"age": ["young", "old"], "count": [40, 2]}).to_csv(file, index=False)
    >>> people = sdc.Microdata(pd.DataFrame({"age": ["young", "young", "old"]}))
    >>> k_map = sdc.risk.KMap(keys=["age"], population=str(file), holds="counts")
    >>> found = k_map.assess(people, people)
    >>> found.value("k_map"), found.value("records_below_k")
    (2, 1)
    >>> folder.cleanup()
    """

    name = "k_map"
    title = "k-map"
    source = SOURCE
    purpose = "Whether enough people of a population share the key of each released record."
    declares = (K_MAP, BELOW, SHARE_BELOW)
    tables = (PEOPLE_CLASSES, RECORDS_AT_RISK)
    version = 2
    examples = (
        {"keys": ["school"], "population": "population.csv", "holds": "counts"},
        {
            "keys": ["school"],
            "population": "population.csv",
            "holds": "counts",
            "missing": "wildcard",
            "k": 400,
        },
        {
            "keys": ["school", "bonus"],
            "population": "margins.csv",
            "holds": "margins",
            "count": "people",
            "start": "sample",
        },
    )

    k: int = parameter(
        3,
        "Wanted number of people k",
        "Released records whose key fewer people have are counted.",
        FieldDisplay(unit="people"),
        ge=2,
    )

    def _assess(self, original: Microdata, masked: Microdata, progress: Progress) -> Findings:
        population, found = self.matched(original, masked, progress)
        bound = Bound.ESTIMATE if population.estimated else Bound.EXACT
        people = found.people
        headline = Section(
            name="k_map",
            blocks=self._figures(masked, people, bound),
            notes=tuple(Note(plain(note)) for note in self.notes(population, original, masked)),
        )
        of_records, chosen = PeopleOfRecords(masked, people, bound), strongest(1.0 / people)
        listed = Listed(of_records, masked, self.key_names(original), chosen, chosen)
        sections = (
            headline,
            PEOPLE_CLASSES.section(of_records, name="people", title="People with the key of a record"),
            RECORDS_AT_RISK.section(listed, name="records"),
        )
        return Findings(sections=sections, records={"people": people})

    def _figures(self, masked: Microdata, people: np.ndarray, bound: Bound) -> tuple[Figure, ...]:
        fewest = undefined(NUMBER, Why.NO_RECORDS, NOTHING_RELEASED)
        if len(people):
            fewest = Quantity(people.min(), NUMBER, bound)
        return (
            K_MAP.figure(
                fewest,
                rows=(lambda: masked.rows[people == people.min()]) if len(people) else None,
                row_title="of the fewest people",
            ),
            *count_and_share(
                *(BELOW, SHARE_BELOW, masked, people < self.k),
                counted=sentence("Records of fewer than {k} people", k=self.k),
                row_title=sentence("of fewer than {k} people", k=self.k),
                bound=bound,
                titles=(
                    sentence("Records of fewer than {k}", k=self.k),
                    sentence("Share of fewer than {k}", k=self.k),
                ),
            ),
        )
