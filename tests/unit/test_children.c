/* test_children.c - results come back in order, and no child takes the parent
 * with it. */
#include "sandbox/children.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { TASKS = 40 };

/* What the parent has seen, in order. */
struct seen {
    int told;
    int task[TASKS], square[TASKS];
    char text[TASKS][64], end[TASKS][64];
    int stop_after; /* < 0: never */
    pid_t pid;      /* of the process that ran the last task */
};

struct result {
    int square;
    pid_t pid;
};

static void square(void *context, int task, void *out)
{
    struct result *const result = out;
    const struct timespec early_ones_last = {0, (TASKS - task) * 100000L};

    (void)context;
    assert_int_equal(result->square, 0);
    nanosleep(&early_ones_last, NULL);
    result->square = task * task;
    result->pid = getpid();
}

static void speak_or_die(void *context, int task, void *out)
{
    square(context, task, out);
    if (task == 3)
        printf("three\n");
    if (task == 5)
        raise(SIGKILL);
    if (task == 7)
        _exit(9);
    if (task == 8) {
        fprintf(stderr, "scanlab: eight crashed\n");
        abort();
    }
}

static void prints_much(void *context, int task, void *out)
{
    square(context, task, out);
    for (int i = 0; i < 1 << 18; i++)
        putchar('x');
}

static bool note(void *context, int task, const void *from,
                 const struct child_words *words)
{
    struct seen *const seen = context;
    const struct result *const result = from;
    const int at = seen->told++;

    seen->task[at] = task;
    seen->square[at] = result->square;
    seen->pid = result->pid;
    snprintf(seen->text[at], sizeof seen->text[at], "%s", words->text);
    snprintf(seen->end[at], sizeof seen->end[at], "%s",
             words->end ? words->end : "");
    return task != seen->stop_after;
}

static void run(struct seen *seen, int tasks, int children,
                void (*task)(void *context, int task, void *result))
{
    const struct children_job job = {.tasks = tasks,
                                     .children = children,
                                     .result_bytes = sizeof(struct result),
                                     .run = task,
                                     .done = note,
                                     .context = seen};
    struct problem why;

    if (children_run(&job, &why) != OK)
        fail_msg("%s", why.line);
}

static void results_come_in_order(void **state)
{
    (void)state;
    for (int children = 0; children <= 5; children++) {
        struct seen seen = {.stop_after = -1};
        run(&seen, TASKS, children, square);
        assert_int_equal(seen.told, TASKS);
        for (int i = 0; i < TASKS; i++) {
            assert_int_equal(seen.task[i], i);
            assert_int_equal(seen.square[i], i * i);
            assert_string_equal(seen.end[i], "");
        }
        assert_int_equal(seen.pid == getpid(), children == 0);
    }
}

static void no_task_after_the_last_that_counts(void **state)
{
    (void)state;
    for (int children = 0; children <= 3; children++) {
        struct seen seen = {.stop_after = 11};
        run(&seen, TASKS, children, square);
        assert_int_equal(seen.told, 12);
    }
}

static void the_dead_are_told_and_replaced(void **state)
{
    (void)state;
    for (int children = 1; children <= 3; children++) {
        struct seen seen = {.stop_after = -1};
        run(&seen, TASKS, children, speak_or_die);
        assert_int_equal(seen.told, TASKS);
        for (int i = 0; i < TASKS; i++) {
            const bool died = i == 5 || i == 7 || i == 8;
            assert_int_equal(seen.square[i], died ? 0 : i * i);
        }
        assert_string_equal(seen.text[3], "three\n");
        assert_string_equal(seen.text[4], "");
        assert_string_equal(seen.end[5], "was ended by SIGKILL");
        assert_string_equal(seen.end[7], "ended with exit code 9");
        assert_string_equal(seen.text[8], "scanlab: eight crashed\n");
        assert_string_equal(seen.end[8], "was ended by SIGABRT");
    }
}

static void words_have_an_end(void **state)
{
    struct seen seen = {.stop_after = -1};

    (void)state;
    run(&seen, 3, 2, prints_much);
    assert_int_equal(seen.told, 3);
    assert_int_equal(strlen(seen.text[0]), sizeof seen.text[0] - 1);
}

static int open_files(void)
{
    DIR *const folder = opendir("/proc/self/fd");
    int count = 0;

    while (readdir(folder))
        count++;
    closedir(folder);
    return count;
}

static void leaves_nothing_open(void **state)
{
    const int before = open_files();
    struct seen seen = {.stop_after = 20};

    (void)state;
    run(&seen, TASKS, 4, speak_or_die);
    assert_int_equal(open_files(), before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_come_in_order),
        cmocka_unit_test(no_task_after_the_last_that_counts),
        cmocka_unit_test(the_dead_are_told_and_replaced),
        cmocka_unit_test(words_have_an_end),
        cmocka_unit_test(leaves_nothing_open),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
