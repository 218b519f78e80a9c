import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { NO_FILTERS } from "../../lib/filters/feedback-filters.ts";
import { createFeedbackStore } from "../../lib/store/feedback-store.ts";
import { node } from "../../scripts/setup/project.mjs";
import { entry, MINUTE, type MirrorRig, openMirrorRig, until } from "../support/mirror-rig.ts";

let rig: MirrorRig;
const children: ChildProcess[] = [];

beforeEach(async () => {
  rig = await openMirrorRig("sqlite");
});

afterEach(async () => {
  for (const child of children) child.kill("SIGKILL");
  await rig.close();
});

/** Returns the milliseconds that a list page and the facets take. */
async function timeRead(entries: number): Promise<number> {
  const feedback = createFeedbackStore(rig.database);
  const before = performance.now();
  const page = await feedback.page("docs", NO_FILTERS, { limit: 50, cursor: null });
  expect(page.feedback).toHaveLength(50);
  expect((await feedback.facets("docs", NO_FILTERS)).all).toBe(entries);
  return performance.now() - before;
}

test("a full disk stops the sync but no reads, is shown, and recovers", async () => {
  const mirror = rig.start();
  await rig.settled(mirror);
  const { query } = rig.database;
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(query);
  const pages = sql.raw(`pragma max_page_count = ${rows[0]?.page_count}`);
  await pages.execute(query);
  const comment = "long ".repeat(400);
  const createdAt = new Date(rig.time).toISOString();
  rig.platform.entries.unshift(
    ...Array.from({ length: 90 }, (_, n) => entry(-1 - n, { comment, createdAt })),
  );
  rig.time += MINUTE;
  await until(async () => {
    expect((await mirror.status("docs")).problem).toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("disk is full"),
    });
  });
  await timeRead(450);
  const { entries } = await query.selectFrom("sync").select("entries").executeTakeFirstOrThrow();
  expect(entries).toBe(450);

  await sql`pragma max_page_count = 1000000`.execute(query);
  rig.time += 6 * MINUTE;
  await until(() => rig.expectSame());
  await until(async () => expect((await mirror.status("docs")).problem).toBeNull());
  const check = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(query);
  expect(check.rows).toEqual([{ integrity_check: "ok" }]);
});

test("a lock held by another process stops no reads, is shown, and recovers", async () => {
  const mirror = rig.start();
  await rig.settled(mirror);
  const script = fileURLToPath(new URL("../support/lock-holder.ts", import.meta.url));
  const holder = spawn(node, [script, rig.database.location.file], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(holder);
  if (holder.stdout) await once(holder.stdout, "data");
  rig.platform.entries.unshift(entry(-1, { createdAt: new Date(rig.time).toISOString() }));
  rig.time += MINUTE;
  // While the mirror waits for the lock, and after it times out.
  const durations: number[] = [];
  await expect
    .poll(
      async () => {
        durations.push(await timeRead(450));
        return (await mirror.status("docs")).problem?.message;
      },
      { timeout: 120_000, interval: 50 },
    )
    .toMatch(/lock/);
  // A read that waits for the lock takes ten seconds.
  expect(durations.sort((a, b) => a - b)[Math.floor(durations.length / 2)]).toBeLessThan(5_000);
  expect(rig.platform.requests).toHaveLength(5);

  const ended = once(holder, "exit");
  holder.kill("SIGKILL");
  await ended;
  await until(() => rig.expectSame());
  await until(async () => expect((await mirror.status("docs")).problem).toBeNull());
});
