"""Probabilistic record linkage: what it does with thresholds, missing values, recodings and bad input."""

from itertools import product
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Variable
from sdcdesk.core.numbers.quantity import Bound
from sdcdesk.core.running.errors import DataError
from sdcdesk.kernels import agreement_mixture, assignment
from sdcdesk.masking import Recoding
from sdcdesk.risk import CombinedRisk, ProbabilisticLinkage
from sdcdesk.risk.linkage import pattern_links
from tests.worked.domingo_ferrer_torra_2004 import table_1

KEYS = ["a", "b", "c", "d"]
SIZES = (6, 2, 5, 9)


def people(records: int = 80, sizes: tuple[int, ...] = SIZES, seed: int = 3) -> Microdata:
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame(
        {name: rng.integers(0, size, records) for name, size in zip(KEYS, sizes, strict=True)}
    )
    return Microdata(frame.astype(str), [Variable(name=name, role=Role.KEY) for name in KEYS])


def changed(data: Microdata, share: float, seed: int = 4) -> Microdata:
    rng = np.random.default_rng(seed)
    return data.assign(
        {
            name: data.column(name).where(rng.random(len(data)) > share, rng.permutation(data.column(name)))
            for name in KEYS
        }
    )


def assess(original: Microdata, masked: Microdata, **parameters: Any) -> Any:
    return ProbabilisticLinkage(**parameters).assess(original, masked)


def test_a_larger_bound_on_false_links_makes_more_links() -> None:
    original = people()
    masked = changed(original, 0.2)
    found = [assess(original, masked, false_links=bound) for bound in (1e-6, 0.001, 0.05, 1.0)]
    for name in ("links", "linked"):
        values = [one.value(name) for one in found]
        assert values == sorted(values)
    assert found[0].value("upper_threshold") is None
    assert found[0].value("links") == found[0].value("linked") == 0
    assert found[0].figure("right_among_links").quantity.reason is not None
    assert found[-1].value("linked") == found[-1].value("rightly_assigned")
    assert len({one.value("rightly_assigned") for one in found}) == 1


def best_assignments(weights: list[list[float]]) -> list[tuple[int, ...]]:
    """All one-to-one assignments (−1: to nobody) of the highest sum, tried one after the other."""
    best, found = -1.0, []
    choices = [[-1, *(at for at, weight in enumerate(row) if weight > 0)] for row in weights]
    for chosen in product(*choices):
        taken = [at for at in chosen if at >= 0]
        total = sum(weights[row][at] for row, at in enumerate(chosen) if at >= 0)
        if len(set(taken)) < len(taken) or total < best - 1e-12:
            continue
        found = [*found, chosen] if total <= best + 1e-12 else [chosen]
        best = max(best, total)
    return found


VALUES = st.none() | st.integers(0, 2)
RECORDS = st.lists(st.tuples(VALUES, VALUES, VALUES), min_size=5, max_size=5)


@given(RECORDS, RECORDS, st.integers(2, 5))
def test_every_order_makes_one_of_the_best_assignments(
    before: list[tuple[int | None, ...]], after: list[tuple[int | None, ...]], released: int
) -> None:
    # Whole columns without values are of no kind.
    before, after = [(0, 0, 0), *before[1:]], [(0, 0, 0), *after[1:]]
    frames = [pd.DataFrame(rows, columns=KEYS[:3]).astype("Int64") for rows in (before, after)]
    original = Microdata(frames[0], [Variable(name=name, role=Role.KEY) for name in KEYS[:3]])
    masked = original.assign({name: frames[1][name] for name in KEYS[:3]}).take(np.arange(released))
    found = assess(original, masked, probabilities="known")
    if found.value("linked") is None:
        return
    used = found.tables["variables"].frame.set_index("variable")

    def weight(one: tuple[int | None, ...], other: tuple[int | None, ...]) -> float:
        agree = [a is not None and a == b for a, b in zip(one, other, strict=True)]
        return sum(
            used.loc[name, "agree" if yes else "disagree"] for name, yes in zip(KEYS, agree, strict=False)
        )

    best = best_assignments([[weight(after[row], one) for one in before] for row in range(released)])
    right = [[at == row for row, at in enumerate(chosen)] for chosen in best]
    chance = found.record("chance")
    assert min(map(sum, right)) - 1e-9 <= chance.sum() <= max(map(sum, right)) + 1e-9
    assert found.value("linked") == pytest.approx(chance.sum() / released)
    for row in range(released):
        ever = [chosen[row] for chosen in right]
        assert all(ever) or chance[row] < 1
        assert any(ever) or chance[row] == 0


