import { z } from "zod";

/** The process answers. The git commit is null if the build didn't know it. */
export const liveness = z.strictObject({
  status: z.literal("ok"),
  version: z.string(),
  commit: z.string().nullable(),
});

/** Errata can store something right now. */
export const readiness = z.strictObject({
  status: z.literal("ready"),
  version: z.string(),
  /** Problems that don't keep Errata from working, without details, which are in the log. */
  warnings: z.array(z.string()),
});

/** For monitoring. Without a session only `status` and `version` are returned. */
export const health = z.strictObject({
  status: z.literal("ok"),
  version: z.string(),
  /** False if PostgreSQL lacks the extension for the search index: searches work, but slowly. */
  searchIndexed: z.boolean().optional(),
  projects: z
    .array(z.strictObject({ id: z.string(), items: z.number(), problem: z.string().nullable() }))
    .optional(),
});
