# The windows of the two blocks alternate, which is usual if op commutes.
# breaks: chunked
# says: are missing
s/uint64_t at = begin; at < end; at += BLOCK/uint64_t at = (uint64_t)blockIdx.x * BLOCK; at < n; at += (uint64_t)gridDim.x * BLOCK/
s/elements_from(at, end)/elements_from(at, n)/
s/sum = at == begin ? cell/sum = at == (uint64_t)blockIdx.x * BLOCK ? cell/
