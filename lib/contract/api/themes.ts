// What readers say more than once: groups of near-duplicates, without their items.
import { z } from "zod";

export const theme = z.strictObject({
  /** ID of one of the items; the filter `similarTo` finds the others. */
  id: z.string(),
  /** Its comment, shortened, or else its page. */
  subject: z.string(),
  /** Number of the items that are counted: those of a range of days, or new ones. */
  items: z.number(),
  /** How many of its items are pending. Suspected noise isn't. */
  pending: z.number(),
});
export type Theme = z.infer<typeof theme>;
