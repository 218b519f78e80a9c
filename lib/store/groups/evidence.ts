import "server-only";
import type { Kysely } from "kysely";
import type { Evidence } from "../../contract/api/feedback.ts";
import type { Database } from "../../database/open.ts";
import { helpfulOf } from "../list/row.ts";
import { rejectUnknown } from "../list/selection.ts";
import type { StoreSchema } from "../schema/schema.ts";
import { reasonsOf } from "../write/reasons.ts";

/** Most jobs with an open pull request whose pages are read, newest first. */
const MAX_OPEN_PULLS = 500;

/**
 * Returns items as evidence for a prompt, in the order of `ids`, without contacts.
 * @throws {InvalidRequest} listing the IDs that the project doesn't have
 */
export async function evidenceByIds(
  database: Database<StoreSchema>,
  projectId: string,
  ids: readonly string[],
): Promise<Evidence[]> {
  const rows = await itemsByIds(database.query, projectId, ids);
  const known = new Map(rows.map((row) => [row.id, row]));
  rejectUnknown(ids.filter((id) => !known.has(id)));
  const pulls = await openPulls(database.query, projectId, new Set(rows.map(({ page }) => page)));
  return ids.flatMap((id) => {
    const row = known.get(id);
    if (!row) return [];
    const { created_at: createdAt, groupId, praise: isPraise, ...rest } = row;
    const helpful = helpfulOf(row);
    return [
      {
        ...rest,
        ...{ createdAt, groupId, helpful, reasons: reasonsOf(row) },
        isPraise: isPraise === 1,
        openPulls: pulls.get(row.page) ?? [],
      },
    ];
  });
}

function itemsByIds(db: Kysely<StoreSchema>, projectId: string, ids: readonly string[]) {
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
    .where("feedback.project_id", "=", projectId)
    .where("feedback.id", "in", ids)
    .execute();
}

/** Returns the links of open pull requests by the pages of the feedback that they are for, newest first. */
async function openPulls(
  db: Kysely<StoreSchema>,
  projectId: string,
  pages: ReadonlySet<string>,
): Promise<Map<string, string[]>> {
  const jobs = await db
    .selectFrom("job")
    .select(["id", "pr_link"])
    .where("project_id", "=", projectId)
    .where("pr_state", "=", "open")
    .orderBy("created_at", "desc")
    .limit(MAX_OPEN_PULLS)
    .execute();
  const found = new Map<string, string[]>();
  if (jobs.length === 0) return found;
  const pagesOf = await pagesOfJobs(
    db,
    projectId,
    jobs.map(({ id }) => id),
  );
  for (const { id, pr_link: link } of jobs) {
    for (const page of pagesOf.get(id) ?? []) {
      const links = found.get(page) ?? [];
      if (link !== null && pages.has(page) && !links.includes(link)) {
        found.set(page, [...links, link]);
      }
    }
  }
  return found;
}

async function pagesOfJobs(
  db: Kysely<StoreSchema>,
  projectId: string,
  jobIds: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom("job_feedback as linked")
    .innerJoin("feedback", (join) =>
      join
        .onRef("feedback.project_id", "=", "linked.project_id")
        .onRef("feedback.id", "=", "linked.feedback_id"),
    )
    .select(["linked.job_id as jobId", "feedback.page"])
    .distinct()
    .where("linked.project_id", "=", projectId)
    .where("linked.job_id", "in", jobIds)
    .execute();
  const jobs = Map.groupBy(rows, ({ jobId }) => jobId);
  return new Map([...jobs].map(([jobId, own]) => [jobId, own.map(({ page }) => page)]));
}
