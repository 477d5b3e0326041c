"""Whole journeys on the command line, and that Python gives the same bytes."""

import json
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest

import sdcdesk as sdc
from sdcdesk.cli import main
from sdcdesk.cli.run import print_outcome
from sdcdesk.cli.terminal import interruptible, print_afterwards, progress
from sdcdesk.core.results.limit import Limit
from sdcdesk.core.running.progress import Cancelled
from sdcdesk.document.project_file import load
from sdcdesk.io.csv.source import Source
from sdcdesk.report.export import export

SAMPLES = Path(__file__).resolve().parents[2] / "resources" / "samples"


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    """A copy of the sample project with its data, in a folder of its own."""
    for name in ("billing_5000.sdcdesk", "billing_5000.csv"):
        shutil.copy(SAMPLES / name, tmp_path / name)
    return tmp_path / "billing_5000.sdcdesk"


def run(*arguments: object) -> int:
    return main([str(argument) for argument in arguments])


def refused(*arguments: object) -> int:
    """Run a command that argparse itself may refuse."""
    try:
        return run(*arguments)
    except SystemExit as stop:
        assert isinstance(stop.code, int)
        return stop.code


def failing(problem: BaseException) -> Callable[..., object]:
    """Return a function that fails."""

    def fail(*_: object, **__: object) -> None:
        raise problem

    return fail


@pytest.mark.parametrize(("problem", "code"), [(KeyError("SECRET"), 70), (MemoryError("SECRET"), 71)])
def test_a_defect_has_a_code_of_its_own_and_shows_no_value(
    sample: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    problem: Exception,
    code: int,
) -> None:
    monkeypatch.setattr("sdcdesk.cli.run.load", failing(problem))
    assert run("run", sample) == code
    message = capsys.readouterr().err
    assert message.startswith("sdcdesk: ")
    assert message.count("\n") == (2 if code == 70 else 1)
    assert "SECRET" not in message


