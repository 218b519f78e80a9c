// What awaits a person when they open a project. Instants are epoch milliseconds.
import { z } from "zod";
import { feedbackRow } from "./feedback.ts";
import { instant } from "./instant.ts";
import { job } from "./jobs.ts";
import { theme } from "./themes.ts";

export const home = z.strictObject({
  /** When this was read; the client marks feedback up to this instant as seen. */
  at: z.number(),
  /** Up to when the person has seen what is new; null on the first visit. */
  since: z.number().nullable(),
  /** Pending items that arrived since then; all pending ones on the first visit. */
  newItems: z.strictObject({
    total: z.number(),
    pageCount: z.number(),
    /** Whether there are more than were counted. */
    isCapped: z.boolean(),
    /** The pages with the most of these items, and how many of each page's are pending. */
    pages: z.array(z.strictObject({ page: z.string(), items: z.number(), pending: z.number() })),
    /** The most frequent reports among these items. */
    themes: z.array(theme),
  }),
  /** Jobs that need attention: how many, and the newest ones. */
  attention: z.strictObject({ total: z.number(), jobs: z.array(job) }),
  /** Open items that are assigned to the person: how many, and the newest ones. */
  assigned: z.strictObject({ total: z.number(), items: z.array(feedbackRow) }),
  /** Jobs whose pull requests were merged since then, at most a week ago on the first visit. */
  merged: z.array(job),
});
export type Home = z.infer<typeof home>;

/** Marks the home page as shown, or everything up to `at` as seen. */
export const visit = z.strictObject({ at: instant, caughtUp: z.boolean() });
