# The flag is written before the value that it announces.
# found in: made up
# algorithm: lookback:block=32,items=1,window=4
# options: -n 96 --schedule exhaustive
# says: race on prefixes[...]: kernel.cu:...reads it and kernel.cu:...writes it
/^DEVICE void publish/,/^}/{
    /tiles->flags\[tile\] =/d
    s/^    if (state == P)$/    tiles->flags[tile] = tiles->launch * 4 + state;\n&/
}
