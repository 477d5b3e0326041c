import json

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.value_label import ValueLabel
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.running.progress import Cancelled, Progress
from sdcdesk.inspection import inspect
from sdcdesk.io import read


def inspected(values, name="x", **described):
    [found] = inspect(Microdata(pd.DataFrame({name: values}), [Variable(name=name, **described)]))
    return found


def test_facts_of_numbers():
    found = inspected(pd.array([3, None, -9, 5, 5], dtype="Int64"), missing=(-9,), scale=Scale.CONTINUOUS)
    assert (found.kind, found.records, found.missing, found.distinct) == ("whole number", 5, 2, 2)
    assert (found.smallest, found.largest) == (3, 5)
    found = inspected([0.5, np.nan, -1.5])
    assert (found.kind, found.missing, found.smallest, found.largest) == ("decimal number", 1, -1.5, 0.5)


def test_facts_of_text():
    found = inspected(["b", "a", None, "b", "NA"], missing=("NA",))
    assert (found.kind, found.missing, found.distinct) == ("text", 2, 2)
    assert (found.smallest, found.largest) == (None, None)


@pytest.mark.parametrize("values", [[None, None], pd.array([None, None], dtype="Int64"), [np.nan, np.nan]])
def test_nothing_there(values):
    found = inspected(values, name="age")
    assert (found.missing, found.distinct, found.smallest) == (2, 0, None)
    assert found.role is Role.OTHER
    assert found.warnings == ("It holds no values.",)


def test_infinite_numbers_are_json():
    found = inspected([1.0, np.inf, -np.inf])
    json.dumps(found.to_json(), allow_nan=False)
    assert found.distinct == 3


NAMES = [f"Person {number}" for number in range(100)]


@pytest.mark.parametrize(
    ("name", "values", "role"),
    [
        ("Patient_No", range(5_000, 5_100), Role.IDENTIFIER),
        ("personID", [f"x{number}" for number in range(100)], Role.IDENTIFIER),
        ("no_of_children", [0, 1, 2, 3] * 25, Role.OTHER),
        ("Name", NAMES[:50] * 2, Role.IDENTIFIER),
        ("country_name", ["A", "B"] * 50, Role.KEY),
        ("note", NAMES, Role.IDENTIFIER),
        ("measured", [f"{number},5" for number in range(100)], Role.OTHER),
        ("V1", range(1, 101), Role.IDENTIFIER),
        ("x", range(0, 200, 2), Role.OTHER),
        ("x", np.linspace(0.0, 1.0, 100), Role.OTHER),
        ("sampling_weight", [1.5, 2.0] * 50, Role.WEIGHT),
        ("AFNLWGT", range(1, 101), Role.WEIGHT),
        ("weight", [-1.0, 2.0] * 50, Role.OTHER),
        ("birth_weight", [3.5, 2.9] * 50, Role.KEY),
        ("ori_hid", [number // 2 for number in range(100)], Role.HOUSEHOLD),
        ("household", ["a", "b"] * 50, Role.HOUSEHOLD),
        ("household_size", [1, 2] * 50, Role.OTHER),
        ("hh_income", [100.0, 250.0] * 50, Role.CONFIDENTIAL),
        ("Amount_Billed", [10.5, 20.5] * 50, Role.CONFIDENTIAL),
        ("salary-class", ["<=50K", ">50K"] * 50, Role.CONFIDENTIAL),
        ("native-country", ["A", "B"] * 50, Role.KEY),
        ("ageGroup", ["0-9", "10-19"] * 50, Role.KEY),
        ("zip", [48021, 48342] * 50, Role.KEY),
        ("wage", [10, 20] * 50, Role.CONFIDENTIAL),
        ("x", ["m", "F"] * 50, Role.KEY),
        ("x", [number % 96 for number in range(1_000)], Role.KEY),
        ("x", [number % 300 for number in range(1_000)], Role.OTHER),
        ("message", ["y", "n"] * 50, Role.OTHER),
    ],
)
def test_roles(name, values, role):
    found = inspected(pd.Series(values), name=name)
    assert found.role is role
    assert found.role_reason


def test_reasons_are_plain_words():
    assert inspected([f"w{number}" for number in range(5_000)]).role_reason == (
        "5,000 values in 5,000 records: every record differs"
    )


@pytest.mark.parametrize(
    ("name", "values", "scale"),
    [
        ("x", ["a", "b"], Scale.NOMINAL),
        ("x", ["0-9", "10-19", "90+"], Scale.ORDINAL),
        ("x", ["12", "13"], Scale.NOMINAL),
        ("x", [1.5, 2.5], Scale.CONTINUOUS),
        ("x", list(range(0, 40, 2)), Scale.NOMINAL),
        ("x", list(range(0, 42, 2)), Scale.CONTINUOUS),
        ("weight", [100, 100], Scale.CONTINUOUS),
        ("zip", list(range(48_000, 48_100)), Scale.NOMINAL),
        ("person_id", list(range(0, 200, 2)), Scale.NOMINAL),
    ],
)
def test_scales(name, values, scale):
    assert inspected(values, name=name).scale is scale


def test_a_declared_order_stands():
    found = inspected(["lo", "hi"], categories=("lo", "hi"), scale=Scale.ORDINAL)
    assert (found.scale, found.scale_reason) == (Scale.ORDINAL, "its categories are declared")


def test_an_order_that_the_file_tells_stands_without_categories():
    found = inspected([1, 2, 3], scale=Scale.ORDINAL)
    assert (found.scale, found.scale_reason) == (
        Scale.ORDINAL,
        "its description says that its values have an order",
    )


def test_one_weight_is_one_number():
    assert inspected([100, 100], name="weight").scale_reason == "it holds one and the same whole number"


@pytest.mark.parametrize(
    ("values", "codes"),
    [
        ([*range(90), -9], ["−9"]),
        ([*range(90), -9, -99, -999], ["−999", "−99", "−9"]),
        ([*range(90), 999, 999], ["999"]),
        ([*range(90), 99], []),
        ([*range(60), 99], ["99"]),
        ([1, 2, 3, 9], ["9"]),
        ([0, 1, 2, -1], ["−1"]),
        (range(-20, 20), []),
        ([9, 9, 9], []),
        ([1_000.5, 2_000.25, 9999.0, 1_500.0], ["9,999"]),
        ([1_000.5, 20_000.25, 9999.0, 1_500.0], []),
    ],
)
def test_codes_that_look_like_missing(values, codes):
    found = [warning for warning in inspected(list(values)).warnings if "stands apart" in warning]
    assert [warning.split()[0] for warning in found] == codes


@pytest.mark.parametrize(
    ("labels", "codes"),
    [
        ({1: "Married", 9: "Other"}, ["99"]),
        ({1: "Married", 9: "Refused", 99: "Not stated"}, ["9", "99"]),
        ({1: "verheiratet", 9: "Weiß nicht/verweigert", 99: "sonstige"}, ["9"]),
        ({1: "marié", 9: "N.S.P.", 99: "Non salarié"}, ["9"]),
        ({9: "Other"}, ["9", "99"]),  # only codes are labelled: who knows what "other" means
        ({1: "Married", 9: "Other", 99: "Separated"}, []),
    ],
)
def test_a_label_that_says_otherwise_ends_the_suspicion(labels, codes):
    told = tuple(ValueLabel(value=value, label=label) for value, label in labels.items())
    found = inspected([1, 2, 3, 9, 99], value_labels=told).warnings
    assert [warning.split()[0] for warning in found if "stands apart" in warning] == codes


@pytest.mark.parametrize("infinite", [[], [-np.inf], [np.inf], [-np.inf, np.inf]])
def test_infinite_numbers_shift_no_warning(infinite):
    """They stand in Parquet files; the negative one comes before all other numbers."""
    numbers = [*range(1, 90), *range(1, 90), *[-9.0] * 3, *[5e6] * 7]
    assert inspected([float(one) for one in numbers]).warnings == inspected([*numbers, *infinite]).warnings


def test_a_declared_code_is_no_warning():
    assert inspected([*range(90), -9], missing=(-9,), scale=Scale.CONTINUOUS).warnings == ()


def test_far_values():
    [warning] = inspected([*range(100), 5_000, 6_000]).warnings
    assert warning.startswith("2 records lie more than 10 times the distance between the quartiles")
    assert inspected([*range(100), 400]).warnings == ()
    assert inspected([5] * 99 + [6]).warnings == ()


def test_a_constant_holds_one_number_and_no_codes():
    found = inspected([7] * 30)
    assert found.scale is Scale.NOMINAL
    assert found.scale_reason == "it holds one and the same whole number"


def test_a_constant():
    assert inspected([100, 100]).warnings == ("All records hold the same value.",)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a\n0012\n48201\n", "1 of its 2 values is a number with leading zeros"),
        (
            "a\n12\n13\nNA\n",
            "1 of its 3 values is a word among numbers, so it was kept as text; if NA",
        ),
        ("a\n12\n13\nFarmer\n", "if they mean missing, declare them"),
        ("a;b\n1,234;x\n2,345;y\n", "numbers with commas; if these mark decimals"),
        ("a\n0.1234567890123456789\n0.5\n", "more digits than a number can hold exactly"),
    ],
)
def test_why_numbers_were_kept_as_text(tmp_path, text, message):
    path = tmp_path / "people.csv"
    path.write_text(text)
    warnings = " ".join(inspect(read(path))[0].warnings)
    assert message in warnings
    assert "Farmer" not in warnings


