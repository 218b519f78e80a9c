import { describe, expect, test } from "vitest";
import { createBrowserDrafts, draftIdOf } from "../../components/draft/browser-drafts.ts";
import { forgetSavedDrafts } from "../../components/draft/draft-log.ts";
import {
  type DraftSession,
  hasChanges,
  inOtherJobs,
  intentOf,
  newDraftSession,
  restartedSession,
} from "../../components/draft/draft-session.ts";
import { migrateTabDrafts } from "../../components/draft/tab-drafts.ts";
import { DRAFT } from "../../lib/contract/api/limits.ts";
import type { LogStorage } from "../../lib/outbox/browser-log.ts";
import { memoryStorage } from "../support/outbox.ts";

/** A storage with room for this many characters. */
function testStorage(room = Number.POSITIVE_INFINITY) {
  const storage = memoryStorage();
  return {
    ...storage,
    get length() {
      return storage.entries.size;
    },
    setItem: (name: string, text: string) => {
      const others = [...storage.entries].filter(([other]) => other !== name);
      const used = others.reduce((sum, [, { length }]) => sum + length, 0);
      if (used + text.length > room) throw new Error("QuotaExceededError");
      storage.setItem(name, text);
    },
  };
}

function written(text: string): DraftSession {
  const session = newDraftSession();
  const part = { token: "0123456789abcdef", template: null, intent: null };
  const edited = { base: "# Goal\n", text, paused: false };
  return {
    ...session,
    template: "short",
    excluded: new Map([["b", null]]),
    prompts: new Map([[null, { ...part, edited }]]),
  };
}

/** Opens a tab whose changes are saved when they are flushed. */
function openTab(storage: LogStorage | null, personId = "ada", projectId = "docs") {
  const timers: number[] = [];
  const saved: string[] = [];
  let now = 0;
  const drafts = createBrowserDrafts({
    storage,
    personId,
    projectId,
    failureOf: () => "unreachable",
    exclusive: (work) => work(),
    server: { save: async ({ id }) => saved.push(id), delete: async () => {} },
    now: () => now,
    later: (_, milliseconds) => timers.push(milliseconds),
  });
  return {
    ...drafts,
    timers,
    saved,
    read: (...selection: string[]) => drafts.session(draftIdOf(selection)),
    wait: (milliseconds: number) => {
      now += milliseconds;
    },
  };
}

describe("an unfinished draft", () => {
  test("is there after a reload for the same items in any order, for its author alone", () => {
    const storage = testStorage();
    openTab(storage).write(["b", "a"], written("Mine."));
    const reloaded = openTab(storage);
    expect(reloaded.read("a", "b")).toEqual(written("Mine."));
    expect(reloaded.read("a")).toBeNull();
    expect(reloaded.read("a", "b", "c")).toBeNull();
    expect(openTab(storage, "ada", "other").read("a", "b")).toBeNull();
    expect(openTab(storage, "tri").read("a", "b")).toBeNull();
    expect(reloaded.offered([])).toMatchObject([{ selection: ["b", "a"], items: 2 }]);
  });

  test("is the same one in all tabs, as they show it", () => {
    const storage = testStorage();
    const [one, other] = [openTab(storage), openTab(storage)];
    let shown = 0;
    other.subscribe(() => {
      shown += 1;
    });
    one.write(["a"], written("Mine."));
    for (const key of storage.entries.keys()) other.follow(key);
    expect(shown).toBeGreaterThan(0);
    expect(other.read("a")).toEqual(written("Mine."));
    expect(other.read("a")).toBe(other.read("a"));
  });

  test("is saved soon after the last change, and while someone goes on writing", () => {
    const tab = openTab(testStorage());
    for (let typed = 0; typed < 4; typed += 1) {
      tab.write(["a"], written(`Mine ${typed}.`));
      tab.wait(1_500);
    }
    expect(tab.timers).toEqual([1_000, 1_000, 1_000, 500]);
  });

  test("leaves nothing behind once it ends, nor when its author signs out", async () => {
    const storage = testStorage();
    const tab = openTab(storage);
    tab.write(["a"], written("One."));
    tab.end(draftIdOf(["a"]));
    await tab.outbox.flush();
    expect(storage.entries.size).toBe(0);
    expect(tab.saved).toEqual([]);
    tab.write(["a"], written("Saved."));
    await tab.outbox.flush();
    tab.write(["b"], written("Not saved."));
    forgetSavedDrafts(storage);
    expect(tab.read("a")).toBeNull();
    expect(openTab(storage).read("b")).toEqual(written("Not saved."));
  });

  test("makes room for others once the server has it, and is kept in the tab without room", async () => {
    const storage = testStorage(4_000);
    const tab = openTab(storage);
    tab.write(["a"], written("x".repeat(1_200)), 1);
    tab.write(["b"], written("x".repeat(1_200)), 2);
    await tab.outbox.flush();
    tab.write(["c"], written("x".repeat(1_200)), 3);
    expect(["a", "b", "c"].map((id) => tab.read(id) !== null)).toEqual([false, true, true]);
    tab.write(["d"], written("x".repeat(5_000)), 4);
    expect(["b", "c", "d"].map((id) => tab.read(id) !== null)).toEqual([false, true, true]);
    expect(openTab(storage).read("d")).toBeNull();
    expect(tab.outbox.state().waiting.length).toBe(0);
    tab.outbox.reload();
    expect(tab.outbox.state().onlyInMemory).toBe(true);
    expect(openTab(null).read("a")).toBeNull();
  });

  test("that is too long for the server stays in the browser, and says so", async () => {
    const tab = openTab(testStorage());
    tab.write(["a"], written("x".repeat(DRAFT.content)));
    await tab.outbox.flush();
    expect(tab.saved).toEqual([]);
    expect(tab.problem(draftIdOf(["a"]))).toContain("too long");
    tab.write(["a"], written("Shorter."));
    await tab.outbox.flush();
    expect(tab.saved).toHaveLength(1);
    expect(tab.problem(draftIdOf(["a"]))).toBeNull();
  });

  test("is ignored if the stored text is invalid", () => {
    const storage = testStorage();
    openTab(storage).write(["a"], written("Mine."));
    for (const name of storage.entries.keys()) {
      for (const text of ["{", "null", "[1, null]", "{}"]) {
        const broken = memoryStorage();
        for (const [key, value] of storage.entries) broken.setItem(key, value);
        broken.setItem(name, text);
        const tab = openTab(broken);
        expect(tab.read("a") === null || tab.list().length === 0).toBe(true);
      }
    }
  });
});

