"""The report for the disclosure board, as one self-contained HTML file."""

from sdcdesk.report.html import render

__all__ = ["render"]
