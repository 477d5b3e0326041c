"""No public figure of a random method proves a guess at the seed, as one of the draws alone would."""

from collections.abc import Iterator

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Variable
from sdcdesk.core.operations.method import Method
from sdcdesk.core.results.edition import EVERYTHING, WITHHELD
from sdcdesk.core.results.withholding import withheld
from sdcdesk.document.recipe import Recipe
from sdcdesk.masking import METHODS
from sdcdesk.release.pipeline import Pipeline, Stage

PEOPLE = 300

SEEN = {"records_kept", "sampling_factor", "margin_of_error", "margin_of_error_uncorrected"}
"""Figures that whoever holds the released file counts."""

WIDTHS = "mean_width"
"""Of intervals, which are released."""

METHODS_DRAWING = [
    pytest.param(method(**parameters), id=f"{method.name}-{number}")
    for method in METHODS
    if method.random
    for number, parameters in enumerate(method.examples)
]


def people(number: int) -> Microdata:
    """Return as many other people for each number, none of whose values is missing."""
    random = np.random.default_rng(number)
    columns = {
        "id": [f"P{place}" for place in range(PEOPLE)],
        "age": random.integers(0, 100, PEOPLE),
        "zip": random.choice(["0012", "0013", "4801", "4802"], PEOPLE),
        "school": random.choice(["none", "primary"], PEOPLE),
        "income": np.round(random.lognormal(10, 1, PEOPLE), 2),
        "bonus": random.integers(0, 4, PEOPLE) * 1000.0,
        "weight": random.uniform(1, 20, PEOPLE),
    }
    variables = [Variable(name="id", role=Role.IDENTIFIER), Variable(name="zip", role=Role.KEY)]
    return Microdata(pd.DataFrame(columns), variables)


def stage(method: Method, data: Microdata, seed: int) -> Stage:
    return Pipeline(data).run(Recipe(seed=seed).then(method)).stages[0]


def numbers(one: Stage) -> dict[str, float]:
    """Return all public numbers of a step: its figures, and the cells of its tables."""
    told = withheld(one.findings(WITHHELD), WITHHELD)
    found = {name: figure.value for name, figure in told.figures.items()}
    for table in told.tables.values():
        for column in table.columns:
            if column.unit is not None:
                cells = enumerate(table.quantities(column))
                found |= {f"{table.name} {column.name} {place}": cell.value for place, cell in cells}
    return {name: value for name, value in found.items() if value is not None}


def fingerprints(found: list[list[Stage]]) -> Iterator[str]:
    """Yield the public figures that are alike for all files and differ from seed to seed."""
    public = [[numbers(one) for one in files] for files in found]
    for name in set(public[0][0]) - SEEN:
        values = [[f"{told[name]:.8g}" for told in files if name in told] for files in public]
        if all(len(set(files)) == 1 for files in values) and len({files[0] for files in values}) > 1:
            yield name


@pytest.mark.parametrize("method", METHODS_DRAWING)
def test_no_public_figure_follows_from_the_draws_alone(method: Method) -> None:
    found = [[stage(method, people(number), 10**15 + seed) for number in range(3)] for seed in range(3)]
    if found[0][0].masked is None:
        pytest.skip("the example needs other data")
    assert [name for name in fingerprints(found) if WIDTHS not in name] == []


def test_the_board_reads_what_the_public_does_not() -> None:
    noise = stage(METHODS["additive_noise"](variables=["income"]), people(0), 2**62)
    public = withheld(noise.findings(WITHHELD), WITHHELD)
    assert "noise_variance" not in public.table("variables")
    assert any("would prove a guess at the seed" in note for note in public.notes)
    board = withheld(noise.findings(EVERYTHING), EVERYTHING)
    assert board.table("variables")["noise_variance"].notna().all()
    assert board.notes == ()
    order = stage(METHODS["random_order"](), people(0), 2**62)
    assert not withheld(order.findings(WITHHELD), WITHHELD).figures
    assert list(withheld(order.findings(EVERYTHING), EVERYTHING).figures) == ["records_moved"]
