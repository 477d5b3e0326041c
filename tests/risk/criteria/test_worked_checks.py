"""The worked checks of the criteria, limits on them, and what seeds and order change."""

from typing import Any

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.numbers.quantity import Bound, Why
from sdcdesk.core.operations.measure import Measure
from sdcdesk.core.results.limit import Limit, Standing, standing
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.masking import Recoding, RecordSuppression
from sdcdesk.risk import Inference, Linkability, SinglingOut

MEASURES: list[Measure] = [SinglingOut(together=2), SinglingOut(together=1), Linkability(), Inference()]


def people(records: int = 400, seed: int = 7) -> Microdata:
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame(
        {
            "number": rng.permutation(records),
            "town": [f"t{place}" for place in rng.permutation(records)],
            "age": rng.integers(18, 90, records),
            "sex": rng.choice(["f", "m"], records),
            "income": np.round(rng.lognormal(10, 1, records), 2),
            "ill": rng.choice(["a", "b", "c"], records, p=[0.7, 0.2, 0.1]),
        }
    )
    roles = dict.fromkeys(("income", "ill"), Role.CONFIDENTIAL)
    data = Microdata(frame)
    return data.describe(
        *(data.variable(name).changed(role=roles.get(name, Role.KEY)) for name in data.names)
    )


def half(data: Microdata) -> Microdata:
    return data.take(np.arange(0, len(data), 2))


def test_linkability_with_unique_sources_is_one() -> None:
    data = people()
    found = Linkability(keys=["number", "town"]).assess(data, data)
    assert found.value("attack_rate") == 1
    assert found.value("people_right") == len(data)


def test_inference_with_unique_keys_is_one() -> None:
    data = people()
    found = Inference(keys=["number"]).assess(data, data)
    assert found.table("attacks")["share"].tolist() == [1, 1]


def test_every_statement_about_the_original_singles_out() -> None:
    data = people()
    for together in (1, 2, 4):
        assert SinglingOut(together=together).assess(data, data).value("attack_rate") == 1


def constants(data: Microdata) -> Microdata:
    return data.assign({name: pd.Series([data.column(name)[0]] * len(data)) for name in data.names})


def test_a_release_of_constants_makes_no_statement() -> None:
    data = people()
    found = SinglingOut(together=2).assess(data, half(constants(data)))
    for name in ("attack_rate", "risk", "control_rate", "naive_rate"):
        quantity = found.figure(name).quantity
        assert quantity.reason is not None
        assert "No statement" in quantity.reason.text
    assert found.value("people_right") == 0


@pytest.mark.parametrize("number", [1, 3])
def test_a_release_of_constants_is_joined_by_chance(number: int) -> None:
    data = people()
    found = Linkability(nearest=number).assess(data, half(constants(data)))
    assert found.value("attack_rate") == pytest.approx(found.value("naive_rate"), rel=1e-12)
    if number == 1:
        assert found.value("attack_rate") == pytest.approx(1 / 200, rel=1e-12)


def test_a_release_of_constants_tells_the_share_of_the_constant() -> None:
    data = people()
    found = Inference(variables=["ill"]).assess(data, half(constants(data)))
    targets = half(data).column("ill")
    assert found.value("attack_rate") == (targets == data.column("ill")[0]).mean()
    assert found.value("naive_rate") == found.value("attack_rate")
    assert found.value("strength") == "weak"


def test_without_people_who_were_left_out_the_risk_is_not_defined() -> None:
    data = people()
    masked = data.take(np.arange(301))
    for measure in MEASURES:
        found = measure.assess(data, masked)
        assert found.value("attack_rate") is not None
        for name in ("risk", "risk_least", "risk_most", "control_rate"):
            quantity = found.figure(name).quantity
            assert quantity.reason is not None
            assert quantity.reason.text.startswith("Not defined: no control. Fewer than 100 records")
        limit = Limit(measure=measure.name, figure="risk", value=1.0)
        assert standing(found.figure("risk").quantity, limit) is Standing.NOT_ASSESSED


