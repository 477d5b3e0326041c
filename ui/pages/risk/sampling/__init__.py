"""The tab of sampling curves."""
