"""What Badugi is: cards, hand values, rules and the table. Knows no text and no files."""
