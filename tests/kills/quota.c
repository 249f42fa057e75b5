/* Loaded before the C library: files of this process may grow by so many bytes, then the quota of its user is used up. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>

static long left = -1; /* -1: no quota */
static long refused = 0;

void set_quota(long bytes) { left = bytes; }
long writes_refused(void) { return refused; }

/* How many of the bytes may be written, -1 where none. */
static ssize_t allowed(int file, size_t size) {
    struct stat about;
    if (left < 0 || size == 0 || fstat(file, &about) || !S_ISREG(about.st_mode)) return size;
    if (left == 0) {
        refused++;
        errno = EDQUOT;
        return -1;
    }
    if (size > (size_t)left) size = left;
    left -= size;
    return size;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t write(int file, const void *bytes, size_t size) {
    ssize_t some = allowed(file, size);
    return some < 0 ? some : REAL(write)(file, bytes, some);
}

ssize_t pwrite(int file, const void *bytes, size_t size, off_t at) {
    ssize_t some = allowed(file, size);
    return some < 0 ? some : REAL(pwrite)(file, bytes, some, at);
}

ssize_t pwrite64(int file, const void *bytes, size_t size, off64_t at) {
    ssize_t some = allowed(file, size);
    return some < 0 ? some : REAL(pwrite64)(file, bytes, some, at);
}

ssize_t writev(int file, const struct iovec *parts, int count) {
    /* only the first part: who is told that less was written writes the rest */
    while (count && !parts[0].iov_len) parts++, count--;
    return count ? write(file, parts[0].iov_base, parts[0].iov_len) : 0;
}
