# A warp waits only for itself, but its elements come from other warps.
# breaks: one each
# says: race on tile[
/FILL \[C\]/,/END \[C\]/s/__syncthreads()/__syncwarp()/
