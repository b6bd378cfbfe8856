# Off by one: the last element is never reached.
# algorithm: sequential
# says: was never written
s/i < call->n/i + 1 < call->n/
