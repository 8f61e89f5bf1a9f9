/* who.h - variables and addresses of a recording as places in memory, and what they hold.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     VAR            a local of the function one is in, else a static; FUNCTION::VAR: of the nearest frame of that function; CLASS::VAR: a static of it
 *     A.B  A->B  A[3]  A[B]  *A  (A)
 *     0xADDRESS      of the run, as values have it
 *
 *     who_value.c    what a place held at a time: looks for those who wrote and read it, near by first, and weighs what they say of each byte
 *     who_shape.c    values as their types are written: numbers, structures, arrays and strings
 *     who_place.c    what such words mean where one is; `whatis`, and addresses for `print`
 *     who.c          all writers in order of time; `print`
 *
 * A reference stands for what it refers to. What a pointer or an index holds is what it held where one is, inferred (writers.h). */
#ifndef CLEW_RECORDING_WHO_H
#define CLEW_RECORDING_WHO_H

#include "recording/wet.h"

struct session;
struct condition_number;
struct rows;

/* Where optimized code keeps a variable. */
enum who_home { HOME_MEMORY, HOME_REGISTER, HOME_CONSTANT, HOME_COMPUTED, HOME_PIECES };

/* Something in memory, while it is that: a local as long as its frame lives. Else what a register, or a constant, holds at one time: where.address is then how
 * many bytes into that it begins. */
struct who_place {
    enum who_home home;
    int reg;                            /* HOME_REGISTER: as struct operand numbers them */
    uint64_t time;                      /* then */
    uint64_t number;                    /* HOME_CONSTANT, HOME_COMPUTED */
    struct variable pieces;             /* HOME_PIECES */
    uint16_t from, from_entry;          /* HOME_COMPUTED: bits of the registers it is computed from, as they are then, and as the function was entered */
    struct written where;
    bool any_size;                      /* an address without a size: what touches its first byte counts, with all its bytes */
    bool typed;                         /* type is known */
    type_number type;
    unsigned bit_offset, bits;          /* a bit field, as in struct variable_part: others share its bytes; else 0 */
    struct text name;                   /* "window->sample[2] of window_fill", made safe */
    bool nonsense;                      /* parsing failed, and would wherever one is: no variable of the program is called so, or the words are no expression */
};
void who_place_free(struct who_place *place);

/* As the code where one is means it, at a function's entry behind its prologue (wet_behind_prologue). Needs a recording. size: 0: that of what lies there;
 * of an address without more any_size. False: what was not understood, or is not known, or lies in no memory. */
CHECKED bool who_place_parse(struct session *session, struct str words, uint64_t size, struct who_place *place, struct error *error);

/* The same as the code that ran at a time means it; who_place_parse refuses what lies in no memory, this one does not. */
CHECKED bool who_place_at(struct session *session, struct str words, uint64_t size, uint64_t time, struct who_place *place, struct error *error);

/* What it held after all that ran up to a time, and what skipped code did on behalf of the instance at that time, byte by byte: several may have written
 * it. False: not known, and why: nothing tells, or what did may have been overwritten since. Cost: the accesses between the time and
 * those who tell, both ways; of what was asked before, of this place or of any other near that time, next to nothing: it is kept with the recording. */
struct who_value {
    uint64_t number;                    /* of a bit field its bits alone */
    struct memory_writer writer;        /* the youngest who left a part of it there, or read it there; of a register who wrote it; of a constant nobody */
    bool constant;                      /* read-only data of the executable: nobody wrote it */
};
CHECKED bool who_value(struct session *session, const struct who_place *place, uint64_t time, struct who_value *value, struct error *error);

/* Is that why it is not known: that looking for it was interrupted? It may well be recorded then. */
bool who_interrupted(const struct error *error);

/* A variable that is computed (VARIABLE_COMPUTED), at a time: the place becomes its value. False: which register or what else is not known. */
CHECKED bool who_compute(struct session *session, const struct variable *variable, uint64_t time, struct who_place *place, struct error *error);

/* A byte of a place in pieces; *writer becomes who wrote the register it is in, if that is younger. False: not known, and why. */
CHECKED bool who_piece_byte(struct session *session, const struct who_place *place, uint64_t byte, unsigned char *value, struct memory_writer *writer,
                            struct error *error);

/* Why a byte is not known. */
enum who_doubt {
    WHO_OPEN,                           /* nobody tells */
    WHO_KNOWN,
    WHO_SKIPPED, WHO_PERHAPS,           /* skipped code wrote it, or may have */
    WHO_STORE,                          /* a store whose address is not known may have */
    WHO_WIDE,                           /* a store wider than the value that is recorded */
    WHO_SHARED,                         /* others share the memory (store/notes.h) */
    WHO_OLD                             /* the recording does not say where skipped code wrote */
};

