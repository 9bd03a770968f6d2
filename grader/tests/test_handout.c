/*
 * test_handout.c - what `make handout` hands out: always the same bytes, no
 * answers, no links to what is left out; and all that a student types in it
 * works, or says why not. Made in a clone whose only commit is this tree as it
 * lies here, so a change is tested before it is committed.
 */
#define _GNU_SOURCE
#include <check.h>
#include <dirent.h>
#include <ftw.h>
#include <sys/stat.h>

#include "base/hash.h"
#include "base/source.h"
#include "base/tokens.h"
#include "command/handout.h"
#include "drive.h"
#include "sample.h"

#define run(...) sh(base, __VA_ARGS__)
/* Nobody's settings of git, and a name for commits. */
#define QUIET_GIT                                                    \
    "export GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null "      \
    "GIT_AUTHOR_NAME=test GIT_AUTHOR_EMAIL=test@localhost "          \
    "GIT_COMMITTER_NAME=test GIT_COMMITTER_EMAIL=test@localhost "    \
    "GIT_AUTHOR_DATE='2026-01-02T03:04:05Z' "                        \
    "GIT_COMMITTER_DATE='2026-01-02T03:04:05Z'; unset GIT_DIR LABS " \
    "OUT GIT;"

#define HANDOUT "sh grader/handout/handout.sh"

/* The clone, a copy that is looked at (kit) and one that is built (student). */
static int lay_out(void)
{
    return run(
        QUIET_GIT
        "set -e; mkdir clone kit student\n"
        "git -C \"$ROOT\" ls-files -z -co --exclude-standard | sort -uz |"
        "tar -C \"$ROOT\" --null -T - --ignore-failed-read -cf all.tar\n"
        "tar -xf all.tar -C clone; rm all.tar; cd clone\n"
        "git init -q; git add -A -f; git commit -q -m all\n"
        "OUT=../kit.tar.gz " HANDOUT "\n"
        "tar -xzf ../kit.tar.gz -C ../kit --strip-components=1\n"
        "tar -xzf ../kit.tar.gz -C ../student --strip-components=1");
}

/* ---- the same bytes ------------------------------------------------------ */

START_TEST(the_same_bytes)
{
    expect(0, QUIET_GIT
           "git clone -q clone \"an other\" && cd \"an other\" && "
           "printf '[core]\\nautocrlf = true\\n[tar]\\numask = 0077\\n"
           "[init]\\ndefaultBranch = x\\n[commit]\\ngpgsign = true\\n' "
           ">../gitconfig && touch -d 2020-01-01 README.md && "
           "echo '// mine' >>labs/03_reduction/reduction.c && "
           "echo mine >labs/03_reduction/notes");
    expect(0, "cd \"an other\" && umask 077 && export TZ=Asia/Tokyo "
              "LANG=tr_TR.UTF-8 LC_ALL=tr_TR.UTF-8 GZIP=-1 TAR_OPTIONS=-v "
              "GIT_CONFIG_GLOBAL=\"$BASE/gitconfig\" && "
              "OUT=../b.tar.gz " HANDOUT " && OUT=../b " HANDOUT
              " && OUT=../b-git GIT=1 " HANDOUT);
    expect_says("Not in it, since you have not committed it:");
    expect_says("labs/03_reduction/reduction.c");
    expect_not_says("notes");
    expect(0, "cmp kit.tar.gz b.tar.gz && diff -r kit b");
    expect(0, QUIET_GIT "cd clone && OUT=../a-git GIT=1 " HANDOUT);
    expect(0, "test \"$(git -C a-git rev-parse HEAD)\" = "
              "\"$(git -C b-git rev-parse HEAD)\"");
    /* as folders, as archives: who may read and run what */
    expect(0, "for d in kit b; do (cd $d && find . -type f -perm /111 | sort; "
              "find . ! -perm -a=r) >$d.modes; done; cmp kit.modes b.modes");
}
END_TEST

/* A lab that was solved in the clone, and committed. */
START_TEST(a_skeleton_again)
{
    expect(0, QUIET_GIT
           "git clone -q clone solved && cd solved && "
           "cp solutions/03_reduction/reduction.c labs/03_reduction/ && "
           "git commit -q -a -m solved && OUT=../c " HANDOUT " && cmp "
           "labs/03_reduction/.skeleton.c ../c/labs/03_reduction/reduction.c");
}
END_TEST

