"""Labels that are written in the place of codes."""

import warnings
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.value_label import ValueLabel, unlike_labels
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.io import read, write
from sdcdesk.io.codebook.codebook_form import released_file
from sdcdesk.io.csv.labels import with_labels
from sdcdesk.io.writing import losses


def labelled(name: str, *labels: tuple[object, str], **how: object) -> Variable:
    return Variable(
        name=name, value_labels=tuple(ValueLabel(value=one, label=text) for one, text in labels), **how
    )  # type: ignore[arg-type]


def people() -> Microdata:
    frame = pd.DataFrame(
        {
            "region": [1, 2, 3, 9],
            "school": pd.Series([1, None, 2, 1], dtype="Int64"),
            "income": [10.5, -1.0, np.nan, 3.0],
            "zip": ["01", "02", None, "03"],
        }
    )
    return Microdata(
        frame,
        [
            labelled("region", (1, "North, upper"), (2, "West"), (9, "Not known"), missing=(9,)),
            labelled("school", (2, "high"), (1, "low"), scale=Scale.ORDINAL, categories=(1, 2)),
            labelled("income", (-1.0, "Refused"), scale=Scale.CONTINUOUS, missing=(-1.0,)),
            labelled("zip", ("01", "City"), ("03", "City")),
        ],
    )


def test_labels_stand_in_the_place_of_codes(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    with pytest.warns(UserWarning, match="labels"):  # of the continuous variable
        write(people(), path, labels=True)
    assert path.read_text().splitlines() == [
        "region,school,income,zip",
        '"North, upper",low,10.5,City (01)',
        "West,,-1,02",
        "3,high,,",
        "Not known,low,3,City (03)",
    ]


def test_codes_stand_without_the_option(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    with pytest.warns(UserWarning, match="CSV files hold codes without their labels; write a codebook"):
        write(people(), path)
    assert path.read_text().splitlines()[1] == "1,1,10.5,01"


def test_what_is_written_is_described() -> None:
    data = with_labels(people())
    region, school, income, code = data.variables
    assert (region.missing, region.value_labels) == (("Not known",), ())
    assert (school.scale, school.categories) == (Scale.ORDINAL, ("low", "high"))
    assert income == people().variable("income")
    assert code.value_labels == ()
    book = released_file(people(), Path("x.csv"), None, {"labels": True})
    assert book.data.column("region").tolist() == ["North, upper", "West", "3", "Not known"]
    plain = people().drop(["income"])
    assert losses(plain, Path("x.csv"), None, {"labels": True}) == ()
    assert [loss.described for loss in losses(plain, Path("x.csv"), None, {})] == [True]


@pytest.mark.parametrize(
    ("values", "written"),
    [
        ([1.0, 2.0, -9.0, np.nan], ["Man", "Woman", "Not known", ""]),
        ([1.0, 2.0, 2.5, -9.0], ["1", "2", "2.5", "-9"]),  # one value without a label: numbers
        ([-9.0, -9.0, np.nan, -9.0], ["-9.0", "-9.0", "", "-9.0"]),  # nothing but missing
    ],
)
def test_codes_of_which_a_file_says_no_level_are_written_by_labels(
    values: list[float], written: list[str], tmp_path: Path
) -> None:
    labels = ((1.0, "Man"), (2.0, "Woman"), (-9.0, "Not known"))
    how = {"scale": Scale.CONTINUOUS, "missing": (-9.0,), "unit": "code"}
    sex = labelled("sex", *labels, **how)
    data = Microdata(pd.DataFrame({"id": [1, 2, 3, 4], "sex": values}), [sex])
    path = tmp_path / "x.csv"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        write(data, path, labels=True)
    assert [line.split(",")[1] for line in path.read_text().splitlines()[1:]] == written
    held = with_labels(data).variable("sex")
    if "Man" in written:
        assert (held.scale, held.missing, held.unit) == (Scale.NOMINAL, ("Not known",), "")
        assert losses(data, path, None, {"labels": True}) == ()
    else:
        assert held == sex
        assert [loss.described for loss in losses(data, path, None, {"labels": True})] == [True]


def test_data_without_labels_are_the_same() -> None:
    data = Microdata(pd.DataFrame({"a": [1]}))
    assert with_labels(data) is data


def test_a_file_that_was_read_is_written_with_labels(tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text("a;b\n1;x\n2;y\n")
    data = read(tmp_path / "in.csv").describe(labelled("a", (1, "one"), (2, "two")))
    write(data, tmp_path / "out.csv", labels=True)
    assert (tmp_path / "out.csv").read_text() == "a;b\none;x\ntwo;y\n"


def test_no_two_labels_are_alike() -> None:
    assert unlike_labels({1: "a", 2: "b"}, str) == {1: "a", 2: "b"}
    assert unlike_labels({1: "a", 2: "a", 3: "a (1)"}, str) == {1: "a (1)*", 2: "a (2)", 3: "a (1)"}
