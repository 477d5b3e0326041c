"""Measure of the uniqueness in census data, overall and per area."""

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.operations.parameters import KEY_LIKE, NOT_IDENTIFIERS, Accepts, FieldDisplay, parameter
from sdcdesk.core.results.findings import Findings
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.counting.in_memory import InMemory
from sdcdesk.counting.questions import Counting
from sdcdesk.risk.census_uniqueness.findings import DECLARES, SOURCE, TABLES, to_findings
from sdcdesk.risk.census_uniqueness.uniqueness import RelativeUniqueness, relative_uniqueness
from sdcdesk.risk.keys.key_measure import KeyMeasure


class CensusUniqueness(KeyMeasure):
    """Uniqueness in census data: how far each record differs from all others, overall and per area.

    Two of N records differ if they do in any key variable. A record that shares its key with f records,
    itself included, differs from N − f of the N − 1 others.

    - The *relative uniqueness* of a record is (N − f)/(N − 1); of a file with one record it is 1.
    - δ is 1 for a record whose relative uniqueness is 1, else 0; the *risk* is the sum of δ divided by N.
    - *Per area* only records of one area are compared, as by an intruder who knows where a person lives: N
      and f are those of the area. An area with one record has the risk 1. The risk within areas is the sum of
      δ over all areas, divided by all released records.

    When to use it: for a census or another file of a whole population, whose risk is to be seen for each area
    and against its population, before areas are merged. When not: for a sample, where a unique record need
    not be unique in the population; there the individual risk estimates that. The paper knows no threshold;
    the owner sets one as a limit.

    Nothing is compared pair by pair: f is counted. Records without an area are taken as one area, and said.

    With missing key values as a value of their own, a missing value differs from every other value; where a
    missing value matches every value, it differs from none.

    Examples
    --------
    Four people, two of them alike but in different areas:

    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> frame = pd.DataFrame({"age": [30, 30, 50, 50], "ward": ["a", "b", "b", "b"]})
    >>> people = sdc.Microdata(frame)
    >>> found = sdc.risk.CensusUniqueness(keys=["age"], area="ward").assess(people, people)
    >>> found.value("risk"), found.value("risk_in_area"), found.value("vanishes_above")
    (0.0, 0.5, 3)
    >>> found.table("areas")[["area", "risk"]].round(4).values.tolist()
    [['a', 1.0], ['b', 0.3333]]
    """

    name = "census_uniqueness"
    title = "Uniqueness in census data"
    source = SOURCE
    purpose = "How many records differ from all others, in the whole file and in their area."
    is_counted = True
    counted_unless = "{title} needs the records in memory where areas are looked at."
    declares = DECLARES
    tables = TABLES
    needs_original = ""
    unpaired = "beside"
    examples = (
        {},
        {"keys": ["age", "school"], "missing": "wildcard", "area": "zip"},
    )

    area: str | None = parameter(
        None,
        "Areas",
        "The variable whose values are equal for records of one area. Left empty: the risk is that of the "
        "whole file only.",
        FieldDisplay(empty="none, only the whole file"),
        accepts=Accepts(scales=KEY_LIKE.scales, roles=NOT_IDENTIFIERS),
    )

    @property
    def by_record(self) -> tuple[str, ...]:
        """Names of what needs to know who is who: nothing, for it looks at the masked file only."""
        return ()

    @property
    def needs_records(self) -> bool:
        """Whether it needs the records in memory: where areas are looked at."""
        return self.area is not None

    def _assess(self, original: Microdata, masked: Microdata, progress: Progress) -> Findings:
        # The original is not looked at, and so not counted.
        return self._count(
            InMemory(masked, masked, self.key_names(original), self.missing, progress), progress
        )

    def _count(self, counting: Counting, progress: Progress) -> Findings:
        progress.at(0.0, "Records that differ")
        uniqueness = relative_uniqueness(counting, self.area, progress)
        progress.at(0.9, "Areas")
        return to_findings(uniqueness, self.area, self._notes(counting.keys, counting.masked, uniqueness))

    def _notes(
        self, names: tuple[str, ...], masked: Microdata, uniqueness: RelativeUniqueness
    ) -> tuple[str, ...]:
        notes = [*self.key_notes(names, masked)]
        if self.area in names and self.area in masked:
            words = "{area} is a key variable, too, so that records of different areas differ."
            notes.append(sentence(words, area=self.area))
        if uniqueness.areas.unnamed:
            notes.append(
                sentence(
                    "{n} released record names no area; it is taken as an area of its own.",
                    "{n} released records name no area; they are taken as one area.",
                    "n",
                    n=uniqueness.areas.unnamed,
                )
            )
        return tuple(notes)
