"""The bridge between k-anonymity and the weighted disclosure risk, and what each of them misses."""
