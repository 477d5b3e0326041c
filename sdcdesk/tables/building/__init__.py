"""Building: tables from microdata."""
