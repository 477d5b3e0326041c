"""Comparison on the command line: grids of files, of the project and ready ones; cancelled and continued."""

import json
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import sdcdesk as sdc
from sdcdesk.cli import compare as command
from sdcdesk.cli import main
from sdcdesk.cli.targets import json_bytes
from sdcdesk.document.data_reference import DataReference
from sdcdesk.document.project import Project
from sdcdesk.document.project_file import load
from sdcdesk.document.recipe import Recipe
from sdcdesk.io import ReadOptions
from sdcdesk.search.alternatives import run as alternatives_run
from sdcdesk.search.alternatives.comparison import Comparison

GRID = {
    "lines": [
        {"method": "simple_random_sampling", "parameters": {"percentage": [50.0, 80.0]}},
        [{"method": "recoding", "parameters": {"variable": ["age"], "how": ["width"], "width": [5.0, 10.0]}}],
    ],
    "draws": 2,
}
FAILS = {"method": "rank_swapping", "parameters": {"variables": [["town"]]}}


@pytest.fixture(autouse=True)
def _in_a_folder_with_a_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    people = {
        "age": [20 + row % 37 for row in range(90)],
        "town": ["Ulm", "Kiel", "Bonn"] * 30,
        "income": [1000.5 + 7 * row % 211 for row in range(90)],
    }
    pd.DataFrame(people).to_csv(tmp_path / "people.csv", index=False)
    monkeypatch.chdir(tmp_path)
    read = ReadOptions(format="csv")
    variables = [
        {"name": "age", "role": "key", "scale": "continuous"},
        {"name": "town", "role": "key"},
        {"name": "income", "role": "confidential", "scale": "continuous"},
    ]
    data = DataReference.to(Path("people.csv"), Path("p.sdcdesk"), read)
    project = Project(data=data, variables=variables, recipe=Recipe(seed=771_234_987))
    project.with_default_scenario().save(Path("p.sdcdesk"))
    Path("grid.json").write_text(json.dumps(GRID), encoding="utf-8")


