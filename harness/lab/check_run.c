/* check_run.c - runs the command of a check, and interprets its output. */
#include "check_run.h"
#include "base/paths.h"
#include "lab_picture.h"

#include <string.h>

enum { USUAL_SECONDS = 60, MAX_WORDS = 48 };

/* -------------------------------------------------------------- its command */

struct command_words {
    const char *word[MAX_WORDS];
    int count;
    char jobs[16];
};

static void add(struct command_words *c, const char *a, const char *b)
{
    if (c->count < MAX_WORDS - 3) {
        c->word[c->count++] = a;
        if (b)
            c->word[c->count++] = b;
    }
    c->word[c->count] = NULL;
}

static void make_words(const struct check_run *a, const struct lab_check *check,
                       struct command_words *out)
{
    static const char *const names[] = {
        [LAB_VERIFY] = "verify", [LAB_RUN] = "run", [LAB_MEASURE] = "measure"};
    const enum lab_kind kind = a->report->lab->kind;

    out->count = 0;
    add(out, names[check->asks],
        kind == LAB_OF_SETTINGS ? a->report->settings : check->choice);
    add(out, "-d", kind == LAB_OF_C ? "cpu" : "simt");
    if (check->sizes)
        add(out, "-n", check->sizes);
    if (check->bytes && check->asks == LAB_VERIFY)
        add(out, "--bytes", check->bytes);
    for (int i = 0; i < check->options; i++)
        add(out, check->option[i], NULL);
    if (check->asks == LAB_MEASURE && kind != LAB_OF_C)
        add(out, "--wide", NULL);
    if (kind != LAB_OF_SETTINGS)
        add(out, "--source", a->report->shown);
}

/* Adds the arguments that a reader need not type. */
static void add_own_words(const struct check_run *a,
                          const struct lab_check *check,
                          struct command_words *out)
{
    if (check->asks == LAB_MEASURE)
        add(out, "-o", ASK_CSV);
    if (check->asks != LAB_VERIFY)
        return;
    add(out, "--format", "json");
    if (a->how->picture && a->report->lab->kind != LAB_OF_C)
        add(out, "--trace", ASK_TRACE);
    if (a->how->jobs > 0) {
        snprintf(out->jobs, sizeof out->jobs, "%d", a->how->jobs);
        add(out, "--jobs", out->jobs);
    }
}

/* ------------------------------------------------------- what a reader sees */

static void put(const char *from, size_t length, char *out, size_t size,
                size_t *used)
{
    if (*used + 1 < size)
        *used += (size_t)snprintf(out + *used, size - *used, "%.*s",
                                  (int)length, from);
    if (*used >= size)
        *used = size - 1;
}

void check_run_plain(const struct check_run *a, const char *text, char *out,
                     size_t size)
{
    const size_t length = strlen(a->scratch);
    size_t used = 0;

    *out = '\0';
    for (const char *at = text; at;) {
        const char *const folder = strstr(at, a->scratch);
        put(at, folder ? (size_t)(folder - at) : strlen(at), out, size, &used);
        at = folder ? folder + length + (folder[length] == '/') : NULL;
    }
}

void check_run_again(const struct check_run *a, const char *command, char *out,
                     size_t size)
{
    static const char option[] = "--source ";
    const char *const found = strstr(command, option);
    size_t used = 0;

    *out = '\0';
    if (!found) {
        snprintf(out, size, "%s", command);
        return;
    }
    const char *const name = found + strlen(option);
    put(command, (size_t)(name - command), out, size, &used);
    put(a->report->typed, strlen(a->report->typed), out, size, &used);
    const char *const rest = name + strcspn(name, " ");
    put(rest, strlen(rest), out, size, &used);
}

static void tell_again(const struct check_run *a, const struct command_words *c,
                       struct result *out)
{
    char line[2048] = "scanlab";
    size_t used = strlen(line);

    for (int i = 0; i < c->count && used + 2 < sizeof line; i++) {
        line[used++] = ' ';
        used += path_quote(c->word[i], line + used, sizeof line - used);
    }
    check_run_again(a, line, out->again, sizeof out->again);
}

/* --------------------------------------------------------------- its result */

/* The last message line of a command. */
static void last_line(const char *text, char *out, size_t size)
{
    const char *from = text;
    size_t length = strlen(text);

    while (length > 0 && text[length - 1] == '\n')
        length--;
    for (size_t i = 0; i < length; i++)
        if (text[i] == '\n')
            from = text + i + 1;
    snprintf(out, size, "%.*s", (int)(length - (size_t)(from - text)), from);
}

/* The compiler's limits are ours, and the same for all: if a submission exceeds
 * them, it is at fault, not this machine. */
static bool is_too_much(const char *line)
{
    return strstr(line, "reached a limit of this computer while") ||
           strstr(line, "s of processor time on");
}

/* True: the command reported wrong use or a lack of the machine, or was ended:
 * no verdict. */
static bool has_no_verdict(const struct check_run *a,
                           const struct lab_check *check,
                           const struct enclosed *answer, struct result *out)
{
    char line[900];

    if (answer->late) {
        out->state = RESULT_WRONG;
        snprintf(out->finding, sizeof out->finding,
                 "stopped after %.0f s: an endless loop, or far too much work",
                 answer->seconds);
        return true;
    }
    if (answer->code == OK || answer->code == CHECK_FAILED ||
        (check->asks == LAB_VERIFY && check_result_is_verdict(answer)))
        return false;
    last_line(answer->err, line, sizeof line);
    out->state = is_too_much(line) ? RESULT_REFUSED : RESULT_NOT_JUDGED;
    if (out->state == RESULT_REFUSED)
        a->report->compiles = false;
    else if (a->report->lab->kind == LAB_OF_SETTINGS &&
             answer->code == WRONG_USE)
        out->state = RESULT_WRONG; /* no such setting, or no such value */
    if (answer->code < 0)
        snprintf(line, sizeof line, "the judging command was stopped");
    const char *const from =
        line + (strncmp(line, "scanlab: ", 9) == 0 ? 9 : 0);
    check_run_plain(a, from, out->finding, sizeof out->finding);
    return true;
}

