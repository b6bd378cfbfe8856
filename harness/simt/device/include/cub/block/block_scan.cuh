/* cub/block/block_scan.cuh - refused by name. */
#error "the SIMT machine takes words of CUDA C, not CUB's templates"
