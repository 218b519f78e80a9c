import { z } from "zod";
import { instant } from "./instant.ts";
import { KEY_SCOPES } from "./key-scopes.ts";

/** An admin key of the built-in platform without its secret. Instants are epoch milliseconds. */
export const apiKey = z.strictObject({
  id: z.string(),
  name: z.string(),
  /** The first and last characters, enough to recognize the key. */
  hint: z.string(),
  createdAt: z.number(),
  lastUsedAt: z.number().nullable(),
  revokedAt: z.number().nullable(),
  /** When it stops working; null for never. */
  expiresAt: z.number().nullable(),
  scopes: z.array(z.enum(KEY_SCOPES)),
});
export type ApiKey = z.infer<typeof apiKey>;

/** Without an end date it works until it's revoked; without scopes it has all. */
export const newApiKey = z.strictObject({
  name: z.string(),
  expiresAt: instant.nullable().optional(),
  scopes: z.array(z.enum(KEY_SCOPES)).optional(),
});
export type NewApiKey = z.infer<typeof newApiKey>;
