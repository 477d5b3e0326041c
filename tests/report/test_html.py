"""The report for the disclosure board."""

import re
from dataclasses import replace
from html import unescape
from pathlib import Path

import pandas as pd
import pytest

from sdcdesk.core.numbers.quantity import NUMBER
from sdcdesk.core.results.column import Column, Secrecy
from sdcdesk.core.results.edition import EVERYTHING, Audience, Edition
from sdcdesk.core.results.findings import Section
from sdcdesk.core.results.limit import Limit, Verdict
from sdcdesk.core.results.table import Table
from sdcdesk.core.running.errors import DataError
from sdcdesk.document.data_reference import DataReference
from sdcdesk.document.project import Project
from sdcdesk.document.recipe import Recipe
from sdcdesk.document.scenario import Scenario
from sdcdesk.io import ReadOptions
from sdcdesk.loss import HeadlineLoss
from sdcdesk.masking import ProbabilityDistortion, Recoding
from sdcdesk.release.measure_check import Entry
from sdcdesk.release.pipeline import Pipeline
from sdcdesk.release.release_check import Release, check_release
from sdcdesk.report.board import scenario_table
from sdcdesk.report.html import render, written
from sdcdesk.report.sections import table_html
from sdcdesk.report.steps import steps
from sdcdesk.report.text import steps_lines
from sdcdesk.risk import TRUTA_2004, KAnonymity, WeightMatrix
from sdcdesk.search import Grid, compare

MARKED = 8675309
TIGHT = Limit(measure="disclosure_risk", figure="dr_weighted", value=0.5)
GONE = Limit(measure="suda2", figure="score", value=0.1)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    path = tmp_path / "people.csv"
    rows = "".join(f"{age},{'FM'[age % 2]},{MARKED if age == 33 else 1000 + age}\n" for age in range(20, 60))
    path.write_text(f"age,sex,income\n{rows}", encoding="utf-8")
    return Project(
        title="People <of> 2004",
        data=DataReference.to(path, tmp_path / "p.sdcdesk", ReadOptions()),
        variables=[
            {"name": "age", "scale": "continuous"},
            {"name": "income", "role": "confidential", "scale": "continuous"},
        ],
        weights={"all": WeightMatrix.maximal()},
        scenarios=[
            Scenario(name="Alone", knows="Next door", keys=["age", "sex"], weights="all", limits=[TIGHT]),
            Scenario(name="Open", keys=["sex"], weights="all"),
        ],
        recipe=Recipe(seed=1).then(Recoding(variable="age", how="width", width=10.0)),
        measures=(HeadlineLoss(),),
    )


def released(project: Project, tmp_path: Path) -> Release:
    data = project.open_data(tmp_path / "p.sdcdesk")
    return check_release(project, Pipeline(data).run(project.recipe))


def words(html: str) -> str:
    body = html[html.index("<body") :]
    return re.sub(r"[ \n]+", " ", unescape(re.sub(r"<[^>]+>", " ", body)))


@pytest.fixture
def release(project: Project, tmp_path: Path) -> Release:
    return released(project, tmp_path)


def test_the_verdict_comes_first_with_every_limit_and_its_outcome(release: Release) -> None:
    page = words(render(release))
    assert release.verdict == Verdict.NOT_ASSESSED, "one scenario has no limit"
    assert page.index("Verdict: not assessed") < page.index("Judged") < page.index("Data The files")
    assert "Open: No limit is set." in page
    assert re.search(
        r"Alone Weighted disclosure risk DR W \w[\w ]* 20\.0\u202f% at most 50\u202f% ✓ kept", page
    )


def test_a_safe_an_unsafe_and_a_vanished_limit_are_told_apart(project: Project, tmp_path: Path) -> None:
    [alone, _] = project.scenarios
    safe = released(project.changed(scenarios=[alone]), tmp_path)
    assert "Safe in these scenarios" in words(render(safe))
    known = safe.with_limits(safe.project.changed(accepted=("order",)))
    assert known is not None
    assert "Safe to release" in words(render(known))
    assert "accepted" in words(render(known))
    assert "The only limit is kept. Nearest to its limit is Alone: DR W is" in words(render(safe))
    strict = alone.changed(limits=[TIGHT.changed(value=0.1), GONE])
    unsafe = words(render(released(project.changed(scenarios=[strict]), tmp_path)))
    assert "Not safe to release" in unsafe
    assert "▲ broken" in unsafe
    assert "○ not assessed There is no measure suda2." in unsafe


