"""Identity of cells: the same cell of any table draws the same random number under the same key."""

import hashlib
from collections.abc import Iterator

import numpy as np

from sdcdesk.core.numbers.digits import rough
from sdcdesk.tables.cells.cell_sums import cell_sums
from sdcdesk.tables.cells.cell_table import CellTable

BYTES = 8

SURE = 12
"""Significant digits of values, beyond which the order of adding up decides."""

CellName = tuple[str, tuple[tuple[str, str], ...]]
"""Subject of a cell, and its codes by variable in the order of their names, without those of totals."""


def cell_uniforms(table: CellTable, key: int, purpose: str) -> np.ndarray:
    """Return a number for each cell that hangs on the secret key and on what the cell is.

    A cell is its value and the records that add to it, whatever the table calls it, and whichever filter
    leaves others out: else the mean over many tables would be the value. Where records are not known, it is
    its codes.

    Parameters
    ----------
    table
        Any; totals draw as the cell of a table without their variable does.
    key
        Secret of the owner.
    purpose
        What the numbers are for: others have other numbers.

    Returns
    -------
    np.ndarray
        float64 (n,), evenly between 0 and 1, 1 excluded.
    """
    secret = _secret(key)
    found = np.empty(len(table))
    for place, (name, people) in enumerate(zip(_names(table), _people(table, key), strict=True)):
        what = people or name
        text = repr((purpose, what)).encode("utf-8", "surrogatepass")
        word = hashlib.blake2b(text, digest_size=BYTES, key=secret).digest()
        found[place] = uniform(word)
    return found


def uniform(word: bytes) -> float:
    """Return the number that a word of a hash stands for.

    Parameters
    ----------
    word
        8 bytes.

    Returns
    -------
    float
        Between 0 and 1, 1 excluded.
    """
    return (int.from_bytes(word, "big") >> 11) / 2.0**53


def _secret(key: int) -> bytes:
    return hashlib.blake2b(f"{key}".encode(), digest_size=32).digest()


def _people(table: CellTable, key: int) -> list[tuple[float, float] | None]:
    """Return the sum of the words of the records that add to each cell, and its value; None: not known."""
    known = table.contributions
    if known is None or known.are_given:
        return [None] * len(table)
    # Who adds nothing is no part of the value, and a filter may leave him out.
    adding = np.flatnonzero(known.amounts)
    words = record_words(known.identities[adding], key)
    sums = cell_sums(table.dimensions, [one[adding] for one in known.leaves], words)
    values = [rough(value, SURE) if value else 0.0 for value in table.values.tolist()]
    return [(one, value) if one else None for one, value in zip(sums.tolist(), values, strict=True)]


def _names(table: CellTable) -> Iterator[CellName]:
    """Walk through what each cell is: the same in all tables of the same numbers."""
    places = np.unravel_index(np.arange(len(table)), table.shape)
    dimensions = [(one, at.tolist()) for one, at in zip(table.dimensions, places, strict=True)]
    # What holds the only value of a variable is its cell, also in a table without the variable.
    paths = {one.name: one.path(table.within[one.name]) for one, _ in dimensions if one.name in table.within}
    for cell in range(len(table)):
        codes = dict(table.within)
        for one, at in dimensions:
            if at[cell] and at[cell] not in paths.get(one.name, ()):
                codes[one.name] = one.codes[at[cell]]
        yield table.subject, tuple(sorted(codes.items()))


def record_words(identities: np.ndarray, key: int) -> np.ndarray:
    """Return a number for each record that hangs on the secret key and on who it is.

    Parameters
    ----------
    identities
        int64 (r,), see `Contributions.identities`.
    key
        Secret of the owner.

    Returns
    -------
    np.ndarray
        float64 (r,), whole numbers from 0 to 2³² − 1.
    """
    secret = _secret(key)
    texts = (one.to_bytes(8, "big", signed=True) for one in identities.tolist())
    words = [
        int.from_bytes(hashlib.blake2b(text, digest_size=4, key=secret).digest(), "big") for text in texts
    ]
    return np.array(words, dtype=np.float64)
