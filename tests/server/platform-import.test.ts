import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { listFeedback } from "../../lib/contract/platform/feedback.ts";
import { engines } from "../support/databases.ts";
import { openTestPlatform, type TestPlatform, vote } from "../support/platform.ts";

const FEEDBACK = `${listFeedback.path("docs")}?limit=100`;
const items = (values: unknown[]) => values.map((value, index) => ({ line: index + 1, value }));

describe.each(engines)("an import on $name", (engine) => {
  let platform: TestPlatform;
  beforeEach(async () => {
    platform = await openTestPlatform(engine, [vote("fb_a"), vote("fb_b")]);
  });
  afterEach(() => platform.close());

  const exported = async () =>
    listFeedback.response.parse(await (await platform.ask(FEEDBACK)).json()).feedback;

  test("reports new, changed, unchanged and rejected items, and keeps the rest", async () => {
    const comment = "Changed\u202e";
    const values = [vote("fb_a"), vote("fb_b", { comment }), vote("fb_c"), { id: "fb_d" }, 7];
    const report = await platform.importEntries("docs", items(values));
    expect(report).toMatchObject({ accepted: 1, updated: 1, unchanged: 1, rejected: 2 });
    expect(report.reasons.map(({ line }) => line)).toEqual([4, 5]);
    expect(await exported()).toEqual([vote("fb_c"), vote("fb_b", { comment }), vote("fb_a")]);
  });

  test("changes nothing the second time, or when it imports an export", async () => {
    const values = Array.from({ length: 700 }, (_, index) =>
      vote(`fb_${index}`, { createdAt: index % 9 ? "2026-10-01" : null }),
    );
    expect(await platform.importEntries("docs", items(values))).toMatchObject({ accepted: 700 });
    expect(await platform.importEntries("docs", items(values))).toMatchObject({
      accepted: 0,
      updated: 0,
      unchanged: 700,
      rejected: 0,
    });
    const again = await platform.importEntries("docs", items(await exported()));
    expect(again).toMatchObject({ accepted: 0, updated: 0, unchanged: 100 });
  });

  test("keeps the last of two entries with the same ID", async () => {
    const values = [vote("fb_c"), vote("fb_c", { status: "resolved" })];
    const report = await platform.importEntries("docs", items(values));
    expect(report).toMatchObject({ accepted: 1, updated: 1 });
    expect((await exported())[0]).toMatchObject({ id: "fb_c", status: "resolved" });
  });

  test("writes many entries with the same ID as fast as others: a batch at a time", async () => {
    const values = Array.from({ length: 1_200 }, (_, n) => vote("fb_c", { comment: `${n}` }));
    const report = await platform.importEntries("docs", items(values));
    expect(report).toMatchObject({ accepted: 1, updated: 1_199 });
    expect((await exported())[0]).toMatchObject({ id: "fb_c", comment: "1199" });
    const { revision } = await platform.database.query
      .selectFrom("platform_project")
      .select("revision")
      .executeTakeFirstOrThrow();
    // Two for the entries that were there, and one for each batch.
    expect(revision).toBe(6);
  });

  test("keeps the value of fields that are left out, and names the ones it ignores", async () => {
    const before = vote("fb_a", { status: "resolved", comment: "Kept" });
    await platform.importEntries("docs", items([before]));
    const values = [
      { id: "fb_a", path: "/moved", rating: 5, helpful: true },
      { id: "fb_new", source: "agent", page: "/new", user: { name: "x" } },
    ];
    const report = await platform.importEntries("docs", items(values));
    expect(report).toMatchObject({ accepted: 1, updated: 1, rejected: 0 });
    expect(report.ignored).toEqual(["rating", "user", "helpful of thumbs_only"]);
    expect(await exported()).toEqual([
      vote("fb_b"),
      { ...before, path: "/moved" },
      { ...vote("fb_new"), path: "/new", createdAt: null, source: "agent" },
    ]);
  });

  test("keeps what was read before a file can't be read any further", async () => {
    function* broken() {
      yield* items([vote("fb_c")]);
      throw new Error("The file ends early.");
    }
    await expect(platform.importEntries("docs", broken())).rejects.toThrow("ends early");
    expect((await exported())[0]).toEqual(vote("fb_c"));
  });

  test("lists reasons for the first rejected items and counts the rest", async () => {
    const report = await platform.importEntries("docs", items(Array(30).fill({})));
    expect(report).toMatchObject({ rejected: 30 });
    expect(report.reasons).toHaveLength(20);
  });

  test("neither deadlocks nor fails when two imports of the same entries run at once", async () => {
    const values = Array.from({ length: 300 }, (_, index) => vote(`fb_${index}`));
    const other = await platform.again();
    for (const status of ["pending", "in_progress", "resolved", "dismissed"] as const) {
      const changed = values.map((entry) => ({ ...entry, status }));
      await Promise.all([
        platform.importEntries("docs", items(changed)),
        other.importEntries("docs", items(changed.toReversed())),
      ]);
    }
    const rows = await platform.database.query.selectFrom("platform_entry").select("id").execute();
    expect(rows).toHaveLength(302);
  });

  test("into an unknown project lists the existing ones", async () => {
    await expect(platform.importEntries("none", [])).rejects.toThrow(/Existing projects: docs/);
  });
});
