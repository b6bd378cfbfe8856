# Phase 3 leaves the last element of every block alone.
# algorithm: scan_propagate
# says: missing
s/for (; i < n; i++)/for (; i + 1 < n; i++)/
