"""Audit: between which values hidden cells must lie, and which sensitive ones are too narrow."""
