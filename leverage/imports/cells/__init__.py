"""What the cells of a column say: days, amounts and percentages, decided for the whole column or asked."""
