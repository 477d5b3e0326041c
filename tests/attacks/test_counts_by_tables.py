"""Attack: how many people were ill follows from the released file and from how far its tables moved.

With all digits CTBIL of a variable with two values is twice the difference of one count, which is then known
but for its sign; PRAM with a known matrix says which sign it has.
"""

from collections.abc import Iterator
from itertools import compress
from math import floor, log, sqrt

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Variable
from sdcdesk.core.numbers.contributions import COUNTED_TOGETHER
from sdcdesk.core.numbers.quantity import Quantity
from sdcdesk.core.operations.measure import Measure
from sdcdesk.core.results.edition import EVERYTHING, WITHHELD, Edition
from sdcdesk.core.results.findings import Findings
from sdcdesk.core.results.withholding import withheld
from sdcdesk.loss import Ctbil, Ebil, Pril, Validity
from sdcdesk.masking import Pram

RECORDS = 400


def survey(seed: int) -> tuple[Microdata, Microdata]:
    random = np.random.default_rng(seed)
    frame = pd.DataFrame(
        {
            "ill": random.choice(["yes", "no"], RECORDS, p=[0.2, 0.8]),
            "town": random.choice(list("ab"), RECORDS),
        }
    )
    original = Microdata(frame, [Variable(name="ill", role=Role.CONFIDENTIAL)])
    return original, Pram(variable="ill", diagonal=80.0).apply(original, seed=seed)


def told(findings: Findings, names: str) -> Iterator[tuple[str, Quantity]]:
    """Walk through what stands in a document of the table of some variables, with what it is called."""
    for name, figure in findings.figures.items():
        yield name, figure.quantity
    for name in ("dimensions", "tables"):
        table = findings.tables[name]
        for column in (one for one in table.columns if one.name.startswith("ctbil")):
            rows = table.frame["variables"] == names if name == "tables" else [True]
            yield from ((column.name, table.quantities(column)[at]) for at in np.flatnonzero(rows))


def possible(original: Microdata, masked: Microdata, edition: Edition) -> list[int]:
    """Return how many people may have been ill, by all that a document says of the table of the diagnosis."""
    findings = withheld(Ctbil(variables=["ill"], largest=1).assess(original, masked), edition)
    now = int((masked.frame["ill"] == "yes").sum())
    cells = {"ctbil": 1, "ctbil_normalised": 2, "ctbil_share": 2 * RECORDS}
    left = []
    for before in range(now):  # PRAM that keeps 80 % of values makes a fifth of people ill more than a fifth
        found = True
        for name, quantity in told(findings, "ill"):
            if quantity.value is None:
                assert name == "ctbil_normalised", "beside CTBIL it tells how many cells there are"
                continue
            gap = abs(2 * (now - before) / cells[name] - quantity.value)
            found &= gap < (quantity.rounded_to or 1e-9)
        left += [before] if found else []
    return left


@pytest.mark.parametrize("seed", range(8))
def test_no_count_of_the_original_follows_from_the_distance_of_its_table(seed: int) -> None:
    original, masked = survey(seed)
    true = int((original.frame["ill"] == "yes").sum())
    assert possible(original, masked, EVERYTHING) == [true], "else this test proves nothing"
    left = possible(original, masked, WITHHELD)
    assert true in left
    assert len(left) >= COUNTED_TOGETHER


def test_tables_that_happen_to_agree_are_not_told_to_agree() -> None:
    original, masked = survey(1)
    turned = masked.assign({"ill": original.column("ill").iloc[::-1].reset_index(drop=True)})
    found = Ctbil(variables=["ill", "town"], largest=1).assess(original, turned)
    assert found.table("tables")["ctbil"].tolist() == [0, 0]
    published = dict(zip(["ill", "town"], (q for _, q in told_rows(withheld(found, WITHHELD))), strict=True))
    assert published["ill"].rounded_to, "0 would say how many people were ill"
    assert published["town"].value == 0, "nothing was done to it, as everybody knows"
    assert published["town"].rounded_to is None


def told_rows(findings: Findings) -> Iterator[tuple[str, Quantity]]:
    table = findings.tables["tables"]
    yield from (
        (column.name, one)
        for column in table.columns
        if column.name == "ctbil"
        for one in table.quantities(column)
    )


def test_no_category_stands_in_a_document_but_that_of_the_owner() -> None:
    found = Ctbil().assess(*survey(2))
    assert "cells" in withheld(found, EVERYTHING).tables
    assert "cells" not in withheld(found, WITHHELD).tables


@pytest.mark.parametrize(("edition", "most", "least"), [(EVERYTHING, 1.0, 1.0), (WITHHELD, 0.4, -0.4)])
def test_whether_a_diagnosis_was_changed_follows_from_no_two_editions(
    edition: Edition, most: float, least: float
) -> None:
    original, masked = survey(4)
    changed = original.frame["ill"] != masked.frame["ill"]
    measure, moved = Ctbil(variables=["ill"], largest=1, scaled=False), []
    whole = withheld(measure.assess(original, masked), edition).figures["ctbil"].value
    for person in range(30):
        rest = np.arange(RECORDS) != person
        part = Microdata(original.frame[rest].reset_index(drop=True), original.variables)
        left = part.assign({"ill": masked.frame["ill"][rest].reset_index(drop=True)})
        left = left.with_lineage(left.lineage.drawn(part.lineage, seed=1, stream=0))
        moved.append(withheld(measure.assess(part, left), edition).figures["ctbil"].value != whole)
    true = changed[:30].to_numpy()
    told = np.array(moved)
    assert least <= told[true].mean() - told[~true].mean() <= most


