"""Fingerprint: the SHA-256 of a frame, by which a file is told again."""

import hashlib

import numpy as np
import pandas as pd


def frame_hash(frame: pd.DataFrame, begun: bytes = b"") -> str:
    """Return the SHA-256 of the columns of a frame: of their names and values, in order.

    Parameters
    ----------
    frame
        One row a record; what its rows are called does not count.
    begun
        What is hashed before them.

    Returns
    -------
    str
        64 hexadecimal digits; the same for the same data on every machine.
    """
    digest = hashlib.sha256(begun)
    for name in frame.columns:
        digest.update(name.encode() + b"\0")
        digest.update(pd.util.hash_pandas_object(frame[name], index=False).to_numpy().tobytes())
    return digest.hexdigest()


def records_hash(frame: pd.DataFrame) -> str:
    """Return the SHA-256 of the records of a frame, whatever order they stand in.

    Parameters
    ----------
    frame
        One row a record; what its rows are called does not count.

    Returns
    -------
    str
        64 hexadecimal digits; the same for the same records on every machine.
    """
    digest = hashlib.sha256("\0".join(map(str, frame.columns)).encode())
    if len(frame.columns):
        digest.update(np.sort(pd.util.hash_pandas_object(frame, index=False).to_numpy()).tobytes())
    return digest.hexdigest()
