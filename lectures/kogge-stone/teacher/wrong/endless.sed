# The stride never grows.
# says: synchronises more than 65535 times
s/stride \*= 2/stride *= 1/
