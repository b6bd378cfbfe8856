/* red_zones.c - room between the __shared__ variables of a module.
 *
 *     .tbss.cell  | cell[0] ... cell[31] | nobody's |
 *     .tbss.other | other[0] ...         | nobody's |
 *
 * Side by side, the end of one array and the beginning of the next are the same
 * address, and who runs over the one would be seen as using the other. So each
 * variable is compiled to a section of its own (-fdata-sections), and before
 * the linker puts them in a row, each section is made longer. Sections that
 * start as zero have no bytes in the file: their length is a number in it.
 */
#include "red_zones.h"

#include <fcntl.h>
#include <gelf.h>
#include <unistd.h>

static bool widen(Elf *elf)
{
    for (Elf_Scn *scn = NULL; (scn = elf_nextscn(elf, scn));) {
        GElf_Shdr section;
        if (!gelf_getshdr(scn, &section))
            return false;
        if (!(section.sh_flags & SHF_TLS) || section.sh_type != SHT_NOBITS)
            continue;
        section.sh_size += RED_ZONE;
        Elf_Data *const data = elf_getdata(scn, NULL);
        if (data)
            data->d_size += RED_ZONE;
        if (!gelf_update_shdr(scn, &section))
            return false;
    }
    return elf_update(elf, ELF_C_WRITE) >= 0;
}

bool red_zones(const char *object)
{
    const int file = open(object, O_RDWR | O_CLOEXEC);
    Elf *elf = NULL;
    bool fine = false;

    elf_version(EV_CURRENT);
    if (file >= 0)
        elf = elf_begin(file, ELF_C_RDWR, NULL);
    if (elf) {
        elf_flagelf(elf, ELF_C_SET, ELF_F_LAYOUT); /* nothing else moves */
        fine = widen(elf);
        elf_end(elf);
    }
    if (file >= 0)
        close(file);
    return fine;
}
