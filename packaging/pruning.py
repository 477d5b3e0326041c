"""What is left out of the frozen program: parts of libraries that no line of it reaches.

A part that is used after all fails the check of the frozen program, which imports everything once, and
`tests/packaging/test_pruning.py`, which reads the imports of the sources, also those within functions. Both
name the entry here that has to go.
"""

from __future__ import annotations

import re
from importlib.metadata import packages_distributions
from typing import TYPE_CHECKING

import elf

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

UNUSED_MODULES = (
    # Of Python: its network (but for ssl, which pyarrow needs), tools for developers, what brings libraries,
    # and the decimal numbers that stand in where those in C are missing.
    *(
        "_curses",
        "_pydecimal",
        "_sqlite3",
        "asyncio",
        "bdb",
        "curses",
        "distutils",
        "doctest",
        "ensurepip",
        "ftplib",
        "http",
        "pstats",
        "idlelib",
        "lib2to3",
        "optparse",
        "pdb",
        "pip",
    ),
    *("readline", "sqlite3", "tkinter", "turtle", "venv", "xmlrpc"),
    # Of the libraries; QtOpenGL: see programs/without_opengl.py.
    *("PySide6.QtOpenGL", "PySide6.QtXml", "pydantic.mypy", "pydantic.v1"),
    *("numpy.f2py.tests", "pandas._libs.sas", "pandas.tests"),
    *(f"narwhals.{name}" for name in ("_dask", "_duckdb", "_ibis", "_polars", "_spark_like", "testing")),
    *(f"pyarrow.{name}" for name in ("_acero", "_dataset", "_dataset_parquet", "_feather", "_json")),
    *(f"pyarrow.{name}" for name in ("acero", "dataset", "feather", "json")),
    *(
        f"pyarrow.{name}"
        for name in ("_azurefs", "_flight", "_gcsfs", "_hdfs", "_orc", "_s3fs", "_substrait")
    ),
    *(f"pyarrow.{name}" for name in ("_pyarrow_cpp_tests", "cuda", "flight", "gandiva", "orc", "substrait")),
    *(f"pyarrow.{name}" for name in ("_dataset_orc", "tests", "jvm", "interchange", "cffi", "benchmark")),
    *(f"pyarrow.{name}" for name in ("_parquet_encryption", "_dataset_parquet_encryption")),
    *(f"pyqtgraph.{name}" for name in ("canvas", "console", "examples", "flowchart", "jupyter", "opengl")),
    *(f"scipy.{name}" for name in ("cluster", "datasets", "differentiate", "fft", "fftpack", "integrate")),
    *(
        f"scipy.{name}"
        for name in ("interpolate", "io", "misc", "ndimage", "odr", "optimize", "signal", "stats")
    ),
    *(f"PySide6.{name}" for name in ("QtNetwork", "QtQml", "QtQuick", "QtSql", "QtPrintSupport", "QtTest")),
)

UNUSED_FILES = tuple(
    re.compile(pattern)
    for pattern in (
        r"(^|/)tests?/",
        r"^pyarrow/(include|includes|src)/|^(numpy|pyarrow|scipy|pandas)/.*\.(pxd|pyx|pxi|h|hpp|c|cpp|cc|lib|a)$",
        r"^numpy/_core/(include|lib)/|^numpy/random/(_examples|lib)/",
        r"\.(pyi|typed|md)$|/CMakeLists\.txt$",
        r"^PySide6/Qt/(translations|qml|resources|libexec)/",
        r"^pyqtgraph/(colors/maps/|examples/|icons/peegee/)|^pydoc_data/",
        r"^resources/(screenshots/|samples/(billing_1000|billing_25000)|.*\.py$)",
        r"\.dist-info/(RECORD|INSTALLER|REQUESTED|WHEEL|direct_url\.json|top_level\.txt|entry_points\.txt)$",
        r"^tzdata-",  # the system has them
        r"\.dist-info/(licenses|sboms)/",  # collected in one place: licences.py
    )
)

QT_PLUGINS = (
    *("iconengines/qsvgicon", "imageformats/qsvg", "platforminputcontexts/composeplatforminputcontextplugin"),
    *("platforminputcontexts/ibusplatforminputcontextplugin", "platforms/qoffscreen", "platforms/qxcb"),
    *("platforms/qwayland", "platforms/qwindows", "platforms/qcocoa", "platformthemes/qxdgdesktopportal"),
    *("styles/qmodernwindowsstyle", "styles/qmacstyle", "wayland-decoration-client/adwaita"),
    "wayland-shell-integration/xdg-shell",
)
"""Plugins of Qt that are kept: those of the three systems together."""

OPTIONAL_LIBRARIES = {
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
}
"""Libraries of the system, with their Debian packages, which are there under Wayland."""

_PLUGIN = re.compile(r"PySide6/(?:Qt/)?plugins/(?P<folder>[^/]+)/(?:lib)?(?P<name>[^/]+?)\.(?:so|dll|dylib)$")
_LIBRARY = re.compile(r"(^|/)lib(?!\.)[^/]*\.so(\.[\d.]+)?$")


def foreign_modules(wanted: Iterable[str]) -> list[str]:
    """Return modules in this environment that the program does not ask for: tools of the build.

    Parameters
    ----------
    wanted
        Distributions that the program needs, in canonical spelling.
    """
    kept = {canonical(name) for name in wanted}
    installed = packages_distributions()
    return sorted(
        module for module, owners in installed.items() if not kept & {canonical(owner) for owner in owners}
    )


def canonical(name: str) -> str:
    """Return the name of a distribution in the spelling that the lock files use."""
    return re.sub(r"[-_.]+", "-", name).lower()


def is_unused_module(name: str) -> bool:
    """Whether a module of a library is left out, by itself or with its package."""
    return bool(left_out_as(name))


def left_out_as(name: str) -> str:
    """Return the entry of `UNUSED_MODULES` by which a module is left out, or an empty text."""
    return next((unused for unused in UNUSED_MODULES if f"{name}.".startswith(f"{unused}.")), "")


def is_unused(place: str) -> bool:
    """Whether a file of the frozen program is left out, by its place there."""
    place = place.replace("\\", "/")
    plugin = _PLUGIN.search(place)
    if plugin:
        return f"{plugin['folder']}/{plugin['name']}" not in QT_PLUGINS
    return any(pattern.search(place) for pattern in UNUSED_FILES)


def unreached(libraries: dict[str, Path]) -> set[str]:
    """Return places of shared libraries that nothing else in the frozen program needs.

    Extension modules, plugins and Python itself are needed by themselves; a library with several names stays
    under the name that the others use.

    Parameters
    ----------
    libraries
        Places in the frozen program, and the files that would be put there.
    """
    files = {place: path for place, path in libraries.items() if elf.is_elf(path.resolve())}
    needs: dict[str, set[str]] = {}
    for place, path in files.items():
        needs.setdefault(_name(place), set()).update(elf.needed(path.resolve()))
    roots = {_name(place) for place in files if not _is_library(place)}
    kept = elf.reached(roots | {name for name in needs if name.startswith("libpython")}, needs)
    return {place for place in files if _is_library(place) and _name(place) not in kept}


def _name(place: str) -> str:
    return place.rpartition("/")[2]


def _is_library(place: str) -> bool:
    return bool(_LIBRARY.search(place)) and not _PLUGIN.search(place)
