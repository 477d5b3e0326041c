"""The tab of k-anonymity."""
