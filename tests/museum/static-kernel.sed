# A kernel that cannot be found from outside.
# found in: made up
# algorithm: sequential
# options: -n 5
# says: error:
s/^__global__ void scan_all/static &/
