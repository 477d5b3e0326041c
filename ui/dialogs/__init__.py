"""Dialogs: one dialog, one file."""
