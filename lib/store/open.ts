import "server-only";
import { migrate } from "../database/migrate.ts";
import type { Database } from "../database/open.ts";
import { storeMigrations } from "./migrations.ts";
import type { StoreSchema } from "./schema.ts";

/** Makes or updates the store's tables. Several processes may call it at once. */
export function openStore(database: Database<StoreSchema>): Promise<void> {
  return migrate(database, "store", storeMigrations);
}
