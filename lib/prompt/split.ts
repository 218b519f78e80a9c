import type { Evidence } from "../contract/api/feedback.ts";
import { type DraftOptions, draftPrompt } from "./draft.ts";
import { byPage } from "./evidence.ts";

/** One job of several that a selection becomes. */
export interface PagePrompt {
  page: string;
  feedbackIds: string[];
  prompt: string;
}

/**
 * A prompt for every page that the selection is about, the page with most entries first: one theme
 * for each job. Every entry is in exactly one of them.
 * @param options.newToken gives each prompt fences of its own
 */
export function promptPerPage(
  entries: readonly Evidence[],
  options: Omit<DraftOptions, "token"> & { newToken: () => string },
): PagePrompt[] {
  const { newToken, ...rest } = options;
  return byPage(entries).map(({ page, entries: about }) => ({
    page,
    feedbackIds: about.map(({ id }) => id),
    prompt: draftPrompt(about, { ...rest, token: newToken() }),
  }));
}
