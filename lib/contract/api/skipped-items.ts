import { z } from "zod";

/** Something the platform sent as a feedback entry that Errata couldn't read. */
export const skippedItem = z.strictObject({
  id: z.string(),
  /** The ID in the received text, if it has one. */
  entryId: z.string().nullable(),
  /** The received JSON text, cut at 64 KB. */
  raw: z.string(),
  reason: z.string(),
  firstSeenAt: z.number(),
  lastSeenAt: z.number(),
});
export type SkippedItem = z.infer<typeof skippedItem>;

/** One page of skipped items, newest first. */
export const skippedItemList = z.strictObject({
  entries: z.array(skippedItem),
  /** Null on the last page. */
  nextCursor: z.string().nullable(),
  /** All skipped items of the project. */
  total: z.number(),
});
export type SkippedItemList = z.infer<typeof skippedItemList>;
