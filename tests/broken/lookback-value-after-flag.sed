# The flag is set before the value is written, since two lines have changed
# places.
# algorithm: lookback
# device: cpu
# options: --threads 3 -n 257,4097 --tile 64
# build: thread
# says: ThreadSanitizer saw a data race
/\*(state == A ? &status->aggregate : &status->prefix) = t;/d
/atomic_store_explicit(&status->flag, flag_of/,/;/s/;$/;\n    *(state == A ? \&status->aggregate : \&status->prefix) = t;/
