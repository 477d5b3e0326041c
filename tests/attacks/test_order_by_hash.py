"""Attack: the records leave in a random order, and the documents hold a hash of their old one.

The attacker knows ages and sexes in the order of the original, and with them all but which record of a few
alike is whose. He tries all orders, and the hash says which is right. Before, it did so to the last person,
and proved guesses at the seed, too.
"""

import itertools
import json
import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import sdcdesk as sdc
from sdcdesk.cli import main
from sdcdesk.core.data.declared_missing import LetteredMissing
from sdcdesk.core.data.fingerprint import frame_hash
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.document.data_reference import DataReference
from sdcdesk.document.project import Project
from sdcdesk.document.recipe import Recipe
from sdcdesk.io import ReadOptions

AGES = [31, 31, 42, 42, 53, 53, 64, 64, 75, 75]
INCOMES = [1100, 2900, 1700, 800, 3300, 2100, 1500, 4200, 950, 2600]


def orders(released: pd.DataFrame) -> list[pd.DataFrame]:
    """Return the released records in all orders in which their ages stand as in the original."""
    alike = [released[released["age"] == age] for age in sorted(set(AGES))]
    ways = itertools.product(*([part, part.iloc[::-1]] for part in alike))
    return [pd.concat(way, ignore_index=True) for way in ways]


def hashes(frame: pd.DataFrame) -> set[str]:
    data = Microdata(frame)
    return {data.fingerprint(), data.released_fingerprint(), frame_hash(frame.items())}


@pytest.mark.parametrize("shuffled", ["--shuffle", "random_order"])
def test_no_hash_tells_the_order_that_a_random_one_hides(shuffled: str, tmp_path: Path) -> None:
    file, at = tmp_path / "people.csv", tmp_path / "people.sdcdesk"
    original = pd.DataFrame({"age": AGES, "income": INCOMES})
    original.to_csv(file, index=False)
    recipe = Recipe(seed=2**62 + 77)
    if shuffled == "random_order":
        recipe = recipe.then(sdc.masking.RandomOrder())
    Project(
        data=DataReference.to(file, at, ReadOptions()), recipe=recipe, measures=[sdc.loss.HeadlineLoss()]
    ).save(at)
    out, report, figures = (tmp_path / name for name in ("safe.csv", "report.html", "figures.json"))
    written = ("--out", out, "--report", report, "--json", figures, "--release-anyway", "a test")
    main([str(word) for word in ("run", at, *written, *([shuffled] if shuffled == "--shuffle" else []))])
    documents = report.read_text(encoding="utf-8") + figures.read_text(encoding="utf-8")
    told = set(re.findall(r"\b[0-9a-f]{64}\b", documents))
    assert json.loads(figures.read_text(encoding="utf-8"))["measures"], (
        "a measure tells what it is computed from"
    )
    tried = [(one["income"].tolist() == INCOMES, hashes(one)) for one in orders(pd.read_csv(out))]
    assert [right for right, _ in tried].count(True) == 1, "what is at stake"
    proved = [right for right, found in tried if found & told]
    assert len(proved) in (0, len(tried))


def test_no_hash_tells_how_low_the_lowest_was() -> None:
    """Codes of lettered missing values are chosen below all numbers of the file that is read."""
    told = set()
    for low in (-5, -40_000):
        code = -101 if low > -100 else -100_001
        letter = LetteredMissing(code=code, letter="a")
        debt = Variable(name="debt", scale=Scale.CONTINUOUS, missing=(code,), lettered_missing=(letter,))
        data = Microdata(pd.DataFrame({"debt": np.array([low, 10, code, 30])}), [debt])
        told.add(sdc.masking.TailCoding(variable="debt", bottom=0).apply(data).released_fingerprint())
    assert len(told) == 1
