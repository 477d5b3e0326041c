import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.release.gauge_scale import ENDS, beside, scale_end, snapped, step

share = st.floats(0, 1)


@pytest.mark.parametrize(
    ("maximal", "limit", "end"),
    [
        (0.1345, 0.02, 0.15),
        (0.062, 0.02, 0.08),
        (0.001, 0.02, 0.05),
        (0.15, 0.02, 0.20),
        (0.005, None, 0.01),
        (0.0, 0.0, 0.01),
        (0.75, 0.05, 1.0),
        (1.0, 0.05, 1.0),
        (0.1, 1.0, 1.0),
    ],
)
def test_scale_ends_at_the_next_round_number(maximal, limit, end):
    assert scale_end(maximal, limit) == end


@given(share, share)
def test_nothing_lies_beyond_the_scale(maximal, limit):
    end = scale_end(maximal, limit)
    assert end in ENDS
    assert max(maximal, limit) <= end
    assert end == 1 or max(maximal, limit) < end


@pytest.mark.parametrize("end", ENDS)
def test_a_step_is_small_and_round(end):
    assert step(end) <= end / 100 * (1 + 1e-9)
    assert end / step(end) == pytest.approx(round(end / step(end)))


@given(share, st.sampled_from(ENDS))
def test_snapping_keeps_within_the_scale_and_half_a_step(value, end):
    found = snapped(value, end)
    assert 0 <= found <= end
    if value <= end:
        assert abs(found - value) <= step(end) / 2 + 1e-6


@given(st.floats(0, 300), st.floats(1, 100), st.floats(120, 300))
def test_words_stay_within_their_room(centre, width, room):
    left = beside(centre, width, 0, room)
    assert left >= 0
    assert left + width <= room + 1e-9
    if width / 2 <= centre <= room - width / 2:
        assert left == pytest.approx(centre - width / 2)
