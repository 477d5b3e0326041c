"""Finished file: what another program masked, and which records it holds."""
