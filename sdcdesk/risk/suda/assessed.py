"""SUDA scores of the released records, and what variables and values add to them."""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from sdcdesk.core.numbers.quantity import NUMBER, Reason, Unit
from sdcdesk.counting.key_codes import key_codes
from sdcdesk.risk.data_intrusion import Intrusion
from sdcdesk.risk.keys.key_values import key_texts
from sdcdesk.risk.record_risks.listed_records import strongest
from sdcdesk.risk.record_risks.record_risks import RecordRisks
from sdcdesk.risk.suda.scores import SudaScores


@dataclass(frozen=True, eq=False, kw_only=True)
class AssessedSuda(RecordRisks):
    """Scores of the released records, which are their risks here.

    Attributes
    ----------
    keys
        The key variables.
    scores
        Minimal unique sets and scores of its records.
    intrusion
        Data intrusion factor of the file.
    dis
        float64 (t,), DIS-SUDA scores; or why they are not defined.
    unit
        Scores are no shares.
    """

    keys: tuple[str, ...]
    scores: SudaScores
    intrusion: Intrusion
    dis: np.ndarray | Reason
    unit: Unit = NUMBER

    @property
    def records(self) -> int:
        """Number of released records, t."""
        return len(self.masked)

    @property
    def of_dis(self) -> np.ndarray:
        """float64 (t,), DIS-SUDA scores; NaN where they are not defined."""
        return np.full(len(self.masked), np.nan) if isinstance(self.dis, Reason) else self.dis

    @property
    def total(self) -> float:
        """The sum of all scores; NaN where it is 0, so that no share of it is defined."""
        return float(np.dot(self.scores.points, self.scores.sets_of_size)) or np.nan


@dataclass(frozen=True, slots=True, eq=False)
class KeyContributions:
    """Key variables by what sets with them add to the scores.

    Attributes
    ----------
    suda
        Scores of the released records.
    order
        int64 (m,), places of the keys, that which adds most first.
    """

    suda: AssessedSuda
    order: np.ndarray

    @property
    def names(self) -> list[str]:
        """The keys in this order."""
        return [self.suda.keys[at] for at in self.order]


@dataclass(frozen=True, slots=True, eq=False)
class ValueContributions:
    """Values of keys by what sets with them add to the scores.

    Attributes
    ----------
    suda
        Scores of the released records.
    names
        The variable of each value.
    texts
        The values.
    scores
        float64 (m,), what they add, the most first.
    holders
        For each of them bool (t,), the records with the value and a set that holds it.
    """

    suda: AssessedSuda
    names: list[str]
    texts: pd.Series
    scores: np.ndarray
    holders: list[np.ndarray]


def key_contributions(suda: AssessedSuda) -> KeyContributions:
    """Return the keys by what they add.

    Parameters
    ----------
    suda
        Scores of the released records.

    Returns
    -------
    KeyContributions
        Equal ones stay in the order of the keys.
    """
    return KeyContributions(suda, np.argsort(-suda.scores.score_with_key, kind="stable"))


def value_contributions(suda: AssessedSuda) -> ValueContributions:
    """Return the values that add most.

    Parameters
    ----------
    suda
        Scores of the released records.

    Returns
    -------
    ValueContributions
        None that adds nothing.
    """
    columns = [key.values for key in key_codes(suda.masked, suda.keys)]
    scored = suda.scores.score_of_values
    place = np.repeat(np.arange(len(columns)), [len(each) for each in scored])
    value = np.concatenate([np.arange(len(each)) for each in scored])
    scores = np.concatenate(scored)
    chosen = strongest(scores)
    names, texts, holders = [], [], []
    for key, at in zip(place[chosen].tolist(), value[chosen].tolist(), strict=True):
        code = at if at < len(scored[key]) - 1 else -1
        records = suda.scores.with_key[key] & (columns[key] == code)
        names.append(suda.keys[key])
        texts.append(key_texts(suda.masked, suda.keys[key], np.flatnonzero(records)[:1]).iloc[0])
        holders.append(records)
    return ValueContributions(suda, names, pd.Series(texts, dtype=object), scores[chosen], holders)
