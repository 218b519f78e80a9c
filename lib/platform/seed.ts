import "server-only";
import type { Project } from "../config.ts";
import { type FeedbackEntry, feedbackEntry } from "../contract/platform/feedback.ts";
import { chunks } from "../database/chunks.ts";
import type { Database } from "../database/open.ts";
import { toEntryRow } from "./entries.ts";
import { DEFAULT_ORGANIZATION } from "./projects.ts";
import { sampleEntries } from "./sample/entries.ts";
import { SAMPLE_PROJECT } from "./sample/site.ts";
import type { PlatformSchema } from "./schema.ts";

/** A project and its entries, made when they are needed. `now` is epoch milliseconds. */
export interface SampleContent {
  project: Project;
  entries(now: number): FeedbackEntry[];
}

export const parcelRelaySample: SampleContent = {
  project: SAMPLE_PROJECT,
  entries: (now) => sampleEntries({ now }),
};

/** Rows per statement: below both engines' limits on parameters. */
const CHUNK = 500;

/**
 * Puts the sample in where there is no project yet. All of it or nothing: a process that dies
 * leaves nothing behind, and of several that start at once one does the work.
 * @returns whether this call did it
 */
export async function seed(
  database: Database<PlatformSchema>,
  sample: SampleContent,
  now: number,
): Promise<boolean> {
  const any = await database.query.selectFrom("platform_project").select("id").executeTakeFirst();
  if (any) return false;
  const { project } = sample;
  const rows = sample
    .entries(now)
    .map((entry) => toEntryRow(project.id, feedbackEntry.parse(entry)));
  return database.query.transaction().execute(async (trx) => {
    // The others wait here for the first one's commit, and then find the row.
    const made = await trx
      .insertInto("platform_project")
      .values({ id: project.id, name: project.name, organization: DEFAULT_ORGANIZATION })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!made) return false;
    for (const chunk of chunks(rows, CHUNK)) {
      await trx.insertInto("platform_entry").values(chunk).execute();
    }
    return true;
  });
}