def test_people_left_out_by_suppression_are_a_control() -> None:
    data = people()
    suppressed = RecordSuppression(keys=["age", "sex"], k=4).apply(data)
    assert 100 <= len(data) - len(suppressed) < len(suppressed)
    for measure in MEASURES:
        assert measure.assess(data, suppressed).value("control_rate") is not None


def test_a_limit_is_judged_by_the_upper_end() -> None:
    data = people(4000)
    found = Inference(variables=["ill"]).assess(data, half(data)).figure("risk").quantity
    assert found.bound is Bound.ESTIMATE
    assert found.value is not None
    assert found.interval is not None
    between = (found.value + found.interval[1]) / 2
    assert standing(found, Limit(measure="inference", figure="risk", value=between)) is Standing.BROKEN
    at_end = Limit(measure="inference", figure="risk", value=found.interval[1])
    assert standing(found, at_end) is Standing.KEPT


def test_a_weak_attack_keeps_no_limit_and_says_so() -> None:
    data = people()
    found = Inference(variables=["ill"]).assess(data, half(constants(data)))
    assert any(note.startswith("Weak attack") for note in found.notes)
    for name in ("risk", "risk_most", "attack_rate"):
        figure = found.figure(name)
        assert figure.note == "weak"
        judged = standing(figure.quantity, Limit(measure="inference", figure=name, value=1.0))
        assert judged is Standing.NOT_PROVEN


@pytest.mark.parametrize("left", [slice(0, 400, 2), slice(0, 400)])
def test_the_rate_of_a_weak_attack_is_one_number_wherever_it_stands(left: slice) -> None:
    data = people()
    masked = constants(data).take(np.arange(400)[left])
    found = Inference(variables=["ill"]).assess(data, masked)
    rate = found.figure("attack_rate").quantity
    assert rate.bound is Bound.AT_LEAST
    attacks, rates = found.tables["attacks"], found.tables["rates"]
    assert attacks.quantities(attacks.column("share"))[0] == rate
    assert rates.quantities(rates.column("share"))[0] == rate
    assert found.sections[0].about.arguments["part0"].arguments["attack"] == rate


def test_what_the_file_says_of_everybody_is_no_risk() -> None:
    rng = np.random.default_rng(3)
    age = rng.integers(0, 90, 2000)
    data = Microdata(pd.DataFrame({"age": age, "pension": np.where(age >= 65, "yes", "no")}))
    found = Inference(keys=["age"], variables=["pension"]).assess(data, half(data))
    assert found.value("attack_rate") == found.value("control_rate") == 1
    quantity = found.figure("risk").quantity
    assert quantity.reason is not None
    assert "All guesses about people who are not in the file" in quantity.reason.text


TWICE = Microdata(
    pd.DataFrame({"number": np.tile(np.arange(200), 2), "town": ["t"] * 400, "ill": ["a"] * 400})
)


@pytest.mark.parametrize(
    ("measure", "masked"),
    [
        (SinglingOut(keys=["number"], together=1), TWICE.take(np.arange(200))),
        (Linkability(keys=["number", "town"]), TWICE.take(np.arange(1))),
        (Inference(keys=["number"], variables=["ill"]), TWICE.take(np.arange(200))),
    ],
    ids=lambda one: getattr(one, "name", ""),
)
def test_where_every_guess_about_others_is_right_the_reason_stands_for_the_risk(
    measure: Measure, masked: Microdata
) -> None:
    found = measure.assess(TWICE, masked)
    assert found.value("control_rate") == 1
    for name in ("risk", "risk_least", "risk_most"):
        quantity = found.figure(name).quantity
        assert quantity.reason is not None
        assert quantity.reason.code is Why.ZERO_DIVISOR
        limit = Limit(measure=measure.name, figure=name, value=1.0)
        assert standing(quantity, limit) is Standing.NOT_ASSESSED
    if "Weak" not in " ".join(found.notes):
        assert "nothing is left that the file could add" in str(found.sections[0].about)


