from collections.abc import Iterator
from typing import Any, ClassVar

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Variable
from sdcdesk.core.numbers.quantity import NUMBER, RECORDS, SHARE, VARIABLES, Bound, Quantity, Why, undefined
from sdcdesk.core.operations.assessing import Concern
from sdcdesk.core.operations.measure import Measure
from sdcdesk.core.results.findings import Declared, Findings, Section
from sdcdesk.core.results.limit import Judgement, Limit, Standing, Verdict
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.core.running.progress import Cancelled, Progress
from sdcdesk.document.data_reference import DataReference
from sdcdesk.document.project import Project
from sdcdesk.document.recipe import Recipe
from sdcdesk.document.scenario import Scenario
from sdcdesk.io import ReadOptions
from sdcdesk.loss import HeadlineLoss
from sdcdesk.masking import SimpleRandomSampling
from sdcdesk.release.pipeline import Pipeline
from sdcdesk.release.release_check import Release, check_release
from sdcdesk.release.risk_loss_path import Address, risk_loss_path
from sdcdesk.release.scenario_check import check_scenario
from sdcdesk.release.verdict import deciding, judgement_text, overall, verdict_text
from sdcdesk.risk import RISKS, KAnonymity, LDiversity, WeightMatrix

SAFE, UNSAFE, NOT_ASSESSED = Verdict.SAFE, Verdict.UNSAFE, Verdict.NOT_ASSESSED

PEOPLE = Microdata(
    pd.DataFrame({"zip": list("aaabbbcc"), "pay": [1.0, 2, 3, 4, 5, 6, 7, 8]}),
    [Variable(name="zip", role=Role.KEY), Variable(name="pay", role=Role.CONFIDENTIAL, scale="continuous")],
)

NOTHING = Recipe(seed=1)

NEAR = Scenario(name="Near", keys=["zip"], weights="all")


def limit(figure: str, value: float, side: str = "at most", measure: str = "disclosure_risk") -> Limit:
    return Limit(measure=measure, figure=figure, side=side, value=value)


def released(*scenarios: Scenario, recipe: Recipe = NOTHING, **changes: Any) -> Release:
    project = Project(
        data=DataReference(path="p.csv", size=0, sha256="0" * 64, options=ReadOptions()),
        weights={"all": WeightMatrix.maximal()},
        scenarios=scenarios,
        recipe=recipe,
        **changes,
    )
    return check_release(project, Pipeline(PEOPLE).run(recipe))


def judged(*limits: Limit, **changes: Any) -> tuple[Verdict, str]:
    checked = released(NEAR.changed(limits=limits), **changes).scenarios[0]
    return checked.verdict, checked.sentence()


class Oldest(Measure):
    """How a small measure could look.

    It fails, or has a defect, where it is told to.
    """

    name: ClassVar[str] = "oldest"
    title: ClassVar[str] = "Oldest"
    source: ClassVar[str] = "None"
    concern: ClassVar[Concern] = Concern.RISK
    declares: ClassVar[tuple[Declared, ...]] = (
        Declared(name="old", title="Old records", unit=RECORDS, meaning="Records.", better="less"),
    )
    keys: tuple[str, ...] = ()
    fails: str = ""

    def _assess(self, original: Microdata, masked: Microdata, progress: Progress) -> Findings:
        if self.fails:
            raise {"data": DataError("It does not fit."), "defect": ZeroDivisionError("secret 42")}.get(
                self.fails, Cancelled()
            )
        found = self.declares[0].figure(Quantity(len(self.keys), RECORDS))
        return Findings(sections=(Section(name="all", blocks=(found,)),))


@pytest.fixture
def oldest() -> Iterator[type[Oldest]]:
    yield RISKS.register(Oldest)  # type: ignore[misc]
    RISKS.remove("oldest")


@pytest.mark.parametrize(("figure", "side"), [("k", "at most"), ("dr_weighted", "at least")])
def test_no_limit_calls_the_worse_file_safe(figure: str, side: str) -> None:
    with pytest.raises(ParameterError, match="worse file safe"):
        Scenario(name="Neighbour", weights="W1", limits=[limit(figure, 1, side)])


