import "server-only";
import type { FeedbackEntry } from "../../contract/platform/feedback.ts";

type WithoutIdAndTime<E> = E extends FeedbackEntry ? Omit<E, "id" | "createdAt"> : never;

/**
 * A sample entry without ID and creation time. `age` is an exact number of minutes, a number of days
 * that still needs a time of day, or null for an undated entry. Templates don't depend on the current
 * time, so that the same seed always gives the same entries.
 */
export type EntryTemplate = {
  entry: WithoutIdAndTime<FeedbackEntry>;
  age: { minutes: number } | { days: number } | null;
};