def test_weights_that_were_edited_say_so_and_are_printed_in_full(project: Project, tmp_path: Path) -> None:
    edited = TRUTA_2004["W3"].both_directions().changed(block=((6.0, 1.5), (1.5, 1.25)))
    named = project.changed(
        weights={"W3, Truta 2004, both directions": edited},
        scenarios=[one.changed(weights="W3, Truta 2004, both directions") for one in project.scenarios],
    )
    page = words(render(released(named, tmp_path)))
    assert "Weights of Alone, Open: own, from W3, Truta 2004, both directions" in page
    assert "1 2 1 6 1.5 2 1.5 1.25" in page
    assert "weights W3" not in page


def test_tables_and_rows_of_zeros_become_a_sentence() -> None:
    columns = (Column("size", "Size", NUMBER, role="key"), Column("count", "Records", NUMBER))
    frame = pd.DataFrame({"size": [1, 2, 3], "count": [0, 0, 0]})
    table = Table(name="sizes", title="Sizes", columns=columns, frame=frame)
    assert words(f"<body>{table_html(table)}").strip() == "Sizes : every number is 0, in 3 rows."
    some = replace(table, frame=frame.assign(count=[0, 7, 0]))
    assert "(2 rows of zeros are left out)" in words(f"<body>{table_html(some)}")
    assert "<td" in table_html(some)
    empty = replace(table, frame=frame.iloc[:0])
    assert "<table" not in table_html(empty)


def test_files_roles_scenarios_steps_loss_and_sign_off_are_there(release: Release) -> None:
    page = words(render(release))
    for part in (
        release.run.masked.released_fingerprint(),
        "Confidential variables: income.",
        "Next door",
        "Age into bands of 10".replace("Age", "age"),
        "Information loss",
        "Method notes",
        HeadlineLoss.source,
        "Sign-off",
        "40 of 40 records are released",
    ):
        assert part in page, part


def test_every_step_says_what_it_did_to_limited_figures_and_loss(project: Project, tmp_path: Path) -> None:
    twice = project.recipe.then(Recoding(variable="income", how="width", width=10_000.0))
    release = released(project.changed(recipe=twice), tmp_path).followed()
    first, second = (step.changes for step in steps(release, release.edition()))
    assert [(change.title, change.scenario) for change in first] == [
        ("Weighted disclosure risk", "Alone"),
        ("Weighted disclosure risk", "Open"),
        ("Headline loss", ""),
    ]
    assert first[0].before == "100\u202f%"
    assert first[0].after == second[0].before == "20.0\u202f%"
    assert (first[0].limit, first[1].limit) == ("at most 50\u202f%", "")
    assert first[2].before == "0.0 of 100" != first[2].after
    page = words(render(release))
    assert re.search(r"Steps .*Weighted disclosure risk DR W Alone 100\u202f% 20\.0\u202f% at most 50", page)
    lines = "\n".join(steps_lines(release))
    assert re.search(
        r"1\. age into bands of 10\n(?: +Different.*\n)+ +Alone: DR_W +100\u202f% → 20\.0\u202f%  at most 50",
        lines,
    )
    path = release.to_json()["path"]
    assert [point["step"] for point in path] == [0, 1, 2]
    assert path[0]["figures"][0]["found"] == {"value": 1.0, "unit": "share", "bound": "exact"}
    assert path[0]["loss"]["value"] == 0.0 < path[1]["loss"]["value"]
    assert path[1]["loss"]["rounded_to"] <= path[2]["loss"]["rounded_to"]


def test_what_counts_too_few_records_stands_in_no_document(project: Project, tmp_path: Path) -> None:
    [alone, _] = project.scenarios
    below = Limit(measure="disclosure_risk", figure="records_below_k", value=100)
    owned = project.changed(threshold=41, scenarios=[alone.changed(k=6, limits=[TIGHT, below])])
    release = released(owned, tmp_path).followed()
    page = words(render(release))
    row = "Records in groups below k – at most 100 records ✓ kept Withheld: it counts fewer than 41 records."
    assert row in page
    below_k = release.scenarios[0].after.value("records_below_k")
    assert 0 < below_k < 41
    written_down = release.to_json()
    for judgement in written_down["scenarios"][0]["judgements"][1:]:
        assert (judgement["standing"], judgement["found"]) == ("kept", None)
    assert [one["found"] for point in written_down["path"] for one in point["figures"][1:]] == [None, None]
    assert "records_below_k" not in written_down["scenarios"][0]["measures"][0]["figures"]
    assert "– → –" in "\n".join(steps_lines(release))
    assert row not in words(render(release, edition=release.edition(internal=True)))


