"""Counting: questions about key values with small answers, the same by whichever engine counts."""
