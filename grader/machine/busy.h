/* busy.h - neighbours that keep a machine busy, for measurements. */
#ifndef BUSY_H
#define BUSY_H

#define BUSY_MAX 8

/* Start so many loops without an end. They end with this process at the
 * latest. 0, or -1 with a message. */
int busy_start(int n);
void busy_stop(void);

#endif
