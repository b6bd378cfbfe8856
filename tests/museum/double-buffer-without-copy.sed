# Threads below the stride copy nothing, so their cells of the destination
# have no value. The step on the slide is only that of the other threads.
# found in: ECE408 lecture 16, "A Double-Buffered Kogge-Stone", its step
# algorithm: kogge_stone:double,block=32
# options: -n 20
# says: uninitialised: kernel.cu:
s/^        if (i < count)$/        if (i < count \&\& i >= stride)/
s/i < stride ? from\[i\] : op(/op(/
