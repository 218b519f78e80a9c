import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { anyEngine, openTestStore, type TestDatabase } from "../support/databases.ts";
import { forgetJobs, mirrored } from "../support/ledger.ts";
import type { LedgerWork } from "../support/ledger-worker.ts";

const PROJECT = "docs";
const WORKER = fileURLToPath(new URL("../support/ledger-worker.ts", import.meta.url));

describe.each(anyEngine)("claims on jobs ($name)", (engine) => {
  let database: TestDatabase<StoreSchema>;
  let server: Server;
  let workers: ChildProcess[];
  /** Responses to polls that the platform has not answered yet. */
  let polls: ServerResponse[];
  let posts: ServerResponse[];
  let answerPosts: boolean;

  beforeAll(async () => {
    database = await openTestStore(engine, "claims");
    await mirrored(database, PROJECT, [{ id: "a" }]);
    server = createServer((request, response) => {
      if (request.method === "GET") return void polls.push(response);
      posts.push(response);
      if (answerPosts) answer(response, 201, "active");
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
  });
  beforeEach(async () => {
    await forgetJobs(database);
    [workers, polls, posts, answerPosts] = [[], [], [], true];
  });
  afterEach(() => {
    for (const worker of workers) worker.kill("SIGKILL");
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await database.close();
  });

  const answer = (response: ServerResponse, code: number, status: string) =>
    response
      .writeHead(code, { "content-type": "application/json" })
      .end(JSON.stringify({ id: "job-1", status }));
  const row = () => database.query.selectFrom("job").selectAll().executeTakeFirstOrThrow();

  function startWorker(speed: number): ChildProcess {
    const { port } = server.address() as AddressInfo;
    const work: LedgerWork = {
      location: database.location,
      baseUrl: `http://127.0.0.1:${port}`,
      projectId: PROJECT,
      intents: [1],
      began: Date.now(),
      speed,
    };
    const args = ["--conditions=react-server", "--no-warnings", WORKER, JSON.stringify(work)];
    const worker = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
    workers.push(worker);
    return worker;
  }

  test("end within seconds when their process is killed in the middle of a poll", async () => {
    const killed = startWorker(1);
    await vi.waitFor(() => expect(polls).toHaveLength(1), { timeout: 120_000 });
    killed.kill("SIGKILL");
    startWorker(1);
    // A claim lasts two seconds; the rest is for the other process to start on a busy machine.
    await vi.waitFor(() => expect(polls).toHaveLength(2), { interval: 50, timeout: 120_000 });
    for (const poll of polls) answer(poll, 200, "failed");
    await vi.waitFor(async () => expect((await row()).settled_at).not.toBeNull());
    expect(posts).toHaveLength(1);
  });

  // Renewing is one update, on one database as on the other.
  test.runIf(engine.name === "sqlite")(
    "outlast a slow poll, so that no other process polls the same job",
    async () => {
      startWorker(3);
      await vi.waitFor(() => expect(polls).toHaveLength(1), { timeout: 120_000 });
      startWorker(3);
      // Three times as long as a claim lasts without renewal.
      await wait(6_000);
      expect(polls).toHaveLength(1);
      for (const poll of polls) answer(poll, 200, "failed");
      await vi.waitFor(async () => expect((await row()).settled_at).not.toBeNull());
      expect(polls).toHaveLength(1);
    },
  );

  test("of a process killed while sending end, and the job is not sent again", async () => {
    answerPosts = false;
    const killed = startWorker(1);
    await vi.waitFor(() => expect(posts).toHaveLength(1), { timeout: 120_000 });
    killed.kill("SIGKILL");
    startWorker(1);
    await vi.waitFor(async () => expect((await row()).problem).toContain("may or may not exist"), {
      interval: 50,
      timeout: 120_000,
    });
    expect(posts).toHaveLength(1);
  });
});
