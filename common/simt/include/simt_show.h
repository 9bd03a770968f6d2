/* simt_show.h - the end of what simt_hide.h began. */
#ifdef SIMT_OUTERMOST
#undef SIMT_HIDDEN
#if __has_include(<simt_shown.h>)
#include <simt_shown.h>
#endif
#endif
#pragma pop_macro("SIMT_OUTERMOST")
