import { systemClock } from "../../lib/clock.ts";
import { openDatabase } from "../../lib/database/open.ts";
import { NO_EXCLUSIONS } from "../../lib/platform/exclusions.ts";
import { createImports } from "../../lib/platform/imports/imports.ts";
import type { PlatformSchema } from "../../lib/platform/schema/schema.ts";
import { resumeUndoing } from "../../lib/services/import-services.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { killedAfter } from "./killed-after.ts";

// A process that undoes imports, until it kills itself.

const { platform, store, statements } = JSON.parse(process.argv[2] ?? "{}");

const database = killedAfter(statements)<PlatformSchema>(platform);
const imports = createImports({ database, clock: systemClock, exclusions: NO_EXCLUSIONS });
await resumeUndoing({ platform: { imports }, store: openDatabase<StoreSchema>(store) });
