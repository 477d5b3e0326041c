"""Lists of catalogues: name, title and first sentence of each operation."""

from collections.abc import Iterable

from sdcdesk.cli.terminal import print_lines
from sdcdesk.core.operations.operation import AnyOperation


def show(operations: Iterable[type[AnyOperation]]) -> None:
    """Print name, title and first sentence of each operation.

    Parameters
    ----------
    operations
        Classes of methods or measures.
    """
    for operation in operations:
        first = (operation.__doc__ or "").strip().split("\n")[0]
        print_lines(f"{operation.name:<24} {operation.title}: {first}")
