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
    recoding,
    risk,
    search,
    whole,
)

AREAS: dict[str, tuple[Work, ...]] = {
    "Files": (*files.WORKS, *csv_kinds.WORKS),
    "Counting": counting.WORKS,
    "Risk": risk.WORKS,
    "Linkage": linkage.WORKS,
    "Loss": loss.WORKS,
    "Masking of amounts": masking.WORKS,
    "Recoding and suppression": recoding.WORKS,
    "Search": search.WORKS,
    "Numbers, hierarchies, groups": numbers.WORKS,
    "Tables, pipeline, report": whole.WORKS,
    "Every method, by its first example": catalogue.METHOD_WORKS,
    "Every measure of risk, by its first example": catalogue.RISK_WORKS,
    "Every measure of loss, by its first example": catalogue.LOSS_WORKS,
}

WORKS: tuple[Work, ...] = tuple(work for works in AREAS.values() for work in works)
