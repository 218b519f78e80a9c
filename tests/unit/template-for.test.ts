import { expect, test } from "vitest";
import { templateOf } from "../../components/draft/current-prompt.ts";
import { NO_TEMPLATE, newDraftSession } from "../../components/draft/draft-session.ts";
import { storedRules } from "../../components/settings/template-rules.tsx";
import type { PromptTemplate, TemplateRules } from "../../lib/contract/api/settings.ts";
import { templateFor } from "../../lib/prompt/template-for.ts";
import { evidence } from "../support/evidence.ts";

const template = (id: string, rules?: TemplateRules): PromptTemplate => ({
  id,
  name: id,
  text: "",
  ...(rules ? { for: rules } : {}),
});
const CODE = template("code", { sources: ["code_snippet"], labels: ["api"] });
const WORDS = template("words", { reasons: ["Hard to follow"], sources: ["contextual"] });
const LEGAL = template("legal", { labels: ["legal"] });
const LABELS = [
  { id: "api", name: "API", color: "red" as const },
  { id: "legal", name: "Legal", color: "red" as const },
  { id: "old", name: "Old", color: "red" as const, removed: true as const },
];
const choose = (
  items: Partial<Parameters<typeof evidence>[0]>[],
  templates = [CODE, WORDS, LEGAL],
) =>
  templateFor(
    items.map((fields, index) => evidence({ id: `fb_${index}`, source: "agent", ...fields })),
    { templates, labels: LABELS },
  );

test("a template is chosen by label before reason, and by reason before source", () => {
  const item = { source: "code_snippet", reasons: ["hard  to follow "], labels: ["legal"] };
  expect(choose([item])).toEqual({ id: "legal", match: { kind: "label", value: "legal" } });
  expect(choose([{ ...item, labels: [] }])).toEqual({
    id: "words",
    match: { kind: "reason", value: "Hard to follow" },
  });
  expect(choose([{ ...item, labels: [], reasons: [] }])).toEqual({
    id: "code",
    match: { kind: "source", value: "code_snippet" },
  });
  expect(choose([{ labels: ["legal", "api"] }])?.id).toBe("code");
});

test("more items decide, also those that no template is meant for", () => {
  const [code, words, none] = [{ source: "code_snippet" }, { source: "contextual" }, {}];
  expect(choose([words, code, code])?.id).toBe("code");
  expect(choose([words, code])?.id).toBe("code");
  expect(choose([code, none])?.id).toBe("code");
  expect(choose([code, none, none])).toBeNull();
  expect(choose([none])).toBeNull();
  expect(choose([])).toBeNull();
  // What most of its items have is said.
  const matches = [code, { labels: ["api"] }, { labels: ["api"] }];
  expect(choose(matches)?.match).toEqual({ kind: "label", value: "api" });
  expect(choose([code], [template("plain")])).toBeNull();
  expect(choose([{ labels: ["old"] }], [template("old", { labels: ["old"] })])).toBeNull();
});

test("someone's choice comes first: of the prompt, and of all prompts", () => {
  const items = [evidence({ source: "code_snippet" }), evidence({ id: "fb_2", source: "agent" })];
  const part = { key: null, items };
  const settings = { templates: [CODE, WORDS], labels: LABELS };
  const session = newDraftSession();
  const of = (changes: Partial<typeof session>) =>
    templateOf({ ...session, ...changes }, part, settings);
  expect(of({})).toMatchObject({ template: CODE, match: { kind: "source" }, chosen: null });
  expect(of({ excluded: new Map([["fb_1", null]]) })).toMatchObject({
    template: null,
    match: null,
  });
  expect(of({ template: "words" })).toMatchObject({ template: WORDS, match: null });
  expect(of({ template: NO_TEMPLATE })).toMatchObject({ template: null, match: null });
  expect(of({ template: "deleted" })).toMatchObject({ template: null, match: null });
  const prompt = { token: "t", edited: null, intent: null, template: "code" };
  const own = of({ template: "words", prompts: new Map([[null, prompt]]) });
  expect(own).toMatchObject({ template: CODE, match: null });
});

test("typed rules are stored without what is empty", () => {
  expect(storedRules({ reasons: [" Too short ", "", "Too short"], labels: [] })).toEqual({
    for: { reasons: ["Too short"] },
  });
  expect(storedRules({ reasons: [""] })).toEqual({});
});
