"""A synthetic population with its geography, for experiments on the size of areas."""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.random.randomness import Draws
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.kernels.variable_grid import variable_grid

SEXES = ("male", "female")
MARITAL = ("single", "married", "widowed", "divorced")
ETHNIC = (
    "White",
    "Black Caribbean",
    "Black African",
    "Black other",
    "Indian",
    "Pakistani",
    "Bangladeshi",
    "Chinese",
    "Asian other",
    "other",
)
BORN = (
    "England",
    "Scotland",
    "Wales",
    "Northern Ireland",
    "Irish Republic",
    "Caribbean",
    "Africa",
    "India",
    "Pakistan",
    "Bangladesh",
    "Far East",
    "elsewhere",
)
POSITIONS = (
    "employee full-time",
    "employee part-time",
    "self-employed with staff",
    "self-employed alone",
    "government scheme",
    "unemployed",
    "student",
    "permanently sick",
    "retired",
    "other inactive",
)
ILLNESS = ("no", "yes")
ADULT = 16
"""Age from which somebody has an economic position."""

TABLES = {
    "S02": "age:1 × sex × marital",
    "S07": "born × sex",
    "S08": "age:2 × sex × position",
    "S11": "age:3 × sex × household_size",
    "S12": "age:2 × sex × illness",
    "S14": "sex × position × illness",
    "S34": "sex × marital × position",
    "S38": "age × sex",
}
"""Eight tables of the size and subjects of those of the paper, in codings of our own (S11: households)."""

HOUSEHOLD_SIZES = (0.26, 0.33, 0.17, 0.16, 0.06, 0.02)
"""Shares of the households of 1 to 6 people."""

PEOPLE_A_SQUARE_KILOMETRE = 320
TOWN = 1500
"""Households for each town, and at the middle of a town on a square kilometre."""

RURAL = 0.15
"""Share of the households outside towns."""

ED_HOUSEHOLDS, ED_SPREAD, WARD_DISTRICTS = 148.0, 40.0, 14
"""Households of an enumeration district with their spread, and districts of a ward."""

_MINORITY = np.array([0.10, 0.07, 0.06, 0.28, 0.24, 0.06, 0.05, 0.06, 0.08])
_WHITE_BORN = np.array([0.94, 0.03, 0.01, 0.005, 0.012, 0, 0.001, 0.001, 0, 0, 0.001, 0])
_OWN_COUNTRY = np.array([0, 5, 6, 11, 7, 8, 9, 10, 10, 11])
"""Of each ethnic group the place where those are born who are not born in England."""


@dataclass(frozen=True, slots=True, eq=False)
class _Homes:
    """Where households are, and how many live there."""

    sizes: np.ndarray
    x: np.ndarray
    y: np.ndarray
    district: np.ndarray


def synthetic_population(people: int, seed: int) -> Microdata:
    """Return a made-up population in households, with districts, wards and two grids.

    Nobody in it exists. Households lie in towns of very different sizes and between them; neighbours are
    alike in age, wealth and origin. The same seed gives the same people.

    Parameters
    ----------
    people
        How many, from 1.
    seed
        Seed of all random numbers.

    Returns
    -------
    Microdata
        A record a person: `age`, `sex`, `marital`, `ethnic`, `born`, `position` (missing under 16),
        `illness`, `household_size`; `household`, `district` (about 366 people), `ward` (about 5,000),
        `square` (one square kilometre), `block` (a square with at least 32 households), `x`, `y` in km.
    """
    draws = Draws(seed)
    homes = _homes(people, draws)
    home = np.repeat(np.arange(len(homes.sizes)), homes.sizes)[:people]
    place = np.arange(people) - (np.cumsum(homes.sizes) - homes.sizes)[home]
    values = _people(home, place, homes, draws)
    x, y = homes.x[home], homes.y[home]
    blocks = variable_grid(x, y, home)
    squares = np.floor(x).astype(np.int64) * 10_000 + np.floor(y).astype(np.int64)
    frame = pd.DataFrame(values)
    frame["household"] = home
    frame["district"] = homes.district[home]
    frame["ward"] = frame["district"] // WARD_DISTRICTS
    frame["square"], frame["block"] = squares, blocks.cell
    frame["x"], frame["y"] = x, y
    return Microdata(frame, _variables())


