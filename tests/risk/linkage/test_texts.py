"""Linkage by names that are written differently: the example of the paper, and comparing all pairs."""

from itertools import product
from typing import Any, Literal

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.core.running.progress import Cancelled, Progress
from sdcdesk.kernels import assignment
from sdcdesk.kernels.text_similarity import jaro_winkler, levenshtein
from sdcdesk.masking import Recoding
from sdcdesk.risk import DistanceLinkage, ProbabilisticLinkage
from sdcdesk.risk.linkage import pattern_links, texts
from tests.worked.domingo_ferrer_torra_2004 import table_1

KERNELS = {"jaro_winkler": jaro_winkler, "levenshtein": levenshtein}
Comparator = Literal["jaro_winkler", "levenshtein"]


@pytest.mark.parametrize(
    ("comparator", "all_three", "names"), [("jaro_winkler", 7.0, 7.0), ("levenshtein", 7.0, 6.5)]
)
def test_table_1_of_the_paper_by_distance(comparator: Comparator, all_three: float, names: float) -> None:
    """Ricard is as near to Ricardo as nobody else; J.Manel to J.M. only after Jaro and Winkler."""
    found = DistanceLinkage(comparator=comparator).assess(*table_1())
    assert found.value("linked") == all_three / 8
    assert found.record("chance").tolist() == [1, 1, 1, 1, 1, 0, 1, 1]
    two = DistanceLinkage(comparator=comparator, keys=["name", "surname"]).assess(*table_1())
    assert two.value("linked") == names / 8


def test_table_1_of_the_paper_by_probability() -> None:
    found = ProbabilisticLinkage(comparator="jaro_winkler", agree_from=0.8, probabilities="known").assess(
        *table_1()
    )
    table = found.table("variables")
    assert table["m"].tolist() == [1, 1, 0.75]
    assert table["u"].tolist() == [10 / 56, 14 / 56, 4 / 56]
    assert found.value("linked") == 1
    patterns = found.table("patterns").set_index("agree")
    assert patterns.loc["name, surname, age", ["pairs", "right"]].tolist() == [6, 6]
    # Where the nearest is the right one, B6 belongs to A4, and B8 to A8.
    nearest = ProbabilisticLinkage(comparator="jaro_winkler", agree_from=0.8, right="nearest")
    assert nearest.assess(*table_1()).value("linked") == 7 / 8


NAMES = [None, "Anna", "anna ", "Ana", "Hanna", "Bert", "Berta", ""]
TOWNS = [None, "Rome", "Roma", "Paris"]
VALUE = {
    "name": st.sampled_from(NAMES),
    "town": st.sampled_from(TOWNS),
    "sex": st.sampled_from(["f", "m"]),
    "age": st.sampled_from([None, 20, 21, 40]),
}
Person = dict[str, Any]
PEOPLE = st.lists(st.fixed_dictionaries(VALUE), min_size=1, max_size=8)


def microdata(people: list[Person]) -> Microdata:
    frame = pd.DataFrame({name: pd.Series([one[name] for one in people], dtype=object) for name in VALUE})
    return Microdata(
        frame.astype({"age": "Int64"}), [Variable(name=name) for name in ("name", "town", "sex")]
    )


def similarity(one: str, other: str, comparator: Comparator) -> float:
    pair = [" ".join(text.casefold().split()) for text in (one, other)]
    return float(KERNELS[comparator](pair[:1], pair[1:], lambda _share: None)[0, 0])


def squared(one: Person, other: Person, keys: list[str], spread: float, comparator: Comparator) -> float:
    total = 0.0
    for key in keys:
        x, y = one[key], other[key]
        if key == "age" and not spread > 0:
            continue
        if x is None or y is None:
            total += x is not y
        elif key == "age":
            total += ((x - y) / spread) ** 2
        elif key == "sex":
            total += x != y
        else:
            total += (1 - similarity(x, y, comparator)) ** 2
    return total


def pairs(data: st.DataObject, people: list[Person]) -> tuple[list[Person], Microdata, Microdata]:
    drawn = [data.draw(st.fixed_dictionaries(VALUE)) for _ in people]
    changed = [
        {name: (old if data.draw(st.booleans()) else new)[name] for name in VALUE}
        for old, new in zip(people, drawn, strict=True)
    ]
    original = microdata(people)
    return changed, original, original.assign(dict(microdata(changed).frame.items()))


