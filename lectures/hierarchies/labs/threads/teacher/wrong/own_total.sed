# A stretch takes its own total as its exclusive prefix.
# breaks: two threads
# says: is counted twice
s/total\[thread - 1\]/total[thread]/
