import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.text.json_text import DEEPEST, json_lines, parsed


@pytest.mark.parametrize(
    ("text", "clause"),
    [
        ('{"k": 3, "k": 4}', "gives a name twice"),
        ('[{"a": {"b": 1, "b": 1}}]', "gives a name twice"),
        ("[NaN]", "not finite"),
        ('{"a": -Infinity}', "not finite"),
        ("1e400", "too large"),
        ("[-1e400]", "too large"),
        ("9" * 4400, "too long"),
        ("[" * (DEEPEST + 1) + "]" * (DEEPEST + 1), "nested too deeply"),
        ("[" * 600 + "]" * 600, "nested too deeply"),
        ('{"a":' * 600 + "1" + "}" * 600, "nested too deeply"),
        ("[" * 100_000, "nested too deeply"),
        ('"\\ud800"', "half sign"),
        ('{"a": ["\\udfff"]}', "half sign"),
        ('{"\\ud800": 1}', "half sign"),
    ],
)
def test_what_would_be_lost_or_guessed_is_refused_in_a_clause(text: str, clause: str) -> None:
    with pytest.raises(ValueError, match=clause) as caught:
        parsed(text)
    assert not isinstance(caught.value, json.JSONDecodeError)
    assert str(caught.value).startswith("it ")


def test_what_is_no_json_has_its_place() -> None:
    with pytest.raises(json.JSONDecodeError) as caught:
        parsed('{"a": 1,\n "b"')
    assert (caught.value.lineno, caught.value.colno) == (2, 5)


@pytest.mark.parametrize("value", [{"a": [1, 2.5, None, True, "é\U0001f600"]}, [], "", 10**20, -0.0])
def test_all_else_is_what_it_says(value: object) -> None:
    assert parsed(json.dumps(value)) == value
    assert parsed(json.dumps(value, ensure_ascii=False)) == value


PLAIN = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
)


@given(st.recursive(PLAIN, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=30))
def test_what_is_written_is_read_as_it_was(value: Any) -> None:
    text = json_lines(value)
    assert json.loads(text) == value
    assert text.endswith("\n")


def test_a_row_stands_on_one_line() -> None:
    rows = [{"size": 1, "sign": "é\n"}, {"size": 2, "sign": None}]
    assert json_lines({"rows": rows, "none": []}).splitlines() == [
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
        json_lines(value)
