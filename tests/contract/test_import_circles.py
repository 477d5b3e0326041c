"""No module imports itself in a circle, not even for its types alone."""

from graphlib import CycleError, TopologicalSorter

import grimp
import pytest


@pytest.mark.parametrize("root", ["sdcdesk", "ui"])
def test_no_modules_import_each_other_in_a_circle(root: str) -> None:
    graph = grimp.build_graph(root)
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    assert len(imports) > 200
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as circle:
        pytest.fail(" imports ".join(circle.args[1][::-1]))
