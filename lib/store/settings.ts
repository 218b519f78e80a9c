import "server-only";
import { sql } from "kysely";
import type { Clock } from "../clock.ts";
import {
  type ProjectSettings,
  projectSettings,
  type SettingsUpdate,
  type VersionedSettings,
} from "../contract/api/settings.ts";
import { Conflict } from "../errors.ts";
import { storable } from "../text/storable.ts";
import type { StoreDatabase, StoreQuery } from "./schema/schema.ts";

/** A project's settings. Settings that were never changed have their defaults. */
export interface SettingsStore {
  read(projectId: string): Promise<ProjectSettings>;
  readVersion(projectId: string): Promise<VersionedSettings>;
  /**
   * Changes the given settings and returns all of them.
   * @param options.record called before the transaction commits
   * @throws {Conflict} if the settings have another version than the given one
   */
  change(
    projectId: string,
    update: SettingsUpdate,
    options?: { record?: (trx: StoreQuery) => Promise<void> },
  ): Promise<VersionedSettings>;
}

/** The name of the row with the number of changes. */
const VERSION = "version";

export function createSettingsStore(options: {
  database: StoreDatabase;
  clock: Clock;
}): SettingsStore {
  const { query } = options.database;
  const readVersion = (projectId: string) => readVersioned(query, projectId);
  return {
    read: (projectId) => readSettings(query, projectId),
    readVersion,
    change: async (projectId, { version, ...change }, { record } = {}) => {
      const rows = Object.entries(change).map(([name, value]) => ({
        project_id: projectId,
        name,
        value: storable(JSON.stringify(value)),
        set_at: options.clock.now(),
      }));
      if (rows.length > 0) {
        await query.transaction().execute(async (trx) => {
          // Locks the settings, so that changes that depend on earlier values take turns.
          const next = await countChange(trx, projectId, options.clock.now());
          if (version !== undefined && next !== version + 1) {
            throw new Conflict(
              "Someone else changed these settings at the same time. Check them and try again.",
            );
          }
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
      return readVersion(projectId);
    },
  };
}

/** @returns the version that the settings get */
async function countChange(trx: StoreQuery, projectId: string, at: number): Promise<number> {
  const { value } = await trx
    .insertInto("project_setting")
    .values({ project_id: projectId, name: VERSION, value: "1", set_at: at })
    .onConflict((conflict) =>
      conflict.columns(["project_id", "name"]).doUpdateSet({
        value: sql<string>`cast(cast(project_setting.value as integer) + 1 as text)`,
        set_at: at,
      }),
    )
    .returning("value")
    .executeTakeFirstOrThrow();
  return Number(value);
}

/** Returns a project's settings. */
export async function readSettings(db: StoreQuery, projectId: string): Promise<ProjectSettings> {
  return (await readVersioned(db, projectId)).settings;
}

async function readVersioned(db: StoreQuery, projectId: string): Promise<VersionedSettings> {
  const rows = await db
    .selectFrom("project_setting")
    .select(["name", "value"])
    .where("project_id", "=", projectId)
    .where("name", "in", [...Object.keys(projectSettings.shape), VERSION])
    .execute();
  const { [VERSION]: version = 0, ...settings } = Object.fromEntries(
    rows.map(({ name, value }) => [name, JSON.parse(value)]),
  );
  return { settings: projectSettings.parse(settings), version };
}
