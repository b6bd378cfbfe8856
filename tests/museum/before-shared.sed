# The first lane that combines is one too low, so it reads the cell before the
# array.
# found in: made up
# algorithm: kogge_stone:block=32
# options: -n 20
# says: out of bounds: kernel.cu:...reads ...at cells[-1] (cells has 32 elements
s/const bool joins = i >= stride \&\&/const bool joins = i >= stride - 1 \&\&/
