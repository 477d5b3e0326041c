import json

import pytest

from sdcdesk.core.text.strict_json import DEEPEST, parsed


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
