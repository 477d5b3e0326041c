"""Search on the command line: a data file or a project, hierarchies given or proposed."""

import json
import shutil
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from sdcdesk.cli import main

SAMPLES = Path(__file__).resolve().parents[2] / "resources" / "samples"


@pytest.fixture(autouse=True)
def _in_a_folder_with_people(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    people = {"age": [20 + row % 30 for row in range(120)], "town": ["Ulm", "Kiel", "Bonn"] * 40}
    pd.DataFrame(people).to_csv(tmp_path / "people.csv", index=False)
    (tmp_path / "gap.csv").write_text("town,empty\nUlm,\nKiel,\n", encoding="utf-8")
    (tmp_path / "towns.csv").write_text("Ulm;South;*\nKiel;North;*\nBonn;North;*\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)


def found(*words: str) -> dict[str, Any]:
    assert main(["search", *words, "--json", "out.json", "--overwrite"]) == 0
    result: dict[str, Any] = json.loads(Path("out.json").read_text(encoding="utf-8"))
    return result


def test_hierarchies_are_given_or_proposed() -> None:
    result = found("people.csv", "--hierarchy", "town=towns.csv", "--keys", "age", "--k", "5")
    assert "Internal" in result["document"]
    assert [key["name"] for key in result["keys"]] == ["town", "age"]
    assert [level["labels"] for level in result["keys"][0]["levels"]] == [3, 2, 1]
    assert result["keys"][1]["levels"][-1] == {"title": "dropped", "labels": 1}
    assert (result["records"], result["k"], result["suppress"]) == (120, 5, 0)
    assert result["complete"]
    assert result["looked_at"] == result["codings"]
    best = result["optimum"]
    assert best == result["best"][0]
    assert best["suppressed"] == 0
    assert best["smallest_group"] >= 5
    assert best["losses"]["loss"] == result["bound"] == min(one["losses"]["loss"] for one in result["best"])
    assert best["levels"] in result["tied"]


def test_records_weights_and_losses_are_taken_as_they_are_given() -> None:
    words = ("people.csv", "--keys", "age,town", "--k", "12", "--loss", "height", "--best", "2")
    assert found(*words, "--suppress", "0.5")["suppress"] == 60
    result = found(*words, "--suppress", "7", "--key-weight", "age=3", "--key-weight", "town=1", "--no-whole")
    assert result["suppress"] == 7
    assert len(result["best"]) == 2
    levels = result["optimum"]["levels"]
    assert result["optimum"]["losses"]["height"] == pytest.approx((3 * levels["age"] + levels["town"]) / 2)


def test_what_is_printed_says_the_best_codings_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["search", "people.csv", "--keys", "age,town", "--k", "5"]) == 0
    first, best, *_ = capsys.readouterr().out.splitlines()
    assert "codings of" in first
    assert best.startswith("  age in ")
    assert "records left out" in best


def test_the_file_of_a_project_is_searched_as_its_recipe_leaves_it() -> None:
    for name in ("billing_5000.sdcdesk", "billing_5000.csv"):
        shutil.copy(SAMPLES / name, name)
    result = found("billing_5000.sdcdesk", "--k", "5", "--suppress", "0.02")
    assert [key["name"] for key in result["keys"]] == ["Age", "Sex", "Zip"]
    assert result["optimum"]["suppressed"] <= result["suppress"] <= 100
    for coding in result["best"]:
        assert coding["verdict"] in ("safe", "unsafe", "not assessed")
        assert coding["file_loss"]["value"] >= 0
        assert len(coding["kept"]) == sum(level > 0 for level in coding["levels"].values())


def test_a_hierarchy_for_one_key_of_a_project_leaves_its_other_keys() -> None:
    for name in ("billing_5000.sdcdesk", "billing_5000.csv"):
        shutil.copy(SAMPLES / name, name)
    sexes = sorted(pd.read_csv("billing_5000.csv")["Sex"].dropna().unique())
    Path("sex.csv").write_text("".join(f"{sex};any\n" for sex in sexes), encoding="utf-8")
    result = found("billing_5000.sdcdesk", "--k", "5", "--hierarchy", "Sex=sex.csv")
    assert [key["name"] for key in result["keys"]] == ["Sex", "Age", "Zip"]


def test_names_of_keys_and_files_may_have_the_sign_between_them() -> None:
    Path("a=b.csv").write_text("g=x\nm\nf\nf\nm\n", encoding="utf-8")
    Path("c=d.csv").write_text("m;any\nf;any\n", encoding="utf-8")
    result = found("a=b.csv", "--k", "2", "--hierarchy", "g=x=c=d.csv", "--key-weight", "g=x=2")
    assert [key["name"] for key in result["keys"]] == ["g=x"]


def test_a_file_larger_than_memory_has_the_same_codings() -> None:
    words = ("people.csv", "--hierarchy", "town=towns.csv", "--keys", "age", "--k", "5", "--suppress", "0.05")
    # The headline loss counts the variables that were read: all of this file.
    assert found(*words, "--engine", "duckdb") == found(*words)


def test_a_request_that_nothing_meets_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    Path("flat.csv").write_text("town;zone\nUlm;South\nKiel;North\nBonn;North\n", encoding="utf-8")
    result = found("people.csv", "--hierarchy", "town=flat.csv", "--k", "100")
    assert result["optimum"] is None
    assert result["minimal"] == result["best"] == []
    assert "No coding meets this" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["people.csv", "--k", "5"], "Name at least one key"),
        (["people.csv", "--keys", "age", "--k", "500"], "k is 500, and the file has only 120 records"),
        (["people.csv", "--keys", "age", "--k", "5", "--suppress", "-1"], "is negative; give 0 or more"),
        (["people.csv", "--keys", "age", "--k", "5", "--suppress", "some"], "must be a number of records"),
        (["people.csv", "--keys", "age", "--k", "5", "--loss", "most"], "invalid choice"),
        (["people.csv", "--keys", "age", "--k", "5", "--hierarchy", "town"], "must be a key and a file"),
        (["people.csv", "--keys", "age", "--k", "5", "--key-weight", "age"], "must be a key and a number"),
        (["people.csv", "--keys", "age", "--k", "5", "--scenario", "x"], "Only a project has scenarios"),
        (
            ["people.csv", "--keys", "age", "--k", "5", "--engine", "duckdb", "--local"],
            "leave projects, scenario",
        ),
        (["people.csv", "--k", "5", "--engine", "duckdb"], "name the key variables"),
        (["people.csv", "--k", "5", "--hierarchy", "age=towns.csv"], "have no label in the hierarchy"),
        (["people.csv", "--keys", "age", "--k", "5", "--best", "0"], "must be a whole number, 1 or more"),
        (["people.csv", "--keys", "age", "--k", "5", "--visits", "-5"], "must be a whole number, 1 or more"),
        (
            ["people.csv", "--k", "5", "--hierarchy", "town=towns.csv", "--hierarchy", "town=other.csv"],
            "--hierarchy is given twice for town",
        ),
        (
            ["people.csv", "--keys", "age", "--k", "5", "--key-weight", "age=1", "--key-weight", "age=2"],
            "--key-weight is given twice for age",
        ),
        (["gap.csv", "--keys", "town,empty", "--k", "1"], "The variable empty has no value"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["search", *words]) == 2
    assert said in capsys.readouterr().err


