# A barrier makes threads of one block wait, and one thread calls this.
# says: barrier
s/__threadfence(); \/\* \[1\]/__syncthreads(); \/* [1]/