/* ---- what is in it ------------------------------------------------------- */

START_TEST(left_out)
{
    expect(1, "find kit \\( -name solutions -o -name wrong -o -name right -o "
              "-name mended -o -name tests -o -name 'test_*' -o "
              "-name instructor.mk -o -path '*/grader/class*' -o "
              "-path '*/grader/handout*' -o -name .ci -o -name .git -o "
              "-name '*.bak-*' -o -name build \\) | grep .");
    expect(0, "! ls -d kit/labs/[2456]*/ceiling.cu kit/common/ceiling/mat*");
    expect(0, "cd clone && for s in labs/*/.skeleton.*; do n=${s%%/*}; "
              "n=${n#*/}; cmp \"$s\" "
              "\"../kit/labs/$n/${n#*_}.${s##*.}\" || exit 1; done");
}
END_TEST

START_TEST(some_labs)
{
    expect(0, QUIET_GIT "cd clone && LABS='03 10-12' OUT=../some " HANDOUT);
    expect_says("labs 03 10 11 12 of commit");
    expect(0, "ls some/labs");
    ck_assert_str_eq(said, "03_reduction\n10_device_query\n11_addone\n"
                           "12_vector_add\nhints.md\n");
    expect(0, QUIET_GIT "cd clone && LABS=12,3,3-3 OUT=../few " HANDOUT);
    expect(0, "ls few/labs");
    ck_assert_str_eq(said, "03_reduction\n12_vector_add\nhints.md\n");
    /* lab 51 is not there */
    expect(2, "cd some && make spearman");
    expect_says("labs 51 and 56");
}
END_TEST

/* Each with its sentence, and nothing is made or changed. */
START_TEST(wrong_use)
{
    static const struct {
        const char *settings, *words;
    } all[] = {
        {"LABS=x OUT=../no", "LABS: \"x\" is no number of a lab"},
        {"LABS=3- OUT=../no", "LABS: \"3-\" is no number of a lab"},
        {"LABS=1-2-3 OUT=../no", "LABS: \"1-2-3\" is no number of a lab"},
        {"LABS='03 *' OUT=../no", "LABS: \"*\" is no number of a lab"},
        {"LABS=99 OUT=../no", "LABS: there is no lab 99. There are"},
        {"LABS=12-10 OUT=../no", "LABS: there is no lab 12-10"},
        {"OUT=../full", "../full is there already"},
        {"OUT=../full/file", "../full/file is there already"},
        {"OUT=../full GIT=1", "../full is there already"},
        {"OUT=../no.tar.gz GIT=1", "GIT=1 makes a folder"},
        {"OUT=../no.tgz GIT=1", "GIT=1 makes a folder"},
        {"OUT=../dir.tar.gz", "../dir.tar.gz is a folder"},
    };

    expect(0, "mkdir -p full dir.tar.gz && echo x >full/file");
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        expect(2, QUIET_GIT "cd clone && %s " HANDOUT, all[i].settings);
        expect_says("make handout: ");
        expect_says(all[i].words);
    }
    expect(0, "ls -A full");
    ck_assert_str_eq(said, "file\n");
    expect(1, "ls -A | grep '^no\\|^\\.handout'");
    /* no clone: an archive of the kit, a folder inside of a clone */
    expect(0, "mkdir -p plain/grader && cp -R clone/grader/handout "
              "plain/grader");
    expect(2, QUIET_GIT "cd plain && OUT=../no " HANDOUT);
    expect_says("is not a clone of the kit");
    expect(2, QUIET_GIT "cd plain && git init -q && OUT=../no " HANDOUT);
    expect_says("there is no commit yet");
}
END_TEST

/* ---- links --------------------------------------------------------------- */

static int dead;

static void listen(void *page, const char *sentence)
{
    if (!strncmp(sentence, "the link to", 11)) {
        printf("%s: %s\n", (const char *)page, sentence);
        dead++;
    }
}

static int look_at_page(const char *path, const struct stat *status, int type,
                        struct FTW *at)
{
    const char *dot = strrchr(path + at->base, '.');

    (void)status;
    if (type == FTW_F && dot && !strcmp(dot, ".md"))
        handout_read(NULL, 0, path, listen, (void *)(uintptr_t)path);
    return 0;
}

