"""k-map and δ-presence, against counting people one by one."""

from fractions import Fraction
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.files.input_file import InputFile
from sdcdesk.core.numbers.quantity import Bound
from sdcdesk.core.operations.method import Method
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.counting.missing_keys import Missing
from sdcdesk.document.recipe import Recipe
from sdcdesk.io import FileRead, read_file, recent_files
from sdcdesk.masking import FinishedFile, LocalSuppression, Recoding, Rounding, TailCoding
from sdcdesk.masking.finished_file.record_matching import match
from sdcdesk.risk import AttackerRisks, DeltaPresence, KMap

Person = tuple[str | None, int | None]
PEOPLE = st.lists(
    st.tuples(st.sampled_from(["a", "b", None]), st.sampled_from([30, 31, 42, None])), min_size=1, max_size=12
)


def microdata(people: list[Person]) -> Microdata:
    frame = pd.DataFrame(
        {
            "zip": pd.Series([person[0] for person in people], dtype=object),
            "age": pd.Series([person[1] for person in people], dtype="Int64"),
        }
    )
    age = Variable(name="age", role=Role.KEY, scale=Scale.CONTINUOUS)
    return Microdata(frame, [Variable(name="zip", role=Role.KEY), age])


def written(path: Path, frame: pd.DataFrame) -> str:
    frame.to_csv(path, index=False)
    return path.as_posix()


