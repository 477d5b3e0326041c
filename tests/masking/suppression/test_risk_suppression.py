"""Suppression by the risk of each record, by any measure that has one."""

import json

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.operations.masked import Masked
from sdcdesk.core.operations.measure import Measure
from sdcdesk.core.operations.record_risk import RECORD_RISKS
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.document.recipe import Recipe
from sdcdesk.masking import AdditiveNoise, LocalSuppression, RecordSuppression, RiskSuppression
from sdcdesk.risk import (
    AttributeDisclosure,
    DisclosureRisk,
    DistanceLinkage,
    IndividualRisk,
    LogLinearRisk,
    ProbabilisticLinkage,
    Suda,
)

KEYS = ["age", "area"]


@pytest.fixture
def data() -> Microdata:
    rng = np.random.default_rng(2)
    frame = pd.DataFrame(
        {
            "age": rng.integers(20, 40, 150),
            "area": rng.choice([*"abcdef"], 150),
            "illness": rng.choice(["flu", "cold", "gout"], 150),
            "income": rng.lognormal(8, 1, 150).round(),
            "weight": rng.uniform(2, 9, 150),
        }
    )
    return Microdata(
        frame,
        [
            Variable(name="age", role=Role.KEY),
            Variable(name="area", role=Role.KEY),
            Variable(name="illness", role=Role.CONFIDENTIAL),
            Variable(name="income", scale=Scale.CONTINUOUS),
            Variable(name="weight", role=Role.WEIGHT, scale=Scale.CONTINUOUS),
        ],
    )


MEASURES = [
    pytest.param(Suda(keys=KEYS), 0.5, id="suda"),
    pytest.param(IndividualRisk(keys=KEYS), 0.1, id="individual"),
    pytest.param(LogLinearRisk(keys=KEYS), 0.1, id="log-linear"),
    pytest.param(AttributeDisclosure(keys=KEYS), 0.99, id="attribute"),
    pytest.param(DistanceLinkage(keys=["age", "area", "income"]), 0.5, id="distance"),
]


def risk(measure: Measure, initial: Microdata, masked: Microdata) -> np.ndarray:
    assert measure.record_risk is not None
    return np.nan_to_num(measure.assess(initial, masked).record(measure.record_risk.series))


@pytest.mark.parametrize(("measure", "largest"), MEASURES)
def test_no_record_is_left_above_the_limit_and_none_below_was_taken(
    data: Microdata, measure: Measure, largest: float
) -> None:
    masked = RiskSuppression(measure=measure, largest=largest).mask(data)
    assert len(masked.data) == 0 or (risk(measure, data, masked.data) <= largest).all()
    # Slowly: leave out the risky ones again and again.
    kept = data
    while len(kept) and (above := risk(measure, data, kept) > largest).any():
        kept = kept.take(np.flatnonzero(~above))
    assert masked.data.rows.tolist() == kept.rows.tolist()
    assert masked.figures["records_left_out"].value == len(data) - len(kept) > 0
    assert masked.figures["records_risky_before"].value == (risk(measure, data, data) > largest).sum()


@pytest.mark.parametrize(("first", "largest"), [("age", 0.1), ("area", 0.1), ("area", 0.022), ("age", 0.006)])
def test_values_are_blanked_in_order_as_far_as_needed(data: Microdata, first: str, largest: float) -> None:
    measure = IndividualRisk(keys=KEYS, missing="wildcard")
    names = [first, *(name for name in KEYS if name != first)]
    masked = RiskSuppression(measure=measure, largest=largest, what="values", variables=names).mask(data)
    slowly, lost = data, []
    for name in names:
        risky = risk(measure, data, slowly) > largest
        slowly = slowly.assign({name: slowly.column(name).mask(risky)})
        lost.append(risky)
    assert [masked.data.missing(name).tolist() for name in names] == [risky.tolist() for risky in lost]
    assert lost[0].any()
    assert lost[1].any() == (largest < 0.1)
    assert masked.figures["records_risky_after"].value == (risk(measure, data, slowly) > largest).sum()
    assert masked.figures["cells_blanked"].value == np.sum(lost)


def test_where_no_record_has_a_risk_any_more_the_step_is_done() -> None:
    frame = pd.DataFrame({"sex": ["f", "m"] * 6 + ["f"], "area": [*"aabb"] * 3 + ["c"]})
    people = Microdata(frame, [Variable(name=name, role=Role.KEY) for name in frame])
    step = RiskSuppression(measure=LogLinearRisk(population_size=50), largest=0.1)
    masked = step.mask(people)
    assert masked.data.rows.tolist() == [*range(12)]
    assert step.mask(masked.data).figures["records_risky_before"].value == 0
    blanked = step.changed(what="values", measure=LogLinearRisk(population_size=50, keys=["sex", "area"]))
    assert blanked.mask(masked.data).figures["cells_blanked"].value == 0


