# The stride never grows.
# says: endless loop
s/stride \*= 2/stride *= 1/
