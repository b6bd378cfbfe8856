# A thread leaves the loop when nothing is to its left any more, and the others
# wait for it inside.
# says: barrier divergence: block 0, thread 0 waits at
s/stride < count; stride/stride <= i; stride/