@pytest.mark.parametrize(
    ("limits", "verdict", "sentence"),
    [
        ([], NOT_ASSESSED, "No limit is set"),
        ([limit("dr_weighted", 0.375)], SAFE, "DR_W is 37.5\u202f%, at the limit of 37.5\u202f%"),
        ([limit("dr_weighted", 0.37)], UNSAFE, "DR_W is 37.5\u202f%, above 37\u202f%"),
        ([limit("k", 2, "at least")], SAFE, "k is 2 records, at least 2"),
        ([limit("k", 3, "at least")], UNSAFE, "k is 2 records, fewer than 3"),
        ([limit("dr_min", 0), limit("dr_max", 1.0)], SAFE, "Both limits are kept"),
        ([limit("dr_min", 0), limit("k", 3, "at least")], UNSAFE, "k is 2 records, fewer than 3"),
        (
            [limit("dr_max", 0.3), limit("k", 3, "at least")],
            UNSAFE,
            "k is 2 records, fewer than 3, and DR_max is 37.5\u202f%, above 30\u202f%",
        ),
    ],
)
def test_limits_stand_on_any_figure_upwards_and_downwards(
    limits: list[Limit], verdict: Verdict, sentence: str
) -> None:
    assert judged(*limits) == (verdict, sentence)


def test_nothing_is_rounded_across_a_limit() -> None:
    verdict, sentence = judged(limit("dr_weighted", 0.37499999))
    assert verdict is UNSAFE
    assert sentence == "DR_W is 37.5\u202f%, above 37.499999\u202f%"


@pytest.mark.parametrize(
    ("gone", "sentence"),
    [
        (
            limit("dr_cubic", 0.5),
            "disclosure_risk.dr_cubic is not assessed: Disclosure risk has no",
        ),
        (limit("x", 0.5, measure="gone"), "gone.x is not assessed: There is no measure gone."),
        (limit("mse", 0.5, measure="continuous_loss"), "not among the measures."),
    ],
)
def test_a_limit_on_what_does_not_exist_is_not_assessed_loudly(gone: Limit, sentence: str) -> None:
    verdict, said = judged(limit("dr_max", 0.9), gone)
    assert verdict is NOT_ASSESSED
    assert sentence in said
    assert judged(limit("dr_max", 0.1), gone)[0] is UNSAFE, "what is broken is broken"


def test_without_released_records_no_limit_is_kept() -> None:
    scenario = NEAR.changed(limits=(limit("dr_max", 0.9),))
    nobody = PEOPLE.take(np.array([], dtype=np.int64))
    checked = check_scenario(released(scenario).project, scenario, PEOPLE, nobody)
    assert (checked.verdict, checked.sentence()) == (NOT_ASSESSED, "No record is released")


def test_a_limit_on_the_loss_judges_what_the_project_measures() -> None:
    loss = limit("loss", 10.0, measure="headline_loss")
    half = Recipe(seed=1).then(SimpleRandomSampling(percentage=50.0))
    assert judged(loss, measures=(HeadlineLoss(),))[0] is SAFE
    verdict, sentence = judged(loss, measures=(HeadlineLoss(),), recipe=half)
    assert verdict is UNSAFE
    assert sentence.startswith("Information loss: ")
    assert sentence.endswith(" of 100, above the limit of 10")
    assert judged(loss, measures=())[0] is NOT_ASSESSED, "nobody measures it"


@pytest.mark.usefixtures("oldest")
def test_limits_stand_on_other_measures_with_what_the_scenario_knows() -> None:
    found = released(NEAR.changed(limits=[limit("old", 0, measure="oldest")]))
    entry = found.scenarios[0].entry("oldest")
    assert entry is not None
    assert entry.after is not None
    assert entry.after.value("old") == 1, "the scenario's keys"
    assert found.verdict is UNSAFE
    assert found.scenarios[0].sentence() == "Old records: 1, above the limit of 0"


@pytest.mark.parametrize(
    ("fails", "sentence"),
    [
        ("data", "Scenario Near: Oldest: It does not fit."),
        (
            "defect",
            (
                "Scenario Near: Oldest: It could not be computed: "
                "a defect of the measure (ZeroDivisionError); report it."
            ),
        ),
    ],
)
def test_a_measure_that_fails_is_an_entry_and_nothing_else_is_lost(
    oldest: type[Oldest], fails: str, sentence: str
) -> None:
    kept, lost = limit("dr_max", 0.9), limit("old", 5, measure="oldest")
    scenario = NEAR.changed(measures=(KAnonymity(), oldest(fails=fails)), limits=(kept,))
    found = released(scenario)
    names = [entry.measure.name for entry in found.scenarios[0].entries if entry.after]
    assert names == ["disclosure_risk", "k_anonymity"]
    assert [error.message for error in found.errors] == [sentence]
    assert found.verdict is SAFE, "no limit stands on it"
    written = found.to_json()["scenarios"][0]["unassessed"]
    assert [entry["error"] for entry in written] == [sentence]
    judged_too = released(scenario.changed(limits=(kept, lost)))
    assert judged_too.verdict is NOT_ASSESSED
    assert sentence in judged_too.scenarios[0].sentence()


