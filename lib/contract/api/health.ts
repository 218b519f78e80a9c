import { z } from "zod";

/** For monitoring. Without a session only `status` is returned. */
export const health = z.strictObject({
  status: z.literal("ok"),
  /** False if PostgreSQL lacks the extension for the search index: searches work, but slowly. */
  searchIndexed: z.boolean().optional(),
  projects: z
    .array(z.strictObject({ id: z.string(), items: z.number(), problem: z.string().nullable() }))
    .optional(),
});
