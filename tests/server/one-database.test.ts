import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { systemClock } from "../../lib/clock.ts";
import { parseConfig } from "../../lib/config.ts";
import { openDatabase } from "../../lib/database/open.ts";
import { createLog } from "../../lib/log.ts";
import { openPlatform } from "../../lib/platform/platform.ts";
import type { PlatformSchema } from "../../lib/platform/schema/schema.ts";
import { migrateStore } from "../../lib/store/open.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { engines, openTestDatabase } from "../support/databases.ts";
import { findNoFiles } from "../support/find-files.ts";

let close: (() => Promise<void>) | undefined;
afterEach(() => close?.());

test.each(engines)(
  "store and platform share one $name database, opened by several processes at once",
  async ({ name }) => {
    const store = await openTestDatabase<StoreSchema>(name);
    const platform = openDatabase<PlatformSchema>(store.location);
    const dataDir = mkdtempSync(join(tmpdir(), "errata-shared-"));
    close = async () => {
      await platform.close();
      await store.close();
      rmSync(dataDir, { recursive: true, force: true });
    };
    const config = parseConfig({ DATA_DIR: dataDir });
    const log = createLog("silent", () => []);
    const options = { config, clock: systemClock, log, sample: null, findFiles: findNoFiles };
    await Promise.all([
      migrateStore(store),
      openPlatform({ ...options, database: platform }),
      migrateStore(store),
      openPlatform({ ...options, database: platform }),
    ]);
    expect(await store.query.selectFrom("feedback").selectAll().execute()).toEqual([]);
    expect(await platform.query.selectFrom("platform_key").selectAll().execute()).toEqual([]);
  },
);