@pytest.mark.parametrize("measure", [Ctbil(), Ebil(), Pril(), Validity()], ids=lambda one: one.name)
def test_nothing_is_told_of_a_variable_whose_masking_is_secret(measure: Measure) -> None:
    findings = withheld(measure.assess(*survey(3)), Edition(secret=frozenset({"ill"})))
    assert all(figure.value is None for figure in findings.figures.values())
    rows = [
        [str(cell) for cell in row]
        for table in findings.tables.values()
        for row in table.frame.itertuples(index=False)
    ]
    assert not [row for row in rows if "ill" in row[0]]
    assert measure.name == "validity" or [row for row in rows if row[0] == "town"]


def trades(rare: bool) -> tuple[Microdata, Microdata]:
    """Return a survey and what is released; one person, whose trade is hidden, may have a rare one."""
    random = np.random.default_rng(9)
    trade = random.choice(["baker", "smith", "weaver"], RECORDS)
    trade[0] = "diver" if rare else "baker"
    original = Microdata(
        pd.DataFrame({"trade": trade, "town": random.choice(list("ab"), RECORDS)}),
        [Variable(name="trade", role=Role.CONFIDENTIAL)],
    )
    return original, original.assign({"trade": original.column("trade").mask(np.arange(RECORDS) < 100)})


def cells_by(findings: Findings) -> set[float]:
    """Return how many trades there may have been, by the cells that are told, and by CTBIL for each cell."""
    row = findings.tables["tables"].frame["variables"] == "trade"
    table = findings.tables["tables"]
    cells, whole, normalised = (
        table.quantities(column)[int(np.flatnonzero(row)[0])]
        for column in table.columns
        if column.name in ("cells", "ctbil", "ctbil_normalised")
    )
    found = set() if cells.value is None else {float(cells.value)}
    if normalised.value:
        found.add(round(float(whole.value or 0) / normalised.value))
    return found


def test_no_number_of_cells_tells_of_a_category_that_was_hidden() -> None:
    inside, public = (
        [cells_by(withheld(Ctbil().assess(*trades(rare)), edition)) for rare in (False, True)]
        for edition in (EVERYTHING, WITHHELD)
    )
    assert inside == [{4.0}, {5.0}], "else this test proves nothing"
    assert public[0] == public[1]


def neighbours(person: int, *, ill: bool) -> tuple[Microdata, Microdata]:
    """Return a survey of many variables; whether one person is ill is what an intruder lacks."""
    random = np.random.default_rng(person)
    frame = pd.DataFrame({f"k{place}": random.choice(list("abcd"), RECORDS) for place in range(9)})
    true = random.choice(["yes", "no"], RECORDS, p=[0.3, 0.7])
    drawn = np.where(random.random(RECORDS) < 0.2, random.choice(["yes", "no"], RECORDS), true)
    true[0] = "yes" if ill else "no"
    drawn[0] = "no"
    original = Microdata(frame.assign(ill=true), [Variable(name="ill", role=Role.CONFIDENTIAL)])
    return original, original.assign({"ill": pd.Series(drawn)})


def evidence(edition: Edition, grain: float, step: float) -> float:
    """Return by how much all tables together speak for the truth, in logarithms of odds, on average."""
    people, found, measure = 4, 0.0, Ctbil(largest=3)
    for person in range(people):
        true = person % 2
        both = [measure.assess(*neighbours(person, ill=ill)) for ill in (False, True)]
        rows = both[0].tables["tables"].frame["variables"].str.contains("ill").to_numpy()
        public = [one for _, one in told_rows(withheld(both[true], edition))]
        counts = zip(*(one.table("tables")["ctbil"] for one in both), strict=True)
        for one, numbers in compress(zip(public, counts, strict=True), rows):
            assert one.value is not None
            odds = [log(likely(round(one.value / step), number / grain)) for number in numbers]
            found += odds[true] - odds[1 - true]
    return found / people


def test_many_tables_together_tell_little_of_one_person() -> None:
    """In steps of ten records each, 46 tables were right of 34 in 40 people."""
    wider = COUNTED_TOGETHER * 2 * sqrt(46 / 2)
    assert evidence(EVERYTHING, 1.0, 1.0) > 100, "else this test proves nothing"
    assert evidence(WITHHELD, wider, 100.0) < 0.5


def likely(told: int, count: float) -> float:
    """Return how likely so many steps are told of a number that is rounded up or down at random."""
    below = floor(count)
    return {below: 1 - (count - below), below + 1: count - below}.get(told, 0.0) or 0.003
