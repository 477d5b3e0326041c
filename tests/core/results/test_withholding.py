"""What findings lose before a document is written from them."""

from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.numbers.quantity import HOUSEHOLDS, NUMBER, RECORDS, SHARE, Quantity, share
from sdcdesk.core.results.column import Column, Secrecy
from sdcdesk.core.results.edition import Audience, Edition
from sdcdesk.core.results.findings import Declared, Findings, Note, Section
from sdcdesk.core.results.hidden_rows import hidden_rows, rows_below_minimum
from sdcdesk.core.results.limit import Judgement, Limit, Standing
from sdcdesk.core.results.plot import Axis, Plot, Series
from sdcdesk.core.results.table import Table
from sdcdesk.core.results.withholding import withheld, withheld_judgement, withheld_sentence
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.text.sentence import Against, joined, plain, sentence
from sdcdesk.release.verdict import judgement_text

MARKED = 8675309.25
"""A value of the data that no document may show."""

WITH_VALUES = Edition(Audience.INTERNAL, values=True)


def table(secrecy: Any = Secrecy.RECORD, key: Any = Secrecy.PUBLIC) -> Table:
    return Table(
        name="variables",
        title="Variables",
        columns=(
            Column("variable", "Variable", role="key", secrecy=key),
            Column("records", "Records", RECORDS),
            Column("median", "Median", NUMBER, secrecy=secrecy),
        ),
        frame=pd.DataFrame({"variable": ["income"], "records": [3], "median": [MARKED], "more": [MARKED]}),
        rows=lambda _row: np.array([0]),
    )


def plot(column: str) -> Plot:
    axis = Axis("Variable", column="variable")
    series = (Series(column, "Drawn"),)
    return Plot(name=column, title=column, kind="bars", table="variables", x=axis, y=Axis(""), series=series)


def findings(shown: Table, *more: Any) -> Findings:
    blocks = (shown, plot("median"), plot("records"), *more)
    return Findings(sections=(Section(name="all", blocks=blocks),), records={"income": np.array([MARKED])})


@pytest.mark.parametrize("threshold", [0, 5])
def test_a_column_that_the_frame_lacks_hides_nothing(threshold: int) -> None:
    lacking = table()
    lacking = replace(lacking, frame=lacking.frame.drop(columns="records").assign(variable=["income"]))
    whole = Findings(sections=(Section(name="all", blocks=(lacking,)),))
    found = withheld(whole, Edition(threshold=threshold))
    assert list(found.tables["variables"].frame) == ["variable"]


def test_columns_with_values_go_with_the_plots_that_draw_them() -> None:
    found = withheld(findings(table()))
    assert [column.name for column in found.tables["variables"].columns] == ["variable", "records"]
    assert list(found.tables["variables"].frame) == ["variable", "records"], "not even behind the columns"
    assert list(found.plots) == ["records"]
    assert found.notes == ("1 column is left out here: it holds values of the data.",)
    assert not found.records
    assert found.tables["variables"].rows is None


def test_values_stay_only_where_the_board_asks_for_them() -> None:
    found = withheld(findings(table()), WITH_VALUES)
    assert found.table("variables")["median"].tolist() == [MARKED]
    assert list(found.plots) == ["median", "records"]
    assert not found.notes
    assert "median" not in withheld(findings(table()), Edition(Audience.INTERNAL)).table("variables")
    with pytest.raises(ParameterError, match="internal"):
        Edition(Audience.PUBLIC, values=True)


@pytest.mark.parametrize("unknown", ["aggregates", None, "secret"])
def test_what_nobody_declared_is_left_out(unknown: object) -> None:
    for edition in (Edition(), WITH_VALUES):
        assert "median" not in withheld(findings(table(unknown)), edition).table("variables")


def test_a_table_without_what_names_its_rows_is_left_out_whole() -> None:
    found = withheld(findings(table(key=Secrecy.RECORD)))
    assert not found.tables
    assert not found.plots
    assert found.notes == ("2 columns are left out here: they hold values of the data.",)


