"""Objects of R as its files hold them, for writing: in binary form, after "R Internals", section 1.8.

They are made piece by piece, so that a long vector is never there twice.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

Pieces = Iterator[bytes | memoryview]
"""The bytes of an object, one piece after the other."""

Attributes = Mapping[str, Pieces]
"""Objects that belong to another one, by their names."""

_NONE: Attributes = {}

_SYMBOL, _PAIRS, _CHARACTERS, _INTEGERS, _DOUBLES, _STRINGS, _LIST, _END = 1, 2, 9, 13, 14, 16, 19, 254
"""Numbers of the types of objects."""

_IS_OBJECT, _HAS_ATTRIBUTES, _HAS_TAG = 1 << 8, 1 << 9, 1 << 10
_UTF8, _ASCII = 1 << 15, 1 << 18
"""Flags of objects, and of text."""

_VERSION, _WRITER, _READER = 2, 0x30500, 0x20300
"""Version of the form, and of R: what wrote it at least, and what can read it."""

_ELEMENTS = 1 << 16
"""Elements of a vector in one piece."""


def file_of(found: Pieces) -> Pieces:
    """Return a file of one object.

    Parameters
    ----------
    found
        The object.

    Returns
    -------
    Pieces
        With the mark and the version of the form before it.
    """
    return chain([b"X\n", _whole(_VERSION, _WRITER, _READER)], found)


def number_vector(values: np.ndarray, attributes: Attributes = _NONE) -> Pieces:
    """Return a vector of numbers.

    Parameters
    ----------
    values
        int32 or float64 (n,).
    attributes
        What belongs to it.

    Returns
    -------
    Pieces
        Every NaN with the bits that it has.
    """
    kind = _INTEGERS if values.dtype == np.int32 else _DOUBLES
    yield _begin(kind, len(values), attributes)
    for start in range(0, len(values), _ELEMENTS):
        piece = values[start : start + _ELEMENTS]
        yield piece.view(f"u{piece.itemsize}").astype(f">u{piece.itemsize}").tobytes()
    yield from _belonging(attributes)


def text_vector(words: Iterable[str | None] | pa.ChunkedArray, attributes: Attributes = _NONE) -> Pieces:
    """Return a vector of text.

    Parameters
    ----------
    words
        Texts; None, or null, where missing.
    attributes
        What belongs to it.

    Returns
    -------
    Pieces
        In UTF-8.
    """
    text = pa.large_string()
    column = words if isinstance(words, pa.ChunkedArray) else pa.chunked_array([pa.array(words, text)])
    yield _begin(_STRINGS, len(column), attributes)
    for start in range(0, len(column), _ELEMENTS):
        yield from map(_characters, column.slice(start, _ELEMENTS).chunks)
    yield from _belonging(attributes)


def list_vector(listed: Sequence[Pieces], attributes: Attributes = _NONE) -> Pieces:
    """Return a list of objects.

    Parameters
    ----------
    listed
        The objects, of which each is made when it is its turn.
    attributes
        What belongs to the list.

    Returns
    -------
    Pieces
        One after the other.
    """
    yield _begin(_LIST, len(listed), attributes)
    yield from chain.from_iterable(listed)
    yield from _belonging(attributes)


def _whole(*values: int) -> bytes:
    return b"".join(value.to_bytes(4, "big", signed=True) for value in values)


def _begin(kind: int, count: int, attributes: Attributes) -> bytes:
    """Return the flags and the length of a vector."""
    flags = _HAS_ATTRIBUTES * bool(attributes) | _IS_OBJECT * ("class" in attributes)
    return _whole(kind | flags, count)


def _belonging(attributes: Attributes) -> Pieces:
    """Return a pairlist of attributes; nothing where there are none."""
    for name, one in attributes.items():
        raw = name.encode()
        yield _whole(_PAIRS | _HAS_TAG, _SYMBOL, _CHARACTERS | _ASCII, len(raw)) + raw
        yield from one
    if attributes:
        yield _whole(_END)


def _characters(words: pa.Array) -> memoryview:
    """Return texts, each after its flags and its length; −1 is that of NA."""
    count, binary = len(words), pa.large_binary()
    lengths = pc.fill_null(pc.binary_length(words), -1).to_numpy(zero_copy_only=False)
    ascii_only = pc.fill_null(pc.string_is_ascii(words), False).to_numpy(zero_copy_only=False)
    heads = np.empty((count, 2), dtype=">i4")
    heads[:, 0] = _CHARACTERS | np.where(lengths < 0, 0, np.where(ascii_only, _ASCII, _UTF8))
    heads[:, 1] = lengths
    places = heads[0].nbytes * np.arange(count + 1, dtype=np.int64)
    before = pa.LargeBinaryArray.from_buffers(
        binary, count, [None, pa.py_buffer(places), pa.py_buffer(heads)]
    )
    after = pc.fill_null(words, "").cast(binary)
    joined = pc.binary_join_element_wise(before, after, pa.scalar(b"", binary))
    _, ends, content = joined.buffers()
    return memoryview(content)[: np.frombuffer(ends, np.int64)[count]]
