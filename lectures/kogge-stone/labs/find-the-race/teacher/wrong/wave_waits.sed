# A thread waits only for the lanes of its wave.
# says: race on cell[31]
s/__syncthreads(); \/\* \[2\]/__syncwarp(); \/* [2]/
