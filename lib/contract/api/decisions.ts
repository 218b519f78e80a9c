// Decisions of people about feedback, as the browser's outbox sends them.
import { z } from "zod";
import { STATUSES } from "../platform/vocabulary.ts";
import { MAX_AGE_MS } from "./instant.ts";
import { UNTIL_REPORTED } from "./item-fields.ts";
import { MAX_SELECTED_ITEMS } from "./limits.ts";
import { settingId } from "./settings.ts";

/** Made by the browser, and unique. */
const id = z.string().regex(/^[\w-]{8,80}$/);
/** Milliseconds since the decision was made, on the browser's clock. */
const age = z.number().min(0).max(MAX_AGE_MS);

/** Fields of decisions that set something on items. */
const change = {
  id,
  age,
  ids: z.array(z.string()).min(1).max(MAX_SELECTED_ITEMS),
  /** ID of an undone decision that this one repeats for the items that the undo restored. */
  redoes: id.optional(),
};

/**
 * Other fields are ignored: a decision that waited in a browser may have been stored by another version, and
 * must not be lost.
 */
export const decision = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("set"),
    ...change,
    status: z.enum(STATUSES),
  }),
  z.object({
    kind: z.literal("assign"),
    ...change,
    /** ID of a person; null for nobody. */
    assignee: z.string().nullable(),
  }),
  /** Sets why items were dismissed: the ID of one of the project's reasons, or null for none. */
  z.object({
    kind: z.literal("dismissal"),
    ...change,
    reason: settingId.nullable(),
  }),
  /** Puts one of the project's labels on items, or takes it off. */
  z.object({
    kind: z.literal("label"),
    ...change,
    label: settingId,
    on: z.boolean(),
  }),
  /** Leaves items out of the inbox until an instant in ISO 8601 (UTC), or until they are reported again; null ends that. */
  z.object({
    kind: z.literal("snooze"),
    ...change,
    until: z.union([z.literal(UNTIL_REPORTED), z.iso.datetime()]).nullable(),
  }),
  /** Puts items into the group of another one, or on their own (null). */
  z.object({
    kind: z.literal("group"),
    ...change,
    with: z.string().nullable(),
  }),
  /** Says that items aren't similar to another one. */
  z.object({
    kind: z.literal("separate"),
    ...change,
    from: z.string(),
  }),
  /** Says that items aren't noise. Other items with the same text aren't noise either. */
  z.object({
    kind: z.literal("restore"),
    ...change,
  }),
  z.object({ kind: z.literal("undo"), id, age, of: id }),
]);
export type ReceivedDecision = z.infer<typeof decision>;

/** Applied in this order. */
export const decisions = z.strictObject({ decisions: z.array(decision).min(1).max(100) });

export const decisionResult = z.discriminatedUnion("outcome", [
  z.strictObject({
    id: z.string(),
    outcome: z.literal("applied"),
    /** Items that changed. */
    changed: z.number(),
    /** Items that keep their value because someone changed it later. */
    skipped: z.number(),
    /** IDs of these items, if any. */
    skippedIds: z.array(z.string()).optional(),
  }),
  z.strictObject({ id: z.string(), outcome: z.literal("rejected"), message: z.string() }),
]);
export type DecisionResult = z.infer<typeof decisionResult>;

export const decisionResults = z.strictObject({ results: z.array(decisionResult) });
