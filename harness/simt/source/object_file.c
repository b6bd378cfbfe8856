/* object_file.c - see object_file.h. */
#include "object_file.h"

#include <fcntl.h>
#include <gelf.h>
#include <unistd.h>

bool object_file_open(struct object_file *object, const char *path)
{
    *object = (struct object_file){.file = open(path, O_RDONLY | O_CLOEXEC)};
    elf_version(EV_CURRENT);
    if (object->file >= 0)
        object->elf = elf_begin(object->file, ELF_C_READ_MMAP, NULL);
    if (!object->elf || elf_kind(object->elf) != ELF_K_ELF)
        return false;
    object->dwarf = dwarf_begin_elf(object->elf, DWARF_C_READ, NULL);
    return true;
}

bool object_file_change(const char *path, bool (*change)(Elf *elf))
{
    const int file = open(path, O_RDWR | O_CLOEXEC);
    Elf *elf = NULL;
    bool fine = false;

    elf_version(EV_CURRENT);
    if (file >= 0)
        elf = elf_begin(file, ELF_C_RDWR, NULL);
    if (elf) {
        elf_flagelf(elf, ELF_C_SET, ELF_F_LAYOUT);
        fine = change(elf) && elf_update(elf, ELF_C_WRITE) >= 0;
        elf_end(elf);
    }
    if (file >= 0)
        close(file);
    return fine;
}

void object_file_close(struct object_file *object)
{
    dwarf_end(object->dwarf);
    elf_end(object->elf);
    if (object->file >= 0)
        close(object->file);
}
