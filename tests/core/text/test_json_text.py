import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.text.json_text import json_text

PLAIN = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
)


@given(st.recursive(PLAIN, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=30))
def test_what_is_written_is_read_as_it_was(value: Any) -> None:
    text = json_text(value)
    assert json.loads(text) == value
    assert text.endswith("\n")


def test_a_row_stands_on_one_line() -> None:
    rows = [{"size": 1, "sign": "é\n"}, {"size": 2, "sign": None}]
    assert json_text({"rows": rows, "none": []}).splitlines() == [
        "{",
        '  "rows": [',
        '    {"size": 1, "sign": "é\\n"},',
        '    {"size": 2, "sign": null}',
        "  ],",
        '  "none": []',
        "}",
    ]


@pytest.mark.parametrize("value", [float("nan"), {"a": [1, float("inf")]}])
def test_what_is_not_finite_is_never_written(value: Any) -> None:
    with pytest.raises(ValueError, match="JSON compliant"):
        json_text(value)
