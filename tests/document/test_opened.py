import json
from pathlib import Path

import pytest

from sdcdesk.core.data.variable import Role, Variable
from sdcdesk.core.random.secret_seed import guessable
from sdcdesk.core.running.errors import ProjectError
from sdcdesk.core.running.progress import Progress
from sdcdesk.document.data_reference import DataReference
from sdcdesk.document.data_text import data_text
from sdcdesk.document.opened import Opened
from sdcdesk.document.project import Project
from sdcdesk.document.project_file import digest_at
from sdcdesk.document.recipe import Recipe
from sdcdesk.document.sample import sample_project, writable
from sdcdesk.document.unsaved_work import recovered
from sdcdesk.io import ReadOptions


def test_a_data_file_becomes_a_project_that_was_never_saved(tmp_path: Path) -> None:
    file = tmp_path / "people.csv"
    file.write_text("age,sex\n30,f\n41,m\n")
    opened = Opened.from_data(file, ReadOptions())
    assert len(opened.data) == 2
    assert opened.path is None
    assert opened.project.title == "people"
    assert opened.project.data.path == file.as_posix()


def test_a_project_is_opened_from_its_file_and_the_sample_as_a_copy(tmp_path: Path) -> None:
    sample = Opened.from_project(sample_project())
    assert sample.path is None
    path = tmp_path / "own.sdcdesk"
    data = Path(sample.project.data.path)
    sample.project.changed(data=sample.project.data.relative_to(data, path)).save(path)
    opened = Opened.from_project(path)
    assert opened.path == path
    assert opened.saved
    assert opened.saved_digest == digest_at(path) == opened.project.digest
    assert not Opened.from_project(path, data).saved
    assert Opened.from_project(path, data).saved_digest == opened.saved_digest


def test_before_a_project_is_read_it_is_said(tmp_path: Path) -> None:
    path, said = tmp_path / "own.sdcdesk", list[str]()
    path.write_text("no project", encoding="utf-8")
    with pytest.raises(ProjectError):
        Opened.from_project(path, progress=Progress(listener=lambda _share, words: said.append(words)))
    assert said == ["Reading own.sdcdesk"]


def test_each_new_project_draws_a_seed_that_nobody_can_guess(tmp_path: Path) -> None:
    file = tmp_path / "people.csv"
    file.write_text("age,town\n30,1\n41,2\n")
    seeds = {Opened.from_data(file, ReadOptions()).project.recipe.seed for _ in range(3)}
    assert len(seeds) == 3
    assert not any(map(guessable, seeds))


def test_a_file_that_lacks_described_variables_is_gone_on_with(tmp_path: Path) -> None:
    file, path = tmp_path / "people.csv", tmp_path / "own.sdcdesk"
    file.write_text("age,town,note\n30,001,1\n41,002,2\n")
    options = ReadOptions(text=("town", "note"))
    described = (Variable(name="age", role=Role.KEY), Variable(name="note", label="Remark"))
    Project(data=DataReference.to(file, path, options), variables=described, recipe=Recipe(seed=1)).save(path)
    file.write_text("age,town\n30,001\n41,002\n52,003\n")
    opened = Opened.from_project(path)
    assert opened.changes[0] == "Gone: note."
    assert not opened.saved
    assert opened.data.variable("age").role is Role.KEY
    assert opened.data.column("town").tolist() == ["001", "002", "003"]
    assert [variable.name for variable in opened.project.variables] == ["age"]
    opened.project.save(path)
    again = Opened.from_project(path)
    assert (again.changes, again.saved) == ((), True), "it is the file of the project now"


def test_what_a_project_left_open_about_its_data_is_known_once_they_are_read(tmp_path: Path) -> None:
    file, path = tmp_path / "people.csv", tmp_path / "own.sdcdesk"
    file.write_text("age;income\n30;1,5\n41;2,5\n", encoding="utf-8")
    Project(data=DataReference.to(file, path, ReadOptions()), recipe=Recipe(seed=1)).save(path)
    opened = Opened.from_project(path)
    assert (opened.saved, opened.saved_digest) == (True, digest_at(path))
    assert data_text(opened.project.data, opened.data).endswith(". CSV, semicolon, UTF-8, decimal comma")


def test_a_project_whose_random_numbers_were_drawn_in_another_way_says_so(tmp_path: Path) -> None:
    text = (Path(__file__).parent / "old" / "format_3.sdcdesk").read_text(encoding="utf-8")
    path, data = tmp_path / "old.sdcdesk", sample_project().with_name("billing_5000.csv")
    path.write_text(
        text.replace('"path": "billing_5000.csv"', f'"path": "{data.as_posix()}"'), encoding="utf-8"
    )
    opened = Opened.from_project(path)
    assert opened.changes == ()
    (remark,) = opened.remarks
    assert remark.startswith("old.sdcdesk was saved by an older SDCDesk")
    state = {"saved_as": str(path), "held": "", "project": json.loads(path.read_text(encoding="utf-8"))}
    left = tmp_path / "left behind"
    left.write_text(json.dumps(state), encoding="utf-8")
    work = recovered(left)
    assert work is not None
    assert Opened.from_recovered(work).remarks == work.remarks != ()
    opened.project.save(path)
    assert Opened.from_project(path).remarks == ()


def test_nothing_is_written_beside_the_sample(tmp_path: Path) -> None:
    assert writable(sample_project()) == Path.home() / sample_project().name
    assert writable(tmp_path / "own.csv") == tmp_path / "own.csv"


def test_what_a_killed_process_left_beside_data_or_project_is_gone(tmp_path: Path) -> None:
    folders = tmp_path / "data", tmp_path / "study"
    for folder in folders:
        folder.mkdir()
    file, path = folders[0] / "people.csv", folders[1] / "own.sdcdesk"
    file.write_text("age\n30\n41\n")
    Project(data=DataReference.to(file, path, ReadOptions()), recipe=Recipe(seed=1)).save(path)
    for open_again in (lambda: Opened.from_project(path), lambda: Opened.from_data(file, ReadOptions())):
        left, kept = file.with_name(".sdcdesk-0123.tmp"), file.with_name(".other-0123.tmp")
        left.write_bytes(b"masked")
        kept.write_bytes(b"of others")
        path.with_name(".sdcdesk-4567.tmp").write_bytes(b"masked")
        open_again()
        assert (left.exists(), kept.exists()) == (False, True)
    assert path.with_name(".sdcdesk-4567.tmp").exists()
    Opened.from_project(path)
    assert [one.name for one in folders[1].iterdir()] == ["own.sdcdesk"]