def test_the_sample_becomes_a_safe_file_with_its_figures(
    sample: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = sample.parent
    before = (folder / "billing_5000.csv").read_bytes()
    out, figures, report = folder / "safe.csv", folder / "figures.json", folder / "report.html"
    assert run("run", sample, "--out", out, "--json", figures, "--report", report) == 0
    assert (folder / "billing_5000.csv").read_bytes() == before
    released = pd.read_csv(out, dtype=str)
    assert list(released.columns) == ["Age", "Sex", "Race", "Zip", "Amount_Billed"], (
        "identifiers are left out"
    )
    assert len(released) == 4000
    assert set(released["Age"]) <= {*(f"{low} to {low + 9}" for low in range(0, 90, 10)), "90 and over"}
    assert released["Zip"].str.fullmatch(r"\d{4}\*").all()
    results = json.loads(figures.read_text(encoding="utf-8"))
    assert results["verdict"] == "safe"
    assert results["records"] == {"original": 5000, "released": 4000}
    for scenario in results["scenarios"]:
        figure = scenario["measures"][0]["figures"]["dr_weighted"]
        assert figure["value"] <= 0.02
        assert figure["before"]["value"] > 0.02
        assert scenario["judgements"][0]["standing"] == "kept"
    page = report.read_text(encoding="utf-8")
    assert "Verdict: safe" in page
    assert "<script" not in page
    assert "://" not in page, "the report fetches nothing"
    assert "Neighbour: safe" in capsys.readouterr().out


def test_command_line_and_python_give_the_same_bytes(sample: Path) -> None:
    out, again = sample.parent / "cli.csv", sample.parent / "python.csv"
    assert run("run", sample, "--out", out) == 0
    project = load(sample)
    sdc.write(project.recipe.apply(project.open_data(sample)), again)
    assert out.read_bytes() == again.read_bytes()


def test_the_same_project_gives_the_same_bytes_again(sample: Path) -> None:
    written = []
    for name in ("one", "two"):
        folder = sample.parent / name
        folder.mkdir()
        out, figures, report = (folder / each for each in ("safe.csv", "figures.json", "report.html"))
        assert run("run", sample, "--out", out, "--json", figures, "--report", report) == 0
        written.append([each.read_bytes() for each in (out, figures, report)])
    assert written[0] == written[1]


@pytest.fixture
def unsafe(sample: Path) -> Path:
    """The sample with bands so narrow that its limits are broken."""
    project = load(sample)
    recipe = project.recipe.edited(0, project.recipe.steps[0].method.changed(width=5.0))
    project.changed(recipe=recipe).save(sample)
    return sample


def test_an_unsafe_file_is_withheld_but_its_documents_are_written(
    unsafe: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, figures, report = (unsafe.parent / name for name in ("safe.csv", "figures.json", "report.html"))
    assert run("run", unsafe, "--out", out, "--json", figures, "--report", report) == 1
    assert not out.exists()
    assert "override" not in json.loads(figures.read_text())
    assert "Verdict: unsafe" in report.read_text()
    assert "The masked file is not written: its verdict is unsafe" in capsys.readouterr().err


def test_an_unsafe_file_leaves_with_a_reason_that_is_recorded(
    unsafe: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, figures, report = (unsafe.parent / name for name in ("out.csv", "figures.json", "report.html"))
    reason = ("--release-anyway", "The board agreed on 3 May")
    assert run("run", unsafe, "--out", out, "--json", figures, "--report", report, *reason) == 0
    assert out.exists()
    assert json.loads(figures.read_text())["override"] == "The board agreed on 3 May"
    assert "The board agreed on 3 May" in report.read_text()
    assert "The board agreed on 3 May" in capsys.readouterr().out
    assert run("run", unsafe, "--out", unsafe.parent / "alone.csv", *reason) == 0
    beside = json.loads((unsafe.parent / "alone_figures.json").read_text())
    assert beside["override"] == "The board agreed on 3 May", "a reason is never lost"


def test_a_file_that_nobody_assessed_is_withheld_too(sample: Path) -> None:
    load(sample).changed(scenarios=()).save(sample)
    out = sample.parent / "safe.csv"
    assert run("run", sample, "--out", out) == 1
    assert not out.exists()
    assert run("run", sample) == 0, "nothing was withheld"
    assert run("run", sample, "--out", out, "--release-anyway", "Nobody is in it") == 0
    assert out.exists()


def test_a_reason_has_words_and_controls_no_terminal(
    unsafe: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, figures = unsafe.parent / "out.csv", unsafe.parent / "figures.json"
    export = ("run", unsafe, "--out", out, "--json", figures, "--release-anyway")
    for nothing in ("  ", "\u200b", "\x00", "-", "\udcff"):
        assert run(*export, nothing) == 2
        assert "needs the reason" in capsys.readouterr().err
        assert not out.exists()
    assert run(*export, "agreed \x1b[31m\udcff") == 0
    assert r"agreed \x1b[31m\udcff" in capsys.readouterr().out
    assert json.loads(figures.read_bytes())["override"] == "agreed \x1b[31m\udcff"


def test_inputs_are_never_replaced_under_any_name(unsafe: Path) -> None:
    folder = unsafe.parent
    data, project = folder / "billing_5000.csv", folder / "out_figures.json"
    unsafe.rename(project)
    (folder / "hard.csv").hardlink_to(data)
    before = data.read_bytes(), project.read_bytes()
    anyway = ("--overwrite", "--release-anyway", "agreed")
    assert run("run", project, "--out", folder / "hard.csv", *anyway) == 2
    assert run("run", project, "--out", folder / "out.csv", *anyway) == 2, "its figures would go there"
    assert not (folder / "out.csv").exists()
    assert (data.read_bytes(), project.read_bytes()) == before
    assert (folder / "hard.csv").samefile(data)


def test_a_report_is_a_file_with_a_possible_name(unsafe: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("run", unsafe, "--report", "-") == 2
    assert "The report is written to a file" in capsys.readouterr().err
    assert run("run", unsafe, "--report", unsafe.parent / f"{'x' * 400}.html") == 2
    assert "choose another name" in capsys.readouterr().err


def test_a_limit_that_nothing_can_answer_is_told(sample: Path, capsys: pytest.CaptureFixture[str]) -> None:
    project = load(sample)
    [first, *others] = project.scenarios
    gone = Limit(measure="vanished", figure="risk", value=0.1)
    project.changed(scenarios=(first.changed(limits=(*first.limits, gone)), *others)).save(sample)
    figures, report = sample.parent / "figures.json", sample.parent / "report.html"
    assert run("run", sample, "--out", sample.parent / "out.csv", "--json", figures, "--report", report) == 1
    output = capsys.readouterr()
    told = "vanished.risk is not assessed: There is no measure vanished."
    assert told in output.out
    assert f"sdcdesk: {first.name}: {told}" in output.err
    assert "its verdict is not assessed" in output.err
    assert json.loads(figures.read_text())["vanished_limits"] == [f"{first.name}: {told}"]
    assert f"{first.name}: {told}" in report.read_text()


def test_a_measure_with_a_defect_leaves_the_others_and_a_code_of_its_own(
    sample: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sdcdesk.loss.HeadlineLoss._assess", failing(KeyError("SECRET")))
    figures, report = sample.parent / "figures.json", sample.parent / "report.html"
    assert run("run", sample, "--json", figures, "--report", report) == 70
    output = capsys.readouterr()
    assert "DR_W" in output.out
    assert "a defect of the measure (KeyError)" in output.err
    found = json.loads(figures.read_text())
    assert found["scenarios"][0]["measures"]
    assert "a defect of the measure (KeyError)" in found["unassessed"][0]["error"]
    assert "a defect of the measure (KeyError)" in report.read_text()
    kept = Path(re.findall(r"sdcdesk: (.+) says where the program failed", output.err)[0]).read_text()
    assert "KeyError" in kept
    assert "sdcdesk/release/measure_check.py" in kept
    assert "SECRET" not in output.out + output.err + figures.read_text() + report.read_text() + kept


def test_a_defect_of_one_measure_leaves_what_others_assess(
    sample: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sdcdesk.loss.HeadlineLoss._assess", failing(KeyError("SECRET")))
    figures = sample.parent / "figures.json"
    assess = ("assess", sample.parent / "billing_5000.csv", "--keys", "Age,Sex", "--json", figures)
    limits = ("--limit", "disclosure_risk.dr_max<=0.0001", "--limit", "headline_loss.loss<=5")
    assert run(*assess, *limits) == 70
    output = capsys.readouterr()
    assert "above 0.01\u202f%" in output.out
    assert (
        "sdcdesk: Headline loss: It could not be computed: a defect of the measure (KeyError); report it."
        in output.err
    )
    found = json.loads(figures.read_text())
    assert found["verdict"] == "unsafe"
    assert [one["measure"] for one in found["measures"]] == ["disclosure_risk"]
    assert [one["measure"] for one in found["unassessed"]] == ["headline_loss"]
    assert [one["standing"] for one in found["judgements"]] == ["broken", "not assessed"]
    assert "SECRET" not in output.out + output.err + figures.read_text()


@pytest.mark.skipif(shutil.which("bash") is None, reason="pipes are those of a shell")
@pytest.mark.parametrize(
    ("ends", "json_too", "code"),
    [
        ("| head -c 1", "", 1),
        ("2>&1 | true", "--json -", 1),
        (">&-", "--json -", 1),
        (">&- 2>&-", "", 1),
        (">/dev/full", "--json -", 2),
    ],
)
def test_an_unsafe_file_ends_with_one_though_nobody_listens(
    sample: Path, ends: str, json_too: str, code: int
) -> None:
    limit = "--limit 'disclosure_risk.dr_max<=0.0001'"
    assess = f"-m sdcdesk assess {sample.parent}/billing_5000.csv --keys Age,Sex {limit} {json_too}"
    shell = ["bash", "-c", f"{sys.executable} {assess} {ends}; exit ${{PIPESTATUS[0]}}"]
    done = subprocess.run(shell, capture_output=True, text=True, check=False)  # noqa: S603
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stdout + done.stderr
    assert "Exception ignored" not in done.stderr


def test_a_measure_that_lacks_memory_ends_the_run(sample: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sdcdesk.loss.HeadlineLoss._assess", failing(MemoryError()))
    assert run("run", sample, "--json", sample.parent / "figures.json") == 71
    assert not (sample.parent / "figures.json").exists()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_request_to_end_cancels_while_nothing_stands_and_comes_too_late_afterwards(
    sample: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], number: signal.Signals
) -> None:
    before = signal.getsignal(number)
    out = sample.parent / "out.csv"
    for name, function in (("export", export), ("print_outcome", print_outcome)):
        with monkeypatch.context() as patch:
            patch.setattr(f"sdcdesk.cli.run.{name}", raising(number, function))
            assert run("run", sample, "--out", out) == 3
        assert "nothing was written" in capsys.readouterr().err
        assert not out.exists()
    monkeypatch.setattr("sdcdesk.cli.run.print_afterwards", raising(number, print_afterwards))
    assert run("run", sample, "--out", out) == 0
    output = capsys.readouterr()
    assert "out.csv, SHA-256" in output.out
    assert output.err == ""
    assert signal.getsignal(number) is before


def test_who_asks_twice_does_not_wait_for_the_next_report(
    sample: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answered = []
    deaf = raising(signal.SIGTERM, raising(signal.SIGTERM, lambda *_, **__: answered.append(1)))
    monkeypatch.setattr("sdcdesk.cli.run.check_release", deaf)
    assert run("run", sample, "--out", sample.parent / "out.csv") == 3
    assert not answered


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_request_to_end_while_a_file_is_read_is_a_cancel(
    sample: Path, monkeypatch: pytest.MonkeyPatch, number: signal.Signals
) -> None:
    """The library that parses files listens for signals itself meanwhile."""
    monkeypatch.setattr(Source, "read", raising(number, Source.read))
    with interruptible(), progress() as work, pytest.raises(Cancelled):
        sdc.read(sample.with_suffix(".csv"), progress=work)


def raising(number: signal.Signals, then: Callable[..., object]) -> Callable[..., object]:
    """Return a function during which the process is asked to end."""

    def asked(*arguments: object, **named: object) -> object:
        signal.raise_signal(number)
        return then(*arguments, **named)

    return asked


def test_the_reason_of_a_safe_file_is_not_recorded(sample: Path) -> None:
    out, figures = sample.parent / "safe.csv", sample.parent / "figures.json"
    assert run("run", sample, "--out", out, "--json", figures, "--release-anyway", "not needed") == 0
    assert "override" not in json.loads(figures.read_text())


def test_a_finished_file_is_assessed_without_its_recipe(
    sample: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = sample.parent
    assert run("run", sample, "--out", folder / "all.csv", "--identifiers") == 0
    capsys.readouterr()
    code = run(
        *("assess", folder / "billing_5000.csv", "--masked", folder / "all.csv", "--id", "Patient_No"),
        *("--keys", "Age,Sex,Zip", "--limit", "disclosure_risk.dr_max<=0.05", "--json", "-"),
    )
    assert code == 1
    found = json.loads(capsys.readouterr().out)
    assert found["verdict"] == "unsafe"
    assert found["judgements"][0]["standing"] == "not shown safe", "it is a bound"
    figures = found["measures"][0]["figures"]
    project = load(sample)
    data = project.open_data(sample)
    masked = project.recipe.apply(data)
    expected = sdc.risk.DisclosureRisk(keys=["Age", "Sex", "Zip"]).assess(data, masked)
    for name in ("dr_min", "dr_max", "k"):
        assert figures[name]["value"] == expected.value(name), name
    before = sdc.risk.DisclosureRisk(keys=["Age", "Sex", "Zip"]).assess(data, data)
    known = figures["dr_min"]["before"]
    assert known["rounded_to"] == pytest.approx(10 / len(data)), "keys were blanked: see the attacks on them"
    assert known["value"] == pytest.approx(before.value("dr_min"), abs=known["rounded_to"])
    assert found["measures"][0]["states"]["exactness"]["value"] == "upper bound", (
        "what became of dropped records cannot be seen"
    )


def test_a_finished_file_without_identity_repeats_the_users_word_on_its_order(
    sample: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, coarse = sample.parent / "billing_5000.csv", sample.parent / "coarse.csv"
    bands = 'recoding:{"variable": "Age", "how": "width", "width": 10.0}'
    assert run("mask", data, "--method", bands, "--seed", "1", "--out", coarse) == 0
    capsys.readouterr()
    asked = ("assess", data, "--masked", coarse, "--keys", "Age,Sex", "--json", "-")
    assert run(*asked) == 1
    written = capsys.readouterr().out
    assert "paired by nothing but their order" in written
    assert json.loads(written)["measures"][0]["states"]["exactness"]["value"] == "not paired"
    for words, exactness in (((), "upper bound"), (("--recoded-only",), "exact")):
        assert run(*asked, "--same-order", *words) == 0
        written = capsys.readouterr().out
        assert "The user stated that the records of both files stand in the same order" in written
        assert json.loads(written)["measures"][0]["states"]["exactness"]["value"] == exactness


def test_order_tells_which_records_belong_together_only_in_whole_files(
    sample: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = sample.parent
    assert run("run", sample, "--out", folder / "safe.csv") == 0
    code = run("assess", folder / "billing_5000.csv", "--masked", folder / "safe.csv", "--keys", "Sex")
    assert code == 2
    assert "name a variable that identifies the record" in capsys.readouterr().err


def test_variables_that_are_named_one_by_one_all_count(
    sample: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = sample.parent / "billing_5000.csv"
    found = []
    for keys in (("--keys", "Age,Sex"), ("--keys", "Age", "--keys", "Sex"), ("--keys", "Sex")):
        reading = ("--missing", "-8", "--missing", "-9", "--text", "Zip", "--text", "Age", "--json", "-")
        assert run("assess", data, *keys, *reading) == 0
        figures = json.loads(capsys.readouterr().out)["measures"][0]["figures"]
        found.append(figures["dr_max"]["value"])
    assert found[0] == found[1] > found[2]


W3 = 'structure,sampling\ntail,0\n"title","W3"\nreleased \\ original,1,2\n1,6,2\n2,0,2\n'


def test_records_count_as_a_weight_matrix_in_a_file_says(
    sample: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = sample.parent
    (folder / "w3.csv").write_text(W3, encoding="utf-8")
    assess = ("assess", folder / "billing_5000.csv", "--keys", "Age,Sex", "--weights", folder / "w3.csv")
    assert run(*assess, "--json", "-") == 0
    given = json.loads(capsys.readouterr().out)["measures"][0]
    parameters = json.dumps(given["parameters"])
    assert given["parameters"]["weights"]["block"] == [[6.0, 2.0], [0.0, 2.0]]
    written = ("assess", folder / "billing_5000.csv", "--keys", "Age,Sex", "--measure")
    assert run(*written, f"disclosure_risk:{parameters}", "--json", "-") == 0
    assert json.loads(capsys.readouterr().out)["measures"][0] == given
    measures = ("--measure", "k_anonymity", "--limit", "disclosure_risk.dr_weighted<=0.0001")
    assert run(*assess, *measures, "--json", "-") == 1
    both = json.loads(capsys.readouterr().out)["measures"]
    assert both[1]["figures"]["dr_weighted"]["value"] == given["figures"]["dr_weighted"]["value"]


def test_weights_that_break_rules_are_refused_with_all_of_them(
    sample: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    weights = sample.parent / "w.csv"
    weights.write_text(W3.replace("6,2", "1,5"), encoding="utf-8")
    assert run("assess", sample.parent / "billing_5000.csv", "--keys", "Age", "--weights", weights) == 2
    output = capsys.readouterr()
    assert output.out == ""
    listed = output.err.splitlines()
    assert len(listed) == 4
    assert listed[0].startswith("sdcdesk: w(1, 2) = 5 is more than w(1, 1) = 1 (row rule")
    assert listed[-1].startswith("sdcdesk: w.csv breaks the rules of its structure, sampling")


def test_a_finished_file_with_numbers_in_a_text_variable_is_assessed_as_text(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.csv").write_text("zip\n01\n1\n2\n", encoding="utf-8")
    (tmp_path / "b.csv").write_text("zip\n1\n1\n2\n", encoding="utf-8")
    asked = ("assess", tmp_path / "a.csv", "--masked", tmp_path / "b.csv", "--same-order")
    assert run(*asked, "--keys", "zip", "--json", "-") == 0
    figures = json.loads(capsys.readouterr().out)["measures"][0]["figures"]
    assert figures["dr_min"]["value"] == 1 / 3, "2 is unique in both; the two 1 are not"


@pytest.mark.parametrize("words", [("1.5", "1.50", "2.0", "2"), ("01.5", "1.5", "NA", "NA")])
def test_a_finished_file_that_spells_numbers_otherwise_is_assessed_as_numbers(
    words: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    original, masked = tmp_path / "a.csv", tmp_path / "b.csv"
    original.write_text("rate,age\n1.5,20\n1.5,21\n2,31\n2,31\n", encoding="utf-8")
    masked.write_text("rate,age\n" + "".join(f"{word},20s\n" for word in words), encoding="utf-8")
    asked = ("--keys", "rate", "--missing", "NA", "--measure", "k_anonymity", "--same-order", "--json", "-")
    assert run("assess", original, "--masked", masked, *asked) == 0, "bands of a recoding stay text"
    figures = json.loads(capsys.readouterr().out)["measures"][0]["figures"]
    assert figures["k"]["value"] == 2, "all that is the same number is in one group"


def test_methods_are_applied_one_after_another(sample: Path) -> None:
    folder = sample.parent
    code = run(
        *(
            "mask",
            folder / "billing_5000.csv",
            "--text",
            "Zip",
            "--identifier",
            "Name,Patient_No",
            "--seed",
            3,
        ),
        *("--method", 'recoding:{"variable": "Zip", "how": "prefix", "keep": 3}'),
        *("--method", 'simple_random_sampling:{"by": "size", "size": 100}'),
        *("--out", folder / "masked.parquet"),
    )
    assert code == 0
    masked = sdc.read(folder / "masked.parquet")
    assert len(masked) == 100
    assert "Name" not in masked.names
    assert masked.column("Zip").str.endswith("**").all()


def test_one_record_of_one_variable_is_said_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "one.csv").write_text("age\n31\n")
    assert main(["inspect", str(tmp_path / "one.csv")]) == 0
    assert capsys.readouterr().out.startswith("one.csv: 1 record, 1 variable\n")


def test_inspection_suggests_roles_with_reasons(sample: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("inspect", sample.parent / "billing_5000.csv", "--json", "-") == 0
    found = {v["name"]: v for v in json.loads(capsys.readouterr().out)["variables"]}
    assert found["Patient_No"]["role"] == "identifier"
    assert found["Age"]["role"] == "key"
    assert found["Amount_Billed"]["role"] == "confidential"
    assert found["Race"]["missing"] == 11
    assert all(variable["role_reason"] for variable in found.values())


def test_a_reader_that_has_seen_enough_is_no_error(sample: Path) -> None:
    command = [sys.executable, "-m", "sdcdesk", "inspect", str(sample.parent / "billing_5000.csv")]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)  # noqa: S603 - ours
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait() == 0
    process.stderr.close()


@pytest.mark.parametrize(
    ("limits", "verdict", "code"),
    [
        ((), "not assessed", 0),
        (("disclosure_risk.k>=1",), "safe", 0),
        (("disclosure_risk.k>=1", "disclosure_risk.dr_max<=0.0001"), "unsafe", 1),
        (("headline_loss.loss<=0",), "safe", 0),
    ],
)
def test_limits_decide_the_exit_code(
    sample: Path, limits: tuple[str, ...], verdict: str, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    given = [word for limit in limits for word in ("--limit", limit)]
    assert run("assess", sample.parent / "billing_5000.csv", "--keys", "Age,Sex", *given) == code
    assert capsys.readouterr().out.endswith(f"Verdict: {verdict}\n")


def test_a_limit_on_what_does_not_exist_names_what_does(
    sample: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assess = ("assess", sample.parent / "billing_5000.csv", "--keys", "Age", "--limit")
    assert run(*assess, "disclosure_risk.dr_wighted<=0.1") == 2
    assert "did you mean dr_weighted? Limits can stand on dr_weighted, dr_min" in capsys.readouterr().err
    assert run(*assess, "disclosure.dr_max<=0.1") == 2
    assert "There is no measure called disclosure; " in capsys.readouterr().err


def test_figures_that_can_be_limited_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("measures") == 0
    listed = capsys.readouterr().out.split("Figures that can be limited:\n")[1].splitlines()
    assert "  disclosure_risk.k>=  Smallest group, records" in listed
    assert "  disclosure_risk.dr_weighted<=  Weighted disclosure risk, share" in listed


@pytest.mark.parametrize("command", ["methods", "measures"])
def test_catalogues_are_listed(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(command) == 0
    catalogue = sdc.METHODS if command == "methods" else [*sdc.RISKS, *sdc.LOSSES]
    lines = capsys.readouterr().out.split("\n\n")[0].splitlines()
    assert [line.split()[0] for line in lines] == [operation.name for operation in catalogue]


def test_every_operation_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    for operation in [*sdc.METHODS, *sdc.RISKS, *sdc.LOSSES]:
        assert run("explain", operation.name) == 0
        assert operation.title in capsys.readouterr().out
    assert run("explain", "recodng") == 2
    assert "did you mean recoding?" in capsys.readouterr().err


def test_cancelling_writes_nothing(
    sample: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sdcdesk.cli.run.check_release", failing(KeyboardInterrupt()))
    assert run("run", sample, "--out", sample.parent / "safe.csv") == 3
    assert "cancelled; nothing was written" in capsys.readouterr().err
    assert not (sample.parent / "safe.csv").exists()


BAD = {
    "no such project": ("run", "{folder}/none.sdcdesk"),
    "output is the data": ("run", "{project}", "--out", "{folder}/billing_5000.csv", "--overwrite"),
    "output is the project": ("run", "{project}", "--json", "{project}", "--overwrite"),
    "output exists": ("run", "{project}", "--out", "{folder}/there.csv"),
    "two outputs in one": ("run", "{project}", "--out", "{folder}/x.csv", "--json", "{folder}/x.csv"),
    "no folder": ("run", "{project}", "--out", "{folder}/none/x.csv"),
    "unknown output format": ("run", "{project}", "--out", "{folder}/x.docx"),
    "reason without words": ("run", "{project}", "--out", "{folder}/x.csv", "--release-anyway", " "),
    "other data without the variables": ("run", "{project}", "--data", "{folder}/there.csv"),
    "edition of no report": ("run", "{project}", "--internal-report"),
    "unknown variable": ("assess", "{data}", "--keys", "Agee"),
    "unknown measure": ("assess", "{data}", "--keys", "Age", "--measure", "magic"),
    "parameter out of range": ("assess", "{data}", "--keys", "Age", "--measure", 'k_anonymity:{{"k": 1}}'),
    "no keys": ("assess", "{data}"),
    "identity without a finished file": ("assess", "{data}", "--keys", "Age", "--id", "Patient_No"),
    "word on no finished file": ("assess", "{data}", "--keys", "Age", "--recoded-only"),
    "two roles": ("assess", "{data}", "--keys", "Age", "--weight", "Age"),
    "unknown method": ("mask", "{data}", "--method", "magic", "--seed", "1", "--out", "{folder}/x.csv"),
    "bad json": ("mask", "{data}", "--method", "pram:{{", "--seed", "1", "--out", "{folder}/x.csv"),
    "negative seed": ("mask", "{data}", "--method", "pram", "--seed", "-1", "--out", "{folder}/x.csv"),
    "seed is no number": ("mask", "{data}", "--method", "pram", "--seed", "x", "--out", "{folder}/x.csv"),
    "no such weights": ("assess", "{data}", "--keys", "Age", "--weights", "{folder}/none.csv"),
    "weights are no matrix": ("assess", "{data}", "--keys", "Age", "--weights", "{folder}/there.csv"),
    "weights are no text": ("assess", "{data}", "--keys", "Age", "--weights", "{folder}/bytes.csv"),
    "weights twice": (
        *("assess", "{data}", "--keys", "Age", "--weights", "{folder}/weights.csv", "--measure"),
        'disclosure_risk:{{"weights": {{"structure": "general", "block": [[1]], "tail": 1}}}}',
    ),
    "weights for nobody": (
        *("assess", "{data}", "--keys", "Age", "--weights", "{folder}/weights.csv"),
        *("--measure", "headline_loss"),
    ),
    "output is the weights": (
        *("assess", "{data}", "--keys", "Age", "--weights", "{folder}/weights.csv", "--overwrite"),
        *("--json", "{folder}/weights.csv"),
    ),
    "no such data": ("inspect", "{folder}/none.csv"),
    "unknown encoding": ("inspect", "{data}", "--encoding", "klingon"),
    "unknown command": ("magic",),
    "nothing": (),
}


@pytest.mark.parametrize("words", BAD.values(), ids=BAD.keys())
def test_wrong_use_and_bad_input_end_with_two_and_write_nothing(
    sample: Path, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    folder = sample.parent
    (folder / "there.csv").write_text("a,b\n1,2\n", encoding="utf-8")
    (folder / "weights.csv").write_text(W3, encoding="utf-8")
    (folder / "bytes.csv").write_bytes(b"\xff\xfe1\x00")
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    places = {"folder": folder, "project": sample, "data": folder / "billing_5000.csv"}
    assert refused(*(word.format(**places) for word in words)) == 2
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.strip()
    assert "Traceback" not in output.err
    if output.err.startswith("sdcdesk: "):
        assert output.err.splitlines()[-1].endswith((".", "?")), "a sentence"


def test_a_project_that_drew_other_random_numbers_says_so_at_each_run_until_it_is_saved(
    sample: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written = json.loads(sample.read_text(encoding="utf-8"))
    del written["recipe"]["randomness"]
    sample.write_text(json.dumps({**written, "format": 3}), encoding="utf-8")
    assert run("run", sample) == 0
    assert "1 random step of its recipe gives other values now" in capsys.readouterr().err
    load(sample).save(sample)
    assert run("run", sample) == 0
    assert "random" not in capsys.readouterr().err


def test_a_changed_data_file_stops_a_run_before_anything_is_written(
    sample: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = sample.parent / "billing_5000.csv"
    data.write_bytes(data.read_bytes() + b"999999,New Person,33,F,White,48201,100.00\n")
    assert run("run", sample, "--out", sample.parent / "safe.csv") == 2
    assert "has changed since the project was saved" in capsys.readouterr().err
    assert not (sample.parent / "safe.csv").exists()
    assert run("run", sample, "--data", data, "--out", sample.parent / "safe.csv") in (0, 1)
    assert "is not the file that the project was saved with" in capsys.readouterr().err


def test_a_full_disk_leaves_what_was_there(
    sample: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = sample.parent / "safe.csv"
    out.write_text("earlier result", encoding="utf-8")

    def full(_fd: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    assert run("run", sample, "--out", out, "--overwrite") == 2
    assert "disk has no room" in capsys.readouterr().err
    assert out.read_text(encoding="utf-8") == "earlier result"
    assert not list(sample.parent.glob(".*")), "no temporary file stays"


def test_a_report_with_a_part_missing_is_told_and_ends_with_70(
    sample: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> str:
        raise RuntimeError

    monkeypatch.setattr("sdcdesk.report.sections.plot_html", broken)
    report = sample.parent / "report.html"
    assert run("run", sample, "--report", report) == 70
    assert "could not be written here (RuntimeError)" in report.read_text(encoding="utf-8")
    assert "the report lacks Group sizes" in capsys.readouterr().err


def test_a_defect_of_a_step_has_a_code_of_its_own(
    sample: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sdcdesk.masking.Microaggregation._mask", failing(KeyError("SECRET")))
    out = sample.with_name("safe.csv")
    assert run("run", sample, "--out", out) == 70
    said = capsys.readouterr().err
    assert "a defect of the method (KeyError in fail, line" in said
    assert "SECRET" not in said
    assert not out.exists()