@pytest.mark.parametrize("away", [1e-6, -1e-6])
def test_scenarios_side_by_side_are_not_rounded_across_their_limits(
    project: Project, tmp_path: Path, away: float
) -> None:
    threes = Recipe(seed=1).then(Recoding(variable="age", how="width", width=3.0))
    weights = {"all": WeightMatrix(structure="general", block=[[3.0, 1.0], [1.0, 1.0]], tail=0.0)}
    other = project.changed(recipe=threes, weights=weights)
    value = released(other, tmp_path).scenarios[0].after.value("dr_weighted")
    limit = TIGHT.changed(value=value + away)
    release = released(other.changed(scenarios=[project.scenarios[0].changed(limits=[limit])]), tmp_path)
    heads, [row] = scenario_table(release, release.edition())
    [shown] = [cell for head, cell in zip(heads, row[3:], strict=False) if "W" in head]
    assert (float(shown) / 100 < limit.value) == (away > 0), shown


def test_a_size_is_told_alike_by_figure_judgement_and_steps(project: Project, tmp_path: Path) -> None:
    [alone, _] = project.scenarios
    smallest = Limit(measure="k_anonymity", figure="k", side="at least", value=10)
    scenario = alone.changed(k=4, measures=(KAnonymity(),), limits=[smallest])
    release = released(project.changed(threshold=41, scenarios=[scenario]), tmp_path).followed()
    found = release.to_json()
    size = found["scenarios"][0]["measures"][1]["figures"]["k"]["value"]
    assert 0 < size < 10
    assert [judgement["found"]["value"] for judgement in found["scenarios"][0]["judgements"]] == [size]
    assert found["path"][-1]["figures"][0]["found"]["value"] == size
    assert f"→ {size} records" in "\n".join(steps_lines(release))
    assert "with full weight on released groups below 4 and none on larger ones" in words(render(release))


def test_tables_and_plots_of_a_step_stand_below_it(project: Project, tmp_path: Path) -> None:
    fitted = ProbabilityDistortion(variables=["income"], family="gumbel", replicates=19)
    release = released(project.changed(recipe=Recipe(seed=1).then(fitted)), tmp_path)
    page = render(release)
    assert "Distributions tried for income" in words(page)
    internal = render(release, edition=release.edition(internal=True))
    assert internal.count("<svg") > page.count("<svg"), "the ends of the bins tell how far the values reach"
    [step] = release.to_json()["steps"]
    assert step["tables"]["families_income"]["rows"][0]["family"] == "Gumbel"
    assert step["words"]["tables"]["families_income"]["title"] == "Distributions tried for income"
    assert list(step["tables"]) == ["families_income"]
    assert "Expected by Gumbel" not in words(page)
    values = render(release, edition=EVERYTHING)
    assert "Expected by Gumbel" in words(values)


def test_a_limited_figure_that_is_gone_has_no_number_after_a_step(project: Project, tmp_path: Path) -> None:
    [alone, _] = project.scenarios
    gone = project.changed(scenarios=[alone.changed(limits=[GONE])])
    release = released(gone, tmp_path).followed()
    [step] = steps(release, release.edition())
    change = step.changes[1]
    assert (change.title, change.before, change.after) == ("suda2.score", "–", "–")
    assert change.limit == "at most 0.1"


def test_it_fetches_nothing_runs_nothing_and_is_always_the_same(release: Release) -> None:
    html = render(release)
    assert html == render(release)
    assert html.startswith("<!DOCTYPE html>")
    assert '<html lang="en">' in html
    assert "<script" not in html
    assert "://" not in html
    assert "People &lt;of&gt; 2004" in html
    assert "{{" not in html


@pytest.mark.parametrize("word", ["nan", "NaN", "<NA>", "None", "dr_weighted", "records_below_k"])
def test_no_word_of_the_program_stands_in_it(release: Release, word: str) -> None:
    assert not re.search(rf"(?<![\w]){re.escape(word)}(?![\w])", words(render(release)))


def test_the_reason_of_a_release_that_is_not_known_to_be_safe_stands_at_the_verdict(release: Release) -> None:
    page = words(render(release, override="The <board> asked for it."))
    assert "Reason given: The <board> asked for it." in page
    assert page.index("Reason given") < page.index("Judged")


