"""Populations: released records beside a file of everyone, which is read each time."""

from pathlib import Path

import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.io import read, write
from sdcdesk.risk import DeltaPresence, KMap
from sdcdesk.risk.population_file.population_measure import PopulationMeasure
from tests.bench.people import KEYS, census
from tests.bench.work import Way, Work
from tests.bench.works.agreement import figure
from tests.bench.works.counting import described

FIVE = list(KEYS[:5])

Asked = tuple[Microdata, Path]


def _asked(records: int) -> Asked:
    """Return every tenth person as released, and a file of all; the measure is given its name."""
    path = Path(f"population-{records}.csv")
    if not path.exists():
        write(Microdata(census(records)[FIVE]), path)
    data = described(census(records)[::10].reset_index(drop=True))
    for name in FIVE:
        data.coding(name)
    return data, path


def _least(asked: Asked) -> int:
    """Return the fewest people with the key of a released record."""
    data, path = asked
    people = pd.read_csv(path).groupby(FIVE).size().rename("people")
    return int(data.frame.join(people, on=FIVE)["people"].min())


def _work(name: str, kind: type[PopulationMeasure], *peers: Way) -> Work:
    def assess(asked: Asked) -> object:
        data, path = asked
        return kind(keys=FIVE, population=str(path)).assess(data, data)

    return Work(
        name,
        Way("SDCDesk", _asked, assess),
        peers,
        Way("reading the file", _asked, lambda asked: read(asked[1])),
    )


WORKS = (
    _work(
        "k-map beside a file of everyone, 5 keys",
        KMap,
        Way("pandas, read_csv, groupby and join", _asked, _least, agrees=figure("k_map")),
    ),
    _work("δ-presence beside a file of everyone, 5 keys", DeltaPresence),
)
