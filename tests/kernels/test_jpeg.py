"""The images that come back are those of Pillow 13 with libjpeg-turbo 3.2, whose pixels stand below."""

import hashlib

import numpy as np
import pytest

from sdcdesk.kernels.jpeg import AT_ONCE, TRANSFORM, compressed, quantisation


def picture(kind: str, height: int, width: int) -> np.ndarray:
    rows, columns = np.mgrid[:height, :width]
    levels = {
        "slope": 5 * rows + 3 * columns,
        "waves": 128 + 100 * np.sin(rows / 3) * np.cos(columns / 2),
        "noise": (rows * 7919 + columns * 104729 + rows * columns * 31) % 256,
        "checks": 255 * ((rows + columns) % 2),
    }
    return np.asarray(levels[kind] % 256, dtype=np.uint8)


def test_a_block_at_quality_50() -> None:
    expected = [
        [0, 49, 26, 90, 126, 99, 140, 183],
        [246, 44, 104, 135, 167, 47, 63, 122],
        [209, 64, 113, 243, 61, 136, 255, 46],
        [225, 73, 167, 65, 161, 20, 126, 0],
        [172, 91, 225, 121, 12, 198, 39, 240],
        [175, 87, 17, 218, 112, 24, 200, 170],
        [162, 102, 60, 19, 229, 196, 184, 49],
        [125, 136, 131, 91, 91, 57, 43, 51],
    ]
    assert compressed(picture("noise", 8, 8), 50).tolist() == expected


@pytest.mark.parametrize(
    ("kind", "height", "width", "quality", "digest"),
    [
        ("slope", 16, 24, 10, "f29a208ffd183dbd"),
        ("slope", 9, 3, 75, "ecbd35b86d6928ed"),
        ("waves", 40, 17, 1, "a7d00d15aa444571"),
        ("waves", 33, 64, 90, "1295c6104aa234e8"),
        ("noise", 64, 64, 25, "34bca0395be97b8a"),
        ("noise", 31, 5, 100, "a3e6e1fcba88ddfb"),
        ("checks", 16, 16, 50, "ea61e981697bf563"),
        ("checks", 7, 9, 3, "636e5f19e18da097"),
    ],
)
def test_pictures_are_those_of_the_reference(
    kind: str, height: int, width: int, quality: int, digest: str
) -> None:
    back = compressed(picture(kind, height, width), quality)
    assert hashlib.sha256(back.tobytes()).hexdigest()[:16] == digest


def test_quantisation_by_hand() -> None:
    """Quality 80: 40 % of 16, 11, … rounded; quality 100: steps of 1; quality 1: the largest."""
    assert quantisation(80)[0].tolist() == [6, 4, 4, 6, 10, 16, 20, 24]
    assert (quantisation(100) == 1).all()
    assert (quantisation(1) == 255).all()
    assert quantisation(25)[7, 7] == 198


def test_the_transform_is_that_of_cosines() -> None:
    place = np.arange(8)
    cosines = np.cos((2 * place + 1) * place[:, np.newaxis] * np.pi / 16) * np.sqrt(2) * 2**13
    cosines[0] = 2**13
    assert np.abs(TRANSFORM - cosines).max() < 1.2


def test_tiles_of_whole_blocks_are_compressed_as_one() -> None:
    tall = picture("waves", AT_ONCE // 8 + 24, 11)
    parts = [compressed(tall[first : first + 4096], 30) for first in range(0, len(tall), 4096)]
    assert np.array_equal(compressed(tall, 30), np.concatenate(parts))
