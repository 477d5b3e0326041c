"""ISO times: dates, times and both as text in ISO 8601, to and from the moments that files count."""

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from sdcdesk.core.data.display_format import Displayed
from sdcdesk.io.columns.arrow_columns import as_text

UNITS: dict[Displayed, str] = {"date": "D", "time": "us", "datetime": "us"}
"""What numpy counts each kind in; times are moments of the first day of 1970."""

_FIRST, _LAST = np.datetime64("0001-01-01"), np.datetime64("9999-12-31")

_PATTERNS: dict[Displayed, str] = {
    "date": r"^\d{4}-\d{2}-\d{2}$",
    "time": r"^([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{0,5}[1-9])?$",
    "datetime": r"^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{0,5}[1-9])?$",
}
"""How our text of each kind looks, so that it comes back the same; numpy knows the days of each month."""


def as_iso(moments: np.ndarray, kind: Displayed) -> pd.Series | None:
    """Return moments as text.

    Parameters
    ----------
    moments
        datetime64[us] or [D] (n,), NaT where missing; their dates are left out for times.
    kind
        "date", "time" or "datetime".

    Returns
    -------
    pd.Series or None
        (n,) of text: "2001-05-09", "13:45:00" or "2001-05-09T13:45:00", decimals of seconds only where there
        are some. None: one lies outside the years 1 to 9999, which ISO 8601 writes with four digits.
    """
    moments = moments.astype(f"datetime64[{UNITS[kind]}]")
    missing = np.isnat(moments)
    days = moments[~missing].astype("datetime64[D]")
    if len(days) and (days.min() < _FIRST or days.max() > _LAST):
        return None
    # The text of numpy is of one length for all: as Arrow's it takes no room where nothing stands.
    written = pa.chunked_array([pa.array(np.datetime_as_string(moments), pa.large_string(), mask=missing)])
    if kind != "date":
        written = pc.replace_substring_regex(written, r"(\.\d*?)0+$", r"\1")
        written = pc.replace_substring_regex(written, r"\.$", "")
    return as_text(pc.utf8_slice_codeunits(written, 11) if kind == "time" else written)


def from_iso(column: pd.Series, kind: Displayed) -> np.ndarray | None:
    """Return text as moments.

    Parameters
    ----------
    column
        (n,) of text.
    kind
        "date", "time" or "datetime".

    Returns
    -------
    np.ndarray or None
        datetime64[us] (n,), [D] for dates, NaT where missing, times on the first day of 1970. None: some text
        is none of that kind, be it a band of years that a recoding has made of dates.
    """
    if not pd.api.types.is_string_dtype(column.dtype):
        return None
    text = pa.array(column, pa.large_string(), from_pandas=True)
    if isinstance(text, pa.ChunkedArray):
        text = text.combine_chunks()
    if not pc.all(pc.match_substring_regex(text, _PATTERNS[kind]), min_count=0).as_py():
        return None
    if kind == "time":
        large = pa.large_string()
        text = pc.binary_join_element_wise(pa.scalar("1970-01-01T", large), text, pa.scalar("", large))
    try:
        return np.array(text.fill_null("NaT").to_pylist(), dtype=f"datetime64[{UNITS[kind]}]")
    except ValueError:  # the 31st of February
        return None
