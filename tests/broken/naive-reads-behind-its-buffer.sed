# The code reads a byte past the end of its buffer.
# algorithm: naive
# device: cpu
# options: -n 40,1000
# says: after the end of 
s/^    memcpy(call->buffers\[0\], call->ports\[0\], call->n \* sizeof(T));/&\n    (void)((volatile const char *)call->buffers[0])[call->n * sizeof(T) + 64];/
