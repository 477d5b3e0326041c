"""Files of SPSS, Stata and SAS: values with their labels, missing values and formats, by ReadStat."""
