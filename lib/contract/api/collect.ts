import { z } from "zod";
import { MAX_SELECTED_ITEMS } from "./limits.ts";

/** A public key, with which a documentation site sends feedback. Instants are epoch milliseconds. */
export const collectKey = z.strictObject({
  key: z.string(),
  name: z.string(),
  origins: z.array(z.string()),
  /** Replaces the beginning `from` of an address by the path `to`. */
  paths: z.array(z.strictObject({ from: z.string(), to: z.string() })),
  createdAt: z.number(),
  disabledAt: z.number().nullable(),
  /** Whether browsers solve a challenge before an item is accepted. */
  challenge: z.boolean(),
  /** Items received with this key, suspected spam included. */
  received: z.number(),
  /** Items that are held as suspected spam. */
  suspected: z.number(),
  lastReceivedAt: z.number().nullable(),
});
export type CollectKey = z.infer<typeof collectKey>;

/** `paths` are rules like `https://docs.example.com/v2/* -> /*`. */
export const newCollectKey = z.strictObject({
  name: z.string(),
  origins: z.array(z.string()),
  paths: z.array(z.string()),
  challenge: z.boolean().optional(),
});
export type NewCollectKey = z.infer<typeof newCollectKey>;

export const collectKeyChange = z.strictObject({ challenge: z.boolean() });
export type CollectKeyChange = z.infer<typeof collectKeyChange>;

/** Feedback that was held because it looks like spam. */
export const spamPost = z.strictObject({
  id: z.string(),
  path: z.string(),
  comment: z.string().nullable(),
  /** A sentence. */
  reason: z.string(),
  receivedAt: z.number(),
});
export type SpamPost = z.infer<typeof spamPost>;

/** One page of suspected spam, newest first. */
export const spamPostList = z.strictObject({
  suspects: z.array(spamPost),
  /** Null on the last page. */
  nextCursor: z.string().nullable(),
  /** All suspected spam of the project. */
  total: z.number(),
});
export type SpamPostList = z.infer<typeof spamPostList>;

export const spamPostDeletion = z.strictObject({
  ids: z
    .array(z.string().regex(/^[\w-]+$/))
    .min(1)
    .max(MAX_SELECTED_ITEMS),
});
