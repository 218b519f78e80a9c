// What people and the platform changed, over all items of a project. Instants are epoch milliseconds.
import { z } from "zod";
import { feedbackEvent } from "./feedback.ts";

/** A decision about one item or many, an undo of one, or a change by the platform. */
export const projectEvent = z.strictObject({
  /** ID of the newest item's event; also the place in the list. */
  id: z.number(),
  at: z.number(),
  kind: z.enum(["set", "undo", "platform", "superseded"]),
  field: feedbackEvent.shape.field,
  /** As in an item's history; null if the items had different values. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** Name of the teammate; null if the change wasn't made by one. */
  by: z.string().nullable(),
  /** Number of items. */
  items: z.number(),
  /** ID of one of these items. */
  feedbackId: z.string(),
  /** Its comment, shortened, or else its page; null if it was deleted. */
  subject: z.string().nullable(),
  /** The decision, which an undo names; null for a change by the platform. */
  change: z.string().nullable(),
  /** Items that nothing newer has changed, so that an undo restores them. */
  undoable: z.number(),
});
export type ProjectEvent = z.infer<typeof projectEvent>;

export const projectHistory = z.strictObject({
  /** Newest first. */
  events: z.array(projectEvent),
  /** Where the next page starts; null at the end. */
  nextBefore: z.number().nullable(),
});
export type ProjectHistory = z.infer<typeof projectHistory>;
