"""Identity of cells: the same cell of any table draws the same random number under the same key."""

import hashlib
from collections.abc import Iterator

import numpy as np

from sdcdesk.tables.cells.cell_table import CellTable

BYTES = 8

CellName = tuple[str, tuple[tuple[str, str], ...]]
"""Subject of a cell, and its codes by variable in the order of their names, without those of totals."""


def cell_uniforms(table: CellTable, key: int, purpose: str) -> np.ndarray:
    """Return a number for each cell that hangs on the secret key and on what the cell is.

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
    secret = hashlib.blake2b(f"{key}".encode(), digest_size=32).digest()
    found = np.empty(len(table))
    for place, name in enumerate(_names(table)):
        text = repr((purpose, name)).encode("utf-8", "surrogatepass")
        word = hashlib.blake2b(text, digest_size=BYTES, key=secret).digest()
        found[place] = (int.from_bytes(word, "big") >> 11) / 2.0**53
    return found


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


def record_words(rows: np.ndarray, key: int) -> np.ndarray:
    """Return a number for each record that hangs on the secret key and on its place in the file.

    Parameters
    ----------
    rows
        int64 (r,), positions of the records in the original.
    key
        Secret of the owner.

    Returns
    -------
    np.ndarray
        float64 (r,), whole numbers from 0 to 2³² − 1.
    """
    secret = hashlib.blake2b(f"{key}".encode(), digest_size=32).digest()
    words = [
        int.from_bytes(hashlib.blake2b(row.to_bytes(8, "big"), digest_size=4, key=secret).digest(), "big")
        for row in rows.tolist()
    ]
    return np.array(words, dtype=np.float64)
