# A barrier makes threads of one block wait, but only one thread calls this function.
# says: barrier
s/__threadfence(); \/\* \[1\]/__syncthreads(); \/* [1]/
