# Each thread tests elements that are side by side, so the lanes read far apart.
# breaks: costs
# says: sectors
s/for (uint64_t k = first + threadIdx.x; k < end; k += BLOCK)/for (uint64_t k = first + threadIdx.x * ITEMS; k < end \&\& k < first + (threadIdx.x + 1) * ITEMS; k++)/
