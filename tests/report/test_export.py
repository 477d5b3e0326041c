"""One policy of export for window, command line and Python."""

import hashlib
import json
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.value_label import ValueLabel
from sdcdesk.core.data.variable import Role, Variable
from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.running.errors import DataError, ParameterError, WriteError
from sdcdesk.core.running.progress import Cancelled, Progress
from sdcdesk.document.project_file import load
from sdcdesk.document.recipe import Recipe
from sdcdesk.io import read
from sdcdesk.io.codebook.codebooks import read_codebook
from sdcdesk.masking import RandomOrder, SimpleRandomSampling, WeightCalibration
from sdcdesk.release.pipeline import Pipeline
from sdcdesk.release.release_check import Release, check_release
from sdcdesk.report.export import export
from sdcdesk.report.export_choices import followed_format, planned
from sdcdesk.report.export_losses import losses_text, plan_losses
from sdcdesk.report.export_plan import Plan, accompanied, beside
from sdcdesk.report.export_problem import problem
from sdcdesk.report.export_reason import needs_reason, recorded, suggested, withheld
from sdcdesk.report.export_warnings import warnings

SAMPLE = Path(__file__).resolve().parents[2] / "resources" / "samples" / "billing_5000.sdcdesk"


@pytest.fixture(scope="module")
def safe() -> Release:
    """The sample, which is safe."""
    project = load(SAMPLE)
    run = Pipeline(project.open_data(SAMPLE)).run(project.recipe)
    return check_release(project, run)


@pytest.fixture(scope="module")
def unassessed(safe: Release) -> Release:
    """The same file, of which nobody said what an intruder knows."""
    return check_release(safe.project.changed(scenarios=()), safe.run)


def every(folder: Path, **others: object) -> Plan:
    """A plan with all documents."""
    report, figures = beside(folder / "out.csv")
    return replace(Plan(folder / "out.csv", report, figures), **others)


def test_a_record_that_is_alone_is_told_as_one(safe: Release, monkeypatch: pytest.MonkeyPatch) -> None:
    found = Assessment.value

    def value(after: Assessment, name: str) -> object:
        return 1 if name == "records_below_k" else found(after, name)

    monkeypatch.setattr(Assessment, "value", value)
    told = [one.text for one in warnings(safe)]
    assert "Neighbour: 1 record is in groups below 3, some alone" in told


@pytest.mark.parametrize(("cells", "begin"), [(1, "1 cell begins"), (2, "2 cells begin")])
def test_cells_that_a_spreadsheet_computes_are_told_before_they_leave(
    safe: Release, cells: int, begin: str
) -> None:
    data = safe.run.original
    [identifier, *_] = data.named(Role.IDENTIFIER)
    values = pd.Series(["=1+1"] * cells + ["-5"] * (len(data) - cells), dtype="str")
    changed = data.assign({"Zip": values, identifier: values})
    project = safe.project.changed(scenarios=(), recipe=Recipe(seed=1))
    release = check_release(project, Pipeline(changed).run(project.recipe))
    [cell_warning] = [one for one in warnings(release) if "spreadsheet" in one.text]
    assert cell_warning.text.startswith(
        f"{begin} with = + - @ and would be computed by a spreadsheet, in Zip;"
    )
    assert not cell_warning.is_unsafe
    assert not any("spreadsheet" in one.text for one in warnings(safe))
    plans = {name: Plan(Path(f"x.{name}")) for name in ("csv", "xlsx", "parquet", "sav")}
    plans |= {"neutral": Plan(Path("x.csv"), options={"neutral": True}), "excel": Plan(format="excel")}
    told = {
        name
        for name, plan in plans.items()
        if any("spreadsheet" in one.text for one in warnings(release, plan=plan))
    }
    assert told == {"csv"}, "nothing computes a cell of text elsewhere"


