"""Measure of intervals by robust distance: outliers have wider ones, for it takes less to find them."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale
from sdcdesk.core.numbers.contributions import NEVER_PUBLISHED
from sdcdesk.core.numbers.quantity import RECORDS, SHARE, VALUES, Quantity, Reason, Why, share
from sdcdesk.core.operations.assessing import Concern
from sdcdesk.core.operations.measure import Measure
from sdcdesk.core.operations.parameters import NOT_IDENTIFIERS, Accepts, FieldDisplay, parameter
from sdcdesk.core.results.column import Column, public_key
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Declared, Figure, Findings, Note, Section
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import Sentence, plain, sentence
from sdcdesk.kernels.interval_widths import ROUNDING
from sdcdesk.kernels.moments import median_deviation
from sdcdesk.kernels.robust_scatter import RobustScatter, robust_scatter

PRESENT = "Only records of which no value is missing in either file are looked at."

SOURCE = "Templ and Meindl 2008, Robust statistics meets SDC (RMDID1, RMDID1w and RMDID2)"

risk_figure = partial(Declared, better="less", source=SOURCE)

SOME = risk_figure("records_some_inside", "Records with a value inside", RECORDS).means(
    "Released records of which at least one original value lies in the interval around the masked one, the "
    "wider the farther the record lies from most others."
)

SHARE_SOME = risk_figure("share_some_inside", "Share with a value inside", SHARE).means(
    "The same records, divided by those of which all values are present in both files."
)

WEIGHTED = risk_figure("weighted_share_inside", "Share by robust distance", SHARE).means(
    "The same share with every record counted by its robust distance, so that outliers count more."
)

EVERY = risk_figure("records_every_inside", "Records wholly inside", RECORDS).means(
    "Released records all of whose original values lie in the intervals around the masked ones."
)

ALONE = risk_figure("records_inside_alone", "With a value inside, alone", RECORDS).means(
    "Released records with a value inside to whose masked values too few other masked records are near, so "
    "that these do not hide them."
)

SHARE_ALONE = risk_figure("share_inside_alone", "Share inside and alone", SHARE).means(
    "The same records, divided by those of which all values are present in both files."
)

NO_RECORD = Reason(Why.NO_RECORDS, "No record has all values in both files.")

NO_VARIABLE = Reason(Why.NOT_APPLICABLE, "No variable is continuous and has a deviation in both files.")

NO_SCATTER = Reason(
    Why.NOT_APPLICABLE,
    "Half of the original's records lie in one plane, or there are too few, so that robust distances are not "
    "defined.",
)

NO_DISTANCE = Reason(Why.ZERO_DIVISOR, "All records lie in the centre.")


@dataclass(frozen=True, eq=False)
class RobustIntervals:
    """Intervals around the masked values of the records that have all values in both files.

    Attributes
    ----------
    masked
        The masked file.
    names
        The variables.
    places
        int64 (m,), these records in the masked file.
    distances
        float64 (m,), their robust distance in the original; None where it is not defined.
    inside
        bool (m, d), whether each original value lies in its interval.
    alone
        bool (m,), whether too few other masked records are near.
    """

    masked: Microdata
    names: tuple[str, ...]
    places: np.ndarray
    distances: np.ndarray | None
    inside: np.ndarray
    alone: np.ndarray

    @property
    def nothing(self) -> Reason | None:
        """Why nothing is found; None where something is."""
        if not self.names:
            return NO_VARIABLE
        if not len(self.places):
            return NO_RECORD
        return NO_SCATTER if self.distances is None else None

    @cached_property
    def some(self) -> np.ndarray:
        """Bool (m,), records with a value inside."""
        return _rowwise(np.logical_or, self.inside)

    def rows(self, chosen: np.ndarray) -> np.ndarray:
        """Return where some of the records stand in the original.

        Parameters
        ----------
        chosen
            bool (m,).

        Returns
        -------
        np.ndarray
            int64 (k,), positions in the original.
        """
        rows: np.ndarray = self.masked.rows[self.places[chosen]]
        return rows


VARIABLES = DeclaredTable[RobustIntervals](
    name="variables",
    title="Intervals by variable",
    about=plain("Of each variable, how many original values lie in the interval around the masked value."),
    columns=(
        public_key("variable", "Variable").cells(lambda found: list(found.names)),
        Column("inside", "Inside", VALUES, "Original values in the interval around the masked one.").cells(
            lambda found: found.inside.sum(axis=0)
        ),
        Column("share", "Of all", SHARE, "Of the records with all values.", bar="risk").cells(
            lambda found: found.inside.sum(axis=0) / (len(found.places) or np.nan), undefined=NO_RECORD
        ),
    ),
    empty="No variable is compared.",
    rows=lambda found, at: found.rows(found.inside[:, at]),
    row_title=lambda found, at: sentence("with {name} inside", name=found.names[at]),
)


class RobustIntervalDisclosure(Measure):
    """Share of records whose original values lie in intervals around the masked ones, wide ones for outliers.

    Somebody who lies far from all others is found even by a masked value that is a good deal away. So the
    interval around a masked value grows with the robust Mahalanobis distance D_r of the original record r: of
    variable j, with d variables, it reaches p/100 · D_r/√d · s_j below and above the masked value, both ends
    included. s_j is the median absolute deviation times 1.4826, and D_r is computed with the centre and
    covariances of most records (minimum covariance determinant), which outliers do not move. A record at
    the usual distance √d has the intervals of *interval disclosure* by the median absolute deviation; one in
    the centre has hardly any.

    - *with a value inside*: records with at least one original value in its interval (RMDID1), and their
      share with every record counted by D_r (RMDID1w);
    - *wholly inside*: records with all original values in their intervals;
    - *inside, alone*: of those with a value inside, the records to whose masked values fewer than m other
      masked records are near (RMDID2). Two masked records are near if the root mean square of their
      differences, each divided by s_j, is at most the given share. Others who are near hide a record.

    The papers leave the scale of the intervals open; division by √d is of this program, so that the width
    means the same for any number of variables.

    When to use it: for skewed amounts, as of businesses, after noise or microaggregation: risky are the large
    units, and intervals of one width count them as safe. When not: for variables of which half of the values
    are equal, which have no such deviation, and for variables that follow from each other: they have no
    robust distances. Nor with a few records.

    Only records with all values in both files are looked at; centre and deviations are those of all records
    of the original that have all values. Variables that are not continuous in both files, or hold whole
    numbers beyond 2^53, are refused if you named them, else left out and reported; those that have no
    deviation are left out, named or not.

    Examples
    --------
    Of eight amounts each is masked by ten more; only that of the outlier is near enough:

    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> pay = pd.Series([50.0, 70.0, 80.0, 90.0, 110.0, 120.0, 150.0, 9000.0])
    >>> people = sdc.Microdata(pd.DataFrame({"pay": pay}))
    >>> measure = sdc.risk.RobustIntervalDisclosure(variables=["pay"], width=10)
    >>> found = measure.assess(people, people.assign({"pay": pay + 10}))
    >>> found.value("records_some_inside"), found.figure("records_some_inside").rows().tolist()
    (1, [7])
    """

    concern = Concern.RISK
    name = "robust_interval_disclosure"
    title = "Intervals by robust distance"
    source = SOURCE
    purpose = "How often original values are near the masked ones, outliers being found from farther away."
    declares = (SOME, SHARE_SOME, WEIGHTED, EVERY, ALONE, SHARE_ALONE)
    tables = (VARIABLES,)
    counts_values = True
    needs_original = "Whether an original value is near the masked one is not known of a released file alone."
    examples = (
        {},
        {"variables": ["income", "bonus"], "width": 40.0, "near": 20.0, "others": 3},
    )

    variables: tuple[str, ...] = parameter(
        (),
        "Confidential variables",
        "Continuous variables of which an intruder should not learn an interval. Left empty: all of them "
        "with the role confidential.",
        FieldDisplay(empty="all with the role confidential"),
        accepts=Accepts(scales=(Scale.CONTINUOUS,), roles=NOT_IDENTIFIERS, otherwise=Role.CONFIDENTIAL),
    )
    width: float = parameter(
        5.0,
        "Width of the intervals",
        "Of a record at the usual distance, in % of the robust deviation; it grows with the distance.",
        FieldDisplay(unit="%"),
        gt=0,
        le=1000,
    )
    near: float = parameter(
        5.0,
        "Near",
        "How far from each other masked records may be that hide one another, in % of the robust deviation.",
        FieldDisplay(unit="%"),
        ge=0,
        le=1000,
    )
    others: int = parameter(
        1,
        "Others that hide a record",
        "A record with fewer other masked records near it is alone.",
        FieldDisplay(unit="records"),
        ge=1,
        le=100,
    )

    def _assess(self, original: Microdata, masked: Microdata, progress: Progress) -> Findings:
        names, notes = self._names(original, masked)
        before = [original.numbers(name) for name in names]
        after = [masked.numbers(name) for name in names]
        scatter = None
        if names:
            complete = _present(before)
            scatter = robust_scatter([column[complete] for column in before], progress.part(0.0, 0.6))
        progress.at(0.6, self.title)
        return _findings(self._intervals(masked, names, before, after, scatter), notes)

    def _names(self, original: Microdata, masked: Microdata) -> tuple[tuple[str, ...], list[Sentence]]:
        """Return the variables with numbers and a deviation in both files, and what is said of the others."""
        wanted = self.variables or tuple(
            name
            for name in original.named(Role.CONFIDENTIAL)
            if original.variable(name).scale is Scale.CONTINUOUS
        )
        if not wanted:
            raise DataError(
                sentence(
                    "{title} needs a continuous variable with the role confidential, and there is none; give "
                    "that role to one, or name the variables.",
                    title=self.title,
                ),
                "variables",
            )
        names, notes = [], []
        for name in wanted:
            fault = _scale_fault(original, masked, name)
            if fault is not None and self.variables and name in masked:
                raise DataError(fault, "variables")
            fault = fault or _spread_fault(original, name)
            if fault is None:
                names.append(name)
            else:
                notes.append(sentence("Left out: {why}", why=fault))
        return tuple(names), notes

    def _intervals(
        self,
        masked: Microdata,
        names: tuple[str, ...],
        before: Sequence[np.ndarray],
        after: Sequence[np.ndarray],
        scatter: RobustScatter | None,
    ) -> RobustIntervals:
        initial = [column[masked.rows] for column in before]
        places = np.flatnonzero(_present([*initial, *after])) if names else np.empty(0, dtype=np.int64)
        if scatter is None or not len(places):
            nowhere = np.zeros((len(places), len(names)), dtype=bool)
            return RobustIntervals(masked, names, places, None, nowhere, np.zeros(len(places), dtype=bool))
        distances = scatter.distances([column[places] for column in initial])
        reach = self.width / 100 * distances / math.sqrt(len(names)) * (1 + ROUNDING)
        gaps = np.array([np.abs(new - old)[places] for old, new in zip(initial, after, strict=True)]).T
        inside = gaps / scatter.deviations <= reach[:, None]
        released = np.flatnonzero(_present(after))
        alone = self._alone(np.array([column[released] for column in after]).T / scatter.deviations)
        return RobustIntervals(
            masked, names, places, distances, inside, alone[np.searchsorted(released, places)]
        )

    def _alone(self, points: np.ndarray) -> np.ndarray:
        """Return bool (m,), records to whose values, (m, d) in deviations, too few others are near."""
        from scipy.spatial import KDTree  # heavy: only where it is needed

        if len(points) <= self.others:
            return np.ones(len(points), dtype=bool)
        scaled = points / math.sqrt(points.shape[1])
        # The nearest point is the record itself, or one with the same values.
        farthest = np.asarray(KDTree(scaled).query(scaled, k=[self.others + 1])[0])[:, 0]
        alone: np.ndarray = farthest > self.near / 100 * (1 + ROUNDING)
        return alone


def _rowwise(combined: np.ufunc, inside: np.ndarray) -> np.ndarray:
    """Return bool (m,), the logical sum or product of each row."""
    found: np.ndarray = combined.reduce(inside, axis=1)
    return found


def _present(columns: Sequence[np.ndarray]) -> np.ndarray:
    """Return bool (n,): records that have all values."""
    present: np.ndarray = np.logical_and.reduce([~np.isnan(column) for column in columns])
    return present


def _scale_fault(original: Microdata, masked: Microdata, name: str) -> Sentence | None:
    """Return why a variable is not compared; None where it is."""
    if name not in masked:
        return sentence("{name} is not in the masked file.", name=name)
    for data in (original, masked):
        if data.variable(name).scale is not Scale.CONTINUOUS:
            return sentence("{name} is not continuous in both files.", name=name)
        if data.beyond_exact(name):
            return sentence(
                "{name} holds whole numbers beyond 2^53, whose last digits would be lost.", name=name
            )
    return None


def _spread_fault(original: Microdata, name: str) -> Sentence | None:
    """Return why a variable has no intervals; None where it has."""
    if median_deviation(original.numbers(name)) > 0:
        return None
    words = (
        "{name} has one value in half of the original's records or more, or none, so it has no median "
        "absolute deviation."
    )
    return sentence(words, name=name)


def _findings(found: RobustIntervals, notes: Sequence[Sentence]) -> Findings:
    section = Section(
        name="robust_intervals",
        about=plain("Intervals around the masked values, the wider the farther a record lies from others."),
        blocks=(*_figures(found), VARIABLES.table(found)),
        notes=tuple(Note(note) for note in (plain(PRESENT), *notes)),
    )
    distances, inside = np.full(len(found.masked), np.nan), np.full(len(found.masked), np.nan)
    if found.distances is not None:
        distances[found.places] = found.distances
        inside[found.places] = found.inside.sum(axis=1)
    return Findings(sections=(section,), records={"robust_distance": distances, "values_inside": inside})


def _figures(found: RobustIntervals) -> list[Figure]:
    counted = (
        (SOME, SHARE_SOME, found.some, "with a value inside"),
        (EVERY, None, _rowwise(np.logical_and, found.inside), "with all values inside"),
        (ALONE, SHARE_ALONE, found.some & found.alone, "with a value inside and alone"),
    )
    figures = []
    for number, part, chosen, words in counted:
        declared = [one for one in (number, part) if one is not None]
        if found.nothing is not None:
            figures += [one.undefined(found.nothing) for one in declared]
            continue
        amount = int(chosen.sum())
        quantities = Quantity(amount, RECORDS), share(amount, len(chosen), empty=NO_RECORD.text)
        figures += [
            one.figure(quantity, rows=partial(found.rows, chosen), row_title=words)
            for one, quantity in zip(declared, quantities, strict=False)
        ]
    figures.insert(2, _weighted(found))
    return figures


def _weighted(found: RobustIntervals) -> Figure:
    """Return the share of records with a value inside, each counted by its distance."""
    if found.nothing is not None or found.distances is None:
        return WEIGHTED.undefined(found.nothing or NO_SCATTER)
    total = float(found.distances.sum())
    if not total > 0:
        return WEIGHTED.undefined(NO_DISTANCE)
    part = float(found.distances[found.some].sum()) / total
    # One outlier can decide it.
    return WEIGHTED.figure(Quantity(part, SHARE, contributions=NEVER_PUBLISHED))
