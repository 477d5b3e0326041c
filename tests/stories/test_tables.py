"""Whole journeys of tables without a window: built, judged, protected, audited, exported, opened again."""

import errno
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO

import pandas as pd
import pytest

from sdcdesk.cli import main, table_output
from sdcdesk.core.running.progress import Cancelled
from sdcdesk.document.opened import Opened
from sdcdesk.document.planned_table import PlannedTable
from sdcdesk.document.project import Project
from sdcdesk.document.project_file import load
from sdcdesk.document.table_commands import (
    with_cell_choice,
    with_changed_plan,
    with_changed_table,
    with_table,
    with_table_protection,
    with_table_rules,
    with_tables_together,
)
from sdcdesk.document.undo import History
from sdcdesk.io import ReadOptions
from sdcdesk.masking import RandomOrder, Rounding
from sdcdesk.tables import CellSuppression, MinimumFrequency, PPercent, TablePlan, read_last_edition

SALES = [9031, 517, 3011, 3107, 1213, 1129, 1117, 2027, 2129, 2213, 4021, 4409, 4111, 911, 809, 719]
FIRMS = pd.DataFrame({"region": list("NNNNNNNSSSSSSSSS"), "size": list("aabbcccaaabbbccc"), "sales": SALES})
BUILT = ("--rows", "region", "--columns", "size", "--value", "sales")
RULE = ("--rule", 'p_percent:{"p": 10}')


@pytest.fixture
def firms(tmp_path: Path) -> Path:
    FIRMS.to_csv(tmp_path / "firms.csv", index=False)
    return tmp_path / "firms.csv"


@pytest.fixture
def project(firms: Path) -> Path:
    """A project with a table that is protected, and one that is not."""
    opened = Opened.from_data(firms, ReadOptions())
    plan = TablePlan(rows=("region",), columns=("size",), value="sales")
    found = with_table(opened.project, PlannedTable(name="Sales", plan=plan)).project
    found = with_table_rules(found, "Sales", [PPercent(p=10.0)]).project
    found = with_table_protection(found, "Sales", CellSuppression()).project
    bare = PlannedTable(name="By size", plan=plan, rules=(PPercent(p=10.0),))
    with_table(found, bare).project.save(firms.with_name("firms.sdcdesk"))
    return firms.with_name("firms.sdcdesk")


def run(*arguments: object) -> int:
    return main([str(argument) for argument in arguments])


def found_in(path: Path) -> dict[str, Any]:
    written: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return written


