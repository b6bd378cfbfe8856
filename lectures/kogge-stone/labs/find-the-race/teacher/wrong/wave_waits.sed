# Waits for the lanes of the wave only.
# says: race on cell[31]
s/__syncthreads(); \/\* \[2\]/__syncwarp(); \/* [2]/
