"""What controls, hides or turns text is spelt out wherever text of a file reaches a reader; JSON is data."""

import json
import re
import traceback
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from sdcdesk.cli import main
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.measures import MEASURES
from sdcdesk.document.project_file import load
from sdcdesk.document.recipe import Recipe
from sdcdesk.masking import Recoding, SimpleRandomSampling
from sdcdesk.report.notebook import display
from sdcdesk.report.text import assessment_lines
from tests.contract.conftest import people
from tests.faults.example import FILES, RUN, project, written
from ui.look.locale import in_user_locale
from ui.models.frame_model import FrameModel
from ui.models.table_model import TableModel

SIGNS = "\x1b[31m\u202e\u2066\x07"
"""Colours a terminal, turns what follows, rings."""

FORBIDDEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]")

ROLES = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole)


def illegible(text: object) -> bool:
    return bool(FORBIDDEN.search(str(text)))


def named(tree: object) -> object:
    """Return JSON values in which a variable has a name with such signs."""
    return json.loads(json.dumps(tree).replace('"zip"', json.dumps(f"zip{SIGNS}")))


@pytest.fixture
def hostile() -> Microdata:
    """People whose zip has such signs in its name, its values, its label, and age in its unit."""
    known = people(200)
    frame = known.frame.assign(zip=known.column("zip").map(lambda code: f"{code}{SIGNS}", na_action="ignore"))
    variables = [
        variable.changed(
            name=variable.name.replace("zip", f"zip{SIGNS}"),
            label=SIGNS,
            unit=variable.unit and f"years{SIGNS}",
        )
        for variable in known.variables
    ]
    return Microdata(frame.set_axis([variable.name for variable in variables], axis="columns"), variables)


@pytest.fixture(params=[measure.name for measure in MEASURES])
def found(request: pytest.FixtureRequest, hostile: Microdata) -> Assessment:
    measure = MEASURES[request.param]
    parameters = named(measure(**measure.examples[0]).parameters)
    sampled = SimpleRandomSampling(percentage=60.0).apply(hostile, seed=3)
    masked = Recoding(variable="age", how="width", width=10.0).apply(sampled)
    try:
        return measure(**parameters).assess(hostile, masked)
    except DataError as error:  # a population file or a hierarchy that has the usual names and values
        assert not illegible(error)
        pytest.skip("its example is about other values")


def test_terminal_page_and_window_spell_out_what_a_measure_found(
    found: Assessment, qapp: QApplication
) -> None:
    del qapp
    assert not [line for line in assessment_lines(found) if illegible(line)]
    assert not illegible(display(found))
    assert not [text for text in _of_window(found) if illegible(text)]


def _of_window(found: Assessment) -> Iterator[object]:
    for note in found.notes:
        yield in_user_locale(note)
    for figure in found.figures.values():
        yield from map(in_user_locale, (figure.title, figure.meaning, figure.row_title))
        yield from (
            in_user_locale(part) for row in figure.computation for part in row if isinstance(part, str)
        )
    for table in found.tables.values():
        model = TableModel(table)
        for column in range(model.columnCount()):
            yield from (
                model.headerData(column, Qt.Orientation.Horizontal, role)
                for role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole)
            )
            yield from (
                model.data(model.index(row, column), role)
                for row in range(min(model.rowCount(), 20))
                for role in ROLES
            )


def test_records_in_the_window_and_in_a_notebook(hostile: Microdata, qapp: QApplication) -> None:
    del qapp
    model = FrameModel()
    model.set_data(hostile)
    place = model.names.index(f"zip{SIGNS}")
    columns = range(model.columnCount())
    titles = [model.headerData(column, Qt.Orientation.Horizontal) for column in columns]
    cells = [
        model.data(model.index(row, column), role) for row in range(9) for column in columns for role in ROLES
    ]
    assert not [text for text in (*titles, *cells) if illegible(text)]
    assert any(r"\u202e" in str(text) for text in cells)
    assert r"\x1b" in titles[place]
    recipe = Recipe(seed=1).then(Recoding(variable=f"zip{SIGNS}", how="prefix", keep=1))
    assert not illegible(display(hostile) + display(recipe) + repr(hostile))


def test_errors_are_legible_for_readers_of_python_too(hostile: Microdata) -> None:
    with pytest.raises(DataError) as raised:
        hostile.variable(SIGNS)
    error = raised.value
    assert not illegible("".join(traceback.format_exception_only(error)) + in_user_locale(error.message))
    said = DataError(sentence("{name} has {n} cells.", name=SIGNS, n=3000))
    assert (illegible(said), said.message.endswith("has 3,000 cells.")) == (False, True)


@pytest.mark.parametrize(
    "words",
    [
        ("inspect", "people.csv"),
        ("hierarchy", "people.csv", f"zip{SIGNS}", "--prefix"),
        ("assess", "people.csv", "--keys", f"age,zip{SIGNS}"),
        ("assess", "people.csv", "--keys", f"age,zap{SIGNS}"),
        ("mask", "people.csv", "--method", f"recoding:{SIGNS}", "--out", "safe.csv"),
        (*RUN[:2], "--report", "report.html", "--release-anyway", SIGNS),
        ("explain", SIGNS),
    ],
    ids=lambda words: " ".join(words[:4]).replace(SIGNS, "…"),
)
def test_commands_their_reports_and_the_log(
    words: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SDCDESK_HOME", str(tmp_path / "own"))
    content = FILES["people.csv"].decode().replace(",zip,", f",zip{SIGNS},").replace("higher", f"high{SIGNS}")
    Path("people.csv").write_text(content, "utf-8")
    tree = project()
    tree["title"], tree["scenarios"][0]["name"] = SIGNS, f"Neighbour{SIGNS}"
    tree["scenarios"][0]["knows"] = SIGNS
    del tree["data"]["size"], tree["data"]["sha256"]
    Path("people.sdcdesk").write_bytes(written(named(tree)))
    main(list(words))
    said = capsys.readouterr()
    assert not illegible(said.out)
    assert not illegible(said.err)
    for path in tmp_path.rglob("*"):
        if path.suffix in (".html", ".log", ".txt"):
            assert not illegible(path.read_text("utf-8")), path.name


def test_a_project_is_data(tmp_path: Path) -> None:
    tree = project()
    tree["title"] = SIGNS
    (tmp_path / "people.csv").write_bytes(FILES["people.csv"])
    (tmp_path / "people.sdcdesk").write_bytes(written(tree))
    assert load(tmp_path / "people.sdcdesk").title == SIGNS
