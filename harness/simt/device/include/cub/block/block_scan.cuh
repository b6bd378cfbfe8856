/* cub/block/block_scan.cuh - rejected by name. */
#error "the SIMT machine does not know CUB: it runs plain CUDA C, without CUB's templates"
