"""Cells: what a statistical table is, how its cells add up, and what is known of each of them."""
