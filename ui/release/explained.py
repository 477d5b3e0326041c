"""What the figures of the release check are: meaning, computation with this file's numbers, source."""

from typing import Any

import numpy as np

from sdcdesk.core.assessment import Assessment
from sdcdesk.core.table import rows_to_json
from sdcdesk.release.risk_loss_path import PathPoint
from ui.widgets.numbers import count, decimal, percent
from ui.widgets.what_is_this import Explanation

LONGEST = 6
"""Rows of a computation; the rest is one row more."""

LINKS = (("records", "Show these records"), ("manual", "Manual page"))

SOURCE = "Truta et al. 2004, 2006"

TITLES = {
    "dr_min": "Minimal disclosure risk, DR<sub>min</sub>",
    "dr_weighted": "Weighted disclosure risk, DR<sub>W</sub>",
    "dr_max": "Maximal disclosure risk, DR<sub>max</sub>",
    "k": "Smallest group, k",
}

MEANINGS = {
    "dr_min": "The share of records that an intruder surely finds: people who are alone with what the "
    "intruder knows, in the original file and in the masked one.",
    "dr_weighted": "The share of records that an intruder links correctly, where your weight matrix says how "
    "much each group size counts. Always between surely and guessing.",
    "dr_max": "The share of records that an intruder links correctly by guessing among all people who look "
    "alike, in the file where more of them do.",
    "k": "The smallest number of released records that look alike to the intruder. Who shares a group with "
    "few others is found more easily.",
}

CHECK = Explanation(
    "Release check",
    "Says whether the masked file keeps to the limits that you set, in every disclosure scenario. The file "
    "is safe only if it is safe in all of them, so the worst one is shown.",
    source="Truta et al. 2004",
)


def explained(name: str, after: Assessment, wanted: int) -> Explanation:
    """Return what a figure of the disclosure risk is.

    Parameters
    ----------
    name
        "dr_min", "dr_weighted", "dr_max" or "k".
    after
        The assessment of the masked file.
    wanted
        Group size below which records are counted.
    """
    rows = {"dr_min": _minimal, "dr_weighted": _weighted, "dr_max": _maximal}
    computed = _groups(after, wanted) if name == "k" else rows[name](after)
    paragraph = MEANINGS[name]
    if name in ("dr_weighted", "dr_max"):
        paragraph += f" {exactness(after)}"
    links = LINKS if len(concerned(name, after, wanted)) else LINKS[1:]
    return Explanation(TITLES[name], paragraph, tuple(computed), links, SOURCE)


def exactness(after: Assessment) -> str:
    """Return whether the figures are exact, as a sentence."""
    if after.value("exactness") == "exact":
        return "Exact for an intruder who links one-to-one and knows nothing else."
    return "An upper bound: the chance of a right link may be smaller."


def concerned(name: str, after: Assessment, wanted: int) -> np.ndarray:
    """Return the positions (int64, in the original) of the records that a figure counts."""
    now, before = after.record("f"), after.record("F")
    chosen = {
        "dr_min": (now == 1) & (before == 1),
        "dr_weighted": after.record("contribution") > 0,
        "dr_max": after.record("contribution") >= 0,
        "k": now < wanted,
    }[name]
    rows: np.ndarray = after.masked.rows[chosen]
    return rows


def concerned_words(name: str, wanted: int) -> str:
    """Return why these records are shown."""
    words = {"dr_min": "alone in both files", "dr_weighted": "counted in DR_W", "dr_max": "released"}
    return words.get(name, f"in groups below {wanted}")


def loss_explained(loss: float, parts: Assessment | None) -> Explanation:
    """Return what the information loss is, from its parts where they were computed."""
    paragraph = (
        "Mean of what each variable and the sampling lost: 0 is the original, 100 tells nothing. A compass "
        "for choosing steps; it does not say what users of the file can still find out."
    )
    rows: list[tuple[str, str]] = []
    if parts is not None:
        found = [row for row in rows_to_json(parts.table("parts")) if row["loss"] is not None]
        found.sort(key=lambda row: -row["loss"])
        rows = [(part_name(row["part"]), decimal(row["loss"], 2)) for row in found[:LONGEST]]
        if len(found) > LONGEST:
            most = decimal(found[LONGEST]["loss"], 2)
            rows.append((f"{len(found) - LONGEST} other parts", f"at most {most}"))
        rows.append(("Mean" if _alike(found) else "Weighted mean", decimal(loss, 2)))
    return Explanation("Information loss", paragraph, tuple(rows), LINKS[1:], "Defined by this program")


