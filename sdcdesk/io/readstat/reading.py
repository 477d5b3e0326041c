"""Reading of a file by ReadStat: its columns as ours, with what the file says of them."""

import os
import re
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa

from sdcdesk.core.data.declared_missing import LETTERS, LetteredMissing, MissingRange
from sdcdesk.core.data.display_format import Displayed
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.value_label import ValueLabel
from sdcdesk.core.data.variable import Scale, Value, Variable
from sdcdesk.core.running.errors import ReadError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import Sentence, sentence
from sdcdesk.io.columns.arrow_columns import as_text
from sdcdesk.io.columns.coded_numbers import codes_inside, codes_of_letters, plain_value, whole
from sdcdesk.io.columns.column_requests import ColumnRequests
from sdcdesk.io.columns.iso_times import as_iso
from sdcdesk.io.columns.text_columns import without_empty
from sdcdesk.io.files import SameBytes, refuse_twice
from sdcdesk.io.format import Content, Preview
from sdcdesk.io.readstat.dialect import Dialect
from sdcdesk.io.readstat.sampled_pieces import sampled_pieces
from sdcdesk.io.readstat.source import Source

Reader = Callable[..., tuple[Any, Any]]
"""A function of pyreadstat, which returns columns and what the file says of them."""

SCALES = {"nominal": Scale.NOMINAL, "ordinal": Scale.ORDINAL, "scale": Scale.CONTINUOUS}
"""Levels of measurement by their names in SPSS."""


