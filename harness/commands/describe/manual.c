/* manual.c - a command's options as a manual page.
 *
 *     {"seed", KEY_SEED, "N", 0, "of the random elements"}
 *
 *     .TP
 *     \fB\-\-seed\fR=\fIN\fR
 *     of the random elements
 */
#include "describe.h"

#include <ctype.h>
#include <string.h>

const struct argp *describe_argp(const struct command *command,
                                 struct option_list *room)
{
    if (!command->line)
        return command->argp;
    options_list(command->line, room);
    return &room->argp;
}

const struct command *describe_find(const char *name)
{
    for (const struct command *c = commands; c->name; c++)
        if (!strcmp(c->name, name))
            return c;
    return NULL;
}

/* Text for roff: its own signs are taken from it. */
static void put_text(FILE *to, const char *text, size_t length)
{
    bool begins = true;

    for (size_t i = 0; i < length; i++) {
        const char c = text[i];
        if (begins && (c == '.' || c == '\''))
            fputs("\\&", to);
        if (c == '\\')
            fputs("\\e", to);
        else if (c == '-')
            fputs("\\-", to);
        else if (c == '\'')
            fputs("\\(aq", to);
        else if (c == '^')
            fputs("\\(ha", to);
        else if (c == '~')
            fputs("\\(ti", to);
        else
            putc(c, to);
        begins = c == '\n';
    }
}

static void put_word(FILE *to, char font, const char *text)
{
    fprintf(to, "\\f%c", font);
    put_text(to, text, strlen(text));
    fputs("\\fR", to);
}

/* "-n, --size=SIZES", then what it says. */
static void put_option(FILE *to, const struct argp_option *option)
{
    char letter[] = "-?";

    fputs(".TP\n", to);
    if (option->key < 128 && isprint(option->key)) {
        letter[1] = (char)option->key;
        put_word(to, 'B', letter);
        fputs(", ", to);
    }
    fputs("\\fB\\-\\-\\fR", to);
    put_word(to, 'B', option->name);
    if (option->arg) {
        putc('=', to);
        put_word(to, 'I', option->arg);
    }
    putc('\n', to);
    put_text(to, option->doc, strlen(option->doc));
    putc('\n', to);
}

static void put_group(FILE *to, const struct argp *argp, int group)
{
    for (const struct argp_option *o = argp->options; o->name || o->doc; o++)
        if (o->group == group && !o->name) {
            fputs(".SS \"", to);
            put_text(to, o->doc, strcspn(o->doc, ":"));
            fputs("\"\n", to);
        }
    for (const struct argp_option *o = argp->options; o->name || o->doc; o++)
        if (o->group == group && o->name && !(o->flags & OPTION_HIDDEN))
            put_option(to, o);
}

/* In the order of --help: groups from 0 up, then the negative ones. */
static void put_options(FILE *to, const struct argp *argp)
{
    enum { MAX_GROUPS = 16 };

    fputs(".SH OPTIONS\n", to);
    for (int group = 0; group < MAX_GROUPS; group++)
        put_group(to, argp, group);
    put_group(to, argp, GROUP_HELP);
}

/* Paragraphs; lines that begin with two blanks are to be typed. */
static void put_paragraphs(FILE *to, const char *text)
{
    while (*text) {
        const size_t length = strcspn(text, "\n");
        const bool typed = !strncmp(text, "  ", 2);
        if (typed)
            fputs(".RS 4\n", to);
        else if (length == 0)
            fputs(".PP\n", to);
        const size_t skip = typed ? 2 : 0;
        if (length > skip) {
            put_text(to, text + skip, length - skip);
            putc('\n', to);
        }
        if (typed)
            fputs(".RE\n", to);
        text += length + (text[length] == '\n');
    }
}

static void put_title(FILE *to, const char *name, const char *what)
{
    fputs(".\\\" Made by `scanlab man` from the program's own options.\n.TH \"",
          to);
    for (const char *c = name; *c; c++)
        putc(toupper((unsigned char)*c), to);
    fprintf(to, "\" 1 \"\" \"%s\" \"User Commands\"\n.SH NAME\n",
            argp_program_version);
    put_text(to, name, strlen(name));
    fputs(" \\- ", to);
    put_text(to, what, strlen(what));
    fputs("\n.SH SYNOPSIS\n", to);
}

static void put_ending(FILE *to, const char *name)
{
    const char *between = "";

    fputs(".SH \"EXIT STATUS\"\n.TP\n0\nsuccess\n.TP\n1\na check "
          "failed\n.TP\n2\nusage error\n.TP\n3\nsomething needed is missing on "
          "this machine\n.SH \"SEE ALSO\"\n",
          to);
    if (*name) {
        fputs(".BR scanlab (1)", to);
        between = ",\n";
    }
    for (const struct command *c = commands; c->name; c++)
        if (c->what && strcmp(c->name, name) != 0) {
            fprintf(to, "%s.BR scanlab\\-%s (1)", between, c->name);
            between = ",\n";
        }
    if (!*name)
        fprintf(to, "%s.BR scanviz (1)", between);
    putc('\n', to);
}

static void page_of_command(FILE *to, const struct command *command)
{
    static struct option_list room;
    const struct argp *const argp = describe_argp(command, &room);
    const size_t before = strcspn(argp->doc, "\v");
    char name[64];

    snprintf(name, sizeof name, "scanlab-%s", command->name);
    put_title(to, name, command->what);
    fprintf(to, "\\fBscanlab %s\\fR [\\fIOPTION\\fR...] ", command->name);
    put_text(to, argp->args_doc, strlen(argp->args_doc));
    fputs("\n.SH DESCRIPTION\n", to);
    put_text(to, argp->doc, before);
    putc('\n', to);
    put_options(to, argp);
    fputs(".SH NOTES\n", to);
    put_paragraphs(to, argp->doc + before + (argp->doc[before] == '\v'));
    put_ending(to, command->name);
}

static void page_of_program(FILE *to)
{
    put_title(to, "scanlab", "parallel prefix sums: verified, counted, timed");
    fputs("\\fBscanlab\\fR \\fICOMMAND\\fR [\\fIOPTION\\fR...]\n.SH "
          "DESCRIPTION\nEvery classical parallel prefix sum (scan), side by "
          "side. Is it right? What does it cost on paper? How fast is it "
          "really?\n.SH COMMANDS\n",
          to);
    for (const struct command *c = commands; c->name; c++)
        if (c->what) {
            fprintf(to, ".TP\n\\fBscanlab %s\\fR\n", c->name);
            put_text(to, c->what, strlen(c->what));
            putc('\n', to);
        }
    put_ending(to, "");
}

void manual_page(FILE *to, const struct command *command)
{
    if (command)
        page_of_command(to, command);
    else
        page_of_program(to);
}
