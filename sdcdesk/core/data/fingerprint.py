"""Fingerprint: the SHA-256 of a frame, by which a file is told again."""

import hashlib
from collections.abc import Iterable

import numpy as np
import pandas as pd


def frame_hash(columns: Iterable[tuple[str, pd.Series]], begun: bytes = b"") -> str:
    """Return the SHA-256 of the columns of a frame: of their names and values, in order.

    Parameters
    ----------
    columns
        Names and values; what their rows are called does not count.
    begun
        What is hashed before them.

    Returns
    -------
    str
        64 hexadecimal digits; the same for the same data on every machine.
    """
    digest = hashlib.sha256(begun)
    for name, values in columns:
        digest.update(name.encode() + b"\0")
        digest.update(pd.util.hash_pandas_object(values, index=False).to_numpy().tobytes())
    return digest.hexdigest()


def records_hash(pieces: Iterable[pd.DataFrame]) -> str:
    """Return the SHA-256 of the records of a frame, whatever order they stand in.

    Parameters
    ----------
    pieces
        At least one, each with some of the records; what rows are called does not count.

    Returns
    -------
    str
        64 hexadecimal digits; the same for the same records on every machine.
    """
    names, hashes = "", []
    for piece in pieces:
        names = "\0".join(map(str, piece.columns))
        if len(piece.columns):
            hashes.append(pd.util.hash_pandas_object(piece, index=False).to_numpy())
    digest = hashlib.sha256(names.encode())
    if hashes:
        digest.update(np.sort(np.concatenate(hashes)).tobytes())
    return digest.hexdigest()
