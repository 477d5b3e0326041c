"""Files of tables: CSV and Excel with flags, and finished tables read back."""
