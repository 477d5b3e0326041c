"""Attack: a project that was read before an answer was given is saved after it, and the journal is gone.

Then the very set is answered that differs from the one before by a single person.
"""

import json
from pathlib import Path

import pandas as pd
import pytest

from sdcdesk.cli import main
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.running.errors import WriteError
from sdcdesk.document.data_reference import DataReference
from sdcdesk.document.project import Project
from sdcdesk.document.project_file import load
from sdcdesk.document.recipe import Recipe
from sdcdesk.io import ReadOptions
from sdcdesk.masking import Camouflage


@pytest.fixture
def at(tmp_path: Path) -> Path:
    file, at = tmp_path / "people.csv", tmp_path / "people.sdcdesk"
    pd.DataFrame({"no": range(40), "income": range(1000, 41000, 1000)}).to_csv(file, index=False)
    Project(
        data=DataReference.to(file, at, ReadOptions()),
        variables=[
            Variable(name="no", role=Role.KEY, scale=Scale.CONTINUOUS),
            Variable(name="income", role=Role.CONFIDENTIAL, scale=Scale.CONTINUOUS),
        ],
        recipe=Recipe(seed=2**62 + 5).then(Camouflage(variables=["income"])),
    ).save(at)
    return at


def ask(at: Path, below: int) -> int:
    where = {"comparisons": [{"variable": "no", "relation": "less than", "values": [below]}]}
    return main(
        ["query", str(at), "--ask", json.dumps({"variable": "income", "statistic": "count", "where": where})]
    )


def test_an_older_project_does_not_take_the_place_of_a_journal(at: Path) -> None:
    older = load(at)
    assert ask(at, 20) == 0
    with pytest.raises(WriteError, match="holds answers to queries that this project lacks"):
        older.changed(title="Another title").save(at)
    assert ask(at, 21) == 2, "it would differ by one person"
    assert len(load(at).answers) == 1


def test_a_project_with_all_answers_is_saved_and_one_without_on_demand(at: Path) -> None:
    assert ask(at, 20) == 0
    now = load(at)
    now.changed(title="Another title").save(at)
    now.changed(answers=()).save(at, forget_answers=True)
    assert load(at).answers == ()


def test_files_that_are_no_project_are_replaced(at: Path) -> None:
    project = load(at)
    for text in ("", "[]", '{"answers": 3}'):
        at.write_text(text, encoding="utf-8")
        project.save(at)
        assert load(at) == project
