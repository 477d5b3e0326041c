"""Weight matrix: how much a record counts, by the size of its group now and before."""

from functools import cached_property
from typing import Any, Self

import numpy as np
from pydantic import ConfigDict, Field, model_validator

from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.running.model import Model
from sdcdesk.core.text.display import Displayed
from sdcdesk.core.text.number_text import count_text, number_text
from sdcdesk.core.text.sentence import counted, listed, sentence
from sdcdesk.risk.weights import tails
from sdcdesk.risk.weights.admissibility import Structure, Violation, broken, occurs, violations

LARGEST_BLOCK = 1000
"""More rows than an owner would ever fill."""

AT_ONCE = 1 << 15
"""Cells of which the weights are looked up at once: few enough to stay in the cache of a processor."""

NAMED = 3
"""So many violations are named in an error; the others are counted."""


class WeightMatrix(Displayed, Model):
    """How much a record counts in the weighted disclosure risk DR_W.

    w_ij is the weight of a record that shares its key with i records (itself included) in the masked file
    and with j in the initial file. Only ratios matter: DR_W divides by w_11. The numbers are kept as typed;
    they need not sum to n.

    Parameters
    ----------
    structure
        "sampling": only i ≤ j occurs (upper triangle, Truta 2004); "merging": only i ≥ j (lower triangle,
        Truta 2006); "general": both.
    block
        m × m weights of the sizes 1…m: block[i−1][j−1] is w_ij.
    tail
        q in 0…1: outside the block weights are H_ij·q^(max(i, j) − m), H the greatest extension that follows
        the rules. 0: larger groups weigh nothing; 1: they keep the last weight.
    title, note
        For people.

    Raises
    ------
    ParameterError
        The block is empty, not square or larger than 1,000, or the tail is outside 0…1. A matrix that breaks
        the rules of its structure can be made, so that it can be edited and shown with all `violations`;
        measures refuse it.

    Examples
    --------
    >>> pairs_count_a_third = WeightMatrix(structure="sampling", block=[[6, 2], [0, 2]], tail=0)
    >>> pairs_count_a_third.at(1, 2)
    array(2.)
    """

    # What is not finite is a violation like others: an editor shows it in its cell.
    model_config = ConfigDict(allow_inf_nan=True)

    structure: Structure = Field(title="Structure")
    block: tuple[tuple[float, ...], ...] = Field(title="Weights")
    tail: float = Field(title="Tail", ge=0, le=1, allow_inf_nan=False)
    title: str = ""
    note: str = ""

    @model_validator(mode="after")
    def _square(self) -> Self:
        m = len(self.block)
        if not 1 <= m <= LARGEST_BLOCK:
            words = sentence("weights need 1 to {most} rows, and there are {n}", most=LARGEST_BLOCK, n=m)
            raise ValueError(words)
        for i, row in enumerate(self.block, start=1):
            if len(row) != m:
                entries = counted(len(row), "entry", "entries")
                wrong = "row {i} of the weights has {entries}, and there are {rows}"
                raise ValueError(sentence(wrong, i=str(i), entries=entries, rows=counted(m, "row")))
        return self

    def __repr__(self) -> str:
        title = f"{self.title!r}, " if self.title else ""
        size, tail = self.size, number_text(self.tail, digits=6)
        return f"WeightMatrix({title}{self.structure}, {size} × {size}, tail {tail})"

    @property
    def size(self) -> int:
        """m, the largest group size inside the block."""
        return len(self.block)

    @property
    def first(self) -> float:
        """w_11, the weight of records that are unique in both files."""
        return self.block[0][0]

    @property
    def array(self) -> np.ndarray:
        """The block as an m × m array."""
        return np.array(self.block, dtype=np.float64)

    def at(self, i: Any, j: Any) -> np.ndarray:
        """Return w_ij for group sizes of any magnitude, element by element.

        Parameters
        ----------
        i, j
            Sizes (1, 2, …) in the masked and in the initial file; a cell outside the structure is 0.

        Returns
        -------
        np.ndarray
            float64 in the common shape of i and j.

        Raises
        ------
        ParameterError
            A size is below 1.
        """
        i, j = np.broadcast_arrays(np.asarray(i), np.asarray(j))
        if i.size and min(i.min(), j.min()) < 1:
            raise ParameterError("Group sizes start at 1; ask for weights of such sizes only.", "weights")
        block, weights = self.array, np.empty(i.shape)
        found, first, second = weights.reshape(-1), i.reshape(-1), j.reshape(-1)
        for start in range(0, i.size, AT_ONCE):
            part = slice(start, start + AT_ONCE)
            masked, initial = first[part].astype(np.int64), second[part].astype(np.int64)
            rows, columns, power = tails.sources(self.size, masked, initial)
            found[part] = block[rows - 1, columns - 1] * np.power(self.tail, power)
            found[part][~occurs(self.structure, masked, initial)] = 0.0
        return weights

    def total(self, n: int, t: int | None = None) -> float:
        """Return Σ w_ij over the t masked rows and n initial columns (t = n where not given).

        The papers normalise it to n; risks do not depend on it. It is infinite where it is too large for a
        number, and NaN where weights are not numbers.

        Parameters
        ----------
        n
            Records of the initial file: columns.
        t
            Records of the masked file: rows, at most n.

        Returns
        -------
        float
            In the units that the weights were typed in.

        Raises
        ------
        ParameterError
            t is not within 0…n.
        """
        t = n if t is None else t
        if not 0 <= t <= n:
            words = sentence("The sum needs 0 ≤ t ≤ n, and t = {t}, n = {n} were given.", t=t, n=n)
            raise ParameterError(words, "t")
        return tails.total(self.structure, self.array, self.tail, n, t)

    def violations(self) -> tuple[Violation, ...]:
        """Return every rule that the matrix breaks; the tail never breaks one.

        Returns
        -------
        tuple[Violation, ...]
            Empty where the matrix is admissible.
        """
        return self.broken_rules

    @cached_property
    def broken_rules(self) -> tuple[Violation, ...]:
        """The same, found once: large matrices that break thousands of rules are asked again and again."""
        return violations(self.structure, self.array)

    @cached_property
    def admissible(self) -> bool:
        """Whether the matrix follows all rules of its structure."""
        return not broken(self.structure, self.array).any()

    def require_admissible(self) -> None:
        """Raise `ParameterError` naming the first broken rules, if there are any.

        Raises
        ------
        ParameterError
            The weights break a rule of their structure.
        """
        if not self.admissible:
            found = self.violations()
            named = listed([violation.text for violation in found[:NAMED]], len(found), "; ")
            words = sentence("The weights break a rule: {named}. Change these weights.", named=named)
            raise ParameterError(words, "weights")

    def misfits(self, i: np.ndarray, j: np.ndarray, counts: np.ndarray) -> tuple[tuple[int, int, int], ...]:
        """Return (i, j, records) of observed cells that cannot occur with the structure.

        Parameters
        ----------
        i
            int64 (m,), sizes in the masked file.
        j
            int64 (m,), sizes in the initial file.
        counts
            int64 (m,), released records of each cell.

        Returns
        -------
        tuple[tuple[int, int, int], ...]
            In the order given.
        """
        misfit = ~occurs(self.structure, i, j) & (counts > 0)
        cells = zip(i[misfit].tolist(), j[misfit].tolist(), counts[misfit].tolist(), strict=True)
        return tuple(cells)

    def both_directions(self) -> Self:
        """Return the same weights with the structure general.

        A cell that had no place, (i, j), gets the weight of (s, s), s = max(i, j). That follows the rules
        whenever the matrix does: for sampling it adds the smallest weights that do so, for merging the
        largest. (Transposing the triangle would not: down a column of the upper one weights rise towards the
        diagonal, along a row of the lower one they fall.)

        Returns
        -------
        Self
            A new matrix, or the same where it is general already.
        """
        if self.structure == "general":
            return self
        block = self.array
        i, j = np.ogrid[: self.size, : self.size]
        larger = np.maximum(i, j)
        block = np.where(occurs(self.structure, i, j), block, block[larger, larger])
        title = sentence("{title}, both directions", title=self.title) if self.title else ""
        return self.changed(structure="general", block=_block(block), title=title)

    def enlarged(self, size: int) -> Self:
        """Return the same weights, all sizes considered, with a larger block to edit.

        Parameters
        ----------
        size
            Wanted size of the block.

        Returns
        -------
        Self
            A new matrix, or the same where its block is as large already.
        """
        if size <= self.size:
            return self
        i, j = np.ogrid[1 : size + 1, 1 : size + 1]
        block = self.at(i, j)
        # What stands in the block stays, even where the structure has no place for it.
        block[: self.size, : self.size] = self.array
        return self.changed(block=_block(block))

    @classmethod
    def minimal(cls, structure: Structure = "general") -> Self:
        """Return the matrix whose DR_W is DR_min: only records unique in both files count.

        Parameters
        ----------
        structure
            Which cells have a place: "sampling", "merging" or "general".

        Returns
        -------
        Self
            A block of one cell, with the tail 0.
        """
        return cls(structure=structure, block=((1.0,),), tail=0.0, title="Minimal")

    @classmethod
    def maximal(cls, structure: Structure = "general") -> Self:
        """Return the matrix whose DR_W is DR_max: all records count alike.

        Parameters
        ----------
        structure
            Which cells have a place: "sampling", "merging" or "general".

        Returns
        -------
        Self
            A block of one cell, with the tail 1.
        """
        return cls(structure=structure, block=((1.0,),), tail=1.0, title="Maximal")

    @classmethod
    def k_anonymity(cls, k: int) -> Self:
        """Return the matrix (structure merging) whose DR_W is 0 exactly if the masked file is k-anonymous.

        Released groups below k count fully, all others nothing. k is at least 2. Truta 2006, section 4, gives
        weight to the first k rows, which is one too many: groups of k are k-anonymous. No matrix of the
        structures sampling or general does this, for their columns rise towards the diagonal.

        Parameters
        ----------
        k
            Wanted group size.

        Returns
        -------
        Self
            A block of k − 1 rows, with the tail 0.

        Raises
        ------
        ParameterError
            k is no whole number, less than 2, or too large for a block.
        """
        k = _whole(k, "k")
        if not 2 <= k <= LARGEST_BLOCK + 1:
            words = sentence("k must be 2 to {most}, and {k} was given.", most=LARGEST_BLOCK + 1, k=k)
            raise ParameterError(words, "k")
        return cls(
            structure="merging", block=_block(np.tri(k - 1)), tail=0.0, title=f"{count_text(k)}-anonymity"
        )

    @classmethod
    def unsafe_up_to(cls, size: int) -> Self:
        """Return the matrix that counts records whose group was and is at most `size`, and no others.

        Parameters
        ----------
        size
            Largest size that counts, from 1.

        Returns
        -------
        Self
            A block of ones, with the tail 0.

        Raises
        ------
        ParameterError
            The size is no whole number, less than 1, or too large for a block.
        """
        size = _whole(size, "size")
        if not 1 <= size <= LARGEST_BLOCK:
            words = sentence(
                "The size must be 1 to {most}, and {size} was given.", most=LARGEST_BLOCK, size=size
            )
            raise ParameterError(words, "size")
        title = sentence("Unsafe up to {size}", size=str(size))
        return cls(structure="general", block=_block(np.ones((size, size))), tail=0.0, title=title)

    @classmethod
    def geometric(cls, q: float) -> Self:
        """Return w_ij = q^(max(i, j) − 1): every further record in the larger group takes the same share.

        Parameters
        ----------
        q
            0…1.

        Returns
        -------
        Self
            A block of one cell, with the tail q.

        Raises
        ------
        ParameterError
            q is no number from 0 to 1.
        """
        matrix = cls(structure="general", block=((1.0,),), tail=q)
        return matrix.changed(title=sentence("Geometric {tail}", tail=number_text(matrix.tail, digits=6)))


def _whole(number: object, field: str) -> int:
    """Return a number as an integer of Python, or raise `ParameterError` where it is no whole number."""
    if isinstance(number, bool) or not isinstance(number, int | np.integer):
        raise ParameterError(sentence("The parameter {field} must be a whole number.", field=field), field)
    return int(number)


def _block(array: np.ndarray) -> tuple[tuple[float, ...], ...]:
    return tuple(tuple(row) for row in array.tolist())
