"""Parameters of steps that name values: public documents tell how many they are, and none of them.

The attacker reads the figures as JSON, the report and what the terminal says. A mapping names values of
records that were left out, and what stands behind a label; groups and matrices of PRAM and numbers by stratum
name them, too; and a condition names what it blanks.
"""

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from sdcdesk.cli import main
from sdcdesk.core.operations.method import Method
from sdcdesk.document.data_reference import DataReference
from sdcdesk.document.project import Project
from sdcdesk.document.recipe import Recipe
from sdcdesk.io import ReadOptions
from sdcdesk.masking import LocalSuppression, Pram, Recoding, StratifiedSampling, ValueSuppression

TOWNS = ["Ulm", "Bonn", "Kiel", "Jena"]
GONE = "Kiel"
"""A town that nobody has in the released file."""

MAPPING = {"Ulm": "South", "Bonn": "West", "Kiel": "North", "Jena": "East"}
RECODING = Recoding(variable="town", how="mapping", mapping=MAPPING)
COMPARED = {"variable": "town", "relation": "is"}
STEPS: dict[str, tuple[Method, dict[str, Any]]] = {
    "mapping": (RECODING, {"mapping": {"values": 4, "groups": 4}}),
    "mapping within": (
        LocalSuppression(keys=["town"], recodings=[RECODING]),
        {"mapping": {"values": 4, "groups": 4}},
    ),
    "groups": (
        Pram(variable="town", how="groups", groups={"Kiel": "coast", "Ulm": "inland", "Bonn": "inland"}),
        {"groups": {"values": 3, "groups": 2}},
    ),
    "matrix": (
        Pram(variable="town", how="matrix", transitions={town: {"Ulm": 1.0} for town in TOWNS}),
        {"transitions": {"values": 4}},
    ),
    "strata": (
        StratifiedSampling(
            within=["town"], allocation="given", numbers={"Ulm": 9, "Bonn": 9, "Jena": 9, GONE: 0}
        ),
        {"numbers": {"values": 4}},
    ),
    "condition": (
        ValueSuppression(variables=["town"], where={"comparisons": [{**COMPARED, "values": [GONE]}]}),
        {"where": {"hold": "all", "comparisons": [{**COMPARED, "values": {"values": 1}, "other": ""}]}},
    ),
}


def told(folder: Path, method: Method, capsys: pytest.CaptureFixture[str]) -> dict[str, str]:
    """Return what the public edition says of a project with a step, by document."""
    file, at = folder / "people.csv", folder / "people.sdcdesk"
    pd.DataFrame({"town": TOWNS * 10, "age": range(40)}).to_csv(file, index=False)
    reference = DataReference.to(file, at, ReadOptions())
    Project(data=reference, recipe=Recipe(seed=2**62).then(method)).save(at)
    written = {"report": folder / "report.html", "figures": folder / "figures.json"}
    main(["run", str(at), "--tables", "--report", str(written["report"]), "--json", str(written["figures"])])
    terminal = capsys.readouterr()
    return {
        **{name: path.read_text(encoding="utf-8") for name, path in written.items()},
        "terminal": terminal.out + terminal.err,
    }


@pytest.mark.parametrize("name", STEPS)
def test_no_value_stands_in_the_parameters(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    method, published = STEPS[name]
    assert GONE in json.dumps(method.parameters), "else this test proves nothing"
    documents = told(tmp_path, method, capsys)
    [step] = json.loads(documents["figures"])["steps"]
    parameters = step["parameters"]
    of = parameters["recodings"][0] if "recodings" in parameters else parameters
    assert {one: of[one] for one in published} == published
    assert GONE not in json.dumps(parameters)
    assert [document for document, text in documents.items() if GONE in text] == []
