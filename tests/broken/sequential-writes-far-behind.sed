# The code writes far past the end of the output, not right after it.
# algorithm: sequential
# device: cpu
# options: -n 40,1000
# says: memory after out[39] was written
s/^        sum = next;/&\n        if (i + 1 == call->n)\n            out[call->n + 300] = sum;/
