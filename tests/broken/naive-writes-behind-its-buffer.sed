# The code writes an element past the end of its buffer.
# algorithm: naive
# device: cpu
# options: -n 40,1000
# says: memory after ...[39] was written
s/^    memcpy(call->buffers\[0\], call->ports\[0\], call->n \* sizeof(T));/&\n    ((T *)call->buffers[0])[call->n] = identity();/
