import { openDatabase } from "../../lib/database/open.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { openEarlierVersion } from "./killed-migration.ts";

// Creates a store of an earlier version with one item, in the SQLite file of its argument.

const database = openDatabase<StoreSchema>({ databaseUrl: null, file: process.argv[2] ?? "" });
await openEarlierVersion(database, 1);
await database.close();