def test_a_variable_without_a_control_is_not_hidden_behind_one_that_has_it() -> None:
    rng = np.random.default_rng(3)
    number = rng.permutation(2000)
    frame = pd.DataFrame({"number": number, "ill": rng.choice(["a", "b"], 2000), "code": number.astype(str)})
    frame.loc[1::2, "code"] = None  # of nobody who is left out is it known
    data = Microdata(frame)
    measure = Inference(keys=["number"], variables=["ill", "code"])
    swapped = {"ill": pd.Series(rng.choice(["a", "b"], 1000))}
    found = measure.assess(data, half(data).assign(swapped))
    assert found.table("attacks")["attack"].tolist() == ["code", "ill"]
    assert found.value("attack_rate") == 1
    quantity = found.figure("risk").quantity
    assert quantity.reason is not None
    assert quantity.reason.text.startswith("Not defined: no control.")
    assert standing(quantity, Limit(measure="inference", figure="risk", value=0.9)) is Standing.NOT_ASSESSED
    # Where it could not be worse than the other, that one stands for both.
    frame["code"] = np.where(np.arange(2000) % 2 == 0, rng.permutation(2000).astype(str), None)
    data = Microdata(frame.assign(ill=number.astype(str)))
    released = data.take(np.arange(0, 2000, 2)).assign({"code": pd.Series(["x"] * 1000)})
    found = measure.assess(data, released)
    assert found.table("attacks")["attack"].tolist() == ["ill", "code"]
    assert found.value("risk") is not None


@pytest.mark.parametrize("measure", MEASURES, ids=lambda one: f"{one.name}")
def test_the_same_seed_makes_the_same_guesses(measure: Measure) -> None:
    data = people(2000)
    masked = half(data)
    turned = masked.take(np.random.default_rng(2).permutation(len(masked)))
    few = type(measure).model_validate({**measure.parameters, "guesses": 90})
    other = type(measure).model_validate({**few.parameters, "seed": 1})
    one = few.assess(data, masked)
    assert {name: one.value(name) for name in one.figures} == {
        name: found for name in one.figures for found in [few.assess(data, turned).value(name)]
    }
    rows, again, elsewhere = (
        found.figure("people_right").rows
        for found in (one, few.assess(data, turned), other.assess(data, masked))
    )
    assert rows is not None
    assert again is not None
    assert elsewhere is not None
    assert rows().tolist() == again().tolist()
    if len(rows()):
        assert rows().tolist() != elsewhere().tolist()


def test_a_target_keeps_its_number_whoever_else_is_released() -> None:
    from sdcdesk.risk.criteria.people import drawn_people

    data = people()
    every = np.ones(len(data), dtype=bool)
    one = drawn_people(data, data.take(np.arange(200)), every, 50, 4)
    other = drawn_people(data, data.take(np.arange(100)), every, 50, 4)
    assert [row for row in one.targets.tolist() if row < 100] == other.targets[
        : int((one.targets < 100).sum())
    ].tolist()
    assert len(one.others) == 50
    assert not np.isin(one.others, np.arange(200)).any()


def test_statements_are_held_against_the_recoded_original() -> None:
    data = Microdata(pd.DataFrame({"age": [21, 24, 27, 35, 38, 52]}))
    masked = Recoding(variable="age", how="width", width=10.0).apply(data)
    found = SinglingOut(keys=["age"], together=1).assess(data, masked)
    assert found.value("attack_rate") == 1
    rows = found.figure("people_right").rows
    assert rows is not None
    assert rows().tolist() == [5]


def test_a_recoded_secret_is_guessed_if_the_truth_lies_in_it() -> None:
    data = Microdata(pd.DataFrame({"age": [1, 2, 3, 4], "income": [1100, 1900, 2500, 3100]}))
    masked = Recoding(variable="income", how="width", width=1000.0).apply(data)
    found = Inference(keys=["age"], variables=["income"]).assess(data, masked)
    assert found.value("attack_rate") == 1


