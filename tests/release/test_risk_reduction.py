from collections.abc import Sequence
from itertools import cycle

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.numbers.quantity import SHARE, Quantity
from sdcdesk.core.results.limit import Judgement, Limit, Standing, Verdict
from sdcdesk.core.running.progress import Cancelled, Progress
from sdcdesk.document.data_reference import DataReference
from sdcdesk.document.project import Project
from sdcdesk.document.recipe import Recipe
from sdcdesk.document.scenario import Scenario
from sdcdesk.io import ReadOptions
from sdcdesk.loss import HeadlineLoss
from sdcdesk.masking import LocalSuppression, Recoding, SimpleRandomSampling
from sdcdesk.release.pipeline import Pipeline
from sdcdesk.release.project_results import ProjectResults, compute
from sdcdesk.release.reduction_candidates import candidates
from sdcdesk.release.risk_loss_path import Address
from sdcdesk.release.risk_reduction import OFFERED, Reduction, excess, reduce_risk
from sdcdesk.release.step_edits import edits
from sdcdesk.risk import DistanceLinkage, IndividualRisk, WeightMatrix

DR_W = Limit(measure="disclosure_risk", figure="dr_weighted", value=0.05)
LIMITS = [
    DR_W,
    Limit(measure="disclosure_risk", figure="dr_weighted", value=0.0),
    Limit(measure="disclosure_risk", figure="k", side="at least", value=4),
    Limit(measure="disclosure_risk", figure="records_below_k", value=20),
    Limit(measure="individual_risk", figure="largest_risk", value=0.05),
    Limit(measure="distance_linkage", figure="linked", value=0.02),
]


@pytest.fixture(scope="module")
def data() -> Microdata:
    rng = np.random.default_rng(8)
    n = 400
    frame = pd.DataFrame(
        {
            "age": rng.integers(0, 90, n),
            "zip": rng.integers(100, 140, n).astype(str),
            "job": rng.choice(
                ["clerk", "cook", "smith", "judge", "diver"], n, p=[0.5, 0.3, 0.17, 0.015, 0.015]
            ),
            "grade": rng.choice(list("ABCDEFGH"), n),
            "pay": rng.lognormal(8, 1, n).round(2),
            "people": rng.uniform(5, 50, n).round(1),
        }
    )
    keys = [Variable(name=name, role=Role.KEY) for name in ("zip", "job")]
    grade = Variable(name="grade", role=Role.KEY, scale=Scale.ORDINAL, categories=tuple("ABCDEFGH"))
    age = Variable(name="age", role=Role.KEY, scale=Scale.CONTINUOUS)
    pay = Variable(name="pay", role=Role.CONFIDENTIAL, scale=Scale.CONTINUOUS)
    weight = Variable(name="people", role=Role.WEIGHT, scale=Scale.CONTINUOUS)
    return Microdata(frame, [*keys, grade, age, pay, weight])


def project_of(
    data: Microdata,
    limits: Sequence[Limit],
    recipe: Recipe | None = None,
    keys: Sequence[str] = ("age", "job"),
) -> Project:
    scenario = Scenario(
        name="near",
        keys=tuple(keys),
        weights="all",
        measures=(IndividualRisk(), DistanceLinkage()),
        limits=tuple(limits),
    )
    return Project(
        data=DataReference(path="people.csv", size=1, sha256="0" * 64, options=ReadOptions()),
        variables=data.variables,
        weights={"all": WeightMatrix.maximal()},
        scenarios=(scenario,),
        measures=(HeadlineLoss(),),
        recipe=recipe or Recipe(seed=2**40 + 7),
    )


def reduced(project: Project, data: Microdata, **how: int) -> tuple[ProjectResults, Reduction]:
    results = compute(project, Pipeline(data))
    return results, reduce_risk(project, results.run, results.release, **how)