@dataclass(frozen=True, slots=True, eq=False)
class StatisticsFile:
    """What a file holds: the columns of the library, and what it says of them.

    Attributes
    ----------
    frame
        Columns of numbers, text, or numbers with the letters of missing values.
    meta
        Descriptions as the library returns them.
    dialect
        How the program of the file spells formats.
    records
        Records of the file, where these are a sample of them; None: they are all.
    """

    frame: pd.DataFrame
    meta: Any
    dialect: Dialect
    records: int | None = None

    def variable(self, name: str) -> tuple[pd.Series, Variable]:
        """Return a column as ours, and its description.

        Parameters
        ----------
        name
            One of its names.

        Returns
        -------
        tuple[pd.Series, Variable]
            The values, and all that the file says of them.
        """
        column, spelling = self.frame[name], self.meta.original_variable_types.get(name) or ""
        label = self.meta.column_names_to_labels.get(name) or ""
        labels = self.meta.variable_value_labels.get(name) or {}
        if self.meta.readstat_variable_types[name].startswith("string"):
            text = without_empty(
                pa.chunked_array([pa.array(column.astype(object), pa.large_string(), from_pandas=True)])
            )
            return as_text(text), self._described(name, label, spelling, "text", labels, None)
        numbers, lettered = _with_codes(column, self._letters(name, labels))
        kind = self.dialect.kind(spelling)
        moments = self._moments(numbers, lettered, kind)
        if moments is not None and (said := self._said_of_moments(name, label, spelling, kind, labels)):
            return moments, said
        values = whole(numbers)
        kind = "number"
        codes = {letter: code for code, letter in lettered.items()}
        named = {plain_value(codes.get(value, value)): words for value, words in labels.items()}
        described = self._described(name, label, spelling, kind, named, numbers)
        letters = tuple(LetteredMissing(code=code, letter=letter) for code, letter in lettered.items())
        if letters:
            described = described.changed(missing=tuple(lettered), lettered_missing=letters)
        return values, described

    def content(self, requests: ColumnRequests, form: str, progress: Progress) -> Content:
        """Return all records.

        Parameters
        ----------
        requests
            What is said of the columns.
        form
            Name of the format.
        progress
            Asked before each column whether to stop.

        Returns
        -------
        Content
            The values, their descriptions, and the options that were used.
        """
        columns, variables = self._columns(requests, progress)
        options = requests.options.changed(format=form)
        return Content(pd.DataFrame(columns, copy=False), variables, options, records=self.records)

    def preview(self, requests: ColumnRequests, form: str, records: int, progress: Progress) -> Preview:
        """Return the first records.

        Parameters
        ----------
        requests
            What is said of the columns.
        form
            Name of the format.
        records
            How many at most; one more was read where there is one.
        progress
            Asked before each column whether to stop.

        Returns
        -------
        Preview
            The records, and whether they are all.
        """
        whole = len(self.frame) <= records
        columns, variables = replace(self, frame=self.frame.head(records))._columns(requests, progress)
        data = Microdata(pd.DataFrame(columns, copy=False), variables)
        return Preview(data, requests.options.changed(format=form), whole)

    def _columns(
        self, requests: ColumnRequests, progress: Progress
    ) -> tuple[dict[str, pd.Series], list[Variable]]:
        columns, variables = {}, []
        for name in self.frame.columns:
            progress.check()
            columns[name], described = self.variable(name)
            variables.append(requests.described(name, columns[name].dtype, described))
        return columns, variables

    def _letters(self, name: str, labels: Mapping[Any, str]) -> list[str]:
        """Return the letters of missing values that occur or have a label, in their order."""
        found = {str(letter).lower() for letter in self.meta.missing_user_values.get(name, ())}
        found |= {value.lower() for value in labels if isinstance(value, str)}
        return [letter for letter in LETTERS if letter in found]

    def _said_of_moments(
        self, name: str, label: str, spelling: str, kind: Displayed, labels: Mapping[Any, str]
    ) -> Variable | None:
        """Return a description of dates or times; None: labels or codes for missing are of other numbers."""
        codes, ranges = _missing(self.meta.missing_ranges.get(name) or (), None)
        spoken_of = np.array([*codes, *labels], dtype=np.float64)
        texts = self._moments(spoken_of, {}, kind)
        if ranges or texts is None:
            return None
        values = texts.tolist()
        named = dict(zip(values[len(codes) :], labels.values(), strict=True))
        described = self._described(name, label, spelling, kind, named, None)
        return described.changed(missing=tuple(values[: len(codes)]))

    def _moments(self, numbers: np.ndarray, lettered: Mapping[int, str], kind: Displayed) -> pd.Series | None:
        """Return dates and times as text; None: it holds numbers, or codes that are no moments."""
        clock = self.dialect.clocks.get(kind)
        if clock is None or lettered:
            return None
        moments = clock.moments(numbers)
        if moments is None:
            return None
        present = moments[~np.isnat(moments)]
        midnight = present == present.astype("datetime64[D]")
        first = np.datetime64(clock.start, "D")
        if kind == "date" and not midnight.all():
            return None
        if kind == "time" and not (present.astype("datetime64[D]") == first).all():
            return None
        return as_iso(moments, kind)

    def _described(
        self,
        name: str,
        label: str,
        spelling: str,
        kind: Displayed,
        labels: Mapping[Value, str],
        numbers: np.ndarray | None,
    ) -> Variable:
        discrete, ranges = _missing(self.meta.missing_ranges.get(name) or (), numbers)
        numeric = kind == "number"
        scale = SCALES.get(self.meta.variable_measure.get(name) or "")
        if scale is None or (scale is Scale.CONTINUOUS and not numeric):
            coded = any(value not in discrete for value in labels)
            scale = Scale.CONTINUOUS if numeric and not coded else Scale.NOMINAL
        return Variable(
            name=name,
            label=label,
            scale=scale,
            missing=discrete,
            missing_ranges=ranges,
            value_labels=tuple(ValueLabel(value=value, label=words) for value, words in labels.items()),
            display=self.dialect.display(spelling, kind) if spelling else None,
        )


def read_statistics_file(
    path: Path,
    requests: ColumnRequests,
    progress: Progress,
    reader: Reader,
    dialect: Dialect,
    title: str,
    **how: Any,
) -> StatisticsFile:
    """Read a file by a function of pyreadstat.

    Parameters
    ----------
    path
        The file.
    requests
        What is said of its columns.
    progress
        Receives how far the reading is.
    reader
        The function.
    dialect
        How the program spells formats.
    title
        How people call the format.
    how
        Further arguments of the function.

    Returns
    -------
    StatisticsFile
        Its columns, of which at least one has records.

    Raises
    ------
    ReadError
        It is damaged, of another format, encrypted, or holds no records.
    DataError
        Something is said of a column that it does not have.
    """
    hashing, reading = progress.part(0.0, 0.2), progress.part(0.2, 0.9)
    # The library raises what it likes of a damaged file, be it an error of memory for a header that lies.
    fault: Exception | None = None
    if requests.options.columns:
        how["usecols"] = list(requests.options.columns)
    with path.open("rb") as file:
        size = os.fstat(file.fileno()).st_size
        source = Source(SameBytes(file, requests.read, hashing), size, reading)
        warnings.filterwarnings("ignore", message=_RENAMED)  # what it renames is refused below
        try:
            frame, meta, records = _read(source, requests, partial(reader, source, **how), reading)
        except Exception as error:
            fault = error
        source.raise_error()
    if isinstance(fault, ReadError):
        raise fault
    if fault is not None:
        raise ReadError(_fault(fault, path, title))
    names = list(frame.columns)
    if not all(isinstance(name, str) and name for name in names):
        raise ReadError(_damaged(path, title))
    refuse_twice(map(_as_in_the_file, names), path.name)
    requests.check(names, path.name)
    if not len(frame) or not names:
        raise ReadError(sentence("{name} holds no records; choose another file.", name=path.name))
    return StatisticsFile(frame, meta, dialect, records)


