/* say_captions.c - the captions of a trace, each with its time: what scanviz
 * says by itself, for comparison with what its page says.
 *
 *     say_captions TRACE.json
 */
#include "viz/recording/caption.h"

#include <stdio.h>

static bool is_told(const struct event *e)
{
    return e->kind == EVENT_LAUNCH || e->kind == EVENT_TICKET ||
           e->kind == EVENT_PHASE || e->kind == EVENT_PUBLISH ||
           e->kind == EVENT_LOOK || e->kind == EVENT_FINDING;
}

int main(int argc, char **argv)
{
    struct recording *recording;
    char line[512];

    if (argc != 2 || !recording_open(argv[1], &recording, line, sizeof line)) {
        fprintf(stderr, "say_captions: %s\n",
                argc == 2 ? line : "which trace?");
        return 1;
    }
    for (int i = 0; i < recording->events; i++) {
        const struct event *const e = &recording->event[i];
        if (recording->tiles > 0 && !is_told(e))
            continue;
        caption_of(recording, e, line, sizeof line);
        printf("%.17g %s\n", e->at, line);
    }
    recording_close(recording);
    return 0;
}
