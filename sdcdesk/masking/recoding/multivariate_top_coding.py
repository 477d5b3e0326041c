"""Multivariate top coding: records far from the centre of the file are drawn to the edge of the others."""

from typing import ClassVar, Literal

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.plain_values import all_whole
from sdcdesk.core.numbers.quantity import RECORDS, Quantity
from sdcdesk.core.operations.masked import Masked
from sdcdesk.core.operations.method import Purpose
from sdcdesk.core.operations.parameters import CONTINUOUS, REQUIRED, FieldDisplay, parameter
from sdcdesk.core.random.randomness import Draws
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import Percentage, plain, sentence
from sdcdesk.masking.decimals_kept import KEEP_OF_FEW, KeepsDecimals
from sdcdesk.masking.new_values import (
    KEEP_WHOLE,
    decimal_notes,
    numbers_to_square,
    replace_numbers,
    with_numbers,
)
from sdcdesk.masking.outlying_records import INSIDE, OUTLYING_RECORDS, OutlyingRecords, find_outlying

REPLACED_BY = {
    "edge": "The edge, on the way to the centre",
    "nearest": "The nearest record that is not outlying",
}


ROUNDING = 1e-9
"""Records are equally near where their distances differ by no larger share."""


DIRECTION = plain(
    "Records on the edge keep their direction from the centre, which the other records tell: whoever knows "
    "one true value of such a record can compute its others. The nearest record that is not outlying does "
    "not tell them."
)


NONE_INSIDE = plain(
    "All records are outlying, so that there is none whose values they could get; enlarge the share inside."
)


class MultivariateTopCoding(KeepsDecimals):
    """Draw records that are far from all others in several variables together to the edge of these.

    A record can be conspicuous though each of its values is ordinary: a low income beside a large fortune.
    Its robust Mahalanobis distance from the centre says so: d² = (x − m)ᵀ S⁻¹ (x − m), where the centre m and
    the covariances S are those of the half of the records that lie closest together (minimum covariance
    determinant: deterministic search, reweighted, made those of normal values), so that outliers neither
    move the centre nor widen the limit. A record is outlying if d exceeds c = √χ²(q; d), the limit within
    which the share q (`inside`) of a normal distribution of so many variables lies. Its values become

    - *edge*: m + (x − m)·c/d, the point of the ellipsoid d = c on the straight line to the centre, so that
      relations between the variables stay plausible; rounding may move it a little off the edge;
    - *nearest*: those of the record that is nearest to it, by the same distances, of all that are not
      outlying; of equally near ones that which comes first in the initial file. Such values occur.

    All values of a record that is not outlying stay exactly as they are. Records that lack one of the
    variables do not count, and stay as they are, which is noted; so does a variable without variance. Where
    half of the records lie in one plane, because variables determine others or most values are equal, there
    are no such distances, and that is refused. Of a handful of records the search may stop at a half that
    does not lie closest together of all; which records are outlying then hangs on where it began.

    What is put on the edge has as many decimals as its variable (`decimals`): else digits would tell who was
    changed.

    When to use
        For continuous variables of which an intruder knows several, and by whose combination persons or firms
        stand out. Top coding each variable alone changes many records that do not, and leaves others.
    When not to use
        Where the outliers are what users study: variances, and correlations that outliers make, shrink. For
        strongly skewed variables many records are outlying; take a larger share, or top coding. Values within
        the edge are released as they are: combine it with another method where these are known, too. Nor
        *edge* with two or more variables where an intruder knows the exact value of one: the centre is about
        the mean of the records that are not on the edge, and on the straight line from it through the masked
        record one true value tells all others. Take *nearest* then.

    Examples
    --------
    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> frame = pd.DataFrame({"income": [10, 12, 14, 15, 11, 13, 12], "rent": [5, 6, 8, 7, 6, 6, 30]})
    >>> coding = sdc.masking.MultivariateTopCoding(variables=["income", "rent"], replace_by="nearest")
    >>> coding.apply(sdc.Microdata(frame)).frame["rent"].tolist()
    [5, 6, 8, 7, 6, 6, 8]
    """

    name: ClassVar[str] = "multivariate_top_coding"
    title: ClassVar[str] = "Multivariate top coding"
    source: ClassVar[str] = (
        "Hubert, Rousseeuw and Verdonck (2012), A Deterministic Algorithm for Robust Location and Scatter, "
        "on the distances; Templ and Meindl (2008), Robustification of Microdata Masking Methods, on outliers"
    )
    purpose: ClassVar[Purpose] = Purpose.LESS_DETAIL
    declares = (OUTLYING_RECORDS,)
    examples = (
        {"variables": ["income", "age"], "whole_numbers": True},
        {"variables": ["income", "weight"], "inside": 90.0, "replace_by": "nearest"},
        {"variables": ["income", "age"], "inside": 75.0, "decimals": False},
    )

    variables: tuple[str, ...] = parameter(
        REQUIRED,
        "Variables",
        "The variables that say together which records are outlying, and whose values change.",
        accepts=CONTINUOUS,
        min_length=1,
    )
    inside: float = parameter(97.5, *INSIDE, FieldDisplay(unit="% of normal records"), ge=50, lt=100)
    replace_by: Literal["edge", "nearest"] = parameter(
        "edge", "Replaced by", "What outlying records get.", FieldDisplay(choices=REPLACED_BY)
    )
    whole_numbers: bool = parameter(False, *KEEP_WHOLE)
    decimals: bool = parameter(True, *KEEP_OF_FEW)

    def summary(self) -> str:
        """Return the step in a few plain words."""
        return sentence(
            "{names} top coded together beyond {share}",
            names=", ".join(self.variables),
            share=Percentage(self.inside),
        )

    def _mask(self, data: Microdata, draws: Draws, progress: Progress) -> Masked:
        values = {name: numbers_to_square(data, name) for name in self.variables}
        outlying = find_outlying(values, self.inside, self.title, progress.part(0.0, 0.9))
        progress.at(0.9, self.title)
        notes = decimal_notes(values) if self.whole_numbers else []
        if incomplete := int(np.isnan([*values.values()]).any(axis=0).sum()):
            notes.append(
                sentence(
                    "{n} record with a missing value was left as it is, not masked.",
                    "{n} records with a missing value were left as they are, not masked.",
                    "n",
                    n=incomplete,
                )
            )
        reported = {OUTLYING_RECORDS: Quantity(len(outlying.places), RECORDS)}
        if self.replace_by == "edge" and len(outlying.names) > 1 and len(outlying.places):
            notes.append(DIRECTION)
        new = _nearest(data, values, outlying) if self.replace_by == "nearest" else _edge(values, outlying)
        columns = {}
        for name in outlying.names:
            old = values[name]
            numbers = np.full(len(data), np.nan)  # what is not outlying stays what stands there
            numbers[outlying.places] = new[name]
            asked = self.whole_numbers or self.replace_by == "nearest"  # there all values occur
            whole = asked and all_whole(old[~np.isnan(old)])
            columns[name] = replace_numbers(data, name, numbers, whole=whole)
        return Masked(with_numbers(data, columns), reported, tuple(notes))


