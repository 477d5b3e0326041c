r"""Make the simulated billing files, or check that the committed ones are those that this script makes.

Every draw takes 64-bit integers straight from numpy's PCG64, whose stream is the same on all platforms and in
all versions, and turns them into a value by comparing whole numbers. The one exception is the bill,
see `bills`.

Example
-------
::

    python -m resources.samples.generate
    python -m resources.samples.generate --check
"""

import argparse
import csv
import io
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from resources.samples import names, parameters

FOLDER = Path(__file__).parent
COLUMNS = ("Patient_No", "Name", "Age", "Sex", "Race", "Zip", "Amount_Billed")

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Texts = NDArray[np.str_]
Knots = tuple[tuple[int, int], ...]


def pick(bits: np.random.PCG64, weights: Iterable[int], count: int) -> Ints:
    """Draw positions 0, 1, … in proportion to whole-number weights (inverse distribution function)."""
    limits = np.cumsum(list(weights), dtype=np.uint64)
    position: Ints = np.searchsorted(limits, bits.random_raw(count) % limits[-1], side="right")
    return position


def happens(bits: np.random.PCG64, per_thousand: Ints) -> NDArray[np.bool_]:
    """Draw yes or no for each record, yes with its own chance in thousandths."""
    return (bits.random_raw(len(per_thousand)) % np.uint64(1_000)).astype(np.int64) < per_thousand


def along(knots: Knots, at: Ints) -> Ints:
    """Read a polygon off at whole numbers, rounded down in integer arithmetic."""
    x, y = np.array(knots, dtype=np.int64).T
    left = np.clip(np.searchsorted(x, at, side="right") - 1, 0, len(x) - 2)
    value: Ints = y[left] + (y[left + 1] - y[left]) * (at - x[left]) // (x[left + 1] - x[left])
    return value


def patient_numbers(bits: np.random.PCG64, count: int) -> Ints:
    """Draw different six-digit numbers: the first of a random permutation of 100000 … 999999."""
    return 100_000 + np.argsort(bits.random_raw(900_000), kind="stable")[:count]


def ages(bits: np.random.PCG64, count: int) -> Ints:
    """Draw ages 0 … 100 from the pyramid of patients."""
    return pick(bits, along(parameters.PATIENTS_BY_AGE, np.arange(101)).tolist(), count)


def sexes(bits: np.random.PCG64, age: Ints) -> Texts:
    """Draw F with the share of women at that age, else M."""
    return np.where(happens(bits, along(parameters.WOMEN_BY_AGE, age)), "F", "M")


def zip_rows(bits: np.random.PCG64, count: int) -> Ints:
    """Draw rows of the table of zip codes by their weights."""
    return pick(bits, [weight for _, weight, _ in parameters.ZIPS], count)


def races(bits: np.random.PCG64, neighbourhood: Texts) -> Texts:
    """Draw the race from the mix of the neighbourhood in which the patient lives."""
    race = np.full(len(neighbourhood), "", dtype="U8")
    for kind, weights in parameters.RACE_BY_NEIGHBOURHOOD.items():
        here = neighbourhood == kind
        race[here] = np.array(parameters.RACES)[pick(bits, weights, int(here.sum()))]
    return race


def with_gaps(bits: np.random.PCG64, race: Texts) -> Texts:
    """Leave the race out of a few records, independently of everything else."""
    gap = happens(bits, np.full(len(race), parameters.RACE_MISSING_PER_THOUSAND))
    return np.where(gap, "", race)


def origins(bits: np.random.PCG64, race: Texts) -> Texts:
    """Draw the origin of the family name given the race."""
    origin = np.full(len(race), "", dtype="U8")
    for value, weights in parameters.ORIGIN_BY_RACE.items():
        here = race == value
        origin[here] = np.array(list(weights))[pick(bits, weights.values(), int(here.sum()))]
    return origin


def from_stock(bits: np.random.PCG64, stock: str, count: int) -> Texts:
    """Draw names from a list whose first entries are the common ones: weights fall evenly to the end."""
    listed = np.array(stock.split())
    return listed[pick(bits, range(len(listed) + 2, 2, -1), count)]


