import pandas as pd
import pytest

from sdcdesk.core.microdata import Microdata
from sdcdesk.inspection.profile import distribution
from ui.plots.histogram import Histogram


@pytest.fixture
def chart(qtbot):
    made = Histogram("Distribution of x")
    qtbot.addWidget(made)
    made.resize(500, 220)
    with qtbot.waitExposed(made):
        made.show()
    return made


def data_of(values: list[object]) -> Microdata:
    return Microdata(pd.DataFrame({"x": values}))


def test_marks_of_a_linear_axis_stand_between_the_bins(chart):
    chart.set_distribution(distribution(data_of(list(range(100))), "x"))
    marks = chart.x_marks(*chart.view())
    assert [words for _, words in marks] == ["0", "25", "50", "75", "100"]
    # Twenty bins of five years: 25 is the lower end of the sixth.
    assert [place for place, _ in marks] == pytest.approx([-0.5, 4.5, 9.5, 14.5, 19.5])


def test_whole_codes_have_whole_marks_below_the_middle_of_their_bars(chart):
    chart.set_distribution(distribution(data_of([1, 2, 2, 3, 4]), "x"))
    assert chart.x_marks(*chart.view()) == [(0.0, "1"), (1.0, "2"), (2.0, "3"), (3.0, "4")]
    chart.set_distribution(distribution(data_of([1, 2]), "x"))
    assert [words for _, words in chart.x_marks(*chart.view())] == ["1", "2"]


def test_marks_of_a_logarithmic_axis_are_powers_of_ten(chart):
    values = [10.0**power for power in range(1, 6)]
    chart.set_distribution(distribution(data_of(values), "x", scale="logarithmic"))
    assert [words for _, words in chart.x_marks(*chart.view())] == ["10", "100", "1,000", "10,000", "100,000"]


def test_a_narrow_logarithmic_range_has_round_marks(chart):
    chart.set_distribution(distribution(data_of([20.0, 30.0, 40.0, 50.0]), "x", scale="logarithmic"))
    marks = [float(words) for _, words in chart.x_marks(*chart.view())]
    assert len(marks) >= 3
    assert 20 <= min(marks) < max(marks) <= 51


def test_zoomed_in_the_marks_follow(chart):
    chart.set_distribution(distribution(data_of(list(range(100))), "x"))
    marks = chart.x_marks(3.5, 7.5)
    assert [words for _, words in marks] == ["20", "25", "30", "35", "40"]


def test_categories_are_named(chart):
    chart.set_distribution(distribution(data_of(["b", "a", "a"]), "x"))
    assert chart.x_marks(*chart.view()) == [(0.0, "a"), (1.0, "b")]
    assert chart.words(0) == "a: 2"


def test_two_distributions_with_the_same_bins(chart):
    before = distribution(data_of([1, 2, 2]), "x")
    chart.set_distribution(before, distribution(data_of([2, 2, 2]), "x", like=before))
    assert chart.table() == [["", "original", "masked"], ["1", "1", "0"], ["2", "2", "3"]]


def test_nothing_to_show(chart):
    chart.set_distribution(distribution(data_of([None, None]), "x"))
    assert chart.count() == 0
    assert chart.x_marks(*chart.view()) == []
