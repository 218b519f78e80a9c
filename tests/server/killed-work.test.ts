import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { AuthSchema } from "../../lib/auth/schema/schema.ts";
import { systemClock } from "../../lib/clock.ts";
import type { Database } from "../../lib/database/open.ts";
import { NOISE_RULES } from "../../lib/noise/noise.ts";
import { insertIntent } from "../../lib/store/jobs/intent.ts";
import { createReaderMessages } from "../../lib/store/jobs/reader-messages.ts";
import { recountPages } from "../../lib/store/pages/recount-pages.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { verifyStore } from "../../lib/store/verify.ts";
import { scoreStoredItems } from "../../lib/store/write/score-stored.ts";
import { createTriage } from "../../lib/store/write/triage.ts";
import { upsertFeedback } from "../../lib/store/write/write.ts";
import { indexFeedbackText } from "../../lib/store/write/write-lock.ts";
import { node } from "../../scripts/setup/project.mjs";
import { anyEngine, openTestDatabase, type TestDatabase } from "../support/databases.ts";
import { mirrored } from "../support/feedback.ts";

const script = fileURLToPath(new URL("../support/killed-work-process.ts", import.meta.url));
/** Statements after which a process is killed. On each engine, some are in the middle of a step. */
const LIVES = { noise: [7, 16, 25], pages: [9, 19, 30], messages: [5, 6, 13] };
const IDS = Array.from({ length: 40 }, (_, index) => `item-${index + 10}`);

describe.each(anyEngine)("killed after any statement ($name)", (engine) => {
  let store: TestDatabase<StoreSchema>;
  beforeEach(async () => {
    // People's accounts are in the store's database.
    store = await openTestDatabase<StoreSchema>(engine, "killed-work", "auth");
    const entries = IDS.map((id, index) =>
      mirrored({ id, comment: `Hello${"!".repeat(index % 3)}`, contact: `${id}@example.org` }),
    );
    await store.query.transaction().execute((trx) => upsertFeedback(trx, "docs", entries, 1));
  });
  afterEach(() => store.close());

  /** Runs a process until it kills itself. @returns the lines that it printed */
  const run = async (work: keyof typeof LIVES, statements: number): Promise<string[]> => {
    const parameter = JSON.stringify({ location: store.location, work, statements, step: 5 });
    const child = spawn(node, ["--conditions=react-server", script, parameter], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const exited = once(child, "exit");
    const lines: string[] = [];
    for await (const line of createInterface(child.stdout)) lines.push(line);
    expect(await exited).toEqual([null, "SIGKILL"]);
    return lines;
  };
  /** Differences between items, counts, and searches. Nothing was synced in these tests. */
  const wrongCounts = async () =>
    (await verifyStore(store)).filter((problem) => !problem.includes("sync state"));

  test("noise is found in the items that the next process doesn't look at again", async () => {
    await store.query.transaction().execute(async (trx) => {
      await trx.updateTable("feedback").set({ noise: null, noise_key: null }).execute();
      await indexFeedbackText(trx);
    });
    const found = async () => {
      const query = store.query.selectFrom("feedback").select("id").where("noise", "is not", null);
      return (await query.orderBy("id").execute()).map(({ id }) => id);
    };
    let scored = 0;
    for (const statements of LIVES.noise) {
      scored += (await run("noise", statements)).length * 5;
      const scan = await store.query.selectFrom("noise_scan").selectAll().executeTakeFirst();
      const after = scan?.after_id ?? "";
      expect(await found()).toEqual(IDS.filter((id) => id <= after));
      expect((await found()).length).toBeGreaterThanOrEqual(scored);
      expect(await wrongCounts()).toEqual([]);
    }
    expect((await found()).length).toBeLessThan(IDS.length);
    let steps = 0;
    while (await scoreStoredItems(store.query, NOISE_RULES, 5)) steps += 1;
    expect(steps).toBeLessThanOrEqual((IDS.length - scored) / 5 + 1);
    expect(await found()).toEqual(IDS);
    expect(await wrongCounts()).toEqual([]);
  });

  test("pages are recounted where the next process doesn't count again", async () => {
    await store.query.transaction().execute(async (trx) => {
      await trx.updateTable("feedback").set({ page: "/old", search_text: "old" }).execute();
      await indexFeedbackText(trx);
    });
    const moved = async () => {
      const query = store.query.selectFrom("feedback").select("id").where("page", "<>", "/old");
      return (await query.orderBy("id").execute()).map(({ id }) => id);
    };
    let recounted = 0;
    for (const statements of LIVES.pages) {
      recounted += (await run("pages", statements)).length * 5;
      const recount = await store.query.selectFrom("page_recount").selectAll().executeTakeFirst();
      expect(await moved()).toEqual(IDS.filter((id) => id <= (recount?.after_id ?? "")));
      expect((await moved()).length).toBeGreaterThanOrEqual(recounted);
      expect(await wrongCounts()).toEqual([]);
    }
    expect((await moved()).length).toBeLessThan(IDS.length);
    while (await recountPages(store.query, 5));
    expect(await moved()).toEqual(IDS);
    expect(await wrongCounts()).toEqual([]);
  });

  test("messages that were opened are in the audit log, each once", async () => {
    const job = { id: "job", project_id: "docs", intent_key: "job", prompt: "Fix" };
    const merged = { state: "sent", created_at: 1, began_at: 1, pr_state: "merged" } as const;
    await insertIntent(store.query, { ...job, ...merged }, IDS, false);
    const triage = createTriage({ database: store, clock: systemClock, statusWrites: null });
    await triage.setStatus("docs", IDS, "resolved");
    const messages = createReaderMessages(store.query, systemClock);
    const opened = async () =>
      (await messages.list("docs", "job")).flatMap((reader) =>
        reader.opened ? reader.items.map(({ id }) => id) : [],
      );
    const revealed = async () => {
      const { query } = store as unknown as Database<AuthSchema>;
      const rows = await query.selectFrom("audit").select("subject").orderBy("id").execute();
      return rows.map(({ subject }) => subject.replace(" in docs", ""));
    };
    const acknowledged: string[] = [];
    for (const statements of LIVES.messages) {
      acknowledged.push(...(await run("messages", statements)));
      expect(await revealed()).toEqual(await opened());
      expect(await opened()).toEqual(expect.arrayContaining(acknowledged));
    }
    expect(acknowledged.length).toBeGreaterThan(0);
    expect((await opened()).length).toBeLessThan(IDS.length);
  });
});
