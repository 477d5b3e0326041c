"""Input files: named by path and content, absolute while a project is open, relative in its file."""

import hashlib
from pathlib import Path

import pytest

from sdcdesk.core.files.input_file import InputFile, with_input_files
from sdcdesk.core.running.errors import ParameterError, ReadError
from sdcdesk.core.running.model import Model


class Asking(Model):
    """Something that asks for a file, or for none."""

    file: InputFile
    other: InputFile | None = None
    number: int = 1


def test_a_chosen_file_is_known_by_its_content(tmp_path: Path) -> None:
    path = tmp_path / "people.csv"
    path.write_bytes(b"age\n1\n")
    chosen = InputFile.chosen(path)
    assert chosen == InputFile(path=path.as_posix(), sha256=hashlib.sha256(b"age\n1\n").hexdigest())
    assert chosen.name == "people.csv"


def test_a_file_that_is_not_there_cannot_be_chosen(tmp_path: Path) -> None:
    with pytest.raises(ReadError, match=r"gone\.csv does not exist"):
        InputFile.chosen(tmp_path / "gone.csv")


def test_a_text_stands_for_the_path() -> None:
    assert Asking(file="people.csv").file == InputFile(path="people.csv")
    assert Asking(file={"path": "people.csv"}) == Asking(file="people.csv")


@pytest.mark.parametrize("wrong", ["", {"path": ""}, {"path": "p.csv", "sha256": "abc"}, {"p": 1}, 5, None])
def test_what_is_no_file_is_refused(wrong: object) -> None:
    with pytest.raises(ParameterError):
        Asking(file=wrong)


def test_both_files_can_move_together(tmp_path: Path) -> None:
    before, after = tmp_path / "before", tmp_path / "after" / "deep"
    file = InputFile(path=(before / "data" / "people.csv").as_posix(), sha256="0" * 64)
    seen = file.seen_from(before)
    assert seen.path == "data/people.csv"
    assert seen.resolved_from(after) == file.changed(path=(after / "data" / "people.csv").as_posix())
    assert file.seen_from(after).resolved_from(after) == file


def test_all_files_of_an_operation_are_replaced() -> None:
    asking = Asking(file="a.csv", number=3)
    found = with_input_files(asking, lambda file: file.changed(path=f"x/{file.path}"))
    assert found == Asking(file="x/a.csv", number=3)
    both = with_input_files(Asking(file="a.csv", other="b.csv"), lambda file: file.changed(path="c.csv"))
    assert both == Asking(file="c.csv", other="c.csv")
    plain = InputFile(path="a.csv")
    assert with_input_files(plain, lambda file: file.changed(path="b.csv")) is plain