@given(
    people=PEOPLE,
    data=st.data(),
    keys=st.sets(st.sampled_from(list(VALUE)), min_size=1).map(sorted),
    comparator=st.sampled_from(["jaro_winkler", "levenshtein"]),
)
def test_distances_are_as_comparing_every_pair_says(
    people: list[Person], data: st.DataObject, keys: list[str], comparator: Comparator
) -> None:
    changed, original, masked = pairs(data, people)
    named = [key for key in keys if key in ("name", "town")]
    found = DistanceLinkage(keys=keys, comparator=comparator, texts=named or ()).assess(original, masked)
    ages = [one["age"] for one in people if one["age"] is not None]
    spread = float(np.std(ages, ddof=1)) if len(ages) > 1 else 0.0
    asked = named if named or "sex" not in keys else ["sex"]
    assert [one for one in found.table("variables")["variable"] if one in asked] == asked
    near = []
    for one in changed:
        distances = [squared(one, other, keys, spread, comparator) for other in people]
        near.append([place for place, far in enumerate(distances) if far <= min(distances) * (1 + 1e-9)])
    assert found.record("nearest").tolist() == [len(one) for one in near]
    chances = [(place in one) / len(one) for place, one in enumerate(near)]
    assert found.record("chance").tolist() == pytest.approx(chances, rel=1e-14)


@given(
    people=PEOPLE,
    data=st.data(),
    comparator=st.sampled_from(["jaro_winkler", "levenshtein"]),
    least=st.sampled_from([0.5, 0.75, 0.9, 1.0]),
)
def test_patterns_are_as_comparing_every_pair_says(
    people: list[Person], data: st.DataObject, comparator: Comparator, least: float
) -> None:
    changed, original, masked = pairs(data, people)
    keys = list(VALUE)
    linkage = ProbabilisticLinkage(
        keys=keys, comparator=comparator, texts=["name", "town"], agree_from=least, probabilities="known"
    )
    found = linkage.assess(original, masked).table("patterns")

    def agree(one: Person, other: Person) -> str:
        names = []
        for key in keys:
            x, y = one[key], other[key]
            if x is None or y is None:
                continue
            texts = key in ("name", "town")
            if x == y or (texts and similarity(x, y, comparator) >= least - 1e-12):
                names.append(key)
        return ", ".join(names) or "none"

    counts = pd.Series([agree(one, other) for one, other in product(people, changed)]).value_counts()
    assert dict(zip(found["agree"], found["pairs"], strict=True)) == counts.to_dict()


@settings(max_examples=12)
@given(seed=st.integers(0, 10**6), comparator=st.sampled_from(["equal", "jaro_winkler"]))
def test_the_nearest_is_right_wherever_the_record_came_from(seed: int, comparator: str) -> None:
    """As if the released records had come from those that are nearest to them in everything."""
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame({name: rng.choice(list("abcd"), 12) for name in ("name", "town", "sex")})
    original = Microdata(frame.assign(age=rng.permutation(12)))
    masked = original.assign(
        {name: pd.Series(rng.permutation(original.column(name))) for name in original.names}
    )
    squares = ((masked.frame["age"].to_numpy()[:, None] - original.frame["age"].to_numpy()) ** 2) / 13 + sum(
        (masked.frame[name].to_numpy()[:, None] != original.frame[name].to_numpy()).astype(float)
        for name in frame
    )
    near = squares <= squares.min(axis=1, keepdims=True) * (1 + 1e-9)
    alone = np.flatnonzero(near.sum(axis=1) == 1)
    released = masked.take(alone)
    own = near[alone].argmax(axis=1)
    moved = original.take(own).assign({name: released.column(name).array for name in original.names})
    keys = ["name", "town", "sex"]
    nearest = ProbabilisticLinkage(keys=keys, comparator=comparator, right="nearest")
    found = nearest.assess(original, released)
    identity = ProbabilisticLinkage(keys=keys, comparator=comparator).assess(original, moved)
    assert found.value("linked") == identity.value("linked")
    assert found.record("chance").tolist() == identity.record("chance").tolist()
    by_distance = [
        DistanceLinkage(keys=keys, comparator=comparator, right=right).assess(original, file)
        for right, file in (("nearest", released), ("identity", moved))
    ]
    assert by_distance[0].record("chance").tolist() == by_distance[1].record("chance").tolist()


