"""Plots as SVG."""

import re
from dataclasses import replace
from xml.etree import ElementTree as ET

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.numbers.quantity import NUMBER, SHARE, Quantity
from sdcdesk.core.results.column import Column
from sdcdesk.core.results.plot import Axis, Line, Series
from sdcdesk.core.results.table import Table
from sdcdesk.report.svg import MOST_POINTS, RING, svg
from sdcdesk.report.svg_axes import cut, number_scale, text_width
from tests.report.conftest import plot, sizes


def parsed(text: str) -> ET.Element:
    return ET.fromstring(text)  # noqa: S314 - written here


def texts(text: str) -> list[str]:
    return ["".join(element.itertext()) for element in parsed(text).iter("text")]


@pytest.mark.parametrize("kind", ["curves", "bars", "points"])
def test_a_plot_is_whole_titled_described_and_always_the_same(kind: str) -> None:
    drawn = svg(plot(kind), sizes(8))
    root = parsed(drawn)
    assert root.find("title").text == "Right links by size"  # type: ignore[union-attr]
    assert "Right links" in root.find("desc").text  # type: ignore[union-attr,operator]
    assert drawn == svg(plot(kind), sizes(8))
    assert {"Size of the group", "Right", "original", "masked"} <= set(texts(drawn))
    assert "nan" not in drawn
    assert "script" not in drawn


def test_before_is_hollow_and_after_is_filled() -> None:
    bars = [bar.attrib for bar in parsed(svg(plot("bars"), sizes(4))).iter("rect")]
    assert {(bar["fill"] == "#fff", bar["stroke"]) for bar in bars} == {(True, "#616e7c"), (False, "#2d6cc4")}


def test_series_of_points_differ_by_shape_in_the_picture_and_the_legend() -> None:
    both = tuple(replace(one, role="value") for one in plot("points").series)
    root = parsed(svg(plot("points", series=both), sizes(4)))
    circles = {one.get("fill") for one in root.iter("circle")}
    squares = {one.get("fill") for one in root.iter("rect") if one.get("width") == "6"}
    assert len(circles) == len(squares) == 1
    assert circles != squares
    shapes = len(list(root.iter("circle"))), len(list(root.iter("rect")))
    assert min(shapes) > 1


def test_a_curve_runs_over_the_bars_and_takes_no_room_from_them() -> None:
    alone, over = plot("bars"), plot("bars")
    curve = replace(over.series[1], curve=True)
    alone, over = (
        replace(one, series=(over.series[0], *more)) for one, more in ((alone, ()), (over, (curve,)))
    )
    bars, both = (parsed(svg(one, sizes(4))) for one in (alone, over))
    widths = [
        {bar.get("width") for bar in root.iter("rect") if bar.get("height") != "10"} for root in (bars, both)
    ]
    assert widths[0] == widths[1]
    assert len(list(both.iter("polyline"))) == len(list(bars.iter("polyline"))) + 1


def test_a_value_that_is_not_defined_leaves_a_gap_and_a_dash() -> None:
    assert "–" in texts(svg(plot("bars"), sizes(4)))
    lines = [line.attrib["points"] for line in parsed(svg(plot(), sizes(5))).iter("polyline")]
    assert [len(points.split()) for points in lines] == [5, 4]


@pytest.mark.parametrize("kind", ["curves", "bars", "points"])
def test_cells_that_are_quantities_of_their_own_are_drawn_as_numbers_are(kind: str) -> None:
    table = sizes(8)
    own = [Quantity(value, SHARE) for value in table.frame["before"]]
    drawn = replace(table, frame=table.frame.assign(before=pd.Series(own, dtype=object)))
    assert svg(plot(kind), drawn) == svg(plot(kind), table)


def test_limits_are_dashed_lines_with_their_title_within_the_picture() -> None:
    drawn = svg(plot(), sizes(), [Line(0.97, "limit 97 %")])
    [line] = [line for line in parsed(drawn).iter("line") if "stroke-dasharray" in line.attrib]
    assert 40 <= float(line.attrib["y1"]) <= 252
    assert "limit 97 %" in texts(drawn)


def test_the_tallest_of_many_named_bars_has_its_name_below_it() -> None:
    heights = [float(row == 17) + 0.1 for row in range(60)]
    frame = pd.DataFrame({"part": [f"Part {row} of all" for row in range(60)], "loss": heights})
    columns = (Column("part", "Part", role="key"), Column("loss", "Loss", NUMBER))
    table = Table(name="parts", title="Loss", columns=columns, frame=frame)
    bars = plot("bars", x=Axis("Part", "part"), series=(Series("loss", "Loss"),))
    root = parsed(svg(bars, table))
    tallest = max(root.iter("rect"), key=lambda bar: float(bar.attrib["height"])).attrib
    middle = float(tallest["x"]) + (float(tallest["width"]) + 1) / 2
    [name] = [text for text in root.iter("text") if (text.text or "").startswith("Part 17")]
    assert float(name.attrib["x"]) == pytest.approx(middle, abs=0.1)


def test_text_is_escaped() -> None:
    drawn = svg(plot(title='<script>"&', series=(Series("before", "a<b", "before"),)), sizes())
    assert "<script>" not in drawn
    assert "a<b" in texts(drawn)