@pytest.mark.parametrize(
    ("limit", "begun"),
    [(DR_W, True), *zip(LIMITS, cycle([False, True]), strict=False)],
    ids=lambda one: f"{one.figure} {one.side} {one.value}" if isinstance(one, Limit) else None,
)
def test_an_offer_says_what_adding_the_step_does(data: Microdata, limit: Limit, begun: bool) -> None:
    recipe = Recipe(seed=2**40 + 7)
    if begun:
        recipe = recipe.then(Recoding(variable="age", how="width", width=5.0))
    project = project_of(data, [limit], recipe)
    results, found = reduced(project, data)
    assert results.release is not None
    assert results.release.verdict is Verdict.UNSAFE
    assert found.worst is not None
    assert found.worst.limit == limit
    assert found.offers or found.why
    assert len(found.offers) <= OFFERED
    for offer in found.offers:
        taken = (
            recipe.then(offer.method)
            if offer.position is None
            else recipe.edited(offer.position, offer.method)
        )
        after = compute(project.changed(recipe=taken), Pipeline(data))
        assert after.release is not None
        point = after.path[-1]
        assert point.figures[Address("near", limit.measure, limit.figure)] == offer.after.quantity
        assert point.loss == offer.loss_after
        assert results.path[-1].loss == offer.loss_before
        assert after.release.verdict is offer.verdict
        assert excess(offer.after) < excess(offer.before)


def test_what_keeps_the_limit_comes_first_by_its_loss(data: Microdata) -> None:
    _, found = reduced(project_of(data, [DR_W]), data, offered=20)
    spared = [offer for offer in found.offers if not offer.guts]
    kept = [offer for offer in spared if offer.reaches]
    assert kept
    assert spared[: len(kept)] == sorted(kept, key=lambda offer: offer.loss_after)
    others = [excess(offer.after) for offer in spared[len(kept) :]]
    assert others == sorted(others)
    kinds = [(offer.method.name, str(offer.method.parameters.get("variable", ""))) for offer in found.offers]
    assert len(set(kinds)) == len(kinds), "of each kind the best only"
    assert [offer.method for offer in found.offers[:OFFERED]] == [
        offer.method for offer in reduced(project_of(data, [DR_W]), data)[1].offers
    ]


def test_what_leaves_hardly_a_record_comes_last_and_says_so() -> None:
    # Of 400 records, 360 are alone by their keys.
    zips = [str(number) for number in range(360)] + ["900"] * 40
    others = {"job": ["clerk"] * 400, "pay": np.arange(400.0), "rent": np.arange(400.0)}
    keys = [Variable(name=name, role=Role.KEY) for name in ("zip", "job")]
    numbers = [Variable(name=name, scale=Scale.CONTINUOUS) for name in ("pay", "rent")]
    alone = Microdata(pd.DataFrame({"zip": zips, **others}), [*keys, *numbers])
    _, found = reduced(project_of(alone, [DR_W], keys=("zip", "job")), alone, offered=20)
    gutting = [offer.guts for offer in found.offers]
    assert any(gutting)
    assert gutting == sorted(gutting)
    last = found.offers[-1]
    assert last.reaches
    assert last.cost().endswith(", 360 of 400 records left out")


def test_a_broken_second_limit_is_no_safety(data: Microdata) -> None:
    dear = Limit(measure="headline_loss", figure="loss", value=0.5)
    _, found = reduced(project_of(data, [DR_W, dear]), data)
    reaching = [offer for offer in found.offers if offer.reaches]
    assert reaching
    assert all(offer.verdict is Verdict.UNSAFE for offer in reaching)
    assert reaching[0].effect().endswith(", within the limit; not yet kept: Information loss")
    assert all(dear in offer.still for offer in reaching)