def test_without_names_all_nominal_texts_are_compared() -> None:
    frame = pd.DataFrame({"name": ["Anna", "Bert"], "code": [1, 2], "age": [20.5, 30.5]})
    people = Microdata(frame, [Variable(name="code", scale=Scale.NOMINAL), Variable(name="name")])
    misspelt = people.assign({"name": pd.Series(["ANNA", "Bart"])})
    found = DistanceLinkage(keys=["name", "code", "age"], comparator="levenshtein").assess(people, misspelt)
    table = found.table("variables").set_index("variable")["distance"]
    assert table["name"] == "letters changed ÷ letters of the longer text"
    assert table["code"] == "0 if equal, else 1"
    assert found.value("linked") == 1


def test_a_recoded_text_is_equal_or_not() -> None:
    people = Microdata(pd.DataFrame({"age": [21, 24, 38, 55], "town": ["Rome", "Roma", "Paris", "Parma"]}))
    groups = {"Rome": "R", "Roma": "R", "Paris": "P", "Parma": "P"}
    masked = Recoding(variable="town", how="mapping", mapping=groups).apply(people)
    found = DistanceLinkage(keys=["town"], comparator="jaro_winkler").assess(people, masked)
    assert found.table("variables")[["distance", "level"]].to_numpy().tolist() == [
        ["0 if equal, else 1", "recoded"]
    ]
    assert found.value("linked") == 0.5


def test_what_cannot_be_compared_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    people = Microdata(pd.DataFrame({"name": ["Anna", "Bert", "Carl"], "sex": ["f", "m", "m"]}))
    with pytest.raises(ParameterError, match="named twice"):
        DistanceLinkage(comparator="levenshtein", texts=["name", "name"])
    with pytest.raises(ParameterError, match="no effect"):
        ProbabilisticLinkage(agree_from=0.5)
    with pytest.raises(DataError, match="sex is none of the key variables"):
        DistanceLinkage(keys=["name"], comparator="levenshtein", texts=["sex"]).assess(people, people)
    monkeypatch.setattr(texts, "MOST_TEXTS", 2)
    with pytest.raises(DataError, match="name has 3 different texts"):
        DistanceLinkage(keys=["name"], comparator="levenshtein").assess(people, people)
    monkeypatch.undo()
    long = people.assign({"name": pd.Series(["x" * 201, "Bert", "Carl"])})
    with pytest.raises(DataError, match="more than 200 letters"):
        DistanceLinkage(keys=["name"], comparator="levenshtein").assess(people, long)
    monkeypatch.setattr(pattern_links, "MOST_UNFOLDED", 2)
    linkage = ProbabilisticLinkage(
        keys=["name", "sex"], comparator="jaro_winkler", agree_from=0.1, probabilities="known"
    )
    with pytest.raises(DataError, match="Too many texts are similar"):
        linkage.assess(people, people)


def test_too_many_pairs_are_assigned_by_falling_weight(monkeypatch: pytest.MonkeyPatch) -> None:
    linkage = ProbabilisticLinkage(comparator="jaro_winkler", agree_from=0.8)
    best = linkage.assess(*table_1())
    monkeypatch.setattr(assignment, "LISTED", 1)
    found = linkage.assess(*table_1())
    assert best.value("linked") == 1
    assert found.value("linked") == pytest.approx(1, abs=0.3)


def test_comparing_texts_can_be_stopped() -> None:
    people = Microdata(pd.DataFrame({"name": ["Anna", "Bert", "Carl"]}))
    asked: list[float] = []
    for linkage in (
        DistanceLinkage(keys=["name"], comparator="levenshtein"),
        ProbabilisticLinkage(keys=["name"], comparator="levenshtein", probabilities="known"),
    ):
        asked.clear()
        linkage.assess(people, people, Progress(listener=lambda share, _words: asked.append(share)))
        assert asked == sorted(asked)
        with pytest.raises(Cancelled):
            linkage.assess(people, people, Progress(cancelled=lambda: len(asked) > 2))
