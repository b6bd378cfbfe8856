/* cooperative_groups/reduce.h - refused by name. */
#error                                                                         \
    "the SIMT machine does not know cg::reduce(): write it as a loop of shfl_up()"
