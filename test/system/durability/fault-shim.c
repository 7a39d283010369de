/*
 * A disk on which the nth call goes wrong: loaded before libc, it counts the calls that write below one folder
 * (FAULT_FOLDER), and lets one of them fail. What to do, and what was seen, is in a file that is mapped (FAULT_STATE),
 * of 32-bit integers in the order of the byte: see state below.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

enum mode { OFF, EIO_ONCE, ENOSPC_ONCE, SHORT_ONCE, EIO_EVER, READ_ONCE, KILL };
enum call { OPEN, WRITE, SYNC, TRUNCATE, RENAME, READ, CALLS };
enum kind { DATABASE, WAL, JOURNAL, FOLDER, OTHER, KINDS };

struct state {
  int32_t mode;
  /* The call of those that count, from 1 on, that goes wrong. */
  int32_t nth;
  int32_t count;
  /* 1 + call and 1 + kind of the first that went wrong. */
  int32_t call;
  int32_t kind;
  int32_t seen[KINDS][CALLS];
};

static struct state *state;
static char folder[4096];
static size_t folder_length;

__attribute__((constructor)) static void begin(void) {
  const char *file = getenv("FAULT_STATE"), *below = getenv("FAULT_FOLDER");
  if (file == NULL || below == NULL || strlen(below) >= sizeof folder - 1) return;
  int descriptor = open(file, O_RDWR | O_CLOEXEC);
  if (descriptor < 0) return;
  void *found = mmap(NULL, sizeof *state, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  close(descriptor);
  if (found == MAP_FAILED) return;
  strcpy(folder, below);
  folder_length = strlen(folder);
  state = found;
}

static int ends(const char *path, const char *end) {
  size_t all = strlen(path), length = strlen(end);
  return all >= length && strcmp(path + all - length, end) == 0;
}

/* What a path is to the test, or -1 for nothing. */
static int kind_of(const char *path) {
  if (state == NULL || strncmp(path, folder, folder_length) != 0) return -1;
  if (path[folder_length] == 0) return FOLDER;
  /* Memory that processes share, and the record of the test. */
  if (path[folder_length] != '/' || ends(path, "-shm") || ends(path, ".record")) return -1;
  if (ends(path, ".db")) return DATABASE;
  if (ends(path, ".db-wal")) return WAL;
  if (ends(path, ".db.signed")) return JOURNAL;
  return OTHER;
}

static int kind_of_descriptor(int descriptor) {
  if (state == NULL || descriptor < 0) return -1;
  char link[64], path[4096];
  int before = errno;
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, sizeof path - 1);
  errno = before;
  if (length <= 0) return -1;
  path[length] = 0;
  return kind_of(path);
}

/* 0: do it. 1: it fails, errno is set. 2: do half. */
static int decide(int kind, enum call call) {
  if (kind < 0) return 0;
  state->seen[kind][call] += 1;
  int mode = state->mode;
  if (mode == OFF || (mode == READ_ONCE) != (call == READ)) return 0;
  if (mode == SHORT_ONCE && call != WRITE) return 0;
  /* A disk that is full still syncs and renames; it has no room for what is new. */
  if (mode == ENOSPC_ONCE && call == SYNC && kind == FOLDER) return 0;
  state->count += 1;
  if (state->count < state->nth || (mode != EIO_EVER && state->count > state->nth)) return 0;
  if (state->call == 0) {
    state->call = 1 + call;
    state->kind = 1 + kind;
  }
  if (mode == KILL) kill(getpid(), SIGKILL);
  if (mode == SHORT_ONCE) return 2;
  errno = mode == ENOSPC_ONCE ? ENOSPC : EIO;
  return 1;
}

