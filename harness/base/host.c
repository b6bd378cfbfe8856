/* host.c - facts about the machine, its memory and its clock. */
#include "host.h"
#include "pool.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

static const size_t HUGE_PAGE = (size_t)2 << 20;

/* Copies what follows "key ... separator" in a file of such lines. */
static void read_value(const char *path, const char *key, char separator,
                       char *out, size_t size)
{
    FILE *file = fopen(path, "r");
    char line[1024];

    while (file && fgets(line, sizeof line, file)) {
        if (strncmp(line, key, strlen(key)))
            continue;
        const char *value = strchr(line, separator);
        if (!value)
            continue;
        value += strspn(value + 1, " \t\"") + 1;
        snprintf(out, size, "%.*s", (int)strcspn(value, "\"\n"), value);
        break;
    }
    if (file)
        fclose(file);
}

/* The data cache of a level as the kernel lists it for processor 0; virtual
 * machines tell sysconf() other things. */
static size_t cache_bytes(int level, int sysconf_name)
{
    for (int index = 0; index < 8; index++) {
        char path[128], text[64] = "";
        snprintf(path, sizeof path,
                 "/sys/devices/system/cpu/cpu0/cache/index%d/level", index);
        FILE *file = fopen(path, "r");
        const bool same =
            file && fgets(text, sizeof text, file) && text[0] == '0' + level;
        if (file)
            fclose(file);
        if (!same)
            continue;
        strcpy(strrchr(path, '/'), "/size");
        unsigned long kilobytes = 0;
        file = fopen(path, "r");
        if (file && fscanf(file, "%luK", &kilobytes) != 1)
            kilobytes = 0;
        if (file)
            fclose(file);
        if (kilobytes)
            return kilobytes << 10;
    }
    const long bytes = sysconf(sysconf_name);
    return bytes > 0 ? (size_t)bytes : 0;
}

const struct host_facts *host_facts(void)
{
    static struct host_facts facts;
    struct utsname kernel;
    char release[128] = "Linux";

    if (facts.processors)
        return &facts;
    gethostname(facts.host, sizeof facts.host - 1);
    strcpy(facts.processor, "unknown");
    read_value("/proc/cpuinfo", "model name", ':', facts.processor,
               sizeof facts.processor);
    read_value("/etc/os-release", "PRETTY_NAME", '=', release, sizeof release);
    uname(&kernel);
    snprintf(facts.system, sizeof facts.system, "%s, %s %.60s", release,
             kernel.sysname, kernel.release);
    facts.memory_bytes =
        (size_t)sysconf(_SC_PHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE);
    facts.level1_bytes = cache_bytes(1, _SC_LEVEL1_DCACHE_SIZE);
    facts.level2_bytes = cache_bytes(2, _SC_LEVEL2_CACHE_SIZE);
    facts.level3_bytes = cache_bytes(3, _SC_LEVEL3_CACHE_SIZE);
    facts.processors = pool_processors();
    return &facts;
}

size_t host_stream_bytes(size_t level2_bytes, size_t level3_bytes)
{
    const size_t socket = (size_t)128 << 20;

    return level3_bytes >= socket ? level2_bytes : 8 * level2_bytes;
}

struct machine host_machine(int threads)
{
    const struct host_facts *facts = host_facts();
    struct machine machine = {.threads = threads};

    machine.cache_bytes =
        facts->level2_bytes ? facts->level2_bytes : (size_t)512 << 10;
    machine.stream_bytes =
        host_stream_bytes(machine.cache_bytes, facts->level3_bytes);
    machine.shared_cache_bytes = facts->level3_bytes;
    return machine;
}

size_t host_available_bytes(void)
{
    char text[64] = "";
    unsigned long long kilobytes = 0;

    read_value("/proc/meminfo", "MemAvailable", ':', text, sizeof text);
    if (sscanf(text, "%llu", &kilobytes) == 1)
        return (size_t)kilobytes << 10;
    return host_facts()->memory_bytes / 2;
}

enum status host_has_memory(size_t bytes, const char *what, struct problem *why)
{
    const size_t available = host_available_bytes();

    if (bytes <= available)
        return OK;
    return problem_set(why, MACHINE_LACKS,
                       "%s needs %.1f GiB of memory, but only %.1f GiB are "
                       "free: use a smaller n",
                       what, (double)bytes / (1 << 30),
                       (double)available / (1 << 30));
}

/* Blocks from a huge page on are mapped with room to align them. */
static size_t mapped_bytes(size_t bytes)
{
    const size_t unit = bytes < HUGE_PAGE ? 4096 : HUGE_PAGE;
    return (bytes + unit - 1) / unit * unit + (bytes < HUGE_PAGE ? 0 : unit);
}

enum status host_alloc(size_t bytes, void **out, struct problem *why)
{
    *out = NULL;
    if (bytes == 0)
        bytes = 1;
    const size_t mapped = mapped_bytes(bytes);
    char *memory = mmap(NULL, mapped, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return problem_set(why, MACHINE_LACKS,
                           "cannot allocate %zu bytes of memory", bytes);
    if (bytes >= HUGE_PAGE) {
        /* Cut what lies before the first and after the last huge page. */
        const size_t head = (HUGE_PAGE - (size_t)memory % HUGE_PAGE);
        munmap(memory, head);
        if (head < HUGE_PAGE)
            munmap(memory + head + mapped - HUGE_PAGE, HUGE_PAGE - head);
        memory += head;
        madvise(memory, mapped - HUGE_PAGE, MADV_HUGEPAGE);
    }
    *out = memory;
    return OK;
}

void host_free(void *memory, size_t bytes)
{
    if (!memory)
        return;
    if (bytes == 0)
        bytes = 1;
    munmap(memory, mapped_bytes(bytes) - (bytes < HUGE_PAGE ? 0 : HUGE_PAGE));
}

uint64_t host_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

double host_load(void)
{
    double load;

    return getloadavg(&load, 1) == 1 ? load : NAN;
}

double host_mhz(void)
{
    FILE *file =
        fopen("/sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq", "r");
    double khz = NAN;

    if (!file)
        return NAN;
    if (fscanf(file, "%lf", &khz) != 1)
        khz = NAN;
    fclose(file);
    return khz / 1000;
}
