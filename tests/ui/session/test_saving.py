from pathlib import Path

import pytest

from sdcdesk.document.project import load
from ui.session.saving import Autosave, Saving
from ui.session.session import Session


def test_unsaved_work_of_a_window_that_is_gone_is_offered(sample: Path, tmp_path: Path) -> None:
    folder = tmp_path / "autosave"
    project = load(sample).changed(title="Changed")
    crashed = Autosave(folder)
    crashed.keep(project, sample.parent / "billing_5000.csv", sample)
    assert Autosave(folder).recovered() == [], "the window still lives"
    crashed._lock.unlock()  # what the system does when the process ends
    [work] = Autosave(folder).recovered()
    assert work.project.title == "Changed"
    assert work.saved_as == sample
    assert len(work.project.open_data(work.file)) == 5000, "the data are found from there"
    Autosave(folder).discard(work)
    assert Autosave(folder).recovered() == []


def test_saved_work_is_not_offered(sample: Path, tmp_path: Path) -> None:
    folder = tmp_path / "autosave"
    autosave = Autosave(folder)
    autosave.keep(load(sample), sample.parent / "billing_5000.csv", None)
    autosave.forget()
    assert Autosave(folder).recovered() == []
    assert not list(folder.glob("*.json"))


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        "7",
        '{"project": {}, "saved_as": null}',
        '{"project": null, "saved_as": 3}',
        "[" * 100_000,
        "\0\0",
    ],
)
def test_a_damaged_file_is_not_offered(tmp_path: Path, text: str) -> None:
    (tmp_path / "x.json").write_text(text, encoding="utf-8")
    (tmp_path / "y.json").mkdir()
    assert Autosave(tmp_path).recovered() == []


def test_work_that_cannot_be_kept_says_so_once(sampled: Session, tmp_path: Path) -> None:
    (tmp_path / "autosave").write_text("in the way", encoding="utf-8")
    saving, said = Saving(sampled, Autosave(tmp_path / "autosave")), []
    sampled.failed.connect(said.append)
    for seed in range(3):
        sampled.change_recipe("seed", lambda recipe, seed=seed: recipe.changed(seed=seed))
        saving.keep()
    assert len(said) == 1
    assert "not kept" in said[0].message
    (tmp_path / "autosave").unlink()
    saving.keep()
    assert list((tmp_path / "autosave").glob("*.json"))
    saving.discard()


def test_no_value_of_the_data_is_kept(sample: Path, tmp_path: Path) -> None:
    autosave = Autosave(tmp_path / "autosave")
    data = sample.parent / "billing_5000.csv"
    autosave.keep(load(sample), data, None)
    [kept] = (tmp_path / "autosave").glob("*.json")
    text = kept.read_text(encoding="utf-8")
    names = {line.split(",")[1] for line in data.read_text(encoding="utf-8").splitlines()[1:]}
    assert not [name for name in names if name in text]
    autosave.forget()
