"""Attack: the folder in which another file lies names its owner; documents say the name of the file alone."""

from pathlib import Path

import pandas as pd
import pytest

from sdcdesk.document.data_reference import DataReference
from sdcdesk.document.project import Project
from sdcdesk.document.recipe import Recipe
from sdcdesk.io import ReadOptions
from sdcdesk.loss import HeadlineLoss
from sdcdesk.masking import FinishedFile
from sdcdesk.release.pipeline import Pipeline
from sdcdesk.release.release_check import check_release
from sdcdesk.release.release_text import release_text
from sdcdesk.report.export import figures_text
from sdcdesk.report.html import render
from sdcdesk.risk import KMap

FOLDER = "case of Ann Quill"


@pytest.mark.parametrize("population", ["register.csv", "gone.csv"])
def test_no_public_document_says_in_which_folder_another_file_lies(population: str, tmp_path: Path) -> None:
    folder = tmp_path / FOLDER
    folder.mkdir()
    people = pd.DataFrame({"age": [20, 30, 40, 50], "income": [1.5, 2.5, 3.5, 4.5]})
    file, at = tmp_path / "people.csv", tmp_path / "people.sdcdesk"
    for path in (file, folder / "register.csv", folder / "finished.csv"):
        people.to_csv(path, index=False)
    finished = FinishedFile(file=str(folder / "finished.csv"), same_order=True)
    measure = KMap(keys=["age"], population=str(folder / population))
    project = Project(
        data=DataReference.to(file, at, ReadOptions()),
        recipe=Recipe(seed=2**60 + 7).then(finished),
        measures=[measure, HeadlineLoss()],
    )
    run = Pipeline(project.open_data(at)).run(project.recipe)
    release = check_release(project, run).followed()
    assert bool(release.unassessed) is (population == "gone.csv")
    told = figures_text(release)
    assert population in told
    assert "finished.csv" in told
    for text in (told, render(release), release_text(release)):
        assert FOLDER not in text
    if not release.unassessed:
        assert FOLDER not in str(measure.assess(project.open_data(at), run.masked).to_json())
