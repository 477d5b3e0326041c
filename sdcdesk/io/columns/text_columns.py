"""Text columns: strings as Arrow holds them, in pieces, with their bytes and their empty cells."""

from collections.abc import Iterable, Iterator
from itertools import pairwise

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

_MOST_OF_ONE = 2**31 - 1
"""Bytes that a string array with small offsets can hold."""

_TEXT = pd.StringDtype(na_value=np.nan)
"""Text as pandas reads it."""


def without_empty(text: pa.ChunkedArray) -> pa.ChunkedArray:
    """Return strings with null for each empty one.

    Parameters
    ----------
    text
        Strings.

    Returns
    -------
    pa.ChunkedArray
        The same type and length.
    """
    return pc.if_else(pc.equal(text, ""), pa.scalar(None, type=text.type), text)


def trimmed(text: pa.ChunkedArray) -> pa.ChunkedArray:
    """Return strings without the blanks around them; one of blanks only is missing.

    Parameters
    ----------
    text
        Strings.

    Returns
    -------
    pa.ChunkedArray
        The same type and length.
    """
    return without_empty(pc.ascii_trim(text, characters=" "))


def spans(chunk: pa.Array) -> tuple[np.ndarray, np.ndarray]:
    """Return where the values of a string array begin and end, and the bytes that this counts in.

    Parameters
    ----------
    chunk
        Strings.

    Returns
    -------
    tuple[np.ndarray, np.ndarray]
        Offsets int32 or int64 (n + 1,), and bytes uint8 (m,); both are views.
    """
    kind = np.int64 if pa.types.is_large_string(chunk.type) else np.int32
    _, offsets, content = chunk.buffers()
    if offsets is None or content is None:
        return np.zeros(len(chunk) + 1, dtype=kind), np.empty(0, dtype=np.uint8)
    bounds = np.frombuffer(offsets, dtype=kind)[chunk.offset : chunk.offset + len(chunk) + 1]
    return bounds, np.frombuffer(content, dtype=np.uint8)


def content_of(chunk: pa.Array) -> np.ndarray:
    """Return the bytes of all values of a string array, one after the other.

    Parameters
    ----------
    chunk
        Strings.

    Returns
    -------
    np.ndarray
        uint8 (m,), a view.
    """
    bounds, content = spans(chunk)
    return content[bounds[0] : bounds[-1]]


def in_one_piece(text: pa.ChunkedArray) -> pa.Array:
    """Return strings as one array whose bytes may be more than 2 GiB.

    Parameters
    ----------
    text
        Strings in any number of chunks.

    Returns
    -------
    pa.Array
        (n,) large strings.
    """
    if text.nbytes <= _MOST_OF_ONE:  # then only one copy is made, and only of small offsets
        text = text.combine_chunks()
    whole = text.cast(pa.large_string())
    return whole.combine_chunks() if isinstance(whole, pa.ChunkedArray) else whole


def holds(chunk: pa.Array, signs: Iterable[str]) -> bool:
    """Return whether any of some signs occurs in strings, or where one ends and the next begins.

    Parameters
    ----------
    chunk
        Strings.
    signs
        Characters, or pieces of text.

    Returns
    -------
    bool
        Whether one occurs.
    """
    raw = content_of(chunk).tobytes()
    return any(sign.encode() in raw for sign in signs)


def placed(text: pa.ChunkedArray) -> Iterator[tuple[pa.Array, slice]]:
    """Walk through the pieces of a column with their places in the whole.

    Parameters
    ----------
    text
        Strings in any number of chunks.

    Returns
    -------
    Iterator[tuple[pa.Array, slice]]
        Each chunk, and the records that it holds.
    """
    bounds = np.cumsum([0] + [len(chunk) for chunk in text.chunks]).tolist()
    places = [slice(start, end) for start, end in pairwise(bounds)]
    return zip(text.chunks, places, strict=True)


def text_array(text: pa.ChunkedArray) -> pd.arrays.ArrowStringArray:
    """Return strings as values in one piece, which is faster to look things up in than many.

    Parameters
    ----------
    text
        Strings in any number of chunks.

    Returns
    -------
    pd.arrays.ArrowStringArray
        (n,) of text, missing where null.
    """
    whole = pa.chunked_array([in_one_piece(text)])
    return pd.arrays.ArrowStringArray(whole, dtype=_TEXT)  # type: ignore[call-arg]  # its stub lacks it