def test_a_limit_that_nothing_can_answer_is_told_beside_a_broken_one() -> None:
    gone, broken = limit("vanished", 0.1), limit("dr_max", 0.1)
    verdict, told = judged(gone, broken)
    assert verdict is UNSAFE
    assert told.startswith("DR_max is ")
    assert told.endswith(
        "and disclosure_risk.vanished is not assessed: Disclosure risk has no figure vanished."
    )


def test_who_cancels_is_obeyed(oldest: type[Oldest]) -> None:
    with pytest.raises(Cancelled):
        released(NEAR.changed(measures=(oldest(fails="asked"),)))


def test_figures_of_the_original_stand_beside_those_of_the_masked_file() -> None:
    half = Recipe(seed=1).then(SimpleRandomSampling(percentage=50.0))
    checked = released(NEAR.changed(measures=(KAnonymity(),)), recipe=half).scenarios[0]
    for entry in checked.entries:
        assert entry.after is not None
        figure = entry.after.figure("k")
        assert figure.before is not None
        assert figure.before.value == 2
        assert figure.quantity.value != 2


def test_the_worst_scenario_is_unsafe_or_nobody_knows_or_it_is_nearest_to_a_limit() -> None:
    tight = NEAR.changed(name="Tight", limits=(limit("dr_max", 0.4),))
    wide = NEAR.changed(name="Wide", limits=(limit("dr_max", 0.9),))
    few = NEAR.changed(name="Few", limits=(limit("k", 3, "at least"),))
    unknown = NEAR.changed(name="Unknown", keys=("gone",), limits=(limit("dr_max", 0.9),))
    order = [few, unknown, tight, wide]
    for first in range(len(order)):
        found = released(*reversed(order[first:]))
        assert found.worst is not None
        assert found.worst.scenario.name == order[first].name
    unlimited = released(wide, NEAR.changed(name="Unlimited", limits=()), tight).worst
    assert unlimited is not None
    assert unlimited.scenario.name == "Unlimited", "not one that is known to be safe"
    assert released().worst is None


def test_the_path_holds_every_limited_figure_and_no_other() -> None:
    limits = (
        limit("k", 3, "at least"),
        limit("loss", 5.0, measure="headline_loss"),
        limit("x", 1, measure="gone"),
    )
    half = Recipe(seed=1).then(SimpleRandomSampling(percentage=50.0))
    found = released(NEAR.changed(limits=limits), recipe=half)
    path = risk_loss_path(found.project, found.run, found.assessments)
    k, lost = Address("Near", "disclosure_risk", "k"), Address("Near", "headline_loss", "loss")
    assert path[0].value(k) == 2
    assert [point.value(lost) for point in path] == [point.loss.value for point in path]
    assert path[1].value(Address("Near", "gone", "x")) is None
    assert len(path[0].figures) == 3
    assert found.to_json()["axes"] == {
        "risk": [k._asdict()],
        "loss": {"measure": "headline_loss", "figure": "loss"},
    }


# Judgements by themselves

RISK = limit("dr_weighted", 0.02)


def test_a_bound_above_its_limit_is_not_shown_safe() -> None:
    bound = Judgement(RISK, Quantity(0.03, SHARE, Bound.AT_MOST))
    assert bound.standing is Standing.NOT_PROVEN
    assert judgement_text(bound) == "DR_W is ≤\u202f3.00\u202f%, not shown to be within 2\u202f%"
    kept = Judgement(RISK, Quantity(0.01, SHARE, Bound.AT_MOST))
    assert verdict_text([bound, kept]) == judgement_text(bound)


@pytest.mark.parametrize(
    ("on", "value", "sentence"),
    [
        (limit("records_below_k", 100), 687, "Records in groups below k: 687, above the limit of 100"),
        (limit("records_below_k", 100), 1, "Records in groups below k: 1, within the limit of 100"),
        (limit("k", 3, "at least"), 1, "k is 1 record, fewer than 3"),
    ],
)
def test_what_is_counted_is_said_once(on: Limit, value: int, sentence: str) -> None:
    assert judgement_text(Judgement(on, Quantity(value, RECORDS))) == sentence


