import type { PluginTransformResultArgs } from "kysely";
import { systemClock } from "../../lib/clock.ts";
import { openDatabase } from "../../lib/database/open.ts";
import { openImports } from "../../lib/platform/imports/imports.ts";
import { NOTHING_LEFT_OUT } from "../../lib/platform/left-out.ts";
import type { PlatformSchema } from "../../lib/platform/schema.ts";
import { finishUndoing } from "../../lib/services/import-services.ts";
import type { StoreSchema } from "../../lib/store/schema.ts";

// A process that undoes imports, for tests that kill it: it kills itself after so many statements on the
// platform's database, wherever it is then.

const { platform, store, statements } = JSON.parse(process.argv[2] ?? "{}");

const opened = openDatabase<PlatformSchema>(platform);
let executed = 0;
const query = opened.query.withPlugin({
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }: PluginTransformResultArgs) => {
    executed += 1;
    if (executed === statements) process.kill(process.pid, "SIGKILL");
    return result;
  },
});
const database = { ...opened, query };
const imports = openImports({ database, clock: systemClock, leftOut: NOTHING_LEFT_OUT });
await finishUndoing({ platform: { imports }, store: openDatabase<StoreSchema>(store) });