def given_names(bits: np.random.PCG64, origin: Texts, sex: Texts) -> Texts:
    """Draw a first name by sex; many families of other origin take an American one."""
    adopted = happens(bits, np.full(len(sex), parameters.AMERICAN_GIVEN_NAME_PER_THOUSAND))
    origin = np.where(adopted, "American", origin)
    name = np.full(len(sex), "", dtype="U16")
    for stock, by_sex in names.GIVEN.items():
        for letter, listed in by_sex.items():
            here = (origin == stock) & (sex == letter)
            name[here] = from_stock(bits, listed, int(here.sum()))
    return name


def family_names(bits: np.random.PCG64, origin: Texts) -> Texts:
    """Draw a last name of the given origin."""
    name = np.full(len(origin), "", dtype="U16")
    for stock, listed in names.FAMILY.items():
        here = origin == stock
        name[here] = from_stock(bits, listed, int(here.sum()))
    return name


def bills(bits: np.random.PCG64, age: Ints) -> Floats:
    """Draw amounts in dollars: log-normal about a median by age, larger for a stay, cut off at both ends.

    Logarithm, error function and exponential may differ in the last digit from one platform to the next.
    Rounded to cents they agree: no amount of the three files comes near enough to half a cent (a test).
    """
    stay = happens(bits, along(parameters.STAYS_BY_AGE, age))
    median = along(parameters.MEDIAN_BILL_BY_AGE, age) * np.where(stay, parameters.STAY_FACTOR, 1)
    share = ((bits.random_raw(len(age)) >> np.uint64(12)) + 0.5) / 2.0**52  # never 0, never 1
    normal = NormalDist(0, parameters.SPREAD_OF_BILLS)
    ends = np.log(parameters.LEAST_BILL / median), np.log(parameters.MOST_BILL / median)
    low, high = (np.array([normal.cdf(x) for x in end.tolist()]) for end in ends)
    deviation = [normal.inv_cdf(p) for p in (low + (high - low) * share).tolist()]
    amount: Floats = median * np.exp(np.array(deviation))
    return amount


def cents(amount: Floats) -> Ints:
    """Round dollars to whole cents."""
    return np.rint(amount * 100).astype(np.int64)


def records(count: int) -> list[tuple[object, ...]]:
    """Simulate that many patients, as tuples in the order of `COLUMNS`."""
    bits = np.random.PCG64([parameters.SEED, count])
    number = patient_numbers(bits, count)
    age = ages(bits, count)
    sex = sexes(bits, age)
    row = zip_rows(bits, count)
    race = races(bits, np.array([kind for *_, kind in parameters.ZIPS])[row])
    origin = origins(bits, race)
    given, family = given_names(bits, origin, sex), family_names(bits, origin)
    code = np.array([code for code, *_ in parameters.ZIPS])[row]
    race = with_gaps(bits, race)
    billed = cents(bills(bits, age))
    name = [f"{first} {last}" for first, last in zip(given, family, strict=True)]
    amount = [f"{whole}.{part:02d}" for whole, part in zip(*divmod(billed, 100), strict=True)]
    return list(zip(number, name, age, sex, race, code, amount, strict=True))


def as_csv(rows: Iterable[Sequence[object]]) -> bytes:
    """Write the rows under their header: UTF-8, comma, line feed; a missing value is an empty field."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(rows)
    return text.getvalue().encode("utf-8")


def path(count: int) -> Path:
    """Say where the file with that many records lies."""
    return FOLDER / f"billing_{count}.csv"


def stale() -> list[str]:
    """Name the files that are absent or differ from what this script makes."""
    made = {path(count): as_csv(records(count)) for count in parameters.SIZES}
    return [file.name for file, content in made.items() if not file.is_file() or file.read_bytes() != content]


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the three files, or with ``--check`` report those that differ; 0 means all is well."""
    parser = argparse.ArgumentParser(description="Make the simulated billing files.")
    parser.add_argument("--check", action="store_true", help="write nothing, name the files that differ")
    if parser.parse_args(arguments).check:
        different = stale()
        sys.stdout.writelines(f"{name} differs from what the script makes\n" for name in different)
        return 1 if different else 0
    for count in parameters.SIZES:
        path(count).write_bytes(as_csv(records(count)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
