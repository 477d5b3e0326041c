"""Thousands of comparisons in a rule: those that decide say the same as all of them one by one."""

from collections.abc import Callable

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.masking import Microaggregation, Recoding
from sdcdesk.masking.comparison import Comparison
from sdcdesk.masking.condition import Condition
from sdcdesk.masking.edit_rules.edit_rule import EditRule

LEVELS = ("none", "primary", "secondary", "higher")


def people() -> Microdata:
    rng = np.random.default_rng(3)
    frame = pd.DataFrame(
        {
            "age": rng.integers(0, 12, 80),
            "income": np.where(rng.random(80) < 0.1, np.nan, rng.integers(0, 12, 80) / 2),
            "town": rng.choice(["A", "B", "C", None], 80),
            "school": rng.choice(LEVELS, 80),
        }
    )
    kinds = [Variable(name="school", scale=Scale.ORDINAL, categories=LEVELS)]
    return Microdata(frame, [*kinds, Variable(name="age", scale=Scale.CONTINUOUS, missing=(7,))])


INITIAL = people()
FILES = {
    "initial": INITIAL,
    "recoded": Recoding(variable="town", how="mapping", mapping={"A": "north", "B": "north"}).apply(
        Recoding(variable="age", how="width", width=3).apply(INITIAL)
    ),
    "perturbed": Microaggregation(variables=["age", "income"], k=3).apply(INITIAL),
    "smaller": INITIAL.drop(["town"]).take(np.arange(20)),
}

NUMBERS = st.one_of(st.integers(-1, 12), st.integers(-2, 24).map(lambda half: half / 2))
ENDS = ("at least", "at most", "more than", "less than")
COMPARISONS = st.one_of(
    st.builds(
        Comparison,
        variable=st.sampled_from(["age", "income"]),
        relation=st.sampled_from(ENDS),
        values=st.tuples(NUMBERS),
    ),
    st.builds(
        Comparison,
        variable=st.just("school"),
        relation=st.sampled_from(ENDS),
        values=st.tuples(st.sampled_from(LEVELS)),
    ),
    st.builds(
        Comparison,
        variable=st.sampled_from(["age", "income"]),
        relation=st.sampled_from(["is", "is not"]),
        values=st.lists(NUMBERS, min_size=1, max_size=4),
    ),
    st.builds(
        Comparison,
        variable=st.sampled_from(["town", "school"]),
        relation=st.sampled_from(["is", "is not"]),
        values=st.lists(st.sampled_from([*"ABCD", *LEVELS]), min_size=1, max_size=3),
    ),
    st.builds(Comparison, variable=st.just("age"), relation=st.just("less than"), other=st.just("income")),
    st.builds(
        Comparison, variable=st.just("town"), relation=st.sampled_from(["is missing", "is not missing"])
    ),
)


@given(st.lists(COMPARISONS, min_size=1, max_size=9), st.sampled_from(["all", "any"]))
@pytest.mark.parametrize("which", FILES)
def test_a_rule_is_broken_where_its_comparisons_one_by_one_say_so(
    which: str, comparisons: list[Comparison], hold: str
) -> None:
    data = FILES[which]
    rule = EditRule(name="r", then=Condition(hold=hold, comparisons=comparisons))
    single = [EditRule(name="r", then=Condition(comparisons=(one,))) for one in comparisons]
    fold = np.logical_or if hold == "all" else np.logical_and
    expected = fold.reduce([one.broken(data, INITIAL) for one in single])
    assert rule.broken(data, INITIAL).tolist() == expected.tolist()
    if which == "initial":
        records = [one.holds(data) for one in comparisons]
        together = (np.logical_and if hold == "all" else np.logical_or).reduce(records)
        assert rule.then.holds(data).tolist() == together.tolist()


@pytest.mark.parametrize(
    "make",
    [
        lambda: [Comparison(variable="age", relation="at least", values=(-n,)) for n in range(20_000)],
        lambda: [Comparison(variable="town", relation="is not", values=(f"x{n}",)) for n in range(20_000)],
        lambda: [Comparison(variable="age", relation="less than", other="income")] * 20_000,
        lambda: [Comparison(variable="town", relation="is", values=(f"x{n}",)) for n in range(20_000)],
    ],
    ids=["ends", "values", "pairs", "contradictions"],
)
def test_of_thousands_only_those_that_decide_are_computed(
    make: Callable[[], list[Comparison]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of 20,000 took a walk through the file, a minute and more together."""
    comparisons = make()  # here: every process lists all tests before it runs its own
    computed, matching = [], Comparison.matching

    def counted(*arguments: object) -> np.ndarray:
        computed.append(1)
        return matching(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(Comparison, "matching", counted)
    EditRule(name="r", then=Condition(comparisons=comparisons)).broken(INITIAL, INITIAL)
    assert len(computed) <= 4
