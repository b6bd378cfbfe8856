# The number of passes is ceil(log2(n)) in float. Above 2^24 a float cannot
# hold every n, and 2^21 + 1 is the first n whose logarithm is rounded to 21,
# so a pass is missing.
# found in: Futhark blog, "A minimal basis", its parallel scan
# algorithm: hillis_steele
# device: cpu
# options: -n 2097153 --threads 1 --bytes 4
# passes: -n 2097152
# says: out[2097152] is [1,2097152], want [0,2097152]: element 0 is missing
s/while (((size_t)1 << passes) < n)/passes = (int)__builtin_ceilf(__builtin_log2f((float)n));\n    while (0)/
