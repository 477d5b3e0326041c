"""Command line: one command, one file.

Only what a command needs is imported, and only when it runs, so that help comes at once.
"""

from sdcdesk.cli.program import main

__all__ = ["main"]
