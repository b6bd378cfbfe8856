# The stride never grows.
# says: endless loop, or more than this machine keeps apart
s/stride \*= 2/stride *= 1/