def part_name(name: str) -> str:
    """Return the name of a part of the loss: a variable's own, or words with a capital."""
    return "Records left out" if name == "records left out" else name


def path_explained(path: tuple[PathPoint, ...], scenario: str) -> Explanation:
    """Return what the small map is."""
    rows = []
    for point in path[-LONGEST:]:
        name = "Original" if point.step == 0 else f"After step {point.step}"
        risk = percent(point.risks.get(scenario))
        rows.append((name, f"{risk} at loss {decimal(point.loss, 2)}"))
    paragraph = (
        "Where the file stands after every step: to the right it has lost more, upwards it is riskier. The "
        "scale of the risk is logarithmic. A good step goes down a lot and right a little."
    )
    return Explanation("Risk against loss", paragraph, tuple(rows))


def _minimal(after: Assessment) -> list[tuple[str, str]]:
    alone = sum(row["count"] for row in _cells(after, "classification") if row["i"] == row["j"] == 1)
    whole = _whole(after)
    return [
        ("Alone in both files", count(alone)),
        ("Records of the original", count(whole)),
        (f"{count(alone)} ÷ {count(whole)}", percent(_share(after, "dr_min"))),
    ]


def _weighted(after: Assessment) -> list[tuple[str, str]]:
    cells = [row for row in _cells(after, "contributions") if row["contribution"] > 0]
    cells.sort(key=lambda row: -row["contribution"])
    rows = [(_pair(row["i"], row["j"]), _product(row)) for row in cells[:LONGEST]]
    first, share, whole = (
        after.parameters["weights"]["block"][0][0],
        _share(after, "dr_weighted"),
        _whole(after),
    )
    if len(cells) > LONGEST:
        others = sum(row["contribution"] for row in cells[LONGEST:]) * whole * first
        rows.append((f"{count(len(cells) - LONGEST)} other pairs of sizes", _short(others)))
    total = _short(share * whole * first)
    return [*rows, (f"{total} ÷ ({count(whole)} × {_short(first)})", percent(share))]


def _maximal(after: Assessment) -> list[tuple[str, str]]:
    whole, share = _whole(after), _share(after, "dr_max")
    links = decimal(share * whole, 1)
    return [
        ("Released records", count(len(after.masked))),
        ("Right links when guessing: 1 ÷ size of the group, added up", links),
        (f"{links} ÷ {count(whole)} records of the original", percent(share)),
    ]


def _groups(after: Assessment, wanted: int) -> list[tuple[str, str]]:
    sizes = [row for row in _cells(after, "group_sizes") if row["records_after"] and row["size"] < wanted]
    rows = [(f"Records in groups of {row['size']}", count(row["records_after"])) for row in sizes[:LONGEST]]
    below = after.value("records_below_k")
    rows.append((f"Records in groups below {wanted}", count(below) if isinstance(below, int) else "–"))
    return rows


def _cells(after: Assessment, table: str) -> list[dict[str, Any]]:
    return rows_to_json(after.table(table))


def _alike(parts: list[dict[str, Any]]) -> bool:
    return len({row["weight"] for row in parts}) <= 1


def _whole(after: Assessment) -> int:
    return len(after.original)


def _share(after: Assessment, name: str) -> float:
    value = after.value(name)
    return float(value) if isinstance(value, float | int) else 0.0


def _pair(now: int, before: int) -> str:
    if now == before:
        return f"{_size(now)} in both files"
    return f"{_size(now)} now, {_size(before).lower()} before"


def _size(size: int) -> str:
    return {1: "Alone", 2: "Two"}.get(size, f"{size} together")


def _product(cell: dict[str, Any]) -> str:
    larger = max(cell["i"], cell["j"])
    product = cell["count"] * cell["weight"] / larger
    return f"{count(cell['count'])} × {_short(cell['weight'])} ÷ {larger} = {_short(product)}"


def _short(number: float) -> str:
    """Return a number of a computation with at most six digits that tell."""
    digits = next((places for places in range(3) if round(number, places) == round(number, 3)), 3)
    return decimal(number, digits)
