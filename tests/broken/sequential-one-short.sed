# Off by one: the last element is never reached.
# algorithm: sequential
# device: cpu
# options: -n 0..24,33
# says: was never written
s/i < call->n/i + 1 < call->n/
