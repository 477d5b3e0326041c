from imported import imported

SOURCE = """
import os, a.b
from c.d import e as f, g
from . import sibling
if TYPE_CHECKING:
    import only.types
else:
    import h
def later():
    if True:
        from i import j
"""


def test_all_imports_are_found_but_relative_ones_and_those_for_type_checkers(tmp_path):
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "source.py").write_text(SOURCE)
    (tmp_path / "other.py").write_text("import typing\nif typing.TYPE_CHECKING:\n    import only.types\n")
    assert imported(tmp_path) == {
        ("os", ""),
        ("a.b", ""),
        ("c.d", "e"),
        ("c.d", "g"),
        ("h", ""),
        ("i", "j"),
        ("typing", ""),
    }