def test_no_word_of_others_controls_a_terminal_or_turns_the_writing(project: Project, tmp_path: Path) -> None:
    [scenario, *others] = project.scenarios
    bad = "a\x1b[31m\u202e<b>"
    named = project.changed(title=bad, scenarios=(scenario.changed(name=bad, knows=bad), *others))
    page = render(released(named, tmp_path), override=f"{bad}\nsecond line")
    assert "\x1b" not in page
    assert "\u202e" not in page
    assert "<b>" not in page
    assert "second line</p>" in page, "lines stay lines"
    assert r"a\x1b[31m\u202e<b>" in words(page)


def with_table(release: Release, *blocks: Table) -> Release:
    [entry, *others] = release.entries
    assert entry.after is not None
    section = Section(name="more", blocks=blocks)
    found = replace(entry.after, sections=(*entry.after.sections, section))
    return replace(release, entries=(replace(entry, after=found), *others))


def test_values_of_the_data_stand_in_the_internal_edition_alone(release: Release) -> None:
    frame = pd.DataFrame({"who": ["largest"], "income": [float(MARKED)]})
    columns = (Column("who", "Which", role="key"), Column("income", "Income", NUMBER, secrecy=Secrecy.RECORD))
    table = Table(name="largest", title="Largest values", columns=columns, frame=frame)
    marked = with_table(release, table)
    for edition in (Edition(), Edition(Audience.INTERNAL)):
        assert "8,675,309" not in render(marked, edition=edition)
        assert str(MARKED) not in render(marked, edition=edition)
    internal = render(marked, edition=Edition(Audience.INTERNAL, values=True))
    assert "8,675,309" in internal
    assert "for the disclosure board only" in internal
    assert "for the disclosure board only" not in render(marked)


def test_a_part_that_cannot_be_written_says_so_and_the_rest_stands(release: Release) -> None:
    columns = (Column("gone", "Gone"),)
    broken = Table(name="b", title="Broken", columns=columns, frame=pd.DataFrame({"a": [1]}))
    page = written(with_table(release, broken))
    assert page.unwritten == ("Broken",)
    assert "Broken could not be written here" in words(page.text)
    assert "Sign-off" in page.text
    assert written(release).unwritten == ()


def test_a_measure_that_failed_says_why_in_its_place(release: Release) -> None:
    failed = replace(release, entries=(Entry(HeadlineLoss(), error=DataError("It <does> not fit.")),))
    assert "Not assessed. It &lt;does&gt; not fit." in render(failed)


def test_a_project_without_scenarios_steps_and_measures_has_its_sentences(
    project: Project, tmp_path: Path
) -> None:
    bare = project.changed(scenarios=(), measures=(), recipe=Recipe(seed=1), title="")
    page = words(render(released(bare, tmp_path)))
    assert "The project has no scenario, so nothing was judged." in page
    assert "Nothing: the file is as it was." in page
    assert page.count("Disclosure control report") >= 2


def test_a_notebook_shows_verdict_limits_and_scenarios(release: Release) -> None:
    html = release._repr_html_()
    assert html is not None
    assert "Verdict: not assessed" in html
    assert "Next door" in html
    assert "8,675,309" not in html
    assert repr(release) == "Release(not assessed: Alone safe, Open not assessed)"


def test_what_is_folded_is_open_in_print_without_an_arrow_and_may_go_over_pages(release: Release) -> None:
    printed = render(release).partition("@media print")[2].partition("</style>")[0]
    opened = printed.partition("@supports selector(details::details-content)")[2].partition("\n  }")[0]
    assert "content-visibility: visible" in opened
    assert "summary { list-style: none; }" in opened, "an arrow of something closed, above what is open"
    kept = next(line for line in printed.splitlines() if "break-inside: avoid" in line)
    assert "figure" not in kept, "its folded table is longer than a page"
    assert "print-color-adjust: exact" in printed


def test_alternatives_stand_in_the_internal_edition_alone(release: Release) -> None:
    line = {"method": "rounding", "parameters": {"variables": [["age"]], "base": [5.0, 10.0, 20.0]}}
    found = compare(release.project, Grid(lines=[line]), data=release.run.original)
    internal = written(release, edition=release.edition(internal=True), alternatives=found).text
    assert "age rounded to multiples of 10" in internal
    assert "Risk against loss" in internal
    assert "age rounded to multiples of" not in written(release, alternatives=found).text
