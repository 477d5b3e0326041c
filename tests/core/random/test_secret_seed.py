import pytest

from sdcdesk.core.random import secret_seed
from sdcdesk.core.random.randomness import LARGEST_SEED, Draws
from sdcdesk.core.random.secret_seed import drawn_seed, guessable, shortened


def test_seeds_are_drawn_from_the_operating_system_with_all_bits() -> None:
    drawn = {drawn_seed() for _ in range(500)}
    assert len(drawn) == 500
    assert all(0 <= seed <= LARGEST_SEED for seed in drawn)
    for bit in range(63):
        assert 0 < sum(seed >> bit & 1 for seed in drawn) < 500, bit


def test_a_seed_that_could_be_guessed_is_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    draws = iter([7, 20261123130500, 2**62 + 5])
    monkeypatch.setattr(secret_seed.secrets, "randbits", lambda bits: next(draws) if bits == 63 else None)
    assert drawn_seed() == 2**62 + 5


@pytest.mark.parametrize("seed", [0, 7, 2004, 20261123, 23112026, 2**32 - 1])
def test_small_seeds_are_tried_out(seed: int) -> None:
    assert "below 2^32" in guessable(seed)


@pytest.mark.parametrize(
    "seed",
    [
        202611231305,
        231120261305,
        112320261305,
        20261123130501,
        23112026130501,
        20261123130501123,
        1_795_000_000_000,
        1_795_000_000_000_000,
    ],
)
def test_dates_are_tried_out(seed: int) -> None:
    assert "reads as a date" in guessable(seed)


@pytest.mark.parametrize("seed", [2**32, 20269923130501, 10**13 - 1, 2**62 + 5, LARGEST_SEED])
def test_other_seeds_are_not_blamed(seed: int) -> None:
    assert guessable(seed) == ""


def test_a_seed_is_shown_by_its_ends() -> None:
    assert shortened(6_203_718_845_120_937_411) == "6203…7411"
    assert shortened(2004) == "2004"


def test_no_display_of_draws_shows_their_seed() -> None:
    assert "8645309" not in repr(Draws(8645309))
