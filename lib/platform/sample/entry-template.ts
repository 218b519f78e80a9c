import "server-only";
import type { FeedbackEntry } from "../../contract/platform/feedback.ts";

type WithoutIdAndTime<E> = E extends FeedbackEntry ? Omit<E, "id" | "createdAt"> : never;

/**
 * An entry before it has an identifier and an instant. `age` is an exact number of minutes, a day
 * that still needs a time of day, or null for an entry whose time is not known. Nothing in a draft
 * depends on the present, so that the same seed always gives the same entries.
 */
export type EntryTemplate = {
  entry: WithoutIdAndTime<FeedbackEntry>;
  age: { minutes: number } | { days: number } | null;
};
