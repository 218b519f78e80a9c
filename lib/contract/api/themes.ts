// Reports of readers: groups of similar items, without the items.
import { z } from "zod";

export const theme = z.strictObject({
  /** ID of one of the items; the filter `similarTo` finds the others. */
  id: z.string(),
  /** Its comment, shortened, or else its page. */
  subject: z.string(),
  /** The most frequent correction in readers' own words, if they agree on one. */
  name: z.strictObject({ from: z.string(), to: z.string() }).nullable(),
  /** The pages with most of its items, and how many there are. */
  pages: z.array(z.string()),
  pageCount: z.number(),
  /** Items of the last seven days. */
  lastWeek: z.number(),
  /** ID of the person who is assigned most of its items. */
  owner: z.string().nullable(),
  /** Number of the items that are counted: those of a range of days, or new ones. */
  items: z.number(),
  /** How many of its items are pending. Noise isn't. */
  pending: z.number(),
});
export type Theme = z.infer<typeof theme>;
