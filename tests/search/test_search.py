"""Face of the searches: every name is there, and none of the searches waits for the others."""

import subprocess
import sys

import pytest

from sdcdesk import search


def test_every_name_is_found() -> None:
    assert [name for name in search.__all__ if not hasattr(search, name)] == []
    assert set(search.__all__) == set(dir(search))
    with pytest.raises(AttributeError, match="no attribute 'latice'"):
        _ = search.latice  # type: ignore[attr-defined]


def test_a_search_for_codings_imports_no_other_search() -> None:
    code = "import sys; from sdcdesk.search import lattice; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603 - our own program
    found = done.stdout.split()
    assert "sdcdesk.search.codings.lattice_search" in found
    others = ("sdcdesk.search.suggestion", "sdcdesk.search.alternatives")
    assert [name for name in found if name.startswith(others)] == []
