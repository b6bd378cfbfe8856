/* test_array_file.c - arrays in and out: each format, raw, pipes, full disks.
 */
#include "array_frame.h"
#include "base/output_file.h"

#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio_ext.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

/* The whole file, or none. */
static enum status array_write(const char *path, enum array_format format,
                               const struct monoid_table *monoid,
                               const struct array *array, struct problem *why)
{
    struct output out;
    enum status status = output_open(path, &out, why);

    if (status != OK)
        return status;
    status = array_write_to(&out, format, monoid, array, why);
    if (status == OK)
        return output_commit(&out, why);
    output_discard(&out);
    return status;
}

/* What is written in each format reads back bit for bit. */
static void writes_and_reads_back(void **state)
{
    static const char *const names[] = {"a.npy", "a.txt", "a.csv", "a.bin",
                                        "a",     "A.NPY", "A.TXT"};
    static const struct monoid_table *const monoids[] = {
        &i8,  &i16, &i32, &i64,    &u8,   &u16, &u32,
        &u64, &f32, &f64, &affine, &pair, &four};
    uint64_t random[32] = {0}, seed = 7;
    struct array back;
    struct problem why = {.line = ""};

    (void)state;
    for (size_t i = 0; i < COUNT(random); i++)
        random[i] = seed = seed * 6364136223846793005u + 1442695040888963407u;
    for (size_t name = 0; name < COUNT(names); name++)
        for (size_t m = 0; m < COUNT(monoids); m++)
            for (size_t n = 0; n <= 16; n += 16) {
                const struct array array = {random, n};
                const char *const path = in_folder(names[name]);
                enum status status =
                    array_write(path, FORMAT_BY_NAME, monoids[m], &array, &why);
                assert_int_equal(status, OK);
                status = array_read(path, FORMAT_BY_NAME, NULL, monoids[m],
                                    &back, &why);
                if (status != OK)
                    fail_msg("%s", why.line);
                assert_int_equal(back.n, n);
                assert_memory_equal(back.data, random, n * monoids[m]->bytes);
                array_free(&back);
                assert_int_equal(entries(), 1);
                unlink(path);
            }
}

static void reads_raw(void **state)
{
    static const uint32_t numbers[] = {4, 9, 1, 2};
    static const float floats[] = {0, 1, NAN};
    const char *const path = in_folder("raw.bin");
    struct problem why = {.line = ""};
    struct array array;

    (void)state;
    put_file(path, numbers, sizeof numbers);
    expect(&affine,
           array_read(path, FORMAT_BY_NAME, NULL, &affine, &array, &why),
           &array, &why, "(4, 9) (1, 2)");
    put_file(path, numbers, sizeof numbers - 1);
    expect_refusal(
        array_read(path, FORMAT_BY_NAME, NULL, &affine, &array, &why),
        WRONG_USE, &array, &why, "15 bytes are not a whole number");
    put_file(path, floats, sizeof floats);
    expect_refusal(array_read(path, FORMAT_BY_NAME, NULL, &f32, &array, &why),
                   WRONG_USE, &array, &why, "element 2 is NaN");
    put_file(path, "", 0);
    expect(&affine,
           array_read(path, FORMAT_BY_NAME, NULL, &affine, &array, &why),
           &array, &why, "");
    put_file(path, "7 8", 3);
    expect(&i32, array_read(path, FORMAT_TEXT, NULL, &i32, &array, &why),
           &array, &why, "7 8");
    unlink(path);
}

static void refuses_files_that_cannot_be_read(void **state)
{
    struct problem why = {.line = ""};
    struct array array;

    (void)state;
    expect_refusal(array_read(in_folder("none.npy"), FORMAT_BY_NAME, NULL, &i32,
                              &array, &why),
                   WRONG_USE, &array, &why, "No such file");
    expect_refusal(array_read(folder, FORMAT_BY_NAME, NULL, &i32, &array, &why),
                   WRONG_USE, &array, &why, "is a directory");
    expect_refusal(
        array_read("/proc/self/mem", FORMAT_BY_NAME, NULL, &i32, &array, &why),
        WRONG_USE, &array, &why, "cannot read /proc/self/mem");
    if (geteuid() != 0) { /* root may read everything */
        put_file(in_folder("shut.txt"), "1", 1);
        chmod(in_folder("shut.txt"), 0);
        expect_refusal(array_read(in_folder("shut.txt"), FORMAT_BY_NAME, NULL,
                                  &i32, &array, &why),
                       WRONG_USE, &array, &why, "Permission denied");
        unlink(in_folder("shut.txt"));
    }
    assert_int_equal(
        array_read("/proc/self/stat", FORMAT_RAW, NULL, &u8, &array, &why),
        OK); /* says it has 0 bytes, and has more */
    assert_true(array.n > 10);
    array_free(&array);
}

