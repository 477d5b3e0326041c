"""Figures in words, for people; the full precision is in the JSON."""

from sdcdesk.core.assessment import Figure


def words(figure: Figure) -> str:
    """Return a figure as people read it; one that is not defined says so."""
    value = figure.value
    if value is None:
        return "not defined"
    if isinstance(value, str):
        return value
    if figure.unit == "share":
        return f"{100 * value:.4g} %"
    shown = f"{value:,}" if isinstance(value, int) else f"{value:,.6g}"
    unit = figure.unit.removesuffix("s") if value == 1 else figure.unit
    return f"{shown} {unit}".rstrip()
