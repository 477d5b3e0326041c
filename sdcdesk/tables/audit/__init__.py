"""Audit: what a reader of a published table can work out of the cells that are hidden."""
