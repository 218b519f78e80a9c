import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { HOUR } from "../../lib/contract/platform/vocabulary.ts";
import { CALIBRATION_TEXTS } from "../../lib/embeddings/calibration.ts";
import type { Log } from "../../lib/log.ts";
import { createEmbedding, storedModel } from "../../lib/services/embedding.ts";
import { indexSomeGroups } from "../../lib/similar/index-groups.ts";
import { createNearestItems } from "../../lib/similar/nearest.ts";
import { similarItems } from "../../lib/similar/similar-items.ts";
import { removeItems } from "../../lib/store/deletion/remove-items.ts";
import { readEmbeddingState } from "../../lib/store/embeddings/state.ts";
import { createLease } from "../../lib/store/lease.ts";
import { removeReader } from "../../lib/store/remove-reader.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { createDecisions } from "../../lib/store/write/decisions.ts";
import { upsertFeedback } from "../../lib/store/write/write.ts";
import { searchFor } from "../../lib/text/reader-address.ts";
import { node } from "../../scripts/setup/project.mjs";
import { engines, openTestStore, ruleTest, type TestDatabase } from "../support/databases.ts";
import {
  EMBEDDINGS_KEY,
  startEmbeddings,
  type TestEmbeddings,
} from "../support/embeddings-service.ts";
import { mirrored } from "../support/feedback.ts";
import { faults } from "../support/misbehaving-platform.ts";

const BROKEN = "The link to the download doesn't work";
const KAPUTT = "Der Download lässt sich nicht öffnen";
const MUERTO = "El enlace de descarga está roto";
const OTHER = "How do I rotate an API key?";
const ADA = { id: "ada", name: "Ada" };
const script = fileURLToPath(new URL("../support/embedding-process.ts", import.meta.url));

