"""Explanations of the figures of the release check: meaning, computation, source."""

from sdcdesk.core.assessment import Assessment
from sdcdesk.core.findings import Figure
from sdcdesk.core.quantity import Bound, Quantity
from sdcdesk.core.shown import shown
from sdcdesk.document.scenario import Scenario
from sdcdesk.release.risk_loss_path import PathPoint, shown_address
from ui.look.locale import user_locale
from ui.widgets.numbers import decimal
from ui.widgets.what_is_this import Explanation

LONGEST = 6
"""Rows of a computation; the rest is one row more."""

RECORDS, MANUAL = ("records", "Show these records"), ("manual", "Manual page")

CHECK = Explanation(
    "Release check",
    "Says whether the masked file keeps to the limits that you set, in every disclosure scenario. The file "
    "is safe only if it is safe in all of them, so the worst one is shown.",
    source="Truta et al. 2004",
)


def explained(figure: Figure, of: Assessment | None = None) -> Explanation:
    """Return what a figure is.

    Parameters
    ----------
    figure
        Its words and its computation.
    of
        The assessment whose notes say how it is to be read, where that has some; None: links lead nowhere.
    """
    base, _, below = figure.symbol.partition("_")
    symbol = f"{base}<sub>{below}</sub>" if below else base
    notes = [note.text.written(_text) for s in of.sections for note in s.notes if note.name] if of else []
    bound = notes if figure.note or figure.quantity.bound is not Bound.EXACT else []
    rows = tuple(
        (words, step if isinstance(step, str) else _text(step)) for words, step in figure.computation
    )
    counted = figure.rows is not None and len(figure.rows()) > 0
    links = ((RECORDS, MANUAL) if counted else (MANUAL,)) if of else ()
    title = f"{figure.title}, {symbol}" if symbol else figure.title
    return Explanation(title, " ".join([figure.meaning, *bound]), rows, links, figure.source)


def part_name(name: str) -> str:
    """Return the name of a part of the loss: a variable's own, or words with a capital."""
    return "Records left out" if name == "records left out" else name


def path_explained(path: tuple[PathPoint, ...], scenario: Scenario | None) -> Explanation:
    """Return what the small map is."""
    rows = []
    for point in path[-LONGEST:] if scenario else ():
        name = "Original" if point.step == 0 else f"After step {point.step}"
        quantity = point.found.get(shown_address(scenario)) if scenario else None
        risk = "–" if quantity is None else _text(quantity)
        rows.append((name, f"{risk} at loss {decimal(point.loss, 2)}"))
    paragraph = (
        "Where the file stands after every step: to the right it has lost more, upwards it is riskier. The "
        "scale of a risk is logarithmic. A good step goes down a lot and right a little."
    )
    return Explanation("Risk against loss", paragraph, tuple(rows))


def _text(number: Quantity | int) -> str:
    return str(number) if isinstance(number, int) else shown(number, user_locale()).text