@pytest.mark.parametrize("largest", [0.02, 0.05, 0.1])
@pytest.mark.parametrize("names", [["age", "area"], ["area", "age"], ["illness", "area", "age"]])
def test_where_fewer_blanks_are_sought_no_more_are_made_and_none_is_needless(
    data: Microdata, names: list[str], largest: float
) -> None:
    keys = sorted({*KEYS, *names})
    measure = IndividualRisk(keys=keys, missing="wildcard")
    step = RiskSuppression(measure=measure, largest=largest, what="values", variables=names)
    given, sought = step.mask(data), step.changed(order="fewest").mask(data)

    def cost(masked: Masked) -> tuple[float, ...]:
        return tuple(masked.figures[name].value or 0 for name in ("records_risky_after", "cells_blanked"))

    assert cost(sought) <= cost(given)
    above = risk(measure, data, sought.data) > largest
    assert above.sum() == sought.figures["records_risky_after"].value
    assert (data.missing("age") <= sought.data.missing("age")).all()
    for name in names:  # all blanks of a variable together cannot be given back
        blanked = sought.data.missing(name) & ~above
        back = sought.data.assign({name: sought.data.column(name).where(~blanked, data.column(name))})
        assert not blanked.any() or (risk(measure, data, back) > largest).sum() > above.sum()


def test_the_variable_that_helps_most_is_blanked_first() -> None:
    """Each record is alone by its age; the areas, named first, help nobody."""
    data = Microdata(pd.DataFrame({"area": [*"aabbccdd"], "age": range(8), "weight": [2.0] * 8}))
    measure = IndividualRisk(keys=["area", "age"], missing="wildcard", weight="weight")
    step = RiskSuppression(measure=measure, largest=0.6, what="values", variables=["area", "age"])
    assert step.mask(data).figures["cells_blanked"].value == 16
    sought = step.changed(order="fewest").mask(data)
    assert sought.figures["cells_blanked"].value <= 8
    assert sought.figures["records_risky_after"].value == 0
    assert not sought.data.missing("area").any()


def test_by_individual_risk_it_leaves_out_what_record_suppression_does(data: Microdata) -> None:
    own = RecordSuppression(keys=KEYS, by="risk", largest_risk=0.1).apply(data)
    other = RiskSuppression(measure=IndividualRisk(keys=KEYS), largest=0.1).apply(data)
    assert own.fingerprint() == other.fingerprint()


def test_a_measure_that_compares_looks_at_the_initial_file(data: Microdata) -> None:
    linked = DistanceLinkage(keys=["income"])
    recipe = Recipe(seed=3).then(AdditiveNoise(variables=["income"], variance_share=400.0))
    noisy = recipe.apply(data)
    kept = recipe.then(RiskSuppression(measure=linked, largest=0.5)).apply(data)
    assert 0 < len(data) - len(kept) < len(data), "against the noisy file itself, all would be linked"
    assert kept.rows.tolist() == noisy.rows[risk(linked, data, noisy) <= 0.5].tolist()
    elsewhere = Microdata(noisy.frame, noisy.variables).as_released()
    with pytest.raises(DataError):
        RiskSuppression(measure=linked, largest=0.5).mask(elsewhere.assign({"age": elsewhere.column("age")}))


def test_what_cannot_be_assessed_is_no_safe_file(data: Microdata) -> None:
    same = Microdata(pd.DataFrame({"age": [1, 1, 1], "area": [*"aaa"]}), data.variables[:2])
    step = RiskSuppression(measure=ProbabilisticLinkage(keys=["age"]), largest=0.5)
    with pytest.raises(DataError, match="Probabilistic") as raised:
        step.mask(same)
    assert raised.value.field == "measure"


def test_blanks_that_look_rare_and_records_that_stay_risky_are_told(data: Microdata) -> None:
    rare = RiskSuppression(measure=Suda(keys=KEYS), largest=0.0, what="values", variables=["age"])
    assert "blanks themselves look rare" in rare.mask(data).notes[0]
    assert "or choose a measure" in rare.mask(data).notes[0]
    alike = IndividualRisk(keys=KEYS, missing="wildcard")
    masked = rare.changed(measure=alike, largest=1e-6).mask(data)
    assert masked.figures["records_risky_after"].value == len(data)
    assert masked.notes == (
        "150 records are risky whatever is blanked of these variables; name more, or leave them out.",
    )


