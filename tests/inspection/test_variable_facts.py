import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.value_label import ValueLabel
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.running.progress import SILENT
from sdcdesk.inspection.profile.column_profile import column_profile
from sdcdesk.inspection.profile.value_summary import profile
from sdcdesk.inspection.variable_facts import Facts, compute_facts, range_figures, unknown, values_text


def looked(data: Microdata) -> dict[str, Facts]:
    facts: dict[str, Facts] = {}
    compute_facts(data, facts, SILENT)
    return facts


def said(data: Microdata) -> dict[str, str]:
    facts = looked(data)
    return {one.name: values_text(one, facts[one.name]) for one in data.variables}


PEOPLE = Microdata(
    pd.DataFrame(
        {
            "age": [31, 40, 52, 17] * 10,
            "sex": ["F", "M", None, "F"] * 10,
            "zip": [f"{number:05}" for number in range(40)],
            "bill": [41.831, 1234.5, 110_685.4, 10.0] * 10,
            "code": [1, 2, 3, 2] * 10,
        }
    )
)


def test_values_are_said_in_words() -> None:
    assert said(PEOPLE) == {
        "age": "17 to 52",
        "sex": "F, M",
        "zip": "40 different",
        "bill": "10 to 110,685",
        "code": "1 to 3",
    }


@pytest.mark.parametrize(
    ("labels", "words"),
    [
        (("never", "past", "now"), "1 never, 2 past, 3 now"),
        (("never smoked", "in the past", "until today"), "1, 2, 3"),
        (("never smoked", "", "now"), "1 never smoked, 2, 3 now"),
        (("1", "", ""), "1, 2, 3"),
    ],
)
def test_a_few_values_are_named_with_their_labels(labels: tuple[str, ...], words: str) -> None:
    told = [ValueLabel(value=code, label=label) for code, label in enumerate(labels, 1) if label]
    code = Variable(name="code", scale=Scale.NOMINAL, value_labels=tuple(told))
    data = PEOPLE.describe(code)
    assert said(data)["code"] == words
    plain = data.describe(code.changed(value_labels=()))
    facts = looked(plain)["code"]
    assert values_text(code, facts) == said(data)["code"], "labels that are typed later are told"


def test_values_follow_role_and_scale() -> None:
    described = PEOPLE.describe(
        Variable(name="zip", role=Role.IDENTIFIER),
        Variable(name="code", scale=Scale.NOMINAL),
        Variable(name="bill", scale=Scale.CONTINUOUS, missing=(110_685.4,)),
        Variable(name="age", scale=Scale.ORDINAL, categories=(17, 31, 40)),
    )
    values = said(described)
    assert values["zip"] == "", "an identifier's values say nothing"
    assert values["code"] == "1, 2, 3"
    assert values["bill"] == "10 to 1,234"
    assert values["age"] == "4 categories", "one has no place in the order, and is not named"


def test_only_what_is_described_anew_is_looked_at_again() -> None:
    facts = looked(PEOPLE)
    assert unknown(PEOPLE, facts) == []
    changed = PEOPLE.describe(Variable(name="sex", role=Role.KEY))
    assert unknown(changed, facts) == ["sex"]
    before = facts["sex"].inspection
    compute_facts(changed, facts, SILENT)
    assert facts["sex"].inspection is before, "a role changes no value"
    coded = changed.describe(Variable(name="sex", role=Role.KEY, missing=("M",)))
    compute_facts(coded, facts, SILENT)
    assert facts["sex"].inspection.missing == 20


@pytest.mark.parametrize("value", [41.831, 110_685.4, 0.012345, 1234.5, 12_345, 2**53 + 1])
def test_list_and_profile_write_a_value_alike(value: float) -> None:
    data = Microdata(pd.DataFrame({"x": [0, value]}))
    facts = looked(data)["x"]
    said_there = dict(column_profile(data, "x").figures())
    assert range_figures(data.variable("x"), facts)[1] == ("Largest", said_there["Largest"])
    assert values_text(data.variable("x"), facts) == profile(data, "x").words


def test_the_range_has_the_unit() -> None:
    age = Variable(name="age", scale="continuous", unit="years")
    facts = looked(PEOPLE)
    figures = range_figures(age, facts["age"])
    assert figures == (("Smallest", "17 years"), ("Largest", "52 years"), ("Different", "4"))
    assert range_figures(Variable(name="sex"), facts["sex"]) == ()
