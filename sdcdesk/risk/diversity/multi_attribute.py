"""Measure of multi-attribute l-diversity: several confidential variables, of which some may be known."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import pandas as pd

from sdcdesk.core.data.coding import Coding
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import NUMBER, RECORDS, VALUES, Quantity, Reason, Unit, count_unit, share
from sdcdesk.core.operations.parameters import FieldDisplay, parameter
from sdcdesk.core.results.column import Column, DeclaredColumn, Secrecy, public_key
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Declared, Figure, Findings, Note, Section
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import plain, sentence
from sdcdesk.kernels.diversity import effective_numbers, head_to_tail
from sdcdesk.kernels.value_counts import ValueCounts
from sdcdesk.kernels.value_tuples import tuples
from sdcdesk.risk.declared import NOTHING_RELEASED
from sdcdesk.risk.diversity.confidential_measure import ConfidentialMeasure
from sdcdesk.risk.diversity.criteria import ConfidentialGroups, Criterion
from sdcdesk.risk.diversity.figures import (
    INFINITE,
    NONE_RELEASED,
    breaking,
    broken_by,
    nothing_to_learn,
    worst_group,
)
from sdcdesk.risk.diversity.group_values import coded_values, group_values
from sdcdesk.risk.diversity.surroundings import surroundings
from sdcdesk.risk.diversity.tables import NO_VALUES

SOURCE = "Machanavajjhala, Kifer, Gehrke and Venkitasubramaniam 2007, section 4 (multi-attribute l-diversity)"

COMBINATIONS = count_unit("combination")

vector_figure = partial(Declared, source="Distinct l-diversity of Machanavajjhala et al. 2006")
multi_figure = partial(Declared, source=SOURCE)

VECTORS = vector_figure(
    "fewest_combinations", "Fewest combinations", COMBINATIONS, secrecy=Secrecy.PUBLIC, better="more"
).means(
    "The smallest number of different combinations of values of the confidential variables in any group of "
    "records that look alike to the intruder."
)

NOT_VECTORS = broken_by("share_not_combinations", "Too few combinations", VECTORS.source).means(
    "Released records in groups with fewer than l different combinations of confidential values. Divided by "
    "the released records."
)

DISTINCT = multi_figure(
    "multi_distinct_l", "Fewest values, others known", VALUES, secrecy=Secrecy.PUBLIC, better="more"
).means(
    "The smallest number of different values of one confidential variable among records that are alike in "
    "the keys and in all other confidential variables."
)

EFFECTIVE = multi_figure("multi_effective_l", "Fewest effective values", NUMBER, better="more").means(
    "exp(entropy) of one confidential variable among records that are alike in the keys and in all other "
    "confidential variables, where it is smallest."
)

RATIO = multi_figure("multi_head_to_tail", "Largest head to tail", NUMBER, better="less").means(
    "Largest ratio of the most frequent value of one confidential variable to all values from the l-th most "
    "frequent on, among records that are alike in the keys and in all other confidential variables."
)

BROKEN = {
    "distinct": broken_by("share_not_multi_distinct", "Not distinct l-diverse", SOURCE).means(
        "Released records that have, by any confidential variable, fewer than l different values among those "
        "that are alike in the keys and all other confidential variables. Divided by the released records."
    ),
    "entropy": broken_by("share_not_multi_entropy", "Not entropy l-diverse", SOURCE).means(
        "Released records that have, by any confidential variable, fewer than l effective values among those "
        "that are alike in the keys and all other confidential variables. Divided by the released records."
    ),
    "recursive": broken_by("share_not_multi_recursive", "Not (c, l)-diverse", SOURCE).means(
        "Released records for which, by any confidential variable, the most frequent value is at least c "
        "times as frequent as all from the l-th on, among those that are alike in the keys and all other "
        "confidential variables. Divided by the released records."
    ),
}

OF_VARIABLES = {"distinct": (DISTINCT, True), "effective": (EFFECTIVE, True), "ratio": (RATIO, False)}
"""Figure of each amount, and whether the smallest is the worst."""


@dataclass(frozen=True, eq=False)
class OthersKnown:
    """Each confidential variable in the groups of an intruder who knows the keys and all others.

    Attributes
    ----------
    masked
        The masked file.
    variables
        One confidential variable each, in groups of its own.
    """

    masked: Microdata
    variables: tuple[ConfidentialGroups, ...]

    @property
    def names(self) -> list[str]:
        """Names of the variables."""
        return [one.variables[0].variable for one in self.variables]

    def worst(self, amount: str, *, least: bool) -> list[float | None]:
        """Return the worst amount of each variable.

        Parameters
        ----------
        amount
            Name of the amount.
        least
            Whether the smallest one is the worst.

        Returns
        -------
        list[float or None]
            None where no record has a value.
        """
        return [one.variables[0].worst(amount, least=least) for one in self.variables]

    def records(self, criterion: int) -> np.ndarray:
        """Return the records that break a criterion by any variable.

        Parameters
        ----------
        criterion
            Its place.

        Returns
        -------
        np.ndarray
            bool (t,).
        """
        every = [one.records(one.criteria[criterion]) for one in self.variables]
        found: np.ndarray = np.logical_or.reduce([np.zeros(len(self.masked), dtype=bool), *every])
        return found

    def number(self, criterion: int) -> list[int]:
        """Return how many records break a criterion by each variable.

        Parameters
        ----------
        criterion
            Its place.

        Returns
        -------
        list[int]
            Released records.
        """
        return [int(one.records(one.criteria[criterion]).sum()) for one in self.variables]

    def rows_of(self, at: int) -> np.ndarray:
        """Return the records that break any criterion by a variable.

        Parameters
        ----------
        at
            Place of the variable.

        Returns
        -------
        np.ndarray
            int64 (m,), positions in the original.
        """
        one = self.variables[at]
        rows: np.ndarray = self.masked.rows[
            np.logical_or.reduce([one.records(criterion) for criterion in one.criteria])
        ]
        return rows


def _amount(name: str, unit: Unit) -> DeclaredColumn[OthersKnown]:
    declared, least = OF_VARIABLES[name]
    endless = Quantity(None, unit, reason=INFINITE)
    return Column(name, declared.title, unit, declared.meaning, secrecy=declared.secrecy).cells(
        lambda known: [endless if one == np.inf else one for one in known.worst(name, least=least)],
        undefined=NO_VALUES,
    )


def _breaking(place: int, name: str, title: str) -> DeclaredColumn[OthersKnown]:
    meaning = sentence("Released records that are not {criterion}.", criterion=title)
    return Column(f"not_{name}", title, RECORDS, meaning, over="Records that are not").cells(
        lambda known: known.number(place)
    )


VARIABLES = DeclaredTable[OthersKnown](
    name="variables",
    title="Confidential variables",
    about=plain("Each confidential variable among records that are alike in the keys and in all others."),
    columns=(
        public_key("variable", "Variable").cells(lambda known: known.names),
        _amount("distinct", VALUES),
        _amount("effective", NUMBER),
        _amount("ratio", NUMBER),
        _breaking(0, "distinct", "distinct l-diverse"),
        _breaking(1, "entropy", "entropy l-diverse"),
        _breaking(2, "recursive", "(c, l)-diverse"),
    ),
    empty="No confidential variable is released.",
    rows=lambda known, at: known.rows_of(at),
    row_title=lambda known, at: sentence("not protected in {name}", name=known.names[at]),
)


class MultiAttributeDiversity(ConfidentialMeasure):
    """Whether several confidential variables are diverse together, also for who knows some of them.

    l-diversity looks at each confidential variable by itself. A group can have two illnesses and two incomes
    and yet only two combinations of them: who learns somebody's illness then knows the income. Here the
    confidential variables are looked at together, in two ways:

    - *combinations*: the number of different combinations of values of all of them in each group of records
      that have the same keys; fewer than l are too few (distinct l-diversity of the vector of values);
    - *multi-attribute l-diversity*: each variable in turn is the confidential one, and the keys and all other
      confidential variables are what the intruder knows. In every group of records alike in those it must
      be l-diverse: *distinct* (at least l different values), *entropy* (exp(−Σ p log p) ≥ l) and *recursive*
      (r_1 < c (r_l + … + r_m), with the frequencies r_1 ≥ … ≥ r_m), as in l-diversity. A record counts if
      any variable breaks the criterion.

    When to use it: where an intruder may learn one confidential value elsewhere, as an illness from a
    neighbour, and should not learn the others by it. When not: for many variables, or numbers that
    hardly repeat. With each variable the groups become smaller, so that few files with more than two or
    three satisfy it; recode them first, or look at the combinations alone.

    A missing confidential value is no value: a record that lacks one has no combination, and does not break
    what is asked of the variable that it lacks. Where it is among what the intruder knows, it is treated as a
    missing key value: as a value of its own, or one that matches every value. With one confidential variable
    both ways are l-diversity. Shares are divided by the released records.

    Examples
    --------
    Four people look alike; two illnesses and two incomes always come together:

    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> people = sdc.Microdata(pd.DataFrame({"age": [30] * 4, "ill": list("aabb"), "pay": [1, 1, 2, 2]}))
    >>> measure = sdc.risk.MultiAttributeDiversity(keys=["age"], variables=["ill", "pay"], l=2)
    >>> found = measure.assess(people, people)
    >>> found.value("fewest_combinations"), found.value("multi_distinct_l")
    (2, 1)
    """

    name = "multi_attribute_l_diversity"
    title = "Multi-attribute l-diversity"
    source = SOURCE
    purpose = "Whether confidential values stay unknown to who knows some of them."
    declares = (VECTORS, NOT_VECTORS, DISTINCT, EFFECTIVE, RATIO, *BROKEN.values())
    tables = (VARIABLES,)
    examples = (
        {},
        {"keys": ["age", "zip"], "variables": ["income", "bonus"], "missing": "wildcard", "l": 3, "c": 1.5},
    )

    l: int = parameter(  # noqa: E741 - the letter of the paper
        2,
        "Wanted values l",
        "Groups with fewer different (or effective) values or combinations violate l-diversity.",
        FieldDisplay(unit="values"),
        ge=2,
    )
    c: float = parameter(
        3.0,
        "Ratio c",
        "Of recursive diversity: the most frequent value must be less than c times as frequent as all from "
        "the l-th most frequent on.",
        gt=0,
    )

    def _assess(self, original: Microdata, masked: Microdata, progress: Progress) -> Findings:
        keys = self.key_names(original)
        names = [name for name in self.confidential_names(original, keys) if name in masked]
        vectors = self._vectors(masked, keys, names, progress.part(0.0, 0.3))
        known = OthersKnown(
            masked,
            tuple(
                self._others_known(masked, keys, names, name, part)
                for name, part in progress.part(0.3, 1.0).over(names, self.title)
            ),
        )
        return _findings(vectors, known, self.notes(original, masked, keys))

    def _vectors(
        self, masked: Microdata, keys: Sequence[str], names: Sequence[str], progress: Progress
    ) -> ConfidentialGroups:
        """Return the combinations of confidential values in the groups of the keys."""
        around = surroundings(masked, keys, self.missing, progress.part(0.0, 0.5))
        asked = sentence("at least {l} different combinations", l=self.l)
        criterion = Criterion("vectors", asked, asked, lambda one: one.amounts["distinct"] < self.l)
        if not names:
            return ConfidentialGroups(around, (), (criterion,))
        columns = [masked.coding(name).codes for name in names]
        found = tuples(columns)
        whole = np.logical_and.reduce([column >= 0 for column in columns])
        coding = Coding(np.where(whole, found.labels, -1), pd.RangeIndex(len(found.counts)))
        together = coded_values(" × ".join(names), coding, around, _distinct, progress.part(0.5, 1.0))
        return ConfidentialGroups(around, (together,), (criterion,))

    def _others_known(
        self, masked: Microdata, keys: Sequence[str], names: Sequence[str], name: str, progress: Progress
    ) -> ConfidentialGroups:
        """Return one confidential variable in the groups of the keys and all the others."""
        others = [other for other in names if other != name]
        around = surroundings(masked, [*keys, *others], self.missing, progress.part(0.0, 0.5))
        one = group_values(masked, name, around, self._amounts, progress.part(0.5, 1.0))
        return ConfidentialGroups(around, (one,), self._criteria())

    def _amounts(self, counts: ValueCounts, _overall: np.ndarray) -> Mapping[str, np.ndarray]:
        return {
            "distinct": counts.distinct,
            "effective": effective_numbers(counts),
            "ratio": head_to_tail(counts, self.l),
        }

    def _criteria(self) -> tuple[Criterion, ...]:
        different = sentence("at least {l} different values", l=self.l)
        effective = sentence("at least {l} effective values", l=self.l)
        tail = sentence(
            "the most frequent value less than {c} times as frequent as all from number {l} on",
            c=self.c,
            l=self.l,
        )
        return (
            Criterion("distinct", "distinct l-diverse", different, lambda o: o.amounts["distinct"] < self.l),
            Criterion("entropy", "entropy l-diverse", effective, lambda o: o.amounts["effective"] < self.l),
            Criterion("recursive", "(c, l)-diverse", tail, lambda o: o.amounts["ratio"] >= self.c),
        )


def _distinct(counts: ValueCounts, _overall: np.ndarray) -> Mapping[str, np.ndarray]:
    return {"distinct": counts.distinct}


def _findings(vectors: ConfidentialGroups, known: OthersKnown, notes: Sequence[str]) -> Findings:
    masked = known.masked
    together = (
        worst_group(VECTORS, masked, vectors, "distinct", least=True),
        breaking(NOT_VECTORS, masked, vectors, vectors.criteria[0]),
    )
    return Findings(
        sections=(
            Section(
                name="combinations",
                about=plain("How many combinations of confidential values each group has."),
                blocks=together,
                notes=tuple(Note(plain(note)) for note in notes),
            ),
            Section(
                name="others_known",
                title="With all other values known",
                about=plain("What is learnt of one confidential variable by who knows keys and all others."),
                blocks=(*_worst(known), *_broken(known), VARIABLES.table(known)),
            ),
        ),
        records={
            "combinations": vectors.by_record("distinct", least=True),
            "distinct": _by_record(known),
        },
    )


def _by_record(known: OthersKnown) -> np.ndarray:
    """Return float64 (t,), the fewest values of any variable; NaN where a record has none."""
    found = np.full(len(known.masked), np.nan)
    for one in known.variables:
        found = np.fmin(found, one.by_record("distinct", least=True))
    return found


def _nothing(known: OthersKnown) -> Reason | None:
    """Return why there is nothing that an intruder could learn; None where there is."""
    reasons = [nothing_to_learn(one) for one in known.variables] or [NONE_RELEASED]
    return None if None in reasons else reasons[0]


def _worst(known: OthersKnown) -> list[Figure]:
    """Return the figures of the worst groups, each of the variable where it is worst."""
    nothing, figures = _nothing(known), []
    groups = [one for one in known.variables if nothing_to_learn(one) is None]
    for name, (declared, least) in OF_VARIABLES.items():
        if nothing is not None:
            figures.append(declared.undefined(nothing))
            continue
        amounts = [one.variables[0].worst(name, least=least) or 0.0 for one in groups]
        chosen = groups[int(np.argmin(amounts) if least else np.argmax(amounts))]
        figures.append(worst_group(declared, known.masked, chosen, name, least=least))
    return figures


def _broken(known: OthersKnown) -> list[Figure]:
    """Return the shares of the records that break each criterion by any variable."""
    nothing, figures = _nothing(known), []
    for place, declared in enumerate(BROKEN.values()):
        if nothing is not None:
            figures.append(declared.undefined(nothing))
            continue
        records = known.records(place)
        broken = int(records.sum())
        quantity = share(broken, len(records), empty=NOTHING_RELEASED)
        each = zip(known.names, known.number(place), strict=True)
        steps: list[tuple[str, Quantity | str]] = [
            (sentence("Records that break it: {variable}", variable=name), Quantity(number, RECORDS))
            for name, number in each
        ]
        steps += [
            ("Records that break it with any variable", Quantity(broken, RECORDS)),
            ("Released records", Quantity(len(records), RECORDS)),
        ]
        figures.append(
            declared.figure(
                quantity,
                computation=tuple(steps),
                rows=partial(known.masked.rows.__getitem__, records),
                row_title="that break it",
            )
        )
    return figures
