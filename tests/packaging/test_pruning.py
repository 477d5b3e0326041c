import json
import subprocess
import sys
from pathlib import Path

import pruning
import pytest
from checks.formats import WRITTEN_ELSEWHERE, differences
from imported import imported

ROOT = Path(pruning.__file__).resolve().parents[1]

WITHOUT_THEM = """
import importlib, os, pathlib, pkgutil, sys
os.environ["QT_QPA_PLATFORM"] = "offscreen"
left_out = sys.argv.pop(1).split()

class Refusing:
    def find_spec(self, name, path=None, target=None):
        if any(f"{name}.".startswith(f"{unused}.") for unused in left_out):
            raise ModuleNotFoundError(name, name=name)

sys.meta_path.insert(0, Refusing())
for stand_in in sorted(pathlib.Path("packaging/programs").glob("without_*.py")):
    exec(stand_in.read_text(encoding="utf-8"))
"""

IMPORTED = """
import sdcdesk, ui
for package in (sdcdesk, ui):
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
import highspy, pyarrow.csv, pyarrow.parquet, pyreadstat, python_calamine, xlsxwriter
from scipy.sparse import csr_array, eye_array, kron, vstack
from scipy.sparse.csgraph import min_weight_full_bipartite_matching
from scipy.spatial import KDTree
from scipy.spatial.distance import cdist
from scipy.special import poch
"""

EVERY_FORMAT = 'exec(open("packaging/journeys/formats.py", encoding="utf-8").read())'


def without_what_is_left_out(script, *arguments):
    """Run a script where the modules that are left out cannot be imported, and return what it prints."""
    command = [sys.executable, "-c", WITHOUT_THEM + script, " ".join(pruning.UNUSED_MODULES), *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_everything_is_imported_without_the_modules_that_are_left_out():
    without_what_is_left_out(IMPORTED)


def test_every_format_is_written_and_read_without_them(tmp_path):
    data = ROOT / "resources" / "samples" / "billing_1000.csv"
    found = without_what_is_left_out(EVERY_FORMAT, data, tmp_path / "files", *WRITTEN_ELSEWHERE)
    wrong = differences(json.loads(found), json.loads(found))
    assert not any(wrong.values()), wrong


@pytest.mark.parametrize("package", ["sdcdesk", "ui"])
def test_nothing_that_a_source_imports_is_left_out(package):
    lost = {
        f"{module}.{name}".rstrip("."): entry
        for module, name in imported(ROOT / package)
        if (entry := pruning.left_out_as(f"{module}.{name}".rstrip(".")))
    }
    assert not lost, "take these entries from UNUSED_MODULES in packaging/pruning.py"


@pytest.mark.parametrize(
    ("place", "unused"),
    [
        ("PySide6/Qt/plugins/platforms/libqxcb.so", False),
        ("PySide6/Qt/plugins/platforms/libqoffscreen.so", False),
        ("PySide6\\plugins\\platforms\\qwindows.dll", False),
        ("PySide6/Qt/plugins/tls/libqopensslbackend.so", True),
        ("PySide6/Qt/plugins/platformthemes/libqgtk3.so", True),
        ("PySide6/Qt/translations/qtbase_de.qm", True),
        ("pandas/tests/test_x.pyc", True),
        ("pyarrow/include/arrow/api.h", True),
        ("resources/samples/billing_5000.csv", False),
        ("resources/samples/billing_25000.csv", True),
        ("resources/icons/logo.svg", False),
        ("numpy-2.4.6.dist-info/METADATA", False),
        ("numpy-2.4.6.dist-info/RECORD", True),
    ],
)
def test_files_that_nothing_reads_are_left_out(place, unused):
    assert pruning.is_unused(place) is unused


def test_a_module_is_left_out_with_all_below_it():
    assert pruning.is_unused_module("scipy.stats")
    assert pruning.is_unused_module("scipy.stats._distn")
    assert not pruning.is_unused_module("scipy.statistics")
    assert not pruning.is_unused_module("scipy")
    assert pruning.left_out_as("scipy.stats._distn") == "scipy.stats"


def test_tools_of_the_build_are_left_out_and_what_the_program_needs_is_not():
    foreign = pruning.foreign_modules(["NumPy", "pandas", "PySide6_Essentials", "shiboken6"])
    assert "pytest" in foreign
    assert not {"numpy", "pandas", "PySide6", "shiboken6"} & set(foreign)
