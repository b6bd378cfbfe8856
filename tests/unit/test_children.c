/* test_children.c - results come back in order, and a child that dies does not
 * bring down its parent. */
#include "sandbox/children.h"
#include "sandbox/seal.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { TASKS = 40 };

/* What the parent has seen, in order. */
struct seen {
    int told;
    int task[TASKS], square[TASKS];
    char text[TASKS][96], end[TASKS][96];
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

/* Task 0 takes longest; the result of task 1 ends it all. `ran` is shared. */
static atomic_int *ran;
static void one_is_last(void *context, int task, void *out)
{
    struct result *const result = out;
    const struct timespec a_while = {0, 300000000L};

    (void)context;
    ran[0]++;
    if (task == 0)
        nanosleep(&a_while, NULL);
    result->square = task * task;
}

static bool is_task_1(const void *result, bool ended_well)
{
    return ended_well && ((const struct result *)result)->square == 1;
}

static void no_task_beside_the_last_one(void **state)
{
    struct seen seen = {.stop_after = 1};
    const struct children_job job = {.tasks = TASKS,
                                     .children = 2,
                                     .result_bytes = sizeof(struct result),
                                     .run = one_is_last,
                                     .done = note,
                                     .is_last = is_task_1,
                                     .context = &seen};
    struct problem why;

    (void)state;
    ran = mmap(NULL, sizeof *ran, PROT_READ | PROT_WRITE,
               MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(ran != MAP_FAILED);
    assert_int_equal(children_run(&job, &why), OK);
    assert_int_equal(seen.told, 2);
    assert_int_equal(seen.task[0], 0);
    assert_int_equal(seen.square[1], 1);
    assert_int_equal(*ran, 2);
    munmap(ran, sizeof *ran);
}

/* Notes in shared memory that it has run; task 3 dies. */
static void note_or_die(void *context, int task, void *result)
{
    const struct timespec a_while = {0, 1000000L};

    (void)context, (void)result;
    nanosleep(&a_while, NULL);
    ran[task] = 1;
    if (task == 3)
        abort();
}

static void tasks_run_ahead(void **state)
{
    const struct children_job job = {
        .tasks = TASKS, .children = 2, .result_bytes = 1, .run = note_or_die};
    struct children *children;
    struct problem why;

    (void)state;
    ran = mmap(NULL, TASKS * sizeof *ran, PROT_READ | PROT_WRITE,
               MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(ran != MAP_FAILED);
    assert_int_equal(children_begin(&job, &children, &why), OK);
    for (int task = 0; task < 10; task++) {
        assert_int_equal(children_wait_for(children, task, &why), OK);
        assert_int_equal(ran[task], 1);
    }
    assert_int_equal(children_wait_for(children, 5, &why), OK); /* again */
    children_end(children);
    memset(ran, 0, TASKS * sizeof *ran);
    assert_int_equal(children_begin(&job, &children, &why), OK);
    assert_int_equal(children_wait_for(children, TASKS - 2, &why), OK);
    for (int task = 0; task < TASKS - 2; task++)
        assert_int_equal(ran[task], 0); /* left out */
    assert_int_equal(ran[TASKS - 2], 1);
    children_end(children);
    assert_int_equal(waitpid(-1, NULL, 0), -1);
    assert_int_equal(errno, ECHILD);
    munmap(ran, TASKS * sizeof *ran);
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
        assert_string_equal(seen.end[5], "was killed by SIGKILL");
        assert_string_equal(seen.end[7], "ended with exit code 9");
        assert_string_equal(seen.text[8], "scanlab: eight crashed\n");
        assert_string_equal(seen.end[8], "was killed by SIGABRT");
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

#if !defined __SANITIZE_ADDRESS__ && !defined __SANITIZE_THREAD__
/* ------------------------------------------------------ the second defence */

/* A task each: what code under test may not do once it is loaded. */
static void opens(void)
{
    open("/tmp/scanlab-not-there", O_RDWR | O_CREAT, 0600);
}
static void sockets(void)
{
    socket(AF_UNIX, SOCK_STREAM, 0);
}
static void forks(void)
{
    fork();
}
static void runs_a_program(void)
{
    execl("/bin/true", "true", (char *)NULL);
}
static void kills(void)
{
    kill(getppid(), 0);
}
static void traces(void)
{
    ptrace(PTRACE_TRACEME, 0, NULL, NULL);
}
static void maps_code(void)
{
    mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}
static void makes_code(void)
{
    mprotect(&(char){0}, 1, PROT_READ | PROT_WRITE | PROT_EXEC);
}
static void removes(void)
{
    unlink("/tmp/scanlab-not-there");
}
static void aborts(void)
{
    abort();
}
static void reads_a_file(void)
{
    _exit(open("/etc/passwd", O_RDONLY) < 0 ? 42 : 0);
}

static const struct {
    void (*act)(void);
    const char *named; /* of the call; NULL: it is not told */
} refused[] = {{opens, "open"},     {sockets, "socket"},
               {forks, "clone"},    {runs_a_program, "execve"},
               {kills, "kill"},     {traces, "ptrace"},
               {maps_code, "mmap"}, {makes_code, "mprotect"},
               {removes, "unlink"}, {aborts, NULL},
               {reads_a_file, NULL}};
enum { REFUSED = sizeof refused / sizeof *refused };

static void acts_after_seal(void *context, int task, void *out)
{
    (void)context, (void)out;
    seal();
    refused[task].act();
}

static void sealed_code_is_ended(void **state)
{
    struct seen seen = {.stop_after = -1};
    char says[64];

    (void)state;
    run(&seen, REFUSED, 2, acts_after_seal);
    assert_int_equal(seen.told, REFUSED);
    for (int i = 0; i < REFUSED; i++) {
        if (!refused[i].named)
            continue;
        snprintf(says, sizeof says, "tried to call %s", refused[i].named);
        if (!strstr(seen.text[i], says))
            fail_msg("task %d: %s (%s), want %s", i, seen.text[i], seen.end[i],
                     says);
        assert_string_equal(seen.end[i], "ended with exit code 1");
    }
    assert_string_equal(seen.end[REFUSED - 2], "was killed by SIGABRT");
    assert_string_equal(seen.end[REFUSED - 1], "ended with exit code 42");
}

/* What scanlab itself and the C library do. */
static void works_after_seal(void *context, int task, void *out)
{
    const size_t bytes = (size_t)64 << 20;

    (void)context;
    seal();
    seal(); /* a second one is nothing */
    char *const large = malloc(bytes);
    memset(large, task, bytes);
    char *const mapped =
        mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_int_equal(mprotect(mapped, bytes, PROT_READ | PROT_WRITE), 0);
    mapped[1] = large[1];
    free(large);
    alarm(1);
    printf("it works at %d\n", time(NULL) > 0);
    ((struct result *)out)->square = task * task + mapped[1] - task;
}

static void sealed_code_works(void **state)
{
    struct seen seen = {.stop_after = -1};

    (void)state;
    run(&seen, 3, 2, works_after_seal);
    for (int i = 0; i < 3; i++) {
        assert_string_equal(seen.end[i], "");
        assert_string_equal(seen.text[i], "it works at 1\n");
        assert_int_equal(seen.square[i], i * i);
    }
}

static void *adds_one(void *at)
{
    void *const memory = malloc(1 << 20); /* from an arena of its own */

    ++*(atomic_int *)at;
    free(memory);
    return NULL;
}

/* What threads do when they begin and end, whenever that is. */
static void has_threads(void *context, int task, void *out)
{
    enum { THREADS = 8 };
    pthread_t thread[THREADS];
    atomic_int sum = 0;

    (void)context;
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, adds_one, &sum), 0);
    seal();
    for (int i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
    ((struct result *)out)->square = sum == THREADS ? task * task : -1;
}

static void threads_are_sealed(void **state)
{
    struct seen seen = {.stop_after = -1};

    (void)state;
    run(&seen, TASKS, 2, has_threads);
    for (int i = 0; i < TASKS; i++) {
        assert_string_equal(seen.text[i], "");
        assert_int_equal(seen.square[i], i * i);
    }
}

/* As in a container that has a filter of its own: there is no further one. */
static void refuses_filters(void *context, int task, void *out)
{
    struct sock_filter steps[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_seccomp, 1, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_prctl, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
    const struct sock_fprog program = {sizeof steps / sizeof *steps, steps};

    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    assert_int_equal(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program), 0);
    seal();
    assert_int_equal(open("/etc/passwd", O_RDONLY), -1); /* by a limit */
    square(context, task, out);
}

static void works_without_a_filter(void **state)
{
    struct seen seen = {.stop_after = -1};

    (void)state;
    run(&seen, 2, 1, refuses_filters);
    assert_string_equal(seen.end[0], "");
    assert_int_equal(seen.square[1], 1);
}

static void takes_memory(void *context, int task, void *out)
{
    (void)context, (void)task, (void)out;
    seal();
    for (size_t mib = 0; mib < 4096; mib++)
        /* cppcheck-suppress leakNoVarFunctionCall ; it is to be too much */
        memset(malloc(1 << 20), 1, 1 << 20);
    pause();
}

static void sleeps(void *context, int task, void *out)
{
    (void)context, (void)task, (void)out;
    seal();
    while (true)
        usleep(1000);
}

static void limits_are_told(void **state)
{
    struct seen seen = {.stop_after = -1};

    (void)state;
    setenv("SCANLAB_CHILD_MIB", "128", 1);
    run(&seen, 1, 1, takes_memory);
    unsetenv("SCANLAB_CHILD_MIB");
    assert_string_equal(seen.end[0], "used more than 128 MiB of memory "
                                     "(SCANLAB_CHILD_MIB)");
    seen.told = 0;
    setenv("SCANLAB_CHILD_SECONDS", "1", 1);
    run(&seen, 1, 1, sleeps);
    unsetenv("SCANLAB_CHILD_SECONDS");
    assert_string_equal(seen.end[0], "did not finish within 1 second "
                                     "(SCANLAB_CHILD_SECONDS)");
}

#endif

/* A file that the parent has open is not the child's. */
static void looks_for_files(void *context, int task, void *out)
{
    const char *const text = context;

    (void)text, (void)task;
    for (int file = 3; file < 100; file++)
        ((struct result *)out)->square +=
            fcntl(file, F_GETFD) >= 0 && lseek(file, 0, SEEK_CUR) >= 0;
}

static void parents_files_are_closed(void **state)
{
    struct seen seen = {.stop_after = -1};
    FILE *const mine = tmpfile();

    (void)state;
    run(&seen, 1, 1, looks_for_files);
    assert_int_equal(seen.square[0], 0);
    fclose(mine);
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
        cmocka_unit_test(no_task_beside_the_last_one),
        cmocka_unit_test(tasks_run_ahead),
        cmocka_unit_test(the_dead_are_told_and_replaced),
        cmocka_unit_test(words_have_an_end),
#if !defined __SANITIZE_ADDRESS__ && !defined __SANITIZE_THREAD__
        cmocka_unit_test(sealed_code_is_ended),
        cmocka_unit_test(sealed_code_works),
        cmocka_unit_test(threads_are_sealed),
        cmocka_unit_test(works_without_a_filter),
        cmocka_unit_test(limits_are_told),
#endif
        cmocka_unit_test(parents_files_are_closed),
        cmocka_unit_test(leaves_nothing_open),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
