/* cub/block/block_load.cuh - refused by name. */
#error "the SIMT machine takes words of CUDA C, not CUB's templates"
