import pandas as pd
import pytest

from sdcdesk.core.data.declared_missing import MissingRange
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.value_label import ValueLabel
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.inspection.metadata_transfer import (
    MetadataComparison,
    by_use,
    compare_metadata,
    description_text,
)

THIS_YEAR = Microdata(
    pd.DataFrame(
        {
            "age": [31, 40, -9],
            "sex": ["F", "M", "F"],
            "school": ["low", "high", "college"],
            "income": [10.5, 20.0, 30.0],
        }
    )
)


def offered(**described: object) -> MetadataComparison:
    return compare_metadata(THIS_YEAR, [Variable(**described)])[0]


def test_a_description_that_suits_is_offered_whole() -> None:
    there = Variable(name="age", label="Age", role="key", scale="continuous", unit="years", missing=(-9,))
    assert compare_metadata(THIS_YEAR, [there])[0] == MetadataComparison("age", "fits", there)


def test_an_order_that_names_all_values_suits_even_if_one_does_not_occur() -> None:
    order = ("none", "low", "high", "college")
    compared = offered(name="school", scale="ordinal", categories=order)
    assert compared.fit == "fits"
    assert compared.description is not None
    assert compared.description.categories == order


def test_a_variable_described_so_already_is_not_offered() -> None:
    assert offered(name="sex") == MetadataComparison("sex", "same")


def test_what_one_file_lacks_is_listed() -> None:
    found = compare_metadata(THIS_YEAR, [Variable(name="race", role="key"), Variable(name="sex")])
    assert [(compared.name, compared.fit) for compared in found] == [
        ("race", "missing here"),
        ("sex", "same"),
        ("age", "new here"),
        ("school", "new here"),
        ("income", "new here"),
    ]
    assert found[0].description is None
    assert found[0].differences == ("It is not in this file.",)


@pytest.mark.parametrize(("scale", "place"), [("ordinal", "in its order"), ("nominal", "in the list")])
def test_values_that_were_not_declared_come_last(scale: str, place: str) -> None:
    compared = offered(name="school", role="key", scale=scale, categories=("low",))
    assert compared.fit == "differs"
    assert compared.differences == (f"Other categories: 2 values were not declared there; last {place}.",)
    assert compared.description is not None
    assert compared.description.categories == ("low", "college", "high")
    # What is offered can be used at once.
    described = THIS_YEAR.describe(compared.description)
    assert described.coding("school").codes.tolist() == [0, 2, 1]


def test_a_value_that_is_missing_there_needs_no_place() -> None:
    compared = offered(name="school", scale="ordinal", categories=("low", "high"), missing=("college",))
    assert compared.fit == "fits"


def test_text_does_not_become_continuous() -> None:
    compared = offered(name="sex", role="confidential", scale="continuous", missing=(9,))
    assert compared.fit == "differs"
    assert compared.description is not None
    assert compared.description.scale is Scale.NOMINAL
    assert compared.description.missing == ()
    assert compared.description.role is Role.CONFIDENTIAL
    assert compared.differences == (
        "Another type: it was continuous, and here it holds text; its scale stays.",
        "Another type: here it holds text; its missing codes stay.",
    )


def test_numbers_do_not_take_categories_of_text() -> None:
    compared = offered(name="age", role="key", scale="ordinal", categories=("young", "old"))
    assert compared.fit == "differs"
    assert compared.description is not None
    assert compared.description.categories == ()
    assert compared.differences == ("Another type: here it holds numbers; its categories stay.",)


def test_only_the_type_of_what_stays_differs() -> None:
    compared = offered(name="sex", missing=(9,))
    assert compared.fit == "same", "nothing would change"
    assert compared.differences


def test_what_can_be_taken_over_comes_first_and_is_said_in_words() -> None:
    there = Variable(name="age", role="key", scale="continuous", unit="years", missing=(-9,))
    compared = compare_metadata(THIS_YEAR, [Variable(name="sex"), Variable(name="gone"), there])
    shown = [(one.name, description_text(one)) for one in by_use(compared)]
    assert shown[0] == ("age", "key, continuous, years, 1 missing code")
    assert ("gone", "Nothing") in shown
    assert shown[-1] == ("sex", "Described so already")


def test_a_label_and_ranges_of_missing_values_are_told_among_what_is_taken() -> None:
    there = Variable(
        name="age", label="Age", scale="continuous", missing_ranges=(MissingRange(low=-9, high=-1),)
    )
    [compared] = compare_metadata(Microdata(pd.DataFrame({"age": [31, 40]})), [there])
    assert description_text(compared) == "other, continuous, label, 1 range of missing values"


def test_labels_of_text_are_not_given_to_numbers() -> None:
    labels = (ValueLabel(value=31, label="young"), ValueLabel(value="x", label="other"))
    compared = offered(name="age", value_labels=labels)
    assert compared.fit == "differs"
    assert compared.description is not None
    assert [one.value for one in compared.description.value_labels] == [31]
    assert compared.differences == ("Another type: here it holds numbers; 1 label of a text is left out.",)
