"""k-anonymity: the measure, and how it compares with the weighted disclosure risk."""
