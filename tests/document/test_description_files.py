"""Descriptions that are taken from other files."""

from pathlib import Path

import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Variable
from sdcdesk.core.running.errors import ReadError
from sdcdesk.document.description_files import description_filter, read_descriptions

DATA = Microdata(pd.DataFrame({"age": [31, 40]}), [Variable(name="age", role=Role.KEY, label="Age")])


def test_a_codebook_leaves_open_what_it_does_not_say(tmp_path: Path) -> None:
    path = tmp_path / "book.csv"
    path.write_text("Variable,Unit\nage,years\nsex,\n")
    assert read_descriptions(path, DATA) == (DATA.variable("age").changed(unit="years"), Variable(name="sex"))


def test_other_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "book.pdf"
    path.write_text("x")
    with pytest.raises(ReadError, match="no codebook"):
        read_descriptions(path, DATA)


def test_the_filter_names_them_all() -> None:
    words = (
        "Projects and codebooks (*.sdcdesk *.csv *.xml *.sps);;Projects (*.sdcdesk);;"
        "Codebooks (*.csv *.xml *.sps)"
    )
    assert description_filter() == words
