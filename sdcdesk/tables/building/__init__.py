"""Building: tables from microdata, and finished tables from files."""
