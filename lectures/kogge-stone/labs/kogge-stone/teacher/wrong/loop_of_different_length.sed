# A thread leaves the loop once nothing is to its left any more, but the other threads
# wait for it inside.
# says: barrier divergence: block 0, thread 0 waits at
s/stride < count; stride/stride <= i; stride/
