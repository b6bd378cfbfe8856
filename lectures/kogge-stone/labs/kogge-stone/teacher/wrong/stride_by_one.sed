# The stride grows by one instead of doubling.
# says: out[3]: [0,0] then [0,3]: element 0 is counted twice
s/stride \*= 2/stride++/
