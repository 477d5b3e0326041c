"""What a chart of curves shows: series over the share of records that are released."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from ui.plots.export import Table, plain_number
from ui.widgets.numbers import count, percent


@dataclass(frozen=True, slots=True)
class Band:
    """An area between two lines.

    Attributes
    ----------
    name
        What it is, for the header of a table: "simulated DR_min".
    shares
        Where it is known: shares of the records, 0…1, ascending.
    low, high
        Its edges, as shares of risk.
    """

    name: str
    shares: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Curve:
    """One series.

    Attributes
    ----------
    name
        "Age, Sex, Zip".
    records
        Released records of each point, ascending.
    shares
        The same as shares of all, 0…1.
    minimal, maximal
        DR_min and DR_max at each point, as shares.
    weighted
        DR_W; empty where the weights have no place for what sampling produces.
    bands
        What is filled.
    edged
        Whether lines are drawn at DR_min and DR_max too.
    style
        Its place among all series, which says colour, dashes and mark; so it keeps them when others go.
    """

    name: str
    records: tuple[int, ...]
    shares: tuple[float, ...]
    minimal: tuple[float, ...]
    maximal: tuple[float, ...]
    weighted: tuple[float, ...] = ()
    bands: tuple[Band, ...] = ()
    edged: bool = False
    style: int = 0

    def words(self, place: int) -> str:
        """Return what a point says: "5 %, 250 records: weighted 2.30 %, surely 1.90 %, guessing 3.20 %"."""
        records = self.records[place]
        risks = [f"weighted {percent(self.weighted[place])}"] if self.weighted else []
        risks += [f"surely {percent(self.minimal[place])}", f"guessing {percent(self.maximal[place])}"]
        unit = "record" if records == 1 else "records"
        return f"{short_percent(self.shares[place])}, {count(records)} {unit}: {', '.join(risks)}"

    def shown(self, place: int) -> float:
        """Return the height at which a point is read: DR_W, else the upper end."""
        return self.weighted[place] if self.weighted else self.maximal[place]

    def last(self, share: float) -> int:
        """Return the last point at or before a share; the first where there is none."""
        slack = share + 1e-9
        return max(sum(1 for each in self.shares if each <= slack) - 1, 0)

    def top(self, low: float, high: float) -> float:
        """Return the highest value that is drawn between two shares."""
        lines = [(self.shares, self.maximal), *((band.shares, band.high) for band in self.bands)]
        return max((_highest(shares, values, low, high) for shares, values in lines if shares), default=0.0)


def curve_table(curves: Sequence[Curve]) -> Table:
    """Return one row for each point of each curve, all numbers at full precision, the header first."""
    bands = _band_names(curves)
    header = ["key set", "share of records", "records", "DR_min", "DR_W", "DR_max"]
    header += [f"{name}, {end}" for name in bands for end in ("low", "high")]
    return [header, *(_row(curve, place, bands) for curve in curves for place in range(len(curve.records)))]


def short_percent(share: float) -> str:
    """Return a share of records in percent: whole where it is."""
    digits = next((digits for digits in (0, 1, 2, 3) if _whole(share * 100 * 10**digits)), 2)
    return percent(share, digits)


def _highest(shares: Sequence[float], values: Sequence[float], low: float, high: float) -> float:
    """Return the highest point of a line between two shares, its ends there included."""
    inside = [value for share, value in zip(shares, values, strict=True) if low <= share <= high]
    return max([*inside, _between(shares, values, low), _between(shares, values, high)])


def _between(shares: Sequence[float], values: Sequence[float], share: float) -> float:
    """Return the height of a line at a share; beyond its ends that of the end."""
    after = bisect_left(shares, share)
    if after in (0, len(shares)):
        return values[min(after, len(shares) - 1)]
    start, end = shares[after - 1], shares[after]
    part = (share - start) / (end - start)
    return values[after - 1] + part * (values[after] - values[after - 1])


def _whole(number: float) -> bool:
    return abs(number - round(number)) < 1e-9 * max(abs(number), 1.0)


def _band_names(curves: Sequence[Curve]) -> list[str]:
    """Return the names of all bands that are more than what lies between DR_min and DR_max."""
    names = [band.name for curve in curves for band in curve.bands if band.name]
    return list(dict.fromkeys(names))


def _row(curve: Curve, place: int, bands: Sequence[str]) -> list[str]:
    share = curve.shares[place]
    weighted = plain_number(curve.weighted[place]) if curve.weighted else ""
    values = [plain_number(curve.minimal[place]), weighted, plain_number(curve.maximal[place])]
    for name in bands:
        values += _ends(next((band for band in curve.bands if band.name == name), None), share)
    return [curve.name, plain_number(share), str(curve.records[place]), *values]


def _ends(band: Band | None, share: float) -> list[str]:
    if band is None or share not in band.shares:
        return ["", ""]
    at = band.shares.index(share)
    return [plain_number(band.low[at]), plain_number(band.high[at])]
