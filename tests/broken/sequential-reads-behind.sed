# Loads the element of the next turn, also when there is none. It is not used.
# algorithm: sequential
# device: cpu
# options: -n 40,1000
# says: the code reads or writes after the end of
s/^        sum = next;/&\n        *(volatile char *)\&sum = *(volatile char *)\&sum + 0 * *(volatile const char *)(in + i + 1);/
