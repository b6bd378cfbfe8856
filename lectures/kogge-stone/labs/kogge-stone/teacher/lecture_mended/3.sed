# XY[t] += XY[t - stride] puts the left cell on the right. With + it does not show.
# says: out[1]: [1,1] then [0,0]: the operands are swapped
s/op(XY\[t\], XY\[t - stride\]);.*/op(XY[t - stride], XY[t]);/
