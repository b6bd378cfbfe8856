# The kernel does not wait for the previous launch, which may still be
# running.
# found in: made up
# algorithm: lookahead:items=1,strips=2,scanners=1,reducers=1,lookers=2,stages=2,copies=2,stream,block=32
# options: -n 100 --bytes 4 --schedule inorder
# says: early: kernel.cu:...(block 0, thread ...) reads ...before wait_for_launch_before(): the previous launch may still be running and write it
s/wait_for_launch_before();/(void)0;/