def test_another_scenario_that_is_unsafe_is_named(data: Microdata) -> None:
    project = project_of(data, [DR_W])
    other = project.scenarios[0].changed(name="far", keys=("zip", "grade"), measures=())
    _, found = reduced(project.changed(scenarios=(project.scenarios[0], other)), data, offered=20)
    reaching = [one for one in found.offers if one.reaches and not one.still]
    unsafe = [one for one in reaching if one.verdict is not Verdict.SAFE]
    assert all(one.effect().endswith("other scenarios are not safe yet") for one in unsafe)
    assert all(one.effect().endswith("safe in all scenarios") for one in reaching if one not in unsafe)
    assert unsafe


def test_a_step_of_the_recipe_is_edited_where_that_is_the_mend(data: Microdata) -> None:
    recipe = (
        Recipe(seed=2**40 + 7)
        .then(Recoding(variable="age", how="width", width=5.0))
        .then(Recoding(variable="zip", how="prefix", keep=2))
        .then(LocalSuppression(keys=("age", "zip"), k=2))
        .then(SimpleRandomSampling(percentage=90.0))
    )
    project = project_of(data, [DR_W], recipe, keys=("age", "zip", "job"))
    results, found = reduced(project, data, offered=20)
    tried = edits(project.scenarios[0], DR_W, results.run, 10)
    assert [(at, type(method).__name__) for at, method in tried] == [
        (2, "LocalSuppression"),
        (1, "Recoding"),
        (0, "Recoding"),
        (2, "LocalSuppression"),
    ]
    assert tried[2][1] == Recoding(variable="age", how="width", width=10.0)
    assert tried[1][1] == Recoding(variable="zip", how="prefix", keep=1)
    edited = [offer for offer in found.offers if offer.position is not None]
    assert edited
    for offer in edited:
        # The slow way: the recipe is done again from its first step.
        after = compute(project.changed(recipe=recipe.edited(offer.position, offer.method)), Pipeline(data))
        assert after.path[-1].figures[Address("near", DR_W.measure, DR_W.figure)] == offer.after.quantity
        assert after.path[-1].loss == offer.loss_after
    off = recipe.switched(2, on=False)
    results, _ = reduced(project_of(data, [DR_W], off, keys=("age", "zip", "job")), data)
    assert {at for at, _ in edits(project.scenarios[0], DR_W, results.run, 10)} == {0, 1}


def test_words_hold_the_figure_and_the_cost_before_and_after(data: Microdata) -> None:
    _, found = reduced(project_of(data, [LIMITS[3]]), data)
    offer = found.offers[0]
    before, after = (one.quantity.value for one in (offer.before, offer.after) if one.quantity)
    assert offer.effect() == f"Records in groups below k {before} → {after}, safe in all scenarios"
    assert offer.cost().startswith("loss 0 → ") or offer.cost().startswith("loss 0.0 → ")
    assert found.note().startswith(f"{found.tried} steps were tried on all 400 records.")


def test_a_wider_band_stands_for_one_more_step_that_does_the_same(data: Microdata) -> None:
    recipe = Recipe(seed=2**40 + 7).then(Recoding(variable="age", how="width", width=5.0))
    _, found = reduced(project_of(data, [DR_W], recipe), data, offered=20, tried=4)
    ages = [one for one in found.offers if one.method.parameters.get("variable") == "age"]
    assert [(one.position, one.method) for one in ages] == [
        (0, Recoding(variable="age", how="width", width=10.0))
    ]


