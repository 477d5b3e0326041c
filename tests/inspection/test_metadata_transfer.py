import pandas as pd
import pytest

from sdcdesk.core.microdata import Microdata
from sdcdesk.core.variable import Role, Scale, Variable
from sdcdesk.inspection.metadata_transfer import Offer, offers

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


def offered(**described: object) -> Offer:
    return offers(THIS_YEAR, [Variable(**described)])[0]


def test_a_description_that_suits_is_offered_whole() -> None:
    there = Variable(name="age", label="Age", role="key", scale="continuous", unit="years", missing=(-9,))
    assert offers(THIS_YEAR, [there])[0] == Offer("age", "fits", there)


def test_an_order_that_names_all_values_suits_even_if_one_does_not_occur() -> None:
    order = ("none", "low", "high", "college")
    offer = offered(name="school", scale="ordinal", categories=order)
    assert offer.fit == "fits"
    assert offer.description is not None
    assert offer.description.categories == order


def test_a_variable_described_so_already_is_not_offered() -> None:
    assert offered(name="sex") == Offer("sex", "same")


def test_what_one_file_lacks_is_listed() -> None:
    found = offers(THIS_YEAR, [Variable(name="race", role="key"), Variable(name="sex")])
    assert [(offer.name, offer.fit) for offer in found] == [
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
    offer = offered(name="school", role="key", scale=scale, categories=("low",))
    assert offer.fit == "differs"
    assert offer.differences == (f"Other categories: 2 values were not declared there; last {place}.",)
    assert offer.description is not None
    assert offer.description.categories == ("low", "college", "high")
    # What is offered can be used at once.
    described = THIS_YEAR.describe(offer.description)
    assert described.coding("school").codes.tolist() == [0, 2, 1]


def test_a_value_that_is_missing_there_needs_no_place() -> None:
    offer = offered(name="school", scale="ordinal", categories=("low", "high"), missing=("college",))
    assert offer.fit == "fits"


def test_text_does_not_become_continuous() -> None:
    offer = offered(name="sex", role="confidential", scale="continuous", missing=(9,))
    assert offer.fit == "differs"
    assert offer.description is not None
    assert offer.description.scale is Scale.NOMINAL
    assert offer.description.missing == ()
    assert offer.description.role is Role.CONFIDENTIAL
    assert offer.differences == (
        "Another type: it was continuous, and here it holds text; its scale stays.",
        "Another type: here it holds text; its missing codes stay.",
    )


def test_numbers_do_not_take_categories_of_text() -> None:
    offer = offered(name="age", role="key", scale="ordinal", categories=("young", "old"))
    assert offer.fit == "differs"
    assert offer.description is not None
    assert offer.description.categories == ()
    assert offer.differences == ("Another type: here it holds numbers; its categories stay.",)


def test_only_the_type_of_what_stays_differs() -> None:
    offer = offered(name="sex", missing=(9,))
    assert offer.fit == "same", "nothing would change"
    assert offer.differences
