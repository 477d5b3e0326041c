"""Anonymity: the measure k-anonymity, and how it compares with the weighted disclosure risk."""
