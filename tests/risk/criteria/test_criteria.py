"""The three criteria: worked checks, and the same attacks made slowly."""

from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.results.assessment import Assessment
from sdcdesk.risk import Inference, Linkability, SinglingOut
from sdcdesk.risk.criteria import people as drawing
from sdcdesk.risk.criteria.isolation import none_drawn, one_drawn
from sdcdesk.risk.criteria.rates import Rate, excess
from tests.risk.criteria import slowly
from tests.risk.criteria.slowly import KEYS, Person, microdata

Files = tuple[list[Person], list[Person], list[int]]
ALL = 100_000


@pytest.fixture(autouse=True)
def _few_are_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawing, "LEAST_CONTROL", 1)


def both(files: Files) -> tuple[Microdata, Microdata]:
    people, changed, kept = files
    original = microdata(people)
    masked = original.assign(dict(microdata(changed).frame.items()))
    return original, masked.take(np.array(kept, dtype=np.int64))


def close(found: float | int | str | None, wanted: Fraction | None) -> bool:
    if wanted is None or found is None:
        return found is wanted
    return found == pytest.approx(float(wanted), rel=1e-12, abs=1e-15)


def mean(chances: list[Fraction]) -> Fraction | None:
    return sum(chances, Fraction(0)) / len(chances) if chances else None


def check_risk(found: Assessment, attack: list[Fraction], control: list[Fraction]) -> None:
    """The figures of the risk follow from both lists of chances."""
    rates = [Rate(float(sum(chances, Fraction(0))), len(chances)) for chances in (attack, control)]
    wanted = excess(*rates)
    if wanted is None:
        assert found.value("risk") is None
        return
    assert found.value("risk") == pytest.approx(wanted.clipped, abs=1e-12)
    assert found.value("risk_least") == pytest.approx(wanted.low, abs=1e-12)
    assert found.value("risk_most") == pytest.approx(wanted.high, abs=1e-12)


@given(
    files=slowly.files(),
    keys=st.sets(st.sampled_from(KEYS), min_size=1).map(sorted),
    together=st.integers(1, 4),
)
def test_singling_out_is_as_every_statement_and_every_sample_say(
    files: Files, keys: list[str], together: int
) -> None:
    people, changed, kept = files
    found = SinglingOut(keys=keys, together=together, guesses=ALL, sets=1000).assess(*both(files))
    released, mine = [changed[at] for at in kept], [people[at] for at in kept]
    others = [one for at, one in enumerate(people) if at not in kept]
    size = min(len(mine), len(others))
    keys = [name for name in keys if not released or any(one[name] is not None for one in released)]
    every = {
        ", ".join(names): slowly.statements(released, names)
        for names in combinations(keys, min(together, len(keys)))
        if names
    }
    guesses = [guess for made in every.values() for guess in made]
    true_of = [[at for at in kept if slowly.holds(predicate, people[at])] for _, predicate in guesses]
    right = [Fraction(len(some) == 1) for some in true_of]
    assert close(found.value("attack_rate"), mean(right))
    assert found.value("people_right") == len({some[0] for some in true_of if len(some) == 1})
    if others:
        control = [slowly.alone(predicate, others, size) for _, predicate in guesses]
        assert close(found.value("control_rate"), mean(control))
        among = [slowly.alone(predicate, mine, size, mine[own]) for own, predicate in guesses]
        check_risk(found, among if size < len(mine) else right, control)
    else:
        assert found.value("risk") is None
    table = found.table("attacks").set_index("attack")
    assert table["guesses"].to_dict() == {names: len(made) for names, made in every.items() if made}


@given(
    files=slowly.files(),
    keys=st.sets(st.sampled_from(KEYS), min_size=2).map(sorted),
    data=st.data(),
    number=st.sampled_from([1, 1, 2, 3]),
)
def test_linkability_is_as_every_pair_and_every_draw_say(
    files: Files, keys: list[str], data: st.DataObject, number: int
) -> None:
    people, changed, kept = files
    usable = [name for name in keys if name not in ("number", "other") or slowly.variance(people, name)]
    first = sorted(data.draw(st.sets(st.sampled_from(keys), min_size=1, max_size=len(keys) - 1)))
    parts = [[name for name in usable if (name in first) == inside] for inside in (True, False)]
    found = Linkability(keys=keys, first=first, nearest=number, guesses=ALL).assess(*both(files))
    if not kept or not all(parts):
        assert found.value("attack_rate") is None
        return
    released = [changed[at] for at in kept]
    chances = [
        slowly.joined(
            *([slowly.squared(one, other, part, people) for other in released] for part in parts), number
        )
        for one in people
    ]
    attack, control = (
        [chances[at] for at in range(len(people)) if (at in kept) == inside] for inside in (True, False)
    )
    assert close(found.value("attack_rate"), mean(attack))
    assert close(found.value("control_rate"), mean(control))
    assert found.value("people_right") == sum(chance > Fraction(1, 2) for chance in attack)
    few = min(number, len(kept))
    apart = Fraction(comb(len(kept) - few, few), comb(len(kept), few))
    assert close(found.value("naive_rate"), 1 - apart)
    check_risk(found, attack, control)


@given(
    files=slowly.files(),
    keys=st.sets(st.sampled_from(KEYS), min_size=1).map(sorted),
    secret=st.sampled_from(["amount", "ill"]),
    tolerance=st.sampled_from([0, 1, 5, 6, 100]),
)
def test_inference_is_as_every_pair_says(files: Files, keys: list[str], secret: str, tolerance: int) -> None:
    people, changed, kept = files
    found = Inference(keys=keys, variables=[secret], tolerance=tolerance, guesses=ALL).assess(*both(files))
    released = [changed[at] for at in kept]

    def is_right(guess: int | str | None, truth: int | str) -> bool:
        if isinstance(guess, int) and isinstance(truth, int):
            return 100 * abs(guess - truth) <= tolerance * abs(truth)
        return guess == truth

    def chance(one: Person) -> Fraction:
        distances = [slowly.squared(one, other, keys, people) for other in released]
        near = [
            other for other, distance in zip(released, distances, strict=True) if distance == min(distances)
        ]
        return Fraction(sum(is_right(other[secret], one[secret]) for other in near), len(near))

    known = [at for at, one in enumerate(people) if one[secret] is not None]
    if not kept or not set(known) & set(kept):
        assert found.value("attack_rate") is None
        return
    attack = [chance(people[at]) for at in known if at in kept]
    control = [chance(people[at]) for at in known if at not in kept]
    blind = [
        Fraction(sum(is_right(other[secret], people[at][secret]) for other in released), len(released))
        for at in known
        if at in kept
    ]
    assert close(found.value("attack_rate"), mean(attack))
    assert close(found.value("control_rate"), mean(control))
    assert close(found.value("naive_rate"), mean(blind))
    assert found.value("people_right") == sum(one > Fraction(1, 2) for one in attack)
    check_risk(found, attack, control)


@given(population=st.integers(1, 8), data=st.data())
def test_chances_of_samples_are_as_every_sample_says(population: int, data: st.DataObject) -> None:
    marked, draws = data.draw(st.integers(0, population)), data.draw(st.integers(0, population))
    samples = [sum(at < marked for at in some) for some in combinations(range(population), draws)]
    assert none_drawn(population, marked, draws) == pytest.approx(samples.count(0) / len(samples), abs=1e-15)
    assert one_drawn(population, marked, draws) == pytest.approx(samples.count(1) / len(samples), abs=1e-15)
