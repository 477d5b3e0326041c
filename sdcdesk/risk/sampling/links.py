"""Links: the expected number of right ones in a simple random sample, for one weight matrix."""

from dataclasses import dataclass

import numpy as np

from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.kernels.hypergeometric import Spans, hypergeometric, spans
from sdcdesk.risk.disclosure.classification import ClassificationMatrix
from sdcdesk.risk.sampling.lines import Course, Lines
from sdcdesk.risk.sampling.points import Points, points
from sdcdesk.risk.sampling.possible import require_place
from sdcdesk.risk.weights.matrix import WeightMatrix

EXPECTING = "Expected risks of samples"
"""Said while they are computed."""


@dataclass(frozen=True, slots=True, eq=False)
class ExpectedLinks:
    """Σ (w_ij / w_11) / max(i, j) over the records of a sample of t, as it is expected.

    Let Y be the number of records that are drawn from a group of a, and φ_j(i) = i·w_ij / (w_11 max(i, j)).
    The N_aj records in groups of a now, of j in the initial file, are expected to add (N_aj / a) E[φ_j(Y)]:
    each is drawn with a chance of i / a if i of its group are, and adds φ_j(i) / i. φ_j has a simple shape:

    - up to i = j it is the line i·w_1j / (w_11 j), for in a column of the upper triangle all weights are
      equal but those on the last m − 1 diagonals;
    - from max(j, m) on it is w_m,min(j,m) / w_11, and falls with the tail q;
    - what differs from these `lines` stands at `points`: on those diagonals, and in the block below them.

    So a group size costs nothing where no bend and no point can be reached. A line expects t / n′ of its
    value for the whole file, which is all there is to DR_min and DR_max where nothing was masked before.

    Attributes
    ----------
    population
        n′, records of the file that is sampled.
    lines, points
        What the records of each group size add.
    straight
        Whether there are lines only, and no bend that can be reached.
    """

    population: int
    lines: Lines
    points: Points
    straight: bool

    @classmethod
    def from_matrix(cls, matrix: ClassificationMatrix, weights: WeightMatrix) -> "ExpectedLinks":
        """Prepare for samples from a file.

        Parameters
        ----------
        matrix
            Classification matrix of the file that is sampled: group sizes there and in the initial file.
        weights
            Admissible, with a place for every cell that a sample can lead to.

        Returns
        -------
        ExpectedLinks
            It answers for samples of any size.

        Raises
        ------
        ParameterError
            The weights break a rule of their structure.
        DataError
            A sample could hold records for which the structure has no place.
        """
        weights.require_admissible()
        require_place(matrix, weights)
        lines = Lines.from_matrix(matrix, weights)
        beside = points(matrix, weights, lines.row)
        straight = len(beside.row) == 0 and bool((matrix.j >= matrix.i).all())
        return cls(matrix.t, lines, beside, straight)

    def at(self, t: int, progress: Progress = SILENT) -> float:
        """Return the links that are expected in a sample of t records, 0 ≤ t ≤ n′.

        Probabilities below 10^−25 do not count.

        Parameters
        ----------
        t
            Records of the sample.
        progress
            Receives the share that is done, and stops the work where the user asked to.

        Returns
        -------
        float
            Divided by n it is the expected risk.
        """
        if t == 0:
            return 0.0
        if self.straight:
            return float(self.lines.below.sum()) * (t / self.population)
        sizes = self.lines.sizes
        where = spans(self.population, sizes, t)
        course, reached = self.lines.within(where), self.points.inside(where)
        plain = ~course.bent
        total = float(course.slope[plain].sum()) * (t / self.population)
        total += float((course.level / sizes)[plain].sum())
        active = course.bent.copy()
        active[reached.row] = True
        asked = np.flatnonzero(active)
        for part in where.take(asked).parts():
            progress.at(0.0, EXPECTING)
            rows = asked[part]
            chosen = where.take(rows)
            table = hypergeometric(self.population, sizes[rows], t, chosen) / sizes[rows, None]
            total += self._bent(table, course, rows, chosen) + _at_points(table, reached, rows, chosen)
        return total

    def _bent(self, table: np.ndarray, course: Course, rows: np.ndarray, where: Spans) -> float:
        bent = course.bent[rows]
        if not bent.any():
            return 0.0
        values = self.lines.values(course, rows[bent], where.start[bent], where.width)
        return float((table[bent] * values).sum())


def _at_points(table: np.ndarray, reached: Points, rows: np.ndarray, where: Spans) -> float:
    first, last = np.searchsorted(reached.row, [rows[0], rows[-1] + 1])
    place = np.searchsorted(rows, reached.row[first:last])
    columns = reached.i[first:last] - where.start[place]
    return float(table[place, columns] @ reached.value[first:last])
