/* red_zones.c - gaps between the __shared__ variables of a module.
 *
 *     .tbss.cell  | cell[0] ... cell[31] | gap |
 *     .tbss.other | other[0] ...         | gap |
 *
 * Side by side, one array would end where the next begins, and a thread that
 * ran over the end of the first would seem to use the second. So the
 * compiler puts each variable into a separate section (-fdata-sections), and
 * each section is extended before the linker puts them in a row. A section
 * that starts as zero has no bytes in the file: its length is only a number
 * there.
 */
#include "red_zones.h"
#include "simt/source/object_file.h"

#include <gelf.h>

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
    return true;
}

bool red_zones(const char *object)
{
    return object_file_change(object, widen);
}