def test_links_undecided_and_others_are_all_records() -> None:
    original = people()
    masked = changed(original, 0.3)
    for missed in (0.0, 0.1, 0.5, 1.0):
        found = assess(original, masked, missed=missed, false_links=0.01)
        parts = [found.value(name) for name in ("links", "undecided", "not_linked")]
        assert sum(parts) == pytest.approx(1, abs=1e-12)
        assert found.value("lower_threshold") <= found.value("upper_threshold")
        assert found.value("least_linked") <= found.value("linked") <= found.value("most_linked")


def test_errors_stay_within_both_bounds_and_the_next_weights_would_not() -> None:
    original = people()
    found = assess(original, changed(original, 0.2), false_links=0.02, missed=0.03)
    upper, lower = found.value("upper_threshold"), found.value("lower_threshold")
    table = found.table("variables")
    chances = {(): (0.0, 1.0, 1.0)}
    for row in table.itertuples():
        chances = {
            (*bits, bit): (
                weight + (row.agree if bit else row.disagree),
                one * (row.m if bit else 1 - row.m),
                other * (row.u if bit else 1 - row.u),
            )
            for bits, (weight, one, other) in chances.items()
            for bit in (False, True)
        }
    weights = sorted(weight for weight, _, _ in chances.values())

    def false_links(threshold: float) -> float:
        return sum(other for weight, _, other in chances.values() if weight >= threshold)

    def missed(threshold: float) -> float:
        return sum(one for weight, one, _ in chances.values() if weight < threshold)

    assert upper == pytest.approx(min(weight for weight in weights if false_links(weight) <= 0.02))
    largest = max(weight for weight in weights if missed(weight) <= 0.03)
    assert lower == pytest.approx(min(largest, upper))


def test_known_probabilities_are_those_of_the_right_pairs() -> None:
    original = people()
    masked = changed(original, 0.3).take(np.arange(20, 70))
    found = assess(original, masked, probabilities="known").table("variables").set_index("variable")
    for name in KEYS:
        equal = original.column(name).to_numpy()[:, None] == masked.column(name).to_numpy()[None, :]
        right = equal[masked.rows, np.arange(len(masked))]
        assert found.loc[name, "m"] == pytest.approx(right.mean())
        assert found.loc[name, "u"] == pytest.approx((equal.sum() - right.sum()) / (80 * 50 - 50))


def test_the_order_of_neither_file_decides() -> None:
    """Many assignments are equally good, and the one along the diagonal would be right everywhere."""
    frame = pd.DataFrame({name: [f"{number}" for number in range(40)] for name in ("a", "b", "c")})
    original = Microdata(frame.assign(d=["f", "m"] * 20))
    strange = original.assign({name: original.column(name) + "?" for name in ("a", "b", "c")})
    found = assess(original, strange, keys=KEYS, probabilities="known")
    assert found.value("rightly_assigned") == pytest.approx(2 / 40, abs=0.03)
    assert found.value("links") == 1
    assert found.value("surely_linked") == 0


def test_fewer_variables_are_linked_as_by_themselves() -> None:
    original = people()
    masked = changed(original, 0.2)
    swept = assess(original, masked, subsets=3).table("combinations").set_index("variables")
    assert len(swept) == 4
    alone = assess(original, masked, keys=["a", "c", "d"])
    assert swept.loc["a, c, d", "linked"] == alone.value("linked")
    assert swept.loc["a, c, d", "right"] == alone.value("rightly_assigned")
    known = assess(original, masked, subsets=2, probabilities="known").table("combinations")
    assert len(known) == 4 + 6


def test_a_missing_value_agrees_with_nothing() -> None:
    original = people()
    holes = original.assign({"a": original.column("a").where(original.rows % 2 == 0)})
    for files in ((original, holes), (holes, holes)):
        table = assess(*files, probabilities="known").table("variables").set_index("variable")
        assert table.loc["a", "m"] == 0.5


def test_a_recoded_variable_agrees_at_its_level() -> None:
    frame = pd.DataFrame({"age": [21, 24, 38, 55], "sex": list("fmfm"), "town": list("abca")})
    original = Microdata(frame)
    masked = Recoding(variable="age", how="width", width=10.0).apply(original)
    found = assess(original, masked, keys=["age", "sex", "town"], probabilities="known")
    table = found.table("variables").set_index("variable")
    assert table.loc["age", "level"] == "recoded"
    assert table.loc["age", "m"] == 1
    assert found.value("linked") == 1