def test_words_are_words():
    assert inspected(["a", "b", "12"]).warnings == ()


def test_nothing_is_applied_and_json_is_plain():
    data = Microdata(pd.DataFrame({"sex": ["m", "f"], "age": [30, 31]}))
    found = inspect(data)
    assert [variable.role for variable in data.variables] == [Role.OTHER, Role.OTHER]
    first = found[0].to_json()
    assert json.loads(json.dumps(first)) == first
    assert (first["name"], first["role"], first["scale"]) == ("sex", "key", "nominal")


def test_progress_and_cancel():
    data = Microdata(pd.DataFrame({"a": [1], "b": [2]}))
    seen = []
    inspect(data, Progress(lambda fraction, _: seen.append(fraction)))
    assert seen == [0.0, 0.5]
    with pytest.raises(Cancelled):
        inspect(data, Progress(cancelled=lambda: True))


def test_real_files(shared_data):
    roles = {found.name: str(found.role) for found in inspect(read(shared_data / "household-survey.csv"))}
    assert roles["ori_hid"] == "household"
    assert roles["sampling_weight"] == roles["household_weights"] == "weight"
    assert {name for name, role in roles.items() if role == "confidential"} == {"expend", "income", "savings"}
    assert {"urbrur", "sex", "age", "relat"} <= {name for name, role in roles.items() if role == "key"}
    adult = inspect(read(shared_data / "adult" / "adult.csv"))
    assert [found.name for found in adult if found.role is not Role.KEY] == ["salary-class"]
    census = inspect(read(shared_data / "census-casc.csv"))
    assert [found.name for found in census if found.role is Role.WEIGHT] == ["AFNLWGT"]
    assert {found.scale for found in census} == {Scale.CONTINUOUS}
