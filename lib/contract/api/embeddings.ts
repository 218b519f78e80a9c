// Similar items by meaning, as the dashboard's API returns them.
import { z } from "zod";

/** How far the embeddings service has read a project's comments. */
export const embeddingStatus = z.strictObject({
  model: z.string(),
  /** Host of the service. */
  host: z.string(),
  read: z.number(),
  /** Comments that the service can't read. */
  rejected: z.number(),
  total: z.number(),
  /** Why the service doesn't answer. */
  problem: z
    .strictObject({ message: z.string(), since: z.number(), retryAt: z.number() })
    .nullable(),
});
export type EmbeddingStatus = z.infer<typeof embeddingStatus>;
