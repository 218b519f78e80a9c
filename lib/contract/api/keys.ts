import { z } from "zod";

/** An admin key of the built-in platform without its secret. Instants are epoch milliseconds. */
export const apiKey = z.strictObject({
  id: z.string(),
  name: z.string(),
  /** The first and last characters, enough to recognize the key. */
  hint: z.string(),
  createdAt: z.number(),
  lastUsedAt: z.number().nullable(),
  revokedAt: z.number().nullable(),
});
export type ApiKey = z.infer<typeof apiKey>;
