# The loop is off by one, so it never reaches the last element.
# algorithm: sequential
# device: cpu
# options: -n 0..24,33
# says: was never written
s/i < call->n/i + 1 < call->n/
