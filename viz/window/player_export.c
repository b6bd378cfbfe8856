/* player_export.c - writes the view to a file, and prints the command for it. */
#include "player.h"
#include "players/export.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* As a shell takes it. */
static void put_word(const char *before, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./,:+";

    fputs(before, stdout);
    if (strspn(word, plain) == strlen(word)) {
        fputs(word, stdout);
        return;
    }
    putchar('\'');
    for (; *word; word++)
        if (*word == '\'')
            fputs("'\\''", stdout);
        else
            putchar(*word);
    putchar('\'');
}

static void put_command(const struct player *p, const struct view *view,
                        const char *path)
{
    if (p->screen->lesson)
        printf("scanviz --film lookback");
    else if (p->live)
        printf("%s -o live.json && scanviz live.json", p->live->command);
    else
        put_word("scanviz ", p->screen->recording[0]->path);
    if (p->screen->shown > 1 && p->screen->recording[0]->partners == 0)
        put_word(" --with ", p->screen->recording[1]->path);
    if (!p->screen->lesson)
        printf(" --scene %s", scenes[view->scene]->name);
    printf(" --at %.17g --size %dx%d%s%s", view->at, (int)view->width,
           (int)view->height, view->dark ? " --theme dark" : "",
           view->projector ? " --theme projector" : "");
    printf("%s%s", view->diagram ? " --diagram" : "",
           view->speaker ? " --speaker" : "");
    if (view->follow >= 0)
        printf(" --follow %d", view->follow);
    else if (p->screen->recording[0]->follow >= 0)
        printf(" --follow none");
    if (view->zoom > 1)
        printf(" --zoom %.6g,%.6g,%.6g", view->zoom, view->look_x,
               view->look_y);
    printf(" --export %s\n", path);
}

void player_export(struct player *p)
{
    static const struct film none = {0};
    struct view view = p->view;
    char path[40], why[4096];

    view.hover_x = view.hover_y = -1;
    view.help = view.greets = false;
    view.left = 0;
    view_go(&view, view.at);
    view.note = NULL;
    for (int k = 1; k < 1000; k++) {
        snprintf(path, sizeof path, "scanviz-%d.png", k);
        if (access(path, F_OK) != 0)
            break;
    }
    if (export_picture(p->screen, &view, &none, path, why, sizeof why) !=
        EXPORTED) {
        fprintf(stderr, "scanviz: %s\n", why);
        return;
    }
    put_command(p, &view, path);
    fflush(stdout);
}
