import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { systemClock } from "../../lib/clock.ts";
import { leash } from "../../lib/contract/api/leash.ts";
import { eventsOfJob } from "../../lib/store/jobs/events.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { node } from "../../scripts/setup/project.mjs";
import { agentThat } from "../support/agents.ts";
import { anyEngine, openTestDatabase, type TestDatabase } from "../support/databases.ts";
import { ledgerOf, processOnce } from "../support/ledger.ts";
import { openWorkshop, type Workshop } from "../support/workshop.ts";

const script = fileURLToPath(new URL("../support/killed-request-process.ts", import.meta.url));
const RULES = leash.parse({ allowed: ["*.mdx"] });

/** What the history says of each. */
const HISTORY = {
  decide: { event: "held", detail: { decision: "trim", files: 1, by: "Ann" } },
  stop: { event: "outcome", detail: { outcome: "stopped", by: "Ann" } },
  archive: { event: "archive", detail: { by: "Ann" } },
} as const;
type Kind = keyof typeof HISTORY;

describe.each(anyEngine)(
  "what someone asks of a job while the process is killed ($name)",
  (engine) => {
    let shop: Workshop;
    let store: TestDatabase<StoreSchema>;
    beforeEach(async () => {
      const agent = agentThat(async ({ folder }) => {
        mkdirSync(join(folder, "notes"), { recursive: true });
        for (const path of ["new.mdx", "notes/todo.md"])
          writeFileSync(join(folder, path), "New.\n");
        return { summary: "Wrote files." };
      });
      shop = await openWorkshop({ engine, agent, leashOf: async () => RULES });
      // People's accounts are in the store's database.
      store = await openTestDatabase<StoreSchema>(engine, "killed-requests", "auth");
      shop.jobs.start();
    });
    afterEach(async () => {
      await shop.close();
      await store.close();
    });

    /** A job with a change that waits, in the ledger as well. */
    const heldJob = async () => {
      const { id } = await shop.jobs.create("docs", "Fix /quickstart");
      const row = { id: `job-${id}`, project_id: "docs", intent_key: id, platform_job_id: id };
      const sent = {
        state: "sent" as const,
        platform_status: "active",
        prompt: "Fix",
        created_at: 1,
      };
      await store.query
        .insertInto("job")
        .values({ ...row, ...sent, began_at: 1, next_poll_at: Date.now() + 60_000 })
        .execute();
      const item = { project_id: "docs", job_id: row.id, feedback_id: "a" };
      await store.query.insertInto("job_feedback").values(item).execute();
      const version = await vi.waitFor(
        async () => {
          const held = (await shop.jobs.report("docs", id))?.held;
          if (!held) throw new Error("not held");
          return held.version;
        },
        { timeout: 60_000, interval: 50 },
      );
      return { id, job: row.id, version };
    };
    type Held = Awaited<ReturnType<typeof heldJob>>;

    /** Someone asks for it in a process that kills itself before the platform is asked, or once it did it. */
    const ask = (kind: Kind, isDone: boolean, { job, version }: Held) => {
      const places = { platform: shop.database.location, store: store.location };
      const given = { dataDir: shop.dataDir, ...places, kind, isDone, job, version };
      const child = spawn(node, ["--conditions=react-server", script, JSON.stringify(given)], {
        stdio: "inherit",
      });
      return once(child, "exit");
    };

    /** Whether the platform did it. */
    const isDone = async (kind: Kind, { id }: Held) => {
      const job = await shop.jobs.retrieve("docs", id);
      if (kind === "archive") return job?.status === "archived";
      if (kind === "stop") return job?.status === "failed";
      return !(await shop.jobs.held("docs")).includes(id);
    };

    const recorded = async (kind: Kind, { job }: Held) => ({
      events: (await eventsOfJob(store.query, "docs", job))
        .filter((each) => each.kind === HISTORY[kind].event)
        .map(({ detail }) => detail),
      trimmed: await store.query
        .selectFrom("review_comment")
        .select(["path", "person_id", "parent_id"])
        .where("job_id", "=", job)
        .execute(),
    });

    test.each([
      ["decide", false],
      ["decide", true],
      ["stop", true],
      ["archive", true],
    ] as const)(
      "%s is carried out and in the history, once (done before: %s)",
      async (kind, wasDone) => {
        const held = await heldJob();
        if (kind === "archive") {
          await shop.jobs.decideHeld("docs", held.id, {
            decision: "discard",
            version: held.version,
          });
        }
        expect(await ask(kind, wasDone, held)).toEqual([null, "SIGKILL"]);
        expect(await isDone(kind, held)).toBe(wasDone);
        expect(await recorded(kind, held)).toEqual({ events: [], trimmed: [] });
        // Its claim has ended.
        const clock = { now: () => systemClock.now() + 10_000 };
        const servers = [1, 2].map(() => ledgerOf(store, shop.jobs, clock));
        await Promise.all(servers.map((jobs) => processOnce(jobs, "docs", held.job)));
        expect(await isDone(kind, held)).toBe(true);
        const lines = [{ path: "notes/todo.md", person_id: "ann", parent_id: null }];
        const history = {
          events: [HISTORY[kind].detail],
          trimmed: kind === "decide" ? lines : [],
        };
        await vi.waitFor(async () => expect(await recorded(kind, held)).toEqual(history));
      },
    );
  },
);
