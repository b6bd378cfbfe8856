# The steps end at a stride of 32, which is enough only for BLOCK = 64.
# breaks: chunked
# says: are missing
s/stride < count; stride/stride < 64 \&\& stride < count; stride/
