"""Losses of codings: what a node of a lattice loses, by records left out and by coarser labels."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property

import numpy as np

from sdcdesk.core.numbers.quantity import NUMBER, SCORE, SHARE, Unit
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import sentence
from sdcdesk.kernels.lattice.node_figures import NodeFigures
from sdcdesk.search.codings.coded_keys import BITS, COARSENING, LEAVES, STEPS, CodedKeys

TIED = 1e-10
"""Losses that differ by no more than this, or this part of them, are equal."""


def joint_factors(keys: CodedKeys, weights: np.ndarray) -> np.ndarray:
    """Return how much the amounts of each key count in the sums over all keys.

    Parameters
    ----------
    keys
        Keys of a file.
    weights
        float64 (d,), how much each key counts in a loss; they sum to 1.

    Returns
    -------
    np.ndarray
        float64 (3, d), for bits, coarsening and steps.
    """
    as_is = keys.totals[BITS, :, 0]
    everything = keys.records * np.log2(keys.records)
    most, bits = everything - as_is, np.zeros(len(weights))
    np.divide(weights, most, out=bits, where=most > TIED * everything)
    # Weights have the mean 1, as parts that are no keys have.
    return np.array([bits, weights * len(weights) * keys.is_part, weights])


@dataclass(frozen=True, eq=False)
class NodeSums:
    """Sums over the records that stay at N nodes, from which their losses follow.

    Attributes
    ----------
    keys
        The keys of the file.
    levels
        int64 (N, d), the nodes.
    figures
        What is left out there.
    k
        Records that must share their key values.
    weights
        float64 (d,), how much each key counts; they sum to 1.
    """

    keys: CodedKeys
    levels: np.ndarray
    figures: NodeFigures
    k: int
    weights: np.ndarray

    @property
    def records(self) -> int:
        """n, the number of records."""
        return self.keys.records

    @cached_property
    def left_out(self) -> np.ndarray:
        """float64 (N,), s, the number of records left out."""
        return self.figures.suppressed.astype(np.float64)

    @cached_property
    def factors(self) -> np.ndarray:
        """float64 (3, d), see `joint_factors`."""
        return joint_factors(self.keys, self.weights)

    def of_all(self, amount: int) -> np.ndarray:
        """Return the sums of an amount over all records, at the levels of each node.

        Parameters
        ----------
        amount
            Place among the amounts of `CodedKeys`.

        Returns
        -------
        np.ndarray
            float64 (N, d).
        """
        sums: np.ndarray = self.keys.totals[amount, np.arange(self.levels.shape[1]), self.levels]
        return sums

    def kept(self, amount: int) -> np.ndarray:
        """Return the sums of a joint amount over the records that stay.

        Parameters
        ----------
        amount
            Place among the amounts of `CodedKeys`, from 1.

        Returns
        -------
        np.ndarray
            float64 (N,).
        """
        sums: np.ndarray = self.of_all(amount) @ self.factors[amount - 1] - self.figures.joint[:, amount - 1]
        return sums

    @cached_property
    def by_key(self) -> np.ndarray:
        """float64 (N, d), Loss_i of each key: (A_i − n/D) / (n − n/D); 0 for a hierarchy of one value."""
        n, rows = self.records, self.keys.rows
        least = n / rows
        kept = (self.of_all(LEAVES) - self.figures.own) / rows
        above = kept + self.left_out[:, None] - least
        found = np.zeros_like(above)
        np.divide(above, n - least, out=found, where=rows > 1)
        # What rounding leaves of 0 is none.
        positive: np.ndarray = np.maximum(found, 0.0)
        return positive


@dataclass(frozen=True, slots=True)
class CodingLoss:
    """One way to say what a coding loses; less is better.

    Attributes
    ----------
    name, title
        For programs and for people.
    unit
        A share lies in 0…1.
    meaning
        What it counts, as a sentence.
    of
        Computes it: float64 (N,); NaN where it is not defined.
    """

    name: str
    title: str
    unit: Unit
    meaning: str
    of: Callable[[NodeSums], np.ndarray]


def _loss(sums: NodeSums) -> np.ndarray:
    mean: np.ndarray = sums.by_key @ sums.weights
    return mean


def _loss_geometric(sums: NodeSums) -> np.ndarray:
    product: np.ndarray = np.prod((1 + sums.by_key) ** sums.weights, axis=1)
    return product - 1


def _headline(sums: NodeSums) -> np.ndarray:
    left_out = sums.left_out / sums.records
    kept = sums.records - sums.left_out
    parts = sums.keys.parts - int(sums.keys.is_part.sum()) + sums.factors[COARSENING - 1].sum()
    mean = np.zeros(len(kept))
    np.divide(sums.kept(COARSENING), kept * parts, out=mean, where=kept > 0)
    lost: np.ndarray = 100 * (left_out + (1 - left_out) * np.maximum(mean, 0.0))
    return lost


def _precision(sums: NodeSums) -> np.ndarray:
    lost: np.ndarray = (sums.kept(STEPS) + sums.left_out) / sums.records
    return lost


def _entropy(sums: NodeSums) -> np.ndarray:
    factors = sums.factors[BITS - 1]
    as_is = sums.keys.totals[BITS, :, 0] @ factors
    lost = sums.kept(BITS) + sums.left_out * (np.log2(sums.records) * factors.sum()) - as_is
    # Sums of logarithms miss the last digits.
    found: np.ndarray = np.clip(lost, 0.0, 1.0)
    return found


def _discernibility(sums: NodeSums) -> np.ndarray:
    squares: np.ndarray = sums.figures.squares + sums.left_out * sums.records
    return squares


def _class_size(sums: NodeSums) -> np.ndarray:
    classes = sums.figures.classes
    found = np.full(len(classes), np.nan)
    np.divide(sums.records - sums.left_out, classes * sums.k, out=found, where=classes > 0)
    return found


def _height(sums: NodeSums) -> np.ndarray:
    steps: np.ndarray = sums.levels @ (sums.weights * len(sums.weights))
    return steps


LOSSES: Mapping[str, CodingLoss] = {
    loss.name: loss
    for loss in (
        CodingLoss(
            "loss",
            "Loss, average per variable",
            SHARE,
            "How much of what the values of the keys tell is lost: for each record and key the share of the "
            "rows of the hierarchy under its label, 1 for a record that is left out; the mean over the keys.",
            _loss,
        ),
        CodingLoss(
            "loss_geometric",
            "Loss, geometric mean",
            SHARE,
            "The same loss of each key, but the geometric mean of 1 + Loss over the keys, minus 1.",
            _loss_geometric,
        ),
        CodingLoss(
            "headline",
            "Headline loss",
            SCORE,
            "The headline loss of the whole file, 0 to 100, as the measure of that name finds it after the "
            "steps; variables that are no keys lose nothing.",
            _headline,
        ),
        CodingLoss(
            "precision",
            "Precision lost (Prec)",
            SHARE,
            "For each record and key its level as a share of the height of the hierarchy, 1 for a record "
            "that is left out; the mean over records and keys.",
            _precision,
        ),
        CodingLoss(
            "entropy",
            "Non-uniform entropy",
            SHARE,
            "How uncertain the value behind each label is, in bits, by the frequencies in the file; as a "
            "share of what is lost where all values are left out; the mean over the keys.",
            _entropy,
        ),
        CodingLoss(
            "discernibility",
            "Discernibility",
            NUMBER,
            "For each record the size of its group, and the number of all records for one that is left out; "
            "the sum.",
            _discernibility,
        ),
        CodingLoss(
            "class_size",
            "Average group size",
            NUMBER,
            "The records that stay divided by their groups, and by the size that is asked for.",
            _class_size,
        ),
        CodingLoss(
            "height",
            "Levels climbed",
            NUMBER,
            "The sum of the levels of the keys.",
            _height,
        ),
    )
}
"""All losses by name, in the order in which they are offered."""


def least_losses(sums: NodeSums, loss: CodingLoss) -> np.ndarray:
    """Return what nodes lose at least, by their labels and by records that must be left out.

    Parameters
    ----------
    sums
        Sums at N nodes, where `figures` are those of nodes that are nowhere finer, or of nobody left out. Who
        is left out there for the size of a group is so at all finer nodes, whose labels have no more values,
        so that each of these records loses no less.
    loss
        What is lost.

    Returns
    -------
    np.ndarray
        float64 (N,), never less at a coarser node; 0 where the loss hangs on the groups alone.
    """
    bounds: np.ndarray = np.nan_to_num(loss.of(sums), nan=0.0)
    return bounds


def require_loss(name: str) -> CodingLoss:
    """Return the loss of a name.

    Parameters
    ----------
    name
        One of `LOSSES`.

    Returns
    -------
    CodingLoss
        With its words.

    Raises
    ------
    ParameterError
        There is none of this name; the sentence says which there are.
    """
    if name in LOSSES:
        return LOSSES[name]
    close = get_close_matches(str(name), LOSSES, n=1)
    words = "There is no loss {name}; choose one of {names}."
    if close:
        words = "There is no loss {name}; did you mean {close}? There are {names}."
    raise ParameterError(
        sentence(words, name=short(str(name)), close="".join(close), names=", ".join(LOSSES)), "loss"
    )