def test_every_set_of_variables_gets_as_many_guesses() -> None:
    data = people()
    found = SinglingOut(together=1, guesses=100).assess(data, data).table("attacks").set_index("attack")
    assert found.loc["number", "guesses"] == found.loc["town", "guesses"] == 25
    assert found.loc["age", "guesses"] <= 25


def test_drawn_sets_and_splits_are_said() -> None:
    data = people()
    found = SinglingOut(together=2, sets=2).assess(data, half(data))
    assert any("2 of 6 sets" in note for note in found.notes)
    assert len(found.tables["attacks"]) <= 2
    found = Linkability(splits=3).assess(data, half(data))
    assert any("3 of 7 splits" in note for note in found.notes)
    assert len(found.tables["attacks"]) == 3


def test_the_first_source_must_be_some_of_the_keys() -> None:
    data = people()
    with pytest.raises(DataError, match="is no key variable"):
        Linkability(keys=["age", "sex"], first=["town"]).assess(data, data)
    with pytest.raises(DataError, match="none is left"):
        Linkability(keys=["age", "sex"], first=["age", "sex"]).assess(data, data)


def test_one_key_makes_no_two_sources() -> None:
    data = people()
    quantity = Linkability(keys=["age"]).assess(data, half(data)).figure("attack_rate").quantity
    assert quantity.reason is not None
    assert "Fewer than two" in quantity.reason.text


def test_a_key_is_no_secret_and_some_secret_is_needed() -> None:
    data = people()
    with pytest.raises(DataError, match="knows already"):
        Inference(keys=["age", "ill"], variables=["ill"]).assess(data, data)
    plain = Microdata(data.frame)
    with pytest.raises(DataError, match="no variable has the role confidential"):
        Inference(keys=["age"]).assess(plain, plain)


def test_a_variable_that_cannot_be_compared_is_refused_if_named_and_else_left_out() -> None:
    grades = Variable(name="grade", role=Role.KEY, scale=Scale.ORDINAL, categories=("A", "B", "C"))
    frame = pd.DataFrame({"grade": list("ABCA"), "age": [1, 2, 3, 4]})
    data = Microdata(frame, [grades, Variable(name="age", role=Role.KEY, scale=Scale.CONTINUOUS)])
    masked = Microdata(
        frame.assign(grade=["A", "B", "X", "A"]), [Variable(name="grade", scale=Scale.NOMINAL)], np.arange(4)
    )
    with pytest.raises(DataError, match="none of the original's"):
        SinglingOut(keys=["grade", "age"]).assess(data, masked)
    assert any(note.startswith("Left out: grade") for note in SinglingOut().assess(data, masked).notes)


@pytest.mark.parametrize("measure", MEASURES, ids=lambda one: f"{one.name}")
def test_nothing_released_has_a_reason(measure: Measure) -> None:
    data = people()
    found = measure.assess(data, data.take(np.array([], dtype=np.int64)))
    for name, figure in found.figures.items():
        if name not in ("people_right", "held_out"):
            assert figure.quantity.reason is not None


@pytest.mark.parametrize(
    ("parameters", "field"),
    [({"guesses": 0}, "guesses"), ({"together": 0}, "together"), ({"seed": -1}, "seed")],
)
def test_parameters_out_of_range_are_refused(parameters: dict[str, Any], field: str) -> None:
    with pytest.raises(ParameterError, match=field):
        SinglingOut(**parameters)


def test_the_strongest_comes_first_and_is_named() -> None:
    data = people(2000)
    for measure in MEASURES:
        found = measure.assess(data, half(data))
        first = found.table("attacks").iloc[0]
        assert first["attack"] in str(found.tables["attacks"].about)
        if measure.name != "singling_out":
            assert first["most"] == found.value("risk_most") == found.table("attacks")["most"].max()
        else:
            assert first["risk"] == found.table("attacks")["risk"].max()
