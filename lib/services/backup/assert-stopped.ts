import "server-only";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { MAX_CLOCK_SKEW_MS } from "../../clock.ts";
import type { Config } from "../../config.ts";
import { openDatabase } from "../../database/open.ts";
import { Conflict } from "../../errors.ts";
import type { StoreSchema } from "../../store/schema/schema.ts";

/** A running server renews its lease within this many milliseconds. */
const LEASE_MS = 15_000;

/**
 * Checks that no server uses the database. One that can't be read counts as unused, because Errata
 * can't run on it.
 * @throws {Conflict} while a server runs
 */
export async function assertStopped(
  { dataDir, databaseUrl }: Pick<Config, "dataDir" | "databaseUrl">,
  now: number,
): Promise<void> {
  const file = join(dataDir, "errata.sqlite");
  if (databaseUrl === null && !existsSync(file)) return;
  const database = openDatabase<StoreSchema>({ databaseUrl, file });
  const lease = await database.query
    .selectFrom("lease")
    .select("until")
    .where("name", "=", "mirror")
    .executeTakeFirst()
    .catch(() => undefined)
    .finally(() => database.close());
  if (lease && lease.until > now && lease.until < now + LEASE_MS + MAX_CLOCK_SKEW_MS) {
    throw new Conflict(
      "Errata is running, or was killed a few seconds ago. Stop it, wait 15 seconds, and try again.",
    );
  }
}
