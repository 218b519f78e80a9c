import "server-only";
import { sql } from "kysely";

/**
 * The IDs of an item's labels in a query of `feedback`, for `labelsOf`; null for none. The plus sign keeps SQLite from
 * reading all labels of the project in the index of the filter.
 */
export const labelList = sql<string | null>`(select string_agg(label_id, ',') from feedback_label
  where feedback_label.project_id = feedback.project_id
    and feedback_label.feedback_id = feedback.id and +is_on = 1)`;

/** Returns the IDs in a list that `labelList` selected. */
export function labelsOf(list: string | null): string[] {
  return list === null ? [] : list.split(",").sort();
}
