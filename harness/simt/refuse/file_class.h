/* file_class.h - the owner of a file that the compiler has read. */
#ifndef SIMT_FILE_CLASS_H
#define SIMT_FILE_CLASS_H

enum file_class {
    FILE_OF_KERNEL, /* any other file */
    FILE_OF_SYSTEM,
    FILE_OF_DEVICE, /* simt/device: CUDA's words */
    FILE_OF_HOME,   /* of gpu/, elements/ and contract/ in algorithms/ */
    FILE_OF_MONOIDS /* scanlab's monoids and predicates */
};

/* Decides by the file that the path leads to, after following links. */
enum file_class file_class(const char *path);

#endif
