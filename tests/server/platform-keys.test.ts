import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { listFeedback } from "../../lib/contract/platform/feedback.ts";
import { createJob, retrieveJob } from "../../lib/contract/platform/job.ts";
import { anyEngine } from "../support/databases.ts";
import { NOW, openTestPlatform, requestWith, type TestPlatform } from "../support/platform.ts";

const FEEDBACK = listFeedback.path("docs");

describe.each(anyEngine)("API keys on $name", (engine) => {
  let platform: TestPlatform;
  beforeEach(async () => {
    platform = await openTestPlatform(engine);
  });
  afterEach(() => platform.close());

  const keyFile = () => join(platform.dataDir, "dashboard.key");
  const statusWith = async (key: string) =>
    (await platform.handle(requestWith(key, FEEDBACK))).status;

  test("are listed with a hint and stored only as a hash", async () => {
    const created = await platform.keys.create("docs", "  Nightly export ");
    expect(created.key).toMatch(/^errata_[\w-]{32}$/);
    const rows = await platform.database.query.selectFrom("platform_key").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(created.key.slice("errata_".length));
    const secret = created.key.slice("errata_".length);
    const { key: _, ...listed } = created;
    expect(await platform.keys.list("docs")).toContainEqual(listed);
    expect(listed).toMatchObject({
      name: "Nightly export",
      hint: `errata_${secret.slice(0, 2)}…${secret.slice(-4)}`,
      createdAt: NOW,
      lastUsedAt: null,
      revokedAt: null,
    });
  });

  test("store their last use to the minute, and when they were revoked", async () => {
    const { id, key } = await platform.keys.create("docs", "Script");
    const listed = async () => (await platform.keys.list("docs")).find((one) => one.id === id);
    await statusWith(key);
    platform.clock.advance(59_000);
    await statusWith(key);
    expect(await listed()).toMatchObject({ lastUsedAt: NOW });
    platform.clock.advance(1_000);
    await statusWith(key);
    expect(await listed()).toMatchObject({ lastUsedAt: NOW + 60_000 });
    await platform.keys.revoke("docs", id);
    platform.clock.advance(5_000);
    await platform.keys.revoke("docs", id);
    expect(await listed()).toMatchObject({ revokedAt: NOW + 60_000 });
  });

  test("end on their date, and do only what their scopes allow", async () => {
    const day = 86_400_000;
    const answerTo = async (key: string, path: string, init?: RequestInit) => {
      const response = await platform.handle(requestWith(key, path, init));
      return `${response.status} ${(await response.json()).error ?? ""}`;
    };
    const job = retrieveJob.path("docs", "none");
    const post = { method: "POST", body: "{}", headers: { "content-type": "application/json" } };
    const reader = await platform.keys.create("docs", "Reader", {
      expiresAt: NOW + day,
      scopes: ["feedback:read"],
    });
    const writer = await platform.keys.create("docs", "Writer", { scopes: ["agent:write"] });
    expect(reader).toMatchObject({ expiresAt: NOW + day, scopes: ["feedback:read"] });
    expect(await answerTo(reader.key, FEEDBACK)).toBe("200 ");
    const noAgent = expect.stringMatching(/^403 .*doesn't have the scope agent:write\. Create/);
    expect(await answerTo(reader.key, createJob.path("docs"), post)).toEqual(noAgent);
    expect(await answerTo(reader.key, job)).toEqual(noAgent);
    expect(await answerTo(writer.key, FEEDBACK)).toMatch(/^403 .*scope feedback:read/);
    expect(await answerTo(writer.key, job)).toMatch(/^404/);
    platform.clock.advance(day);
    const expired = /^401 This API key expired on 2026-11-21\. Create a new one/;
    expect(await answerTo(reader.key, FEEDBACK)).toMatch(expired);
    // A key from before there were limits has none.
    expect(await answerTo(platform.key, FEEDBACK)).toBe("200 ");
    const [newest] = (await platform.keys.list("docs")).filter(({ name }) => name === "Test");
    expect(newest).toMatchObject({ expiresAt: null, scopes: ["feedback:read", "agent:write"] });
    const past = platform.keys.create("docs", "Past", { expiresAt: NOW + day });
    await expect(past).rejects.toThrow("in the future");
    const endless = await platform.keys.create("docs", "Endless", { expiresAt: 8.64e15 + 1 });
    const listed = (await platform.keys.list("docs")).find(({ id }) => id === endless.id);
    expect(listed?.expiresAt).toBe(Date.parse("9999-12-31T23:59:59.999Z"));
    await expect(platform.keys.create("docs", "None", { scopes: [] })).rejects.toThrow("scope");
  });

  test("can't be created for an unknown project or revoked through another one", async () => {
    await expect(platform.keys.create("none", "Script")).rejects.toThrow(/Existing projects: docs/);
    for (const name of ["two\nlines", "nigh\u202Etly", "a\u200Bb", "\u2028", "half \ud800"]) {
      await expect(platform.keys.create("docs", name)).rejects.toThrow(/one line/);
    }
    const { id } = await platform.keys.create("docs", "Script");
    await expect(platform.keys.revoke("none", id)).rejects.toThrow(/API key doesn't exist/);
  });

  test("of the dashboard: processes that start at once use the same one", async () => {
    const others = await Promise.all([platform.again(), platform.again()]);
    const keys = await Promise.all([platform, ...others].map((one) => one.dashboardKey()));
    expect(new Set(keys).size).toBe(1);
    expect(await statusWith(keys[0] ?? "")).toBe(200);
    expect(readFileSync(keyFile(), "utf8").trim()).toBe(keys[0]);
    expect(statSync(keyFile()).mode & 0o777).toBe(0o600);
    expect(readdirSync(platform.dataDir).filter((name) => name.includes(".key"))).toHaveLength(1);
    const listed = await platform.keys.list("docs");
    expect(listed.filter(({ name }) => name === "Errata dashboard")).toHaveLength(1);
    expect(await (await platform.again()).dashboardKey()).toBe(keys[0]);
  });

  test("of the dashboard: a revoked one, or another database's, is replaced once", async () => {
    const first = await platform.dashboardKey();
    const own = (await platform.keys.list("docs")).find(({ name }) => name === "Errata dashboard");
    await platform.keys.revoke("docs", own?.id ?? "");
    const other = await platform.again();
    const made = await Promise.all([platform.dashboardKey(), other.dashboardKey()]);
    expect(made[0]).toBe(made[1]);
    expect(made[0]).not.toBe(first);

    writeFileSync(keyFile(), "errata_from-another-database\n");
    const again = await Promise.all([platform.dashboardKey(), other.dashboardKey()]);
    expect(again[0]).toBe(again[1]);
    expect(await statusWith(again[0])).toBe(200);
  });
});
