# The value may be read before the flag that announces it.
# algorithm: lookback
# device: cpu
# options: --threads 3 -n 257,4097 --tile 64
# build: thread
# says: ThreadSanitizer saw a data race
s/memory_order_acquire/memory_order_relaxed/