def test_a_safe_file_leaves_with_its_documents(safe: Release, tmp_path: Path) -> None:
    done = export(safe, every(tmp_path))
    assert [file.path.name for file in done.files] == ["out.csv", "out_report.html", "out_figures.json"]
    for file in done.files:
        content = file.path.read_bytes()
        assert (len(content), hashlib.sha256(content).hexdigest()) == (file.size, file.sha256)
    assert set(done.left_out) == set(safe.run.masked.names) - set(
        (tmp_path / "out.csv").read_text().splitlines()[0].split(",")
    )
    assert done.left_out
    assert done.reason == ""
    assert json.loads((tmp_path / "out_figures.json").read_text())["verdict"] == "safe"


def test_values_of_the_data_stand_in_the_internal_edition_of_the_report_alone(
    safe: Release, tmp_path: Path
) -> None:
    pages = []
    for number, internal in enumerate((False, True)):
        plan = every(
            tmp_path, target=None, report=tmp_path / f"{number}.html", figures=tmp_path / f"{number}.json"
        )
        export(safe, replace(plan, internal=internal))
        pages.append((tmp_path / f"{number}.html").read_text(encoding="utf-8"))
    public, edition = pages
    assert "This edition holds values of the data." in edition[: edition.index("Verdict:")]
    assert "holds values of the data" not in public[: public.index("Verdict:")]
    assert "left out here" in public
    assert "left out here" not in edition
    assert (tmp_path / "0.json").read_text() == (tmp_path / "1.json").read_text()


def test_only_named_identifiers_leave(safe: Release, tmp_path: Path) -> None:
    done = export(safe, Plan(tmp_path / "out.csv", kept=("Patient_No",)))
    header = (tmp_path / "out.csv").read_text().splitlines()[0].split(",")
    assert "Patient_No" in header
    assert done.left_out == ("Name",)


def test_a_file_that_is_not_known_to_be_safe_needs_a_recorded_reason(
    unassessed: Release, tmp_path: Path
) -> None:
    assert needs_reason(unassessed)
    for plan in (every(tmp_path), every(tmp_path, reason=" \n")):
        assert "only with a reason" in withheld(unassessed, plan)
        with pytest.raises(WriteError, match="not assessed"):
            export(unassessed, plan)
    unrecorded = Plan(tmp_path / "out.csv", reason="The board agreed")
    assert "have one of them written" in problem(unassessed, unrecorded)
    with pytest.raises(WriteError, match="recorded"):
        export(unassessed, unrecorded)
    assert not list(tmp_path.iterdir())
    done = export(unassessed, every(tmp_path, reason=" The board agreed "))
    assert done.reason == "The board agreed"
    assert json.loads((tmp_path / "out_figures.json").read_text())["override"] == "The board agreed"
    assert "The board agreed" in (tmp_path / "out_report.html").read_text()


def test_documents_alone_need_no_reason(unassessed: Release, tmp_path: Path) -> None:
    done = export(unassessed, every(tmp_path, target=None, reason="not for documents"))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out_figures.json", "out_report.html"]
    assert done.reason == ""
    assert "override" not in json.loads((tmp_path / "out_figures.json").read_text())


def test_the_reason_finds_a_place(safe: Release, unassessed: Release, tmp_path: Path) -> None:
    plan = Plan(tmp_path / "out.csv", reason="The board agreed")
    assert recorded(safe, plan) == plan
    assert recorded(unassessed, plan).figures == tmp_path / "out_figures.json"
    assert recorded(unassessed, every(tmp_path)) == every(tmp_path)


def test_all_or_nothing(safe: Release, tmp_path: Path) -> None:
    plan = every(tmp_path)
    (tmp_path / "out_figures.json").write_text("somebody else's")
    with pytest.raises(WriteError, match="exists already"):
        export(safe, plan)
    with pytest.raises(DataError, match="does not have"):
        export(_with_umlaut(safe), replace(plan, replace=True, options={"encoding": "ascii"}))
    assert [path.name for path in tmp_path.iterdir()] == ["out_figures.json"]
    asked = iter([False] * 2 + [True] * 1000)
    with pytest.raises(Cancelled):
        export(safe, replace(plan, replace=True), Progress(cancelled=lambda: next(asked)))
    assert (tmp_path / "out_figures.json").read_text() == "somebody else's"
    assert [path.name for path in tmp_path.iterdir()] == ["out_figures.json"], "no temporary file stays"


