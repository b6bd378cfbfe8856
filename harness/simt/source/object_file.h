/* object_file.h - a compiled object: its ELF tables and its debug information,
 * with elfutils' libelf and libdw. */
#ifndef SIMT_OBJECT_FILE_H
#define SIMT_OBJECT_FILE_H

#include <elfutils/libdw.h>
#include <stdbool.h>

struct object_file {
    int file;
    Elf *elf;
    Dwarf *dwarf; /* NULL: no debug information */
};

/* False when the file is not an ELF object, or when out of memory;
 * object_file_close() is called in either case. */
bool object_file_open(struct object_file *object, const char *path);
void object_file_close(struct object_file *object);

/* Lets `change` edit the tables of an object, without moving any part of it,
 * and writes them back. False when that fails, or the file cannot be changed.
 */
bool object_file_change(const char *path, bool (*change)(Elf *elf));

#endif
