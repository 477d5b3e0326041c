"""Linked tables: who stands out in all tables that are published of an area."""
