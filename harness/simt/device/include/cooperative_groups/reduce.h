/* cooperative_groups/reduce.h - refused by name. */
#error "write cg::reduce() as a loop of shfl_up() and op()"
