"""Edit rules: which records break them, of the original and after every kind of step."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.edit_rules import impossible
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.core.running.errors import DataError, ParameterError, ReadError
from sdcdesk.masking import AdditiveNoise, Pram, Recoding, SimpleRandomSampling, ValueSuppression
from sdcdesk.masking.edit_rules.edit_rule import EditRule
from sdcdesk.masking.edit_rules.edit_rule_file import read_edit_rules

AGE = Variable(name="age", scale=Scale.CONTINUOUS, missing=(-9,))


def condition(*comparisons: tuple[Any, ...], hold: str = "all") -> dict[str, Any]:
    named = ({"variable": v, "relation": r, "values": list(values)} for v, r, *values in comparisons)
    return {"hold": hold, "comparisons": list(named)}


CHILDREN = EditRule(
    name="Children are single",
    when=condition(("age", "less than", 15)),
    then=condition(("marital", "is", "single")),
)


def people(ages: list[Any], marital: list[Any], *rules: EditRule) -> Microdata:
    frame = pd.DataFrame({"age": ages, "marital": pd.Series(marital, dtype="str")})
    return Microdata(frame, [AGE]).with_edit_rules(rules or (CHILDREN,))


def broken(data: Microdata, rule: EditRule = CHILDREN) -> list[int]:
    return data.rows[rule.broken(data, data.initial)].tolist()


def test_a_record_breaks_a_rule_where_the_first_holds_and_the_second_does_not() -> None:
    data = people([3, 14, 15, 3, 40], ["single", "married", "married", None, "single"])
    assert broken(data) == [1]


def test_a_missing_value_may_be_any_value() -> None:
    assert broken(people([3, -9, -9], [None, "married", None])) == []


def test_a_rule_may_ask_whether_a_value_is_missing() -> None:
    rule = EditRule(
        name="known", when=condition(("age", "is not missing")), then=condition(("marital", "is not missing"))
    )
    assert broken(people([3, -9, 20], [None, None, "x"], rule), rule) == [0]


def test_without_a_first_condition_it_is_asked_for_in_every_record() -> None:
    rule = EditRule(name="range", then=condition(("age", "at least", 0), ("age", "at most", 120)))
    assert broken(people([-1, 0, 120, 121, -9], list("abcde"), rule), rule) == [0, 3]


@given(
    st.lists(
        st.tuples(st.sampled_from([None, 0, 1, 2]), st.sampled_from([None, 0, 1, 2])), min_size=1, max_size=6
    ),
    st.sampled_from(["is", "is not", "at least", "less than"]),
    st.sampled_from(["is", "is not", "at most", "more than"]),
    st.sampled_from(["all", "any"]),
)
def test_what_may_be_is_found_by_trying_every_value(
    records: list[tuple[Any, Any]], first: str, second: str, hold: str
) -> None:
    """Comparisons of different variables are independent: a rule is broken where no filling in keeps it."""
    rule = EditRule(
        name="r",
        when=condition(("a", first, 1)),
        then=condition(("b", second, 1), ("b", "is not", 2), hold=hold),
    )
    frame = pd.DataFrame(records, columns=["a", "b"], dtype="Int64")
    data = Microdata(frame).with_edit_rules([rule])

    def compares(value: int, relation: str, other: int) -> bool:
        return {
            "is": value == other,
            "is not": value != other,
            "at least": value >= other,
            "less than": value < other,
            "at most": value <= other,
            "more than": value > other,
        }[relation]

    def breaks(a: int | None, b: int | None) -> bool:
        tried = [0, 1, 2, 3]
        held = all if hold == "all" else any
        asked = all(compares(value, first, 1) for value in (tried if a is None else [a]))
        parts = [(second, 1), ("is not", 2)]
        kept = [
            any(compares(value, relation, other) for value in (tried if b is None else [b]))
            for relation, other in parts
        ]
        return asked and not held(kept)

    assert broken(data, rule) == [at for at, (a, b) in enumerate(records) if breaks(a, b)]


def test_a_band_is_all_the_ages_in_it() -> None:
    data = people([3, 12, 17, 40], ["married", "single", "married", "married"])
    masked = Recoding(variable="age", how="width", width=10.0).mask(data)
    assert masked.figures["records_made_impossible"].value == 0
    married = masked.data.assign({"marital": pd.Series(["married"] * 4)})
    assert broken(married) == [0], "10 to 19 may be 17"


def test_a_new_name_of_a_category_means_what_became_it() -> None:
    data = people([3, 3, 40], ["single", "widowed", "married"])
    mapping = {"single": "alone", "widowed": "was married", "married": "was married"}
    recoded = Recoding(variable="marital", how="mapping", mapping=mapping).mask(data)
    assert recoded.figures["records_made_impossible"].value == 0
    assert broken(recoded.data) == [1]
    merged = Recoding(variable="marital", how="mapping", mapping=dict.fromkeys(mapping, "any")).apply(data)
    assert broken(merged) == []


def test_noise_and_drawn_categories_are_taken_as_they_stand() -> None:
    data = people([16, 17, 90], ["married", "single", "married"])
    masked = data.assign({"age": pd.Series([14.5, 14.5, 20.0])})
    assert broken(masked) == [0]
    strange = data.assign({"marital": pd.Series(["unknown"] * 3), "age": pd.Series([3] * 3)})
    assert broken(strange) == [], "a text that is none of the file may mean anything"


def test_a_variable_that_was_left_out_may_have_had_every_value() -> None:
    data = people([3, 40], ["married", "married"])
    assert broken(data) == [0]
    assert broken(data.drop(["marital"])) == []


def test_a_step_reports_what_it_makes_impossible_and_not_what_was_so_before() -> None:
    data = people([3] * 50 + [30] * 50, (["single"] * 40 + ["married"] * 10) * 2)
    assert len(broken(data)) == 10
    masked = Pram(variable="marital", diagonal=50.0).mask(data, 1)
    new = set(broken(masked.data)) - set(broken(data))
    assert new
    assert masked.figures["records_made_impossible"].value == len(new)
    assert masked.notes == (
        f"{len(new)} records break the edit rule Children are single, and did not before this step.",
    )
    assert set(masked.data.rows[impossible(data, masked.data)].tolist()) == new


def test_a_sample_makes_nothing_impossible() -> None:
    data = people([3] * 9, ["married"] * 9)
    masked = SimpleRandomSampling(percentage=50.0).mask(data, 1)
    assert (masked.figures["records_made_impossible"].value, len(broken(masked.data))) == (
        0,
        len(masked.data),
    )


def test_blanks_make_nothing_impossible() -> None:
    data = people([3, 40], ["single", "married"])
    everybody = condition(("age", "at least", 0))
    masked = ValueSuppression(variables=["marital", "age"], where=everybody).mask(data)
    assert masked.figures["records_made_impossible"].value == 0


def test_a_file_without_rules_has_no_such_figure() -> None:
    data = Microdata(pd.DataFrame({"age": [1.0, 2.0, 4.0]}))
    assert "records_made_impossible" not in AdditiveNoise(variables=["age"]).mask(data, 1).figures


def test_a_rule_that_does_not_fit_is_named() -> None:
    rule = EditRule(name="odd", then=condition(("marital", "at least", "single")))
    with pytest.raises(DataError, match=r"Edit rule odd: marital is nominal"):
        Pram(variable="marital").mask(people([3, 4], ["a", "b"], rule), 1)


def test_rules_survive_the_steps_and_describing() -> None:
    data = people([3, 40], ["single", "married"])
    for changed in (data.take(np.array([1])), data.describe(AGE), data.drop(["marital"]), data.as_released()):
        assert changed.rules == (CHILDREN,)
    assert data.with_edit_rules([]).rules == ()


WRITTEN = {"name": "r", "when": condition(("age", "at least", 3)), "then": condition(("sex", "is", "m"))}


def test_rules_are_read_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "rules.json"
    path.write_text(json.dumps([WRITTEN]), encoding="utf-8")
    assert read_edit_rules(path) == (EditRule(**WRITTEN),)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[", "not JSON: line 1"),
        ("{}", "must hold a list"),
        ('["r"]', "must hold a list"),
        ('[{"name": "", "then": 3}]', "edit rule 1: "),
        (json.dumps([WRITTEN, WRITTEN]), "share a name"),
        ("[1e999]", "cannot be taken"),
    ],
)
def test_what_is_no_list_of_rules_is_refused(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "rules.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ReadError, match=words):
        read_edit_rules(path)


def test_a_rule_asks_for_something() -> None:
    with pytest.raises(ParameterError):
        EditRule(name="r")