def test_without_variables_the_keys_are_blanked(data: Microdata) -> None:
    step = RiskSuppression(measure=IndividualRisk(keys=KEYS, missing="wildcard"), largest=0.1, what="values")
    assert step.apply(data).fingerprint() == step.changed(variables=KEYS).apply(data).fingerprint()
    with pytest.raises(DataError, match="no variable has the role key"):
        step.mask(Microdata(data.frame))


def test_linked_variables_follow(data: Microdata) -> None:
    measure = IndividualRisk(keys=KEYS, missing="wildcard")
    step = RiskSuppression(
        measure=measure, largest=0.1, what="values", variables=["age"], linked={"age": ["income"]}
    )
    masked = step.apply(data)
    assert (masked.missing("income") == masked.missing("age")).all()
    assert masked.missing("age").any()


def test_wrong_parameters_are_refused() -> None:
    for wrong, why in (
        ({"measure": {"name": "nothing"}}, "no measure of the risk of each record called nothing"),
        ({"measure": DisclosureRisk()}, "no measure of the risk of each record called"),
        ({"measure": Suda(), "variables": ["age"]}, "has no effect"),
        ({"measure": Suda(), "order": "fewest"}, "has no effect"),
        ({"measure": Suda(), "shared": ["age"]}, "has no effect"),
        ({"measure": Suda(), "linked": {"age": ["year"]}}, "has no effect"),
    ):
        with pytest.raises(ParameterError, match=why):
            RiskSuppression(largest=0.1, **wrong)


def test_it_is_written_and_read_with_its_measure() -> None:
    step = RiskSuppression(measure=Suda(keys=KEYS, largest=2), largest=0.5)
    recipe = Recipe(seed=1).then(step)
    written = json.loads(json.dumps(recipe.model_dump(mode="json")))
    assert Recipe(**written) == recipe
    assert {name for _, name, _ in step.chosen()} == set(KEYS)


def test_measures_declare_what_they_promise() -> None:
    assert len(RECORD_RISKS) == 6
    for kind in RECORD_RISKS:
        assert kind.record_risk is not None
        assert kind.declared(kind.record_risk.figure) is not None


def test_local_suppression_by_individual_risk_blanks_fewer(data: Microdata) -> None:
    own = LocalSuppression(keys=KEYS, by="risk", largest_risk=0.1).mask(data)
    step = RiskSuppression(
        measure=IndividualRisk(keys=KEYS, missing="wildcard"), largest=0.1, what="values", variables=KEYS
    )
    assert own.figures["cells_blanked"].value <= step.mask(data).figures["cells_blanked"].value * 1.5


PATIENTS = [
    Variable(name="age", role=Role.KEY),
    Variable(name="illness", role=Role.CONFIDENTIAL),
]


def test_records_of_which_nothing_can_be_learnt_are_not_at_risk() -> None:
    """The last ones have no confidential value: the step is done once the others are left out."""
    frame = pd.DataFrame({"age": [30, 30, 40, 40], "illness": ["flu", "flu", None, None]})
    patients = Microdata(frame, PATIENTS)
    step = RiskSuppression(measure=AttributeDisclosure(), largest=0.5)
    masked = step.mask(patients)
    assert masked.data.rows.tolist() == [2, 3]
    assert (masked.figures["records_left_out"].value, masked.figures["rounds"].value) == (2, 1)
    assert masked.notes == ("All confidential values that are released are missing.",)
    again = step.mask(masked.data)
    assert (again.data.rows.tolist(), again.notes) == ([2, 3], masked.notes)


@pytest.mark.parametrize("order", ["given", "fewest"])
def test_confidential_values_may_all_be_blanked(order: str) -> None:
    patients = Microdata(pd.DataFrame({"age": [30, 30, 40, 40], "illness": ["flu"] * 4}), PATIENTS)
    step = RiskSuppression(
        measure=AttributeDisclosure(missing="wildcard"),
        largest=0.5,
        what="values",
        variables=["illness", "age"],
        order=order,
    )
    masked = step.mask(patients)
    assert masked.data.missing("illness").all()
    assert not masked.data.missing("age").any()
    assert masked.figures["records_risky_after"].value == 0
    again = step.mask(masked.data)
    assert again.figures["cells_blanked"].value == 0
    assert again.notes == ("All confidential values that are released are missing.",)