START_TEST(no_dead_link)
{
    expect(0, "test -f kit/docs/class.md");
    ck_assert_int_eq(chdir(base) || chdir("kit"), 0);
    ck_assert_int_eq(nftw(".", look_at_page, 20, FTW_PHYS), 0);
    ck_assert_msg(dead == 0, "%d links lead nowhere", dead);
    expect(0, "echo '[x](docs/none.md) [y](README.md)' >kit/docs/planted.md");
    ck_assert_int_eq(nftw(".", look_at_page, 20, FTW_PHYS), 0);
    expect(0, "rm kit/docs/planted.md");
    ck_assert_int_eq(dead, 2);
}
END_TEST

/* ---- pieces of solutions -------------------------------------------------
 *
 * A piece is 8 words one after the other, as a solution has them, with the
 * same marks between: a word is a name or a number, what C calls an operator
 * is a mark. Comments of solutions say nothing of it. Line ends, and what
 * stands for a comment or a quotation at the beginning of a line, are blanks.
 * What a skeleton has is no piece, of whatever lab: everybody is given it.
 *
 * Words, because 8 of a loop's operators and names are in every second file
 * of C. There is no list of exceptions: where a page shows an idiom it has
 * names of its own.
 */
enum { WORDS = 8, SLOTS = 1 << 16 };

struct word {
    uint64_t word, marks; /* hashes; of the marks before it */
    const char *at;
    size_t length;
};

static struct words {
    struct word *w;
    int n, room;
} words;

struct piece {
    uint64_t hash; /* 0: an empty slot */
    char place[80], text[160];
};

static struct piece piece[SLOTS];
static int pieces, found;
static char found_in[1 << 16];

/* Behind what begins a line of a comment or a quotation. */
static const char *line_begins(const char *p)
{
    return p + strspn(p, " \t\r*/>|");
}

static void read_words(const char *p)
{
    const uint64_t nothing = 0xcbf29ce484222325;
    uint64_t marks = nothing;

    words.n = 0;
    for (p = line_begins(p); *p;) {
        size_t n = 0;

        while (token_in_name(p[n]))
            n++;
        if (n) {
            if (words.n == words.room) {
                words.room = 2 * words.room + 1000;
                words.w =
                    realloc(words.w, (size_t)words.room * sizeof *words.w);
                ck_assert_ptr_nonnull(words.w);
            }
            words.w[words.n++] =
                (struct word){hash_add(nothing, p, n), marks, p, n};
            marks = nothing;
            p += n;
        } else if (*p == '\n') {
            p = line_begins(p + 1);
        } else {
            if (!strchr(" \t\r\\", *p))
                marks = hash_add(marks, p, 1);
            p++;
        }
    }
}

static uint64_t hash_at(int i)
{
    uint64_t hash = words.w[i].word;

    for (int k = i + 1; k < i + WORDS; k++) {
        hash = hash * 0x9e3779b97f4a7c15 + words.w[k].marks;
        hash = hash * 0x9e3779b97f4a7c15 + words.w[k].word;
    }
    return hash | 1;
}

static struct piece *slot_of(uint64_t hash)
{
    size_t at = hash >> 20 & (SLOTS - 1);

    while (piece[at].hash && piece[at].hash != hash)
        at = (at + 1) & (SLOTS - 1);
    return &piece[at];
}

/* All pieces of a file of C; those of skeletons come first, with no place. */
static void learn(const char *path, const char *place)
{
    struct tokens t;
    char *text = source_read(path, false, NULL);

    ck_assert_msg(text != NULL, "%s cannot be read", path);
    tokens_read(&t, text);
    for (int i = 0; i < t.n; i++)
        if (t.t[i].kind == TOKEN_COMMENT)
            memset(text + (t.t[i].at - t.text), ' ', t.t[i].length);
    tokens_free(&t);
    read_words(text);
    for (int i = 0; i + WORDS <= words.n; i++) {
        const struct word *last = &words.w[i + WORDS - 1];
        struct piece *p = slot_of(hash_at(i));

        if (p->hash)
            continue;
        p->hash = hash_at(i);
        snprintf(p->place, sizeof p->place, "%s", place);
        snprintf(p->text, sizeof p->text, "%.*s",
                 (int)(last->at + last->length - words.w[i].at), words.w[i].at);
        ck_assert_int_lt(++pieces, SLOTS / 2);
    }
    free(text);
}

