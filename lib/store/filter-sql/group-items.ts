import "server-only";
import type { AliasedExpression } from "kysely";
import type { ResolvedFilters } from "../../filters/feedback-filters.ts";
import { index } from "./conditions.ts";
import { isSet } from "./set-filters.ts";

interface GroupItem {
  project_id: string;
  id: string;
  facet_group_id: number;
  sort_at: number;
  page: string;
  group_id: string | null;
  is_recurrence: number;
}

/**
 * The items that are in groups, in place of the feedback index, so that conditions apply to them. They are read from
 * an index of the members in the order of groups; only a text search needs the feedback index itself.
 */
export function groupItems(
  filters: ResolvedFilters,
): AliasedExpression<GroupItem, "feedback_index"> {
  const members = index.selectFrom("feedback_group_member as member");
  if (!isSet(filters, ["q"])) {
    return members
      .select([
        "member.project_id",
        "member.feedback_id as id",
        "member.facet_group_id",
        "member.sort_at",
      ])
      .select(["member.page", "member.group_id", "member.is_recurrence"])
      .as("feedback_index");
  }
  return members
    .innerJoin("feedback_index as item", (join) =>
      join
        .onRef("item.project_id", "=", "member.project_id")
        .onRef("item.id", "=", "member.feedback_id"),
    )
    .selectAll("item")
    .select(["member.group_id", "member.is_recurrence"])
    .as("feedback_index");
}
