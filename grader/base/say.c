/* say.c - see say.h. */
#include "base/say.h"

#include <locale.h>
#include <stdlib.h>

void say_start(void)
{
    const char *catalogues = getenv("LABKIT_LOCALE");

    /* Not LC_ALL: numbers keep their decimal point, because we also pass
     * them to other programs and read them back. */
    setlocale(LC_CTYPE, "");
    setlocale(LC_MESSAGES, "");
    if (!catalogues || !*catalogues)
        catalogues = "build/locale";
    /* Without a catalogue gettext() gives the English text: no errors. */
    bindtextdomain("labkit", catalogues);
    textdomain("labkit");
}
