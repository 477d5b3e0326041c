import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.document.data_reference import DataReference
from sdcdesk.document.data_text import data_text
from sdcdesk.io import ReadOptions
from sdcdesk.io.readstat.options import StatisticsOptions


def test_a_file_is_named_with_its_size_and_how_it_was_read() -> None:
    reference = DataReference(path="last/bills.csv", size=1, sha256="0" * 64, options=ReadOptions())
    text = data_text(reference, Microdata(pd.DataFrame({"age": range(1200), "sex": "f"})))
    name, _, read = text.partition(". ")
    assert name == "bills.csv, 1,200 records, 2 variables"
    assert read[:1].isupper()


def test_one_record_of_one_variable_is_said_so() -> None:
    reference = DataReference(path="one.csv", size=1, sha256="0" * 64, options=ReadOptions())
    assert data_text(reference, Microdata(pd.DataFrame({"age": [31]}))).startswith(
        "one.csv, 1 record, 1 variable."
    )


def test_how_it_was_read_begins_with_the_format() -> None:
    reference = DataReference(
        path="survey.sav", size=1, sha256="0" * 64, options=StatisticsOptions(format="spss")
    )
    text = data_text(reference, Microdata(pd.DataFrame({"age": [31]})))
    assert text == "survey.sav, 1 record, 1 variable. SPSS, as the file says"