def test_conditions_on_groups_are_asked_and_told(capsys: pytest.CaptureFixture[str]) -> None:
    people = pd.read_csv("people.csv").assign(ill=["flu", "flu", "asthma", "gout"] * 30)
    people.loc[people["age"] < 25, "ill"] = "flu"
    people.to_csv("ill.csv", index=False)
    words = ("ill.csv", "--keys", "age", "--k", "2", "--suppress", "0.3")
    result = found(
        *words, "--diversity", "ill=2", "--closeness", "ill=0.9", "--recursive-diversity", "ill=9,2"
    )
    assert result["conditions"] == [
        {"kind": "distinct", "variable": "ill", "l": 2},
        {"kind": "closeness", "variable": "ill", "t": 0.9, "ground": "scale"},
        {"kind": "recursive", "variable": "ill", "c": 9.0, "l": 2},
    ]
    as_is = next(one for one in result["pareto"] if one["levels"] == {"age": 0})
    assert as_is["breaking"] == as_is["suppressed"] > 0
    sensitive = found(*words, "--sensitivity", "2", "--confidential", "ill")
    assert sensitive["conditions"] == result["conditions"][:1]
    for half in (("--sensitivity", "2"), ("--confidential", "ill")):
        assert main(["search", *words, *half]) == 2
        assert "--confidential" in capsys.readouterr().err
    for wrong, why in (("ill", "illness=3"), ("ill=0", "must be at least 1"), ("ill=2.5", "illness=3")):
        assert main(["search", *words, "--diversity", wrong]) == 2
        assert why in capsys.readouterr().err
    assert main(["search", *words, "--entropy-diversity", "ill=2"]) == 0
    assert "of them for a condition" in capsys.readouterr().out


def test_local_recoding_is_told_beside_the_codings(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("people.csv", "--hierarchy", "town=towns.csv", "--keys", "age", "--k", "5")
    assert "local_recoding" not in found(*words)
    local = found(*words, "--local")["local_recoding"]
    assert local["smallest_group"] >= 5
    assert local["loss"] < found(*words)["optimum"]["losses"]["loss"]
    capsys.readouterr()
    assert main(["search", *words, "--local"]) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith("Local recoding of the same keys: ")
