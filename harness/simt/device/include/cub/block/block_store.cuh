/* cub/block/block_store.cuh - refused by name. */
#error "the SIMT machine takes words of CUDA C, not CUB's templates"
