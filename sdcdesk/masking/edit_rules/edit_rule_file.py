"""Edit rules in a file of their own: a JSON list, as a project file holds them."""

import json
from pathlib import Path

from sdcdesk.core.files.opening import read_text
from sdcdesk.core.running.errors import ReadError, SdcError
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import sentence
from sdcdesk.core.text.strict_json import parsed
from sdcdesk.masking.edit_rules.edit_rule import EditRule


def read_edit_rules(path: Path) -> tuple[EditRule, ...]:
    """Return the edit rules that a file holds.

    Parameters
    ----------
    path
        A file in UTF-8: `[{"name": …, "when": {"comparisons": […]}, "then": {"comparisons": […]}}]`.

    Returns
    -------
    tuple of EditRule
        In the order of the file.

    Raises
    ------
    ReadError
        The file cannot be read, or holds something else.
    """
    name = short(path.name)
    text = read_text(path, ReadError)
    try:
        written = parsed(text)
    except json.JSONDecodeError as error:
        raise ReadError(
            sentence(
                "{name} is not JSON: line {lineno} cannot be read.", name=name, lineno=str(error.lineno)
            ),
            "rules",
        ) from None
    except ValueError as error:
        raise ReadError(
            sentence("{name} cannot be taken as edit rules: {error}.", name=name, error=str(error)), "rules"
        ) from None
    if not isinstance(written, list) or not all(isinstance(entry, dict) for entry in written):
        raise ReadError(
            sentence("{name} must hold a list of edit rules, each with a name, when and then.", name=name),
            "rules",
        )
    rules: list[EditRule] = []
    for number, entry in enumerate(written, start=1):
        try:
            rules.append(EditRule(**entry))
        except SdcError as error:
            words = "{name}, edit rule {number}: {problem}"
            wrong = sentence(words, name=name, number=str(number), problem=error.message)
            raise ReadError(wrong, "rules") from None
    if len({rule.name for rule in rules}) < len(rules):
        raise ReadError(
            sentence("Two edit rules of {name} share a name; give each its own.", name=name), "rules"
        )
    return tuple(rules)
