/* coverage_run_output.c - the trace's file: there when it is whole.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "capture/coverage_run_inside.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int output_descriptor(struct run_output *output, const char *name)
{
    struct stat stat_buffer;
    bool exists = stat(name, &stat_buffer) == 0;
    output->in_place = exists && !S_ISREG(stat_buffer.st_mode);
    if (output->in_place)
        return open(name, O_WRONLY | O_CLOEXEC);
    if (!exists || !realpath(name, output->final))
        snprintf(output->final, sizeof output->final, "%s", name);
    snprintf(output->path, sizeof output->path, "%s.part-XXXXXX", output->final);
    return mkostemp(output->path, O_CLOEXEC);
}

bool run_output_open(struct run_output *output, const char *name, struct error *error)
{
    int descriptor = output_descriptor(output, name);
    if (descriptor < 0 || !(output->file = fdopen(descriptor, "w"))) {
        int number = errno;
        if (descriptor >= 0)
            close(descriptor);
        return error_at(error, name, 0, 0, "cannot be written: %s", strerror(number));
    }
    return true;
}

void run_output_drop(struct run_output *output)
{
    fclose(output->file);
    if (!output->in_place)
        unlink(output->path);
}

bool run_output_finish(struct run_output *output, const char *name, struct error *error)
{
    mode_t mask = umask(0);
    umask(mask);
    errno = 0;
    bool good = fflush(output->file) == 0 && !ferror(output->file);
    int number = errno;
    if (!output->in_place)
        fchmod(fileno(output->file), 0666 & ~mask);
    if (fclose(output->file) != 0 && good) {
        number = errno;
        good = false;
    }
    if (good && (output->in_place || rename(output->path, output->final) == 0))
        return true;
    if (good)
        number = errno;
    if (!output->in_place)
        unlink(output->path);
    return error_at(error, name, 0, 0, "cannot be written: %s", strerror(number ? number : EIO));
}