def test_a_figure_that_is_a_value_is_left_out() -> None:
    largest = Declared("largest", "Largest income", NUMBER, "A value.", secrecy=Secrecy.RECORD)
    mean = Declared("mean", "Mean income", NUMBER, "An aggregate.")
    figures = [declared.figure(Quantity(MARKED, NUMBER)) for declared in (largest, mean)]
    assert list(withheld(findings(table(), *figures)).figures) == ["mean"]
    assert list(withheld(findings(table(), *figures), WITH_VALUES).figures) == ["largest", "mean"]


RARE = Edition(threshold=5)
ALONE = Declared("alone", "Records alone", RECORDS, "A count.", better="less")
LINKED = Declared("linked", "Linked", SHARE, "A share.")
SIZE = Declared("k", "Smallest group", RECORDS, "A size.", secrecy=Secrecy.PUBLIC)


def counted(*counts: int) -> Table:
    """Groups by their size, with the records in each."""
    return Table(
        name="variables",
        title="Groups",
        columns=(Column("size", "Size", RECORDS, role="key"), Column("records", "Records", RECORDS)),
        frame=pd.DataFrame({"size": range(1, len(counts) + 1), "records": counts}),
        about=sentence("{n} record is alone.", "{n} records are alone.", "n", n=counts[0]),
    )


def of_groups(*blocks: Any, **more: Any) -> Findings:
    return Findings(sections=(Section(name="all", blocks=blocks, **more),))


def test_rows_that_count_too_few_records_go_with_what_is_drawn_and_said_of_them() -> None:
    bars = replace(plot("records"), x=Axis("Size", column="size"), about=counted(3).about)
    found = of_groups(counted(3, 4, 5, 0), bars, about=counted(1).about)
    kept = withheld(found, RARE)
    assert kept.table("variables").to_numpy().tolist() == [[3, 5], [4, 0]], "sizes and nobody are told"
    told = (kept.sections[0].about, kept.tables["variables"].about, kept.plots["records"].about)
    assert list(told) == ["fewer than 5 records are alone."] * 3
    assert kept.notes == ("Rows that count fewer than 5 records are left out here.",)
    for whole in (withheld(found), withheld(found, replace(WITH_VALUES, threshold=5))):
        assert len(whole.table("variables")) == 4
        assert whole.sections[0].about == "1 record is alone."


@pytest.mark.parametrize("crossed", [(), ("a", "b")])
@pytest.mark.parametrize("seed", range(20))
def test_counts_are_hidden_alike_as_plain_numbers_and_as_quantities(
    seed: int, crossed: tuple[str, ...]
) -> None:
    rng = np.random.default_rng(seed)
    columns = (Column("a", "a", role="key"), Column("b", "b", role="key"), Column("n", "n", RECORDS))
    numbers = pd.array(np.where(rng.random(12) < 0.2, -1, rng.integers(0, 9, 12)), dtype="Int64")
    numbers[numbers < 0] = pd.NA
    frame = pd.DataFrame({"a": np.repeat([1, 2, 3], 4), "b": np.tile([1, 2, 3, 4], 3), "n": numbers})
    whole = Table(name="t", title="t", columns=columns, frame=frame, crossed=crossed)
    each = whole.with_quantities(lambda one: one, columns[-1:])
    edition = Edition(threshold=4)
    assert each.frame["n"].dtype == object
    assert hidden_rows(whole, edition).tolist() == hidden_rows(each, edition).tolist()
    few = numbers.to_numpy(dtype=float, na_value=0)
    assert rows_below_minimum(whole, edition).tolist() == [0 < one < 4 for one in few]


def test_a_sentence_counts_no_few_records_in_its_parts_either() -> None:
    few = sentence("{n} record is alone", "{n} records are alone", "n", n=np.int64(3))
    found = of_groups(notes=(Note(joined(["Of income", few, sentence("{n} are not.", n=30)])),))
    assert withheld(found, RARE).notes == ("Of income, fewer than 5 records are alone, 30 are not.",)