/* What many bytes held after all that ran up to a time, each known or not: a structure, an array, a string. */
struct who_bytes {                      /* zeroed is empty */
    struct who_byte {
        unsigned char value;
        bool known;
        uint8_t doubt;                  /* enum who_doubt */
        bool gone;                      /* overwritten behind the time */
        uint64_t since;                 /* time from which it is not known */
        uint64_t told;                  /* time of who told the value, which a doubt may stand against; 0: nobody */
    } *bytes;
    uint64_t size, known;               /* so many of them are known */
    bool constant;                      /* read-only data of the executable, where nothing can be written: nobody wrote them */
    bool cut;                           /* it was interrupted, or there is more than can be looked at: of what is not known more may be recorded */
    struct memory_writer writer;        /* the youngest who left one of them there, or read it there */
};
void who_bytes_free(struct who_bytes *bytes);
/* Why a byte is not known. Returns false. */
bool who_doubt(const struct session *session, const struct who_byte *byte, struct error *error);

enum { WHO_BYTES = 1 << 16 };           /* at most so many are asked for */

/* Of a place in memory, of its first WHO_BYTES. string: what lies behind the first byte that is known to be 0 is not wanted. reach: only what ran so long
 * before and behind the time is looked at; 0: all. Cost: as who_value, one search for all bytes together; without a reach, if one byte is told by nobody,
 * all loads and stores of the recording. */
void who_bytes(struct session *session, const struct written *where, uint64_t time, bool string, uint64_t reach, struct who_bytes *bytes);

/* Bytes of the run's memory that stand in the executable where nothing can be written. Null: they do not, or it is not known. */
struct str who_constant(const struct session *session, uint64_t address, uint64_t size);

/* Who wrote a variable, path or address last where one is: the row that `who` begins at. False: not known, and why. */
CHECKED bool who_last_writer(struct session *session, struct str words, struct node *node, struct error *error);

/* What is said of words that are neither a position (error) nor a known variable (other): of a path or a known variable why it has no value, of a name alone
 * that nothing has it, else that it is no position. *error becomes that. Returns false. */
bool who_keep_error(const struct session *session, const struct error *other, struct str words, struct error *error);

/* As C has it in a comparison. False: it is not an integer. */
CHECKED bool who_integer(const struct session *session, const struct who_place *place, uint64_t number, struct condition_number *integer, struct error *error);

/* The number of writers that are at or before a time. O(log n). */
size_t who_behind(const struct memory_writers *writers, uint64_t time);

/* What a store left in the place; false: it is not recorded, or not all of the place is. */
bool who_written(struct session *session, const struct who_place *place, const struct memory_writer *writer, uint64_t *number);
/* Of the bytes of a place the place itself: a bit field has some of their bits. */
uint64_t who_part(const struct who_place *place, uint64_t number);

/* A number as its type is written: -3, 120 'x', 0.5, true, GREEN, 0x4010. */
void who_describe(const struct session *session, const struct who_place *place, uint64_t number, struct text *out);

/* The same in a format of gdb's: x hexadecimal, d signed, u unsigned, o octal, t binary, c a character, a an address and what lies there; 0 and s: as its type
 * is written. Of what is no integer the bytes are meant. */
void who_describe_as(const struct session *session, const struct who_place *place, uint64_t number, char format, struct text *out);
bool who_is_format(char format);

/* Is it more than one number: a structure, a union, an array? */
bool who_is_shape(const struct session *session, const struct who_place *place);

/* {x = 1, y = <unknown>}, {7, 3, 0 <repeats 14 times>}, "pear\\000", <7 bytes unknown>: as gdb writes them. What is not recorded is unknown, never guessed. Of
 * more than some levels, elements or bytes the rest is `...`. format: of who_describe_as, for each of its numbers. False: nothing of
 * it is known, and why. */
CHECKED bool who_shape(struct session *session, const struct who_place *place, uint64_t time, char format, struct who_bytes *bytes, struct text *out,
                       struct error *error);

/* Behind a pointer to characters the text there: " \"food\"", as far as it is recorded near the time, "..." behind what goes on; nothing where none of it is.
 * format s: all of the recording is asked, and what is not known says so. */
void who_pointed_text(struct session *session, const struct who_place *place, uint64_t pointer, uint64_t time, char format, struct text *out);

/* One row: the value of a variable or path here, by who wrote it last, or read it since. format: of who_describe_as. */
CHECKED bool who_print(struct session *session, struct str words, char format, struct rows *rows, struct error *error);

/* The same of &WORDS: where that lies, and the type of a pointer to it. False: in no memory, or it is not known where. */
CHECKED bool who_print_address(struct session *session, struct str words, char format, struct rows *rows, struct error *error);

#endif
