# What lies before a stretch is taken from its own total.
# breaks: two threads
# says: is counted twice
s/total\[thread - 1\]/total[thread]/
