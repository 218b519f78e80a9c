// A person's unfinished drafts of prompts, which their browsers keep and save. Instants are epoch milliseconds.
import { z } from "zod";
import { DRAFT, MAX_SELECTED_ITEMS } from "./limits.ts";

/** Made by the browser for each change, so that sending one again changes nothing. */
const revision = z.string().regex(/^[\w-]{8,80}$/);

export const listedDraft = z.strictObject({
  id: z.string(),
  revision: z.string(),
  /** Number of selected items. */
  items: z.number(),
  /** How many of them weren't deleted. */
  left: z.number(),
  savedAt: z.number(),
});
export type ListedDraft = z.infer<typeof listedDraft>;

/** The drafts of the person who asks, newest first. */
export const draftList = z.strictObject({ drafts: z.array(listedDraft) });

export const storedDraft = z.strictObject({
  id: z.string(),
  revision: z.string(),
  /** IDs of the selected items. */
  selection: z.array(z.string()),
  /** What someone did with the selection, as JSON that only browsers read. */
  content: z.string(),
  savedAt: z.number(),
});
export type StoredDraft = z.infer<typeof storedDraft>;

export const draftRequest = z.strictObject({
  revision,
  /** The revisions one of which the server has unless it was changed elsewhere, see `draftDeletion`. */
  follows: z.array(revision).max(DRAFT.follows),
  /** Whether the server isn't known to have one. */
  isNew: z.boolean(),
  selection: z.array(z.string().max(DRAFT.itemId)).min(1).max(MAX_SELECTED_ITEMS),
  content: z.string().max(DRAFT.content),
});
export type DraftRequest = z.infer<typeof draftRequest>;

/** `follows` has the revision that the server confirmed last, and those that it was sent since, separated by commas. */
export const draftDeletion = z.strictObject({
  follows: z
    .string()
    .max(DRAFT.follows * 81)
    .default(""),
});
