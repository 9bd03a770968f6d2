/*
 * pictures.h - `kit picture`: draws the picture of a CUDA lab's handout into
 * build/pictures/NN_name/pattern.svg, from what check mode counts when it runs
 * the lab's program before (with the skeleton, or what lab.ini says) and after
 * (with the solution). A lab that launches no kernel gets none.
 */
#ifndef COMMAND_PICTURE_H
#define COMMAND_PICTURE_H

#include "command/settings.h"

/* LAB: of that lab. */
int picture_command(const struct settings *s);

#endif
