"""Unsaved work: what is kept of a project is the whole project, and each hierarchy once."""

from pathlib import Path

from sdcdesk.document.data_reference import DataReference
from sdcdesk.document.project import Project
from sdcdesk.document.recipe import Recipe
from sdcdesk.document.unsaved_work import kept, recovered
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.io import ReadOptions
from sdcdesk.masking import LocalRecoding, Recoding

TOWNS = Hierarchy.from_rows({"Kiel": "North > any", "Ulm": "South > any"}, "Towns")


def test_a_place_that_is_no_unicode_is_kept(tmp_path: Path) -> None:
    data = tmp_path / "people.csv"
    data.write_text("town\nKiel\n", encoding="utf-8")
    reference = DataReference.to(data, tmp_path / "p.sdcdesk", ReadOptions())
    saved_as = tmp_path / "caf\udce9.sdcdesk"
    file = tmp_path / "kept.json"
    file.write_bytes(kept(Project(data=reference, recipe=Recipe(seed=1)), data, saved_as))
    found = recovered(file)
    assert found is not None
    assert found.saved_as == saved_as


def test_what_was_kept_comes_back_whole(tmp_path: Path) -> None:
    data = tmp_path / "people.csv"
    data.write_text("town\nKiel\nUlm\n", encoding="utf-8")
    reference = DataReference.to(data, tmp_path / "p.sdcdesk", ReadOptions())
    step = Recoding(variable="town", how="level", hierarchy=TOWNS, level=2)
    local = LocalRecoding(keys=["town"], k=2, hierarchies={"town": TOWNS})
    recipe = Recipe(seed=1).then(step).then(local)
    project = Project(data=reference, hierarchies=[TOWNS], recipe=recipe)
    file = tmp_path / "kept.json"
    file.write_bytes(kept(project, data, tmp_path / "p.sdcdesk", "digest"))
    # As a label of one level, and as an entry below the next one.
    assert file.read_bytes().count(b"South") == 2
    found = recovered(file)
    assert found is not None
    assert (found.saved_as, found.saved_digest) == (tmp_path / "p.sdcdesk", "digest")
    whole = project.changed(data=reference.changed(path=data.resolve().as_posix()))
    assert found.project == whole
