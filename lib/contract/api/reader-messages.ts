// Messages to the readers whose feedback a job resolved, as the dashboard's API returns them.
import { z } from "zod";

/** A reader who left an email address with items that a merged job resolved. */
export const readerToNotify = z.strictObject({
  /** ID of one of the items, which names the reader in requests. */
  feedbackId: z.string(),
  /** Masked. */
  contact: z.string(),
  items: z.array(
    z.strictObject({
      id: z.string(),
      page: z.string(),
      /** Cut at 1,000 characters. */
      comment: z.string().nullable(),
      /** The page on the live site; null without the site's address. */
      liveUrl: z.string().nullable(),
    }),
  ),
  /** When and by whom the message was last opened; null if it wasn't for all of the items. */
  opened: z.strictObject({ at: z.number(), by: z.string() }).nullable(),
});
export type ReaderToNotify = z.infer<typeof readerToNotify>;

/** The readers of a job, by when they wrote first. Empty before the merge, and before items are resolved. */
export const readersToNotify = z.strictObject({ readers: z.array(readerToNotify) });

/** `again`: open it although a teammate may have opened it before. */
export const readerMessageRequest = z.strictObject({ again: z.boolean() });

/** The reader's address, and the readers as they are now. */
export const openedReaderMessage = readersToNotify.extend({ contact: z.string() });
