import "server-only";
import type { Project } from "../config.ts";
import { type FeedbackEntry, feedbackEntry } from "../contract/platform/feedback.ts";
import { chunks } from "../database/chunks.ts";
import { ownSiteKeyRow } from "./collect/collect-keys.ts";
import { toEntryRow } from "./entries.ts";
import { DEFAULT_ORGANIZATION } from "./projects.ts";
import { SAMPLE_PROJECT } from "./sample/site.ts";
import type { PlatformDatabase } from "./schema/schema.ts";

/** A sample project and its entries, created on demand. `now` is epoch milliseconds. */
export interface SampleContent {
  project: Project;
  entries(now: number): FeedbackEntry[] | Promise<FeedbackEntry[]>;
  /** Name of a public key with which the sample's own site sends feedback. */
  siteKeyName?: string;
}

export const parcelRelaySample: SampleContent = {
  project: SAMPLE_PROJECT,
  // Read when it is added: most starts need none of its files.
  entries: async (now) => (await import("./sample/entries.ts")).sampleEntries({ now }),
  siteKeyName: "Sample site",
};

/**
 * Adds the sample if there is no project yet, in one transaction. If several processes start at
 * once, only one adds it.
 * @returns whether this call added it
 */
export async function addSampleIfEmpty(
  database: PlatformDatabase,
  sample: SampleContent,
  now: number,
): Promise<boolean> {
  const existing = await database.query
    .selectFrom("platform_project")
    .select("id")
    .executeTakeFirst();
  if (existing) return false;
  const { project, siteKeyName } = sample;
  const entries = await sample.entries(now);
  const rows = entries.map((entry, index) => ({
    ...toEntryRow(project.id, feedbackEntry.parse(entry)),
    revision: index + 1,
  }));
  return database.query.transaction().execute(async (trx) => {
    // Other processes wait here until the first one commits, then find the row.
    const created = await trx
      .insertInto("platform_project")
      .values({
        id: project.id,
        name: project.name,
        organization: DEFAULT_ORGANIZATION,
        revision: rows.length,
      })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!created) return false;
    for (const chunk of chunks(rows)) {
      await trx.insertInto("platform_entry").values(chunk).execute();
    }
    if (siteKeyName) {
      const siteKey = ownSiteKeyRow(project.id, siteKeyName, now);
      await trx.insertInto("platform_collect_key").values(siteKey).execute();
    }
    return true;
  });
}
