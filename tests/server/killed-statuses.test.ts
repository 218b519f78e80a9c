import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { node } from "../../scripts/setup/project.mjs";
import { anyEngine, openTestStore, type TestDatabase } from "../support/databases.ts";
import { mirrored, writingStatuses } from "../support/ledger.ts";
import { openTestPlatform, type TestPlatform, vote } from "../support/platform.ts";

const script = fileURLToPath(new URL("../support/status-process.ts", import.meta.url));
const IDS = ["a", "b", "c"];
/** Statements of a process's life: in each step of two changes and an undo, or between two steps. */
const LIVES = [9, 15, 21, 28];

describe.each(anyEngine)("a process that is killed while it decides ($name)", (engine) => {
  let store: TestDatabase<StoreSchema>;
  let platform: TestPlatform;
  beforeEach(async () => {
    store = await openTestStore(engine, "statuses");
    platform = await openTestPlatform(
      engine,
      IDS.map((id) => vote(id)),
    );
    await mirrored(
      store,
      "docs",
      IDS.map((id) => ({ id })),
    );
  });
  afterEach(async () => {
    await platform.close();
    await store.close();
  });

  const run = async (statements: number): Promise<void> => {
    const locations = { store: store.location, platform: platform.database.location };
    const parameter = JSON.stringify({ ...locations, statements, ids: IDS });
    const child = spawn(node, ["--conditions=react-server", script, parameter], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    expect(await once(child, "exit")).toEqual([null, "SIGKILL"]);
  };
  const decided = () =>
    store.query
      .selectFrom("feedback")
      .select(["id", "team_status as status"])
      .orderBy("id")
      .execute();
  const written = () =>
    platform.database.query
      .selectFrom("platform_entry")
      .select(["id", "status"])
      .orderBy("id")
      .execute();

  test("leaves nothing that the next one doesn't write to the platform", async () => {
    const { write } = writingStatuses(store, platform.clock, platform.setStatuses);
    let left = 0;
    for (const statements of LIVES) {
      await run(statements);
      if (JSON.stringify(await written()) !== JSON.stringify(await decided())) left += 1;
      await write("docs");
      expect(await written()).toEqual(await decided());
    }
    // Some of them were killed between the store and the platform.
    expect(left).toBeGreaterThan(0);
  });
});