def test_why_nothing_is_offered(data: Microdata) -> None:
    def why(project: Project, file: Microdata = data) -> str:
        return reduced(project, file)[1].why

    loose = DR_W.changed(value=1.0)
    assert why(project_of(data, [loose])) == "Every limit is kept."
    assert why(project_of(data, [])).startswith("No limit is set")
    assert why(project_of(data, [DR_W]).changed(scenarios=())).startswith("There is no scenario yet")
    fails = Recipe(seed=9).then(Recoding(variable="nothing", how="width", width=5.0))
    assert "Step 1" in why(project_of(data, [DR_W], fails))
    loss = Limit(measure="headline_loss", figure="loss", value=0.0)
    sampled = Recipe(seed=9).then(SimpleRandomSampling(percentage=50.0))
    assert why(project_of(data, [loose, loss], sampled)).startswith("A loss is beyond its limit")
    gone = Limit(measure="disclosure_risk", figure="gone", value=0.5)
    unknown = project_of(data, [loose])
    unknown = unknown.changed(scenarios=(unknown.scenarios[0].model_copy(update={"limits": (gone,)}),))
    assert why(unknown).startswith("Nobody can say what would help. ")
    assert why(unknown).endswith(".")
    off = Limit(measure="local_suppression", figure="cells_blanked", value=0.0)
    words = why(project_of(data, [loose, off]))
    assert words.endswith("switch one on, or remove this limit."), "one full stop"
    assert why(project_of(data, [DR_W]), data.as_released()).startswith("This file was opened to be assessed")


def test_nothing_helps_where_nothing_can_be_lowered() -> None:
    # One record is alone whatever becomes of its key, and cannot be left out: the file would be empty.
    data = Microdata(pd.DataFrame({"job": ["cook"]}), [Variable(name="job", role=Role.KEY)])
    project = project_of(data, [DR_W], keys=("job",))
    project = project.changed(measures=(), scenarios=(project.scenarios[0].changed(measures=()),))
    _, found = reduced(project, data)
    assert found.offers == ()
    assert found.why == f"None of the {found.tried} steps tried lowers it."
    assert found.unfit


def test_candidates_fit_the_scales_and_are_bounded(data: Microdata) -> None:
    project = project_of(data, [DR_W], keys=("age", "zip", "job", "grade"))
    scenario = project.scenarios[0]
    found = candidates(project, scenario, DR_W, data, 100)
    recoded = {step.variable: step.how for step in found if isinstance(step, Recoding)}
    assert recoded == {"age": "width", "zip": "prefix", "job": "mapping", "grade": "mapping"}
    for step in found:
        step.check(data)
    assert candidates(project, scenario, DR_W, data, 4) == found[:4]
    pairs = next(step for step in found if isinstance(step, Recoding) and step.variable == "grade")
    assert pairs.mapping["A"] == pairs.mapping["B"] == "A – B"
    rare = next(step for step in found if isinstance(step, Recoding) and step.variable == "job")
    assert set(rare.mapping) == {"judge", "diver"}


def test_neighbouring_bands_get_the_name_of_their_span(data: Microdata) -> None:
    banded = Recoding(variable="age", how="width", width=10.0).apply(data)
    project = project_of(data, [DR_W], keys=("age",))
    step = candidates(project, project.scenarios[0], DR_W, banded, 1)[0]
    assert isinstance(step, Recoding)
    assert step.mapping["0 to 9"] == step.mapping["10 to 19"] == "0 to 19"


@pytest.mark.parametrize("after", [0, 1, 5, 20])
def test_it_stops_when_asked_to(data: Microdata, after: int) -> None:
    results = compute(project_of(data, [DR_W]), Pipeline(data))
    asked = 0

    def cancelled() -> bool:
        nonlocal asked
        asked += 1
        return asked > after

    with pytest.raises(Cancelled):
        reduce_risk(results.project, results.run, results.release, Progress(cancelled=cancelled))
    assert asked == after + 1


def test_how_far_a_figure_is_beyond_its_limit() -> None:
    most, least = DR_W, DR_W.changed(side="at least")
    assert excess(Judgement(most, Quantity(0.25, SHARE))) == pytest.approx(0.2)
    assert excess(Judgement(least, Quantity(0.25, SHARE))) == pytest.approx(-0.2)
    assert excess(Judgement(most, Quantity(0.25, SHARE, interval=(0.1, 0.3)))) == pytest.approx(0.25)
    assert excess(Judgement(least, Quantity(0.25, SHARE, interval=(0.01, 0.3)))) == pytest.approx(0.04)
    assert excess(Judgement(most, None)) == np.inf
    assert Judgement(most, None).standing is Standing.NOT_ASSESSED
