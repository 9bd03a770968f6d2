/* html.c - see html.h. Text first, then the frame of a page. */
#include "class/html.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/finding.h"
#include "base/must.h"
#include "base/say.h"

/* ---- text --------------------------------------------------------------- */

static void put_text(FILE *out, const char *text)
{
    size_t size = strlen(text) + 1;
    char *clean = must(malloc(size));

    text_clean(text, clean, size);
    for (const char *p = clean; *p; p++)
        switch (*p) {
        case '&':
            fputs("&amp;", out);
            break;
        case '<':
            fputs("&lt;", out);
            break;
        case '>':
            fputs("&gt;", out);
            break;
        case '"':
            fputs("&quot;", out);
            break;
        case '\'':
            fputs("&#39;", out);
            break;
        default:
            putc(*p, out);
        }
    free(clean);
}

void html(FILE *out, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    for (const char *p = format; *p; p++)
        if (*p != '%')
            putc(*p, out);
        else if (*++p == 's')
            put_text(out, va_arg(args, const char *));
        else if (*p == 'd')
            fprintf(out, "%d", va_arg(args, int));
        else
            putc('%', out);
    va_end(args);
}

const char *html_address(const char *name, char address[3 * CLASS_NAME])
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyz0123456789"
                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ-._";
    char *to = address;

    for (int i = 0; i < CLASS_NAME - 1 && name[i]; i++)
        to += strchr(plain, name[i])
                  ? sprintf(to, "%c", name[i])
                  : sprintf(to, "%%%02X", (unsigned char)name[i]);
    *to = '\0';
    return address;
}

/* ---- the frame ---------------------------------------------------------- */

static const char style[] =
    ":root{color-scheme:light dark;--back:#fff;--text:#1b1f24;--dim:#59636e;"
    "--line:#d1d9e0;--card:#f6f8fa;--link:#0550ae;--fail:#b3261e;"
    "--pass:#1a7f37;--warn:#7d4e00;--q4:#aee3ba;--q3:#d6efbe;--q2:#fbeba6;"
    "--q1:#fbd3a9;--q0:#f9c3bf;--other:#dcd8f3}\n"
    "@media (prefers-color-scheme:dark){:root{--back:#0f1318;--text:#e6eaef;"
    "--dim:#9aa5b1;--line:#343c46;--card:#181e25;--link:#79b8ff;"
    "--fail:#ff8f88;--pass:#6fd68a;--warn:#f0c062;--q4:#14532a;--q3:#33500f;"
    "--q2:#594a06;--q1:#653a0b;--q0:#6b201c;--other:#3b3468}}\n"
    "*{box-sizing:border-box}\n"
    "body{margin:0 auto;padding:1rem;max-width:75rem;background:var(--back);"
    "color:var(--text);font:16px/1.5 system-ui,sans-serif}\n"
    "h1{font-size:1.6rem;margin:.2rem 0}h2{font-size:1.25rem;margin:2.2rem 0 "
    ".4rem}p{margin:.4rem 0}\n"
    "a{color:var(--link)}.dim{color:var(--dim)}h2.lab{display:flex;"
    "flex-wrap:wrap;gap:0 1rem;justify-content:space-between}"
    "h2.lab span{font-weight:normal}\n"
    "code,.code,pre{font-family:ui-monospace,monospace}\n"
    ".wide{overflow-x:auto}\n"
    "table{border-collapse:collapse;margin:.6rem 0}\n"
    "th,td{padding:.25rem .5rem;border:1px solid var(--line);text-align:left;"
    "vertical-align:top}\n"
    "thead th{background:var(--card);vertical-align:bottom}\n"
    "th button{all:unset;cursor:pointer;width:100%}"
    "th button:focus-visible{outline:2px solid var(--link)}"
    "th[aria-sort=ascending] button:after{content:' \\2191'}"
    "th[aria-sort=descending] button:after{content:' \\2193'}\n"
    "td.n,th.n{text-align:right;"
    "font-variant-numeric:tabular-nums}\n"
    ".marks td{white-space:nowrap}.marks tbody th,.marks tfoot "
    "th{position:sticky;left:0;"
    "background:var(--card);font-weight:normal;max-width:16rem;"
    "overflow-wrap:anywhere}.marks a{color:inherit;text-decoration:none}"
    ".marks a:hover,.marks a:focus{text-decoration:underline}\n"
    ".q4{background:var(--q4)}.q3{background:var(--q3)}"
    ".q2{background:var(--q2)}.q1{background:var(--q1)}"
    ".q0{background:var(--q0)}.other{background:var(--other)}\n"
    ".words{white-space:pre-line;overflow-wrap:anywhere;margin:.1rem 0}\n"
    ".finding{border-left:4px solid var(--warn);background:var(--card);"
    "padding:.3rem .7rem;margin:.4rem 0;font-family:system-ui,sans-serif}"
    ".finding.fail{border-color:var(--fail)}.check{margin:0;font-weight:600}"
    ".check span{color:var(--warn)}.fail .check span{color:var(--fail)}"
    ".pass{color:var(--pass)}\n"
    "details{margin:.6rem 0}summary{cursor:pointer}\n"
    "ol.code{border:1px solid var(--line);border-radius:4px;margin:.4rem 0;"
    "padding:.4rem .5rem .4rem 4em;font-size:.85rem;line-height:1.4}"
    "ol.code li::marker{color:var(--dim)}"
    "ol.code code{white-space:pre-wrap;overflow-wrap:anywhere;tab-size:4}"
    "li.told>code{background:var(--q2)}ol.code .finding{font-size:.95rem;"
    "margin-left:-1em}\n"
    "@media print{details{display:block}}\n"
    "@media (max-width:40rem){body{padding:.6rem}ol.code{padding-left:3em}}\n";

