/* live.c - see live.h. */
#include "live.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static const char *const orders[] = {"timed", "inorder", "reverse", "random",
                                     "adversary"};
enum { ORDERS = sizeof orders / sizeof *orders, RANDOM = 3 };
enum { LACKS = 3, NOT_FOUND = 127 };           /* exit codes */
enum { USUAL_GLOBAL = 600, USUAL_FLAG = 300 }; /* cycles; harness/simt/model */

/* The child's input and output files, in a separate folder. */
struct place {
    char folder[64];
    char trace[80], machine[80], words[80];
};

static bool make_place(struct place *place, char *why, size_t bytes)
{
    const char *const temporary = getenv("TMPDIR");

    snprintf(place->folder, sizeof place->folder, "%s/scanviz-XXXXXX",
             temporary && strlen(temporary) < 40 ? temporary : "/tmp");
    if (!mkdtemp(place->folder)) {
        snprintf(why, bytes, "%s: %s", place->folder, strerror(errno));
        return false;
    }
    snprintf(place->trace, sizeof place->trace, "%s/trace", place->folder);
    snprintf(place->machine, sizeof place->machine, "%s/machine",
             place->folder);
    snprintf(place->words, sizeof place->words, "%s/words", place->folder);
    return true;
}

static void leave_place(const struct place *place)
{
    unlink(place->trace);
    unlink(place->machine);
    unlink(place->words);
    rmdir(place->folder);
}

/* The arguments for scanlab. */
struct order {
    char scanlab[4096], algorithm[256], n[32], resident[32], schedule[40];
    char *argument[20];
};

static void find_scanlab(char *path, size_t bytes)
{
    const ssize_t length = readlink("/proc/self/exe", path, bytes - 1);
    char *slash = NULL;

    if (length > 0) {
        path[length] = 0;
        slash = strrchr(path, '/');
    }
    if (slash && (size_t)(slash - path) + 9 < bytes) {
        strcpy(slash + 1, "scanlab");
        if (access(path, X_OK) == 0)
            return;
    }
    snprintf(path, bytes, "scanlab");
}

static bool write_machine(const struct live *live, const char *path)
{
    FILE *const file = fopen(path, "w");

    if (!file)
        return false;
    fprintf(file, "global_latency %d\nflag_latency %d\n",
            USUAL_GLOBAL * live->latency, USUAL_FLAG * live->latency);
    return fclose(file) == 0;
}

static void give_order(const struct live *live, struct place *place,
                       struct order *order)
{
    int k = 0;

    find_scanlab(order->scanlab, sizeof order->scanlab);
    snprintf(order->algorithm, sizeof order->algorithm, "%s%s", live->algorithm,
             !live->no_tickets              ? ""
             : strchr(live->algorithm, ':') ? ",no_tickets"
                                            : ":no_tickets");
    snprintf(order->n, sizeof order->n, "%ld", live->n);
    snprintf(order->resident, sizeof order->resident, "%d", live->resident);
    snprintf(order->schedule, sizeof order->schedule,
             live->order == RANDOM ? "%s:%d" : "%s", orders[live->order],
             live->seed);
    order->argument[k++] = order->scanlab;
    order->argument[k++] = "trace";
    order->argument[k++] = order->algorithm;
    order->argument[k++] = "-n";
    order->argument[k++] = order->n;
    order->argument[k++] = "-o";
    order->argument[k++] = place->trace;
    order->argument[k++] = "--schedule";
    order->argument[k++] = order->schedule;
    if (live->resident) {
        order->argument[k++] = "--resident";
        order->argument[k++] = order->resident;
    }
    if (live->latency > 1) {
        order->argument[k++] = "--machine";
        order->argument[k++] = place->machine;
    }
    order->argument[k] = NULL;
}

/* Returns its exit code, or -1. Its messages go into a file. */
static int obey(const struct order *order, const char *words)
{
    const int flags = O_WRONLY | O_CREAT | O_TRUNC;
    posix_spawn_file_actions_t actions;
    pid_t child;
    int status = 0;

    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 2, words, flags, 0600);
    const int failed = posix_spawnp(&child, order->scanlab, &actions, NULL,
                                    order->argument, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failed)
        return -1;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* The last line that scanlab printed, without its name. */
static void read_words(const char *path, char *why, size_t bytes)
{
    char line[1024];
    FILE *const file = fopen(path, "r");

    snprintf(why, bytes, "no scanlab next to this program or in the PATH");
    while (file && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = 0;
        snprintf(why, bytes, "%s",
                 strncmp(line, "scanlab: ", 9) ? line : line + 9);
    }
    if (file)
        fclose(file);
}

/* The command as a user would type it. */
static void say_command(struct live *live, const struct order *given)
{
    size_t used =
        (size_t)snprintf(live->command, sizeof live->command, "scanlab");

    for (int k = 1; given->argument[k] && used < sizeof live->command; k++) {
        const char *const word = given->argument[k];
        if (!strcmp(word, "-o") || !strcmp(word, "--machine"))
            k++; /* temporary files */
        else
            used += (size_t)snprintf(live->command + used,
                                     sizeof live->command - used, " %s", word);
    }
}

static void say_settings(struct live *live)
{
    char order[24] = "", resident[24] = "", latency[24] = "";

    snprintf(order, sizeof order, live->order == RANDOM ? "%s:%d" : "%s",
             orders[live->order], live->seed);
    if (live->resident)
        snprintf(resident, sizeof resident, ", %d resident", live->resident);
    if (live->latency > 1)
        snprintf(latency, sizeof latency, ", latency x%d", live->latency);
    snprintf(live->said, sizeof live->said, "%s%s%s%s", order, resident,
             latency, live->no_tickets ? ", no tickets" : "");
}

bool live_run(struct live *live, struct recording **out, char *why,
              size_t bytes)
{
    struct recording *made = NULL;
    struct place place = {.folder = ""};
    struct order order;
    bool good;

    if (live->latency < 1)
        live->latency = 1;
    live->code = LACKS;
    if (!make_place(&place, why, bytes))
        return false;
    give_order(live, &place, &order);
    good = live->latency == 1 || write_machine(live, place.machine);
    if (!good)
        snprintf(why, bytes, "%s: %s", place.machine, strerror(errno));
    /* 1: the scan is wrong, and its trace has the finding. */
    const int code = good ? obey(&order, place.words) : LACKS;
    if (good && code != 0 && access(place.trace, R_OK) != 0) {
        live->code = code > 0 && code != NOT_FOUND ? code : LACKS;
        read_words(place.words, why, bytes);
        good = false;
    }
    good = good && recording_open(place.trace, &made, why, bytes);
    leave_place(&place);
    say_settings(live);
    say_command(live, &order);
    if (good)
        *out = made;
    return good;
}

void live_change(struct live *live, enum live_change change)
{
    static const int residents[] = {0, 1, 2, 4, 8, 16};
    int k = 0;

    switch (change) {
    case LIVE_RESIDENCY:
        while (k < 5 && residents[k] != live->resident)
            k++;
        live->resident = residents[(k + 1) % 6];
        return;
    case LIVE_ORDER: live->order = (live->order + 1) % ORDERS; return;
    case LIVE_SEED:
        live->order = RANDOM;
        live->seed++;
        return;
    case LIVE_TICKETS: live->no_tickets = !live->no_tickets; return;
    case LIVE_LATENCY:
        live->latency = live->latency >= 16 ? 1 : live->latency * 4;
        return;
    }
}
