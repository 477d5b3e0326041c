"""The measure of linked tables: who is in which table, and what the public edition tells."""

import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.results.edition import Edition
from sdcdesk.core.results.withholding import withheld
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import Progress
from sdcdesk.risk import LinkedTables


def people() -> Microdata:
    frame = pd.DataFrame(
        {
            "ward": ["a", "a", "a", "a", "b", "b", None],
            "sex": ["m", "f", "f", None, "m", "m", "m"],
            "job": ["x", "y", "y", "z", "x", None, "x"],
        }
    ).astype(object)
    return Microdata(frame)


def at_risk(*published: str, **choices: object) -> list[int]:
    """Return the places of those at risk."""
    found = LinkedTables(published=published, **choices).matches(people(), people(), Progress())
    return [at for at, there in enumerate(found.true.tolist()) if there]


def test_records_without_an_area_are_an_area() -> None:
    assert at_risk("sex", area="ward") == [0, 3, 6]


def test_missing_values_are_a_category_or_outside() -> None:
    assert at_risk("sex", "job", area="ward") == [0, 3, 6]
    # The fourth has no sex, and is alone by the job; the sixth has no job, and is not alone by sex.
    assert at_risk("sex", "job", area="ward", missing="outside") == [0, 3, 6]
    assert at_risk("sex × job", area="ward", missing="outside") == [0, 4, 6]


def test_only_values_that_count_are_in_a_table() -> None:
    # Men count: of ward a the first; the women and the one without a sex are in no table.
    assert at_risk("sex", area="ward", universe={"sex": ["m"]}) == [0, 6]
    # A table without the variable counts all.
    assert at_risk("sex", "job", area="ward", universe={"sex": ["m"]}) == [0, 3, 6]
    assert at_risk("sex × job", area="ward", universe={"job": ["y", "z"]}) == [3]
    with pytest.raises(DataError, match="job lacks a value"):
        at_risk("job", universe={"job": ["w"]})


def test_a_table_has_a_universe_of_its_own() -> None:
    """As tables of those who work, beside tables of all; against records looked at one by one."""
    frame = people().frame.astype(object)
    for universe in (
        {"2: job": ["y", "z"]},
        {"1: job": ["x"], "2: sex": ["f"]},
        {"2: ward": ["a"], "sex": ["m", "f"]},
    ):
        published = ("sex", "job")
        expected = []
        for place, record in frame.iterrows():
            inside, alone = False, True
            for number, name in enumerate(published, start=1):
                own = {
                    key.split(": ")[-1]: wanted
                    for key, wanted in universe.items()
                    if key == name or key.startswith(f"{number}: ")
                }
                counting = frame[
                    [all(row[key] in wanted for key, wanted in own.items()) for _, row in frame.iterrows()]
                ]
                if place in counting.index:
                    inside = True
                    same = counting[counting["ward"].map(str) == str(record["ward"])]
                    alone &= (same[name].map(str) == str(record[name])).sum() == 1
            if inside and alone:
                expected.append(place)
        assert at_risk(*published, area="ward", universe=universe) == expected, universe
    with pytest.raises(DataError, match="none has the number 3"):
        at_risk("sex", "job", universe={"3: job": ["y"]})
    with pytest.raises(DataError, match="job lacks a value"):
        at_risk("sex", "job", universe={"1: job": ["w"]})
    with pytest.raises(DataError, match="work lacks a value"):
        at_risk("sex", "job", universe={"1: work": ["yes"]})


def test_rows_of_an_area_are_those_at_risk() -> None:
    findings = LinkedTables(published=("sex",), area="ward").assess(people(), people())
    table = findings.tables["areas"]
    assert table.frame["at_risk"].tolist() == [1, 2, 0]
    assert table.frame["area"].astype(str).tolist()[0] == "missing"
    assert table.frame["records"].tolist() == [1, 4, 2]


def test_a_public_document_names_no_area() -> None:
    findings = LinkedTables(published=("sex",), area="ward").assess(people(), people())
    public = withheld(findings, Edition(threshold=5))
    assert "area" in findings.tables["areas"].frame
    assert all("area" not in table.frame for table in public.tables.values())
    # A few records at risk, or the people of a small area.
    assert not {"risk", "vanishes_above", "largest_area_risk"} & set(public.figures)
