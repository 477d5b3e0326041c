"""What is read outside the program: the report for the disclosure board, and manual pages."""
