# An atomic without _system is atomic only among the threads of its own GPU, but
# the aggregates are read by another one.
# found in: made up
# algorithm: lookahead:items=1,strips=2,gpus=2
# options: -n 1200
# says: race on aggregates of other GPUs of GPU
s/slot\[word_at(k)\] = (uint64_t)launch << 32 | word\[k\];/atomicExch((unsigned long long *)\&slot[word_at(k)], (unsigned long long)launch << 32 | word[k]);/
