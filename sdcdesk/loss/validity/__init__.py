"""Analytical validity and interest after Winkler: what is checked on subdomains, and what was kept."""