def _with_umlaut(release: Release) -> Release:
    """The release with a value that ASCII does not have."""
    original = release.run.original
    frame = original.frame.assign(Race=original.column("Race").where(original.rows % 2 == 0, "Größe"))
    data = Microdata(frame, [variable.changed(categories=()) for variable in original.variables])
    return check_release(release.project, Pipeline(data).run(release.project.recipe))


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("", "Give the file a name."),
        ("nowhere/x.csv", "There is no folder nowhere; choose another one."),
        ("folder", "folder is a folder; add the name of a file."),
        ("original.csv", "never overwritten"),
        ("link.csv", "never overwritten"),
        ("x.docx", "Nothing is written under the extension of x.docx"),
        ("there.csv", "Allow the files that are there to be replaced"),
    ],
)
def test_names_are_checked(safe: Release, tmp_path: Path, name: str, message: str) -> None:
    (tmp_path / "folder").mkdir()
    for file in ("original.csv", "there.csv"):
        (tmp_path / file).touch()
    (tmp_path / "link.csv").symlink_to(tmp_path / "original.csv")
    plan = Plan(tmp_path / name if name else None)
    assert message in problem(safe, plan, [tmp_path / "original.csv"])


def test_options_are_checked(safe: Release, tmp_path: Path) -> None:
    assert "A comma cannot both" in problem(safe, Plan(tmp_path / "x.csv", options={"decimal": ","}))
    parquet = Plan(tmp_path / "x.parquet", options={"decimal": ","})
    assert "without the option decimal" in problem(safe, parquet)
    assert "no file format called sav" in problem(safe, Plan(tmp_path / "x.sav", format="sav"))
    with pytest.raises(ParameterError, match="no file format"):
        export(safe, Plan(tmp_path / "x.sav", format="sav"))
    assert problem(safe, Plan(tmp_path / "x.dat", format="csv")) == ""


@pytest.mark.parametrize("name", ["x.pdf", "x.data", "x", "x.v2", "x.sas7bdat"])
def test_a_name_without_an_ending_of_data_is_refused(safe: Release, tmp_path: Path, name: str) -> None:
    assert problem(safe, Plan(tmp_path / name, format="csv")) == (
        f"{name} would be written in the format CSV: let its name end in .csv, .tsv, .tab or .txt, or choose "
        f"another "
        f"format."
    )


def test_only_what_is_safe_is_called_so(safe: Release, unassessed: Release) -> None:
    known = safe.with_limits(safe.project.changed(accepted=tuple(one.name for one in safe.open())))
    assert known is not None
    assert suggested(Path("people.txt"), known) == Path("people_safe.csv")
    assert suggested(Path("people.txt"), safe) == Path("people_masked.csv"), "the order leaves too"
    assert suggested(Path("people.txt"), unassessed) == Path("people_masked.csv")
    assert suggested(Path("people.sav"), known) == Path("people_safe.sav"), "labels are kept"
    assert suggested(Path("people.sas7bdat"), known) == Path("people_safe.csv"), "it is only read"