@pytest.mark.parametrize(
    ("value", "bound", "sentence"),
    [
        (1, Bound.EXACT, "Smallest house: 1 record, below the least of 3"),
        (4, Bound.EXACT, "Smallest house: 4 records, not below the least of 3"),
        (2, Bound.AT_LEAST, "Smallest house: ≥\u202f2 records, not shown to reach the least of 3"),
    ],
)
def test_a_title_that_does_not_say_what_is_counted_has_it_with_the_value(
    oldest: type[Oldest], monkeypatch: pytest.MonkeyPatch, value: int, bound: Bound, sentence: str
) -> None:
    smallest = Declared(name="old", title="Smallest house", unit=RECORDS, meaning="Records.", better="more")
    monkeypatch.setattr(oldest, "declares", (smallest,))
    on = limit("old", 3, "at least", measure="oldest")
    assert judgement_text(Judgement(on, Quantity(value, RECORDS, bound))) == sentence
    assert judgement_text(Judgement(on, None, "Gone.")) == "Smallest house, not assessed: Gone."


def test_what_is_not_defined_says_why() -> None:
    nothing = Judgement(
        RISK, undefined(SHARE, Why.NO_RECORDS, "Nothing is released."), "Nothing is released."
    )
    assert judgement_text(nothing) == "DR_W is not assessed: Nothing is released."


def test_what_is_infinite_is_above_every_limit() -> None:
    """With fewer values than are asked for, nothing is in the tail."""
    on = limit("head_to_tail", 1000, measure="l_diversity")
    checked = released(NEAR.changed(measures=[LDiversity(l=4)], limits=[on])).scenarios[0]
    assert checked.verdict is UNSAFE
    assert checked.sentence() == (
        "c is infinite, above 1,000: A group has fewer values than are asked for, so the ratio is infinite."
    )


def test_what_is_infinite_is_worse_than_any_number_and_reaches_no_least() -> None:
    endless = undefined(NUMBER, Why.INFINITE, "It is infinite.")
    on = limit("head_to_tail", 3, measure="l_diversity")
    near = Judgement(on, Quantity(4.0, NUMBER))
    worst = Judgement(on, endless, "It is infinite.")
    assert deciding([near, worst]) is worst
    assert Judgement(on.changed(side="at least"), endless).standing is Standing.NOT_ASSESSED


def test_where_no_set_tells_anybody_apart_a_least_size_is_kept() -> None:
    on = Limit(measure="suda", figure="smallest_set", value=3, side="at least")
    none = undefined(VARIABLES, Why.NONE_SUFFICES, "Not even all keys together do.")
    judgement = Judgement(on, none, "Not even all keys together do.")
    assert judgement.standing is Standing.KEPT
    assert judgement_text(judgement) == (
        "Smallest unique set: none suffices, not below the least of 3: Not even all keys together do."
    )
    assert Judgement(on.changed(side="at most"), none).standing is Standing.BROKEN
    looked_at = Quantity(4, VARIABLES, Bound.AT_LEAST)
    assert Judgement(on, looked_at).standing is Standing.KEPT
    assert Judgement(on.changed(value=5), looked_at).standing is Standing.NOT_PROVEN


def test_the_deciding_judgement_is_the_worst_and_then_the_furthest() -> None:
    broken, worse = (Judgement(RISK, Quantity(value, SHARE)) for value in (0.03, 0.05))
    kept, unknown = Judgement(RISK, Quantity(0.01, SHARE)), Judgement(RISK, None, "Gone.")
    assert deciding([kept, broken, unknown, worse]) is worse
    assert deciding([kept, unknown]) is unknown
    assert deciding([]) is None


@pytest.mark.parametrize(
    ("verdicts", "expected"),
    [
        ([], NOT_ASSESSED),
        ([NOT_ASSESSED], NOT_ASSESSED),
        ([SAFE, SAFE], SAFE),
        ([SAFE, NOT_ASSESSED], NOT_ASSESSED),
        ([SAFE, UNSAFE, NOT_ASSESSED], UNSAFE),
    ],
)
def test_one_verdict_for_several(verdicts: list[Verdict], expected: Verdict) -> None:
    assert overall(verdicts) is expected