def _read(
    source: Source, requests: ColumnRequests, reader: partial[tuple[Any, Any]], progress: Progress
) -> tuple[pd.DataFrame, Any, int | None]:
    """Read what is asked for of a file; a sample comes with how many records there are."""
    size = requests.options.sample
    if size is None or "row_limit" in reader.keywords:
        frame, meta = reader(disable_datetime_conversion=True)
        return frame, meta, None
    _, meta = reader(metadataonly=True)
    records = meta.number_rows if (meta.number_rows or 0) > 0 else None

    def piece(start: int, count: int) -> tuple[pd.DataFrame, Any]:
        done, part = (min(place / (records or source.size), 1.0) for place in (start, start + count))
        source.begin_again(progress.part(done, max(part - done, 0.0)))
        frame, found = reader(disable_datetime_conversion=True, row_offset=start, row_limit=count)
        return frame, found

    return sampled_pieces(piece, records, size, requests.options.sample_seed or 0)


def _fault(fault: Exception, path: Path, title: str) -> Sentence:
    """Return what a user is told of a file that the library could not read."""
    with path.open("rb") as file:
        encrypted = file.read(9) == b"ENCRYPTED"
    if encrypted:
        return sentence("{name} is encrypted; save it again without a password.", name=path.name)
    said = str(fault).lower()
    if isinstance(fault, UnicodeError) or "encoding" in said or "convert" in said:
        words = "{name} holds text in another character encoding than it says; give its encoding."
        return sentence(words, name=path.name)
    return _damaged(path, title)


def _damaged(path: Path, title: str) -> Sentence:
    words = "{name} is damaged, or is no {title} file; get it again from its source."
    return sentence(words, name=path.name, title=title)


def _as_in_the_file(name: str) -> str:
    """Return the name that the library gave another one because a column before has it, too."""
    return _DUPLICATED.sub("", name)


_DUPLICATED = re.compile(r"_duplicated\d+$")
_RENAMED = "column '.*' is duplicated, renamed to"


def _with_codes(column: pd.Series, letters: list[str]) -> tuple[np.ndarray, dict[int, str]]:
    """Return numbers with codes in the place of letters of missing values, and the letters by their codes."""
    if not letters:
        return pd.to_numeric(column).to_numpy(dtype=np.float64, na_value=np.nan), {}
    words = column.map(lambda value: value.lower() if isinstance(value, str) else None)
    numbers = pd.to_numeric(column.where(words.isna()), errors="coerce").to_numpy(np.float64, na_value=np.nan)
    codes = codes_of_letters(numbers, letters)
    found = words.map(codes).to_numpy(dtype=np.float64, na_value=np.nan)
    return np.where(np.isnan(found), numbers, found), {code: letter for letter, code in codes.items()}


def _missing(declared: Any, numbers: np.ndarray | None) -> tuple[tuple[Value, ...], tuple[MissingRange, ...]]:
    """Return codes for missing, those that occur in a range included, and the ranges."""
    codes: list[Value] = []
    ranges: list[MissingRange] = []
    for one in declared:
        low, high = (one["lo"], one["hi"]) if isinstance(one, dict) else (one, one)
        if low == high:
            codes.append(plain_value(low))
            continue
        low, high = (None if np.isinf(end) or abs(end) > _HUGE else float(end) for end in (low, high))
        ranges.append(MissingRange(low=low, high=high))
        if numbers is not None:
            codes += codes_inside(ranges[-1:], numbers)
    return tuple(dict.fromkeys(codes)), tuple(ranges)


_HUGE = 1.7e308
"""Beyond it SPSS means LOWEST and HIGHEST."""
