"""Data: variables, microdata, and what is known of where records and values came from."""
