/* Which antenna a reader visits next: in turn, and every other time one where a tag is about to come or go.
 *
 * So a change is told soon, and no antenna waits longer than two rounds. */
#ifndef TURNS_H
#define TURNS_H
#include "reader.h"

/* Sets the reader's antenna; false when there is none to visit. `unsettled`: antennas where something is about to happen. */
bool turns_choose(reader_t *reader, uint32_t unsettled);

#endif