/* No '<' and no '&' in it, which XML would ask to be escaped, and HTML would
 * not. */
static const char script[] =
    "for (const table of document.querySelectorAll('table.sorts'))\n"
    "  for (const th of table.tHead.rows[0].cells) {\n"
    "    const button = document.createElement('button');\n"
    "    button.type = 'button';\n"
    "    button.append(...th.childNodes);\n"
    "    th.append(button);\n"
    "    button.onclick = () => {\n"
    "      const value = row => {\n"
    "        const cell = row.cells[th.cellIndex];\n"
    "        const text = cell.dataset.v || cell.textContent;\n"
    "        return isNaN(text) ? text : +text;\n"
    "      };\n"
    "      const order = (a, b) => isNaN(a - b) ?\n"
    "        String(a).localeCompare(String(b)) : a - b;\n"
    "      const up = th.getAttribute('aria-sort') === 'ascending' ? -1 : 1;\n"
    "      for (const other of table.tHead.rows[0].cells)\n"
    "        other.removeAttribute('aria-sort');\n"
    "      th.setAttribute('aria-sort', up === 1 ? 'ascending' : "
    "'descending');\n"
    "      const rows = [...table.tBodies[0].rows];\n"
    "      rows.sort((a, b) => up * order(value(a), value(b)));\n"
    "      table.tBodies[0].append(...rows);\n"
    "    };\n"
    "  }\n";

/* Of what stands above: a browser runs no other script, wherever it may have
 * come from. test_pages.c says what to write here when the script changes. */
#define SCRIPT_HASH "sha256-8cWCbbE2R8JwyCi0a4UxT+KbKlB1MhmUEWBVvynGG5Y="

void html_begin(FILE *out, const char *title, bool sorts)
{
    /* Translators: the language of the translation. */
    html(out, "<!DOCTYPE html>\n<html lang=\"%s\">\n<head>\n", _("en"));
    html(out,
         "<meta charset=\"utf-8\"/>\n"
         "<meta name=\"viewport\" content=\"width=device-width,"
         "initial-scale=1\"/>\n"
         "<meta http-equiv=\"Content-Security-Policy\" content=\""
         "default-src 'none'; style-src 'unsafe-inline'%s; base-uri 'none'; "
         "form-action 'none'\"/>\n<title>%s</title>\n<style>",
         sorts ? "; script-src '" SCRIPT_HASH "'" : "", title);
    fputs(style, out);
    html(out, "</style>\n</head>\n<body>\n");
}

void html_end(FILE *out, bool sorts)
{
    if (sorts)
        fprintf(out, "<script>%s</script>\n", script);
    html(out, "</body>\n</html>\n");
}