static void learn_all(const char *pattern, bool skeletons)
{
    char list[1 << 16], *rest;

    ck_assert_int_eq(run("cd clone && ls -d %s", pattern), 0);
    snprintf(list, sizeof list, "%s", said);
    for (char *file = strtok_r(list, "\n", &rest); file;
         file = strtok_r(NULL, "\n", &rest)) {
        char path[PATH_MAX + 300];

        snprintf(path, sizeof path, "%s/clone/%s", base, file);
        learn(path, skeletons ? "" : file);
    }
}

/* What is found is told once for each file and solution, with the line. */
static int search_in(const char *path, const struct stat *status, int type,
                     struct FTW *at)
{
    const char *last = "";
    size_t n = 0, used = strlen(found_in);
    char *text;

    (void)status;
    (void)at;
    if (type != FTW_F)
        return 0;
    text = source_read(path, false, &n);
    ck_assert_msg(text != NULL, "%s cannot be read", path);
    if (strlen(text) == n)
        read_words(text);
    else
        words.n = 0; /* no text */
    for (int i = 0; i + WORDS <= words.n; i++) {
        const struct piece *p = slot_of(hash_at(i));
        int line = 1;

        if (!p->hash || !*p->place || !strcmp(last, p->place))
            continue;
        for (const char *c = text; c < words.w[i].at; c++)
            line += *c == '\n';
        used += (size_t)snprintf(found_in + used, sizeof found_in - used,
                                 "%s:%d: as in %s: %s\n", path, line, p->place,
                                 p->text);
        if (used >= sizeof found_in)
            used = sizeof found_in - 1;
        last = p->place;
        found++;
    }
    free(text);
    return 0;
}

static void search_through(const char *folder)
{
    found = 0;
    found_in[0] = 0;
    ck_assert_int_eq(chdir(base) || chdir(folder), 0);
    ck_assert_int_eq(nftw(".", search_in, 20, FTW_PHYS), 0);
}

START_TEST(no_piece_of_a_solution)
{
    learn_all("labs/*/.skeleton.*", true);
    learn_all("solutions/*/*.c solutions/*/*.cu", false);
    ck_assert_int_gt(pieces, 3000);
    search_through("kit");
    ck_assert_msg(found == 0,
                  "%d pieces of solutions are handed out. Write these places "
                  "in other words, or name the file in left-out.txt:\n%.3000s",
                  found, found_in);

    /* Lines of a solution in a page, in a comment and in a quotation; one that
     * has been broken; the whole file under another name. */
    expect(0, "mkdir -p planted/docs && cd planted && "
              "sed -n '/^#pragma/,/+=/p' "
              "../clone/solutions/03_reduction/reduction.c >lines && "
              "{ echo 'Try this:'; echo; sed 's/^/    /' lines; } >a.md && "
              "{ echo '/* Or'; sed 's/^/ *   /' lines; echo ' */'; } >b.h && "
              "sed 's/^/> /' lines >docs/c.md && "
              "sed 's/+=/+=\\n/; s/: /:\\n  /' lines >d.txt && "
              "cp ../clone/solutions/12_vector_add/vector_add.cu e.svg && "
              "rm lines");
    search_through("planted");
    ck_assert_msg(strstr(found_in, "./a.md:3: as in solutions/03") != NULL &&
                      strstr(found_in, "./b.h:2: as in solutions/03") != NULL &&
                      strstr(found_in, "./docs/c.md:1: as in ") != NULL &&
                      strstr(found_in, "./d.txt:1: as in ") != NULL &&
                      strstr(found_in, "./e.svg:") != NULL,
                  "not all that was planted was found:\n%s", found_in);
    /* Seven words are none, nor is a skeleton, nor other marks between. */
    expect(0, "rm -r planted && mkdir planted && cd planted && "
              "echo 'pragma omp parallel for reduction(+ : sum) for' >a && "
              "cat ../clone/labs/*/.skeleton.* >c.txt && "
              "echo '#pragma omp parallel for reduction(* : sum) for "
              "(size_t i = 1;' >b");
    search_through("planted");
    ck_assert_msg(found == 0, "%s", found_in);
}
END_TEST

/* ---- a student's commands ------------------------------------------------ */

#define student(code, command) expect(code, "cd student && " command)

