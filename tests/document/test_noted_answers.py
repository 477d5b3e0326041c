"""An answer is noted in the file of the project, or it is not told."""

import threading
from pathlib import Path

import pandas as pd
import pytest

from sdcdesk.core.files.folder_lock import folder_lock
from sdcdesk.core.running.errors import ProjectError
from sdcdesk.document.data_reference import DataReference
from sdcdesk.document.noted_answers import note_answers
from sdcdesk.document.project import Project
from sdcdesk.document.project_file import digest_at, load
from sdcdesk.document.recipe import Recipe
from sdcdesk.io import ReadOptions
from sdcdesk.masking.interval_journal import GivenAnswer
from sdcdesk.masking.interval_query import IntervalQuery


@pytest.fixture
def path(tmp_path: Path) -> Path:
    pd.DataFrame({"income": [1, 2, 3]}).to_csv(tmp_path / "people.csv", index=False)
    path = tmp_path / "people.sdcdesk"
    Project(
        title="survey",
        data=DataReference.to(tmp_path / "people.csv", path, ReadOptions()),
        recipe=Recipe(seed=2**62 + 1),
    ).save(path)
    return path


def given(low: float) -> GivenAnswer:
    query = IntervalQuery(variable="income", statistic="sum")
    return GivenAnswer(
        query=query, records=3, chosen="0" * 64, intervals="1" * 64, kind="range", low=low, high=9.0
    )


def test_the_journal_is_written_and_all_else_stays(path: Path) -> None:
    held = note_answers(path, digest_at(path), [given(1.0)])
    assert held == digest_at(path)
    assert note_answers(path, held, [given(1.0), given(2.0)]) == digest_at(path)
    project = load(path)
    assert project.answers == (given(1.0), given(2.0))
    assert project.title == "survey"


def test_a_journal_that_stands_there_is_not_written_again(path: Path) -> None:
    held = note_answers(path, digest_at(path), [given(1.0)])
    before = path.stat()
    assert note_answers(path, held, [given(1.0)]) == held
    assert (path.stat().st_ino, path.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_a_file_that_somebody_else_has_changed_stays_so(path: Path) -> None:
    held = digest_at(path)
    load(path).changed(title="theirs").save(path)
    with pytest.raises(ProjectError, match="is not told"):
        note_answers(path, held, [given(1.0)])
    assert (load(path).title, load(path).answers) == ("theirs", ())


def test_a_file_that_is_gone_is_not_made_anew(path: Path) -> None:
    held = digest_at(path)
    path.unlink()
    with pytest.raises(ProjectError, match="is not told"):
        note_answers(path, held, [given(1.0)])
    assert not path.exists()


def test_of_two_who_ask_at_once_one_is_answered(path: Path) -> None:
    held, told, refused = digest_at(path), [], []
    begin = threading.Barrier(2)

    def ask(low: float) -> None:
        begin.wait()
        try:
            note_answers(path, held, [given(low)])
        except ProjectError:
            refused.append(low)
        else:
            told.append(low)

    threads = [threading.Thread(target=ask, args=(low,)) for low in (1.0, 2.0)]
    with folder_lock([path.parent]):  # both wait, and go on together
        for thread in threads:
            thread.start()
    for thread in threads:
        thread.join()
    assert len(told) == len(refused) == 1
    assert load(path).answers == (given(told[0]),)
