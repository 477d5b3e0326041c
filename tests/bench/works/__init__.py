"""All work that is measured, by area."""

from tests.bench.work import Work
from tests.bench.works import catalogue, counting, files, linkage, masking, whole

AREAS: dict[str, tuple[Work, ...]] = {
    "Files": files.WORKS,
    "Counting": counting.WORKS,
    "Masking, beside others": masking.WORKS,
    "Linkage": linkage.WORKS,
    "Every method": catalogue.METHOD_WORKS,
    "Every measure of risk": catalogue.RISK_WORKS,
    "Every measure of loss": catalogue.LOSS_WORKS,
    "Tables, pipeline, report": whole.WORKS,
}

WORKS: tuple[Work, ...] = tuple(work for works in AREAS.values() for work in works)
