"""Hierarchies of a project: public documents tell no more of them than the labels that a step gave."""

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from sdcdesk.cli import main
from sdcdesk.document.data_reference import DataReference
from sdcdesk.document.project import Project
from sdcdesk.document.recipe import Recipe
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.io import ReadOptions
from sdcdesk.masking import LocalSuppression, Recoding

UNUSED = Hierarchy(name="Confidential diagnoses", levels=[{"syphilis": "infection", "measles": "infection"}])
AREAS = Hierarchy(name="Areas of Doctor Miller", levels=[{"Ulm": "South", "Bonn": "West"}])


def documents(folder: Path, recipe: Recipe, capsys: pytest.CaptureFixture[str]) -> dict[str, str]:
    """Return what the public edition of a project says, by document."""
    file, at = folder / "people.csv", folder / "people.sdcdesk"
    pd.DataFrame({"town": ["Ulm", "Bonn"] * 20, "age": range(40)}).to_csv(file, index=False)
    data = DataReference.to(file, at, ReadOptions())
    Project(data=data, hierarchies=[UNUSED, AREAS], recipe=recipe).save(at)
    written = {"report": folder / "report.html", "figures": folder / "figures.json"}
    main(["run", str(at), "--tables", "--report", str(written["report"]), "--json", str(written["figures"])])
    terminal = capsys.readouterr()
    told = {name: path.read_text(encoding="utf-8") for name, path in written.items()}
    return {**told, "terminal": terminal.out + terminal.err}


STEP = Recoding(variable="town", how="level", hierarchy="Areas of Doctor Miller", level=1)


@pytest.mark.parametrize(
    "method", [STEP, LocalSuppression(keys=["town"], recodings=[STEP])], ids=["step", "within"]
)
def test_neither_names_nor_hierarchies_without_use_are_told(
    method: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = documents(tmp_path, Recipe(seed=2**62).then(method), capsys)
    for name, text in told.items():
        for secret in ("Miller", "diagnoses", "syphilis", "infection"):
            assert secret not in text, name
    [step] = json.loads(told["figures"])["steps"]
    of = step["parameters"] if method is STEP else step["parameters"]["recodings"][0]
    assert of["hierarchy"] == {"levels": [{"Ulm": "South", "Bonn": "West"}]}


def test_those_of_a_secret_step_are_told_nowhere(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = documents(tmp_path, Recipe(seed=2**62).then(STEP, secret=True), capsys)
    assert "South" not in told["figures"]
    assert "Miller" not in "".join(told.values())
