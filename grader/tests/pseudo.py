#!/usr/bin/env python3
"""pseudo.py - a translation of all sentences into no language: the words of each
in reverse, between brackets. Under it everything but the sentences must be as it
is in English: ids, points, places, hints.

    python3 grader/tests/pseudo.py FOLDER

makes FOLDER/xx/LC_MESSAGES/labkit.mo. Then

    LABKIT_LOCALE=FOLDER LANGUAGE=xx make verify LAB=03

Needs gettext. A word with a conversion (%d) keeps its place among the arguments
(%2$d); a sentence with a width from an argument (%*d) stays as it is.
"""
import glob
import os
import re
import subprocess
import sys

# as C's printf(), and <PRId64> as xgettext writes it
CONVERSION = re.compile(
    r'%([-+ #0]*[\d*]*(?:\.[\d*]+)?(?:hh?|ll?|[zjt])?(?:[a-zA-Z]|<PRI\w+>))')


def reverse(text):
    """The words in reverse, blanks at the ends kept."""
    if '*' in ''.join(CONVERSION.findall(text)):
        return text
    number = iter(range(1, 100))
    text = CONVERSION.sub(
        lambda m: f'%{next(number)}${m.group(1)}', text.replace('%%', '\0'))
    words = ' '.join(reversed(text.split())).replace('\0', '%%')
    head = text[:len(text) - len(text.lstrip())]
    tail = text[len(text.rstrip()):]
    return f'{head}[{words}]{tail}' if words else text


def unquote(lines):
    return ''.join(
        re.sub(r'\\(.)', lambda m: {'n': '\n', 't': '\t'}.get(m[1], m[1]), part)
        for part in re.findall(r'"((?:[^"\\]|\\.)*)"', lines))


def quote(text):
    text = text.replace('\\', '\\\\').replace('"', '\\"')
    return '"' + text.replace('\n', '\\n').replace('\t', '\\t') + '"'


def main():
    folder = os.path.join(sys.argv[1], 'xx', 'LC_MESSAGES')
    sources = sorted(glob.glob('grader/*/*.[ch]') + ['grader/base/sentences.def'] + glob.glob('common/check/*.h')
                     + glob.glob('labs/*/check*.c'))
    pot = subprocess.run(
        ['xgettext', '-k_', '-kN_', '-kSENTENCE:3', '--from-code=UTF-8', '-o', '-', '-L', 'C']
        + [s for s in sources if '/test_' not in s],
        check=True, capture_output=True, text=True).stdout
    os.makedirs(folder, exist_ok=True)
    out = ['msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n']
    for entry in pot.split('\n\n')[1:]:
        m = re.search(r'^msgid ((?:".*"\n?)+)', entry, re.M)
        if m and unquote(m[1]):
            flags = '\n'.join(re.findall(r'^#,.*c-format.*', entry, re.M))
            text = unquote(m[1])
            out.append(f'{flags}\nmsgid {quote(text)}\n'
                       f'msgstr {quote(reverse(text))}\n')
    po = os.path.join(folder, 'labkit.po')
    with open(po, 'w') as f:
        f.write('\n'.join(out))
    subprocess.run(['msgfmt', '-o', po[:-2] + 'mo', po], check=True)
    print(len(out) - 1, 'sentences')


main()
