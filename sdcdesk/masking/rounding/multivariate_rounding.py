"""Multivariate rounding: the values of several variables are replaced together by the nearest point."""

from typing import ClassVar, Self

import numpy as np
from pydantic import model_validator

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.numeric import LARGEST_SQUARED
from sdcdesk.core.data.plain_values import all_whole
from sdcdesk.core.numbers.quantity import RECORDS, Quantity, count_unit
from sdcdesk.core.operations.masked import Masked
from sdcdesk.core.operations.method import Method, Purpose
from sdcdesk.core.operations.parameters import CONTINUOUS, REQUIRED, FieldDisplay, parameter
from sdcdesk.core.random.randomness import Draws
from sdcdesk.core.results.findings import Declared
from sdcdesk.core.results.original_counts import values_counted
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.model import FieldError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import counted, sentence
from sdcdesk.kernels.nearest_points import nearest_points
from sdcdesk.masking.declared import VALUES_CHANGED
from sdcdesk.masking.new_values import numbers_to_square, replace_numbers, with_numbers

AT_ONCE = 1 << 20
"""Distances that are kept at once: 8 MB."""


POINTS_USED = Declared(
    "points_used",
    "Points used",
    count_unit("point"),
    "Points to which a complete or incomplete record was rounded.",
)

FEWEST_AT_A_POINT = Declared(
    "fewest_at_a_point",
    "Fewest records at a point",
    RECORDS,
    "Of the points that were used.",
    better="more",
)


class MultivariateRounding(Method):
    """Replace the values of several variables together by those of the nearest of a few points.

    A point is a combination of one value for each variable; the points are the rounding set. A record gets
    the values of the point p with the least Σ ((v − p)/s)², where the sum runs over the variables and s is
    the difference of the largest and the smallest value that the points have in the variable; a variable in
    which all points agree does not count. Of equally near points the one that was named first wins; which are
    equally near is decided with the decimal fractions that the file holds.

    Missing values stay missing: such a record is rounded to the point nearest to it in the variables that
    are present. Whole numbers stay whole where the values of the points are whole.

    Points on a grid, with every combination of some values of each variable, give the same as rounding each
    variable by itself to these values.

    When to use
        Where variables hang together, and only some combinations of rounded values make sense: hours of
        work and income, or height and weight. The released file holds no other combinations than the
        points, each shared by all records nearest to it.
    When not to use
        Where points are far from many records: what lies between them is lost, also from means and
        correlations. As the only protection of an unusual record, which may be alone at its point. Ranges
        of the points decide how variables count against each other: choose points over the whole range.


    Examples
    --------
    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> data = sdc.Microdata(pd.DataFrame({"hours": [5, 18, 38, 41], "income": [400, 900, 2100, 5200]}))
    >>> rounding = sdc.masking.MultivariateRounding(
    ...     variables=["hours", "income"], points=[[10, 500], [20, 1000], [40, 2500], [40, 5000]]
    ... )
    >>> rounding.apply(data).frame.to_numpy().tolist()
    [[10, 500], [20, 1000], [40, 2500], [40, 5000]]
    """

    name: ClassVar[str] = "multivariate_rounding"
    title: ClassVar[str] = "Multivariate rounding"
    source: ClassVar[str] = (
        "Willenborg and De Waal (2001), Elements of Statistical Disclosure Control; Domingo-Ferrer and "
        "Torra, Disclosure Control Methods and Information Loss for Microdata, section 3"
    )
    purpose: ClassVar[Purpose] = Purpose.LESS_DETAIL
    declares = (
        VALUES_CHANGED,
        POINTS_USED,
        FEWEST_AT_A_POINT,
    )
    examples = ({"variables": ["income", "bonus"], "points": [[0, 1], [20_000, 1000], [100_000.0, 3000]]},)

    variables: tuple[str, ...] = parameter(
        REQUIRED, "Variables", "The variables to round together.", accepts=CONTINUOUS, min_length=1
    )
    points: tuple[tuple[float, ...], ...] = parameter(
        REQUIRED,
        "Points",
        "Each point has a value for each variable, in the order in which they are named.",
        FieldDisplay(empty="10 500; 20 1000; 40 2500"),
        min_length=2,
    )

    @model_validator(mode="after")
    def _fitting(self) -> Self:
        if any(len(point) != len(self.variables) for point in self.points):
            raise FieldError("points", "each point needs as many values as there are variables")
        if len(set(self.points)) < len(self.points):
            raise FieldError("points", "a point is named twice; name each once")
        if (np.abs(self.points) > LARGEST_SQUARED).any():
            raise FieldError("points", "must lie between -1e150 and 1e150")
        return self

    def summary(self) -> str:
        """Return the step in a few plain words."""
        words, points = "{names} rounded together to {points}", counted(len(self.points), "point")
        return sentence(words, names=", ".join(self.variables), points=points)

    def _mask(self, data: Microdata, draws: Draws, progress: Progress) -> Masked:
        values = np.column_stack([numbers_to_square(data, name) for name in self.variables])
        present = ~np.isnan(values)
        points, place = np.array(self.points), self._nearest(values, progress)
        rounded = np.where(present, points[place], np.nan)
        columns = {
            name: replace_numbers(data, name, rounded[:, column], whole=all_whole(points[:, column]))
            for column, name in enumerate(self.variables)
        }
        used = np.bincount(place[present.any(axis=1)])
        figures = {
            VALUES_CHANGED: values_counted(int((rounded != values)[present].sum()), data),
            POINTS_USED: Quantity(int((used > 0).sum()), POINTS_USED.unit),
        }
        if used.any():
            figures[FEWEST_AT_A_POINT] = Quantity(int(used[used > 0].min()), RECORDS)
        return Masked(with_numbers(data, columns), figures)

    def _nearest(self, values: np.ndarray, progress: Progress) -> np.ndarray:
        """Return for each record the place of the nearest point, int64 (n,)."""
        points = np.array(self.points)
        spans = np.ptp(points, axis=0)
        place = np.zeros(len(values), dtype=np.int64)
        stretch = max(AT_ONCE // len(points), 1)
        for start in range(0, len(values), stretch):
            progress.at(start / len(values), self.title)
            part = values[start : start + stretch]
            distances = np.zeros((len(part), len(points)))
            for column in np.flatnonzero(spans):
                with np.errstate(over="ignore"):
                    far = ((part[:, column, np.newaxis] - points[:, column]) / spans[column]) ** 2
                if np.isinf(far).any():
                    raise DataError(
                        sentence(
                            "numbers of {variables} are too far from the points, which lie "
                            "too close to each other to be compared; choose other points.",
                            variables=self.variables[column],
                        ),
                        "points",
                        title=self.title,
                    )
                distances += np.nan_to_num(far)
            place[start : start + stretch] = nearest_points(part, points, distances)
        return place
