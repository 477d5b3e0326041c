"""The public face of the package: names, completion, types, short texts and notebooks."""

import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pandas as pd
import pytest

import sdcdesk as sdc

SAMPLES = Path(__file__).resolve().parents[1] / "resources" / "samples"
MARKED = 8675309


@pytest.fixture
def data(tmp_path: Path) -> sdc.Microdata:
    path = tmp_path / "people.csv"
    incomes = [MARKED if age == 33 else 100 * age + 7 for age in range(20, 60)]
    rows = "".join(
        f"{age},{'FM'[age % 2]},{'low' if age < 40 else 'high'},{income}\n"
        for age, income in enumerate(incomes, start=20)
    )
    path.write_text(f"age,sex,school,income\n{rows}", encoding="utf-8")
    return sdc.read(
        path,
        roles={"age": "key", "sex": "key", "income": "confidential"},
        scales={"school": "ordinal", "age": "continuous"},
    )


def test_completion_offers_every_public_name_and_nothing_else() -> None:
    assert dir(sdc) == sorted(sdc.__all__)
    for name in dir(sdc):
        assert getattr(sdc, name) is not None, name
    with pytest.raises(AttributeError, match="nowhere"):
        sdc.nowhere  # noqa: B018 - asked for its error


def test_the_package_is_typed_and_quick_to_import() -> None:
    assert files("sdcdesk").joinpath("py.typed").is_file()
    program = "import sys, sdcdesk; sys.exit(bool({'pandas', 'pydantic', 'jinja2'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0  # noqa: S603 - our own program


FORMAT_LIBRARIES = {"narwhals", "pyreadstat", "python_calamine", "xlsxwriter"}
"""Libraries that come in only where a file of their format is read or written."""


@pytest.mark.parametrize(
    "program", ["import sdcdesk.io.formats", "from sdcdesk.cli import main; main(['--help'])"]
)
def test_libraries_of_single_formats_are_not_imported_before_one_is_used(program: str) -> None:
    code = f"import sys\ntry:\n    {program}\nfinally:\n    print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603 - our own program
    assert "sdcdesk" in done.stdout.split()
    assert not FORMAT_LIBRARIES & set(done.stdout.split())


def test_roles_and_scales_are_said_while_reading(data: sdc.Microdata) -> None:
    assert data.variable("school").scale is sdc.Scale.ORDINAL
    assert data.variable("age").role is sdc.Role.KEY


@pytest.mark.parametrize(
    ("scales", "message"),
    [
        ({"sex": "continuous"}, "sex holds text"),
        ({"sex": "numeric"}, "There is no scale numeric for sex"),
        ({"height": "ordinal"}, "has no column height"),
    ],
)
def test_scales_that_do_not_fit_are_refused(tmp_path: Path, scales: dict[str, str], message: str) -> None:
    path = tmp_path / "people.csv"
    path.write_text("age,sex\n1,F\n", encoding="utf-8")
    with pytest.raises(sdc.SdcError, match=message):
        sdc.read(path, scales=scales)


def shown(data: sdc.Microdata) -> list[object]:
    recipe = sdc.Recipe(seed=7).then(sdc.masking.Rounding(variables=["income"], base=10.0))
    recipe = recipe.then(sdc.masking.Recoding(variable="age", how="width", width=10.0)).switched(0, on=False)
    masked = recipe.apply(data)
    risk = sdc.risk.DisclosureRisk().assess(data, masked)
    loss = sdc.loss.ContinuousLoss().assess(data, masked)
    return [data, masked, risk, loss, recipe, sdc.risk.WeightMatrix.k_anonymity(3)]


def test_texts_are_short_and_hold_no_value(data: sdc.Microdata) -> None:
    for one in shown(data):
        assert len(repr(one)) < 400, repr(one)
        assert str(MARKED) not in repr(one)
        assert repr(one).startswith(f"{type(one).__name__}(")


def test_notebooks_show_what_the_report_shows(data: sdc.Microdata) -> None:
    pages = {type(one).__name__: one._repr_html_() for one in shown(data)}  # type: ignore[attr-defined]
    for page in pages.values():
        assert "<table" in page or "<ol>" in page
        for value in (str(MARKED), "8,675,309", "nan", "None", "<script"):
            assert value not in page
    assert "40 records, 4 variables" in pages["Microdata"]
    assert "confidential" in pages["Microdata"]
    assert "(off)" in pages["Recipe"]
    assert "tail 0" in pages["WeightMatrix"]


def test_tables_are_frames_with_units_in_their_attributes(data: sdc.Microdata) -> None:
    found = sdc.loss.HeadlineLoss().assess(data, data)
    name = next(iter(found.tables))
    frame = found.table(name)
    assert isinstance(frame, pd.DataFrame)
    assert frame.attrs["title"] == found.tables[name].title
    assert set(frame.attrs["units"]) <= set(frame.columns)
