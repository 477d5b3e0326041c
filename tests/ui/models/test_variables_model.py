import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QLocale, Qt
from PySide6.QtTest import QAbstractItemModelTester

from sdcdesk.core.microdata import Microdata
from sdcdesk.core.progress import SILENT
from sdcdesk.core.variable import Role, Scale, Variable
from ui.models.categories_model import MOST, CategoriesModel, arranged, occurring
from ui.models.categories_model import Column as CategoryColumn
from ui.models.variables_model import UNKNOWN, Column, Row, Suggestion, VariablesModel
from ui.pages.variables.codes import read_codes, write_codes
from ui.pages.variables.facts import Declined, Facts, look, row, unknown

CHECK = Qt.ItemDataRole.CheckStateRole


@pytest.fixture(autouse=True)
def english():
    usual = QLocale()
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedKingdom))
    yield
    QLocale.setDefault(usual)


def looked(data: Microdata) -> dict[str, Facts]:
    facts: dict[str, Facts] = {}
    look(data, facts, SILENT)
    return facts


def rows_of(data: Microdata, declined: Declined | None = None) -> dict[str, Row]:
    facts = looked(data)
    return {one.name: row(one, facts[one.name], declined or Declined()) for one in data.variables}


PEOPLE = Microdata(
    pd.DataFrame(
        {
            "age": [31, 40, 52, 17] * 10,
            "sex": ["F", "M", None, "F"] * 10,
            "zip": [f"{number:05}" for number in range(40)],
            "bill": [41.831, 1234.5, 110_685.4, 10.0] * 10,
            "code": [1, 2, 3, 2] * 10,
        }
    )
)


def test_values_are_said_in_words() -> None:
    rows = rows_of(PEOPLE)
    assert {name: one.values for name, one in rows.items()} == {
        "age": "17 to 52",
        "sex": "F, M",
        "zip": "40 different",
        "bill": "10 to 110,685",
        "code": "1 to 3",
    }
    assert (rows["sex"].different, rows["sex"].missing) == (2, 10)


def test_values_follow_role_and_scale() -> None:
    described = PEOPLE.describe(
        Variable(name="zip", role=Role.IDENTIFIER),
        Variable(name="code", scale=Scale.NOMINAL),
        Variable(name="bill", scale=Scale.CONTINUOUS, missing=(110_685.4,)),
        Variable(name="age", scale=Scale.ORDINAL, categories=(17, 31, 40)),
    )
    values = {name: one.values for name, one in rows_of(described).items()}
    assert values["zip"] == "", "an identifier's values say nothing"
    assert values["code"] == "1, 2, 3"
    assert values["bill"] == "10 to 1,234"
    assert values["age"] == "4 categories", "one has no place in the order, and is not named"


def test_a_suggestion_is_open_until_it_is_answered() -> None:
    rows = rows_of(PEOPLE)
    assert rows["sex"].suggestion is not None
    assert rows["sex"].suggestion.words == "Key?"
    assert rows["code"].suggestion is not None
    assert rows["code"].suggestion.words == "Nominal?"
    answered = rows_of(PEOPLE, Declined({"sex"}, {"code"}))
    assert answered["sex"].suggestion is None
    assert answered["code"].suggestion is None


def test_a_role_that_was_chosen_is_not_questioned() -> None:
    chosen = PEOPLE.describe(Variable(name="sex", role=Role.STRATUM))
    sex = rows_of(chosen)["sex"]
    assert sex.suggestion is None
    assert sex.reason == "Your choice"


def test_both_role_and_scale_can_be_suggested() -> None:
    suggestion = Suggestion(Role.KEY, Scale.NOMINAL, "Because")
    assert suggestion.words == "Key, nominal?"


def test_the_contradiction_of_an_older_description_is_not_shown() -> None:
    weight = Variable(name="bill", role=Role.WEIGHT, scale=Scale.CONTINUOUS)
    data = Microdata(pd.DataFrame({"bill": [1.0, -2.0]}), [weight])
    facts = looked(data)["bill"]
    shown = row(weight, facts, Declined())
    assert shown.why == "A weight must not be negative: 1 record"
    assert row(weight.changed(role=Role.OTHER), facts, Declined()).contradiction is None


def test_only_what_is_described_anew_is_looked_at_again() -> None:
    facts = looked(PEOPLE)
    assert unknown(PEOPLE, facts) == []
    changed = PEOPLE.describe(Variable(name="sex", role=Role.KEY))
    assert unknown(changed, facts) == ["sex"]
    before = facts["sex"].inspection
    look(changed, facts, SILENT)
    assert facts["sex"].inspection is before, "a role changes no value"
    coded = changed.describe(Variable(name="sex", role=Role.KEY, missing=("M",)))
    look(coded, facts, SILENT)
    assert facts["sex"].inspection.missing == 20


def test_the_model_is_a_proper_one(qtbot) -> None:  # noqa: ARG001 - Qt is needed
    model = VariablesModel()
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    model.set_rows(list(rows_of(PEOPLE).values()))
    assert model.rowCount() == 5
    assert model.headerData(Column.WHY, Qt.Orientation.Horizontal) == "Why this role"
    assert model.index(1, Column.DIFFERENT).data() == "2"
    assert model.index(1, Column.ROLE).flags() & Qt.ItemFlag.ItemIsEditable
    assert not model.index(1, Column.WHY).flags() & Qt.ItemFlag.ItemIsEditable
    spoken = model.index(1, Column.ROLE).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "Role of sex: Other"


