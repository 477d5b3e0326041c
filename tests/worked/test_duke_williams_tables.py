"""Duke-Williams, Openshaw, Rees and Evans (1998), sections 2.2, 3 and 5: risk in linked tables."""

from itertools import combinations, product

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import Progress
from sdcdesk.risk import LinkedTables
from sdcdesk.risk.linked_tables.matches import Matches
from tests.worked.duke_williams_1998 import ETHNIC, FIVE_YEARS, SEXES, STAGES, TABLES, people


def found(*published: str, **choices: object) -> Matches:
    measure = LinkedTables(published=published or TABLES, **choices)
    return measure.matches(people(), people(), Progress())


def persons(chosen: np.ndarray) -> set[int]:
    """Numbers of the paper, from 1."""
    return set((np.flatnonzero(chosen) + 1).tolist())


def counts(rows: tuple[str, ...], by: str, columns: tuple[str, ...], across: str) -> str:
    """Return the cells of a table, row by row, as digits."""
    table = pd.crosstab(people().frame[by], people().frame[across])
    whole = table.reindex(index=list(rows), columns=list(columns), fill_value=0)
    return "".join(str(number) for number in whole.to_numpy().ravel())


def test_totals_of_tables_4_to_6() -> None:
    # In Table 5 the Chinese person stands among those of 65 and more, but is 40 years old.
    assert counts(FIVE_YEARS, "age1", SEXES, "sex") == "00012000001000100100100200010000000000"
    assert counts(STAGES, "age2", ETHNIC, "ethnic") == "2100100021111000"
    assert counts(SEXES, "sex", ETHNIC, "ethnic") == "41002111"


def test_everybody_is_unique_in_the_microdata() -> None:
    whole = found("sex × age × ethnic")
    assert whole.true.all()
    assert whole.risk.tolist() == [1.0]


def test_who_is_at_risk_in_the_three_tables() -> None:
    assert found().true.astype(int).tolist() == [0, 1, 0, 0, 0, 1, 1, 0, 0, 0]
    findings = LinkedTables(published=TABLES).assess(people(), people())
    assert findings.value("risk") == pytest.approx(0.3)
    assert findings.value("records_at_risk") == 3
    assert findings.value("largest_area_risk") == pytest.approx(0.3)
    assert findings.value("vanishes_above") == 10


def test_fuzzy_risk() -> None:
    thirds = [2, 3, 0, 0, 1, 3, 3, 0, 2, 2]
    assert found().fuzzy.tolist() == pytest.approx([one / 3 for one in thirds])
    findings = LinkedTables(published=TABLES).assess(people(), people())
    assert findings.value("fuzzy_risk") == pytest.approx(sum(thirds) / 30)


@pytest.mark.parametrize(
    ("key", "false"),
    [(1, {1, 5, 9}), (2, {1, 9, 10}), (3, {10})],
    ids=["table 1", "table 2", "table 3"],
)
def test_false_matches_by_one_table(key: int, false: set[int]) -> None:
    by_key = found(match=[key])
    assert persons(by_key.true) == {2, 6, 7}
    assert persons(by_key.false) == false
    findings = LinkedTables(published=TABLES, match=[key]).assess(people(), people())
    assert findings.value("false_rate") == pytest.approx(len(false) / 10)
    assert findings.value("false_of_matches") == pytest.approx(len(false) / (3 + len(false)))


def test_any_other_table_is_enough() -> None:
    by_key = found(match=[1], targets="any")
    # Persons 1 and 9 are alone in the second table, person 5 in none.
    assert persons(by_key.true) == {1, 2, 6, 7, 9}
    assert persons(by_key.false) == {5}


@pytest.mark.parametrize(
    ("threshold", "at_risk"), [(2, {2, 4, 6, 7, 9, 10}), (3, {2, 4, 6, 7, 9, 10}), (4, set(range(1, 11)))]
)
def test_cells_of_several_people(threshold: int, at_risk: set[int]) -> None:
    assert persons(found(threshold=threshold).true) == at_risk


def test_cells_that_are_the_only_ones() -> None:
    assert persons(found(sole="table").true) == {2, 6, 7}
    assert persons(found(sole="line").true) == {2, 6, 7, 10}
    alike = Microdata(pd.DataFrame({"sex": ["f"] * 5, "age": ["old"] * 5, "ward": list("aaabb")}))
    tables = ("sex × age", "age")
    for sole, at_risk in (("none", 0), ("table", 5), ("line", 5)):
        findings = LinkedTables(published=tables, sole=sole, area="ward").assess(alike, alike)
        assert findings.value("records_at_risk") == at_risk


def test_recoding_is_undone_by_a_table_of_the_original_values() -> None:
    assert found(*TABLES, "sex × age × ethnic", match=[4], targets="any").true.sum() == 7


def test_a_statistic_without_counts_is_no_table() -> None:
    # Two files with the same χ² whose cells differ: nobody can tell a count from it.
    one = np.array([[3, 1], [1, 3]])
    other = one[:, ::-1]
    assert chi_square(one) == chi_square(other)
    assert (one != other).all()
    with pytest.raises(DataError, match="names no table"):
        found("χ²(sex, ethnic)")


def chi_square(table: np.ndarray) -> float:
    expected = np.outer(table.sum(axis=1), table.sum(axis=0)) / table.sum()
    return float(((table - expected) ** 2 / expected).sum())


def test_dense_vectors_of_every_person() -> None:
    # Z, Y and D as section 2.2 writes them.
    frame = people().frame
    cells = [
        (first, second, pair)
        for (first, rows), (second, columns) in (
            (("age1", FIVE_YEARS), ("sex", SEXES)),
            (("age2", STAGES), ("ethnic", ETHNIC)),
            (("sex", SEXES), ("ethnic", ETHNIC)),
        )
        for pair in product(rows, columns)
    ]
    z = np.array([[(frame[a] == p) & (frame[b] == q)] for a, b, (p, q) in cells])[:, 0].T.astype(int)
    assert z.shape == (10, 62)
    y = z.sum(axis=0)
    d = [all(y[at] == 1 for at in np.flatnonzero(row)) for row in z]
    assert np.array_equal(found().true, d)


def test_any_two_tables_as_key_of_all() -> None:
    for first, second in combinations((1, 2, 3), 2):
        by_two = found(match=[first, second])
        # All three together are the same, whichever two of them are the key.
        assert persons(by_two.true) == {2, 6, 7}
        assert persons(by_two.false) == {(1, 2): {1, 9}, (1, 3): set(), (2, 3): {10}}[first, second]
