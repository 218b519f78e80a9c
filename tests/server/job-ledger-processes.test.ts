import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { anyEngine, openTestStore, type TestDatabase } from "../support/databases.ts";
import { mirrored } from "../support/ledger.ts";
import type { LedgerWork } from "../support/ledger-worker.ts";
import { isThorough } from "../support/thorough.ts";

const PROJECT = "docs";
const INTENTS = isThorough ? 60 : 30;
const PROCESSES = 3;
/** Processes that are killed, each when its POST arrives. */
const KILLS = isThorough ? 4 : 2;
const WORKER = fileURLToPath(new URL("../support/ledger-worker.ts", import.meta.url));

describe.each(anyEngine)("three processes with one ledger ($name)", (engine) => {
  let database: TestDatabase<StoreSchema>;
  let server: Server;
  const workers = new Map<number, ChildProcess>();
  const posts: string[] = [];
  let killed = 0;
  let started = 0;
  const began = Date.now();

  beforeAll(async () => {
    database = await openTestStore(engine, "processes");
    await mirrored(database, PROJECT, [{ id: "a" }]);
    server = createServer(async (request, response) => {
      const [, worker] = /^\/w(\d+)\//.exec(request.url ?? "") ?? [];
      const job = (id: string, status: string) =>
        response
          .writeHead(request.method === "POST" ? 201 : 200, { "content-type": "application/json" })
          .end(JSON.stringify({ id, status }));
      if (request.method !== "POST") {
        return job(decodeURIComponent(request.url?.split("/").at(-1) ?? ""), "completed");
      }
      let body = "";
      for await (const chunk of request) body += chunk;
      const { prompt } = JSON.parse(body) as { prompt: string };
      posts.push(prompt);
      if (posts.length % 9 === 0 && killed < KILLS) {
        killed += 1;
        workers.get(Number(worker))?.kill("SIGKILL");
        startWorker();
      } else if (posts.length % 3 === 0) response.destroy();
      else job(`job-${posts.length}`, "active");
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
  });
  afterAll(async () => {
    for (const worker of workers.values()) worker.kill("SIGKILL");
    server.closeAllConnections();
    server.close();
    await database.close();
  });

  function startWorker(): void {
    const number = started;
    started += 1;
    const { port } = server.address() as AddressInfo;
    const work: LedgerWork = {
      location: database.location,
      baseUrl: `http://127.0.0.1:${port}/w${number}`,
      projectId: PROJECT,
      intents: Array.from({ length: INTENTS }, (_, index) => (index * 7 + number * 11) % INTENTS),
      began,
      speed: 3,
    };
    const args = ["--conditions=react-server", "--no-warnings", WORKER, JSON.stringify(work)];
    workers.set(number, spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] }));
  }

  test("send each job once, although a third of the answers are lost and processes die", async () => {
    for (let index = 0; index < PROCESSES; index += 1) startWorker();
    const undecided = async () =>
      database.query
        .selectFrom("job")
        .select("id")
        .where((eb) =>
          eb.or([eb("state", "in", ["queued", "sending"]), eb("platform_status", "=", "active")]),
        )
        .execute();
    await vi.waitFor(
      async () => {
        const { count } = await database.query
          .selectFrom("job")
          .select(({ fn }) => fn.countAll<number>().as("count"))
          .executeTakeFirstOrThrow();
        expect({ count, undecided: await undecided() }).toEqual({ count: INTENTS, undecided: [] });
      },
      { interval: 100, timeout: 120_000 },
    );
    expect(killed).toBe(KILLS);
    expect(posts).toHaveLength(INTENTS);
    expect(new Set(posts).size).toBe(INTENTS);
    const states = await database.query
      .selectFrom("job")
      .select(["state", "platform_status"])
      .execute();
    const counts = Map.groupBy(states, (row) => row.platform_status ?? row.state);
    // Every third answer was lost. Those jobs need a person.
    expect(counts.get("unconfirmed")).toHaveLength(INTENTS / 3);
    expect(counts.get("completed")).toHaveLength((INTENTS * 2) / 3);
    const living = [...workers.values()].filter((worker) => worker.signalCode === null);
    for (const worker of living) worker.stdin?.end();
    await Promise.all(living.map((worker) => worker.exitCode ?? once(worker, "exit")));
  });
});
