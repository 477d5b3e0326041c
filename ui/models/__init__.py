"""Item models of Qt: what tables and lists show."""
