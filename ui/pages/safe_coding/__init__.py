"""Find a safe coding: the lattice of codings as a map and as a list, and what to do with one of them."""
