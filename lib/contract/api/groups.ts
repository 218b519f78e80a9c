// Groups of near-duplicates, as the dashboard's API returns them.
import { z } from "zod";
import { feedbackRow } from "./feedback.ts";

/** Items that are similar to an item. */
export const similarItems = z.strictObject({
  /** Whether the rest of the item's group was resolved before it arrived. */
  isRecurrence: z.boolean(),
  /** The IDs of the group's other items, newest first. */
  ids: z.array(z.string()),
  /** The newest of these items. */
  items: z.array(feedbackRow),
  /** Items that may belong to the group, and aren't in it. */
  suggested: z.array(
    z.strictObject({
      item: feedbackRow,
      /** The IDs of its group, or its own. */
      ids: z.array(z.string()),
      /** `meaning` only with a service for it (`EMBEDDINGS_URL`). */
      foundBy: z.enum(["wording", "meaning"]),
    }),
  ),
});
export type SimilarItems = z.infer<typeof similarItems>;
