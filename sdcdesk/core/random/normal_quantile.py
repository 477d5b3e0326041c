"""Quantiles of the normal distribution, the same to the last digit on every machine.

They are computed by + − × ÷ and √ alone, which IEEE 754 defines to the last bit. Logarithms of system
libraries differ in it, so that this one is written out.
"""

import numpy as np

CENTRAL = (
    (
        3.3871328727963666080e0,
        1.3314166789178437745e2,
        1.9715909503065514427e3,
        1.3731693765509461125e4,
        4.5921953931549871457e4,
        6.7265770927008700853e4,
        3.3430575583588128105e4,
        2.5090809287301226727e3,
    ),
    (
        1.0,
        4.2313330701600911252e1,
        6.8718700749205790830e2,
        5.3941960214247511077e3,
        2.1213794301586595867e4,
        3.9307895800092710610e4,
        2.8729085735721942674e4,
        5.2264952788528545610e3,
    ),
)
TAIL = (
    (
        1.42343711074968357734e0,
        4.63033784615654529590e0,
        5.76949722146069140550e0,
        3.64784832476320460504e0,
        1.27045825245236838258e0,
        2.41780725177450611770e-1,
        2.27238449892691845833e-2,
        7.74545014278341407640e-4,
    ),
    (
        1.0,
        2.05319162663775882187e0,
        1.67638483018380384940e0,
        6.89767334985100004550e-1,
        1.48103976427480074590e-1,
        1.51986665636164571966e-2,
        5.47593808499534494600e-4,
        1.05075007164441684324e-9,
    ),
)
FAR_TAIL = (
    (
        6.65790464350110377720e0,
        5.46378491116411436990e0,
        1.78482653991729133580e0,
        2.96560571828504891230e-1,
        2.65321895265761230930e-2,
        1.24266094738807843860e-3,
        2.71155556874348757815e-5,
        2.01033439929228813265e-7,
    ),
    (
        1.0,
        5.99832206555887937690e-1,
        1.36929880922735805310e-1,
        1.48753612908506148525e-2,
        7.86869131145613259100e-4,
        1.84631831751005468180e-5,
        1.42151175831644588870e-7,
        2.04426310338993978564e-15,
    ),
)
"""Numerators and denominators of the three rational functions, from the constant on."""

LOG_2 = 0.6931471805599453
SERIES = tuple(2 / (2 * n + 1) for n in range(12))
"""ln((1 + s)/(1 − s)) = 2s·(1 + s²/3 + s⁴/5 + …); |s| stays below 0.172, and twelve terms are enough."""

AT_ONCE = 16_384
"""So many are computed together that all numbers between two steps stay in the processor's cache."""


def normal_quantile(shares: np.ndarray) -> np.ndarray:
    """Return for each share the number that this share of the standard normal distribution lies below.

    Wichura (1988), Algorithm AS 241 (PPND16): about 16 digits.

    Parameters
    ----------
    shares
        float64 (n,), above 0 and below 1.

    Returns
    -------
    np.ndarray
        float64 (n,).
    """
    quantiles = np.empty(len(shares))
    for start in range(0, len(shares), AT_ONCE):
        quantiles[start : start + AT_ONCE] = _quantiles(shares[start : start + AT_ONCE])
    return quantiles


def normal_from_words(words: np.ndarray) -> np.ndarray:
    """Return the standard normal numbers that random bits stand for: the quantile of one uniform number each.

    Parameters
    ----------
    words
        uint64 (n,), of which the upper 52 bits are used.

    Returns
    -------
    np.ndarray
        float64 (n,), within ±8.21.
    """
    quantiles = np.empty(len(words))
    for start in range(0, len(words), AT_ONCE):
        # The middles of 2⁵² equal parts of [0, 1]: symmetric, and neither 0 nor 1.
        shares = (words[start : start + AT_ONCE] >> np.uint64(12)) + 0.5
        shares *= 2.0**-52
        quantiles[start : start + AT_ONCE] = _quantiles(shares)
    return quantiles


def _quantiles(shares: np.ndarray) -> np.ndarray:
    off = shares - 0.5
    quantiles = _ratio(CENTRAL, 0.180625 - off * off)
    quantiles *= off
    outside = np.flatnonzero(np.abs(off) > 0.425)
    below, sign = shares[outside], np.sign(off[outside])
    depth = np.sqrt(-logarithm(np.minimum(below, 1 - below)))
    found = _ratio(TAIL, depth - 1.6)
    far = np.flatnonzero(depth > 5)
    found[far] = _ratio(FAR_TAIL, depth[far] - 5)
    quantiles[outside] = sign * found
    return quantiles


def _ratio(function: tuple[tuple[float, ...], tuple[float, ...]], x: np.ndarray) -> np.ndarray:
    over, under = function
    ratio = _polynomial(over, x)
    ratio /= _polynomial(under, x)
    return ratio


def _polynomial(coefficients: tuple[float, ...], x: np.ndarray) -> np.ndarray:
    *lower, highest = coefficients
    value = highest * x
    for coefficient in lower[:0:-1]:
        value += coefficient
        value *= x
    value += lower[0]
    return value


def logarithm(x: np.ndarray) -> np.ndarray:
    """Return the natural logarithm.

    Parameters
    ----------
    x
        float64 (n,), above 0.

    Returns
    -------
    np.ndarray
        float64 (n,), to about 16 digits where x is not close to 1.
    """
    mantissa, exponent = np.frexp(x)
    low = mantissa < np.sqrt(0.5)
    mantissa, exponent = np.where(low, 2 * mantissa, mantissa), exponent - low
    s = (mantissa - 1) / (mantissa + 1)
    found: np.ndarray = exponent * LOG_2 + s * _polynomial(SERIES, s * s)
    return found
