# It is right, but a cell with nothing to its left is combined with the identity.
# gets: 85
s/joins = i >= stride \&\& i < count/joins = i < count/
s/op(cell\[i - stride\], cell\[i\])/op(i >= stride ? cell[i - stride] : identity(), cell[i])/
