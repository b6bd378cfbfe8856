/* cooperative_groups/scan.h - refused by name. */
#error "write cg::inclusive_scan() as a loop of shfl_up() and op()"
