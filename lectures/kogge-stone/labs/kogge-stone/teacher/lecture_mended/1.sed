# Cells beyond the end of the input take part, and were never loaded.
# says: uninitialised: lecture.cu:45 (block 0, thread 1) reads XY[1]
s/if (t >= stride)/if (t >= stride \&\& i < n)/
