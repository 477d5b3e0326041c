"""Journal of the answers to interval queries: what was told, and what must not be told beside it."""

import hashlib
from collections.abc import Iterable
from typing import Literal

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.errors import DataError, SdcError
from sdcdesk.core.running.model import Model
from sdcdesk.core.text.sentence import plain, sentence
from sdcdesk.kernels.camouflage import Intervals
from sdcdesk.kernels.set_differences import differ_by_few
from sdcdesk.masking.condition import Condition
from sdcdesk.masking.interval_query import IntervalQuery

OTHERS = plain(
    "The journal holds answers about other intervals or another file, and answers of two draws together "
    "tell more than either. Restore seed, step, data and the steps before it; or empty the journal, if none "
    "of its answers was given to anybody."
)


class GivenAnswer(Model):
    """An answer that was given.

    Attributes
    ----------
    query
        What was asked.
    records
        How many records with a value were meant.
    chosen
        Which records were meant: SHA-256 of their places in the initial file.
    intervals
        Which intervals were asked: SHA-256 of those of the variable, with the places of their records.
    kind, low, high
        The answer.
    """

    query: IntervalQuery
    records: int
    chosen: str
    intervals: str
    kind: Literal["exact", "range"]
    low: float
    high: float


class Journal:
    """The answers that were given, to which new ones are added; a project keeps them.

    An answer cannot be taken back: undoing a change of the project leaves it here. What is refused is not
    noted, as it tells nothing but that some set is small.

    Parameters
    ----------
    answers
        Those given before, such as `Project.answers`.

    Examples
    --------
    >>> import sdcdesk as sdc
    >>> len(sdc.masking.Journal().answers)
    0
    """

    def __init__(self, answers: Iterable[GivenAnswer] = ()) -> None:
        self._answers = list(answers)

    @property
    def answers(self) -> tuple[GivenAnswer, ...]:
        """All answers, in the order in which they were given."""
        return tuple(self._answers)

    def admit(
        self, query: IntervalQuery, data: Microdata, intervals: Intervals, least: int
    ) -> tuple[np.ndarray, GivenAnswer | None]:
        """Return which records a query is about, if it may be answered beside the answers given.

        Sets are compared as the condition chooses them, whatever the variable, and, of one variable, as
        records that have a value.

        Parameters
        ----------
        query
            What is asked.
        data
            The file before the step.
        intervals
            The intervals of the variable.
        least
            The smallest set.

        Returns
        -------
        tuple[np.ndarray, GivenAnswer or None]
            bool (n,), the records with a value; and the answer, where the very same was given before.

        Raises
        ------
        DataError
            The set, what it leaves out, or what tells it from sets of given answers is too small; or the
            answers given are about other intervals or data.
        """
        chosen, known = _holds(query.where, data), ~np.isnan(intervals.low)
        sets = self._sets(data, query.variable, _interval_hash(data, intervals))
        meant = _rows_hash(data, chosen)
        for answer in self._answers:
            if answer.query == query and answer.chosen == meant:
                return chosen & known, answer
        whole = np.ones(len(data), dtype=bool)
        every = [whole, *(matching for matching, _ in sets.values())]
        alike = [known, *(matching & known for matching, same in sets.values() if same)]
        if differ_by_few(chosen, every, least) or differ_by_few(chosen & known, alike, least):
            raise DataError(
                sentence(
                    "This is not answered: fewer than {least} records are meant, or are left out, or would "
                    "be told from those of earlier answers. Ask about more records, or about all. Which of "
                    "the three it is, and how many records, is not said.",
                    least=least,
                ),
                "where",
            )
        return chosen & known, None

    def note(
        self,
        query: IntervalQuery,
        data: Microdata,
        intervals: Intervals,
        kind: Literal["exact", "range"],
        low: float,
        high: float,
    ) -> GivenAnswer:
        """Add an answer that was admitted.

        Parameters
        ----------
        query
            What was asked.
        data
            The file before the step.
        intervals
            The intervals of the variable.
        kind, low, high
            The answer.

        Returns
        -------
        GivenAnswer
            As it stands in the journal.
        """
        chosen = _holds(query.where, data)
        answer = GivenAnswer(
            query=query,
            records=int(np.count_nonzero(chosen & ~np.isnan(intervals.low))),
            chosen=_rows_hash(data, chosen),
            intervals=_interval_hash(data, intervals),
            kind=kind,
            low=low,
            high=high,
        )
        self._answers.append(answer)
        return answer

    def _sets(self, data: Microdata, variable: str, intervals: str) -> dict[str, tuple[np.ndarray, bool]]:
        """Return each set asked about before, and whether this variable was, if they are of these data."""
        found: dict[str, tuple[np.ndarray, bool]] = {}
        for answer in self._answers:
            same = answer.query.variable == variable
            if same and answer.intervals != intervals:
                raise DataError(OTHERS, "journal")
            if answer.chosen in found:
                matching, before = found[answer.chosen]
                found[answer.chosen] = matching, before or same
                continue
            try:
                matching = _holds(answer.query.where, data)
            except SdcError:
                raise DataError(OTHERS, "journal") from None
            if _rows_hash(data, matching) != answer.chosen:
                raise DataError(OTHERS, "journal")
            found[answer.chosen] = matching, same
        return found


def _holds(where: Condition | None, data: Microdata) -> np.ndarray:
    return np.ones(len(data), dtype=bool) if where is None else where.holds(data)


def _rows_hash(data: Microdata, chosen: np.ndarray) -> str:
    """Return what tells a set of records from any other, whatever their order."""
    return hashlib.sha256(np.sort(data.rows[chosen]).astype("<i8").tobytes()).hexdigest()


def _interval_hash(data: Microdata, intervals: Intervals) -> str:
    """Return what tells intervals from those of any other draw, whatever the order of the records."""
    order = np.argsort(data.rows, kind="stable")
    ends = np.stack(
        [data.rows[order], *(intervals.step.numbers(end[order]) for end in (intervals.low, intervals.high))]
    )
    return hashlib.sha256(ends.astype("<f8").tobytes()).hexdigest()
