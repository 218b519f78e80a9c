import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { projectSettingsChange } from "../../lib/contract/api/settings.ts";
import { openStore } from "../../lib/store/open.ts";
import type { StoreSchema } from "../../lib/store/schema.ts";
import { createSettingsStore } from "../../lib/store/settings.ts";
import { engines, openTestDatabase, type TestDatabase } from "../support/databases.ts";

describe.each(engines)("a project's settings ($name)", (engine) => {
  let database: TestDatabase<StoreSchema>;
  beforeAll(async () => {
    database = await openTestDatabase<StoreSchema>(engine, "settings");
    await openStore(database);
  });
  afterAll(() => database.close());

  test("have defaults, change by name, and stay with their project", async () => {
    const settings = createSettingsStore({ database, clock: { now: () => 1 } });
    const defaults = { instructions: "", templates: [], resolveWhenMerged: false };
    expect(await settings.read("docs")).toEqual(defaults);
    const templates = [{ id: "fix", name: "Fix", text: "Fix it.\0" }];
    expect(await settings.change("docs", {})).toEqual(defaults);
    await settings.change("docs", { templates, resolveWhenMerged: true });
    const changed = await settings.change("docs", { instructions: "Be brief." });
    expect(changed).toMatchObject({ instructions: "Be brief.", resolveWhenMerged: true });
    expect(changed.templates).toMatchObject([{ id: "fix", name: "Fix" }]);
    expect(await settings.read("other")).toEqual(defaults);
  });
});

describe("a change of settings", () => {
  const template = { id: "a", name: "A", text: "" };
  test.each([
    ["an unknown name", { colour: "red" }],
    ["instructions that are too long", { instructions: "x".repeat(10_001) }],
    ["two templates of one id", { templates: [template, { ...template, name: "B" }] }],
    ["a template without a name", { templates: [{ ...template, name: " " }] }],
    ["a text that is too long", { templates: [{ ...template, text: "x".repeat(20_001) }] }],
    [
      "too many templates",
      { templates: Array.from({ length: 51 }, (_, id) => ({ ...template, id: `${id}` })) },
    ],
  ])("with %s is refused", (_what, change) => {
    expect(projectSettingsChange.safeParse(change).success).toBe(false);
  });

  test("that names nothing changes nothing", () => {
    expect(projectSettingsChange.parse({})).toEqual({});
  });
});
