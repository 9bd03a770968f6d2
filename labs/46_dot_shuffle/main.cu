/* The program of lab 46: dot products. */
#include "dot_shuffle.h"

#include "common/program/dot_main.h"

int main(void)
{
    return main_of(dot);
}
