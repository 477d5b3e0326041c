"""Values of the data in words: different ones never look alike, on any surface."""

import pickle

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.numbers.quantity import Quantity, Unit
from sdcdesk.core.text.locale import Locale
from sdcdesk.core.text.number_text import datum_text
from sdcdesk.core.text.quantity_text import quantity_text
from sdcdesk.core.text.sentence import localised
from sdcdesk.core.text.value_text import value_text
from sdcdesk.inspection.profile import distribution
from sdcdesk.risk import KAnonymity
from sdcdesk.risk.keys.key_values import key_texts

GERMAN = Locale(",", ".")


@pytest.mark.parametrize(
    ("value", "neutral", "german"),
    [
        ("007", "007", "007"),
        (20_000, "20000", "20000"),
        (20_000.0, "20000", "20000"),
        (-9.0, "-9", "-9"),
        (12_345.5, "12345.5", "12345,5"),
        (0.1 + 0.2, "0.30000000000000004", "0,30000000000000004"),
        (2**63, "9223372036854775808", "9223372036854775808"),
        (1e300, "1e+300", "1e+300"),
        (1.5e-300, "1.5e-300", "1,5e-300"),
    ],
)
def test_a_value_is_written_as_files_have_it(value: object, neutral: str, german: str) -> None:
    text = value_text(value)
    assert (text, localised(text, GERMAN)) == (neutral, german)
    assert localised(pickle.loads(pickle.dumps(text)), GERMAN) == german  # noqa: S301
    if not isinstance(value, str):
        assert datum_text(value, GERMAN) == german
        assert quantity_text(Quantity(value, Unit("variable", is_data_value=True)), GERMAN).text == german


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=2, max_size=2, unique=True))
def test_different_numbers_never_look_alike(values: list[float]) -> None:
    one, other = (localised(value_text(value), GERMAN) for value in values)
    assert one != other


def test_every_table_writes_a_value_alike() -> None:
    near = [41_831.25, 41_831.250000001]
    frame = pd.DataFrame({"wage": near, "level": near, "ill": ["yes", "no"]})
    roles = [
        Variable(name="wage", role=Role.KEY, scale=Scale.CONTINUOUS),
        Variable(name="level", role=Role.KEY),
        Variable(name="ill", role=Role.CONFIDENTIAL),
    ]
    data = Microdata(frame, roles)
    texts = ["41831.25", "41831.250000001"]
    assert key_texts(data, "level", data.rows).tolist() == texts
    assert list(distribution(data, "level").labels) == texts
    table = KAnonymity(k=2).assess(data, data).tables["small_groups"]
    assert table.texts(table.column("key_level")) == texts
    assert [quantity_text(cell).text for cell in table.quantities(table.column("key_wage"))] == texts


def test_large_whole_numbers_of_a_group_keep_their_digits() -> None:
    large = [2**53 + 1, 2**53, 7]
    data = Microdata(pd.DataFrame({"a": large}), [Variable(name="a", role=Role.KEY, scale=Scale.CONTINUOUS)])
    table = KAnonymity(k=2).assess(data, data).tables["small_groups"]
    cells = table.quantities(table.column("key_a"))
    assert {quantity_text(cell).text for cell in cells} == {str(one) for one in large}
