import type { Evidence } from "../contract/api/feedback.ts";
import { type DraftOptions, draftPrompt } from "./draft.ts";
import { byPage } from "./evidence.ts";

/** The prompt for one of several jobs from a selection. */
export interface PagePrompt {
  page: string;
  feedbackIds: string[];
  prompt: string;
}

/**
 * Drafts one prompt per page, pages with the most items first. Every item is in exactly one prompt.
 * @param options.newToken returns the fence token of each prompt
 */
export function promptPerPage(
  items: readonly Evidence[],
  options: Omit<DraftOptions, "token"> & { newToken: () => string },
): PagePrompt[] {
  const { newToken, ...rest } = options;
  return byPage(items).map(({ page, items: pageItems }) => ({
    page,
    feedbackIds: pageItems.map(({ id }) => id),
    prompt: draftPrompt(pageItems, { ...rest, token: newToken() }),
  }));
}