describe.each(engines)("similar items by meaning on $name", (engine) => {
  const rule = ruleTest(engine);
  let store: TestDatabase<StoreSchema>;
  let service: TestEmbeddings;
  let now = Date.parse("2026-11-01T00:00:00Z");
  let warnings: string[];
  const clock = { now: () => now };
  const log = {
    warn: (fields: { problem?: string; err?: unknown }) =>
      warnings.push(fields.problem ?? String(fields.err)),
  } as unknown as Log;

  beforeEach(async () => {
    [store, service] = await Promise.all([openTestStore(engine, "embeddings"), startEmbeddings()]);
    warnings = [];
    for (const text of [BROKEN, KAPUTT, MUERTO]) service.meanings.set(text, "download");
  });
  afterEach(() => Promise.all([store.close(), service.close()]));

  const configured = (model = "test") => ({ url: service.url, key: EMBEDDINGS_KEY, model });
  const open = (given: ReturnType<typeof configured> | null = configured(), timeLimit?: number) => {
    const holder = randomUUID();
    const lease = createLease({
      database: store,
      clock,
      name: "embeddings",
      holder,
      duration: 60_000,
    });
    return createEmbedding({ database: store, service: given, lease, clock, log, timeLimit });
  };
  /** Does all steps that can be done now, in a process of its own if none is given. */
  const run = async (given?: ReturnType<typeof open>) => {
    const embedding = given ?? open();
    while (await embedding.step());
    if (!given) await embedding.stop();
    return embedding;
  };
  const add = (...entries: Record<string, unknown>[]) =>
    store.query
      .transaction()
      .execute((trx) => upsertFeedback(trx, "docs", entries.map(mirrored), now));
  const similar = async (id: string, model = "test") => {
    while (await indexSomeGroups(store.query));
    const nearest = createNearestItems(store, storedModel(configured(model)));
    const { suggested } = await similarItems(store.query, nearest, "docs", id);
    return suggested.map(({ item, foundBy }) => `${item.id} by ${foundBy}`);
  };
  const count = async (table: "embedding_vector" | "embedding_pending" | "embedding_item") => {
    const { rows } = await store.query
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as("rows"))
      .executeTakeFirstOrThrow();
    return rows;
  };
  /** The comments that were sent, without the sentences that each model reads first. */
  const sent = () =>
    service
      .batches()
      .flat()
      .filter((text) => !CALIBRATION_TEXTS.includes(text));

  test("are found across wording and language, beside those found by wording", async () => {
    await add(
      { id: "a", comment: BROKEN },
      { id: "b", comment: KAPUTT },
      { id: "c", comment: MUERTO, path: "/install" },
      { id: "d", comment: OTHER },
      { id: "e", comment: "The link to the download really doesn't work on the phone" },
    );
    expect(await similar("a")).toEqual(["e by wording"]);
    const embedding = await run();
    expect(await similar("a")).toEqual([
      "e by wording",
      ...["b by meaning", "c by meaning"].toSorted(),
    ]);
    expect(await similar("d")).toEqual([]);
    expect(await embedding.status("docs")).toEqual({
      model: "test",
      host: new URL(service.url).host,
      problem: null,
      read: 5,
      rejected: 0,
      total: 5,
    });
    // What someone said isn't similar isn't suggested again.
    const decide = createDecisions({
      database: store,
      clock,
      statusWrites: null,
      isActivePerson: async () => true,
    });
    const separate = { kind: "separate" as const, id: "decision-1", age: 0, ids: ["b"], from: "a" };
    await decide.apply("docs", [separate], ADA);
    expect(await similar("a")).toEqual(["e by wording", "c by meaning"]);
  });

  rule("a group is suggested once, with all its items", async () => {
    await add(
      { id: "a", comment: BROKEN },
      ...["b1", "b2", "b3"].map((id) => ({ id, comment: KAPUTT })),
    );
    await run();
    while (await indexSomeGroups(store.query));
    const nearest = createNearestItems(store, storedModel(configured()));
    const { suggested } = await similarItems(store.query, nearest, "docs", "a");
    expect(suggested.map(({ ids }) => ids.toSorted())).toEqual([["b1", "b2", "b3"]]);
    expect(await similar("b1")).toEqual(["a by meaning"]);

    // Nor is it suggested by an item that joins it after someone said that it isn't similar.
    const { apply } = createDecisions({ database: store, clock, statusWrites: null });
    const separate = { kind: "separate" as const, id: "decision-1", age: 0, from: "a" };
    await apply("docs", [{ ...separate, ids: ["b1", "b2", "b3"] }], ADA);
    service.meanings.set(`${KAPUTT}!`, "download");
    await add({ id: "b4", comment: `${KAPUTT}!` });
    await run();
    while (await indexSomeGroups(store.query));
    expect(await similar("a")).toEqual([]);
  });

  rule("many texts of an item's own group leave room for others", async () => {
    const variants = Array.from({ length: 40 }, (_, index) => BROKEN + "!".repeat(index));
    for (const text of variants) service.meanings.set(text, "download");
    await add(
      ...variants.map((comment, index) => ({ id: `a${index}`, comment })),
      ...[{ id: "b", comment: KAPUTT }],
    );
    await run();
    expect(await similar("a0")).toEqual(["b by meaning"]);
  });

  rule("each text is sent once, without addresses, and no noise", async () => {
    await add(
      { id: "a", comment: "  Write to\n jane.doe@example.org, please" },
      { id: "b", comment: "Write to john＠mail.example.net, please" },
      { id: "c", comment: OTHER },
      { id: "d", comment: ` ${OTHER} ` },
      { id: "vote", helpful: true },
      { id: "noise", comment: "asdfghjkl" },
      { id: "sign", comment: "👍" },
    );
    await run();
    await add({ id: "later", comment: OTHER });
    const embedding = await run();
    expect(await embedding.status("docs")).toMatchObject({ read: 5, total: 5 });
    expect(sent().toSorted()).toEqual([OTHER, "Write to [removed], please"]);
    expect(service.requests.map(({ path }) => path)).toEqual(["/embeddings", "/embeddings"]);
    for (const { headers, body } of service.requests) {
      expect(headers.authorization).toBe(`Bearer ${EMBEDDINGS_KEY}`);
      expect(JSON.parse(body)).toEqual({ model: "test", input: expect.any(Array) });
    }
  });

  test("vectors go with the last item that has their text", async () => {
    await add(
      { id: "a", comment: BROKEN },
      { id: "b", comment: BROKEN },
      { id: "c", comment: KAPUTT },
      {
        id: "d",
        comment: "Ask ada.lovelace@example.org about it",
        contact: "ada.lovelace@example.org",
      },
    );
    await run();
    const remove = (id: string) =>
      store.query.transaction().execute((trx) => removeItems(trx, "docs", [id]));
    expect(await count("embedding_vector")).toBe(3);
    await remove("a");
    expect(await count("embedding_vector")).toBe(3);
    await remove("b");
    expect(await count("embedding_vector")).toBe(2);
    await add({ id: "c", comment: OTHER });
    await run();
    expect(await count("embedding_vector")).toBe(2);
    expect(await similar("c")).toEqual([]);
    // A forgotten reader's address was never part of a text.
    const before = service.requests.length;
    await removeReader(store, searchFor("ada.lovelace@example.org"));
    await run();
    expect(service.requests.length).toBe(before);
    await remove("c");
    await remove("d");
    expect([await count("embedding_vector"), await count("embedding_item")]).toEqual([0, 0]);
  });

  test("an item that is deleted while its text is read leaves nothing", async () => {
    await add({ id: "a", comment: BROKEN });
    const embedding = open();
    // Lists the texts, and calibrates.
    while ((await count("embedding_pending")) === 0 || service.requests.length === 0)
      await embedding.step();
    service.next((request, response) => {
      void store.query
        .transaction()
        .execute((trx) => removeItems(trx, "docs", ["a"]))
        .then(() => service.behave(request, response));
    });
    await run(embedding);
    expect(sent()).toEqual([BROKEN]);
    expect([await count("embedding_vector"), await count("embedding_pending")]).toEqual([0, 0]);
  });

  test("another model replaces all vectors, and the process that started last decides", async () => {
    await add({ id: "a", comment: BROKEN }, { id: "b", comment: KAPUTT });
    const [first, second] = [open(), open(configured("other"))];
    await run(first);
    await second.step();
    expect(await first.step()).toBe(false);
    await run(second);
    expect(await similar("a")).toEqual([]);
    expect(await similar("a", "other")).toEqual(["b by meaning"]);
    expect(sent().length).toBe(4);
    await add({ id: "c", comment: MUERTO });
    expect(await first.step()).toBe(false);
    await run(second);
    expect(await count("embedding_vector")).toBe(3);
    // Without a service, nothing is left and nothing is queued.
    await run(open(null));
    expect(await second.step()).toBe(false);
    await add({ id: "d", comment: OTHER });
    expect(await readEmbeddingState(store.query)).toBeNull();
    for (const table of ["vector", "pending", "item", "queue", "scan"] as const) {
      const rows = await store.query.selectFrom(`embedding_${table}`).selectAll().execute();
      expect(rows, table).toEqual([]);
    }
    expect(await similar("a", "other")).toEqual([]);
  });

  rule("an answer of a model that was replaced meanwhile isn't stored", async () => {
    await add({ id: "a", comment: BROKEN });
    const [first, second] = [open(), open(configured("other"))];
    service.next(service.behave, (request, response) => {
      void second.step().then(() => service.behave(request, response));
    });
    await run(first);
    expect(sent()).toEqual([BROKEN]);
    expect(await count("embedding_vector")).toBe(0);
    expect(await readEmbeddingState(store.query)).toMatchObject({
      is_clearing: 1,
      threshold: null,
    });
  });

  test("of several processes, one reads", async () => {
    await add({ id: "a", comment: BROKEN });
    const [one, other] = [open(), open()];
    await one.step();
    expect(await other.step()).toBe(false);
    await run(one);
    expect(service.requests.length).toBe(2);
    now += 60_001;
    await add({ id: "b", comment: OTHER });
    await run(other);
    expect(await one.step()).toBe(false);
    expect(sent()).toEqual([BROKEN, OTHER]);
  });

  rule.each([
    {
      name: "429 with Retry-After",
      fault: faults.status(429, { "retry-after": "300" }),
      wait: 300_000,
      says: "returned 429: too many requests",
    },
    {
      name: "a Retry-After of a year",
      fault: faults.status(503, { "retry-after": "31536000" }),
      wait: HOUR,
      says: "returned 503",
    },
    { name: "500", fault: faults.status(500), wait: 60_000, says: "returned 500" },
    { name: "nothing", fault: faults.hang, wait: 60_000, says: "didn't respond within 1 second" },
    {
      name: "other dimensions",
      fault: faults.json({ data: [{ index: 0, embedding: [1, 0, 0] }] }),
      wait: 60_000,
      says: "3 dimensions instead of 96",
    },
  ])("a service that answers with $name is asked again later", async ({ fault, wait, says }) => {
    await add({ id: "a", comment: BROKEN });
    await run();
    await add({ id: "b", comment: KAPUTT });
    const before = service.requests.length;
    service.always(fault);
    const embedding = await run(open(configured(), 1_000));
    await embedding.stop();
    const { problem, read, total } = (await embedding.status("docs")) ?? {};
    expect(problem?.message).toContain(says);
    expect(problem).toMatchObject({ since: now, retryAt: now + wait });
    expect([read, total]).toEqual([1, 2]);
    // A process that was started since doesn't ask before, either.
    now += wait - 1;
    await run();
    now += 60_000;
    expect(await similar("a")).toEqual([]);
    // The next failure isn't logged again.
    await (await run(open(configured(), 1_000))).stop();
    expect(service.requests.length).toBe(before + 2);
    expect(warnings).toEqual([problem?.message]);
    service.always(null);
    now += 2 * HOUR;
    await run();
    expect((await embedding.status("docs"))?.problem).toBeNull();
    expect(await similar("a")).toEqual(["b by meaning"]);
    expect(JSON.stringify([warnings, problem])).not.toContain(EMBEDDINGS_KEY);
  });

  rule("a service that can't tell sentences apart isn't used", async () => {
    await add({ id: "a", comment: BROKEN }, { id: "b", comment: OTHER });
    service.always((request, response) => {
      const { input } = JSON.parse(request.body) as { input: string[] };
      const data = input.map((_, index) => ({ index, embedding: [0.5, 0.5] }));
      faults.json({ data })(request, response);
    });
    const embedding = await run();
    const status = await embedding.status("docs");
    expect(status?.problem?.message).toContain("can't tell different sentences apart");
    expect(await similar("a")).toEqual([]);
  });

  rule(
    "a service that takes few texts at once gets few, and a text that it can't read is left out",
    async () => {
      const poison = "This comment breaks the tokenizer";
      service.always((request, response) => {
        const { input } = JSON.parse(request.body) as { input: string[] };
        const fault = input.length > 8 ? faults.status(413) : faults.status(400);
        if (input.length > 8 || input.includes(poison)) fault(request, response);
        else service.behave(request, response);
      });
      const comments = Array.from(
        { length: 20 },
        (_, index) => `Comment about step ${index} of it`,
      );
      await add(...[...comments, poison].map((comment, index) => ({ id: `c${index}`, comment })));
      const embedding = await run();
      expect(await embedding.status("docs")).toMatchObject({
        read: 20,
        rejected: 1,
        total: 21,
        problem: null,
      });
      const after = service.requests.length;
      await run();
      expect(service.requests.length).toBe(after);
    },
  );

  rule("a service that rejects everything rejects no text", async () => {
    await add({ id: "a", comment: BROKEN });
    await run();
    service.always(faults.status(400));
    await add({ id: "b", comment: KAPUTT });
    const embedding = await run();
    expect(await embedding.status("docs")).toMatchObject({ read: 1, rejected: 0, total: 2 });
    expect(warnings.join()).toContain("returned 400");
  });

  rule(
    "after a process was killed in the middle of a batch, only that batch is sent again",
    async () => {
      const comments = Array.from(
        { length: 100 },
        (_, index) => `Comment about step ${index} of it`,
      );
      await add(...comments.map((comment, index) => ({ id: `c${index}`, comment })));
      // The sentences, and one batch. The next one is never answered.
      service.next(service.behave, service.behave, faults.hang);
      const given = { location: store.location, service: configured(), duration: 60_000 };
      const child: ChildProcess = spawn(
        node,
        ["--conditions=react-server", script, JSON.stringify(given)],
        { stdio: "inherit" },
      );
      await expect.poll(() => service.requests.length, { timeout: 120_000 }).toBe(3);
      child.kill("SIGKILL");
      await once(child, "exit");
      const interrupted = new Set(service.batches()[2]);
      expect(interrupted.size).toBe(32);
      expect(await count("embedding_vector")).toBe(32);
      // Its lease has to expire first.
      now = Date.now();
      expect(await open().step()).toBe(false);
      now = Date.now() + 60_001;
      await run();
      const times = Map.groupBy(sent(), (text) => text);
      const again = [...times].filter(([, all]) => all.length > 1).map(([text]) => text);
      expect(times.size).toBe(100);
      expect(again.toSorted()).toEqual([...interrupted].toSorted());
      expect([await count("embedding_vector"), await count("embedding_pending")]).toEqual([100, 0]);
    },
  );
});
