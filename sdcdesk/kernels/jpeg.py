"""JPEG of grey images: what compression at a quality leaves of the pixels.

Only what changes pixels is computed: blocks of 8 × 8, cosine transform, quantisation and the way back. The
coding of the coefficients loses nothing and is left out. All arithmetic is that of whole numbers, so the
result is the same on every machine: pixel for pixel that of the reference implementation of JPEG (libjpeg
and libjpeg-turbo with their accurate integer transform), which Pillow and most other programs use.
"""

import numpy as np

BLOCK = 8

SCALE = 13
"""The transform is a matrix of whole numbers, 2¹³ times that of cosines with rows of length √8."""

_HALF = np.array(
    [
        [8192, 8192, 8192, 8192],
        [11363, 9633, 6437, 2260],
        [10703, 4433, -4433, -10703],
        [9633, -2259, -11362, -6436],
        [8192, -8192, -8192, 8192],
        [6437, -11362, 2261, 9633],
        [4433, -10704, 10704, -4433],
        [2260, -6436, 9633, -11363],
    ],
    dtype=np.float64,
)
"""Left half of the matrix. Where it differs from the rounded cosines, by 1 at most, it is what the eleven
rounded factors of Loeffler, Ligtenberg and Moschytz (1989) make, by which the reference multiplies."""

TRANSFORM = np.concatenate([_HALF, _HALF[:, ::-1] * np.resize([1.0, -1.0], (BLOCK, 1))], axis=1)

LUMINANCE = np.array(
    [
        [16, 11, 10, 16, 24, 40, 51, 61],
        [12, 12, 14, 19, 26, 58, 60, 55],
        [14, 13, 16, 24, 40, 57, 69, 56],
        [14, 17, 22, 29, 51, 87, 80, 62],
        [18, 22, 37, 56, 68, 109, 103, 77],
        [24, 35, 55, 64, 81, 104, 113, 92],
        [49, 64, 78, 87, 103, 121, 120, 101],
        [72, 92, 95, 98, 112, 100, 103, 99],
    ]
)
"""Quantisation at quality 50 (ITU-T T.81, table K.1)."""

AT_ONCE = 2**18
"""Pixels that are computed at a time."""


def quantisation(quality: int) -> np.ndarray:
    """Return the steps to which the coefficients are rounded.

    Parameters
    ----------
    quality
        1…100, on the scale of the Independent JPEG Group.

    Returns
    -------
    np.ndarray
        int64 (8, 8), 1…255.
    """
    percent = 5000 // quality if quality < 50 else 200 - 2 * quality
    steps: np.ndarray = np.clip((LUMINANCE * percent + 50) // 100, 1, 255)
    return steps


def compressed(grey: np.ndarray, quality: int) -> np.ndarray:
    """Return a grey image as it comes back from JPEG.

    Edges are filled up to whole blocks with their last row and column, as the reference does. Blocks do not
    depend on each other, so that an image may be cut into tiles of whole blocks.

    Parameters
    ----------
    grey
        uint8 (n, m), at least one pixel.
    quality
        1…100.

    Returns
    -------
    np.ndarray
        uint8 (n, m).
    """
    height, width = grey.shape
    padded = np.pad(grey, ((0, -height % BLOCK), (0, -width % BLOCK)), mode="edge")
    steps, found = quantisation(quality), np.empty_like(padded)
    rows = max(AT_ONCE // padded.shape[1] // BLOCK, 1) * BLOCK
    for first in range(0, len(padded), rows):
        some = padded[first : first + rows]
        blocks = some.reshape(-1, BLOCK, padded.shape[1] // BLOCK, BLOCK).swapaxes(1, 2)
        back = _there_and_back(blocks.astype(np.float64) - 128, steps)
        found[first : first + rows] = (back + 128).clip(0, 255).swapaxes(1, 2).reshape(some.shape)
    return found[:height, :width]


def _there_and_back(blocks: np.ndarray, steps: np.ndarray) -> np.ndarray:
    """Transform blocks, float64 (…, 8, 8) of whole numbers, round to the steps, and transform back."""
    rows_done = _halves_up(blocks @ TRANSFORM.T, SCALE - 2)
    coefficients = _halves_up(TRANSFORM @ rows_done, SCALE + 2)
    # Coefficients are eight times those of the standard; halves go away from zero.
    rounded = np.sign(coefficients) * np.floor((np.abs(coefficients) + 4 * steps) / (8 * steps)) * steps
    columns_done = _halves_up(TRANSFORM.T @ rounded, SCALE - 2)
    return _halves_up(columns_done @ TRANSFORM, SCALE + 5)


def _halves_up(whole: np.ndarray, bits: int) -> np.ndarray:
    """Divide whole numbers, below 2⁵³ and so exact as float64, by 2**bits, and round halves up."""
    divided: np.ndarray = np.floor(whole / 2.0**bits + 0.5)
    return divided