static json_t *results(void)
{
    char path[PATH_MAX + 64];
    json_t *j;

    snprintf(path, sizeof path, "%s/student/build/results.json", base);
    j = load(path);
    ck_assert_msg(j != NULL, "no results:\n%s", said);
    return j;
}

/* Of a lab's checks, but for speed: a busy machine may not tell it. */
static int checks_with(const char *id, const char *status)
{
    json_t *j = results(), *c;
    size_t i;
    int n = 0;

    json_array_foreach(json_object_get(lab_entry(j, id), "checks"), i, c)
    {
        n += strcmp(text_of(c, "kind"), "speed") &&
             !strcmp(text_of(c, "status"), status);
    }
    json_decref(j);
    return n;
}

START_TEST(students_commands)
{
    student(0, "make -j2 -s && make");
    expect_says(
        "03  Sum of an array                               not started");
    expect_says("make lab00");
    student(0, "make help");
    expect_says("For students");
    expect_not_says("nstructor");
    expect_not_says("verify");
    student(0, "make doctor");
    expect_says("ok       gcc");
    student(0, "make lab03");
    student(0, "make hint LAB=03");
    expect_says("Lab 03, hint 1 of");
    student(0, "make reset LAB=03");
    expect_says("is the skeleton already");
    student(0, "make ladder");
    expect_says("not started");
    student(2, "make spearman");
    expect_says("still the skeleton");
    student(2, "make export TO=nonsense");
    expect_says("there is no such format");
    student(2, "make lab99");
    expect_says("there is no 'lab99'");
    student(2, "make explain");
    expect_says("needs a CUDA lab");
}
END_TEST

/* All that instructor.mk has, and what its help lists. */
START_TEST(instructors_commands)
{
    char list[8192], *rest;
    int n = 0;

    expect(0, "sed -n 's/^\\([a-z][a-z-]*\\):.*/\\1/p' "
              "clone/grader/instructor.mk");
    snprintf(list, sizeof list, "%s", said);
    for (char *word = strtok_r(list, "\n", &rest); word;
         word = strtok_r(NULL, "\n", &rest), n++) {
        char sentence[200];

        expect(2, "cd student && make %s", word);
        snprintf(sentence, sizeof sentence,
                 "make %s needs the instructor's kit, with solutions and "
                 "tests; this is a copy for students.",
                 word);
        expect_says(sentence);
    }
    ck_assert_int_gt(n, 10);
}
END_TEST

/* A lab in C and one in CUDA: the skeleton, and then the solution. */
START_TEST(graded)
{
    static const struct {
        const char *id, *file;
    } lab[] = {{"03", "03_reduction/reduction.c"},
               {"12", "12_vector_add/vector_add.cu"}};

    for (size_t i = 0; i < 2; i++) {
        const char *id = lab[i].id;

        expect(2, "cd student && make -j2 LAB=%s grade", id);
        expect_says("make hint LAB=");
        ck_assert_int_gt(checks_with(id, "fail"), 2);
        expect(0, "cp clone/solutions/%s student/labs/%s", lab[i].file,
               lab[i].file);
        run("cd student && make LAB=%s grade", id);
        ck_assert_msg(checks_with(id, "fail") == 0 &&
                          checks_with(id, "pass") > 5,
                      "%s", said);
        expect(0, "cd student && make LAB=%s reset", id);
        expect_says("is the skeleton again");
    }
    student(0, "make explain LAB=12");
    expect_says("Kernel add");
    student(0, "make export TO=gradescope LAB=03");
    expect_says("\"tests\"");
    student(0, "make demo");
    expect_says("How it is mended is for you to find out, in lab 03.");
}
END_TEST

/* ---- as a repository ----------------------------------------------------- */

