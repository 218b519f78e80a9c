import "server-only";
import type { Evidence } from "../../contract/api/feedback.ts";
import { helpfulOf } from "../list/row.ts";
import type { StoreDatabase, StoreQuery } from "../schema/schema.ts";
import { labelList, labelsOf } from "../write/labels.ts";
import { reasonsOf } from "../write/reasons.ts";
import { pullsByPage } from "./page-pulls.ts";

/**
 * Returns items as evidence for a prompt, in the order of `ids`, without contacts. Those that were deleted are missing.
 */
export async function evidenceByIds(
  database: StoreDatabase,
  projectId: string,
  ids: readonly string[],
): Promise<Evidence[]> {
  const rows = await itemsByIds(database.query, projectId, ids);
  const known = new Map(rows.map((row) => [row.id, row]));
  const pages = new Set(rows.map(({ page }) => page));
  const open = await pullsByPage(database.query, projectId, pages, ["open"]);
  const linksOf = (page: string) => (open.get(page) ?? []).map(({ link }) => link);
  return ids.flatMap((id) => {
    const row = known.get(id);
    if (!row) return [];
    const { created_at: createdAt, groupId, praise: isPraise, labels, ...rest } = row;
    const helpful = helpfulOf(row);
    return [
      {
        ...rest,
        createdAt,
        groupId,
        helpful,
        reasons: reasonsOf(row),
        labels: labelsOf(labels),
        isPraise: isPraise === 1,
        openPulls: [...new Set(linksOf(row.page))],
      },
    ];
  });
}

function itemsByIds(db: StoreQuery, projectId: string, ids: readonly string[]) {
  return db
    .selectFrom("feedback")
    .leftJoin("feedback_group_member as member", (join) =>
      join
        .onRef("member.project_id", "=", "feedback.project_id")
        .onRef("member.feedback_id", "=", "feedback.id"),
    )
    .select([
      "feedback.id",
      "feedback.source",
      "feedback.team_status as status",
      "feedback.page",
      "feedback.path",
      "feedback.comment",
      "feedback.created_at",
      "feedback.helpful",
      "feedback.reasons",
      "feedback.praise",
      "feedback.code",
      "feedback.filename",
      "feedback.lang",
      "member.group_id as groupId",
    ])
    .select(labelList.as("labels"))
    .where("feedback.project_id", "=", projectId)
    .where("feedback.id", "in", ids)
    .execute();
}
