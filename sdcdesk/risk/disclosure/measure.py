"""Global disclosure risk: minimal, weighted and maximal."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Self

import numpy as np
from pydantic import model_validator

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.operations.measure import Lead
from sdcdesk.core.operations.parameters import FieldDisplay, parameter
from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.results.column import Secrecy
from sdcdesk.core.results.findings import Block, Findings, Note, Section, State
from sdcdesk.core.results.limit import Limits
from sdcdesk.core.results.original_counts import column_counting_values
from sdcdesk.core.results.record_series import RecordSeries
from sdcdesk.core.results.table import Table
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.locale import NEUTRAL, Locale
from sdcdesk.core.text.sentence import Against, Sentence, counted, joined, plain, sentence
from sdcdesk.counting.frequencies import RecordSizes
from sdcdesk.counting.questions import Counting
from sdcdesk.risk.disclosure import figures, tables
from sdcdesk.risk.disclosure.comparison import Comparison
from sdcdesk.risk.disclosure.comparison import compared as compared_sizes
from sdcdesk.risk.disclosure.group_sizes import AtRisk, GroupSizes, ObservedCells, SizeChanges
from sdcdesk.risk.disclosure.released import BOUND, Released
from sdcdesk.risk.disclosure.sample_uniques import sample_uniques
from sdcdesk.risk.keys.key_measure import KeyMeasure
from sdcdesk.risk.record_risks.listed_records import strongest
from sdcdesk.risk.weights.matrix import WeightMatrix

EXACT = "Exact for an intruder who uses the key values only and links one-to-one."
CHANGED = (
    "DR_W and DR_max are upper bounds for an intruder who uses the key values only and links one-to-one: "
    "the released values of {names} are not known to be a function of the initial ones (if they were "
    "swapped, randomised or disturbed, look at record linkage too). DR_min bounds nothing from below."
)
CHANGED_UNSTATED = (
    "DR_W and DR_max are upper bounds for an intruder who uses the key values only and links one-to-one: "
    "the released values of {names} are not known to be a function of the initial ones (if they were "
    "swapped, randomised or disturbed, look at record linkage too; if the file was only recoded, coarsened, "
    "suppressed or sampled, state it (recoded only)). DR_min bounds nothing from below."
)
LEFT_OUT = (
    "DR_W and DR_max are upper bounds for an intruder who uses the key values only and links one-to-one: "
    "records were left out that recoding would have made equal to released ones. DR_min bounds nothing from "
    "below."
)
LEFT_OUT_UNSTATED = (
    "DR_W and DR_max are upper bounds for an intruder who uses the key values only and links one-to-one: "
    "nothing tells why records were left out; if the file was only recoded, coarsened, suppressed or "
    "sampled, state it (recoded only). DR_min bounds nothing from below."
)


def exactness(compared: Comparison) -> State:
    """Return whether the risks are exact or upper bounds.

    Parameters
    ----------
    compared
        Both files, with the groups of their records.

    Returns
    -------
    State
        Code "exact" or "upper bound", with the reason.
    """
    code = "exact" if compared.exact else "upper bound"
    return State("exactness", "Exactness", code, linking_note(compared))


def linking_note(compared: Comparison) -> Sentence:
    """Return the sentence that says how the risks are to be read.

    Parameters
    ----------
    compared
        Both files, with the groups of their records.

    Returns
    -------
    Sentence
        For people, with the names of the variables that were changed.
    """
    if compared.exact:
        return plain(EXACT)
    changed, stated = compared.changed, compared.steps_are_known
    if changed:
        return sentence(CHANGED if stated else CHANGED_UNSTATED, names=", ".join(changed))
    return plain(LEFT_OUT if stated else LEFT_OUT_UNSTATED)


class DisclosureRisk(KeyMeasure):
    """Share of the records that an intruder who knows the key variables could link to the right person.

    An intruder is supposed to know identity and key values of everyone in the initial file, and nothing of
    the confidential variables. Each released record r is classified by the number of records f_r that share
    its key in the masked file, and by the number F_r that shared its initial key in the initial file; c_ij is
    the number of released records with f_r = i and F_r = j, n the number of initial records (left-out
    ones included), t that of released ones.

    - DR_min = c_11 / n: records that are unique in both files.
    - DR_max = (1/n) Σ c_ij / max(i, j): every record counts, divided among those it cannot be told from.
    - DR_W = (1/(n w_11)) Σ w_ij c_ij / max(i, j): records count as the weight matrix says. It lies between
      the other two, and between 0 and t/n.
    - DR_link = (1/n) Σ 1/g_r over the released records, g_r = number of initial records whose recoded key
      equals that of r. Given only where the masked key is known to be a function of the initial key.

    The same sums are given per released record (÷ t): divided by n, every small sample looks safe.

    When to use it: always, for the masked key variables of a release; with sampling, recoding, hierarchies,
    suppression and microaggregation it says what an intruder gains. When not: for a file whose keys were
    swapped, randomised (PRAM) or disturbed by noise, record linkage says more; for a file that is
    itself a sample of the population at risk, use population measures.

    Every assessment says whether it is *exact* or an *upper bound*. The papers divide by j for sampling,
    where i ≤ j, and by i for merging, where i ≥ j. Dividing by max(i, j) in chains of methods is an
    extension of this program, not the authors': an intruder who uses key values only, and links one-to-one,
    is right with a chance of at most 1/max(i, j). Where the result is a bound, DR_min means no more than
    "unique before and after"; guessing many-to-one is not covered.

    Of a released file whose original is not known, only the groups of that file are said.

    Without weights all records count alike, and DR_W equals DR_max: which records count less is for the
    owner of the data to say. A matrix whose structure has no place for some of the records is refused.

    Examples
    --------
    The first sample of Truta 2004, with its weights W3:

    >>> import numpy as np
    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> frame = pd.DataFrame({"age": [10, 30, 20, 20, 10, 25, 20, 25, 10, 20], "sex": list("MMMFFFMFMM")})
    >>> people = sdc.Microdata(frame)
    >>> sample = people.take(np.arange(5))
    >>> risk = sdc.risk.DisclosureRisk(keys=["age", "sex"], weights=sdc.risk.TRUTA_2004["W3"])
    >>> round(risk.assess(people, sample).value("dr_weighted"), 5)
    0.31667
    """

    name = "disclosure_risk"
    title = "Disclosure risk"
    source = (
        "Truta, Fotouhi and Barth-Jones 2004, section 2 (sampling); 2006, section 2 (merging); "
        "division by max(i, j) and DR_link are extensions of this program"
    )
    purpose = "What an intruder who knows the key variables could link."
    is_counted = True
    declares = figures.DECLARED
    tables = tables.TABLES
    version = 3
    lead = Lead(
        figure="dr_weighted",
        overview=("dr_min", "dr_weighted", "dr_max", "k"),
        summary=("dr_weighted", "dr_link", "k"),
        companions=("dr_min", "records_below_k"),
    )
    needs_original = (
        "Disclosure risk rests on how many records shared the key of each released one before masking, which "
        "is not known without the original."
    )
    examples = (
        {},
        {
            "keys": ["age", "zip"],
            "missing": "wildcard",
            "k": 4,
            "weights": {"structure": "general", "block": [[1.0]], "tail": 0.0, "title": "Minimal"},
        },
    )

    weights: WeightMatrix = parameter(
        WeightMatrix.maximal(),
        "Weights",
        "How much a record counts, by the size of its group now and before. Left out: all alike.",
    )
    k: int = parameter(
        3,
        "Wanted group size",
        "Released records in smaller groups are counted.",
        FieldDisplay(unit="records"),
        ge=2,
    )

    @model_validator(mode="after")
    def _weights_follow_the_rules(self) -> Self:
        self.weights.require_admissible()
        return self

    @classmethod
    def caveat(cls, assessment: Assessment, limits: Limits, locale: Locale = NEUTRAL) -> str:
        """Return small groups and a link risk that nothing limits; see `Measure.caveat`.

        The link risk is told where it is beyond the limit on DR_W, of which it is the larger sibling.
        """
        below, linked, k = (
            assessment.value("records_below_k"),
            assessment.value("dr_link"),
            assessment.parameters["k"],
        )
        parts: list[Sentence] = []
        if isinstance(below, int) and below and not {"k", "records_below_k"} & set(limits):
            people = counted(below, "person", "people")
            parts.append(sentence("{people} in groups below {k}", people=people, k=int(k)))
        most = next((one.value for one in limits.get("dr_weighted", ()) if one.side == "at most"), None)
        if isinstance(linked, float) and most is not None and linked > most and "dr_link" not in limits:
            parts.append(
                sentence("link risk {risk}", risk=Against(assessment.figure("dr_link").quantity, most))
            )
        return joined(parts).written(locale)

    @property
    def comparing(self) -> tuple[str, ...]:
        """Names of what needs the original: all but the groups of the released file."""
        return figures.COMPARING + tables.COMPARING + ("F", "g", "contribution")

    @property
    def by_record(self) -> tuple[str, ...]:
        """Names of what needs to know who is who: all but the groups of the released file."""
        return self.comparing

    def finds_the_same(self, original: Microdata, one: Microdata, other: Microdata) -> bool:
        """Return whether both hold the same records with the same keys, masked likewise.

        Neither may be the original, of whose release as it is less is said.
        """
        if original is one or original is other or self.counts_original_values(original):
            return one is other
        return (
            one.pairing is other.pairing
            and one.is_released == other.is_released
            and np.array_equal(one.rows, other.rows)
            and all(
                one.shares(other, name)
                and one.variable(name) == other.variable(name)
                and one.provenance(name) is other.provenance(name)
                for name in self.key_names(original)
            )
        )

    def _count(self, counting: Counting, progress: Progress) -> Findings:
        original, masked, names = counting.original, counting.masked, counting.keys
        compared = compared_sizes(counting, progress.part(0.0, 0.9))
        each = compared.by_record
        records = RecordSeries({} if each is None else _records(each, compared, self.weights))
        released = Released(masked, compared.matrix, records, compared.exact, bool(compared.changed))
        notes = [Note(plain(note)) for note in self.key_notes(names, masked)]
        sizes = GroupSizes(compared, released)
        changes = SizeChanges(released.matrix, self.weights, released)
        return Findings(
            sections=(
                self._risks(compared, released, notes, original),
                Section(
                    name="group_sizes",
                    title="Group sizes",
                    blocks=(
                        *figures.sizes(compared),
                        *_by_class(tables.SIZE_CLASSES.blocks(sizes), original, compared),
                        _by_size(tables.GROUP_SIZES.table(sizes), compared),
                    ),
                ),
                _size_changes(changes, compared),
                sample_uniques(released, compared),
                *_at_risk(original, released, records, names),
                self._cells(released, compared),
            ),
            records=records,
        )

    def _cells(self, released: Released, compared: Comparison) -> Section:
        counts = ObservedCells(released, released.matrix.table())
        parts = ObservedCells(released, released.matrix.contributions(self.weights))
        both = (tables.CLASSIFICATION.table(counts), tables.CONTRIBUTIONS.table(parts))
        blocks = tuple(_by_size(table, compared) for table in both)
        return Section(name="cells", title="Every pair of sizes", blocks=blocks)

    def _risks(
        self, compared: Comparison, released: Released, notes: list[Note], original: Microdata
    ) -> Section:
        risks = (
            figures.weighted(released, self.weights),
            figures.minimal(released),
            figures.maximal(released),
            figures.feasible(released, compared),
        )
        bound = "" if compared.exact else BOUND
        linking = plain(self.needs_original) if original.is_released else linking_note(compared)
        return Section(
            name="risks",
            blocks=(
                *(of_all for of_all, _ in risks),
                *figures.smallest(released, self.k),
                *(of_released for _, of_released in risks),
                exactness(compared),
            ),
            notes=(*notes, Note(linking, name=bound)),
        )


def _by_size(table: Table, compared: Comparison) -> Table:
    """Return a table of every size of a group in the original, as far as that may be told.

    Sizes name groups. Beside the released file they say which values keys had that were blanked, drawn anew
    or exchanged: of one record with a blank, the group that is larger by one in the original.
    """
    return table.with_secrecy(Secrecy.DERIVED) if compared.changed else table


def _by_class(blocks: tuple[Block, ...], original: Microdata, compared: Comparison) -> tuple[Block, ...]:
    """Return classes of sizes of groups, those of the original counted as far as that may be told."""
    if not compared.changed:
        return blocks
    return tuple(
        column_counting_values(one, "before", original) if isinstance(one, Table) else one for one in blocks
    )


def _size_changes(changes: SizeChanges, compared: Comparison) -> Section:
    """Return the matrix of small sizes before and after, as far as these may be told."""
    title = "Classification matrix"
    section = tables.SIZE_CHANGES.section(changes, name="classification", title=title)
    blocks = (_by_size(one, compared) if isinstance(one, Table) else one for one in section.blocks)
    return replace(section, blocks=tuple(blocks))


def _records(
    each: RecordSizes, compared: Comparison, weights: WeightMatrix
) -> dict[str, Callable[[], np.ndarray]]:
    """Return what computes the series of the released records."""
    n, groups, feasible = compared.matrix.n, each.released.grouped, compared.feasible
    series: dict[str, Callable[[], np.ndarray]] = {
        "f": lambda: each.now,
        "F": lambda: each.before,
        "contribution": lambda: _contributions(each, weights) / n,
    }
    if groups:
        series["group"] = lambda: each.released.labels
    return series if feasible is None else {**series, "g": lambda: feasible.sizes}


def _contributions(each: RecordSizes, weights: WeightMatrix) -> np.ndarray:
    """Return what each released record adds to the weighted links, float64 (t,)."""

    def added(now: np.ndarray, before: np.ndarray) -> np.ndarray:
        share: np.ndarray = weights.at(now, before) / weights.first / np.maximum(now, before)
        return share

    now, before = each.now, each.before
    most = int(now.max(initial=0)), int(before.max(initial=0))
    if most[0] * most[1] > len(now):
        return added(now, before)
    # Far fewer pairs of sizes are possible than there are records: each is looked at once.
    of_pairs = added(np.arange(1, most[0] + 1)[:, None], np.arange(1, most[1] + 1))
    contributions: np.ndarray = of_pairs[now - 1, before - 1]
    return contributions


def _at_risk(
    original: Microdata, released: Released, records: Mapping[str, np.ndarray], names: tuple[str, ...]
) -> tuple[Section, ...]:
    """Return the section with the records that add most, where records are in memory."""
    if not records:
        return ()
    added = records["contribution"]
    chosen = strongest(added)
    listed = AtRisk(original, released, added[chosen], names, chosen)
    return (tables.RECORDS_AT_RISK.section(listed, name="records"),)
