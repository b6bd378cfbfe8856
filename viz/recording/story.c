/* story.c - the stories: their names and paths. */
#include "story.h"

#include <limits.h>
#include <string.h>
#include <unistd.h>

static const struct {
    const char *name, *line;
} stories[] = {
    {"predecessor", "each tile finds its predecessor's prefix: one look"},
    {"deep", "tile 15 takes in twelve aggregates, window by window"},
    {"waiting", "an X in the window: a tile that finds it first has to wait"},
    {"cut", "one prefix, tile 3's, ends the look-back of five tiles"},
    {"chained", "no aggregates: a tile waits for the prefix before it"},
    {"lookback", "the run of `chained`, with aggregates"},
    {"one-thread", "a window reduced by one thread, tile after tile"},
    {"warp", "the run of `one-thread`, reduced by a warp, as a tree"},
    {"look-ahead", "each tile reads the aggregates of all tiles before it"},
    {"three-kernels", "three launches: the elements are read twice"},
    {"one-pass", "the elements of `three-kernels`, read once"},
    {"networks", "Kogge-Stone, Blelloch, Brent-Kung: depth against work"},
    {"kogge-stone", "16 elements, least depth: 49 ops, depth 4"},
    {"blelloch", "the same elements, up and down a tree: 30 ops, depth 7"},
    {"brent-kung", "the same elements, fewest ops: 26 ops, depth 6"},
    {"partition", "48 numbers, odd ones first: where each number goes"},
    {"radix", "two passes of a sort: digits, counts, places"},
    {"segmented", "a segment that begins in a tile ends the look-back"},
    {"hang", "no tickets, two blocks at a time: both wait forever"},
    {"tickets", "the blocks of `hang`, with tickets: every wait ends"},
    {"fence", "no fence between value and flag: an older value, a wrong sum"},
};
enum { STORIES = sizeof stories / sizeof *stories };

int story_count(void)
{
    return STORIES;
}

const char *story_name(int story)
{
    return stories[story].name;
}

const char *story_line(int story)
{
    return stories[story].line;
}

void stories_list(FILE *out)
{
    for (int k = 0; k < STORIES; k++)
        fprintf(out, "%-12s %s\n", stories[k].name, stories[k].line);
}

static bool is_story(const char *name)
{
    for (int k = 0; k < STORIES; k++)
        if (!strcmp(name, stories[k].name))
            return true;
    return false;
}

/* The folder of the running program. */
static bool find_self(char *folder, size_t bytes)
{
    const ssize_t length = readlink("/proc/self/exe", folder, bytes - 1);

    if (length < 0)
        return false;
    folder[length] = '\0';
    char *const slash = strrchr(folder, '/');
    if (!slash)
        return false;
    *slash = '\0';
    return true;
}

/* Finds a file of viz/stories. The program is in the checkout, in its build
 * folder, or installed. */
static bool find_file(const char *name, const char *ending, char *path,
                      char *why, size_t bytes)
{
    static const char *const around[] = {
        "", "/../share/scanlab", "/..", "/../..", "/../../..",
    };
    char self[PATH_MAX];

    if (!find_self(self, sizeof self)) {
        snprintf(why, bytes, "cannot read /proc/self/exe");
        return false;
    }
    for (size_t k = 0; k < sizeof around / sizeof *around; k++) {
        const int used = snprintf(path, bytes, "%s%s/viz/stories/%s%s", self,
                                  around[k], name, ending);
        if (used > 0 && (size_t)used < bytes && access(path, R_OK) == 0)
            return true;
    }
    snprintf(why, bytes, "no folder viz/stories was found near %s", self);
    return false;
}

bool story_path(const char *name, char *path, char *why, size_t bytes)
{
    if (is_story(name))
        return find_file(name, ".json", path, why, bytes);
    snprintf(why, bytes, "no story '%s': `scanviz --story` lists them", name);
    return false;
}

bool film_paths(const char *film, char *chain, char *look_back, char *growth,
                char *why, size_t bytes)
{
    if (!strcmp(film, "lookback"))
        return find_file("film/chain", ".json", chain, why, bytes) &&
               find_file("film/lookback", ".json", look_back, why, bytes) &&
               find_file("film/growth", ".txt", growth, why, bytes);
    snprintf(why, bytes, "--film %s: there is one film, lookback", film);
    return false;
}
