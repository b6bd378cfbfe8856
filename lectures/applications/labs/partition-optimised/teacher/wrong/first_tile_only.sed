# Each block loads the first tile.
# breaks: full tiles
# says: out[
s/in\[begin + k\]/in[k]/