test("drafts of an earlier version are taken over, with their prompts, jobs, and request keys", async () => {
  const edited = { base: "# Goal\n", text: "Mine.", paused: false };
  const request = { intentKey: "sent-before", prompt: "Mine.", feedbackIds: ["a", "b"] };
  const stored = {
    scope: "/b",
    template: null,
    prompts: [["/b", { token: "0123456789abcdef", edited, intent: request }]],
    excluded: [["c", "too long"]],
    created: [["/a", { id: "job-1", feedbackCount: 2 }]],
  };
  const tab = testStorage();
  const selection = ["a", "b", "c"];
  tab.setItem("errata-drafts:docs", JSON.stringify([{ id: "old", selection, at: 5 }, null]));
  tab.setItem("errata-draft:old", JSON.stringify(stored));
  const drafts = openTab(testStorage());
  migrateTabDrafts(drafts, tab, "docs");
  const session = drafts.read(...selection);
  expect(session).toMatchObject({ split: "page", scope: "/b", batchId: null });
  expect(session?.created.get("/a")).toBe("job-1");
  const draft = session?.prompts.get("/b");
  expect(draft && intentOf(draft, ["a", "b"], null).intentKey).toBe("sent-before");
  expect(drafts.offered([])).toMatchObject([{ at: 5 }]);
  expect(tab.entries.size).toBe(0);
  await drafts.outbox.flush();
  expect(drafts.saved).toEqual([draftIdOf(selection)]);
});

test("a request keeps its key as long as its items, its edits, and its template stay", () => {
  const edited = { base: "# Goal\n", text: "Mine.", paused: false };
  const intent = intentOf({ edited, intent: null }, ["a", "b"], "short");
  const keyOf = (draft: Parameters<typeof intentOf>[0], ids: string[], template: string | null) =>
    intentOf({ ...draft, intent }, ids, template).intentKey;
  // The draft before the edits changes without anyone's doing.
  const redrafted = { ...edited, base: "# Goal\nFix it." };
  expect(keyOf({ edited: redrafted, intent }, ["a", "b"], "short")).toBe(intent.intentKey);
  const others = [
    keyOf({ edited: null, intent }, ["a", "b"], "short"),
    keyOf({ edited: { ...edited, text: "Mine!" }, intent }, ["a", "b"], "short"),
    keyOf({ edited, intent }, ["a"], "short"),
    keyOf({ edited, intent }, ["a", "b"], null),
  ];
  expect(new Set([intent.intentKey, ...others]).size).toBe(5);
});

test("starting over keeps the created jobs, and nothing else", () => {
  const session = written("Mine.");
  expect(hasChanges(session)).toBe(true);
  expect(hasChanges(restartedSession(session))).toBe(false);
  expect(hasChanges(newDraftSession())).toBe(false);
  expect(hasChanges(newDraftSession(["a"]), ["a"])).toBe(false);
  expect(hasChanges(newDraftSession(["a"]), ["b"])).toBe(true);
});

test("a job that exists already, because its answer got lost, isn't another job", () => {
  const open = (feedbackId: string, intentKey: string) => ({
    feedbackId,
    intentKey,
    jobId: `job-of-${intentKey}`,
    state: "sent" as const,
    platformStatus: "running",
    prLink: null,
    prState: null,
    createdAt: 0,
  });
  const [own, other] = [open("a", "own"), open("a", "other")];
  const request = { intentKey: "own", prompt: "", feedbackIds: ["a"] };
  expect(inOtherJobs([own, other, open("b", "other")], request)).toEqual([other]);
});