/* A file that is really as large as its header says, but mostly a hole. */
static void asks_for_memory_before_taking_it(void **state)
{
    const char *const path = in_folder("huge.npy");
    struct problem why = {.line = ""};
    struct array array;
    struct array_builder builder;
    struct bytes file;

    (void)state;
    builder_begin(&builder, &i64, "builder", false);
    assert_int_equal(builder_reserve(&builder, (size_t)1 << 47, &why),
                     MACHINE_LACKS);
    assert_non_null(strstr(why.line, "are available"));
    assert_int_equal(builder_reserve(&builder, SIZE_MAX / 2, &why),
                     MACHINE_LACKS);
    builder_drop(&builder);
    start_npy(&file, 1, SHAPE("(2000000000000,)"));
    put_file(path, file.at, file.size);
    if (truncate(path, (off_t)file.size + 8000000000000) == 0)
        expect_refusal(
            array_read(path, FORMAT_BY_NAME, NULL, &i32, &array, &why),
            MACHINE_LACKS, &array, &why, "are available");
    unlink(path);
}

/* Makes `bytes` standard input, through a pipe that a child fills. */
static void pipe_to_stdin(const void *bytes, size_t size)
{
    int ends[2];

    assert_int_equal(pipe(ends), 0);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        const char *at = bytes;
        close(ends[0]);
        while (size) {
            const ssize_t some = write(ends[1], at, size);
            if (some <= 0)
                break;
            at += some;
            size -= (size_t)some;
        }
        _exit(0);
    }
    close(ends[1]);
    dup2(ends[0], STDIN_FILENO);
    close(ends[0]);
    __fpurge(stdin);
    clearerr(stdin);
}

static void reads_pipes_of_unknown_length(void **state)
{
    enum { N = 300000 };
    const int saved = dup(STDIN_FILENO);
    uint32_t *const numbers = malloc(N * sizeof *numbers);
    struct problem why = {.line = ""};
    struct array array;
    struct bytes file;

    (void)state;
    signal(SIGPIPE, SIG_IGN);
    assert_non_null(numbers);
    for (uint32_t i = 0; i < N; i++)
        numbers[i] = i * 7919;
    pipe_to_stdin(numbers, N * sizeof *numbers);
    assert_int_equal(array_read("-", FORMAT_RAW, NULL, &i32, &array, &why), OK);
    assert_int_equal(array.n, N);
    assert_memory_equal(array.data, numbers, N * sizeof *numbers);
    array_free(&array);
    free(numbers);

    pipe_to_stdin("1 2 [", 5);
    expect_refusal(array_read("-", FORMAT_BY_NAME, NULL, &i32, &array, &why),
                   WRONG_USE, &array, &why, "standard input line 1");
    pipe_to_stdin("3 1 7", 5);
    expect(&i32, array_read("-", FORMAT_BY_NAME, NULL, &i32, &array, &why),
           &array, &why, "3 1 7");
    start_npy(&file, 1, SHAPE("(2,)"));
    add(&file, (const int32_t[]){5, 6}, 8);
    pipe_to_stdin(file.at, file.size);
    expect(&i64, array_read("-", FORMAT_BY_NAME, NULL, &i64, &array, &why),
           &array, &why, "5 6");
    start_npy(&file, 1, SHAPE("(1000000000000,)"));
    pipe_to_stdin(file.at, file.size);
    expect_refusal(array_read("-", FORMAT_NPY, NULL, &i32, &array, &why),
                   WRONG_USE, &array, &why, "truncated");
    pipe_to_stdin("12345", 5);
    expect_refusal(array_read("-", FORMAT_RAW, NULL, &i32, &array, &why),
                   WRONG_USE, &array, &why, "5 bytes");
    while (wait(NULL) > 0)
        ;
    dup2(saved, STDIN_FILENO);
    close(saved);
}

static void writes_to_standard_output(void **state)
{
    const int32_t numbers[] = {3, 1};
    const struct array array = {(void *)numbers, 2};
    struct problem why = {.line = ""};
    char got[16] = {0};
    int ends[2];

    (void)state;
    fflush(stdout);
    const int saved = dup(STDOUT_FILENO);
    assert_int_equal(pipe(ends), 0);
    dup2(ends[1], STDOUT_FILENO);
    enum status status = array_write("-", FORMAT_BY_NAME, &i32, &array, &why);
    assert_int_equal(status, OK);
    status = array_write("-", FORMAT_RAW, &i8, &array, &why);
    dup2(saved, STDOUT_FILENO);
    close(saved);
    close(ends[1]);
    assert_int_equal(status, OK);
    assert_int_equal(read(ends[0], got, sizeof got), 6);
    assert_memory_equal(got, "3\n1\n\3\0", 6);
    close(ends[0]);
}

static void expect_no_output(const char *path, enum status want,
                             const char *reason)
{
    static char numbers[1 << 16];
    const struct array array = {numbers, sizeof numbers};
    struct problem why = {.line = ""};
    const enum status status =
        array_write(path, FORMAT_BY_NAME, &u8, &array, &why);

    expect_refusal(status, want, &(struct array){0}, &why, reason);
}