#define REAL(name, result, ...) \
  static result (*real)(__VA_ARGS__); \
  if (real == NULL) real = (result(*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

static int opened(const char *name, int at, const char *path, int flags, mode_t mode) {
  if ((flags & O_ACCMODE) != O_RDONLY || (flags & O_CREAT)) {
    if (decide(kind_of(path), OPEN) == 1) return -1;
  }
  int (*real)(int, const char *, int, ...) = (int (*)(int, const char *, int, ...))dlsym(RTLD_NEXT, name);
  return real(at, path, flags, mode);
}

#define MODE_OF(flags) \
  mode_t mode = 0; \
  if ((flags) & (O_CREAT | O_TMPFILE)) { \
    va_list list; \
    va_start(list, flags); \
    mode = va_arg(list, mode_t); \
    va_end(list); \
  }

int open(const char *path, int flags, ...) {
  MODE_OF(flags)
  return opened("openat", AT_FDCWD, path, flags, mode);
}
int open64(const char *path, int flags, ...) {
  MODE_OF(flags)
  return opened("openat64", AT_FDCWD, path, flags, mode);
}
int openat(int at, const char *path, int flags, ...) {
  MODE_OF(flags)
  return opened("openat", at, path, flags, mode);
}
int openat64(int at, const char *path, int flags, ...) {
  MODE_OF(flags)
  return opened("openat64", at, path, flags, mode);
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
  REAL("write", ssize_t, int, const void *, size_t);
  int what = decide(kind_of_descriptor(descriptor), WRITE);
  if (what == 1) return -1;
  return real(descriptor, bytes, what == 2 && count > 1 ? count / 2 : count);
}
#define PWRITE(name, offset) \
  ssize_t name(int descriptor, const void *bytes, size_t count, offset at) { \
    REAL(#name, ssize_t, int, const void *, size_t, offset); \
    int what = decide(kind_of_descriptor(descriptor), WRITE); \
    if (what == 1) return -1; \
    return real(descriptor, bytes, what == 2 && count > 1 ? count / 2 : count, at); \
  }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

ssize_t writev(int descriptor, const struct iovec *parts, int count) {
  REAL("writev", ssize_t, int, const struct iovec *, int);
  int what = decide(kind_of_descriptor(descriptor), WRITE);
  if (what == 1) return -1;
  if (what == 2) {
    struct iovec half = {parts[0].iov_base, parts[0].iov_len > 1 ? parts[0].iov_len / 2 : parts[0].iov_len};
    return real(descriptor, &half, 1);
  }
  return real(descriptor, parts, count);
}
#define PWRITEV(name, offset) \
  ssize_t name(int descriptor, const struct iovec *parts, int count, offset at) { \
    REAL(#name, ssize_t, int, const struct iovec *, int, offset); \
    int what = decide(kind_of_descriptor(descriptor), WRITE); \
    if (what == 1) return -1; \
    if (what == 2) { \
      struct iovec half = {parts[0].iov_base, parts[0].iov_len > 1 ? parts[0].iov_len / 2 : parts[0].iov_len}; \
      return real(descriptor, &half, 1, at); \
    } \
    return real(descriptor, parts, count, at); \
  }
PWRITEV(pwritev, off_t)
PWRITEV(pwritev64, off64_t)

#define SYNCS(name) \
  int name(int descriptor) { \
    REAL(#name, int, int); \
    return decide(kind_of_descriptor(descriptor), SYNC) == 1 ? -1 : real(descriptor); \
  }
SYNCS(fsync)
SYNCS(fdatasync)

#define TRUNCATES(name, offset) \
  int name(int descriptor, offset length) { \
    REAL(#name, int, int, offset); \
    return decide(kind_of_descriptor(descriptor), TRUNCATE) == 1 ? -1 : real(descriptor, length); \
  }
TRUNCATES(ftruncate, off_t)
TRUNCATES(ftruncate64, off64_t)

int rename(const char *from, const char *to) {
  REAL("rename", int, const char *, const char *);
  return decide(kind_of(to), RENAME) == 1 ? -1 : real(from, to);
}

ssize_t read(int descriptor, void *bytes, size_t count) {
  REAL("read", ssize_t, int, void *, size_t);
  return decide(kind_of_descriptor(descriptor), READ) == 1 ? -1 : real(descriptor, bytes, count);
}
#define PREAD(name, offset) \
  ssize_t name(int descriptor, void *bytes, size_t count, offset at) { \
    REAL(#name, ssize_t, int, void *, size_t, offset); \
    return decide(kind_of_descriptor(descriptor), READ) == 1 ? -1 : real(descriptor, bytes, count, at); \
  }
PREAD(pread, off_t)
PREAD(pread64, off64_t)
