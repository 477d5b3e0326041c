"""Lattice of generalisations: groups of records at every combination of levels of their keys."""
