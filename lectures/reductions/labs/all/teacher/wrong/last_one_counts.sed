# Only the last of the thread's elements decides.
# says: holds[0] = 1, want 0
s/if (!keeps(in\[k\]))/own = true;\n    for (uint64_t k = first + threadIdx.x; k < end; k += BLOCK)\n        own = keeps(in[k]);/
/^            own = false;/d
