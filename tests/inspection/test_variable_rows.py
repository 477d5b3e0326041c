import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.running.progress import SILENT
from sdcdesk.core.text.locale import Locale
from sdcdesk.inspection.variable_facts import Facts, compute_facts
from sdcdesk.inspection.variable_rows import Declined, Proposal, VariableRow, VariableRows, row


def looked(data: Microdata) -> dict[str, Facts]:
    facts: dict[str, Facts] = {}
    compute_facts(data, facts, SILENT)
    return facts


def rows_of(data: Microdata, declined: Declined | None = None) -> dict[str, VariableRow]:
    facts = looked(data)
    return {one.name: row(one, facts[one.name], declined or Declined()) for one in data.variables}


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


def test_a_suggestion_is_open_until_it_is_answered() -> None:
    rows = rows_of(PEOPLE)
    assert (rows["sex"].values, rows["sex"].different, rows["sex"].missing) == ("F, M", 2, 10)
    assert rows["sex"].proposal is not None
    assert rows["sex"].proposal.text == "Key?"
    assert rows["code"].proposal is not None
    assert rows["code"].proposal.text == "Nominal?"
    answered = rows_of(PEOPLE, Declined({"sex"}, {"code"}))
    assert answered["sex"].proposal is None
    assert answered["code"].proposal is None


def test_a_role_that_was_chosen_is_not_questioned() -> None:
    chosen = PEOPLE.describe(Variable(name="sex", role=Role.STRATUM))
    sex = rows_of(chosen)["sex"]
    assert sex.proposal is None
    assert sex.reason == "Your choice"


def test_both_role_and_scale_can_be_suggested() -> None:
    proposal = Proposal(Role.KEY, Scale.NOMINAL, "Because")
    assert proposal.text == "Key, nominal?"


def test_the_contradiction_of_an_older_description_is_not_shown() -> None:
    weight = Variable(name="bill", role=Role.WEIGHT, scale=Scale.CONTINUOUS)
    data = Microdata(pd.DataFrame({"bill": [1.0, -2.0]}), [weight])
    facts = looked(data)["bill"]
    shown = row(weight, facts, Declined())
    assert shown.why == "A weight must not be negative: 1 record"
    assert row(weight.changed(role=Role.OTHER), facts, Declined()).contradiction is None


def test_rows_for_which_nothing_is_new_are_the_same_and_no_other_is_old() -> None:
    facts, declined, rows = looked(PEOPLE), Declined(), VariableRows()
    first = rows.rows(PEOPLE, facts, declined)
    assert first == [row(one, facts[one.name], declined) for one in PEOPLE.variables]
    assert all(one is other for one, other in zip(rows.rows(PEOPLE, facts, declined), first, strict=True))
    changed = PEOPLE.describe(PEOPLE.variable("sex").changed(role=Role.KEY))
    declined.scales.add("code")
    second = rows.rows(changed, facts, declined)
    assert second == [row(one, facts[one.name], declined) for one in changed.variables]
    names = [one.variable.name for one, other in zip(second, first, strict=True) if one is not other]
    assert names == ["sex", "code"]
    compute_facts(changed, facts, SILENT)
    assert rows.rows(changed, facts, declined)[1].contradiction is None
    german = rows.rows(changed, facts, declined, Locale(",", "."))
    assert german == [row(one, facts[one.name], declined, Locale(",", ".")) for one in changed.variables]
    unseen = rows.rows(changed, {}, declined)
    assert unseen == [row(one, None, declined) for one in changed.variables]
