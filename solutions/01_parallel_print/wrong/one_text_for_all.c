// caught by: race (output)
// says: `line` is declared at line
// hint: Which variable does the finding name
#include <stdio.h>

int main(void)
{
    char line[16];

#pragma omp parallel for num_threads(4)
    for (int i = 0; i < 10; i++) {
        snprintf(line, sizeof line, "%d", i);
        puts(line);
    }
    return 0;
}
