import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { projectSettings, projectSettingsChange } from "../../lib/contract/api/settings.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { createSettingsStore } from "../../lib/store/settings.ts";
import { engines, openTestStore, type TestDatabase } from "../support/databases.ts";

describe.each(engines)("project settings ($name)", (engine) => {
  let database: TestDatabase<StoreSchema>;
  beforeAll(async () => {
    database = await openTestStore(engine, "settings");
  });
  afterAll(() => database.close());

  test("have defaults, change one by one, and belong to one project", async () => {
    const settings = createSettingsStore({ database, clock: { now: () => 1 } });
    const defaults = projectSettings.parse({});
    expect(defaults).toMatchObject({ instructions: "", resolveWhenMerged: false, siteAddress: "" });
    expect(await settings.read("docs")).toEqual(defaults);
    const templates = [{ id: "fix", name: "Fix", text: "Fix it.\0" }];
    expect(await settings.change("docs", {})).toEqual({ settings: defaults, version: 0 });
    await settings.change("docs", { templates, resolveWhenMerged: true });
    const { settings: changed } = await settings.change("docs", { instructions: "Be brief." });
    expect(changed).toMatchObject({ instructions: "Be brief.", resolveWhenMerged: true });
    expect(changed.templates).toMatchObject([{ id: "fix", name: "Fix" }]);
    expect(await settings.read("other")).toEqual(defaults);
  });

  test("lose no change of two people who save a list at the same time", async () => {
    const settings = createSettingsStore({ database, clock: { now: () => 1 } });
    const label = (id: string) => ({ id, name: id, color: "gray" as const });
    const recorded: string[] = [];
    /** Adds a label to the list, again and again until no one else changed it meanwhile. */
    const add = async (id: string): Promise<void> => {
      const { settings: current, version } = await settings.readVersion("labeled");
      const labels = [...current.labels, label(id)];
      const record = async () => void recorded.push(id);
      return settings.change("labeled", { labels, version }, { record }).then(
        () => undefined,
        (error) => (error.code === "conflict" ? add(id) : Promise.reject(error)),
      );
    };
    const ids = Array.from({ length: 8 }, (_, index) => `label-${index}`);
    await Promise.all(ids.map(add));
    const { settings: after, version } = await settings.readVersion("labeled");
    expect(after.labels.map(({ id }) => id).toSorted()).toEqual(ids);
    expect(version).toBe(ids.length);
    expect(recorded.toSorted()).toEqual(ids);

    const late = { labels: [], version: version - 1 };
    const attempt = settings.change("labeled", late);
    await expect(attempt).rejects.toMatchObject({ code: "conflict" });
    // A refused change isn't counted, and one without a version applies in any case.
    expect(await settings.readVersion("labeled")).toEqual({ settings: after, version });
    expect(await settings.change("labeled", { labels: [] })).toMatchObject({
      settings: { labels: [] },
      version: version + 1,
    });
  });
});

describe("a settings change", () => {
  const template = { id: "a", name: "A", text: "" };
  test.each([
    ["an unknown setting", { color: "red" }],
    ["instructions that are too long", { instructions: "x".repeat(10_001) }],
    ["two templates with the same ID", { templates: [template, { ...template, name: "B" }] }],
    ["a template without a name", { templates: [{ ...template, name: " " }] }],
    ["a template that is too long", { templates: [{ ...template, text: "x".repeat(20_001) }] }],
    [
      "too many templates",
      { templates: Array.from({ length: 51 }, (_, id) => ({ ...template, id: `${id}` })) },
    ],
  ])("with %s is rejected", (_what, change) => {
    expect(projectSettingsChange.safeParse(change).success).toBe(false);
  });

  test.each([
    "docs.example.com",
    "javascript:alert(1)",
    "ftp://example.com",
    "https://user:secret@example.com",
    "https://example.com/?a",
    "https://example.com/#",
    `https://example.com/${"x".repeat(300)}`,
    // Too long once it is percent-encoded: it couldn't be read again.
    `https://example.com/${"ü".repeat(100)}`,
  ])("with the site address %s is rejected", (siteAddress) => {
    expect(projectSettingsChange.safeParse({ siteAddress }).success).toBe(false);
  });

  test.each([
    [" https://Docs.Example.com/ ", "https://docs.example.com"],
    ["http://localhost:4000/docs//", "http://localhost:4000/docs"],
    ["", ""],
  ])("keeps the site address %j as %j", (siteAddress, kept) => {
    expect(projectSettingsChange.parse({ siteAddress })).toEqual({ siteAddress: kept });
  });

  test("can be empty", () => {
    expect(projectSettingsChange.parse({})).toEqual({});
  });
});
