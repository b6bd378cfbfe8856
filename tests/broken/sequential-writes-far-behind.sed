# Writes behind the output, not beside it.
# algorithm: sequential
# device: cpu
# options: -n 40,1000
# says: memory after out[39] was written
s/^        sum = next;/&\n        if (i + 1 == call->n)\n            out[call->n + 300] = sum;/
