"""Masking page: both files side by side."""