def test_rows_of_the_same_variables_replace_each_other_in_place(qtbot) -> None:
    model = VariablesModel()
    rows = list(rows_of(PEOPLE).values())
    with qtbot.waitSignal(model.modelReset):
        model.set_rows(rows)
    with qtbot.assertNotEmitted(model.modelReset), qtbot.waitSignal(model.dataChanged):
        model.set_rows([Row(one.variable.changed(role=Role.KEY)) for one in rows])
    assert model.index(0, Column.MISSING).data() == UNKNOWN


SCHOOL = Microdata(
    pd.DataFrame({"school": ["low", "high", None, "college", "low", "none"]}),
    [Variable(name="school", scale="ordinal", categories=("low", "middle", "high"), missing=("none",))],
)


def test_categories_stand_in_their_order_then_what_is_missing() -> None:
    found = occurring(SCHOOL, "school")
    rows = arranged(SCHOOL.variable("school"), found)
    assert [(one.value, one.records, one.missing, one.placed) for one in rows] == [
        ("low", 2, False, True),
        ("middle", 0, False, True),
        ("high", 1, False, True),
        ("college", 1, False, False),
        ("none", 1, True, True),
        (None, 1, True, True),
    ]
    assert sum(one.share for one in rows) == pytest.approx(1.0)


def test_a_code_that_does_not_occur_is_listed_too() -> None:
    variable = Variable(name="age", missing=(-9,))
    data = Microdata(pd.DataFrame({"age": [2, 1, 2]}), [variable])
    rows = arranged(variable, occurring(data, "age"))
    assert [(one.value, one.records, one.missing) for one in rows] == [
        (1, 1, False),
        (2, 2, False),
        (-9, 0, True),
    ]


def test_too_many_values_are_counted_but_not_listed() -> None:
    data = Microdata(pd.DataFrame({"number": range(MOST + 1)}))
    found = occurring(data, "number")
    assert (found.different, found.counts) == (MOST + 1, {})


@pytest.fixture
def school(qtbot):  # noqa: ARG001 - Qt is needed
    model = CategoriesModel()
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    variable = SCHOOL.variable("school")
    model.show_rows(arranged(variable, occurring(SCHOOL, "school")), movable=True)
    return model


def test_a_move_asks_for_the_whole_order(school, qtbot) -> None:
    with qtbot.waitSignal(school.ordered) as asked:
        school.move(3, 1)
    assert asked.args == [("low", "college", "middle", "high")]


@pytest.mark.parametrize(("start", "end"), [(0, -1), (3, 4), (4, 0), (0, 0)])
def test_a_move_among_what_is_missing_asks_nothing(school, qtbot, start: int, end: int) -> None:
    with qtbot.assertNotEmitted(school.ordered):
        school.move(start, end)


@pytest.mark.parametrize(
    ("dragged", "before", "order"),
    [
        (0, 3, ("middle", "high", "low", "college")),
        (3, 0, ("college", "low", "middle", "high")),
        (0, 6, ("middle", "high", "college", "low")),
    ],
)
def test_a_drop_moves(school, qtbot, dragged: int, before: int, order: tuple[str, ...]) -> None:
    mime = school.mimeData([school.index(dragged, 0)])
    with qtbot.waitSignal(school.ordered) as asked:
        school.dropMimeData(mime, Qt.DropAction.MoveAction, before, 0, school.index(-1, -1))
    assert asked.args == [order]


def test_a_tick_asks_for_a_missing_code(school, qtbot) -> None:
    box = school.index(1, CategoryColumn.MISSING)
    assert box.data(CHECK) == Qt.CheckState.Unchecked
    with qtbot.waitSignal(school.ticked) as asked:
        school.setData(box, Qt.CheckState.Checked, CHECK)
    assert asked.args == ["middle", True]
    empty = school.index(5, CategoryColumn.MISSING)
    assert not empty.flags() & Qt.ItemFlag.ItemIsUserCheckable
    assert not school.setData(empty, Qt.CheckState.Unchecked, CHECK), "an empty cell is missing anyway"


@pytest.mark.parametrize(
    ("text", "numeric", "codes"),
    [
        ("-9; 99", True, (-9, 99)),
        ("9, 9.5", True, (9, 9.5)),
        ("9, NA", False, ("9", "NA")),
        ("refused, later; NA", False, ("refused, later", "NA")),
        ("", True, ()),
        (" ; 7;7 ", True, (7,)),
    ],
)
def test_codes_are_read_as_people_type_them(text: str, numeric: bool, codes: tuple[object, ...]) -> None:
    assert read_codes(text, numeric=numeric) == codes


def test_a_word_is_no_code_among_numbers() -> None:
    with pytest.raises(ValueError, match="holds numbers, and “NA” is none"):
        read_codes("9; NA", numeric=True)


def test_a_decimal_comma_parts_no_codes() -> None:
    QLocale.setDefault(QLocale(QLocale.Language.German))
    assert read_codes("9,5; 7", numeric=True) == (9.5, 7)
    assert read_codes("9,5", numeric=True) == (9.5,)
    assert write_codes((9.5,)) == "9,5;"


@given(st.lists(st.integers(-(10**9), 10**9) | st.floats(-1e6, 1e6, width=32), unique=True, max_size=4))
def test_numbers_are_read_as_they_were_written(codes: list[float]) -> None:
    assert read_codes(write_codes(codes), numeric=True) == tuple(codes)


@given(st.lists(st.text("ab, 9-", min_size=1).map(str.strip).filter(bool), unique=True, max_size=4))
def test_words_are_read_as_they_were_written(codes: list[str]) -> None:
    assert read_codes(write_codes(codes), numeric=False) == tuple(codes)
