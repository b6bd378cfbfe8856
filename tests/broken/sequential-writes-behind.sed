# The code writes one element too many.
# algorithm: sequential
# device: cpu
# options: -n 0..24,33
# says: memory after out[0] was written
s/^        sum = next;/        sum = next, out[i + 1] = next;/
s/^        i = 1;/        i = 1, out[1] = sum;/
