/* lab_picture.c - see lab_picture.h. */
#include "lab_picture.h"
#include "base/paths.h"
#include "base/program.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Larger ones are of endless loops, and take long to draw. */
enum { MAX_TRACE_BYTES = 1 << 25 };

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

void picture_draw(struct check_run *a, const char *file)
{
    char program[PATH_MAX], trace[PATH_MAX + 32];
    struct stat facts;

    snprintf(trace, sizeof trace, "%s/" ASK_TRACE, a->scratch);
    if (stat(trace, &facts) != 0) {
        a->report->undrawn = "no run was recorded for this finding";
        return;
    }
    if (facts.st_size > MAX_TRACE_BYTES) {
        a->report->undrawn = "the run has too many events";
        return;
    }
    if (!find_scanviz(program, sizeof program)) {
        a->report->undrawn = "scanviz is not next to this program";
        return;
    }
    const char *const words[] = {program, "--at=100%", "-e", file, trace, NULL};
    /* scanviz puts a new file in the old one's place, or leaves that alone. */
    const ino_t old = stat(file, &facts) == 0 ? facts.st_ino : 0;
    free(program_says(words));
    if (stat(file, &facts) == 0 && S_ISREG(facts.st_mode) &&
        facts.st_ino != old)
        snprintf(a->report->picture, sizeof a->report->picture, "%s", file);
    else
        a->report->undrawn = "scanviz cannot write that file: name a .png, "
                             ".svg or .pdf in an existing folder";
}
