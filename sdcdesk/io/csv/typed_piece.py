"""Typed piece: a piece of plain text that pandas' parser reads by the types it finds, and proof of it.

The parser does not tell how a cell was written: 007, +7 and 7 are the same to it. But no number has a shorter
text than the one that follows from it. So where these texts and the separators are together as long as the
piece, each cell is written in just that way, and nothing of the piece is lost.
"""

import csv
from io import BytesIO

import numpy as np
import pandas as pd
import pyarrow as pa

from sdcdesk.core.data.narrow import narrowed
from sdcdesk.io.columns.numerals import shortest
from sdcdesk.io.columns.plain_numbers import PlainNumbers
from sdcdesk.io.columns.text_columns import content_of, spans
from sdcdesk.io.csv.decimal_points import Decimals, plain_decimals
from sdcdesk.io.csv.detection import Layout
from sdcdesk.io.csv.not_plain import NotPlain
from sdcdesk.io.csv.source import BLOCK

_WORDS = pd.StringDtype(na_value=np.nan)


class TypedPieces:
    """Reads pieces of a text one by one, and remembers how the last ones were to be read.

    Parameters
    ----------
    layout
        How the text is written.
    """

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._has_empty = False
        self._as_words: dict[int, type] = {}

    def read(self, text: bytes) -> list[PlainNumbers | pa.Array]:
        """Return the columns of a piece of text.

        Parameters
        ----------
        text
            Lines of fields that nothing encloses, each with its end.

        Returns
        -------
        list[PlainNumbers or pa.Array]
            Numbers, or large strings that are null where empty; one for each field.

        Raises
        ------
        NotPlain
            A number is not written as one writes it, not all lines have as many fields, or the text is no
            UTF-8.
        """
        options, fields = self._layout.options, self._layout.fields
        parsed = self._parsed(text)
        content, records = np.frombuffer(text, dtype=np.uint8), len(parsed[0])
        if len(parsed) != fields:
            raise NotPlain
        # The parser refuses lines longer than the first one, and fills shorter ones with empty cells.
        if self._has_empty and np.count_nonzero(content == ord(options.delimiter)) != records * (fields - 1):
            raise NotPlain
        length, found = records * fields, dict[int, PlainNumbers | pa.Array]()
        doubles, words = dict[int, np.ndarray](), list[pa.Array]()
        for place, values in enumerate(parsed):
            if isinstance(values, pa.Array):
                found[place] = values
                words.append(values)
                length += len(content_of(values))
            elif values.dtype == np.int64:
                digits = narrowed(values)
                found[place] = PlainNumbers(digits, None, None)
                length += shortest(digits)
            else:
                doubles[place] = values
        if doubles:
            decimals = plain_decimals(Decimals(content, doubles, words, options))
            found |= decimals.columns
            length += decimals.length
        if length != len(text):
            raise NotPlain
        return [found[place] for place in range(fields)]

    def _parsed(self, text: bytes) -> list[np.ndarray | pa.Array]:
        """Return whole and decimal numbers as such, and whatever else as words."""
        frame = self._read(text)
        found = [_values(frame[place], as_words=place in self._as_words) for place in frame]
        others = [place for place, values in enumerate(found) if values is None]
        if others:  # truth values, and whole numbers that int64 does not hold
            self._as_words |= dict.fromkeys(others, object)
            return self._parsed(text)
        words = {place: values for place, values in enumerate(found) if isinstance(values, pa.Array)}
        lengths = {place: np.diff(spans(values)[0]) for place, values in words.items()}
        if any(own.max() * self._layout.fields > BLOCK for own in lengths.values()):
            raise NotPlain  # the other parser tells whether a record is too long
        empty = [place for place, own in lengths.items() if words[place].null_count < np.sum(own == 0)]
        if not empty:
            return [values for values in found if values is not None]
        if self._layout.fields == 1 or (self._has_empty and self._as_words.keys() & set(empty)):
            raise NotPlain  # empty lines, or cells that do not count as missing either way
        if self._has_empty:  # beside whole numbers that int64 does not hold pandas takes them for words
            self._as_words |= dict.fromkeys(empty, object)
        self._has_empty = True
        return self._parsed(text)

    def _read(self, text: bytes) -> pd.DataFrame:
        options = self._layout.options
        try:
            return pd.read_csv(
                BytesIO(text),
                sep=options.delimiter,
                decimal=options.decimal,
                header=None,
                dtype=self._as_words,
                quoting=csv.QUOTE_NONE,
                skip_blank_lines=False,
                na_filter=self._has_empty,  # to look for empty cells takes a fifth longer
                na_values=[""],
                keep_default_na=False,
                low_memory=False,  # which would read parts of a piece by types of their own
            )
        except ValueError:  # lines of odd lengths, nothing but empty cells, no UTF-8
            raise NotPlain from None


def _values(values: pd.Series, *, as_words: bool) -> np.ndarray | pa.Array | None:
    """Return a column as numbers or as words, null where missing; None: its values are something else."""
    if values.dtype in (np.int64, np.float64):
        return values.to_numpy()
    if values.dtype != _WORDS and not as_words:
        return None
    words = pa.array(values, from_pandas=True, type=pa.large_string())
    return words.combine_chunks() if isinstance(words, pa.ChunkedArray) else words
