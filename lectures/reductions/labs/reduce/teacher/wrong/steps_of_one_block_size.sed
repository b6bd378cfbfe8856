# The steps end at a stride of 32, which is enough for BLOCK = 64 alone.
# breaks: chunked
# says: are missing
s/stride < count; stride/stride < 64 \&\& stride < count; stride/
