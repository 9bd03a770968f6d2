/* json.c - see json.h. */
#include "export/json.h"

#include <errno.h>
#include <string.h>

#include "export/record.h"

json_t *points_json(double points)
{
    return json_real(record_round(points));
}

int write_json(json_t *j, size_t flags, FILE *out)
{
    int result = -1;

    if (j && !json_dumpf(j, out, flags | JSON_REAL_PRECISION(9)) &&
        putc('\n', out) != EOF)
        result = 0;
    else
        fprintf(stderr, "json: %s\n", strerror(errno ? errno : ENOMEM));
    json_decref(j);
    return result;
}