def many(rows: int) -> Table:
    rng = np.random.default_rng(1)
    frame = pd.DataFrame({"x": rng.normal(size=rows), "y": rng.normal(size=rows)})
    frame.loc[rows // 2, "y"] = 50.0
    return Table(
        name="group_sizes",
        title="Points",
        columns=(Column("x", "x", NUMBER), Column("y", "y", NUMBER)),
        frame=frame,
    )


def cloud(kind: str) -> object:
    axes = {"x": Axis("x", column="x", unit=NUMBER), "y": Axis("y", unit=NUMBER)}
    return plot(kind, series=(Series("y", "points"),), **axes)


def test_many_points_are_counted_in_cells_and_none_stands_for_itself() -> None:
    assert len(list(parsed(svg(cloud("points"), many(MOST_POINTS))).iter("circle"))) == MOST_POINTS  # type: ignore[arg-type]
    drawn = parsed(svg(cloud("points"), many(MOST_POINTS + 1)))  # type: ignore[arg-type]
    assert not list(drawn.iter("circle"))
    assert 1 < len(list(drawn.iter("rect"))) <= 40 * 24


def test_a_long_curve_is_thinned_and_keeps_its_peak() -> None:
    table = many(100_000)
    table.frame["x"] = np.arange(100_000.0)
    drawn = svg(cloud("curves"), table)  # type: ignore[arg-type]
    [line] = parsed(drawn).iter("polyline")
    points = [tuple(map(float, point.split(","))) for point in line.attrib["points"].split()]
    assert len(points) <= MOST_POINTS
    assert min(y for _, y in points) < 60, "the peak"
    assert [x for x, _ in points] == sorted(x for x, _ in points)


def test_a_logarithmic_axis_has_a_place_for_zero() -> None:
    axis = Axis("risk", scale="log")
    scale = number_scale([0.0, 0.001, 0.5], axis, SHARE, 300, 0, zero=False)
    assert scale.at(0.0) > scale.at(0.001) > scale.at(0.5)
    assert next(text for _, text in scale.marks) == "0\u202f%"


def test_coordinates_are_inside_and_labels_do_not_touch() -> None:
    table = sizes(60)
    names = [f"a rather long name {place}" for place in range(60)]
    table.frame.insert(0, "name", names)
    named = Table(
        name="group_sizes",
        title="Named",
        columns=(Column("name", "Name"), *table.columns),
        frame=table.frame,
    )
    drawn = svg(plot("bars", x=Axis("Name", column="name")), named)
    labels = [text for text in parsed(drawn).iter("text") if (text.text or "").startswith("a ")]
    places = [float(label.attrib["x"]) for label in labels]
    assert 2 <= len(labels) < 60
    for (left, first), (right, second) in zip(
        zip(places, labels, strict=True), zip(places[1:], labels[1:], strict=False), strict=False
    ):
        assert right - left >= 3 * (len(first.text or "") + len(second.text or ""))
    assert all(0 <= float(number) <= 560 for number in re.findall(r' x="([\d.-]+)"', drawn))


def test_a_plot_of_nothing_defined_is_drawn_empty() -> None:
    table = sizes()
    table.frame[["before", "after"]] = np.nan
    for kind in ("curves", "bars", "points"):
        assert "nan" not in svg(plot(kind), table)


def test_words_of_others_are_text_that_any_reader_of_xml_takes() -> None:
    drawn = svg(plot(series=(Series("before", "a\x00\x1b<b>\u202e", "before"),)), sizes(4))
    assert r"a\x00\x1b<b>\u202e" in texts(drawn)


@pytest.mark.parametrize("kind", ["curves", "bars", "points"])
def test_the_row_that_matters_most_is_ringed(kind: str) -> None:
    def rings(ringed: int | None) -> list[ET.Element]:
        drawn = parsed(svg(plot(kind, ringed=ringed), sizes(5)))
        return [each for each in drawn.iter() if each.get("stroke") == RING]

    [ring] = rings(2)
    assert ring.get("fill") == "none"
    assert not rings(None)
    assert not rings(99)


def test_the_end_of_a_long_name_is_kept() -> None:
    first, second = (cut(f"Amount in dollars, {kind}", 90) for kind in ("billed", "paid"))
    assert first != second
    assert first.endswith("lled")


def test_an_interval_stands_at_the_end_of_its_bar() -> None:
    table = sizes(4)
    table.frame["low"], table.frame["high"] = table.frame["before"] - 0.05, table.frame["before"] + 0.05
    whiskers = (Series("before", "Share", low="low", high="high"),)
    lines = [each.attrib for each in parsed(svg(plot("bars", series=whiskers), table)).iter("path")]
    assert len(lines) == 4
    assert not list(parsed(svg(plot("bars"), table)).iter("path"))


def test_a_point_without_a_name_has_none_beside_it() -> None:
    table = sizes(3)
    table.frame["who"] = ["Age", None, "Zip"]
    named = replace(table, columns=(*table.columns, Column("who", "Who")))
    drawn = texts(svg(plot("points", label="who"), named))
    assert {"Age", "Zip"} <= set(drawn)
    assert not {"nan", "None"} & set(drawn)


def test_the_name_of_a_point_at_the_edge_turns_to_its_other_side() -> None:
    table = sizes(3)
    table.frame["who"] = ["Age", "Sex", "Date of the last examination"]
    named = replace(table, columns=(*table.columns, Column("who", "Who")))
    drawn = parsed(svg(plot("points", label="who"), named)).iter("text")
    places = {"".join(one.itertext()): one for one in drawn}
    last = places[cut("Date of the last examination")]
    assert last.get("text-anchor") == "end"
    assert float(last.get("x", 0)) - text_width("".join(last.itertext())) > 0
    assert places["Age"].get("text-anchor") is None
