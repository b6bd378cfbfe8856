/* words.c - see words.h. */
#include "words.h"

#include <string.h>
#include <unistd.h>

static const char prefix[] = "scanlab: ";
enum { PREFIX = sizeof prefix - 1 };

/* A compiler prints what a static_assert() says, and that may be anything. A
 * line of its own has a file's name and a colon first, or a space. */
static bool looks_like_verdict(const char *line)
{
    const char *const colon = line + strcspn(line, ":\n");

    for (const char *at = line; at < colon; at++)
        if (!strncmp(at, " proved", 7) || !strncmp(at, " WRONG", 6) ||
            !strncmp(at, " right", 6))
            return true;
    return false;
}

void words_show(const struct child_words *words, FILE *to, bool marked)
{
    bool begins = true;

    for (size_t i = 0; i < words->length; i++) {
        const unsigned char c = (unsigned char)words->text[i];
        /* The last words of a child are told by words_tell_end(). */
        if (begins && words->end && !strncmp(words->text + i, prefix, PREFIX)) {
            i += strcspn(words->text + i, "\n");
            continue;
        }
        if (begins && (marked || looks_like_verdict(words->text + i)))
            fputs(marked ? "  its output | " : "  its compiler | ", to);
        begins = c == '\n';
        if (c == '\n' || c == '\t' || c >= 0x20)
            putc(c == 0x7f ? '?' : c, to);
    }
    if (!begins && marked)
        putc('\n', to);
    if (words->cut)
        fprintf(to, "  its output | ... (cut after %d KiB)\n",
                CHILD_WORDS >> 10);
}

void words_show_code(const struct child_words *words, const struct problem *why)
{
    words_show(words, stderr, !strstr(why->line, " does not compile"));
}

size_t words_until_now(void)
{
    fflush(stdout);
    fflush(stderr);
    const off_t at = lseek(STDOUT_FILENO, 0, SEEK_END);
    return at > 0 ? (size_t)at : 0;
}

struct child_words words_before(const struct child_words *words, size_t bytes)
{
    struct child_words part = *words;

    if (bytes < part.length) {
        part.length = bytes;
        part.cut = false;
    }
    return part;
}

struct child_words words_after(const struct child_words *words, size_t bytes)
{
    struct child_words part = *words;
    const size_t before = bytes < part.length ? bytes : part.length;

    part.text += before;
    part.length -= before;
    part.cut = false;
    return part;
}

enum status words_tell_end(const struct child_words *words, struct problem *why)
{
    const char *line = words->text;

    for (const char *at = words->text; at && *at; at = strchr(at, '\n')) {
        at += *at == '\n';
        if (!strncmp(at, prefix, PREFIX))
            line = at;
    }
    if (strncmp(line, prefix, PREFIX) != 0)
        return problem_set(why, words->over_bounds ? NOT_JUDGED : CHECK_FAILED,
                           "the process that ran the code %s", words->end);
    line += PREFIX;
    return problem_set(why, CHECK_FAILED, "%.*s", (int)strcspn(line, "\n"),
                       line);
}
