/* svg.c - see svg.h. */
#include "show/svg.h"

#include <stdarg.h>

#include "show/table.h"

static void escape(FILE *out, const char *text)
{
    char clean[1024];

    table_clean(text, clean, sizeof clean);
    for (const char *p = clean; *p; p++) {
        const char *name = *p == '<'    ? "&lt;"
                           : *p == '>'  ? "&gt;"
                           : *p == '&'  ? "&amp;"
                           : *p == '"'  ? "&quot;"
                           : *p == '\n' ? " "
                                        : NULL;
        if (name)
            fputs(name, out);
        else
            putc(*p, out);
    }
}

void svg_text(FILE *out, int x, int y, const char *class, const char *format,
              ...)
{
    char text[600];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    fprintf(out, "<text x=\"%d\" y=\"%d\" class=\"%s\">", x, y, class);
    escape(out, text);
    fputs("</text>\n", out);
}

void svg_rect(FILE *out, int x, int y, int width, int height, const char *class)
{
    fprintf(out,
            "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" "
            "class=\"%s\"/>\n",
            x, y, width, height, class);
}

static const char style[] =
    ".page{fill:#ffffff}.title{font-weight:bold;font-size:16px}\n"
    "text{font-family:sans-serif;font-size:13px;fill:#1b1f24}\n"
    ".code{font-family:monospace}.label{font-size:12px}\n"
    ".name{font-family:monospace;font-weight:bold;font-size:14px}\n"
    ".count{font-weight:bold;font-size:14px;text-anchor:end}\n"
    ".axis{font-size:10px;text-anchor:end;fill:#57606a}\n"
    ".head{font-size:10px;text-anchor:middle;fill:#57606a}\n"
    ".lane{font-size:10px;text-anchor:middle;fill:#0b1016}\n"
    ".small{font-size:8px}\n"
    ".need{fill:#62a8e0}.idle,.waste{fill:#c3c9d0}.off{fill:#eff1f4}\n"
    ".g0{fill:#56b4e9}.g1{fill:#e69f00}.g2{fill:#2fb58a}.g3{fill:#d684b4}\n"
    ".frame{fill:none;stroke:#57606a}\n"
    "@media (prefers-color-scheme:dark){\n"
    ".page{fill:#15181d}text{fill:#e6e9ed}.lane{fill:#0b1016}\n"
    ".axis,.head{fill:#aab2bd}.off{fill:#23282f}\n"
    ".need{fill:#62b0f0}.idle,.waste{fill:#505863}.frame{stroke:#aab2bd}}\n";

void svg_begin(FILE *out, int width, int height, const char *title)
{
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" "
            "height=\"%d\" viewBox=\"0 0 %d %d\" role=\"img\">\n<title>",
            width, height, width, height);
    escape(out, title);
    fprintf(out, "</title>\n<style>%s</style>\n", style);
    svg_rect(out, 0, 0, width, height, "page");
}

void svg_end(FILE *out)
{
    fputs("</svg>\n", out);
}
