/* Linked into the student's process: what a program can do between two calls.
 */
#include "common/teams.h"
