"""Operations: masking methods and measures, each declared once."""