def _edge(values: dict[str, np.ndarray], outlying: OutlyingRecords) -> dict[str, np.ndarray]:
    """Return the values of the outlying records on the edge."""
    if outlying.scatter is None:
        return {}
    share = outlying.limit / outlying.distances
    return {
        name: middle + (values[name][outlying.places] - middle) * share
        for name, middle in zip(outlying.names, outlying.scatter.location, strict=True)
    }


def _nearest(
    data: Microdata, values: dict[str, np.ndarray], outlying: OutlyingRecords
) -> dict[str, np.ndarray]:
    """Return for the outlying records the values of the nearest of the others."""
    from scipy.spatial import KDTree  # heavy: only where it is needed

    if outlying.scatter is None or not len(outlying.places):
        return {name: np.zeros(0) for name in outlying.names}
    chosen = [values[name] for name in outlying.names]
    inside = np.logical_and.reduce([~np.isnan(column) for column in values.values()])
    inside[outlying.places] = False
    # Of records with the same values the first one, by its place in the initial file, stands for all.
    candidates = np.flatnonzero(inside)
    if not len(candidates):
        raise DataError(NONE_INSIDE, "inside", title=MultivariateTopCoding.title)
    candidates = candidates[np.lexsort((data.rows[candidates], *(column[candidates] for column in chosen)))]
    new = np.ones(len(candidates), dtype=bool)
    new[1:] = np.any([np.diff(column[candidates]) != 0 for column in chosen], axis=0)
    candidates = candidates[new]
    candidates = candidates[np.argsort(data.rows[candidates])]
    tree = KDTree(outlying.scatter.coordinates([column[candidates] for column in chosen]))
    sought = outlying.scatter.coordinates([column[outlying.places] for column in chosen])
    least = np.atleast_1d(tree.query(sought)[0])
    equally_near = (
        tree.query_ball_point(one, far * (1 + ROUNDING)) for one, far in zip(sought, least, strict=True)
    )
    found = candidates[[min(near) for near in equally_near]]
    return {name: values[name][found] for name in outlying.names}
