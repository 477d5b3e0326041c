"""Edit rules and tables of recodings in files of their own, on the command line."""

import json
import re
from pathlib import Path

import pandas as pd
import pytest

from sdcdesk.cli import main
from sdcdesk.hierarchies.hierarchy import Hierarchy

RULE = {
    "name": "Nobody is older",
    "then": {"comparisons": [{"variable": "age", "relation": "at most", "values": [99]}]},
}


@pytest.fixture(autouse=True)
def _in_a_folder_with_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pd.DataFrame({"age": [90, 95, 97, 130, 99] * 4, "zip": list("abcde") * 4}).to_csv(
        tmp_path / "people.csv", index=False
    )
    (tmp_path / "rules.json").write_text(json.dumps([RULE]), encoding="utf-8")
    (tmp_path / "zip.csv").write_text("a;x;*\nb;x;*\nc;y;*\nd;y;*\ne;y;*\n", encoding="utf-8")
    (tmp_path / "pairs.csv").write_text("a;1\nb;2\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)


def test_rules_are_told_by_inspect_mask_and_assess(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["inspect", "people.csv", "--rules", "rules.json", "--json", "-"]) == 0
    assert json.loads(capsys.readouterr().out)["edit_rules"] == [{"name": "Nobody is older", "broken": 4}]
    noise = 'additive_noise:{"variables": ["age"], "variance_share": 50}'
    asked = ["mask", "people.csv", "--rules", "rules.json", "--seed", "1", "--out", "out.csv"]
    assert main([*asked, "--method", noise]) == 0
    said = capsys.readouterr().err
    assert "break the edit rule Nobody is older, and did not before this step" in said
    assessed = ["assess", "people.csv", "--masked", "out.csv", "--rules", "rules.json", "--keys", "zip"]
    assert main([*assessed, "--measure", "edit_rules", "--same-order", "--json", "-"]) == 0
    [found] = json.loads(capsys.readouterr().out)["measures"]
    [broken] = re.findall(r"(\d+) records break", said)
    published = found["figures"]["records_made_impossible"]["value"]
    assert published % 10 == 0, "what is published is rounded to tens, up or down"
    assert abs(published - int(broken)) < 10


def test_a_file_that_holds_no_rules_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["inspect", "people.csv", "--rules", "zip.csv"]) == 2
    assert "zip.csv is not JSON" in capsys.readouterr().err


def test_tables_of_a_recoding_stand_in_files() -> None:
    level = 'recoding:{"variable": "zip", "how": "level", "hierarchy": "@zip.csv"}'
    pairs = 'recoding:{"variable": "zip", "how": "mapping", "mapping": "@pairs.csv"}'
    for method, wanted in ((level, list("xxyyy")), (pairs, list("12cde"))):
        out = ["--seed", "1", "--out", "out.csv", "--overwrite"]
        assert main(["mask", "people.csv", "--method", method, *out]) == 0
        assert pd.read_csv("out.csv", dtype=str)["zip"].tolist() == wanted * 4


def test_a_hierarchy_stands_in_the_command_or_in_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    zones = Hierarchy(name="Zones", levels=[{"a": "x", "b": "x", "c": "y", "d": "y", "e": "y"}])
    written = json.dumps(zones.model_dump(mode="json"))
    Path("zones.json").write_text(written, encoding="utf-8")
    rows = json.dumps({value: f"{label} > *" for value, (label,) in zones.rows.items()})
    for given in (written, rows, '"@zones.json"', '"@zip.csv"'):
        method = f'recoding:{{"variable": "zip", "how": "level", "hierarchy": {given}}}'
        out = ["--seed", "1", "--out", "out.csv", "--overwrite"]
        assert main(["mask", "people.csv", "--method", method, *out]) == 0
        assert pd.read_csv("out.csv", dtype=str)["zip"].tolist() == list("xxyyy") * 4
    found = []
    for given in (written, '"@zones.json"', '"@zip.csv"'):
        measure = f't_closeness:{{"variables": ["zip"], "ground": "hierarchy", "hierarchy": {given}}}'
        capsys.readouterr()
        asked = ["assess", "people.csv", "--keys", "age", "--confidential", "zip", "--json", "-"]
        assert main([*asked, "--measure", measure]) == 0
        found.append(json.loads(capsys.readouterr().out)["measures"][0]["figures"]["distance"])
    assert found[0] == found[1] == found[2]
    for given, wrong in (
        ('"Zones"', "of the hierarchy Zones only the name"),
        ('"@rules.json"', "must be a hierarchy"),
    ):
        method = f'recoding:{{"variable": "zip", "how": "level", "hierarchy": {given}}}'
        assert main(["mask", "people.csv", "--method", method, "--seed", "1", "--out", "new.csv"]) == 2
        assert wrong in capsys.readouterr().err
    Path("zones.json").write_text("[", encoding="utf-8")
    method = 'recoding:{"variable": "zip", "how": "level", "hierarchy": "@zones.json"}'
    assert main(["mask", "people.csv", "--method", method, "--seed", "1", "--out", "new.csv"]) == 2
    assert "zones.json is not JSON (line 1, column 2)" in capsys.readouterr().err


def test_a_table_that_is_none_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    method = 'recoding:{"variable": "zip", "how": "mapping", "mapping": "@rules.json"}'
    assert main(["mask", "people.csv", "--method", method, "--seed", "1", "--out", "out.csv"]) == 2
    assert "rules.json must have two columns" in capsys.readouterr().err
