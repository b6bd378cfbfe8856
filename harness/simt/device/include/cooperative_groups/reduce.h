/* cooperative_groups/reduce.h - rejected by name. */
#error                                                                         \
    "the SIMT machine does not know cg::reduce(): write it as a loop of shfl_up() calls"
