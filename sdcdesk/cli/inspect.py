"""Command `sdcdesk inspect DATA`: what a file holds, and suggested roles and scenarios with their reasons."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path

from sdcdesk.cli import edit_rules, reading, targets
from sdcdesk.cli.terminal import print_lines, progress
from sdcdesk.core.data.variable import Variable
from sdcdesk.core.text.sentence import counted, joined, listed, localised, sentence
from sdcdesk.core.text.value_text import value_text
from sdcdesk.inspection import VariableInspection, inspect
from sdcdesk.inspection.scenario_suggestions import suggested_scenarios, with_roles
from sdcdesk.io.formats import described

MOST_LABELS = 12
"""Values with labels that are shown of a variable; the JSON has all."""


def declare(parser: ArgumentParser) -> None:
    """Declare the options of the command.

    Parameters
    ----------
    parser
        Parser of the command.
    """
    parser.add_argument("data", metavar="DATA", type=Path, help=reading.data_files())
    parser.add_argument("--json", metavar="FILE", help="write the result here; - is standard output")
    edit_rules.declare(parser)
    reading.declare(parser)
    targets.declare_overwrite(parser)


def run(options: Namespace) -> int:
    """Inspect a file.

    Parameters
    ----------
    options
        Arguments as they were parsed.

    Returns
    -------
    int
        Exit code 0.
    """
    inputs = [options.data, *reading.inputs(options), *([options.rules] if options.rules else [])]
    targets.check([], inputs, overwrite=options.overwrite, figures=options.json)
    with progress() as work:
        found = reading.read_data(options, options.data, told=True, progress=work.part(0.0, 0.8))
        data, read_as = edit_rules.with_options(found.data, options), described(found.options)
        variables = inspect(data, work.part(0.8, 0.9))
        scenarios = suggested_scenarios(with_roles(data, variables), work.part(0.9, 1.0))
    rules = {rule.name: int(rule.broken(data, data).sum()) for rule in data.rules}
    if options.json != targets.STANDARD_OUTPUT:
        size = joined([counted(len(data), "record"), counted(len(data.names), "variable")])
        print_lines(f"{options.data.name}: {size}")
        reading.print_sample(data)
        print_lines(sentence("Read as {options}", options=", ".join(read_as.values())))
        print_lines(*(line for found in variables for line in _lines(found, data.variable(found.name))))
        for name, broken in rules.items():
            print_lines(sentence("{name}: broken by {records}", name=name, records=counted(broken, "record")))
        for scenario in scenarios:
            print_lines(scenario.text)
    result = {
        "file": options.data.name,
        "records": len(data),
        "sample": data.sample.to_json() if data.sample else None,
        "read_as": read_as,
        "variables": [
            {**found.to_json(), "described": data.variable(found.name).model_dump(mode="json")}
            for found in variables
        ],
        "edit_rules": [{"name": name, "broken": broken} for name, broken in rules.items()],
        "scenarios": [scenario.to_json() for scenario in scenarios],
    }
    targets.write_json(result, options.json, overwrite=options.overwrite, work=work)
    return 0


def _lines(found: VariableInspection, described: Variable) -> Iterator[str]:
    yield sentence(
        "{name}: {kind}, {distinct} different, {missing} missing",
        name=found.name,
        kind=found.kind,
        distinct=found.distinct,
        missing=found.missing,
    )
    role, scale = str(found.role), str(found.scale)
    lines = [*_description(described)]
    lines.append(sentence("suggested role {role}: {why}", role=role, why=found.role_reason))
    lines.append(sentence("suggested scale {scale}: {why}", scale=scale, why=found.scale_reason))
    lines += [sentence("worth a look: {warning}", warning=warning) for warning in found.warnings]
    yield from (f"  {line}" for line in lines)


def _description(variable: Variable) -> Iterator[str]:
    """Say what the file or a codebook says of a variable."""
    if variable.label:
        yield sentence("label: {label}", label=variable.label)
    if variable.unit:
        yield sentence("unit: {unit}", unit=variable.unit)
    if variable.value_labels:
        codes = [localised(variable.text(one.value)) for one in variable.value_labels[:MOST_LABELS]]
        yield sentence("codes: {codes}", codes=listed(codes, len(variable.value_labels), "; "))
    if variable.missing:
        yield sentence("codes for missing: {codes}", codes=joined([*map(value_text, variable.missing)]))
    for one in variable.missing_ranges:
        if one.low is None:
            yield sentence("missing up to {high}", high=value_text(one.high))
        elif one.high is None:
            yield sentence("missing from {low}", low=value_text(one.low))
        else:
            low, high = value_text(one.low), value_text(one.high)
            yield sentence("missing from {low} to {high}", low=low, high=high)