def age_hierarchy() -> Hierarchy:
    """Return the codings of age: five years, six bands, four stages of life.

    Returns
    -------
    Hierarchy
        Of the years 0 to 99.
    """

    def band(age: int, lows: tuple[int, ...]) -> str:
        low = max(one for one in lows if one <= age)
        high = min((one for one in lows if one > age), default=0) - 1
        return f"{low}+" if high < 0 else f"{low}-{high}"

    fives, bands, stages = tuple(range(0, 95, 5)), (0, 15, 30, 45, 65, 75), (0, 15, 30, 65)
    rows = {str(age): [band(age, lows) for lows in (fives, bands, stages)] for age in range(100)}
    return Hierarchy.from_rows(rows, "age")


def _variables() -> list[Variable]:
    keys = [
        Variable(name=name, role=Role.KEY)
        for name in ("age", "sex", "marital", "ethnic", "born", "position", "illness", "household_size")
    ]
    areas = [Variable(name=name) for name in ("district", "ward", "square", "block")]
    places = [Variable(name=name, scale=Scale.CONTINUOUS, unit="km") for name in ("x", "y")]
    return [*keys, Variable(name="household", role=Role.HOUSEHOLD), *areas, *places]


def _homes(people: int, draws: Draws) -> _Homes:
    """Return households for so many people, in the order of their districts."""
    households = np.arange(people)
    sizes = 1 + _chosen(draws.uniform(households, 0), np.array([HOUSEHOLD_SIZES]))
    number = int(np.searchsorted(np.cumsum(sizes), people)) + 1
    households, sizes = households[:number], sizes[:number]
    side = float(np.sqrt(people / PEOPLE_A_SQUARE_KILOMETRE))
    towns = max(number // TOWN, 1)
    shares = 1 / np.arange(1, towns + 1)
    shares *= (1 - RURAL) / shares.sum()
    town = _chosen(draws.uniform(households, 1), np.array([[*shares, RURAL]]))
    spread = np.sqrt(shares * number / (2 * np.pi * TOWN))
    at = []
    for column in (2, 3):
        middle = draws.step_uniform(towns, 10 + column) * side
        inside = draws.uniform(households, column) * side
        own = np.minimum(town, towns - 1)
        near = middle[own] + spread[own] * draws.normal(households, 2 + column)
        # What lies beyond an edge is folded back.
        folded = side - np.abs(side - np.abs(near) % (2 * side))
        at.append(np.where(town < towns, folded, inside))
    order = np.argsort(_along(at[0], at[1], side), kind="stable")
    width = np.maximum(ED_HOUSEHOLDS + ED_SPREAD * draws.step_normal(number, 14), 8.0)
    district = np.searchsorted(np.cumsum(width), np.arange(number), side="right")
    return _Homes(sizes[order], at[0][order], at[1][order], district)


def _along(x: np.ndarray, y: np.ndarray, side: float) -> np.ndarray:
    """Return the place of each point on a curve through the plane on which neighbours are near."""
    bits = 16
    cells = [np.minimum(each / side * 2**bits, 2**bits - 1).astype(np.int64) for each in (x, y)]
    path = np.zeros(len(x), dtype=np.int64)
    for bit in range(bits):
        for at, each in enumerate(cells):
            path |= ((each >> bit) & 1) << (2 * bit + at)
    return path


def _chosen(uniform: np.ndarray, shares: np.ndarray, kind: np.ndarray | None = None) -> np.ndarray:
    """Return which category each number means, by the shares of its kind, a row each."""
    ends = np.cumsum(shares / shares.sum(axis=1, keepdims=True), axis=1)
    if kind is None:
        place: np.ndarray = np.searchsorted(ends[0], uniform, side="right")
        return np.asarray(np.minimum(place, shares.shape[1] - 1))
    found = np.zeros(len(uniform), dtype=np.int64)
    for column in range(shares.shape[1] - 1):
        found += uniform >= ends[:, column][kind]
    return found


def _people(home: np.ndarray, place: np.ndarray, homes: _Homes, draws: Draws) -> dict[str, object]:
    """Return the values of all people, by variable."""
    persons, number = np.arange(len(home)), len(homes.sizes)
    districts = int(homes.district.max()) + 1
    older, poorer, mixed = (draws.step_normal(districts, column)[homes.district] for column in (15, 16, 17))
    size = homes.sizes[home]
    partnered = draws.step_uniform(number, 18) < 0.8
    adult, child = (place == 0) | ((place == 1) & partnered[home]), 20 + 20 * draws.uniform(persons, 20)
    head = _heads(homes, older, draws)
    age = head[home] + np.where(place == 1, np.round(3 * draws.normal(persons, 21)), 0)
    age = np.where(adult, np.maximum(age, ADULT), np.maximum(head[home] - np.floor(child), 0))
    age = np.clip(age, 0, 99).astype(np.int64)
    female = draws.uniform(persons, 22) < np.where(age >= 75, 0.65, 0.5)
    together = adult & partnered[home] & (size > 1) & (draws.step_uniform(number, 19) < 0.88)[home]
    marital = np.where(together, 1, _unmarried(age, draws.uniform(persons, 23)))
    ethnic = _groups(draws.step_uniform(number, 24), draws.step_uniform(number, 25), mixed)[home]
    abroad = draws.uniform(persons, 26) < np.where(ethnic > 0, np.where(age < ADULT, 0.1, 0.6), 0.0)
    native = _chosen(draws.uniform(persons, 27), _WHITE_BORN[None, :])
    born = np.where(abroad, _OWN_COUNTRY[ethnic], np.where(ethnic > 0, 0, native))
    ill = draws.uniform(persons, 28) < np.clip(0.03 + 0.00006 * age * age + 0.02 * poorer[home], 0.01, 0.9)
    position = _positions(age, female, poorer[home], ill, draws.uniform(persons, 29))
    return {
        "age": age.astype(np.int16),
        "sex": _labelled(female.astype(np.int64), SEXES),
        "marital": _labelled(marital, MARITAL),
        "ethnic": _labelled(ethnic, ETHNIC),
        "born": _labelled(born, BORN),
        "position": _labelled(position, POSITIONS),
        "illness": _labelled(ill.astype(np.int64), ILLNESS),
        "household_size": size.astype(np.int16),
    }


def _labelled(codes: np.ndarray, labels: tuple[str, ...]) -> pd.Series:
    return pd.Series(pd.Categorical.from_codes(codes.astype(np.int8), pd.Index(labels)))


def _heads(homes: _Homes, older: np.ndarray, draws: Draws) -> np.ndarray:
    """Return the ages of the first people of the households: those alone are often old."""
    normal = draws.step_normal(len(homes.sizes), 30)
    alone_and_old = (homes.sizes == 1) & (draws.step_uniform(len(homes.sizes), 31) < 0.55)
    middle = np.where(alone_and_old, 74.0, np.where(homes.sizes > 2, 40.0, 50.0))
    spread = np.where(alone_and_old, 8.0, np.where(homes.sizes > 2, 8.0, 16.0))
    heads: np.ndarray = np.clip(np.round(middle + spread * normal + 4 * older), ADULT, 99)
    return heads


def _unmarried(age: np.ndarray, uniform: np.ndarray) -> np.ndarray:
    """Return single, widowed or divorced, by age."""
    shares = np.array([[1, 0, 0, 0], [0.9, 0, 0.01, 0.09], [0.5, 0, 0.1, 0.4], [0.15, 0, 0.75, 0.1]])
    return _chosen(uniform, shares, (age >= 20).astype(np.int64) + (age >= 35) + (age >= 65))


def _groups(first: np.ndarray, second: np.ndarray, mixed: np.ndarray) -> np.ndarray:
    """Return the ethnic group of each household; minorities live together."""
    share = np.clip(0.03 + 0.05 * np.maximum(mixed, -0.4) + 0.12 * np.maximum(mixed - 1, 0), 0.003, 0.8)
    return np.where(first < share, 1 + _chosen(second, _MINORITY[None, :]), 0)


def _positions(
    age: np.ndarray, female: np.ndarray, poorer: np.ndarray, ill: np.ndarray, uniform: np.ndarray
) -> np.ndarray:
    """Return the economic position of each person, −1 for children."""
    young = [0.40, 0.08, 0.002, 0.015, 0.06, 0.12, 0.30, 0.005, 0, 0.018]
    men = [0.68, 0.02, 0.05, 0.10, 0.01, 0.09, 0.01, 0.02, 0.01, 0.01]
    women = [0.36, 0.27, 0.015, 0.025, 0.005, 0.04, 0.01, 0.015, 0.01, 0.25]
    late = [0.33, 0.10, 0.02, 0.05, 0.005, 0.06, 0.001, 0.10, 0.20, 0.134]
    old = [0.01, 0.02, 0.003, 0.007, 0, 0.001, 0, 0.01, 0.90, 0.049]
    shares = np.array([young, men, women, late, old])
    poor = shares * np.array([0.8, 1, 0.5, 0.7, 1.5, 2.2, 0.7, 2.0, 1, 1.2])
    sick = shares * np.array([0.25, 0.4, 0.3, 0.3, 0.5, 0.6, 0.5, 12, 1, 1.2])
    kind = np.select([age < 22, age >= 65, age >= 55, female], [0, 4, 3, 2], 1)
    kind = kind + 5 * np.where(ill, 2, (poorer > 0.5).astype(np.int64))
    return np.where(age < ADULT, -1, _chosen(uniform, np.concatenate((shares, poor, sick)), kind))