def test_a_file_becomes_a_safe_table_that_is_audited_again_as_made_elsewhere(
    firms: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    safe, inside, figures = (firms.with_name(name) for name in ("safe.csv", "inside.xlsx", "found.json"))
    protected = ("table", firms, *BUILT, *RULE, "--protect", "cell_suppression")
    assert run(*protected, "--out", safe, "--json", figures) == 0
    [told] = found_in(figures)["tables"]
    hidden = [cell for cell in told["cells"] if cell["published"] is None]
    assert (told["verdict"], len(hidden), told["attacks"]) == ("safe", 4, [])
    made = told["protection"]["made"]["figures"]
    assert (made["secondary"]["value"], made["saving"]["value"]) == (2, 0)
    assert "No pattern is cheaper; this is proven." in capsys.readouterr().out
    published = pd.read_csv(safe)
    assert (published["flag"] == "x").sum() == published["value"].isna().sum() == 4
    assert not set(published["value"].dropna()) & {cell["value"] for cell in hidden}
    assert run(*protected, "--out", inside, "--internal") == 0
    assert "9548" in capsys.readouterr().out
    # Whoever gets the file alone is told the same: nothing is known exactly.
    assert run("table", "--audit", safe) == 0
    # Somebody shows one cell more, which gives the others away.
    published.loc[published["flag"] == "x", "value"] = [9548, float("nan"), float("nan"), float("nan")]
    published.drop(columns="flag").to_csv(firms.with_name("shown.csv"), index=False)
    assert run("table", "--audit", firms.with_name("shown.csv")) == 1
    assert "N, b can be worked out exactly" in capsys.readouterr().out
    repaired = firms.with_name("repaired.csv")
    assert run("table", "--audit", firms.with_name("shown.csv"), "--repair", "--out", repaired) == 0
    assert run("table", "--audit", repaired) == 0


def test_costs_that_are_given_decide_which_cells_are_hidden_and_are_missed_where_there_are_none(
    firms: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ("--protect", 'cell_suppression:{"cost": "given"}')
    assert run("table", firms, *BUILT, *RULE, *given) == 2
    assert "No costs are given with the table" in capsys.readouterr().err
    assert run("table", firms, *BUILT, *RULE, *given, "--cost", "sales") == 0
    assert run("table", firms, *BUILT, *RULE, *given, "--cost", "region") == 2


def test_the_hidden_cells_of_the_last_edition_are_preferred_and_a_project_needs_its_file_no_more(
    firms: Path, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    then, now = firms.with_name("then.csv"), firms.with_name("now.csv")
    by_hand = ("--protect", "cell_suppression", "--hide", "N/c", "--hide", "S/c")
    assert run("table", firms, *BUILT, *RULE, *by_hand, "--out", then) == 0
    preferring = ("--protect", "cell_suppression", "--last-edition", then)
    assert run("table", firms, *BUILT, *RULE, *preferring, "--out", now) == 0
    told = capsys.readouterr().out
    assert "Hidden again" in told
    assert "Newly hidden" in told
    assert run("table", firms, *BUILT, *RULE, *preferring, "--out", then, "--overwrite") == 2
    rounded = ("--protect", "controlled_rounding", "--last-edition", then)
    assert run("table", firms, *BUILT, *RULE, *rounded) == 2
    assert "--last-edition is for cell suppression" in capsys.readouterr().err
    assert run("table", project, "--last-edition", then) == 2
    edition = read_last_edition(then, ["region", "size"])
    changed = with_changed_table(load(project), "Sales", last_edition=edition).project
    changed.save(project)
    then.unlink()
    assert run("table", project, "--only", "Sales") == 0
    assert "Hidden again" in capsys.readouterr().out
    assert load(project).tables[0].last_edition == edition
    other = with_changed_plan(changed, "Sales", columns=()).project
    assert other.tables[0].last_edition is None, "it was one of another table"
    swapped = with_changed_plan(changed, "Sales", rows=("size",), columns=("region",)).project
    assert swapped.tables[0].last_edition == edition


def test_a_table_of_another_program_is_read_by_the_names_that_it_has(
    firms: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = firms.with_name("made.csv")
    made.write_text("region,turnover,firms\nAll,10,5\nN,(D),2\nS,4,2\nE,(D),1\n", encoding="utf-8")
    named = ("--value", "turnover", "--frequency", "firms", "--total", "All", "--mark", "(D)")
    assert run("table", "--audit", made, *named) == 1
    assert "N can be worked out exactly by the only contributor of E" in capsys.readouterr().out
    assert run("table", "--audit", made, "--total", "All") == 2


def test_what_fails_its_audit_or_was_not_audited_is_written_with_a_recorded_reason_only(
    firms: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = firms.with_name("out.csv")
    assert run("table", firms, *BUILT, *RULE, "--out", out) == 1
    assert "its verdict is unsafe" in capsys.readouterr().err
    assert run("table", firms, *BUILT, "--out", out) == 1
    assert "its verdict is not assessed" in capsys.readouterr().err
    by_hand = ("--protect", "cell_suppression", "--publish", "N/a", "--publish", "N/b")
    assert run("table", firms, *BUILT, *RULE, *by_hand, "--out", out) == 1
    assert not out.exists()
    assert run("table", firms, *BUILT, *RULE, "--out", out, "--release-anyway", " - ") == 2
    assert run("table", firms, *BUILT, *RULE, "--out", out, "--release-anyway", "The board decided") == 0
    record = found_in(firms.with_name("out_figures.json"))
    assert (record["override"], record["tables"][0]["verdict"]) == ("The board decided", "unsafe")
    assert "sensitive" not in json.dumps(record)
    assert "9548" not in out.read_text(encoding="utf-8")


def test_a_project_makes_its_tables_and_records_why_one_leaves(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = project.with_name("{name}.csv")
    before = project.read_bytes()
    assert run("table", project, "--out", out) == 1
    assert "Table By size is not written: its verdict is unsafe" in capsys.readouterr().err
    assert project.with_name("Sales.csv").exists()
    assert not project.with_name("By size.csv").exists()
    assert project.read_bytes() == before
    again = ("table", project, "--out", out, "--overwrite", "--release-anyway", "The board decided")
    assert run(*again) == 0
    assert project.with_name("By size.csv").exists()
    assert [table.override for table in load(project).tables] == ["", "The board decided"]
    report, figures = project.with_name("report.html"), project.with_name("figures.json")
    run("run", project, "--report", report, "--json", figures)
    told = found_in(figures)["tables"]
    assert [(one["verdict"], one.get("override")) for one in told] == [
        ("safe", None),
        ("unsafe", "The board decided"),
    ]
    page = report.read_text(encoding="utf-8")
    assert page.count("The board decided") == 1
    assert "No pattern is cheaper" not in page, "what is known of a pattern is its owner's"
    assert '<td class="number">40474</td>' in page
    assert "9548" not in page
    run("run", project, "--report", report, "--internal-report", "--overwrite")
    internal = report.read_text(encoding="utf-8")
    assert "p = 10" in internal
    assert "No pattern is cheaper" in internal
    assert "9548" in internal
    assert "Table By size: unsafe" in capsys.readouterr().out


def test_a_table_is_edited_protected_together_taken_back_and_opened_again(project: Path) -> None:
    opened = Opened.from_project(project)
    history: History[Project] = History()
    first = now = opened.project
    for change in (
        lambda p: with_cell_choice(p, "Sales", ("S", "c"), "hidden"),
        lambda p: with_tables_together(p, ["Sales", "By size"]),
        lambda p: with_table_rules(p, "By size", [PPercent(p=10.0), MinimumFrequency(least=2)]),
    ):
        label, changed = change(now)
        history.add(label, now, changed)
        now = changed
    now.save(project)
    assert run("table", project, "--json", project.with_name("found.json")) == 0
    sales, by_size = found_in(project.with_name("found.json"))["tables"]
    hidden = [{(one["region"], one["size"]) for one in table["cells"] if one["published"] is None}
              for table in (sales, by_size)]  # fmt: skip
    assert hidden[0] == hidden[1] >= {("S", "c"), ("N", "a"), ("N", "b")}
    assert Opened.from_project(project).project == now
    while history.undo_label:
        now = history.undo() or now
    assert now == first


def test_a_cancelled_command_writes_nothing_and_records_nothing(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cancel(_work: object) -> None:
        raise Cancelled

    monkeypatch.setattr(table_output, "last_moment", cancel)
    before = {path.name: path.read_bytes() for path in project.parent.iterdir()}
    out = project.with_name("{name}.csv")
    assert run("table", project, "--out", out, "--release-anyway", "The board decided") == 3
    assert {path.name: path.read_bytes() for path in project.parent.iterdir()} == before


def test_where_one_file_cannot_be_written_none_is_and_no_reason_is_recorded(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(_content: bytes) -> Callable[[BinaryIO], object]:
        def write(_file: BinaryIO) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

        return write

    monkeypatch.setattr(table_output, "writer_of", full)
    before = {path.name: path.read_bytes() for path in project.parent.iterdir()}
    out, figures = project.with_name("{name}.csv"), project.with_name("found.json")
    assert run("table", project, "--out", out, "--json", figures, "--release-anyway", "Why not") == 2
    assert "found.json" in capsys.readouterr().err
    assert {path.name: path.read_bytes() for path in project.parent.iterdir()} == before


def test_a_table_that_cannot_be_made_takes_no_other_one_down(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = with_cell_choice(load(project), "By size", ("Z", "a"), "hidden").project
    broken.save(project)
    assert run("table", project, "--out", project.with_name("{name}.xlsx")) == 1
    assert "Table By size is not written, for it failed: Z is no code of region" in capsys.readouterr().err
    assert project.with_name("Sales.xlsx").exists()


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [
        ((), "Name a file of records"),
        (("FIRMS",), "Name the variables of the rows"),
        (("FIRMS", "--rows", "area"), "area"),
        (("FIRMS", *BUILT, "--rule", "p_persent"), "did you mean p_percent"),
        (("FIRMS", *BUILT, "--rule", 'p_percent:{"p": -1}'), "must be more than 0"),
        (("FIRMS", *BUILT, "--hide", "N"), "A cell of this table has 2 codes"),
        (("FIRMS", *BUILT, "--hierarchy", "region"), "names no hierarchy"),
        (("FIRMS", *BUILT, "--where", "region=Q"), "region lacks a value"),
        (("FIRMS", *BUILT, "--out", "table.pdf"), "are written as .csv or .xlsx"),
        (("FIRMS", *BUILT, "--only", "Sales"), "does not belong"),
        (("FIRMS", *BUILT, "--mark", "x"), "does not belong"),
        (("--audit", "firms.csv", "--rows", "region"), "does not belong"),
        (("PROJECT", "--rows", "region"), "does not belong"),
        (("PROJECT", "--only", "Nothing"), "no table called Nothing"),
        (("PROJECT", "--out", "one.csv"), "Several tables need a file each"),
        (("PROJECT", "--difference", "Sales"), "names two tables"),
        (("--audit", "firms.csv", "--overlapping", "a.csv"), "compared by --difference"),
        (("FIRMS", *BUILT, "--difference", "size", "--overlapping", "a.csv"), "does not belong"),
        (("FIRMS", *BUILT, "--release-anyway", "Why"), "name it by --out"),
        (("FIRMS", *BUILT, "--out", "a.csv", "--internal", "--release-anyway", "Why"), "is no release"),
    ],
)
def test_wrong_use_is_answered_by_a_sentence_and_2(
    project: Path,
    arguments: tuple[str, ...],
    wrong: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(project.parent)
    before = sorted(path.name for path in project.parent.iterdir())
    named = {"FIRMS": "firms.csv", "PROJECT": "firms.sdcdesk"}
    assert run("table", *(named.get(word, word) for word in arguments)) == 2
    assert wrong in capsys.readouterr().err
    assert sorted(path.name for path in project.parent.iterdir()) == before


def test_the_same_command_gives_the_same_bytes(firms: Path) -> None:
    protected = ("table", firms, *BUILT, *RULE, "--protect", "cell_suppression", "--overwrite")
    for ending in (".csv", ".xlsx"):
        one, other = firms.with_name(f"one{ending}"), firms.with_name(f"other{ending}")
        assert (run(*protected, "--out", one), run(*protected, "--out", other)) == (0, 0)
        assert one.read_bytes() == other.read_bytes()


def test_two_filters_that_are_published_both_give_the_sliver_away(
    firms: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plan = TablePlan(rows=("region",), value="sales")
    few = plan.changed(where={"size": ("b", "c")})
    opened = Opened.from_data(firms, ReadOptions())
    project = opened.project
    for name, one in (("All", plan), ("Few", few)):
        project = with_table(project, PlannedTable(name=name, plan=one, rules=(PPercent(p=10.0),))).project
    project.save(firms.with_name("firms.sdcdesk"))
    assert run("table", firms.with_name("firms.sdcdesk")) == 1
    assert "N, not in Few can be worked out too closely by who subtracts" in capsys.readouterr().out
    assert run("table", firms.with_name("firms.sdcdesk"), "--difference", "All,Few") == 1
    assert "N without the records of the other table lies between 9,548 and 9,548" in capsys.readouterr().out
    both = ("table", firms.with_name("firms.sdcdesk"), "--difference", "All,Few")
    out = firms.with_name("{name}.csv")
    assert run(*both, "--out", out) == 1
    assert not firms.with_name("All.csv").exists()
    assert run(*both, "--out", out, "--release-anyway", "The board decided") == 0
    assert found_in(firms.with_name("All_figures.json"))["override"] == "The board decided"


def test_two_published_files_are_subtracted_from_one_another(
    firms: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    counts = ("table", firms, "--rows", "region", "--rule", "minimum_frequency")
    assert run(*counts, "--out", firms.with_name("all.csv")) == 0
    assert run(*counts, "--where", "size=a,c", "--out", firms.with_name("few.csv")) == 0
    figures = firms.with_name("found.json")
    both = ("table", "--audit", firms.with_name("all.csv"), "--difference", firms.with_name("few.csv"))
    assert run(*both, "--rule", "minimum_frequency", "--json", figures) == 1
    [told] = found_in(figures)["differences"]
    expected = {"first": "N", "second": "", "value": 2, "frequency": 2, "lowest": 2, "highest": 2}
    assert {name: told[name] for name in expected} == expected
    written = capsys.readouterr()
    assert "No cell of few is larger than in all" in written.err
    assert run(*both, "--rule", 'minimum_frequency:{"least": 2}') == 0
    # Areas of the same people that overlap, as a file says.
    firms.with_name("new.csv").write_text("region,value\nTotal,16\nX,6\nY,10\n", encoding="utf-8")
    overlapping = firms.with_name("overlapping.csv")
    overlapping.write_text("old,new\nN,X\nN,Y\nS,Y\n", encoding="utf-8")
    both = ("table", "--audit", firms.with_name("all.csv"), "--difference", firms.with_name("new.csv"))
    assert run(*both, "--overlapping", overlapping) == 1
    assert "N and Y: their common part lies between 1 and 1" in capsys.readouterr().out
    assert run(*both) == 2
    assert "region has other codes in each table" in capsys.readouterr().err
    overlapping.write_text("old\nN\n", encoding="utf-8")
    assert run(*both, "--overlapping", overlapping) == 2
    assert "must have two columns" in capsys.readouterr().err


def test_a_random_protection_draws_by_a_secret_key_that_is_told_to_its_owner_alone(
    firms: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, figures = firms.with_name("counts.csv"), firms.with_name("found.json")
    counts = ("table", firms, "--rows", "region", "--columns", "size", "--rule", "minimum_frequency")
    rounded = (*counts, "--protect", "random_table_rounding", "--overwrite", "--out", out)
    assert run(*rounded, "--release-anyway", "Rounded") == 0
    told = capsys.readouterr()
    found = re.search(r"with the key (\d+)", told.err)
    assert found is not None
    key, first = found[1], out.read_bytes()
    written = [path.read_text(encoding="utf-8") for path in firms.parent.iterdir()]
    assert not [text for text in (told.out, *written) if key in text]
    assert run(*rounded, "--json", figures, "--release-anyway", "Rounded", "--key", key) == 0
    assert out.read_bytes() == first
    assert run(*rounded, "--release-anyway", "Rounded", "--key", 7) == 0
    assert "easy to guess" in capsys.readouterr().err


def test_a_masked_file_that_gives_a_table_away_is_told_and_leaves_with_a_reason_only(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    known = "The masked file gives away 2 protected cells of table Sales"
    assert run("table", project, "--only", "Sales") == 0
    assert known not in capsys.readouterr().out, "no step makes a masked file"
    opened = load(project)
    kept = opened.changed(tables=opened.tables[:1], recipe=opened.recipe.then(RandomOrder()))
    kept.save(project)
    assert run("table", project, "--only", "Sales") == 0
    assert known in capsys.readouterr().out
    out, figures = project.with_name("masked.csv"), project.with_name("figures.json")
    run("run", project, "--out", out)
    assert known in capsys.readouterr().err
    assert not out.exists()
    assert run("run", project, "--out", out, "--json", figures, "--release-anyway", "Both are for us") == 0
    assert out.exists()
    assert "Both are for us" in figures.read_text()
    assert "gives away" not in figures.read_text(), "what a file gives away is told to its owner alone"
    changed = kept.changed(recipe=kept.recipe.then(Rounding(variables=("sales",), base=1000.0)))
    changed.save(project)
    run("table", project)
    assert "gives away" not in capsys.readouterr().out


def test_what_coalitions_know_is_told_where_it_is_asked_for(
    firms: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    built = ("table", firms, *BUILT, *RULE, "--protect", "cell_suppression")
    assert run(*built) == 0
    assert "Largest contributor" not in capsys.readouterr().out
    assert run(*built, "--coalition", 2) == 0
    assert "At most" in capsys.readouterr().out
    assert run(*built, "--coalition", 6) == 2
    out = firms.with_name("out.csv")
    assert run(*built, "--coalition", 2, "--out", out) == 0
    assert "oalition" not in out.read_text()
