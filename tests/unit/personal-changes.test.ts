import { describe, expect, test } from "vitest";
import type { NotificationList } from "../../lib/contract/api/notifications.ts";
import type { ViewList } from "../../lib/contract/api/views.ts";
import type { LogStorage } from "../../lib/outbox/browser-log.ts";
import { hasNotesOrChanges } from "../../lib/outbox/stored-keys.ts";
import { unreadWithUnsaved, withUnsavedReads } from "../../lib/outbox/unsaved-reads.ts";
import { withUnsavedViews } from "../../lib/outbox/unsaved-views.ts";
import {
  createPersonalChanges,
  type PersonalChange,
  type UnsavedChange,
} from "../../lib/outbox/unsent-outboxes.ts";
import { memoryStorage } from "../support/outbox.ts";

const view = (id: string) => ({
  id,
  name: id,
  isTeam: false,
  query: "",
  layout: null,
});
const list: ViewList = {
  views: ["one", "two", "three"].map((id) => ({ ...view(id), count: 7 })),
  defaultId: "two",
};

describe("views with changes that aren't saved", () => {
  const shownWith = (...changes: PersonalChange[]) => {
    const { views, defaultId } = withUnsavedViews(list, changes);
    return [...views.map(({ id, name, count }) => `${id} ${name} ${count}`), defaultId];
  };
  const update = (change: object): PersonalChange => ({
    kind: "update_view",
    viewId: "one",
    name: "one",
    change,
  });

  test("have a new view once, without a count", () => {
    const create: PersonalChange = {
      kind: "create_view",
      view: { ...view("four"), name: " Four " },
    };
    const four = ["one one 7", "two two 7", "three three 7", "four Four null", "two"];
    expect(shownWith(create)).toEqual(four);
    expect(shownWith(create, create)).toEqual(four);
  });

  test("have a view's changes, and its count while it has the same items", () => {
    expect(shownWith(update({ name: "First ", query: "" }))[0]).toBe("one First 7");
    expect(shownWith(update({ query: "status=pending" }))[0]).toBe("one one null");
  });

  test("are without a deleted view, which isn't the default anymore", () => {
    const others = ["one one 7", "three three 7", null];
    expect(shownWith({ kind: "delete_view", viewId: "two", name: "two" })).toEqual(others);
  });

  test("are in the new order, those that it doesn't name last", () => {
    const arrange = (arrangement: object): PersonalChange => ({
      kind: "arrange_views",
      arrangement,
    });
    expect(shownWith(arrange({ order: ["three", "gone", "two"] }))).toEqual([
      ...["three three 7", "two two 7", "one one 7", "two"],
    ]);
    expect(shownWith(arrange({ defaultId: null })).at(-1)).toBeNull();
    expect(shownWith(arrange({ defaultId: "one" })).at(-1)).toBe("one");
  });
});

describe("notifications with changes that aren't saved", () => {
  const notification = (id: number, topic: string, isRead = false) =>
    ({ id, topic, isRead }) as NotificationList["notifications"][number];
  const part: NotificationList = {
    notifications: [notification(9, "c"), notification(5, "b", true), notification(3, "a")],
    unread: 2,
    nextBefore: null,
  };
  const unreadWith = (...which: Extract<PersonalChange, { kind: "mark_read" }>["which"][]) => {
    const changes = which.map((one): PersonalChange => ({ kind: "mark_read", which: one }));
    const { notifications, unread } = withUnsavedReads(part, changes);
    return [...notifications.filter(({ isRead }) => !isRead).map(({ topic }) => topic), unread];
  };

  test("are read by topic or all together", () => {
    expect(unreadWith()).toEqual(["c", "a", 2]);
    expect(unreadWith({ topic: "a", upTo: 3 })).toEqual(["c", 1]);
    expect(unreadWith({ topic: "a" }, { topic: "c" })).toEqual([0]);
    expect(unreadWith({ upTo: 9 })).toEqual([0]);
    // It was there again before the request arrived.
    expect(unreadWith({ topic: "c", upTo: 8 })).toEqual(["c", "a", 1]);
    // The server has this one as read.
    expect(unreadWith({ topic: "b" })).toEqual(["c", "a", 2]);
    // A part that was loaded later.
    expect(unreadWith({ topic: "z" })).toEqual(["c", "a", 1]);
  });

  test("are never fewer than none", () => {
    expect(unreadWithUnsaved(0, [{ kind: "mark_read", which: { topic: "a" } }])).toBe(0);
  });
});

describe("personal changes", () => {
  const unsaved = (id: string, change: PersonalChange): UnsavedChange => ({
    ...change,
    id,
    madeAt: 0,
    problem: null,
  });
  const open = (storage: LogStorage, sent: string[] = [], isOnline = true) =>
    createPersonalChanges({
      storage,
      personId: "ada",
      projectId: "docs",
      failureOf: () => (isOnline ? "invalid" : "signed_out"),
      exclusive: (work) => work(),
      send: async ({ id }) => {
        if (id === "rejected" || !isOnline) throw new Error("No.");
        sent.push(id);
      },
    });
  const arrange = (id: string, arrangement: object) =>
    unsaved(id, { kind: "arrange_views", arrangement });
  const ids = ({ state }: ReturnType<typeof open>) => state().entries.map(({ id }) => id);

  test("are kept until they are saved; a new order replaces the one that waits", async () => {
    const storage = memoryStorage();
    const first = open(storage, [], false);
    expect(hasNotesOrChanges(storage)).toBe(false);
    first.add(arrange("order-one", { order: ["a"] }));
    first.add(arrange("default", { defaultId: "a" }));
    first.add(unsaved("view", { kind: "create_view", view: view("a-new-view") }));
    first.add(arrange("order-two", { order: ["b"] }));
    expect(hasNotesOrChanges(storage)).toBe(true);
    const sent: string[] = [];
    const later = open(storage, sent);
    expect(ids(later)).toEqual(["default", "view", "order-two"]);
    await later.flush();
    expect(sent).toEqual(["default", "view", "order-two"]);
    expect(hasNotesOrChanges(storage)).toBe(false);
  });

  test("that are rejected are never absent in between", async () => {
    const outbox = open(memoryStorage());
    outbox.add(arrange("rejected", { order: ["a"] }));
    const seen: unknown[] = [];
    outbox.subscribe(() => seen.push(outbox.state().entries.map(({ problem }) => problem)));
    await outbox.flush();
    expect(seen).toContainEqual(["No."]);
    expect(seen).not.toContainEqual([]);
  });

  test("of an unknown kind are ignored", () => {
    const storage = memoryStorage();
    const change = { kind: "turn_around", id: "x", madeAt: 0, problem: null };
    storage.setItem("errata-change:ada:docs:000000000000000.000001.x", JSON.stringify(change));
    expect(ids(open(storage))).toEqual([]);
  });
});
