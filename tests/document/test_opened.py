from pathlib import Path

from sdcdesk.document.opened import Opened
from sdcdesk.document.sample import sample_project, writable
from sdcdesk.io import ReadOptions


def test_a_data_file_becomes_a_project_that_was_never_saved(tmp_path: Path) -> None:
    file = tmp_path / "people.csv"
    file.write_text("age,sex\n30,f\n41,m\n")
    opened = Opened.of_data(file, ReadOptions())
    assert len(opened.data) == 2
    assert opened.path is None
    assert opened.project.title == "people"
    assert opened.project.data.path == file.as_posix()


def test_a_project_is_opened_from_its_file_and_the_sample_as_a_copy(tmp_path: Path) -> None:
    sample = Opened.of_project(sample_project())
    assert sample.path is None
    path = tmp_path / "own.sdcdesk"
    data = Path(sample.project.data.path)
    sample.project.changed(data=sample.project.data.relative_to(data, path)).save(path)
    opened = Opened.of_project(path)
    assert opened.path == path
    assert opened.saved
    assert not Opened.of_project(path, data).saved


def test_nothing_is_written_beside_the_sample(tmp_path: Path) -> None:
    assert writable(sample_project()) == Path.home() / sample_project().name
    assert writable(tmp_path / "own.csv") == tmp_path / "own.csv"
