"""Measure of δ-presence: how likely somebody of a population is among the released records."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sdcdesk.core.data.coding import MISSING, Coding
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import EXPECTED_NUMBER, NUMBER, RECORDS, SHARE, Bound, Quantity
from sdcdesk.core.results.column import Column, public_key
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Declared, Figure, Findings, Note, Section
from sdcdesk.core.results.plot import Axis, Plot, Series
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import plain
from sdcdesk.risk.population_file.matching import Matched
from sdcdesk.risk.population_file.population import Population
from sdcdesk.risk.population_file.population_measure import PopulationMeasure
from sdcdesk.risk.record_risks.threshold_curve import thresholds

SOURCE = "Nergiz, Atzori and Clifton 2007"

SMALLEST = Declared(
    "delta_min", "Smallest presence", SHARE, symbol="δ_min", better="more", source=SOURCE
).means(
    "The smallest probability that somebody of the population is among the released records, over "
    "all key values of the population: released records divided by people. 0 where nobody with some key "
    "values was released, which tells an intruder that somebody is not in the file."
)

LARGEST = Declared(
    "delta_max", "Largest presence", SHARE, symbol="δ_max", better="less", source=SOURCE
).means(
    "The largest probability that somebody of the population is among the released records, over "
    "all key values of the population: released records divided by people. 100 % tells an intruder that "
    "somebody is in the file."
)

OVERALL = Declared("released_share", "Released of the population", SHARE, source=SOURCE).means(
    "Released records divided by people of the population: the presence of somebody of whom no key is known."
)


PLACES = [0.0, *thresholds(1.0)]
"""Presences above which people are counted."""

SUPPRESSED = (
    "Presences are upper bounds: a released record that lacks a key value counts for people of every value, "
    "and is one of them only."
)

UNKNOWN = (
    "Presences are estimates: people of the population whose key values are missing count for every value "
    "that they could have."
)


@dataclass(frozen=True, slots=True, eq=False)
class Presences:
    """Presences of the people of a population.

    Attributes
    ----------
    presence
        float64 (m,), by key values of the population.
    people
        (m,), how many have them.
    bound
        How they stand to the true ones.
    """

    presence: np.ndarray
    people: np.ndarray
    bound: Bound

    @property
    def above(self) -> np.ndarray:
        """float64, people with a larger presence than each threshold."""
        below = np.bincount(np.searchsorted(PLACES, self.presence), self.people, len(PLACES) + 1)
        above: np.ndarray = np.cumsum(below[:0:-1])[::-1]
        return above


PEOPLE_ABOVE = DeclaredTable[Presences](
    name="people_above",
    title="People by presence",
    about=plain(
        "People of the population who are among the released records with a larger probability than a "
        "threshold, as far as their key values tell."
    ),
    columns=(
        public_key("threshold", "Presence", SHARE, "Probability.").cells(lambda _: PLACES),
        Column("people", "People above", EXPECTED_NUMBER, "People with a larger one.").cells(
            lambda presences: presences.above, bound=lambda presences: presences.bound
        ),
    ),
    solves=True,
    plots=(
        Plot(
            kind="curves",
            x=Axis("Presence", column="threshold", unit=SHARE, scale="log"),
            y=Axis("People above it", unit=NUMBER, least=0.0),
            series=(Series("people", "People above"),),
            about=plain("People far to the right are known to be in the file by their key values."),
        ),
    ),
)


class DeltaPresence(PopulationMeasure):
    """Probability that somebody of a supplied population is among the released records, by key values.

    Where being in the file is itself confidential (a register of a disease), an intruder who knows the key of
    somebody learns from the release how likely that person is in it: of F people with the key, f were
    released, so it is f/F. A release satisfies δ-presence if all these probabilities lie between two limits.

    When to use it: where it must not be known who is in the file. When not: where everybody is, or where it
    does no harm to be known as a member; there k-map and the disclosure risk say more.

    The probability is taken over all key values of the population, also those of which nothing was released,
    where it is 0. The population file and its values are read as for k-map. Numbers that are fitted to
    published tables may fall below the released ones; the probability is then taken as 1, and all of them are
    labelled as estimates.

    With missing key values as a value of their own, they must be missing in the population too; where a
    missing value matches every value, released records and people compatible with each person are counted;
    more such records than people are a probability of 1. A released record that lacks a value then counts for
    people of several keys, so that the probabilities are upper bounds; where people of the population lack
    one, they are estimates.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> folder = tempfile.TemporaryDirectory()
    >>> file = Path(folder.name) / "population.csv"
    >>> counts = pd.DataFrame({"age": ["young", "old", "child"], "count": [40, 2, 10]})
    >>> counts.to_csv(file, index=False)
    >>> people = sdc.Microdata(pd.DataFrame({"age": ["young", "young", "old"]}))
    >>> presence = sdc.risk.DeltaPresence(keys=["age"], population=str(file), holds="counts")
    >>> found = presence.assess(people, people)
    >>> found.value("delta_min"), found.value("delta_max")
    (0.0, 0.5)
    >>> folder.cleanup()
    """

    name = "delta_presence"
    title = "δ-presence"
    source = SOURCE
    purpose = "How likely somebody of a population is among the released records."
    declares = (SMALLEST, LARGEST, OVERALL)
    tables = (PEOPLE_ABOVE,)
    version = 2
    examples = (
        {"keys": ["school"], "population": "population.csv", "holds": "counts"},
        {
            "keys": ["school", "bonus"],
            "population": "margins.csv",
            "holds": "margins",
            "count": "people",
            "start": "sample",
            "missing": "wildcard",
        },
    )

    def _assess(self, original: Microdata, masked: Microdata, progress: Progress) -> Findings:
        population, found = self.matched(original, masked, progress)
        bound, why = self._bound(population, masked)
        notes = (*self.notes(population, original, masked), *why)
        presence = np.minimum(found.released / found.population, 1.0)
        headline = Section(
            name="presence",
            blocks=(*_figures(found, presence, bound), _overall(len(masked), population)),
            notes=tuple(Note(plain(note)) for note in notes),
        )
        everyone = population.people if self.missing == "wildcard" else found.population
        curve = PEOPLE_ABOVE.section(Presences(presence, everyone, bound), name="curve")
        return Findings(sections=(headline, curve), records={"people": found.people})

    def _bound(self, population: Population, masked: Microdata) -> tuple[Bound, tuple[str, ...]]:
        """Return how presences stand to the true ones, and why they are none where they are not."""
        if self.missing == "wildcard":
            if any(map(_lacks, population.keys.values())):
                return Bound.ESTIMATE, (UNKNOWN,)
            if not population.estimated and any(_lacks(masked.coding(name)) for name in population.keys):
                return Bound.AT_MOST, (SUPPRESSED,)
        return (Bound.ESTIMATE if population.estimated else Bound.EXACT), ()


def _lacks(key: Coding) -> bool:
    return bool((key.codes == MISSING).any())


def _figures(found: Matched, presence: np.ndarray, bound: Bound) -> Sequence[Figure]:
    figures = []
    people = Bound.ESTIMATE if bound is Bound.ESTIMATE else Bound.EXACT
    for declared, at in ((SMALLEST, np.argmin(presence)), (LARGEST, np.argmax(presence))):
        # Of nobody at most nobody is released.
        exact = bound is Bound.AT_MOST and not presence[at]
        quantity = Quantity(float(presence[at]), SHARE, Bound.EXACT if exact else bound)
        steps = (
            ("Released records with such a key", Quantity(int(found.released[at]), RECORDS)),
            ("People of the population with it", Quantity(found.population[at], NUMBER, people)),
            ("Presence", quantity),
        )
        figures.append(declared.figure(quantity, computation=steps))
    return figures


def _overall(released: int, population: Population) -> Figure:
    people, bound = population.people.sum(), Bound.ESTIMATE if population.estimated else Bound.EXACT
    quantity = Quantity(float(min(released / people, 1.0)), SHARE, bound)
    steps = (
        ("Released records", Quantity(released, RECORDS)),
        ("People of the population", Quantity(people, NUMBER, bound)),
        ("Released of the population", quantity),
    )
    return OVERALL.figure(quantity, computation=steps)
