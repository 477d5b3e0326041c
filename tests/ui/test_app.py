import subprocess
import sys


def test_the_window_starts_without_what_only_single_jobs_need() -> None:
    late = {"duckdb", "highspy", "jinja2", "scipy", "xlsxwriter", "pyreadstat", "python_calamine"}
    code = "import sys, ui.app; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603 - our own program
    imported = done.stdout.split()
    assert late.isdisjoint(imported)
    assert imported.index("sdcdesk.document.project") < imported.index("PySide6.QtCore"), (
        "it would be read by Qt"
    )
