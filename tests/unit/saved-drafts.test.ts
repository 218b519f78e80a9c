import { describe, expect, test } from "vitest";
import {
  type DraftSession,
  hasChanges,
  inOtherJobs,
  intentOf,
  newDraftSession,
  restartedSession,
} from "../../components/draft/draft-session.ts";
import type { DraftStorage } from "../../components/draft/draft-storage.ts";
import { savedDrafts } from "../../components/draft/saved-drafts.ts";

/** A storage with room for this many characters. */
function testStorage(
  room = Number.POSITIVE_INFINITY,
): DraftStorage & { texts: Map<string, string> } {
  const texts = new Map<string, string>();
  return {
    texts,
    getItem: (name) => texts.get(name) ?? null,
    removeItem: (name) => void texts.delete(name),
    setItem: (name, text) => {
      const others = [...texts].filter(([other]) => other !== name);
      const used = others.reduce((sum, [, { length }]) => sum + length, 0);
      if (used + text.length > room) throw new Error("QuotaExceededError");
      texts.set(name, text);
    },
  };
}

function written(text: string): DraftSession {
  const session = newDraftSession();
  const part = { token: "0123456789abcdef", intent: null };
  const edited = { base: "# Goal\n", text, paused: false };
  return {
    ...session,
    template: "short",
    excluded: new Map([["b", null]]),
    prompts: new Map([[null, { ...part, edited }]]),
  };
}

describe("an unfinished draft", () => {
  test("is restored after a reload for the same items in any order, and not for others", () => {
    const storage = testStorage();
    savedDrafts(storage, "docs").write(["b", "a"], written("Mine."), 1);
    const reloaded = savedDrafts(storage, "docs");
    expect(reloaded.read(["a", "b"])).toEqual(written("Mine."));
    expect(reloaded.read(["a"])).toBeNull();
    expect(reloaded.read(["a", "b", "c"])).toBeNull();
    expect(savedDrafts(storage, "other").read(["a", "b"])).toBeNull();
    expect(reloaded.others(["a"])).toMatchObject([{ selection: ["b", "a"], at: 1 }]);
    expect(reloaded.others(["a", "b"])).toEqual([]);
  });

  test("leaves nothing behind once it is removed", () => {
    const storage = testStorage();
    const drafts = savedDrafts(storage, "docs");
    drafts.write(["a"], written("One."), 1);
    drafts.write(["a"], written("Two."), 2);
    expect(drafts.read(["a"])).toEqual(written("Two."));
    drafts.remove(["a"]);
    expect([...storage.texts.values()]).toEqual(["[]"]);
  });

  test("is one of the newest twenty that are kept", () => {
    const storage = testStorage();
    const drafts = savedDrafts(storage, "docs");
    for (let each = 0; each < 25; each += 1) drafts.write([`${each}`], written("Mine."), each);
    expect(drafts.read(["4"])).toBeNull();
    expect(drafts.read(["5"])).not.toBeNull();
    expect(storage.texts.size).toBe(21);
  });

  test("replaces older ones when storage is full, and is dropped if it never fits", () => {
    const storage = testStorage(4_000);
    const drafts = savedDrafts(storage, "docs");
    drafts.write(["a"], written("x".repeat(1_500)), 1);
    drafts.write(["b"], written("x".repeat(1_500)), 2);
    drafts.write(["c"], written("x".repeat(1_500)), 3);
    expect(["a", "b", "c"].map((id) => drafts.read([id]) !== null)).toEqual([false, true, true]);
    drafts.write(["d"], written("x".repeat(5_000)), 4);
    expect([...storage.texts.values()]).toEqual(["[]"]);
  });

  test("is ignored if the stored text is invalid", () => {
    const storage = testStorage();
    const drafts = savedDrafts(storage, "docs");
    drafts.write(["a"], written("Mine."), 1);
    for (const name of storage.texts.keys()) {
      for (const text of ["{", "null", "[1, null]", "{}"]) {
        const broken = { ...storage, getItem: (wanted: string) => storage.getItem(wanted) };
        broken.getItem = (wanted) => (wanted === name ? text : storage.getItem(wanted));
        expect(savedDrafts(broken, "docs").read(["a"])).toBeNull();
      }
    }
    expect(savedDrafts(null, "docs").read(["a"])).toBeNull();
  });
});

test("a draft of an earlier version keeps its prompts, its jobs, and the key of its request", () => {
  const storage = testStorage();
  const edited = { base: "# Goal\n", text: "Mine.", paused: false };
  const request = { intentKey: "sent-before", prompt: "Mine.", feedbackIds: ["a", "b"] };
  const stored = {
    scope: "/b",
    template: null,
    prompts: [["/b", { token: "0123456789abcdef", edited, intent: request }]],
    excluded: [["c", "too long"]],
    created: [["/a", { id: "job-1", feedbackCount: 2 }]],
  };
  savedDrafts(storage, "docs").write(["a", "b", "c"], written("Mine."), 1);
  for (const name of storage.texts.keys()) {
    if (name.startsWith("errata-draft:")) storage.setItem(name, JSON.stringify(stored));
  }
  const session = savedDrafts(storage, "docs").read(["a", "b", "c"]);
  expect(session).toMatchObject({ split: "page", scope: "/b", batchId: null });
  expect(session?.created.get("/a")).toBe("job-1");
  const draft = session?.prompts.get("/b");
  expect(draft && intentOf(draft, ["a", "b"], null).intentKey).toBe("sent-before");
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
