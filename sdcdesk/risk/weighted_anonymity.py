"""Measure of weighted k-anonymity: how many people of the population share each released key."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.sampling_weights import weight_name, weights_not_raised
from sdcdesk.core.numbers.quantity import (
    GROUPS,
    NUMBER,
    RECORDS,
    SHARE,
    Bound,
    Quantity,
    Why,
    undefined,
)
from sdcdesk.core.operations.parameters import CONTINUOUS, FieldDisplay, parameter
from sdcdesk.core.results.column import Column, Secrecy
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Declared, Figure, Findings, Note, Section
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import Sentence, plain, sentence
from sdcdesk.counting.questions import Counting
from sdcdesk.risk.declared import NO_GROUPS, NOTHING_RELEASED, RECORDS_BELOW_K, SHARE_BELOW_K
from sdcdesk.risk.hidden_weights import with_weights_hidden
from sdcdesk.risk.keys.key_measure import KeyMeasure
from sdcdesk.risk.population_estimate import CLOSE, PopulationEstimate, population_estimate
from sdcdesk.risk.record_risks.listed_records import Listed, records_at_risk, strongest
from sdcdesk.risk.record_risks.record_counts import count_and_share

SOURCE = "Samarati 2001; Sweeney 2002; sums of weights: Benedetti and Franconi 1998"

figure = partial(Declared, source=SOURCE)

SMALLEST = figure("smallest_people", "Fewest people of a key", NUMBER, symbol="F̂", better="more").means(
    "The smallest sum of sampling weights of the released records that look alike to the intruder: so many "
    "people of the population share the rarest key."
)

BELOW = figure("records_below_people", "Records below k people", RECORDS, better="less").means(
    "Released records that share their key values with records whose weights, its own included, add up to "
    "fewer people than wanted."
)

SHARE_BELOW = figure("share_below_people", "Share below k people", SHARE, better="less").means(
    "Released records whose key is that of fewer people than wanted, divided by the released records."
)

GROUPS_BELOW = figure("groups_below_people", "Groups below k people", GROUPS, better="less").means(
    "Groups of released records with the same key values whose weights add up to fewer people than wanted."
)


@dataclass(frozen=True, eq=False)
class PeopleOfKeys:
    """How many people share the key of each released record.

    Attributes
    ----------
    masked
        The masked file.
    estimate
        Records and people of each key.
    k
        Wanted people.
    """

    masked: Microdata = field(repr=False)
    estimate: PopulationEstimate
    k: int

    @cached_property
    def few(self) -> np.ndarray:
        """Bool, whether the people of each group, or record, are fewer than k; rounding of a sum is none."""
        few: np.ndarray = self.estimate.people < self.k * (1 - CLOSE)
        return few

    @cached_property
    def below(self) -> np.ndarray:
        """Bool (t,), the same of each released record, or kind of records."""
        return self.estimate.for_records(self.few)

    @property
    def records(self) -> int:
        """Released records."""
        return int(self.estimate.records.sum())

    @property
    def records_below(self) -> int:
        """Those whose key is that of fewer than k people."""
        return int(self.estimate.records[self.few].sum())

    @cached_property
    def smallest(self) -> float | None:
        """The fewest people of a key; None without records."""
        return float(self.estimate.people.min()) if self.records else None

    def groups_below(self) -> int:
        """Return the groups below k people, where records form groups.

        Returns
        -------
        int
            Of kinds of groups, the groups of each kind are counted.
        """
        return int((self.estimate.records[self.few] // self.estimate.frequencies[self.few]).sum())


AT_RISK: DeclaredTable[Listed[PeopleOfKeys]] = records_at_risk(
    Column("size", "Records with its key", RECORDS, "Released records.", secrecy=Secrecy.RECORD).cells(
        lambda listed: listed.risks.estimate.sizes[listed.chosen]
    ),
    Column("people", "People with its key", NUMBER, "Sum of the weights.", secrecy=Secrecy.RECORD).cells(
        lambda listed: listed.risks.estimate.of_records[listed.chosen], bound=Bound.ESTIMATE
    ),
    title="Records with the fewest people",
    about="The released records whose key is that of fewer people than wanted, the fewest first.",
    empty="No record is below: all keys are those of enough people.",
)


class WeightedAnonymity(KeyMeasure):
    """Fewest people of the population who share a released key, and the records whose key too few share.

    In a sample each record stands for as many people as its sampling weight says. The people who share a key
    are estimated by F̂, the sum of the weights of the released records with that key; the file is weighted
    k-anonymous if F̂ is k or more for every released record. Beside it stand the records in groups of fewer
    than k released records, as k-anonymity counts them: who is alone in the release may share the key with
    hundreds of people, and needs no protection for it.

    With missing key values as a value of their own, F̂ adds up the weights of the records with equal keys;
    where a missing value matches every value, of all records compatible with each record. Weights are those
    of the original, for masking them does not change how likely a person was drawn. A weight that is missing,
    zero or negative is refused, and so are weights below 1 where the people of a key would be fewer than its
    records. A sum counts as k where it lies no more than 1e-12 of it below.

    When to use it: for samples of a population with sampling weights, where an intruder does not know who is
    in the sample; k is then larger than for records, as 10 or 50. When not: where intruders know that
    somebody took part, for then the other people do not hide them: take k-anonymity; nor as the only measure,
    for F̂ of a record that is alone is its own weight, whatever the population looks like: the individual
    risk says how uncertain that is. Where records were left out, the weights of the others are not raised, so
    that a random sample of the file seems to have fewer people to a key than it has.

    Examples
    --------
    Two people who are alone with their key, one of them one of fifty in the population, and two who share it:

    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> people = sdc.Microdata(pd.DataFrame({"age": [30, 40, 50, 50], "w": [1.0, 50.0, 10.0, 30.0]}))
    >>> found = sdc.risk.WeightedAnonymity(keys=["age"], weight="w", k=2).assess(people, people)
    >>> found.value("smallest_people"), found.value("records_below_people"), found.value("records_below_k")
    (1.0, 1, 2)
    """

    name = "weighted_k_anonymity"
    title = "Weighted k-anonymity"
    source = SOURCE
    purpose = "Whether the key of everyone released is that of enough people of the population."
    is_counted = True
    declares = (SMALLEST, BELOW, SHARE_BELOW, GROUPS_BELOW, RECORDS_BELOW_K, SHARE_BELOW_K)
    tables = (AT_RISK,)
    uses_confidential_values = True
    needs_original = ""
    examples = (
        {},
        {"keys": ["age"], "missing": "wildcard", "weight": "weight", "k": 40},
    )

    weight: str | None = parameter(
        None,
        "Sampling weights",
        "The variable that says how many people a record stands for. Left empty: the one with the role "
        "weight.",
        FieldDisplay(empty="the one with the role weight"),
        accepts=CONTINUOUS,
    )
    k: int = parameter(
        10,
        "Wanted people k",
        "Keys whose weights add up to fewer people violate weighted k-anonymity.",
        FieldDisplay(unit="people"),
        ge=2,
    )

    def _count(self, counting: Counting, progress: Progress) -> Findings:
        original, masked = counting.original, counting.masked
        weight = weight_name(self.weight, original)
        progress.at(0.0, "People who share a key")
        found = PeopleOfKeys(masked, population_estimate(counting, weight, progress), self.k)
        progress.at(0.9, "Keys of too few people")
        left_out = counting.initial_records - counting.released_records
        notes = *self.key_notes(counting.keys, masked), *weights_not_raised(left_out)
        findings = _findings(found, counting.keys, notes, grouped=_forms_groups(found, self.missing))
        counted = [one.name for one in (SMALLEST, BELOW, SHARE_BELOW, GROUPS_BELOW)]
        return with_weights_hidden(findings, original, masked, weight, counted=counted)


def _forms_groups(found: PeopleOfKeys, missing: str) -> bool:
    """Return whether released records form groups."""
    estimate = found.estimate
    return missing == "category" or estimate.labels is not None or not estimate.in_memory


def _findings(found: PeopleOfKeys, keys: tuple[str, ...], notes: Sequence[str], *, grouped: bool) -> Findings:
    """Return all declared figures, and the records with the fewest people where they are in memory."""
    headline = Section(
        name="weighted_anonymity",
        about=_verdict(found),
        blocks=_figures(found, grouped=grouped),
        notes=tuple(Note(plain(note)) for note in notes),
    )
    estimate = found.estimate
    records = {"f": estimate.sizes, "people": estimate.of_records}
    if estimate.weights is not None:
        return Findings(sections=(headline,), records=records)
    chosen = strongest(np.where(found.below, 1 / estimate.of_records, 0.0))
    listed = Listed(found, found.masked, keys, chosen, chosen)
    return Findings(sections=(headline, AT_RISK.section(listed, name="records")), records=records)


def _verdict(found: PeopleOfKeys) -> Sentence:
    if not found.records:
        return plain(NOTHING_RELEASED)
    if not found.records_below:
        return sentence("Every released key is that of {k} people or more, as the weights say.", k=found.k)
    return sentence(
        "{n} released record has a key of fewer than {k} people, as the weights say.",
        "{n} released records have a key of fewer than {k} people, as the weights say.",
        "n",
        n=found.records_below,
        k=found.k,
    )


def _figures(found: PeopleOfKeys, *, grouped: bool) -> tuple[Figure, ...]:
    smallest = undefined(NUMBER, Why.NO_RECORDS, NOTHING_RELEASED)
    if found.smallest is not None:
        smallest = Quantity(found.smallest, NUMBER, Bound.ESTIMATE)
    groups = undefined(GROUPS, Why.NOT_APPLICABLE, NO_GROUPS)
    if grouped:
        groups = Quantity(found.groups_below(), GROUPS, Bound.ESTIMATE, people=(found.records_below,))
    people = count_and_share(
        *(BELOW, SHARE_BELOW, found.masked, found.below),
        counted="Records below k people",
        row_title=sentence("with a key of fewer than {k} people", k=found.k),
        bound=Bound.ESTIMATE,
        weights=found.estimate.weights,
    )
    records = count_and_share(
        *(RECORDS_BELOW_K, SHARE_BELOW_K, found.masked, found.estimate.sizes < found.k),
        counted="Records below k",
        row_title=sentence("with a key of fewer than {k} records", k=found.k),
        weights=found.estimate.weights,
    )

    def fewest() -> np.ndarray:
        rows: np.ndarray = found.masked.rows[found.estimate.of_records == found.smallest]
        return rows

    def rows_below() -> np.ndarray:
        rows: np.ndarray = found.masked.rows[found.below]
        return rows

    return (
        SMALLEST.figure(
            smallest, rows=fewest if found.records else None, row_title="with the key of the fewest people"
        ),
        *people,
        GROUPS_BELOW.figure(groups, rows=rows_below, row_title=people[0].row_title),
        *records,
    )
