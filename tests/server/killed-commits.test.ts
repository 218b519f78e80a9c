import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemClock } from "../../lib/clock.ts";
import { reviewCommentServices } from "../../lib/services/review-comment-services.ts";
import { eventsOfJob } from "../../lib/store/jobs/events.ts";
import { createJobStore } from "../../lib/store/jobs/store.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { node } from "../../scripts/setup/project.mjs";
import { anyEngine, openTestDatabase, type TestDatabase } from "../support/databases.ts";
import { gitIn } from "../support/repository.ts";
import { openWorkshop, runJob, type Workshop } from "../support/workshop.ts";

const script = fileURLToPath(new URL("../support/killed-commit-process.ts", import.meta.url));
/** The entry of the audit log, what is recorded before the push, and each statement of what is recorded after it. */
const STATEMENTS = [1, 2, 3, 4, 5];

describe.each(anyEngine)("a person's commit whose process is killed ($name)", (engine) => {
  let shop: Workshop;
  let store: TestDatabase<StoreSchema>;
  beforeEach(async () => {
    const run = async ({ folder }: { folder: string }) => {
      writeFileSync(join(folder, "new.md"), "edited 0\n");
      return { summary: "Wrote it." };
    };
    shop = await openWorkshop({ engine, agent: { model: "test-agent", run } });
    // People's accounts are in the store's database.
    store = await openTestDatabase<StoreSchema>(engine, "killed-commits", "auth");
    shop.jobs.start();
  });
  afterEach(async () => {
    await shop.close();
    await store.close();
  });

  test("is in the history if it is on the branch, once, and not otherwise", async () => {
    const { id: job } = await runJob(shop.jobs, "Fix /quickstart");
    const { pulls } = shop.host;
    const services = reviewCommentServices({
      platform: { pulls },
      jobs: { get: async () => ({ platformJobId: job }) as never },
      store: createJobStore(store),
      audit: { record: async () => {} },
      clock: systemClock,
    });
    const changes = async () => {
      const found = await pulls.ofJob(job, 1);
      if (!found) throw new Error("no pull request");
      return found.changes;
    };
    const { branch } = await changes();
    const edit = async (statements: number) => {
      const { head, files } = await changes();
      const [file] = files;
      const [path, version, hunk] = [file?.path, file?.version, file?.hunks[0]?.id];
      const seen = { id: `edit-000${statements}`, head, path, version, hunk };
      const lines = { ...seen, line: 1, lastLine: 1, text: `edited ${statements}` };
      const places = { dataDir: shop.dataDir, platform: shop.database.location };
      const given = { ...places, store: store.location, statements, job, lines };
      const parameter = JSON.stringify(given);
      const child = spawn(node, ["--conditions=react-server", script, parameter], {
        stdio: "inherit",
      });
      return once(child, "exit");
    };
    const pushed = () =>
      gitIn(
        shop.origin,
        "log",
        "--author=Ann",
        "--format=%(trailers:key=Errata-Request,valueonly)",
        branch,
      )
        .split("\n")
        .filter((line) => line !== "")
        .toReversed();
    const recorded = async () =>
      (await eventsOfJob(store.query, "docs", "job-1")).map(({ detail }) => detail.comment);
    for (const statements of STATEMENTS) {
      expect(await edit(statements)).toEqual([null, "SIGKILL"]);
      const before = await recorded();
      expect(pushed()).toEqual(expect.arrayContaining(before));
      await changes();
      await services.settle("docs", "job-1");
      expect(await recorded()).toEqual(pushed());
    }
    expect(await edit(1_000)).toEqual([0, null]);
    await services.settle("docs", "job-1");
    expect(await recorded()).toEqual(["edit-0003", "edit-0004", "edit-0005", "edit-0001000"]);
    expect(pushed()).toEqual(await recorded());
    const listed = await services.list("docs", "job-1", "ann");
    expect(listed.map(({ id }) => id)).toEqual(await recorded());
    expect(
      await createJobStore(store).unconfirmedCommits({ project_id: "docs", job_id: "job-1" }),
    ).toEqual([]);
  });
});
