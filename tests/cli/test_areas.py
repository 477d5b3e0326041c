"""Command `sdcdesk areas`, and its table as a step of a recipe."""

import json
from pathlib import Path

import pytest

from sdcdesk.cli.program import run

ROWS = """ward,town,sex,age
a,north,m,1
a,north,f,2
b,north,m,1
b,north,f,2
c,south,m,1
c,south,m,1
d,south,m,2
"""

MEASURE = '{"published": ["sex × age:1", "age:1"], "area": "ward", "hierarchies": {"age": "@ages.csv"}}'


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("people.csv").write_text(ROWS, encoding="utf-8")
    Path("ages.csv").write_text("1,young\n2,old\n", encoding="utf-8")
    Path("touch.csv").write_text("one,other\na,c\nd,b\n", encoding="utf-8")


def test_areas_are_merged_and_the_table_is_a_step(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["areas", "people.csv", "--measure", MEASURE, "--parent", "town", "--out", "new.csv"]
    assert run([*words, "--json", "-"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["mapping"] == {"a": "a+b", "b": "a+b", "c": "c+d", "d": "c+d"}
    assert told["rejected"] == ["c+d"]  # the only old man of the south
    assert (told["before"], told["after"], told["merges"]) == (4, 2, 2)
    step = 'recoding:{"variable": "ward", "how": "mapping", "mapping": "@new.csv"}'
    assert run(["mask", "people.csv", "--method", step, "--out", "safe.csv"]) == 0
    assert "a+b,north" in Path("safe.csv").read_text(encoding="utf-8")


def test_areas_that_touch_and_areas_that_are_split(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["areas", "people.csv", "--measure", MEASURE]
    # Nobody is alone in both tables of a + c but its woman, and of b + d but its young man.
    assert run([*words, "--neighbours", "touch.csv", "--json", "touch.json"]) == 1
    assert "4 areas before, 2 after." in capsys.readouterr().out
    assert json.loads(Path("touch.json").read_text(encoding="utf-8"))["rejected"] == ["a+c", "b+d"]
    assert run([*words, "--split", "town", "--most", "0.4", "--json", "split.json"]) == 0
    assert json.loads(Path("split.json").read_text(encoding="utf-8"))["mapping"] == {
        "a": "north",
        "b": "north",
        "c": "south",
        "d": "south",
    }


def test_squares_of_a_variable_grid_and_a_least_size(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["areas", "people.csv", "--measure", MEASURE, "--json", "-"]
    # c with two records lies in the lower left quarter, the others with five in the upper right one.
    for least, mapping in (
        ("2", dict.fromkeys("abd", "a+b+d")),
        ("3", dict.fromkeys("abcd", "a+b+c+1 more")),
    ):
        assert run([*words, "--grid", "age", "age", "--households", least]) == 0
        assert json.loads(capsys.readouterr().out)["mapping"] == mapping
    assert run([*words, "--least", "7", "--most", "0.9"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [one["below"] for one in told["figures"]] == [4, 0]
    assert told["after"] == 1


def test_what_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["areas", "people.csv", "--measure", MEASURE]
    for more, told in (
        (["--parent", "town", "--split", "town"], "give one of them"),
        (["--grid", "age", "age", "--most", "0.1"], "--most does not go with --grid"),
        (["--least", "0"], "--least is a whole number from 1"),
        (["--most", "2"], "a share from 0 to less than 1"),
        (["--neighbours", "people.csv"], "people.csv, line 1: two areas"),
        (["--out", "people.csv"], "people.csv"),
    ):
        assert run([*words, *more]) == 2
        assert told in capsys.readouterr().err
