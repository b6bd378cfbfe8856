# No thread stores the section's total.
# says: reads totals of sections[0], which no thread has written
/i == count - 1/,/totals\[blockIdx/d
