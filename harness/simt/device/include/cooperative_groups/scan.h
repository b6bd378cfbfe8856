/* cooperative_groups/scan.h - rejected by name. */
#error                                                                         \
    "the SIMT machine does not know cg::inclusive_scan(): write it as a loop of shfl_up() calls"
