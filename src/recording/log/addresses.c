/* addresses.c - the file's addresses, the run's, and the trace's.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/code.h"
#include "recording/log/addresses.h"
#include "recording/log/sites.h"

#include <inttypes.h>
#include <stdio.h>

uint64_t address_in_trace(const struct site *site)
{
    return site->object && site->object->linked ? site->address - site->bias : site->address;
}

/* ---- Which objects ---- */

/* How many objects have code that ran and is shown, counting code without a file as one. */
static size_t count_running(struct sites *sites, const uint32_t *by_id, uint32_t id_count)
{
    size_t count = 0, without_file = 0;
    for (uint32_t id = 1; id <= id_count; id++) {
        const struct site *site = site_get(sites, by_id[id]);
        if (!site->object) {
            without_file = 1;
            continue;
        }
        count += !site->object->ran;
        site->object->ran = true;
        site->object->moved |= site->bias != site->object->bias;
    }
    return count + without_file;
}

/* Would the trace give this site an address of the object's code, though it is none of it? */
static bool is_stranger(const struct object *object, const struct site *site)
{
    uint64_t bias = object->linked ? 0 : object->bias;
    return site->object != object && object->symbols && symbols_is_code(object->symbols, address_in_trace(site) - bias);
}

static bool has_stranger(struct sites *sites, const struct object *object, const uint32_t *by_id, uint32_t id_count)
{
    for (uint32_t id = 1; id <= id_count; id++)
        if (is_stranger(object, site_get(sites, by_id[id])))
            return true;
    return false;
}

void addresses_settle(struct sites *sites, const uint32_t *by_id, uint32_t id_count)
{
    struct object *object;
    for (size_t i = 0; (object = sites_object(sites, i)); i++)
        object->ran = object->moved = false;
    bool alone = count_running(sites, by_id, id_count) == 1;
    for (size_t i = 0; (object = sites_object(sites, i)); i++)
        object->linked = object->executable || (alone && object->ran);
    for (size_t i = 0; (object = sites_object(sites, i)); i++)
        if (object->linked && !alone && has_stranger(sites, object, by_id, id_count))
            object->linked = false;
    for (size_t i = 0; (object = sites_object(sites, i)); i++)
        object->ambiguous = object->ran && ((object->moved && !object->linked) || (!alone && has_stranger(sites, object, by_id, id_count)));
}

/* ---- Notes ---- */

static void note(struct store_writer *writer, const char *what, const struct object *object, const char *value)
{
    struct text name = {0};
    text_printf(&name, "%s %s", what, object->path);
    store_writer_note(writer, text_string(&name), slice_of(value));
    text_free(&name);
}

static void note_number(struct store_writer *writer, const char *what, const struct object *object, uint64_t number)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%" PRIx64, number);
    note(writer, what, object, digits);
}

static void note_build(struct store_writer *writer, const struct object *object)
{
    struct slice id = symbols_build_id(object->symbols);
    struct text digits = {0};
    for (size_t i = 0; i < id.size; i++)
        text_printf(&digits, "%02x", (unsigned char)id.data[i]);
    if (id.size)
        note(writer, "build", object, text_string(&digits));
    text_free(&digits);
}

void addresses_note(const struct sites *sites, struct store_writer *writer)
{
    const struct object *object;
    for (size_t i = 0; (object = sites_object(sites, i)); i++) {
        if (!object->shown || !object->symbols)
            continue;
        if (object->ambiguous)
            note(writer, "bias", object, "ambiguous");
        else
            note_number(writer, "bias", object, object->linked ? 0 : object->bias);
        note_number(writer, "loaded", object, object->bias);
        note_build(writer, object);
    }
}
