/* formats.c - the table of formats.h. */
#include "export/formats.h"

#include "base/say.h"

const struct format formats[] = {
    {"gradescope", N_("Gradescope's results.json"), gradescope_write, false},
    {"gradescope-zip", N_("an autograder for Gradescope"), gradescope_zip,
     true},
    {"autolab", N_("Autolab's two last lines"), autolab_write, false},
    {"autolab-files", N_("autograde-Makefile and autograde.tar for Autolab"),
     autolab_files, true},
    {"classroom50", N_("Classroom 50's result.json"), classroom50_write, false},
    {"actions", N_("GitHub Actions: a summary, marks at the lines"),
     actions_write, false},
    {"junit", N_("JUnit XML as Jenkins reads it"), junit_write, false},
    {"junit-gitlab", N_("JUnit XML as GitLab reads it"), junit_gitlab_write,
     false},
    {"canvas", N_("Canvas: fills in the gradebook ROSTER"), canvas_write,
     false},
    {"moodle", N_("Moodle: fills in the worksheet ROSTER"), moodle_write,
     false},
    {"prairielearn", N_("PrairieLearn's results.json"), prairielearn_write,
     false},
    {0},
};
