/* lab_picture.c - see lab_picture.h. */
#include "lab_picture.h"
#include "base/paths.h"
#include "base/program.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Larger ones are of endless loops, and take long to draw. */
enum { MOST_TRACE_BYTES = 1 << 25 };

/* Beside this program. */
static bool find_scanviz(char *out, size_t size)
{
    char self[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);

    if (length <= 0)
        return false;
    self[length] = '\0';
    *strrchr(self, '/') = '\0';
    return path_format(out, size, "%s/scanviz", self) && access(out, X_OK) == 0;
}

void picture_draw(struct asking *a, const char *file)
{
    char program[PATH_MAX], trace[PATH_MAX + 32];
    struct stat facts;

    snprintf(trace, sizeof trace, "%s/" ASK_TRACE, a->scratch);
    if (a->report->picture[0] || stat(trace, &facts) != 0 ||
        facts.st_size > MOST_TRACE_BYTES ||
        !find_scanviz(program, sizeof program))
        return;
    const char *const words[] = {program, "--at=100%", "-e", file, trace, NULL};
    free(program_says(words));
    if (stat(file, &facts) == 0 && facts.st_size > 0)
        snprintf(a->report->picture, sizeof a->report->picture, "%s", file);
}
