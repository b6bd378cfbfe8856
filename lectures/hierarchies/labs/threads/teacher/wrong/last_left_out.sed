# The last output of a stretch is left out.
# breaks: two threads
# says: is missing
s/for (size_t i = begin; i < end; i++)/for (size_t i = begin; i + 1 < end; i++)/