static enum status run_words(const struct check_run *a,
                             const struct command_words *words,
                             struct enclosed *answer, struct problem *why)
{
    const struct judging *const how = a->how;
    const struct enclosure enclosure = {.level = how->level,
                                        .scratch = a->scratch,
                                        .hidden = how->hidden,
                                        .seconds = how->seconds ? how->seconds
                                                                : USUAL_SECONDS,
                                        .progress = how->progress,
                                        .context = how->context};

    return enclosure_run(&enclosure, words->word, answer, why);
}

enum status check_run_replay(const struct check_run *a, const char *again,
                             bool *holds, struct problem *why)
{
    struct command_words words = {.count = 0};
    struct enclosed answer;
    char line[2048], *rest;

    snprintf(line, sizeof line, "%s", again);
    strtok_r(line, " ", &rest); /* scanlab */
    for (char *word; (word = strtok_r(NULL, " ", &rest));)
        add(&words, word, NULL);
    if (!strcmp(words.word[0], "verify"))
        add(&words, "--jobs", "1");
    const enum status status = run_words(a, &words, &answer, why);
    if (status != OK)
        return status;
    *holds = answer.code == OK;
    enclosed_free(&answer);
    return OK;
}

/* Draws the finding's run. A proof records the run that it finds; for a count
 * and for a run on numbers the run is repeated. */
static enum status draw(struct check_run *a, const struct lab_check *check,
                        struct problem *why)
{
    struct command_words words = {.count = 0};
    struct enclosed answer;
    enum status status = OK;

    if (a->report->picture[0])
        return OK;
    if (a->report->lab->kind != LAB_OF_KERNEL) {
        a->report->undrawn = a->report->lab->kind == LAB_OF_C
                                 ? "only runs on the SIMT machine are recorded"
                                 : "the finding is not in a kernel";
        return OK;
    }
    if (check->asks != LAB_VERIFY) {
        add(&words, "trace", check->choice);
        add(&words, "-n", check->sizes);
        for (int i = 0; i < check->options; i++)
            add(&words, check->option[i], NULL);
        add(&words, "--source", a->report->shown);
        add(&words, "-o", ASK_TRACE);
        status = run_words(a, &words, &answer, why);
        if (status == OK)
            enclosed_free(&answer);
    }
    if (status == OK)
        picture_draw(a, a->how->picture);
    return status;
}

/* Wrong numbers name no line: uses the finding of a proof, at a size small
 * enough to follow if the mistake shows there. */
static enum status explain_numbers(struct check_run *a,
                                   const struct lab_check *check,
                                   struct result *out, struct problem *why)
{
    char sizes[64];
    snprintf(sizes, sizeof sizes, "1000,%.40s", check->sizes);
    struct lab_check proof = {.asks = LAB_VERIFY,
                              .choice = check->choice,
                              .sizes = sizes,
                              .bytes = "4",
                              .option = {"--schedule", "inorder"},
                              .options = 2};
    if (a->report->lab->kind == LAB_OF_C) {
        memcpy(proof.option, check->option, sizeof proof.option);
        proof.options = check->options;
    }
    struct result *const said = calloc(1, sizeof *said);
    struct command_words words;
    struct enclosed answer;
    enum status status = OK;

    if (!said)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    make_words(a, &proof, &words);
    add(&words, "--format", "json");
    status = run_words(a, &words, &answer, why);
    if (status == OK) {
        check_result_verify(a, &proof, &answer, said);
        if (said->state == RESULT_WRONG)
            snprintf(out->words, sizeof out->words, "%.1000s\n%.3000s",
                     said->finding, said->words);
        enclosed_free(&answer);
    }
    free(said);
    return status;
}

enum status check_run(struct check_run *a, const struct lab_check *check,
                      struct result *out, struct problem *why)
{
    static void (*const answers[])(struct check_run *, const struct lab_check *,
                                   const struct enclosed *, struct result *) = {
        [LAB_VERIFY] = check_result_verify,
        [LAB_MEASURE] = check_result_measure,
        [LAB_RUN] = check_result_run};
    struct command_words words;
    struct enclosed answer;

    if (a->report->lab->kind == LAB_OF_SETTINGS &&
        !check_result_settings(a, check, out))
        return OK;
    if (check->asks == LAB_ANSWER) {
        check_result_question(a, check, out);
        return OK;
    }
    make_words(a, check, &words);
    tell_again(a, &words, out);
    add_own_words(a, check, &words);
    enum status status = run_words(a, &words, &answer, why);
    if (status != OK)
        return status;
    out->seconds = answer.seconds;
    if (!has_no_verdict(a, check, &answer, out))
        answers[check->asks](a, check, &answer, out);
    out->points = out->state == RESULT_RIGHT ? check->points : 0;
    if (out->state == RESULT_RIGHT)
        out->again[0] = '\0';
    enclosed_free(&answer);
    if (out->state == RESULT_WRONG && check->asks == LAB_RUN &&
        strstr(out->finding, ", want "))
        status = explain_numbers(a, check, out, why);
    if (status == OK && out->state == RESULT_WRONG && a->how->picture)
        status = draw(a, check, why);
    return status;
}
