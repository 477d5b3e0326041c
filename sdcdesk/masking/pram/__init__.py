"""PRAM, the post-randomization method, and its transition matrix."""
