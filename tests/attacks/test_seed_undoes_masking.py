"""An attacker looks for the seed in the public documents, and takes off the released file what was drawn."""

import hashlib
import json
import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from sdcdesk.cli import main
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.operations.method import Method
from sdcdesk.core.random.randomness import LARGEST_SEED, Draws
from sdcdesk.document.data_reference import DataReference
from sdcdesk.document.project import Project
from sdcdesk.document.recipe import Recipe
from sdcdesk.io import ReadOptions
from sdcdesk.loss import ContinuousLoss, HeadlineLoss
from sdcdesk.masking import METHODS, AdditiveNoise, MultiplicativeNoise
from sdcdesk.release.pipeline import Pipeline
from sdcdesk.release.release_check import check_release
from sdcdesk.report.export import figures_text
from sdcdesk.report.html import render
from sdcdesk.risk import KMap

DRAWN = 6_203_718_845_120_937_411
"""A seed as the operating system draws it."""

GUESSABLE = 1789
"""One that an attacker comes to by trying."""

PEOPLE = 1000

NOISE = AdditiveNoise(variables=["income"], variance_share=10.0)
FACTORS = MultiplicativeNoise(variables=["income"], deviation=10.0)
ORDER = METHODS["random_order"]()
PRAM = METHODS["pram"](variable="sex", diagonal=70.0)


@dataclass(frozen=True)
class Published:
    """What leaves: the file, and the public documents."""

    original: pd.DataFrame
    released: pd.DataFrame
    documents: tuple[str, ...]
    project: Project
    internal: str


def publish(seed: int, method: Method, folder: Path, capsys: pytest.CaptureFixture[str]) -> Published:
    """Mask a thousand people and write all that is public: report, figures, and what the terminal shows."""
    random = np.random.default_rng(5)
    income = np.round(np.exp(random.normal(10, 0.5, PEOPLE)), 2)
    sex = random.choice(["f", "m"], PEOPLE)
    frame = pd.DataFrame({"age": random.integers(20, 70, PEOPLE), "sex": sex, "income": income})
    file, at = folder / "people.csv", folder / "people.sdcdesk"
    frame.to_csv(file, index=False)
    project = Project(
        data=DataReference.to(file, at, ReadOptions()),
        recipe=Recipe(seed=seed).then(method),
        measures=[HeadlineLoss(), ContinuousLoss()],
    )
    project.save(at)
    data = project.open_data(at)
    release = check_release(project, Pipeline(data).run(project.recipe)).followed()
    main(["run", str(at), "--tables"])
    told = capsys.readouterr()
    released = release.run.masked.frame.reset_index(drop=True)
    documents = render(release), figures_text(release), told.out, told.err
    internal = render(release, edition=release.edition(internal=True))
    return Published(frame, released, documents, project, internal)


def numbers_in(text: str) -> Iterator[int]:
    """Yield every whole number of a text, however it is written: decimal, grouped, hexadecimal."""
    bare = re.sub(r"(?<=\d)[\u202f\u00a0 ,_](?=\d{3})", "", text)
    for found in re.findall(r"\d+", text) + re.findall(r"\d+", bare):
        yield int(found)
    for found in re.findall(r"\b[0-9a-fA-F]{4,}\b", text):
        yield int(found, 16)
        yield int(found[:16], 16)
        yield int(found[-16:], 16)


def seeds_found(published: Published) -> set[int]:
    """Return all that could be a seed."""
    return {seed for text in published.documents for seed in numbers_in(text) if 0 <= seed <= LARGEST_SEED}


def without_noise(released: pd.DataFrame, seed: int) -> pd.Series:
    """Return incomes without additive noise: its size follows from the share that the report tells."""
    masked, normal = released["income"].to_numpy(), Draws(seed).normal(np.arange(PEOPLE))
    variance, share = np.cov(masked, normal), NOISE.variance_share / 100
    # deviation² = share · Var(masked − deviation · normal)
    a, b, c = share * variance[1, 1] - 1, -2 * share * variance[0, 1], share * variance[0, 0]
    deviation = (-b - math.sqrt(max(b * b - 4 * a * c, 0))) / (2 * a)
    return pd.Series(masked - deviation * normal).round(2)


def without_factors(released: pd.DataFrame, seed: int) -> pd.Series:
    ones = Microdata(pd.DataFrame({"income": np.ones(PEOPLE)}))
    return (released["income"] / FACTORS.apply(ones, seed).column("income")).round(2)


def without_order(released: pd.DataFrame, seed: int) -> pd.Series:
    back = np.empty(PEOPLE, np.int64)
    back[Draws(seed).order(np.arange(PEOPLE))] = np.arange(PEOPLE)
    return released["income"].iloc[back].reset_index(drop=True)


def without_pram(released: pd.DataFrame, seed: int) -> pd.Series:
    """Return the sex of those who would have kept it with either value, which is then known for certain."""
    both = {value: pd.DataFrame({"sex": [value] * (PEOPLE - 1) + ["m", "f"]}) for value in ("f", "m")}
    kept = {
        value: PRAM.apply(Microdata(frame), seed).column("sex").to_numpy()[:PEOPLE]
        for value, frame in both.items()
    }
    known = np.where(kept["f"] == kept["m"], "", np.where(released["sex"] == kept["f"], "f", "m"))
    return pd.Series(known)


