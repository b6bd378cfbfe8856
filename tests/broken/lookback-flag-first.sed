# The flag may be seen before the value that it announces.
# algorithm: lookback
# device: cpu
# options: --threads 3 -n 257,4097 --tile 64
# build: thread
# says: ThreadSanitizer saw a data race
s/memory_order_release/memory_order_relaxed/
