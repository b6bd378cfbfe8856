# The launch bounds are smaller than the blocks of the launch.
# found in: made up
# algorithm: kogge_stone:block=64
# options: -n 32
# says: the kernel scan_sections has __launch_bounds__(32), but the plan launches it with 64 threads in a block
s/__launch_bounds__(BLOCK)/__launch_bounds__(32)/
