# Threads beyond the end return before a barrier at which the others wait.
# found in: a vendor's sample
# algorithm: kogge_stone:block=32
# options: -n 20 --strict-barriers
# passes: -n 32
# says: barrier: ...waits at ...for ..., which has ended
# says: or a branch around it
s/^    if (i < count)$/    if (i >= count)\n        return;\n    else/