def test_the_report_tells_the_file_and_the_figures_that_were_written_with_it(
    safe: Release, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1795392000")
    done = export(safe, every(tmp_path))
    file, report, figures = (one.path for one in done.files)
    page, told = report.read_text(encoding="utf-8"), json.loads(figures.read_text(encoding="utf-8"))
    assert hashlib.sha256(file.read_bytes()).hexdigest() == done.files[0].sha256
    for tie in (file.name, done.files[0].sha256, done.files[2].sha256, "2026-11-23", version("sdcdesk")):
        assert tie in page, tie
    assert told["written"]["sha256"] == done.files[0].sha256
    assert (told["written"]["file"], told["written"]["date"]) == (file.name, "2026-11-23")
    other = tmp_path / "again"
    other.mkdir()
    again = export(safe, every(other))
    assert [one.sha256 for one in again.files] == [one.sha256 for one in done.files]
    alone = export(safe, Plan(report=tmp_path / "alone.html"))
    assert "none was written with this report" in alone.files[0].path.read_text(encoding="utf-8")


def test_what_leaves_stands_in_report_and_figures_and_identifiers_where_they_are_kept(
    safe: Release, tmp_path: Path
) -> None:
    export(safe, every(tmp_path, kept=safe.run.masked.named(Role.IDENTIFIER)))
    page = (tmp_path / "out_report.html").read_text(encoding="utf-8")
    told = json.loads((tmp_path / "out_figures.json").read_text(encoding="utf-8"))
    assert (told["verdict"], told["verdict_in_words"]) == ("safe", "safe in these scenarios")
    leaves = {one["name"]: one for one in told["leaves"]}
    assert {"order", "identifier:Patient_No"} <= set(leaves)
    assert leaves["order"]["mend"]["method"] == "random_order"
    assert (leaves["order"]["records"], leaves["order"]["accepted"]) == (4000, False)
    assert "Safe in these scenarios" in page
    assert "Patient_No names people and leaves as it is" in page
    assert page.index("Record order") < page.index("Sign-off") < page.index("<h2>Data</h2>")


def test_records_leave_in_random_order_and_the_documents_say_so(safe: Release, tmp_path: Path) -> None:
    export(safe, replace(every(tmp_path), order="records"))
    written = pd.read_csv(tmp_path / "out.csv", dtype=str)
    step = replace(
        safe, run=Pipeline(safe.run.original).run(safe.project.recipe.then(RandomOrder())), order=None
    )
    (tmp_path / "step").mkdir()
    export(step, Plan(target=tmp_path / "step" / "out.csv"))
    assert written.equals(pd.read_csv(tmp_path / "step" / "out.csv", dtype=str)), (
        "as another step would do it"
    )
    page = (tmp_path / "out_report.html").read_text(encoding="utf-8")
    told = json.loads((tmp_path / "out_figures.json").read_text(encoding="utf-8"))
    assert "The records are in random order." in page
    assert "Record order" not in page
    assert told["random_order"] == "records"
    assert "order" not in {one["name"] for one in told["leaves"]}
    plan = replace(every(tmp_path), order="households", replace=True)
    assert "No variable has the role household" in problem(safe, plan)


def test_what_is_entered_makes_a_plan() -> None:
    entered = {"target": Path("out/safe.csv"), "format": "csv", "replace": False}
    plan = planned({**entered, "report": True, "figures": False, "kept": ["id"]}, {"delimiter": ";"})
    assert plan.files == (Path("out/safe.csv"), beside(Path("out/safe.csv"))[0])
    assert (plan.kept, plan.reason, plan.options) == (("id",), "", {"delimiter": ";"})
    assert planned({**entered, "target": None, "report": True, "figures": True}, {}).files == ()


@pytest.mark.parametrize(
    ("name", "followed"),
    [("a.csv", "a.parquet"), ("a", "a.parquet"), ("a.b1", "a.b1"), ("A.CSV", "A.parquet")],
)
def test_a_name_follows_the_format_but_for_endings_of_its_own(name: str, followed: str) -> None:
    assert followed_format(Path(name), "parquet") == Path(followed)


@pytest.mark.parametrize("internal", [False, True])
def test_the_report_says_that_weights_were_calibrated(internal: bool, safe: Release, tmp_path: Path) -> None:
    frame = pd.DataFrame({"region": ["n", "s"] * 100, "age": [30, 40] * 100, "weight": [2.5] * 200})
    roles = {"region": Role.STRATUM, "age": Role.KEY, "weight": Role.WEIGHT}
    data = Microdata(frame, [Variable(name=name, role=role) for name, role in roles.items()])
    recipe = Recipe(seed=1).then(SimpleRandomSampling(percentage=50.0)).then(WeightCalibration())
    project = safe.project.changed(variables=data.variables, recipe=recipe, scenarios=())
    release = check_release(project, Pipeline(data).run(recipe))
    export(release, Plan(report=tmp_path / "report.html", internal=internal))
    report = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "Weights to their initial sums" in report
    assert "learns from the factor of a stratum how many of its records were left out" in report
    assert ("Sum of weights after: 500" in report) == internal, "the sum of few weights tells one of them"
    assert ("Sum of weights before: 250" in report) == internal


def test_codebooks_leave_with_the_masked_file_and_tell_no_roles(safe: Release, tmp_path: Path) -> None:
    plan = every(tmp_path, codebooks=("csv", "ddi", "spss", "r"), internal=True)
    done = export(safe, plan)
    books = ["out_codebook.csv", "out_codebook.xml", "out_codebook.sps", "out_codebook.R"]
    assert [file.path.name for file in done.files][3:] == books
    described = read_codebook(tmp_path / "out_codebook.csv")
    assert [one.name for one in described] == (tmp_path / "out.csv").read_text().splitlines()[0].split(",")
    assert not {one.name for one in described} & set(done.left_out)
    assert all("role" not in one.model_fields_set for one in described)
    assert 'read.csv("out.csv"' in (tmp_path / "out_codebook.R").read_text()


def test_a_codebook_that_cannot_be_written_keeps_all_back(safe: Release, tmp_path: Path) -> None:
    plan = Plan(tmp_path / "out.parquet", codebooks=("spss",))
    assert problem(safe, plan).startswith("SPSS syntax reads files of CSV and SPSS;")
    with pytest.raises(ParameterError, match="SPSS syntax"):
        export(safe, plan)
    assert list(tmp_path.iterdir()) == []


def test_a_codebook_that_exists_is_not_replaced_unasked(safe: Release, tmp_path: Path) -> None:
    (tmp_path / "out_codebook.csv").write_text("mine")
    plan = Plan(tmp_path / "out.csv", codebooks=("csv",))
    assert plan.existing == (tmp_path / "out_codebook.csv",)
    assert problem(safe, plan).startswith("Allow the files that are there to be replaced")
    with pytest.raises(WriteError):
        export(safe, plan)
    assert (tmp_path / "out_codebook.csv").read_text() == "mine"
    assert not (tmp_path / "out.csv").exists()


def test_what_the_file_will_lack_is_known_before(safe: Release, tmp_path: Path) -> None:
    labelled = safe.run.original.variable("Zip").changed(
        missing=(-9,), value_labels=(ValueLabel(value=-9, label="No"),)
    )
    project = safe.project.changed(scenarios=(), recipe=Recipe(seed=1))
    release = check_release(project, Pipeline(safe.run.original.describe(labelled)).run(project.recipe))
    plan = Plan(tmp_path / "out.csv")
    [loss] = plan_losses(release, plan)
    assert losses_text((loss,)) == loss.text
    assert loss.text == "CSV files hold codes without their labels; write a codebook beside the file."
    assert plan_losses(release, replace(plan, codebooks=("csv",))) == ()
    assert plan_losses(release, Plan()) == ()
    assert losses_text((loss,) * 15).splitlines()[11:] == [loss.text, "… and 3 more."]


def test_what_the_file_will_lack_calls_variables_as_people_do(safe: Release, tmp_path: Path) -> None:
    labels = tuple(ValueLabel(value=value, label=str(value)) for value in (48201, -1))
    original = safe.run.original
    for name in ("Zip", "Sex"):
        original = original.describe(original.variable(name).changed(value_labels=labels))
    project = safe.project.changed(scenarios=(), recipe=Recipe(seed=1))
    release = check_release(project, Pipeline(original).run(project.recipe))
    [loss] = plan_losses(release, Plan(tmp_path / "out.parquet"))
    assert loss.text.endswith("they are labels of Sex, Zip.")
    assert losses_text((loss,), {"Zip": "Where they live"}).endswith("labels of Sex, Where they live.")


def labelled(safe: Release) -> Release:
    """The sample with labels of codes, of which some do not occur, and one of an identifier."""
    data = safe.run.original
    codes = sorted(data.column("Zip").unique().tolist())[:2]
    labels = (ValueLabel(value=codes[0], label="Here"), ValueLabel(value=-5, label="Nowhere"))
    [identifier, *_] = data.named(Role.IDENTIFIER)
    described = (data.variable(name).changed(value_labels=labels) for name in ("Zip", identifier))
    project = safe.project.changed(scenarios=(), recipe=Recipe(seed=1))
    return check_release(project, Pipeline(data.describe(*described)).run(project.recipe))


def test_to_tell_which_files_leave_copies_no_values(
    safe: Release, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    masked = labelled(safe).run.masked
    identified = masked.describe(masked.variable("Zip").changed(role=Role.IDENTIFIER))
    for name in ("take", "drop"):
        monkeypatch.setattr(pd.DataFrame, name, lambda *_, **__: pytest.fail("values are copied"))
    plan = Plan(tmp_path / "out.asc")
    names = [["out.rda"], ["out.rda", "out_Zip.cdl"]]
    plans = (plan, replace(plan, kept=("Zip",)))
    assert [[path.name for path in accompanied(identified, one).companions] for one in plans] == names


def test_files_without_which_another_cannot_be_read_leave_with_it(safe: Release, tmp_path: Path) -> None:
    release = labelled(safe)
    report, figures = beside(tmp_path / "out.asc")
    plan = Plan(tmp_path / "out.asc", report, figures, reason="A test")
    names = ["out.asc", "out_report.html", "out_figures.json", "out.rda", "out_Zip.cdl"]
    assert [path.name for path in accompanied(release.run.masked, plan).files] == names
    done = export(release, plan)
    assert [file.path.name for file in done.files] == names
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(names)
    hashes = {file.path.name: file.sha256 for file in done.files}
    for name, sha256 in hashes.items():
        assert hashlib.sha256((tmp_path / name).read_bytes()).hexdigest() == sha256
    written = json.loads(figures.read_text())["written"]
    assert written["companions"] == [
        {"file": name, "sha256": hashes[name]} for name in ("out.rda", "out_Zip.cdl")
    ]
    assert all(hashes[name] in report.read_text() for name in ("out.asc", "out.rda", "out_Zip.cdl"))
    assert "Here" in (tmp_path / "out_Zip.cdl").read_text()
    assert "Nowhere" not in (tmp_path / "out_Zip.cdl").read_text()
    found = read(tmp_path / "out.asc")
    assert len(found) == len(release.run.masked)
    assert not set(found.names) & set(done.left_out)


def test_labels_of_values_that_do_not_occur_are_told_before(safe: Release, tmp_path: Path) -> None:
    release = labelled(safe)
    left_out = (
        "1 label of a value that does not occur in the file is left out, for it could tell what was masked; "
        "it is a label of Zip."
    )
    plan = Plan(tmp_path / "out.sav")
    assert [loss.text for loss in plan_losses(release, plan) if "occur" in loss.text] == [left_out]
    text = replace(plan, target=tmp_path / "out.csv")
    assert [loss.text for loss in plan_losses(release, text) if "occur" in loss.text] == []
    described = replace(text, codebooks=("csv",))
    assert [loss.text for loss in plan_losses(release, described)] == [left_out], "the codebook lacks it, too"


def test_nothing_is_written_where_a_file_beside_it_stands(safe: Release, tmp_path: Path) -> None:
    release = labelled(safe)
    (tmp_path / "out_Zip.cdl").write_text("mine")
    report, figures = beside(tmp_path / "out.asc")
    plan = accompanied(release.run.masked, Plan(tmp_path / "out.asc", report, figures, reason="A test"))
    assert plan.existing == (tmp_path / "out_Zip.cdl",)
    assert problem(release, plan).startswith("Allow the files that are there to be replaced")
    assert "never overwritten" in problem(release, plan, [tmp_path / "out_Zip.cdl"])
    with pytest.raises(WriteError, match=r"out_Zip\.cdl"):
        export(release, plan)
    assert [path.name for path in tmp_path.iterdir()] == ["out_Zip.cdl"]
    assert (tmp_path / "out_Zip.cdl").read_text() == "mine"


def test_a_cancel_while_files_are_written_leaves_none(safe: Release, tmp_path: Path) -> None:
    release = labelled(safe)
    report, figures = beside(tmp_path / "out.asc")
    plan = Plan(tmp_path / "out.asc", report, figures, reason="A test")

    def stop(_figures: object) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        export(release, plan, ready=stop)
    assert not list(tmp_path.iterdir())