START_TEST(as_a_repository)
{
    char list[8192], *rest;
    int n = 0;

    expect(0, QUIET_GIT "rm -rf git && cd clone && OUT=../git GIT=1 " HANDOUT);
    expect(0, "cd git && git status --porcelain");
    ck_assert_str_eq(said, "");
    expect(0, "cd git && git rev-list --count HEAD && git branch && "
              "git log -1 --format=%%an,%%ad --date=format:%%Y");
    ck_assert_str_eq(said, "1\n* main\nLab kit,2026\n");
    /* beside the archive's, there are the workflow and the dev container only
     */
    expect(1, "diff -rq kit git");
    ck_assert_str_eq(said, "Only in git: .devcontainer\nOnly in git: .git\n"
                           "Only in git: .github\n");
    if (run("python3 -c 'import yaml'"))
        printf("NOT TESTED: whether the workflow is YAML (python3's yaml is "
               "missing)\n");
    else
        expect(0,
               "python3 -c \"import yaml, json\n"
               "w = yaml.safe_load(open('git/.github/workflows/grade.yml'))\n"
               "assert w[True] == ['push'], w\n"
               "s = w['jobs']['grade']['steps']\n"
               "assert all(('run' in x) != ('uses' in x) for x in s), s\n"
               "open('steps', 'w').write('\\n'.join(x['run'] for x in s "
               "if 'run' in x))\n"
               "\" && sh -n steps");
    expect(1, "grep -n '\t' git/.github/workflows/*.yml");
    /* each command that it types is one of the copy's */
    expect(0, "grep -oh 'make [a-z]*' git/.github/workflows/grade.yml "
              "git/.devcontainer/devcontainer.json | sort -u");
    snprintf(list, sizeof list, "%s", said);
    for (char *word = strtok_r(list, "\n", &rest); word;
         word = strtok_r(NULL, "\n", &rest)) {
        if (!word[strlen("make ")])
            continue; /* make alone */
        expect(0, "cd git && make help | grep '^  %s '", word);
        n++;
    }
    ck_assert_int_ge(n, 2);
    char path[PATH_MAX + 64];
    snprintf(path, sizeof path, "%s/git/.devcontainer/devcontainer.json", base);
    json_t *j = load(path);
    ck_assert_msg(strstr(text_of(j, "postCreateCommand"), "make setup") != NULL,
                  "%s", path);
    json_decref(j);
}
END_TEST

/* As docs/class.md says: a new version on top of the old one. */
START_TEST(a_new_version)
{
    expect(0, QUIET_GIT
           "set -e; git clone -q clone term; cd term\n"
           "LABS=03 GIT=1 OUT=../template " HANDOUT "\n"
           "git -C .. clone -q template mine\n"
           "cp solutions/03_reduction/reduction.c ../mine/labs/03_reduction/\n"
           "git -C ../mine commit -q -a -m solved\n"
           "echo news >>docs/course.md; git rm -q docs/glossary.md\n"
           "git commit -q -a -m news\n"
           "LABS='03 12' GIT=1 OUT=../new " HANDOUT "\n"
           "cd ../template; git fetch -q ../new main\n"
           "git read-tree -u --reset FETCH_HEAD; git commit -q -m 'Version 2'\n"
           "cd ../mine; git -c pull.rebase=false pull -q --no-edit");
    expect(0, "cmp mine/labs/03_reduction/reduction.c "
              "clone/solutions/03_reduction/reduction.c && "
              "test -f mine/labs/12_vector_add/check.c && "
              "grep -x news mine/docs/course.md && "
              "test ! -e mine/docs/glossary.md && diff -r -x .git "
              "-x reduction.c new mine");
}
END_TEST

int main(void)
{
    Suite *s = suite_create("handout");
    TCase *t = tcase_create("handout");
    int failed;

    clean_environment();
    setenv("BACKEND", "cpu", 1);
    if (base_make("test_handout"))
        return EXIT_FAILURE;
    if (run("git -C \"$ROOT\" rev-parse --verify HEAD")) {
        printf("NOT TESTED: make handout (this folder is no clone of the kit, "
               "or git refuses it):\n%s",
               said);
        base_remove();
        return EXIT_SUCCESS;
    }
    if (lay_out()) {
        printf("make handout does not work at all:\n%s", said);
        base_remove();
        return EXIT_FAILURE;
    }
    tcase_set_timeout(t, 240);
    tcase_add_test(t, the_same_bytes);
    tcase_add_test(t, a_skeleton_again);
    tcase_add_test(t, left_out);
    tcase_add_test(t, some_labs);
    tcase_add_test(t, wrong_use);
    tcase_add_test(t, no_dead_link);
    tcase_add_test(t, no_piece_of_a_solution);
    tcase_add_test(t, students_commands);
    tcase_add_test(t, instructors_commands);
    tcase_add_test(t, graded);
    tcase_add_test(t, as_a_repository);
    tcase_add_test(t, a_new_version);
    suite_add_tcase(s, t);
    failed = run_suite(s);
    free(words.w);
    base_remove();
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
