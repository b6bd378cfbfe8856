# Each thread tests all elements of its warp, but uses only its own result.
# breaks: costs
# says: sectors
s/^    if (i < n \&\& keeps(in\[i\]))/    uint32_t asked = 0;\n    for (uint64_t k = i - i % 32; k < n \&\& k < i - i % 32 + 32; k++)\n        asked |= (uint32_t)keeps(in[k]) << k % 32;\n    if (i < n \&\& asked >> i % 32 \& 1)/