ATTACKS: dict[str, tuple[Method, str, Callable[[pd.DataFrame, int], pd.Series]]] = {
    "additive noise": (NOISE, "income", without_noise),
    "multiplicative noise": (FACTORS, "income", without_factors),
    "random order": (ORDER, "income", without_order),
    "PRAM": (PRAM, "sex", without_pram),
}


def recovered(published: Published, attack: str, seed: int) -> float:
    """Return the share of the true values that a seed brings back, of those that it claims to know."""
    _, variable, undo = ATTACKS[attack]
    found, true = undo(published.released, seed), published.original[variable]
    if variable == "sex":
        return float((found == true)[found != ""].mean())
    return float(np.isclose(found, true, rtol=0, atol=0.005).mean())


def by_chance(published: Published, attack: str) -> float:
    """Return what wrong seeds bring back: the same guess without any document."""
    return max(recovered(published, attack, seed) for seed in range(10**12, 10**12 + 100))


@pytest.mark.parametrize("attack", ATTACKS)
def test_no_public_document_holds_a_number_that_undoes_the_masking(
    attack: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    published = publish(DRAWN, ATTACKS[attack][0], tmp_path, capsys)
    assert recovered(published, attack, DRAWN) == 1, "the attack works for who knows the seed"
    found = seeds_found(published)
    assert found, "the documents hold many numbers"
    best = max(recovered(published, attack, seed) for seed in found)
    assert best <= by_chance(published, attack) + 0.05


def proofs(published: Published, attack: str, seed: int) -> Iterator[str]:
    """Yield what would prove a guess at a seed: hashes of all that it makes out of what is public."""
    _, variable, undo = ATTACKS[attack]
    rebuilt = published.released.assign(**{variable: undo(published.released, seed)})
    if attack == "random order":
        back = np.argsort(Draws(seed).order(np.arange(PEOPLE)))
        rebuilt = published.released.iloc[back].reset_index(drop=True)
        order = Draws(seed).order(np.arange(PEOPLE))
        yield Microdata(published.released, rows=order).fingerprint()
    file = rebuilt.to_csv(index=False).encode()
    yield hashlib.sha256(file).hexdigest()
    yield Microdata(rebuilt).fingerprint()
    yield f'"size": {len(file)}'
    recipe = Recipe(seed=seed).then(ATTACKS[attack][0])
    for written in (json.dumps(recipe.model_dump(mode="json")), str(seed)):
        yield hashlib.sha256(written.encode()).hexdigest()
    yield published.project.changed(recipe=recipe).digest
    yield Draws(seed).words(np.arange(1))[0].tobytes().hex()


@pytest.mark.parametrize("attack", ["additive noise", "multiplicative noise", "random order"])
def test_nothing_in_a_public_document_proves_a_guess_at_the_seed(
    attack: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    published = publish(GUESSABLE, ATTACKS[attack][0], tmp_path, capsys)
    assert recovered(published, attack, GUESSABLE) == 1
    known = list(proofs(published, attack, GUESSABLE))
    assert any(proof in published.internal for proof in known), "the proofs are right"
    for document in published.documents:
        assert not [proof for proof in known if proof in document]


def test_the_internal_edition_holds_the_seed_and_says_what_follows_of_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    published = publish(DRAWN, NOISE, tmp_path, capsys)
    first = published.internal.partition("<section")[0]
    assert str(DRAWN) in first
    assert "Seed and project are as confidential as the data" in first
    assert "easy to guess" not in first
    assert "easy to guess" in publish(GUESSABLE, NOISE, tmp_path, capsys).internal.partition("<section")[0]


@pytest.mark.parametrize("report", ["public", "internal"])
def test_the_terminal_tells_no_hash_of_a_file_that_holds_the_seed(
    report: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    publish(DRAWN, NOISE, tmp_path, capsys)
    page = tmp_path / "page.html"
    edition = ["--internal-report"] if report == "internal" else []
    main(["run", str(tmp_path / "people.sdcdesk"), "--report", str(page), *edition])
    told = capsys.readouterr()
    assert (hashlib.sha256(page.read_bytes()).hexdigest() in told.out) is (report == "public")
    assert str(DRAWN) not in told.out + told.err
    assert (str(DRAWN) in page.read_text("utf-8")) is (report == "internal")


def test_no_hash_of_another_file_proves_a_guess_either(tmp_path: Path) -> None:
    people = pd.DataFrame({"age": [20, 30, 40, 50], "income": [1.5, 2.5, 3.5, 4.5]})
    file, other, at = (tmp_path / name for name in ("people.csv", "register.csv", "people.sdcdesk"))
    for path in (file, other):
        people.to_csv(path, index=False)
    project = Project(
        data=DataReference.to(file, at, ReadOptions()),
        recipe=Recipe(seed=DRAWN).then(NOISE),
        measures=[KMap(keys=["age"], population=str(other)), HeadlineLoss()],
    ).pinned()
    release = check_release(project, Pipeline(project.open_data(at)).run(project.recipe)).followed()
    assert not release.unassessed
    known = hashlib.sha256(other.read_bytes()).hexdigest()
    assert known in render(release, edition=release.edition(internal=True))
    assert known not in render(release) + figures_text(release)
