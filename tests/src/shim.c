/* Makes system calls of a program fail while a control file says so. The tests load it with
 * LD_PRELOAD; it stands between the program and its C library.
 *
 * The environment variable CHUHE_SHIM names the control file, which `shim.rs` writes. The file is
 * an array of `struct rule`. A rule applies while its first byte is 1. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { RULES = 16 };

struct rule {
    _Atomic uint8_t applies;
    uint8_t padding[3];
    int32_t error;          /* the errno of the calls that fail; 0 for calls that hang */
    _Atomic int64_t room;   /* the number of bytes that can still be written */
    _Atomic uint32_t count; /* the number of calls that failed */
    uint8_t more_padding[12];
    char call[16];
    char path[208];         /* a part of the paths that are meant */
};

_Static_assert(sizeof(struct rule) == 256, "as shim.rs writes it");

static struct rule *rules;

__attribute__((constructor)) static void start(void) {
    const char *path = getenv("CHUHE_SHIM");
    long file = path ? syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC, 0) : -1;
    if (file < 0) {
        return;
    }
    void *map = mmap(NULL, RULES * sizeof(struct rule), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    syscall(SYS_close, file);
    rules = map == MAP_FAILED ? NULL : map;
}

/* Returns true if a call must fail, and sets errno. The path is that of the descriptor if it is
 * NULL. Of a write, `length` becomes the number of bytes for which there is room. */
static int fails(const char *call, int descriptor, const char *path, size_t *length) {
    char link[64], target[4096] = "";
    for (int at = 0; rules && at < RULES; at++) {
        struct rule *rule = &rules[at];
        if (!rule->applies || strcmp(rule->call, call) != 0) {
            continue;
        }
        if (!path) {
            snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
            syscall(SYS_readlink, link, target, sizeof target - 1);
            path = target;
        }
        if (!strstr(path, rule->path)) {
            continue;
        }
        int64_t room = rule->room;
        if (length && room > 0) {
            *length = (int64_t)*length < room ? *length : (size_t)room;
            rule->room -= (int64_t)*length;
            return 0;
        }
        rule->count++;
        if (rule->error == 0) { /* the disk hangs */
            while (rule->applies) {
                usleep(1000);
            }
            return 0;
        }
        errno = rule->error;
        return 1;
    }
    return 0;
}

ssize_t write(int file, const void *bytes, size_t length) {
    return fails("write", file, NULL, &length) ? -1 : syscall(SYS_write, file, bytes, length);
}

ssize_t pwrite64(int file, const void *bytes, size_t length, off_t at) {
    return fails("write", file, NULL, &length) ? -1 : syscall(SYS_pwrite64, file, bytes, length, at);
}

ssize_t writev(int file, const struct iovec *parts, int count) {
    size_t length = 0, room;
    for (int at = 0; at < count; at++) {
        length += parts[at].iov_len;
    }
    room = length;
    if (fails("write", file, NULL, &room)) {
        return -1;
    }
    if (room == length) {
        return syscall(SYS_writev, file, parts, count);
    }
    return syscall(SYS_write, file, parts[0].iov_base, room < parts[0].iov_len ? room : parts[0].iov_len);
}

int ftruncate64(int file, off_t length) {
    return fails("truncate", file, NULL, NULL) ? -1 : (int)syscall(SYS_ftruncate, file, length);
}

int fsync(int file) { return fails("sync", file, NULL, NULL) ? -1 : (int)syscall(SYS_fsync, file); }

int fdatasync(int file) {
    return fails("sync", file, NULL, NULL) ? -1 : (int)syscall(SYS_fdatasync, file);
}

static int open_at(int folder, const char *path, int flags, mode_t mode) {
    if (fails("open", -1, path, NULL) || (flags & O_CREAT && fails("create", -1, path, NULL))) {
        return -1;
    }
    return (int)syscall(SYS_openat, folder, path, flags, mode);
}

static mode_t mode_of(int flags, va_list more) {
    return flags & O_CREAT ? va_arg(more, mode_t) : 0;
}

#define OPEN(name, folder, ...)                                                                    \
    int name(__VA_ARGS__ const char *path, int flags, ...) {                                       \
        va_list more;                                                                              \
        va_start(more, flags);                                                                     \
        mode_t mode = mode_of(flags, more);                                                        \
        va_end(more);                                                                              \
        return open_at(folder, path, flags, mode);                                                 \
    }

#define FOLDER int folder,
OPEN(open64, AT_FDCWD)
OPEN(open, AT_FDCWD)
OPEN(openat64, folder, FOLDER)
OPEN(openat, folder, FOLDER)

int rename(const char *from, const char *to) {
    return fails("rename", -1, from, NULL)
               ? -1
               : (int)syscall(SYS_renameat, AT_FDCWD, from, AT_FDCWD, to);
}

int mkdir(const char *path, mode_t mode) {
    return fails("mkdir", -1, path, NULL) ? -1 : (int)syscall(SYS_mkdirat, AT_FDCWD, path, mode);
}

int unlink(const char *path) {
    return fails("unlink", -1, path, NULL) ? -1 : (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
}

int accept4(int listener, struct sockaddr *address, socklen_t *length, int flags) {
    return fails("accept", listener, NULL, NULL)
               ? -1
               : (int)syscall(SYS_accept4, listener, address, length, flags);
}
