/* file_class.c - see file_class.h. */
#include "file_class.h"
#include "base/paths.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* scanlab's folders; for all except the first, only the files. */
static const struct {
    const char *name;
    enum file_class is;
} folders[] = {{"harness/simt/device/", FILE_OF_DEVICE},
               {"algorithms/gpu/", FILE_OF_HOME},
               {"algorithms/elements/", FILE_OF_HOME},
               {"algorithms/contract/", FILE_OF_HOME},
               {"algorithms/elements/monoids/", FILE_OF_MONOIDS},
               {"algorithms/elements/predicates/", FILE_OF_MONOIDS},
               {"algorithms/elements/keys/", FILE_OF_MONOIDS},
               {"algorithms/elements/products/", FILE_OF_MONOIDS},
               {"algorithms/elements/maps/", FILE_OF_MONOIDS},
               {"harness/prove/monoids/", FILE_OF_MONOIDS}};

static bool is_systems(const char *real)
{
    return !strncmp(real, "/usr/", 5) || !strncmp(real, "/opt/", 5) ||
           !strncmp(real, "/nix/", 5);
}

enum file_class file_class(const char *path)
{
    struct problem ignored;
    char home[PATH_MAX], real_home[PATH_MAX], real[PATH_MAX];

    if (paths_home(home, sizeof home, &ignored) != OK ||
        !realpath(path, real) || !realpath(home, real_home))
        return FILE_OF_KERNEL;
    const size_t length = strlen(real_home);
    const char *const part = real + length + 1;
    const bool at_home =
        !strncmp(real, real_home, length) && real[length] == '/';
    for (size_t i = 0; at_home && i < sizeof folders / sizeof *folders; i++) {
        const size_t folder = strlen(folders[i].name);
        if (!strncmp(part, folders[i].name, folder) &&
            (i == 0 || !strchr(part + folder, '/')))
            return folders[i].is;
    }
    return is_systems(real) ? FILE_OF_SYSTEM : FILE_OF_KERNEL;
}
