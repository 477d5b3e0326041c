"""Suggestion on the command line: budget, what may change, state, and the adopted project."""

import json
import shutil
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sdcdesk.cli import main
from sdcdesk.cli import suggest as command
from sdcdesk.document.project_file import load
from sdcdesk.search.suggestion.suggestion import Suggestion

SAMPLES = Path(__file__).resolve().parents[2] / "resources" / "samples"


@pytest.fixture(autouse=True)
def _in_a_folder_with_the_sample(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("billing_5000.csv", "billing_5000.sdcdesk"):
        shutil.copy(SAMPLES / name, tmp_path / name)
    (tmp_path / "there").mkdir()
    monkeypatch.chdir(tmp_path)


def result(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> dict[str, Any]:
    assert main(["suggest", "billing_5000.sdcdesk", *words, "--json", "-"]) == code
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_the_best_recipe_becomes_a_project_that_is_safe(capsys: pytest.CaptureFixture[str]) -> None:
    found = result(capsys, "--trials", "12", "--out", "there/safe.sdcdesk")
    best = found["safe"][0]
    assert "Internal" in found["document"]
    assert found["tried"] == 12
    assert best["verdict"] == "safe"
    assert all(step["reason"].endswith(".") for step in best["steps"])
    assert main(["run", "there/safe.sdcdesk", "--json", "-"]) == 0
    run = json.loads(capsys.readouterr().out)
    assert run["verdict"] == "safe"
    assert [step["method"] for step in run["steps"]] == [step["method"] for step in best["steps"]]


def test_a_search_goes_on_where_it_ended(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--allow", "Age=levels:3,top", "--allow", "Zip=levels", "--records", "leave_out")
    whole = result(capsys, *words, "--trials", "5")
    assert whole["allowed"]["farthest"]["Age"] == {"levels": 3}
    assert result(capsys, *words, "--trials", "3", "--state", "state.json")["tried"] == 3
    went_on = result(
        capsys, "--continue", "state.json", "--trials", "2", "--state", "state.json", "--overwrite"
    )
    assert went_on == whole
    assert len(json.loads(Path("state.json").read_text(encoding="utf-8"))["tried"]) == 5


def test_what_a_cancelled_search_tried_is_kept_and_goes_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("--allow", "Age=levels", "--allow", "Zip=levels")
    whole = result(capsys, *words, "--trials", "3")
    search = command.suggest

    def interrupted(*given: Any, so_far: Callable[[Suggestion], object], **named: Any) -> Suggestion:
        def then_stop(one: Suggestion) -> None:
            so_far(one)
            signal.raise_signal(signal.SIGINT)

        return search(*given, so_far=then_stop, **named)

    with monkeypatch.context() as patch:
        patch.setattr(command, "suggest", interrupted)
        asked = ["suggest", "billing_5000.sdcdesk", *words, "--trials", "3", "--out", "there/safe.sdcdesk"]
        assert main(asked) == 3
        assert "nothing was written" in capsys.readouterr().err
        assert main([*asked, "--state", "state.json"]) == 3
    assert "what 1 recipe showed is kept in state.json" in capsys.readouterr().err
    assert not Path("there/safe.sdcdesk").exists()
    assert result(capsys, "--continue", "state.json", "--trials", "2") == whole


def test_the_seed_of_the_recipes_is_told_in_no_result(capsys: pytest.CaptureFixture[str]) -> None:
    project = load(Path("billing_5000.sdcdesk"))
    secret = project.recipe.seed + 918_273_645
    project.changed(recipe=project.recipe.changed(seed=secret)).save(Path("billing_5000.sdcdesk"))
    assert str(secret) not in json.dumps(result(capsys, "--trials", "3"))


def test_where_nothing_is_safe_it_is_said_and_no_project_is_written(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ["--allow", "Sex=suppress", "--trials", "50", "--out", "safe.sdcdesk"]
    assert main(["suggest", "billing_5000.sdcdesk", *words]) == 1
    told = capsys.readouterr()
    assert "None of the" in told.err
    assert "0 of them keep every limit" in told.out
    assert not Path("safe.sdcdesk").exists()


def test_what_is_printed_are_recipes_in_words_with_reasons(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["suggest", "billing_5000.sdcdesk", "--trials", "10", "--best", "1"]) == 0
    first, recipe, *reasons = capsys.readouterr().out.splitlines()
    assert first.startswith("10 recipes tried, ")
    assert recipe.startswith("  Age in 10-year bands · Zip ")
    assert reasons[0].startswith("    Age: 2,115 records are unique only because of its 100 values.")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--seconds", "0"], "The time of the search must be a number of seconds above 0."),
        (["--allow", "Age=levels", "--allow", "Age=top"], "--allow is given twice for Age"),
        (["--allow", "Age="], "Nothing may change"),
        (["--continue", "billing_5000.csv"], "holds no state of a search"),
    ],
)
def test_wrong_use(words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["suggest", "billing_5000.sdcdesk", *words]) == 2
    assert told in capsys.readouterr().err


@pytest.mark.parametrize("text", ["Age=wider", "Age=levels:0", "Age=levels:two", "Age", "=levels"])
def test_what_may_change_is_written_in_one_way(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["suggest", "billing_5000.sdcdesk", "--allow", text]) == 2
    assert "age=levels:2 for the first two steps" in " ".join(capsys.readouterr().err.split())


def test_the_best_recipe_is_repaired_where_it_changes_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--allow", "Age=levels", "--trials", "4", "--repair")
    assert "there is nothing to restore" in result(capsys, *words)["not_repaired"]
    words = ("--allow", "Age=noise", "--allow", "Zip=levels", "--trials", "14", "--repair")
    found = result(capsys, *words, "--out", "there/safe.sdcdesk")
    assert found["not_repaired"] == ""
    [place] = found["restored"]
    assert found["safe"][place]["steps"][-1]["method"] == "matrix_masking"
    assert main(["run", "there/safe.sdcdesk", "--json", "-"]) == 0
    run = json.loads(capsys.readouterr().out)
    assert run["steps"][-1]["method"] == "matrix_masking"
    assert run["verdict"] == "safe"
