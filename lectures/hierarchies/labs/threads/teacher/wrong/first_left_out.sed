# The first output of a stretch is left out in an inclusive scan, too.
# breaks: two threads
# says: is missing
s/for (size_t i = begin; i < end; i++)/for (size_t i = begin + 1; i < end; i++)/
