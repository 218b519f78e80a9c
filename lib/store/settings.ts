import "server-only";
import type { Kysely } from "kysely";
import type { Clock } from "../clock.ts";
import {
  type ProjectSettings,
  type ProjectSettingsChange,
  projectSettings,
} from "../contract/api/settings.ts";
import { stripNul } from "../database/dialect.ts";
import type { Database } from "../database/open.ts";
import type { StoreSchema } from "./schema.ts";

/** A project's settings. Settings that were never changed have their defaults. */
export interface SettingsStore {
  read(projectId: string): Promise<ProjectSettings>;
  /**
   * Changes the given settings and returns all of them.
   * @param record called before the transaction commits
   */
  change(
    projectId: string,
    change: ProjectSettingsChange,
    record?: (trx: Kysely<StoreSchema>) => Promise<void>,
  ): Promise<ProjectSettings>;
}

export function createSettingsStore(options: {
  database: Database<StoreSchema>;
  clock: Clock;
}): SettingsStore {
  const { query } = options.database;
  const read = (projectId: string) => readSettings(query, projectId);
  return {
    read,
    change: async (projectId, change, record) => {
      const rows = Object.entries(change).map(([name, value]) => ({
        project_id: projectId,
        name,
        value: stripNul(JSON.stringify(value)).toWellFormed(),
        set_at: options.clock.now(),
      }));
      if (rows.length > 0) {
        await query.transaction().execute(async (trx) => {
          await trx
            .insertInto("project_setting")
            .values(rows)
            .onConflict((conflict) =>
              conflict.columns(["project_id", "name"]).doUpdateSet(({ ref }) => ({
                value: ref("excluded.value"),
                set_at: ref("excluded.set_at"),
              })),
            )
            .execute();
          await record?.(trx);
        });
      }
      return read(projectId);
    },
  };
}

/** Returns a project's settings. */
export async function readSettings(
  db: Kysely<StoreSchema>,
  projectId: string,
): Promise<ProjectSettings> {
  const rows = await db
    .selectFrom("project_setting")
    .select(["name", "value"])
    .where("project_id", "=", projectId)
    .where("name", "in", Object.keys(projectSettings.shape))
    .execute();
  return projectSettings.parse(
    Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value)])),
  );
}