def result(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    assert main(["compare", "p.sdcdesk", *words, "--json", "-"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_the_file_is_what_python_finds_to_the_last_byte() -> None:
    assert main(["compare", "p.sdcdesk", "--grid", "grid.json", "--json", "out.json"]) == 0
    for workers in (1, 3):
        found = sdc.compare("p.sdcdesk", sdc.Grid(**GRID), workers=workers)
        assert Path("out.json").read_bytes() == json_bytes(found.to_json())
    assert "771234987" not in Path("out.json").read_text(encoding="utf-8")


def test_a_project_compares_its_own_grid_or_one_that_is_made_for_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    project = load(Path("p.sdcdesk"))
    project.changed(grid=sdc.Grid(**GRID)).save(Path("p.sdcdesk"))
    assert result(capsys)["alternatives"] == 4 + 2
    assert result(capsys, "--draws", "1")["alternatives"] == 2 + 2
    ready = result(capsys, "--ready", "samples")
    assert ready["alternatives"] == 9 * 3 + 1
    assert ready["outcomes"][0]["words"].startswith("Sample 10")


def test_weights_and_axes_are_free(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--grid", "grid.json", "--risk-axis", "disclosure_risk.dr_max")
    found = result(capsys, *words, "--weight", "disclosure_risk.dr_min=3", "--weight", "headline_loss.loss=1")
    assert found["axes"]["risk"]["figure"] == "dr_max"
    first = found["outcomes"][0]
    values = {(one["measure"], one["figure"]): one["value"] for one in first["figures"]}
    score = next(one["score"] for one in found["scores"] if one["number"] == first["number"])
    assert score == pytest.approx(
        (300 * values["disclosure_risk", "dr_min"] + values["headline_loss", "loss"]) / 4
    )


def test_what_is_printed_is_a_table_by_score_with_ties_and_failures(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("grid.json").write_text(json.dumps({"lines": [*GRID["lines"], FAILS, [], []]}), encoding="utf-8")
    assert main(["compare", "p.sdcdesk", "--grid", "grid.json", "--best", "3"]) == 0
    out = capsys.readouterr().out
    lines = out.splitlines()
    assert "7 of 7 alternatives are done" in lines[0]
    assert lines[1] == "Alternatives (3 of 6 rows)"
    assert [line.split()[-1] for line in lines[2:3]] == ["Alternative"]
    assert "Equal in both figures: The original as it is; The original as it is." in out
    assert "town is nominal" in out


def test_what_a_cancelled_comparison_has_done_is_kept_and_continued(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(alternatives_run, "OFTEN", 0.001)  # each is told of, however fast the machine is
    whole = command.compare_alternatives

    def interrupted(*words: Any, so_far: Callable[[Comparison], object], **named: Any) -> Comparison:
        def then_stop(one: Comparison) -> None:
            so_far(one)
            signal.raise_signal(signal.SIGINT)

        return whole(*words, so_far=then_stop, workers=1, **named)

    monkeypatch.setattr(command, "compare_alternatives", interrupted)
    words = ["compare", "p.sdcdesk", "--grid", "grid.json"]
    assert main([*words, "--json", "out.json"]) == 3
    assert not Path("out.json").exists()
    assert "nothing was written" in capsys.readouterr().err
    assert main([*words, "--json", "out.json", "--partial", "done.json"]) == 3
    assert not Path("out.json").exists()
    assert "of 6 alternatives are kept in done.json" in capsys.readouterr().err
    kept = json.loads(Path("done.json").read_text(encoding="utf-8"))
    assert 0 < kept["done"] < kept["alternatives"]
    monkeypatch.setattr(command, "compare_alternatives", whole)
    assert main([*words, "--json", "out.json", "--continue", "done.json"]) == 0
    assert Path("out.json").read_bytes() == json_bytes(sdc.compare("p.sdcdesk", sdc.Grid(**GRID)).to_json())


def test_a_comparison_is_continued_with_its_own_project_only(capsys: pytest.CaptureFixture[str]) -> None:
    whole = result(capsys, "--grid", "grid.json")
    half = {**whole, "outcomes": whole["outcomes"][:2], "done": 2}
    Path("done.json").write_text(json.dumps(half), encoding="utf-8")
    assert result(capsys, "--grid", "grid.json", "--continue", "done.json") == whole
    project = load(Path("p.sdcdesk"))
    project.changed(recipe=project.recipe.changed(seed=3)).save(Path("p.sdcdesk"))
    assert main(["compare", "p.sdcdesk", "--grid", "grid.json", "--continue", "done.json"]) == 2
    assert "another project" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "holds no grid"),
        (["--ready", "all"], "no ready grid called all; there are study, keys"),
        (["--grid", "p.sdcdesk"], "holds no grid"),
        (["--grid", "none.json"], "none.json"),
        (["--grid", "grid.json", "--ready", "keys"], "not allowed with"),
        (["--grid", "grid.json", "--weight", "much"], "must be a number from 0 to 1"),
        (["--grid", "grid.json", "--weight", "1", "--weight", "0"], "either one number"),
        (["--grid", "grid.json", "--weight", "suda.records_at_risk=1"], "suda"),
        (["--grid", "grid.json", "--weight", "disclosure_risk.k=1"], "no share and no score"),
        (["--grid", "grid.json", "--draws", "0"], "must be a whole number"),
        (["--grid", "grid.json", "--draws", "20000"], "draws"),
        (["--grid", "grid.json", "--json", "people.csv", "--overwrite"], "never overwritten"),
        (["--grid", "grid.json", "--continue", "grid.json"], "no comparison"),
    ],
)
def test_what_is_wrong_is_said_with_code_2(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compare", "p.sdcdesk", *words]) == 2
    assert said in capsys.readouterr().err


def test_files_that_a_grid_names_are_seen_from_its_folder(capsys: pytest.CaptureFixture[str]) -> None:
    Path("there").mkdir()
    people = pd.read_csv("people.csv")
    for number, rows in enumerate((slice(0, 30), slice(30, 90)), start=1):
        people.assign(no=range(90)).iloc[rows].to_csv(f"there/s{number}.csv", index=False)
    line = {"method": "finished_file", "parameters": {"file": ["s1.csv", "s2.csv"], "same_order": [True]}}
    Path("there/grid.json").write_text(json.dumps({"lines": [line]}), encoding="utf-8")
    found = result(capsys, "--grid", "there/grid.json")
    assert [one["settings"][0]["parameter"] for one in found["outcomes"]] == ["file", "file"]
    assert all("s1.csv" in str(one) or "s2.csv" in str(one) for one in found["outcomes"])


def test_the_internal_report_shows_a_comparison_and_no_other_does(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", "p.sdcdesk", "--grid", "grid.json", "--json", "found.json"]) == 0
    words = ["run", "p.sdcdesk", "--report", "r.html", "--alternatives", "found.json"]
    assert main(words) == 2
    assert "--internal-report" in capsys.readouterr().err
    main([*words, "--internal-report"])
    assert "Risk against loss" in Path("r.html").read_text(encoding="utf-8")
