from pathlib import Path

import pytest

from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.document.data_changes import data_changes, read_as_described
from sdcdesk.document.data_reference import DataReference
from sdcdesk.document.project import Project
from sdcdesk.document.recipe import Recipe
from sdcdesk.io import ReadOptions


@pytest.fixture
def project(tmp_path: Path) -> Project:
    data = tmp_path / "people.csv"
    data.write_text("age,sex,town,note\n30,f,001,x\n41,m,002,y\n")
    variables = (
        Variable(name="age", role=Role.KEY, scale=Scale.CONTINUOUS),
        Variable(name="sex"),
        Variable(name="town", categories=("001", "002")),
        Variable(name="note"),
    )
    return Project(
        data=DataReference.to(data, tmp_path / "p.sdcdesk", ReadOptions()),
        variables=variables,
        title="People",
        recipe=Recipe(seed=1),
    )


def changes(project: Project, file: Path) -> tuple[str, ...]:
    return data_changes(project, read_as_described(project, file))


def test_the_same_file_has_no_changes(project: Project, tmp_path: Path) -> None:
    assert changes(project, tmp_path / "people.csv") == ()


def test_every_kind_of_change_is_told(project: Project, tmp_path: Path) -> None:
    file = tmp_path / "later.csv"
    file.write_text("age,sex,town,income\nold,f,1,5\n41,m,2,6\n50,m,2,7\n")
    told = changes(project, file)
    assert told[:4] == (
        "Gone: note.",
        "New: income.",
        "Text, no longer numbers: age.",
        "Numbers, not text: town.",
    )
    assert told[4].startswith("It has 3 records now, in ")
    assert told[5].startswith("Its SHA-256 begins with ")
    assert "old" not in " ".join(told), "no value of the data"


def test_many_names_are_counted(project: Project, tmp_path: Path) -> None:
    file = tmp_path / "wide.csv"
    file.write_text(f"age,sex,town,note,{','.join(f'v{n}' for n in range(40))}\n30,f,001,x{',1' * 40}\n")
    assert changes(project, file)[0] == "New: v0, v1, v2, v3, v4 and 35 more."


def test_a_size_that_is_the_same_is_told_once(project: Project, tmp_path: Path) -> None:
    file = tmp_path / "later.csv"
    file.write_text("age,sex,town,note\n31,f,001,x\n41,m,002,y\n")
    assert changes(project, file)[0] == "It has 2 records now, in 40 bytes as before."
