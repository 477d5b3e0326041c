"""All work that is measured, by area."""

from tests.bench.work import Work
from tests.bench.works import (
    catalogue,
    counting,
    csv_kinds,
    files,
    linkage,
    loss,
    masking,
    numbers,
    population,
    recoding,
    risk,
    search,
    starting,
    tables,
    weights,
    whole,
)

AREAS: dict[str, tuple[Work, ...]] = {
    "Files": (*files.WORKS, *csv_kinds.WORKS),
    "Counting": counting.WORKS,
    "Risk": (*risk.WORKS, *population.WORKS),
    "Linkage": linkage.WORKS,
    "Loss": loss.WORKS,
    "Masking of amounts": masking.WORKS,
    "Recoding and suppression": recoding.WORKS,
    "Search": search.WORKS,
    "Numbers, hierarchies, groups": numbers.WORKS,
    "Matrices of weights": weights.WORKS,
    "Tables": tables.WORKS,
    "Pipeline, export, whole run": whole.WORKS,
    "Starting": starting.WORKS,
    "Every method, by its first example": catalogue.METHOD_WORKS,
    "Every measure of risk, by its first example": catalogue.RISK_WORKS,
    "Every measure of loss, by its first example": catalogue.LOSS_WORKS,
}

WORKS: tuple[Work, ...] = tuple(work for works in AREAS.values() for work in works)

HEADLINE: tuple[Work, ...] = tuple(
    next(work for work in WORKS if work.name == name)
    for name in (
        "reading csv, 15 columns",
        "writing csv, 15 columns",
        "k-anonymity, 8 keys",
        "individual risk, 8 keys",
        "individual ranking, k = 3, of 4 amounts",
        "MDAV, k = 3, of 4 amounts",
        "additive noise of 4 amounts",
        "rank swapping of 4 amounts",
        "a whole run: 12 columns, four steps, three scenarios, report and figures",
    )
)
"""What the read-me quotes, too."""
