"""Attacks: what a reader and each contributor can work out of hidden cells, and what they must not."""
