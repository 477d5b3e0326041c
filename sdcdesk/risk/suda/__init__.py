"""SUDA: records that few variables tell apart, and how many such sets of variables they have."""
