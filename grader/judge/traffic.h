/* traffic.h - what the CPU device has counted; judge.h has what is asked of
 * it. */
#ifndef TRAFFIC_H
#define TRAFFIC_H

/* The counts of the last judge_call() are all there, or the test ends. */
void traffic_is_there(void);

#endif
