/* cub/warp/warp_scan.cuh - rejected by name. */
#error "the SIMT machine does not know CUB: it takes words of CUDA C, not CUB's templates"
