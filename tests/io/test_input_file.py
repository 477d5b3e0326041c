"""Reading of input files: only what was chosen is read."""

from pathlib import Path

import pytest

from sdcdesk.core.data.variable import Role, Variable
from sdcdesk.core.files.input_file import InputFile
from sdcdesk.core.running.errors import DataError
from sdcdesk.io.input_file import read_input


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "people.csv"
    path.write_text("age,zip\n1,007\n2,008\n", encoding="utf-8")
    return path


def test_the_chosen_file_is_read_and_described(file: Path) -> None:
    known = (Variable(name="zip", role=Role.KEY), Variable(name="gone", role=Role.KEY))
    data = read_input(InputFile.chosen(file), "population", variables=known)
    assert data.names == ("age", "zip")
    assert data.variable("zip").role is Role.KEY
    assert len(data) == 2


def test_a_file_that_changed_is_not_read(file: Path) -> None:
    chosen = InputFile.chosen(file)
    file.write_text("age,zip\n1,007\n2,009\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"people\.csv has changed since it was chosen") as caught:
        read_input(chosen, "population")
    assert caught.value.field == "population"
    assert len(read_input(chosen.changed(sha256=""), "population")) == 2
