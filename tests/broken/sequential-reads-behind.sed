# The loop loads the element of the next iteration even if there is none. The
# loaded element is not used.
# algorithm: sequential
# device: cpu
# options: -n 40,1000
# says: the code reads or writes after the end of
s/^        sum = next;/&\n        *(volatile char *)\&sum = *(volatile char *)\&sum + 0 * *(volatile const char *)(in + i + 1);/
