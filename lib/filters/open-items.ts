import { type FeedbackFilters, ME } from "./feedback-filters.ts";

/** Returns the filters of the open items of a person. */
export function openItemsOf(person: string = ME): Pick<FeedbackFilters, "assignee" | "status"> {
  return { assignee: person, status: ["pending", "in_progress"] };
}
