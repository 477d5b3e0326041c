"""Finished files: traced to the original, read as it was read, and never taken for more than they are."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.pairing import SAME_ORDER, UNPAIRED
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.files.input_file import InputFile
from sdcdesk.core.running.errors import DataError, ParameterError, ReadError
from sdcdesk.document.recipe import Recipe
from sdcdesk.masking import FinishedFile, Recoding
from sdcdesk.risk import DisclosureRisk, KAnonymity


@pytest.fixture
def original() -> Microdata:
    frame = pd.DataFrame(
        {
            "no": ["07", "08", "09", "10", "11", "12"],
            "age": [23, 27, 31, 38, -9, 64],
            "school": ["none", "higher", "none", "primary", "none", "higher"],
            "wage": [10.0, 20.0, 30.0, 40.0, 50.0, 60.0],
        }
    )
    known = [
        Variable(name="age", role=Role.KEY, scale=Scale.CONTINUOUS, missing=(-9,), unit="years"),
        Variable(name="school", role=Role.KEY, scale=Scale.ORDINAL, categories=("none", "primary", "higher")),
        Variable(name="wage", role=Role.CONFIDENTIAL, scale=Scale.CONTINUOUS),
    ]
    return Microdata(frame, known)


@pytest.fixture
def safe(tmp_path: Path) -> Path:
    """Ages rounded to tens, two records left out, in another order."""
    path = tmp_path / "safe.csv"
    path.write_text(
        "no,age,school,wage,flag\n12,60,higher,60,x\n08,30,higher,20,x\n11,-9,none,50,y\n07,20,none,10,y\n",
        encoding="utf-8",
    )
    return path


def step(path: Path, **more: object) -> FinishedFile:
    return FinishedFile(file=InputFile.chosen(path), **{"identity": "no", **more})


def test_records_are_traced_and_read_as_in_the_original(original: Microdata, safe: Path) -> None:
    done = step(safe).mask(original)
    masked = done.data
    assert masked.rows.tolist() == [5, 1, 4, 0]
    assert masked.names == ("no", "age", "school", "wage")
    assert masked.column("no").tolist() == ["12", "08", "11", "07"]
    assert masked.missing("age").tolist() == [False, False, True, False]
    assert masked.variable("school").categories == ("none", "primary", "higher")
    assert masked.variable("age").unit == "years"
    assert masked.variable("wage").role is Role.CONFIDENTIAL
    assert done.figures["records_left_out"].value == 2
    assert done.notes == ("Not in the original, so left out of safe.csv: flag.",)


def test_risks_are_upper_bounds_unless_the_file_was_recoded_only(original: Microdata, safe: Path) -> None:
    risk = DisclosureRisk()
    unknown = risk.assess(original, step(safe).apply(original))
    assert unknown.value("exactness") == "upper bound"
    known = risk.assess(original, step(safe, recoded_only=True).apply(original))
    by_recipe = Recoding(variable="age", how="mapping", mapping={"23": 20, "27": 30, "64": 60}).apply(
        original
    )
    by_recipe = by_recipe.take(np.array([5, 1, 4, 0]))
    expected = risk.assess(original, by_recipe)
    for name in ("dr_min", "dr_weighted", "dr_max"):
        assert known.value(name) == unknown.value(name) == expected.value(name)


def test_without_a_name_records_are_paired_by_the_word_of_the_user_or_not_at_all(
    original: Microdata, tmp_path: Path
) -> None:
    whole = tmp_path / "whole.csv"
    whole.write_text("age,school\n20,none\n30,higher\n30,none\n40,primary\n-9,none\n60,higher\n")
    masked = step(whole, identity=None).apply(original)
    assert masked.rows.tolist() == list(range(6))
    assert masked.names == ("age", "school")
    done = step(whole, identity=None).mask(original)
    assert "who is who is not known" in step(whole, identity=None).summary()
    assert done.notes[0] == UNPAIRED
    found = KAnonymity().assess(original, masked)
    assert (found.value("k"), found.notes[0]) == (1, UNPAIRED)
    assert DisclosureRisk().assess(original, masked).value("dr_max") is None
    stated = step(whole, identity=None, same_order=True)
    assert "order stated to be the same" in stated.summary()
    assert stated.mask(original).notes[0] == SAME_ORDER
    known = DisclosureRisk().assess(original, stated.apply(original))
    assert known.value("dr_max") is not None
    assert known.notes[0] == SAME_ORDER
    with pytest.raises(ParameterError, match="no effect"):
        step(whole, same_order=True)


def test_files_of_other_length_need_a_name(original: Microdata, safe: Path) -> None:
    with pytest.raises(DataError, match="their order does not tell") as caught:
        step(safe, identity=None).apply(original)
    assert caught.value.field == "identity"


def test_bands_in_place_of_numbers_stay_text(original: Microdata, tmp_path: Path) -> None:
    banded = tmp_path / "banded.csv"
    banded.write_text("no,age\n07,20-29\n08,20-29\n09,30-39\n10,30-39\n11,-9\n12,60+\n")
    masked = step(banded).apply(original)
    assert masked.variable("age").scale is Scale.NOMINAL
    assert masked.missing("age").tolist() == [False] * 4 + [True, False]
    assert masked.variable("age").role is Role.KEY


def test_new_categories_of_an_ordinal_variable_are_taken(original: Microdata, tmp_path: Path) -> None:
    coarse = tmp_path / "coarse.csv"
    coarse.write_text("no,school\n07,low\n08,high\n09,low\n10,low\n11,low\n12,high\n")
    masked = step(coarse).apply(original)
    assert set(masked.coding("school").categories) == {"low", "high"}


def test_a_file_that_changed_since_it_was_chosen_is_refused(original: Microdata, safe: Path) -> None:
    chosen = step(safe)
    safe.write_text(safe.read_text().replace("60", "70"))
    with pytest.raises(DataError, match=r"safe\.csv has changed since it was chosen"):
        chosen.apply(original)


def test_it_is_the_first_step(original: Microdata, safe: Path) -> None:
    recoding = Recoding(variable="age", how="width", width=10.0)
    with pytest.raises(DataError, match="move it to the first place"):
        Recipe(seed=1).then(recoding).then(step(safe)).apply(original)
    masked = Recipe(seed=1).then(step(safe)).then(recoding).apply(original)
    assert masked.rows.tolist() == [5, 1, 4, 0]


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("x,y\n1,2\n", "has no variable of the original"),
        ("age\n1\n", "has no variable no"),
        ("no,age\n07,1\n07,2\n", "repeats a value"),
        ("no,age\n99,1\n", "that the original lacks"),
        ("no,age\n,1\n", "is missing in 1 record"),
    ],
)
def test_files_that_do_not_belong_to_the_original_are_refused(
    original: Microdata, tmp_path: Path, content: str, problem: str
) -> None:
    other = tmp_path / "other.csv"
    other.write_text(content)
    with pytest.raises(DataError, match=problem):
        step(other).apply(original)


def test_a_file_that_is_gone_is_named(original: Microdata, safe: Path) -> None:
    chosen = step(safe)
    safe.unlink()
    with pytest.raises(ReadError, match=r"safe\.csv does not exist"):
        chosen.apply(original)
