# The kernel accesses the status words before it waits for the previous
# launch.
# found in: made up
# algorithm: lookahead:items=1,strips=2,scanners=1,reducers=1,lookers=2,stages=2,copies=2,stream,block=32
# options: -n 100 --bytes 4 --schedule inorder
# says: early: kernel.cu:...reads ...before wait_for_launch_before(): the previous launch may still be running and write it
s/^    next_launch_may_begin();/    const uint64_t early = threadIdx.x == 0 ? board[0] : 0; (void)early;/
