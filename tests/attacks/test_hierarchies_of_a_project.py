"""Hierarchies of a project: public documents tell nothing of them but their height and titles of levels.

The values of a hierarchy that was built from a file are those that occur in it: of records left out, too, and
with only one value below a label, of all records that have this label.
"""

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from sdcdesk import search
from sdcdesk.cli import main
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Variable
from sdcdesk.document.data_reference import DataReference
from sdcdesk.document.project import Project
from sdcdesk.document.recipe import Recipe
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.hierarchies.proposal import propose
from sdcdesk.io import ReadOptions
from sdcdesk.masking import LocalSuppression, Recoding

UNUSED = Hierarchy(name="Confidential diagnoses", levels=[{"syphilis": "infection", "measles": "infection"}])
AREAS = Hierarchy(name="Areas of Doctor Miller", levels=[{"Ulm": "South", "Bonn": "West"}], titles=["zones"])


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
    assert of["hierarchy"] == {"height": 1, "titles": ["zones"]}


def test_those_of_a_secret_step_are_told_nowhere(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = documents(tmp_path, Recipe(seed=2**62).then(STEP, secret=True), capsys)
    assert "South" not in told["figures"]
    assert "Miller" not in "".join(told.values())


def behind_labels(parameters: dict[str, Any], released: pd.Series) -> dict[str, str]:
    """Return of each released label the only value that a told hierarchy has below it."""
    below: dict[str, list[str]] = {}
    tables = parameters["hierarchy"].get("levels", [])
    for value in tables[0] if tables else ():
        label = value
        for table in tables[: parameters["level"]]:
            label = table[label]
        below.setdefault(label, []).append(value)
    return {label: below[label][0] for label in set(released) if len(below.get(label, [])) == 1}


def test_no_value_follows_from_a_label_and_none_of_a_record_left_out_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    days = ["2020-01-07"] * 9 + ["2020-02-03", "2020-02-17"] * 6 + ["2021-05-30"]
    data = Microdata(pd.DataFrame({"town": days}), [Variable(name="town", role=Role.KEY)])
    built = propose(data, "town")
    found = search.lattice(data, {"town": built}, k=3, suppress=1)
    recipe = found.recipe((1,), seed=2**62)
    released = recipe.apply(data).frame["town"]
    faulty = recipe.steps[0].method.parameters
    assert behind_labels(faulty, released) == {"2020-01": "2020-01-07"}, "else this test proves nothing"

    written = tmp_path / "figures.json"
    data.frame.to_csv(tmp_path / "people.csv", index=False)
    at = tmp_path / "people.sdcdesk"
    reference = DataReference.to(tmp_path / "people.csv", at, ReadOptions())
    Project(data=reference, hierarchies=[built], recipe=recipe).save(at)
    main(["run", str(at), "--json", str(written)])
    told = written.read_text(encoding="utf-8")
    assert behind_labels(json.loads(told)["steps"][0]["parameters"], released) == {}
    assert not [day for day in set(days) if day in told + capsys.readouterr().out]
    assert '"months"' in told
