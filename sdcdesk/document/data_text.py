"""Data file in words: its name, its size, and how it was read."""

from pathlib import PurePath

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.text.locale import NEUTRAL, Locale
from sdcdesk.core.text.sentence import capital, counted, joined, sentence
from sdcdesk.document.data_reference import DataReference
from sdcdesk.io.formats import described


def data_text(reference: DataReference, data: Microdata, locale: Locale = NEUTRAL) -> str:
    """Return what a header says of a data file.

    Parameters
    ----------
    reference
        Where it is, and how it is read.
    data
        Its records.
    locale
        How numbers are written.

    Returns
    -------
    str
        "bills.csv, 5,000 records, 11 variables. CSV, comma, UTF-8, decimal point".
    """
    read = ", ".join([*described(reference.options).values()][:4])
    records = counted(len(data), "record")
    if data.sample is not None:
        number = counted(data.sample.records, "record")
        records = sentence("{drawn} of {records}", drawn=len(data), records=number)
    size = joined([records, counted(len(data.names), "variable")]).written(locale)
    return f"{PurePath(reference.path).name}, {size}. {capital(read)}"
