"""Attack: categories stand in the order of the records that have them first, in a file whose order is random.

Arrow, polars and R number categories as they meet them. Before, released files and codebooks kept this order,
and later still that of values which were masked: the first category is that of the first record.
"""

from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import sdcdesk as sdc
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.value_label import ValueLabel
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.io.codebook.writing import write_codebook
from sdcdesk.io.writing import released

SEED = 712345678912345
N = 120


@pytest.fixture
def survey(tmp_path: Path) -> Microdata:
    """A file of people in towns, of which Arrow numbered the towns in the order of the records."""
    drawn = np.random.default_rng(4)
    towns = [f"town {number:03}" for number in drawn.permutation(N)]
    table = pa.table({"pid": range(N), "town": pa.array(towns).dictionary_encode(), "age": list(range(N))})
    pq.write_table(table, tmp_path / "survey.parquet")
    data = sdc.read(tmp_path / "survey.parquet", roles={"pid": "identifier"})
    assert data.variable("town").scale is Scale.NOMINAL
    labels = tuple(ValueLabel(value=town, label=town.upper()) for town in towns)
    return data.describe(data.variable("town").changed(value_labels=labels))


def told_order(names: list[str], survey: Microdata) -> float:
    """Return the correlation of the order in which towns are named with that of the records."""
    places = {town: place for place, town in enumerate(survey.column("town"))}
    found = [places[name] for name in names]
    assert len(found) > N / 3
    return float(np.corrcoef(found, range(len(found)))[0, 1])


@pytest.mark.filterwarnings("ignore:[0-9]+ labels? of:UserWarning")  # those of towns that were left out
@pytest.mark.parametrize("step", [None, sdc.masking.SimpleRandomSampling(percentage=50.0)])
@pytest.mark.parametrize("ending", ["parquet", "rds"])
def test_categories_do_not_tell_the_order_of_records(
    survey: Microdata, ending: str, step: sdc.masking.SimpleRandomSampling | None, tmp_path: Path
) -> None:
    if ending == "rds":  # where levels are either categories or labels
        survey = survey.describe(survey.variable("town").changed(value_labels=()))
    recipe = sdc.Recipe(seed=SEED) if step is None else sdc.Recipe(seed=SEED).then(step)
    masked = recipe.then(sdc.masking.RandomOrder()).apply(survey)
    assert told_order(list(masked.variable("town").categories), survey) > 0.99, "what is at stake"
    path = tmp_path / f"released.{ending}"
    sdc.write(masked, path)
    town = sdc.read(path).variable("town")
    assert abs(told_order(list(map(str, town.categories)), survey)) < 0.5
    labels = [str(one.value) for one in town.value_labels] or [str(one) for one in town.categories]
    assert abs(told_order([name.lower() for name in labels], survey)) < 0.5
    book = write_codebook(masked, path, "csv").read_text(encoding="utf-8-sig")
    rows = [line.split(",")[2] for line in book.splitlines() if line.startswith("value,town")]
    assert abs(told_order(rows, survey)) < 0.5


@pytest.mark.filterwarnings("ignore:[0-9]+ labels? of:UserWarning")
@pytest.mark.parametrize(
    "recipe",
    [
        sdc.Recipe(seed=SEED).then(sdc.masking.DataSwapping(variables=["town"], keys=["age"], rate=100.0)),
        sdc.Recipe(seed=SEED).then(sdc.masking.Pram(variable="town", diagonal=10.0)),
        sdc.Recipe(seed=SEED)
        .then(sdc.masking.Recoding(variable="town", how="mapping", mapping={"town 000": "town 001"}))
        .then(sdc.masking.Pram(variable="town", diagonal=10.0)),
    ],
    ids=["exchanged", "drawn anew", "recoded and drawn anew"],
)
@pytest.mark.parametrize("labelled", [True, False])
def test_categories_do_not_tell_values_that_were_masked(
    survey: Microdata, recipe: sdc.Recipe, labelled: bool
) -> None:
    """Each town has one record, in the order of the original: its categories are its values."""
    if not labelled:
        survey = survey.describe(survey.variable("town").changed(value_labels=()))
    masked = recipe.apply(survey)
    before = [str(one).lower() for one in masked.variable("town").categories]
    assert told_order(before, survey) > 0.99, "what is at stake"
    town = released(masked, identifiers=False)[1].variable("town")
    assert abs(told_order([str(one).lower() for one in town.categories], survey)) < 0.5
    if town.value_labels:
        assert abs(told_order([str(one.value).lower() for one in town.value_labels], survey)) < 0.5


def test_categories_do_not_tell_who_was_left_out() -> None:
    """One was first in her town, and others of it come after those of all other towns."""
    towns = ["north", "south", "east", "south", "east", "north"]
    town = Variable(name="town", categories=("north", "south", "east"))
    frame = pd.DataFrame({"town": towns, "age": [90, 20, 20, 20, 20, 20]})
    data = Microdata(frame, [town, Variable(name="age", role=Role.KEY)])
    left = sdc.masking.RecordSuppression(keys=["age"], k=2).apply(data)
    assert left.column("town").tolist() == towns[1:]
    told = released(left, identifiers=False)[1].variable("town").categories
    assert told == ("east", "north", "south")


def test_an_order_that_means_something_stays(survey: Microdata) -> None:
    levels = ("low", "high", "higher")
    frame = pd.DataFrame({"level": ["low", "high", "higher"] * 20})
    ordinal = Variable(name="level", scale=Scale.ORDINAL, categories=levels)
    masked = sdc.masking.RandomOrder().apply(Microdata(frame, [ordinal]), seed=SEED)
    assert released(masked, identifiers=False)[1].variable("level").categories == levels
    kept = released(survey, identifiers=False)[1].variable("town")
    assert kept == survey.variable("town"), "in the order of the original, categories tell nothing more"
    assert survey.variable("pid").role is Role.IDENTIFIER
