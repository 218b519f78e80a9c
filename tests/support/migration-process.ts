import { openDatabase } from "../../lib/database/open.ts";
import { migrateStore } from "../../lib/store/open.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";

// Migrates the store at the location in its argument. Tests kill it.

const location = JSON.parse(process.argv[2] ?? "{}");
console.log("started");
const database = openDatabase<StoreSchema>(location);
await migrateStore(database);
console.log("migrated");
await database.close();