def fits(one: Person, other: Person, missing: Missing) -> bool:
    return all(a == b or (missing == "wildcard" and None in (a, b)) for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize("missing", ["category", "wildcard"])
@pytest.mark.parametrize("holds", ["people", "counts"])
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(people=PEOPLE, data=st.data())
def test_people_are_those_of_counting(
    people: list[Person], data: st.DataObject, missing: Missing, holds: str, tmp_path: Path
) -> None:
    # Whole columns without values are of no kind, as reading goes.
    people = [*people, ("a", 30), ("b", 42)]
    kept = sorted(data.draw(st.sets(st.integers(0, len(people) - 1), min_size=1)))
    original = microdata(people)
    masked = original.take(np.array(kept, dtype=np.int64))
    frame = original.frame
    if holds == "counts":
        frame = frame.assign(n=1).groupby(["zip", "age"], dropna=False, as_index=False)["n"].sum()
    file = written(tmp_path / "population.csv", frame)
    parameters = {"population": file, "holds": holds, "missing": missing}
    if holds == "counts":
        parameters["count"] = "n"
    found = KMap(**parameters, k=3).assess(original, masked)
    expected = [sum(fits(people[r], other, missing) for other in people) for r in kept]
    assert found.record("people").tolist() == expected
    assert found.value("k_map") == min(expected)
    assert found.value("records_below_k") == sum(number < 3 for number in expected)
    figure = found.figure("records_below_k")
    assert figure.rows is not None
    assert figure.rows().tolist() == [r for r, number in zip(kept, expected, strict=True) if number < 3]
    presence = [
        sum(fits(person, people[r], missing) for r in kept)
        / sum(fits(person, other, missing) for other in people)
        for person in people
    ]
    delta = DeltaPresence(**parameters).assess(original, masked)
    assert delta.value("delta_min") == min(presence)
    assert delta.value("delta_max") == max(presence)
    assert delta.value("released_share") == len(kept) / len(people)


def test_a_recoded_key_sums_its_categories(tmp_path: Path) -> None:
    original = microdata([("a", 30), ("a", 31), ("b", 42)])
    masked = original.recode("age", lambda ages: ages // 10 * 10)
    raw = written(
        tmp_path / "raw.csv",
        pd.DataFrame({"zip": list("aaab"), "age": [30, 31, 42, 42], "count": [4, 3, 9, 2]}),
    )
    coarse = written(
        tmp_path / "coarse.csv", pd.DataFrame({"zip": list("ab"), "age": [30, 40], "count": [7, 2]})
    )
    for file in (raw, coarse):
        found = KMap(population=file, holds="counts").assess(original, masked)
        assert found.record("people").tolist() == [7, 7, 2]
        assert found.figure("k_map").quantity.bound is Bound.EXACT
    more = written(
        tmp_path / "more.csv", pd.DataFrame({"zip": list("aab"), "age": [39, 31, 42], "count": [7, 1, 2]})
    )
    found = KMap(population=more, holds="counts").assess(original, masked)
    assert found.record("people").tolist() == [8, 8, 2], "39 becomes 30 by the same rule"


AGES = [31, 34, 38, 42, 45, 71]
"""Of the sample."""

PEOPLE_AGES = [*AGES, 35, 79, 5, 99]
"""Of the population, which has four more."""


@pytest.mark.parametrize(
    ("step", "people"),
    [
        (Recoding(variable="age", how="width", width=10), [4, 4, 4, 2, 2, 2]),
        (Recoding(variable="age", how="width", width=10, top=60), [4, 4, 4, 2, 2, 3]),
        (Recoding(variable="age", how="width", width=10, top=60, bottom=40), [5, 5, 5, 2, 2, 3]),
        (Recoding(variable="age", how="breaks", breaks=[30, 40, 50]), [4, 4, 4, 2, 2, 3]),
        (Recoding(variable="age", how="breaks", breaks=[30, 40, 50], labels=["a", "b"]), [4, 4, 4, 2, 2, 3]),
        (Recoding(variable="age", how="quantiles", bands=2), [5] * 6),
        (Recoding(variable="age", how="mapping", mapping={"31": 30, "34": 30, "35": 30}), [3, 3, 1, 1, 1, 1]),
        (
            Recoding(variable="age", how="mapping", mapping={"31": 1, "35": 1}, others="become", rest=0),
            [2, *[8] * 5],
        ),
        (Recoding(variable="age", how="prefix", keep=1), [4, 4, 4, 2, 2, 2]),
        (Rounding(variables=["age"], base=10), [2, 2, 3, 3, 1, 1]),
        (TailCoding(variable="age", by="value", top=70, bottom=35), [4, 4, 1, 1, 1, 3]),
        (TailCoding(variable="age", by="value", top=70, replace_by="label"), [1, 1, 1, 1, 1, 3]),
    ],
)
def test_ages_that_the_sample_lacks_are_recoded_by_the_same_rule(
    step: Method, people: list[int], tmp_path: Path
) -> None:
    key = Variable(name="age", role=Role.KEY, scale=Scale.CONTINUOUS)
    original = Microdata(pd.DataFrame({"age": AGES}), [key])
    file = written(tmp_path / "p.csv", pd.DataFrame({"age": PEOPLE_AGES}))
    masked = step.apply(original)
    assert KMap(population=file).assess(original, masked).record("people").tolist() == people
    journalist = AttackerRisks(population="file", population_file=file).assess(original, masked)
    assert journalist.record("candidates").tolist() == people


@pytest.mark.parametrize("missing", ["category", "wildcard"])
def test_people_have_values_of_a_recoded_key_of_which_the_sample_has_none(
    missing: Missing, tmp_path: Path
) -> None:
    original = microdata([("a", None), ("b", None)])
    masked = Recoding(variable="age", how="width", width=10).apply(original)
    people = pd.DataFrame({"zip": list("aab"), "age": pd.array([31, None, None], dtype="Int64")})
    found = KMap(population=written(tmp_path / "p.csv", people), missing=missing).assess(original, masked)
    assert found.record("people").tolist() == ([1, 1] if missing == "category" else [2, 1])


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    ages=st.lists(st.integers(0, 99), min_size=1, max_size=6),
    others=st.lists(st.integers(0, 99), max_size=8),
    width=st.integers(2, 40),
    start=st.integers(0, 9),
)
def test_bands_of_people_are_those_of_arithmetic(
    ages: list[int], others: list[int], width: int, start: int, tmp_path: Path
) -> None:
    key = Variable(name="age", role=Role.KEY, scale=Scale.CONTINUOUS)
    original = Microdata(pd.DataFrame({"age": ages}), [key])
    step = Recoding(variable="age", how="width", width=width, start=start)
    file = written(tmp_path / "p.csv", pd.DataFrame({"age": [*ages, *others], "one": 1}))
    found = KMap(population=file).assess(original, step.apply(original))
    bands = [(age - start) // width for age in (*ages, *others)]
    assert found.record("people").tolist() == [bands.count(band) for band in bands[: len(ages)]]


def test_at_the_released_level_more_categories_are_kept_as_they_are(tmp_path: Path) -> None:
    key = Variable(name="age", role=Role.KEY, scale=Scale.CONTINUOUS)
    original = Microdata(pd.DataFrame({"age": AGES}), [key])
    masked = Recoding(variable="age", how="width", width=10).apply(original)
    bands = ["30 to 39"] * 5 + ["40 to 49"] * 3 + ["70 to 79", "80 to 89"]
    file = written(tmp_path / "bands.csv", pd.DataFrame({"age": bands}))
    assert KMap(population=file).assess(original, masked).record("people").tolist() == [5, 5, 5, 3, 3, 1]
    delta = DeltaPresence(population=file).assess(original, masked)
    assert (delta.value("delta_min"), delta.value("delta_max")) == (0.0, 1.0), "80 to 89 is not released"
    towns = Microdata(pd.DataFrame({"town": ["A", "A", "B"]}), [Variable(name="town", role=Role.KEY)])
    everywhere = written(tmp_path / "towns.csv", pd.DataFrame({"town": ["A", "A", "B", "C", "D"]}))
    found = KMap(population=everywhere).assess(towns, towns)
    assert found.record("people").tolist() == [2, 2, 1]
    assert DeltaPresence(population=everywhere).assess(towns, towns).value("delta_min") == 0.0


def test_what_no_rule_covers_is_refused_without_the_value(tmp_path: Path) -> None:
    towns = Microdata(pd.DataFrame({"town": ["Ulm", "Ulm", "Bonn"]}), [Variable(name="town", role=Role.KEY)])
    step = Recoding(
        variable="town", how="level", level=1, hierarchy={"Ulm": "South", "Bonn": "West", "Köln": "West"}
    )
    masked = step.apply(towns)
    whole = written(tmp_path / "whole.csv", pd.DataFrame({"town": ["Ulm"] * 3 + ["Bonn", "Köln"]}))
    assert KMap(population=whole).assess(towns, masked).record("people").tolist() == [3, 3, 2]
    file = written(tmp_path / "other.csv", pd.DataFrame({"town": ["Ulm"] * 3 + ["Bonn", "Kiel"]}))
    with pytest.raises(DataError, match=r"of 1 value of other\.csv .* no rule covers it") as caught:
        KMap(population=file).assess(towns, masked)
    assert "Kiel" not in caught.value.message
    # Nobody knows the rule of a file that was recoded elsewhere.
    elsewhere = match(towns, Microdata(masked.frame), recoded_only=True, same_order=True)
    with pytest.raises(DataError, match="no rule covers it"):
        KMap(population=whole).assess(towns, elsewhere)


def test_a_key_that_was_not_released_tells_nobody_apart(tmp_path: Path) -> None:
    original = microdata([("a", 30), ("b", 31)])
    file = written(tmp_path / "p.csv", pd.DataFrame({"zip": list("aabb")}))
    found = KMap(population=file).assess(original, original.drop(["age"]))
    assert found.record("people").tolist() == [2, 2]
    found = KMap(population=file).assess(original, original.drop(["age", "zip"]))
    assert found.record("people").tolist() == [4, 4]


def test_a_population_without_released_people_is_refused_with_the_records(tmp_path: Path) -> None:
    original = microdata([("a", 30), ("b", 31), ("b", 31)])
    absent = written(tmp_path / "absent.csv", pd.DataFrame({"zip": ["b", "b"], "age": [31, 31]}))
    few = written(tmp_path / "few.csv", pd.DataFrame({"zip": ["a", "b"], "age": [30, 31]}))
    for measure in (KMap, DeltaPresence):
        with pytest.raises(DataError, match=r"absent\.csv has no people.*1 released record \(record 1\)"):
            measure(population=absent).assess(original, original)
        with pytest.raises(DataError, match=r"2 released records \(records 2, 3\)"):
            measure(population=few).assess(original, original)


def test_files_that_cannot_be_the_population_are_refused(tmp_path: Path) -> None:
    original = microdata([("a", 30)])

    def refused(words: str, frame: pd.DataFrame, **parameters: str) -> None:
        file = written(tmp_path / "p.csv", frame)
        with pytest.raises(DataError, match=words):
            KMap(population=file, **parameters).assess(original, original)

    refused("lacks age; it must have every key", pd.DataFrame({"zip": ["a"]}))
    counts = pd.DataFrame({"zip": ["a", "b"], "age": [30, 31], "count": [2.0, -1.0]})
    refused(r"1 row no number of people \(record 2\)", counts, holds="counts")
    refused("2 rows no number", counts.assign(count=[0.5, None]), holds="counts")
    refused("holds nobody", counts.assign(count=0), holds="counts")
    refused("no column n with numbers", counts, holds="counts", count="n")
    refused("numbers in one", pd.DataFrame({"zip": ["a"], "age": ["thirty"]}))
    with pytest.raises(DataError, match="needs a population file; choose one"):
        KMap().assess(original, original)
    with pytest.raises(ParameterError, match="no effect"):
        KMap(population="p.csv", count="n")


def test_a_file_that_changed_is_refused(tmp_path: Path) -> None:
    original = microdata([("a", 30)])
    path = tmp_path / "p.csv"
    written(path, original.frame)
    measure = KMap(population=InputFile.chosen(path))
    assert measure.assess(original, original).value("k_map") == 1
    written(path, pd.concat([original.frame, original.frame]))
    with pytest.raises(DataError, match="has changed since it was chosen"):
        measure.assess(original, original)


def margins(rows: list[tuple[str | None, int | None, float]]) -> pd.DataFrame:
    return pd.DataFrame(rows, columns=["zip", "age", "count"]).astype({"age": "Int64"})


def test_numbers_are_fitted_to_published_tables_and_called_estimates(tmp_path: Path) -> None:
    original = microdata([("a", 30), ("b", 42)])
    rows = [("a", None, 60.0), ("b", None, 40.0), (None, 30, 25.0), (None, 42, 75.0)]
    file = written(tmp_path / "margins.csv", margins(rows))
    found = KMap(population=file, holds="margins", k=20).assess(original, original)
    assert found.record("people") == pytest.approx([15.0, 30.0])
    assert found.figure("k_map").quantity.bound is Bound.ESTIMATE
    assert found.value("records_below_k") == 1
    assert any("estimates" in note for note in found.notes)
    delta = DeltaPresence(population=file, holds="margins").assess(original, original)
    assert delta.value("delta_max") == pytest.approx(1 / 15)
    assert delta.value("delta_min") == 0.0


def test_margins_that_contradict_each_other_are_refused(tmp_path: Path) -> None:
    original = microdata([("a", 30), ("b", 42)])

    def refused(words: str, rows: list[tuple[str | None, int | None, float]]) -> None:
        file = written(tmp_path / "m.csv", margins(rows))
        with pytest.raises(DataError, match=words):
            KMap(population=file, holds="margins").assess(original, original)

    ages: list[tuple[str | None, int | None, float]] = [(None, 30, 25.0), (None, 42, 74.0)]
    zips: list[tuple[str | None, int | None, float]] = [("a", None, 60.0), ("b", None, 40.0)]
    refused("margin zip counts 100 people and the margin age 99", [*zips, *ages])
    refused("tells people apart by age", zips)
    refused("margin zip in m.csv names a cell twice", [*zips, ("a", None, 1.0), (None, 30, 101.0)])
    both: list[tuple[str | None, int | None, float]] = [("a", 30, 30.0), ("b", 42, 70.0)]
    refused("zip and zip × age count different people by zip", [*zips, *both])


@pytest.mark.parametrize("start", ["uniform", "sample"])
def test_a_row_with_the_number_of_all_people_is_a_margin_too(start: str, tmp_path: Path) -> None:
    original = microdata([("a", 30), ("b", 42), ("a", 42), ("b", 30)])
    rows = [("a", None, 60.0), ("b", None, 40.0), (None, 30, 25.0), (None, 42, 75.0)]

    def people(*total: float) -> list[float]:
        every = [*rows, *((None, None, number) for number in total)]
        file = written(tmp_path / "margins.csv", margins(every))
        found = KMap(population=file, holds="margins", start=start).assess(original, original)
        return [float(number) for number in found.record("people")]

    assert people(100.0) == pytest.approx(people()) == [15, 30, 45, 10]
    with pytest.raises(DataError, match="margin of all people counts 90 people and the margin zip 100"):
        people(90.0)
    with pytest.raises(DataError, match=r"margin of all people in margins\.csv names a cell twice"):
        people(100.0, 100.0)


def test_a_key_that_was_recoded_and_then_suppressed_is_compared_at_the_recoded_level(tmp_path: Path) -> None:
    ages = [31, 34, 38, 42, 45, 71]
    original = Microdata(
        pd.DataFrame({"age": ages}), [Variable(name="age", role=Role.KEY, scale=Scale.CONTINUOUS)]
    )
    recipe = Recipe(seed=1).then(Recoding(variable="age", how="width", width=10)).then(LocalSuppression(k=2))
    masked = recipe.apply(original)
    assert masked.column("age").isna().tolist() == [False, False, False, False, False, True]
    file = written(tmp_path / "population.csv", pd.DataFrame({"age": [*ages, 38]}))
    found = KMap(population=file, missing="wildcard").assess(original, masked)
    assert found.record("people").tolist() == [4, 4, 4, 2, 2, 7]


@pytest.mark.parametrize("recoded_only", [False, True])
def test_suppressed_cells_do_not_make_a_population_too_small(recoded_only: bool, tmp_path: Path) -> None:
    """The record without a value is compatible with those of a, and yet nobody in a."""
    original = Microdata(pd.DataFrame({"no": [1, 2, 3], "zip": ["a", "a", "b"]}))
    safe = written(tmp_path / "safe.csv", original.frame.assign(zip=["a", "a", None]))
    masked = FinishedFile(file=safe, identity="no", recoded_only=recoded_only).apply(original)
    file = written(tmp_path / "population.csv", original.frame[["zip"]].assign(n=1))
    k_map = KMap(keys=["zip"], missing="wildcard", population=file).assess(original, masked)
    assert k_map.record("people").tolist() == [2, 2, 3], "b is suppressed, and yet not a"
    presence = DeltaPresence(keys=["zip"], missing="wildcard", population=file).assess(original, masked)
    assert (presence.value("delta_min"), presence.value("delta_max")) == (1, 1)
    few = written(tmp_path / "few.csv", original.frame[["zip"]].iloc[1:].assign(n=1))
    with pytest.raises(DataError, match="3 released records"):
        KMap(keys=["zip"], missing="wildcard", population=few).assess(original, masked)


def test_fitting_may_start_from_the_released_records(tmp_path: Path) -> None:
    """The margins say nothing of how zip and age go together; the records do."""
    people: list[Person] = [("a", 30)] * 4 + [("a", 42)] + [("b", 30)] + [("b", 42)] * 4
    original = microdata(people)
    rows = [("a", None, 50.0), ("b", None, 50.0), (None, 30, 50.0), (None, 42, 50.0)]
    file = written(tmp_path / "margins.csv", margins(rows))
    found = KMap(population=file, holds="margins", start="sample").assess(original, original)
    assert found.record("people") == pytest.approx([40.0] * 4 + [10.0] * 2 + [40.0] * 4)
    assert any("closest to that of the released records" in note for note in found.notes)
    # Values that were recoded are sought where the tables have them.
    recoded = original.recode("age", lambda ages: ages // 10 * 10)
    assert KMap(population=file, holds="margins", start="sample").assess(original, recoded).record(
        "people"
    ) == pytest.approx([40.0] * 4 + [10.0] * 2 + [40.0] * 4)
    coarse = written(tmp_path / "coarse.csv", margins([*rows[:2], (None, 30, 50.0), (None, 40, 50.0)]))
    found = KMap(population=coarse, holds="margins", start="sample").assess(original, recoded)
    assert found.record("people") == pytest.approx([40.0] * 4 + [10.0] * 2 + [40.0] * 4)
    # Nobody in a zip that the tables fill.
    with pytest.raises(DataError, match="only where the released file has records") as caught:
        KMap(population=file, holds="margins", start="sample").assess(original, original.take(np.arange(5)))
    assert caught.value.field == "start"
    with pytest.raises(ParameterError, match="no effect"):
        KMap(population=file, holds="counts", start="sample")


def test_suppressed_cells_make_presences_upper_bounds(tmp_path: Path) -> None:
    original = Microdata(pd.DataFrame({"zip": ["a", "a", "b", "c"]}))
    blanked = original.assign({"zip": pd.Series(["a", None, "b", "c"], dtype="str")}).take(np.arange(3))
    file = written(tmp_path / "p.csv", pd.DataFrame({"zip": list("aabcd"), "n": 1}))

    def found(masked: Microdata, missing: Missing, name: str = file):
        return DeltaPresence(keys=["zip"], population=name, missing=missing).assess(original, masked)

    loose = found(blanked, "wildcard")
    assert (loose.value("delta_min"), loose.value("delta_max")) == (1.0, 1.0), "the truth is 0 and 1"
    for name in ("delta_min", "delta_max"):
        assert loose.figure(name).quantity.bound is Bound.AT_MOST
    assert loose.figure("released_share").quantity.bound is Bound.EXACT
    assert loose.tables["people_above"].column("people").bound is Bound.AT_MOST
    assert any("upper bounds" in note for note in loose.notes)
    exact = found(original, "wildcard")
    assert exact.figure("delta_max").quantity.bound is Bound.EXACT
    assert exact.value("delta_min") == 0.0
    unknown = written(tmp_path / "u.csv", pd.DataFrame({"zip": ["a", "a", "b", "c", None], "n": 1}))
    estimated = found(original, "wildcard", unknown)
    assert estimated.figure("delta_max").quantity.bound is Bound.ESTIMATE
    assert any("presences are estimates" in note.lower() for note in estimated.notes)


def test_the_same_population_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    original = microdata([("a", 30), ("b", 42)])
    file = written(tmp_path / "once.csv", pd.concat([original.frame] * 3).assign(once=1))
    times = []

    def counted(*given: object, **named: object) -> FileRead:
        times.append(given)
        return read_file(*given, **named)

    monkeypatch.setattr(recent_files, "read_file", counted)
    for measure in (KMap, DeltaPresence):
        measure(population=file).assess(original, original)
        measure(population=file).assess(original, original.take(np.array([0])))
    assert len(times) == 1
    AttackerRisks(population="file", population_file=file).assess(original, original)
    assert len(times) == 1


@pytest.mark.parametrize("missing", ["category", "wildcard"])
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(people=PEOPLE, data=st.data())
def test_a_journalist_looks_among_the_people_of_the_file(
    people: list[Person], data: st.DataObject, missing: Missing, tmp_path: Path
) -> None:
    people = [*people, ("a", 30), ("b", 42)]
    kept = sorted(data.draw(st.sets(st.integers(0, len(people) - 1), min_size=1)))
    original = microdata(people)
    masked = original.take(np.array(kept, dtype=np.int64))
    file = written(tmp_path / "population.csv", pd.concat([original.frame, original.frame.iloc[-2:]]))
    everyone = [*people, *people[-2:]]
    found = AttackerRisks(population="file", population_file=file, missing=missing, threshold=0.25).assess(
        original, masked
    )
    expected = [sum(fits(people[r], other, missing) for other in everyone) for r in kept]
    assert found.record("candidates").tolist() == expected
    assert found.value("journalist_largest") == 1 / min(expected)
    assert found.value("journalist_above") == sum(1 / number > 0.25 for number in expected)
    assert found.value("marketer") == float(sum(Fraction(1, number) for number in expected) / len(kept))
    assert found.figure("journalist_largest").quantity.bound is Bound.EXACT
    k_map = KMap(population=file, missing=missing).assess(original, masked)
    assert k_map.record("people").tolist() == expected, "they count alike"


def test_a_journalist_with_published_tables_or_drawn_keys_has_no_exact_risk(tmp_path: Path) -> None:
    original = microdata([("a", 30), ("a", 30), ("b", 42)])
    rows = [("a", None, 3.0), ("b", None, 7.0), (None, 30, 3.0), (None, 42, 7.0)]
    file = written(tmp_path / "margins.csv", margins(rows))
    named = {"population": "file", "population_file": file}
    found = AttackerRisks(**named, holds="margins").assess(original, original)
    assert found.record("candidates") == pytest.approx([2.0, 2.0, 4.9]), "never fewer than are released"
    assert found.figure("marketer").quantity.bound is Bound.ESTIMATE
    counted = written(tmp_path / "people.csv", pd.concat([original.frame] * 2))
    swapped = original.assign({"zip": pd.Series(["a", "b", "a"], dtype=object)})
    everyone = written(
        tmp_path / "all.csv", pd.DataFrame({"zip": list("aabbaabb"), "age": [30, 42] * 2 + [30, 42] * 2})
    )
    bound = AttackerRisks(**{**named, "population_file": everyone}).assess(original, swapped)
    assert bound.figure("journalist_largest").quantity.bound is Bound.AT_MOST
    assert any("need not be among" in note for note in bound.notes)
    exact = AttackerRisks(**{**named, "population_file": counted}).assess(original, original)
    assert exact.figure("journalist_largest").quantity.bound is Bound.EXACT
    with pytest.raises(DataError, match="needs a population file") as caught:
        AttackerRisks(population="file").assess(original, original)
    assert caught.value.field == "population_file"
    with pytest.raises(ParameterError, match="no effect"):
        AttackerRisks(population_file=file)
