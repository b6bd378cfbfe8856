# The last thread scans its element but does not store the sum.
# found in: made up
# algorithm: kogge_stone:block=32
# options: -n 20
# says: out[19] was never written
# says: kernel.cu:...(block 0, thread 18) stored out[18], the nearest
/^    if (i < count)$/{
N
/out\[/s/i < count/i + 1 < count/
}