static void leaves_nothing_behind_when_writing_fails(void **state)
{
    const struct rlimit small = {4096, RLIM_INFINITY};
    struct rlimit before;
    struct stat info;

    (void)state;
    expect_no_output(folder, WRONG_USE, "directory");
    expect_no_output(in_folder("no/such/a.npy"), WRONG_USE,
                     "the folder must exist");
    expect_no_output("", WRONG_USE, "No such file");
    put_file(in_folder("old.npy"), "old", 3);
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before);
    setrlimit(RLIMIT_FSIZE, &small);
    expect_no_output(in_folder("new.npy"), MACHINE_LACKS, "too large");
    expect_no_output(in_folder("new.txt"), MACHINE_LACKS, "too large");
    expect_no_output(in_folder("new.bin"), MACHINE_LACKS, "too large");
    expect_no_output(in_folder("old.npy"), MACHINE_LACKS, "too large");
    setrlimit(RLIMIT_FSIZE, &before);
    assert_int_equal(entries(), 1);
    assert_int_equal(stat(in_folder("old.npy"), &info), 0);
    assert_int_equal(info.st_size, 3);
    unlink(in_folder("old.npy"));
}

/* A full disk, by way of standard output. No test gives a path in /dev to the
 * subject: run by root, a broken one would replace the device. */
static void says_that_the_disk_is_full(void **state)
{
    const struct array array = {"ab", 2};
    struct problem why = {.line = ""};

    (void)state;
    fflush(stdout);
    const int saved = dup(STDOUT_FILENO);
    const int full = open("/dev/full", O_WRONLY);
    if (full < 0)
        skip();
    dup2(full, STDOUT_FILENO);
    const enum status status =
        array_write("-", FORMAT_BY_NAME, &u8, &array, &why);
    __fpurge(stdout);
    clearerr(stdout);
    dup2(saved, STDOUT_FILENO);
    close(saved);
    close(full);
    expect_refusal(status, MACHINE_LACKS, &(struct array){0}, &why,
                   "cannot write standard output: No space left");
}

/* Neither a device (here a pipe with a name) nor a link becomes a file. */
static void keeps_devices_links_and_modes(void **state)
{
    const struct array array = {"ab", 2};
    struct problem why = {.line = ""};
    struct stat info;
    char got[4];

    (void)state;
    assert_int_equal(mkfifo(in_folder("pipe"), 0600), 0);
    const int reader = open(in_folder("pipe"), O_RDONLY | O_NONBLOCK);
    assert_true(reader >= 0);
    assert_int_equal(
        array_write(in_folder("pipe"), FORMAT_BY_NAME, &u8, &array, &why), OK);
    assert_int_equal(lstat(in_folder("pipe"), &info), 0);
    assert_true(S_ISFIFO(info.st_mode));
    assert_int_equal(read(reader, got, sizeof got), 2);
    close(reader);
    unlink(in_folder("pipe"));

    put_file(in_folder("real"), "old", 3);
    assert_int_equal(chmod(in_folder("real"), 0600), 0);
    assert_int_equal(symlink("real", in_folder("link")), 0);
    assert_int_equal(
        array_write(in_folder("link"), FORMAT_BY_NAME, &u8, &array, &why), OK);
    assert_int_equal(lstat(in_folder("link"), &info), 0);
    assert_true(S_ISLNK(info.st_mode));
    assert_int_equal(stat(in_folder("real"), &info), 0);
    assert_int_equal(info.st_size, 2);
    assert_int_equal(info.st_mode & 0777, 0600);
    assert_int_equal(entries(), 2);
    unlink(in_folder("link"));
    unlink(in_folder("real"));
}

static void parses_formats(void **state)
{
    enum array_format format = FORMAT_BY_NAME;
    struct problem why = {.line = ""};

    (void)state;
    assert_int_equal(array_format_parse("npy", &format, &why), OK);
    assert_int_equal(format, FORMAT_NPY);
    assert_int_equal(array_format_parse("text", &format, &why), OK);
    assert_int_equal(format, FORMAT_TEXT);
    assert_int_equal(array_format_parse("raw", &format, &why), OK);
    assert_int_equal(format, FORMAT_RAW);
    assert_int_equal(array_format_parse("xml", &format, &why), WRONG_USE);
    assert_non_null(strstr(why.line, "'xml'"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writes_and_reads_back),
        cmocka_unit_test(reads_raw),
        cmocka_unit_test(refuses_files_that_cannot_be_read),
        cmocka_unit_test(asks_for_memory_before_taking_it),
        cmocka_unit_test(reads_pipes_of_unknown_length),
        cmocka_unit_test(writes_to_standard_output),
        cmocka_unit_test(leaves_nothing_behind_when_writing_fails),
        cmocka_unit_test(says_that_the_disk_is_full),
        cmocka_unit_test(keeps_devices_links_and_modes),
        cmocka_unit_test(parses_formats),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
