import "server-only";
import { sql } from "kysely";
import type { Theme } from "../contract/api/themes.ts";
import { type Correction, correctionIn } from "../groups/corrections.ts";
import { comparedPart } from "../groups/normalize.ts";
import { createPause } from "../pause.ts";
import type { StoreQuery } from "../store/schema/schema.ts";

/** Comments of a group that are read for its name, and characters of each. */
const READ = 8;
const MAX_LENGTH = 1_000;
/** Maximum characters of a correction that can be a name. */
const MAX_NAME = 60;

/** Returns the most frequent correction of each group, among readers who correct something. */
export async function themeNames(
  db: StoreQuery,
  projectId: string,
  groupIds: readonly string[],
): Promise<Map<string, NonNullable<Theme["name"]>>> {
  const rows = await db
    .selectFrom((eb) =>
      eb
        .selectFrom("feedback_group_member")
        .select(["group_id", "feedback_id"])
        .select(
          sql<number>`row_number() over (partition by group_id order by sort_at, feedback_id)`.as(
            "position",
          ),
        )
        .where("project_id", "=", projectId)
        .where("group_id", "in", groupIds)
        .as("member"),
    )
    .innerJoin("feedback", (join) =>
      join
        .on("feedback.project_id", "=", projectId)
        .onRef("feedback.id", "=", "member.feedback_id"),
    )
    .select(["group_id", sql<string | null>`substr(comment, 1, ${MAX_LENGTH})`.as("comment")])
    .where("position", "<=", READ)
    .orderBy("position")
    .execute();
  const found = new Map<string, Correction[]>();
  const pause = createPause();
  for (const { group_id: groupId, comment } of rows) {
    await pause();
    const correction = correctionIn(comparedPart(comment ?? ""));
    if (groupId === null || !correction || !isName(correction)) continue;
    found.set(groupId, [...(found.get(groupId) ?? []), correction]);
  }
  return new Map([...found].map(([groupId, corrections]) => [groupId, mostFrequent(corrections)]));
}

function isName({ from, to }: Correction): boolean {
  return from.length <= MAX_NAME && to.length <= MAX_NAME;
}

function mostFrequent(corrections: readonly Correction[]): Correction {
  const same = Map.groupBy(corrections, ({ from, to }) => JSON.stringify([from, to]).toLowerCase());
  const [[most] = []] = [...same.values()].sort((one, other) => other.length - one.length);
  return most ?? { from: "", to: "" };
}