def test_figures_that_count_too_few_records_go_with_what_they_come_from() -> None:
    few, many = Quantity(4, RECORDS), Quantity(5, RECORDS)
    sure = LINKED.figure(share(5, 100, empty=""), computation=(("Right", few), ("1 ÷ all", "of 100")))
    found = of_groups(
        ALONE.figure(few),
        replace(ALONE.figure(many), name="others", before=few),
        LINKED.figure(share(4, 100, empty="")),
        replace(sure, name="sure"),
        SIZE.figure(Quantity(1, RECORDS)),
        notes=(
            Note(sentence("{n} records lie apart.", n=3)),
            Note(sentence("{n} do not.", n=Against(Quantity(4, RECORDS), 30))),
            Note(
                sentence("{n} records do, of them {part} at 1 place.", n=30, part=sentence("{some}", some=2))
            ),
            Note(plain("A value that is missing has distance 1.")),
        ),
    )
    kept = withheld(found, RARE)
    assert list(kept.figures) == ["others", "sure", "k"]
    assert kept.figure("others").before is None
    assert kept.figure("sure").computation == ()
    left_out = "2 figures are left out here: they count fewer than 5 records."
    assert kept.notes == (
        "fewer than 5 records lie apart.",
        "fewer than 5 records do not.",
        "30 records do, of them fewer than 5 at 1 place.",
        "A value that is missing has distance 1.",
        left_out,
    )


def test_constants_of_a_definition_count_nobody() -> None:
    spelt = LINKED.figure(share(50, 100, empty=""), computation=(("Of all", "1 ÷ 2 of each"),))
    assert withheld(of_groups(spelt), RARE).figure("linked").computation == spelt.computation
    told = (("Of all", sentence("{n} of each", n=2)),)
    counted = LINKED.figure(share(50, 100, empty=""), computation=told)
    assert withheld(of_groups(counted), RARE).figure("linked").computation == ()


def test_a_judgement_says_how_a_figure_stands_without_its_number() -> None:
    limit = Limit(measure="disclosure_risk", figure="records_below_k", value=3)
    judgement = Judgement(limit, Quantity(4, RECORDS))
    kept = withheld_judgement(judgement, RARE)
    assert (kept.standing, kept.quantity) == (Standing.BROKEN, None)
    assert judgement_text(kept) == "Records in groups below k: withheld, above the limit of 3"
    assert kept.to_json()["found"] is None
    assert withheld_judgement(judgement, Edition(threshold=4)) is judgement


def test_a_judgement_tells_a_size_which_counts_nobody_and_no_value_of_the_data() -> None:
    limit = Limit(measure="k_anonymity", figure="k", side="at least", value=2)
    size = Judgement(limit, Quantity(1, RECORDS), secrecy=Secrecy.PUBLIC)
    assert withheld_judgement(size, RARE) is size
    value = Judgement(limit, Quantity(MARKED, NUMBER), secrecy=Secrecy.RECORD)
    kept = withheld_judgement(value, RARE)
    assert (kept.standing, kept.quantity) == (Standing.KEPT, None)
    assert kept.why == "Withheld: it is a value of the data."
    assert withheld_judgement(value, WITH_VALUES) is value


def test_all_but_few_are_few() -> None:
    edition = Edition(threshold=5)
    assert edition.hides(share(2397, 2400, empty=""))
    assert edition.hides(share(3, 2400, empty=""))
    assert not edition.hides(share(2395, 2400, empty=""))
    assert not edition.hides(share(2400, 2400, empty="")), "nobody is left"
    assert not Edition().hides(share(2399, 2400, empty=""))


def test_few_households_are_few_people() -> None:
    edition = Edition(threshold=10)
    assert edition.hides(Quantity(9, HOUSEHOLDS))
    assert not edition.hides(Quantity(10, HOUSEHOLDS))


def test_sizes_of_groups_and_parameters_count_nobody_and_are_told() -> None:
    one, many = "{n} record is in groups below {k}.", "{n} records are in groups below {k}."
    left = withheld_sentence(sentence(one, many, "n", n=3, k=2), Edition(threshold=5))
    assert left == "fewer than 5 records are in groups below 2."
