/**
 * A note that `n` began, in whose field nobody can type yet, and what was typed since. Until `until`, in epoch
 * milliseconds, keys belong to it.
 */
export const begunNote = { text: "", until: 0 };
