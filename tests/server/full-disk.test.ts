import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Database, openDatabase } from "../../lib/database/open.ts";
import { AppError } from "../../lib/errors.ts";
import { errorResponse } from "../../lib/http/route.ts";
import { createDecisionLog, createDecisionOutbox } from "../../lib/outbox/decision-outbox.ts";
import { GitFailed, git, gitHome } from "../../lib/platform/host/git.ts";
import { sendFailureOf } from "../../lib/queries/decisions.ts";
import { createReadiness } from "../../lib/services/readiness.ts";
import { migrateStore } from "../../lib/store/open.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { createDecisions } from "../../lib/store/write/decisions.ts";
import { mirrored } from "../support/ledger.ts";
import { memoryStorage } from "../support/outbox.ts";
import { mountSmallDisk } from "../support/small-disk.ts";

const PERSON = { id: "ada", name: "Ada" };
const disk = mountSmallDisk(16_000_000);

describe.skipIf(disk === null)("on a full disk (needs the right to mount one)", () => {
  let database: Database<StoreSchema>;

  beforeAll(async () => {
    const file = join(disk?.folder ?? "", "errata.sqlite");
    database = openDatabase<StoreSchema>({ databaseUrl: null, file });
    await migrateStore(database);
    await mirrored(database, "docs", [{ id: "a" }]);
  });

  afterAll(async () => {
    await database.close();
    disk?.remove();
  });

  test("git says so as well", async () => {
    const folder = disk?.folder ?? "";
    const place = { folder, home: await gitHome(folder) };
    await git(["init", "--quiet", "--bare"], place);
    disk?.fill();
    const written = git(["hash-object", "-w", "--stdin"], { ...place, input: "x".repeat(9_000) });
    await expect(written).rejects.toMatchObject({
      name: "GitFailed",
      code: "disk_full",
      message: expect.stringMatching(/^Not saved: the disk is full/),
    });
    disk?.empty();
    const remote = new GitFailed("push", "remote: fatal: No space left on device");
    expect(remote).toMatchObject({
      code: "unavailable",
      message: expect.stringMatching(/remote:/),
    });
  });

  test("the server isn't ready, says why, and the browser keeps and resends decisions", async () => {
    const decisions = createDecisions({
      database,
      clock: { now: () => Date.now() },
      statusWrites: null,
    });
    const isReady = createReadiness({ store: database, dataDir: disk?.folder ?? "", write: null });
    await isReady();

    disk?.fill();
    const messages: string[] = [];
    const retry = vi.fn<() => void>();
    const outbox = createDecisionOutbox({
      log: createDecisionLog(memoryStorage(), PERSON.id, "docs"),
      // What a browser receives over HTTP.
      send: async (sent) => {
        try {
          const received = sent.map((decision) => ({ ...decision, age: 0 }));
          return await decisions.apply("docs", received as never, PERSON);
        } catch (error) {
          const response = errorResponse(error);
          const { error: body } = await response.json();
          messages.push(`${response.status} ${body.message}`);
          throw new AppError(body.code, body.message);
        }
      },
      failureOf: sendFailureOf,
      now: Date.now,
      exclusive: (work) => work(),
      delay: () => new Promise((resolve) => retry.mockImplementationOnce(() => resolve())),
      onSettled: () => undefined,
    });
    outbox.add({
      kind: "set",
      id: "11111111-1111-4111-8111-111111111111",
      madeAt: Date.now(),
      ids: ["a"],
      status: "resolved",
      before: {},
    } as never);
    await vi.waitFor(() => expect(outbox.state().obstacle).toBe("disk_full"));
    expect(messages).toEqual([
      "507 Not saved: the disk is full. Free up some space on the server, then try again.",
    ]);
    expect(outbox.state().waiting).toHaveLength(1);
    const probe = createReadiness({ store: database, dataDir: disk?.folder ?? "", write: null });
    await expect(probe()).rejects.toThrow("Not ready: the disk is almost full");

    disk?.empty();
    retry();
    await vi.waitFor(() => expect(outbox.state().waiting).toHaveLength(0));
    const row = await database.query
      .selectFrom("feedback")
      .select("team_status")
      .executeTakeFirstOrThrow();
    expect(row.team_status).toBe("resolved");
    await createReadiness({ store: database, dataDir: disk?.folder ?? "", write: null })();
  });
});
