import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { verifyStore } from "../../lib/store/verify.ts";
import { node } from "../../scripts/setup/project.mjs";
import { kill } from "../support/crash.ts";
import { anyEngine, openTestStore } from "../support/databases.ts";
import { until } from "../support/mirror-rig.ts";
import { openTestPlatform } from "../support/platform.ts";

const script = fileURLToPath(new URL("../support/feed-process.ts", import.meta.url));
/** Entries per import, of which one is always the same. */
const BATCH = 40;
/** Imports before a process is killed. */
const LIVES = [3, 11];

test.each(anyEngine)(
  "a process killed while it imports and syncs loses and doubles nothing on $name",
  async (engine) => {
    const platform = await openTestPlatform(engine);
    const store = await openTestStore(engine, "killed-feed");
    const start = (name: string | null) => {
      const given = { store: store.location, platform: platform.database.location };
      const parameter = JSON.stringify({ ...given, name, batch: BATCH, lease: 150 });
      return spawn(node, ["--conditions=react-server", script, parameter], {
        stdio: ["ignore", "pipe", "inherit"],
      });
    };
    const entries = () =>
      platform.database.query
        .selectFrom("platform_entry")
        .select(["id", "entry as raw"])
        .orderBy("id")
        .execute();
    const items = () =>
      store.query.selectFrom("feedback").select(["id", "raw"]).orderBy("id").execute();
    try {
      for (const [round, imports] of LIVES.entries()) {
        const child = start(`round${round}`);
        let acknowledged = 0;
        for await (const line of createInterface(child.stdout)) {
          acknowledged = Number(line);
          if (acknowledged === imports) child.kill("SIGKILL");
        }
        const imported = (await entries()).filter(({ id }) => id.startsWith(`round${round}_`));
        expect(imported.length).toBeGreaterThanOrEqual(acknowledged * (BATCH - 1));
        expect(await verifyStore(store)).toEqual([]);
      }
      const last = start(null);
      await until(async () => expect(await items()).toEqual(await entries()));
      await kill(last);
      expect(await verifyStore(store)).toEqual([]);
    } finally {
      await platform.close();
      await store.close();
    }
  },
);