@pytest.mark.parametrize("sizes", [(1, 1, 1, 1), (1, 1, 1, 9), (6, 1, 5, 1)])
def test_too_few_variables_that_tell_pairs_apart_are_no_estimate(sizes: tuple[int, ...]) -> None:
    original = people(sizes=sizes)
    found = assess(original, original)
    quantity = found.figure("linked").quantity
    assert quantity.value is None
    assert quantity.reason is not None
    assert "needs three" in quantity.reason.text or "needs three such" in quantity.reason.text
    assert found.table("patterns")["pairs"].sum() == 80 * 80


def test_what_cannot_be_done_is_refused() -> None:
    original = people()
    with pytest.raises(DataError, match="from 3 key variables up"):
        assess(original, original, keys=["a", "b"])
    many = Microdata(pd.DataFrame({f"v{number}": ["x", "y"] for number in range(13)}))
    with pytest.raises(DataError, match="at most 12 key variables, and there are 13"):
        assess(many, many, keys=list(many.names))


def test_one_record_is_no_estimate_and_knows_nothing() -> None:
    one = people(records=1)
    for probabilities in ("em", "known"):
        found = assess(one, one, probabilities=probabilities)
        assert found.value("linked") is None
        assert found.value("true_share_of_matches") == 1


def test_too_many_pairs_are_assigned_by_falling_weight(monkeypatch: pytest.MonkeyPatch) -> None:
    original = people()
    masked = changed(original, 0.2)
    best = assess(original, masked)
    for module, limit in ((pattern_links, "MOST_PAIRS"), (assignment, "LISTED")):
        with monkeypatch.context() as patch:
            patch.setattr(module, limit, 3)
            found = assess(original, masked)
        assert any("by falling weight" in note for note in found.notes)
        assert found.value("linked") == pytest.approx(best.value("linked"), abs=0.1)
    assert not any("by falling weight" in note for note in best.notes)


def test_nothing_that_was_estimated_too_early_is_exact(monkeypatch: pytest.MonkeyPatch) -> None:
    original = people(sizes=(20, 20, 20, 20))
    masked = original.take(np.arange(40))
    names = ("linked", "least_linked", "rightly_assigned", "right_among_links", "links", "surely_linked")
    of_both_files = ("upper_threshold", "lower_threshold", *names)
    settled = assess(original, masked, subsets=3)
    assert {str(settled.figure(name).quantity.bound) for name in of_both_files} == {"exact"}
    monkeypatch.setattr(agreement_mixture, "MOST_STEPS", 2)
    found = assess(original, masked, subsets=3)
    assert {str(found.figure(name).quantity.bound) for name in of_both_files} == {"estimate"}
    assert found.figure("true_share_of_matches").quantity.bound is Bound.EXACT
    by_some = found.tables["combinations"]
    assert all(
        one.bound is Bound.ESTIMATE for one in by_some.quantities(by_some.column("linked")) if one.defined
    )
    assert found.sections[0].about.startswith("As far as could be estimated: ")
    combined = CombinedRisk(interval_weight=0, distance_weight=0, subsets=3).assess(original, masked)
    assert combined.figure("combined").quantity.bound is Bound.ESTIMATE


def test_another_seed_draws_other_orders() -> None:
    original = people(sizes=(2, 2, 2, 3))
    masked = changed(original, 0.3)
    found = {assess(original, masked, seed=seed).value("linked") for seed in (1, 1, 2, 3)}
    assert 1 < len(found) <= 3


def test_orders_that_were_not_drawn_are_not_spoken_of() -> None:
    original = people(sizes=(2, 2, 2, 3))
    found = assess(original, changed(original, 0.3))
    assert found.figure("linked").quantity.bound is Bound.ESTIMATE
    assert found.figure("surely_linked").quantity.bound is Bound.AT_MOST
    assert found.figure("possibly_linked").quantity.bound is Bound.AT_LEAST
    assert found.sections[0].about.endswith("in every order that was drawn.")


def test_records_behind_figures() -> None:
    found = assess(*table_1(), false_links=0.001)
    assert found.figure("surely_linked").rows().tolist() == [0, 1, 3, 6]
    table = found.tables["patterns"]
    assert table.rows is not None
    assert table.rows(0).tolist() == [0, 1, 3, 6]
