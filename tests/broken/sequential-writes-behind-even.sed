# The code writes the total past the end of the output if n is even.
# algorithm: sequential
# device: cpu
# options: -n 9,10,20
# passes: -n 9,21
# says: n = 10,
# says: memory after out[9] was written
s/^        sum = next;/&\n        if (i + 1 == call->n \&\& call->n % 2 == 0)\n            out[call->n] = sum;/
