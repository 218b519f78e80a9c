import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createBrowserDrafts, draftIdOf } from "../../components/draft/browser-drafts.ts";
import { revisionsOf } from "../../components/draft/draft-outbox.ts";
import { newDraftSession } from "../../components/draft/draft-session.ts";
import { DRAFT } from "../../lib/contract/api/limits.ts";
import { AppError, isAppError } from "../../lib/errors.ts";
import { sendFailureOf } from "../../lib/queries/decisions.ts";
import { createDraftStore } from "../../lib/store/people/drafts.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { upsertFeedback } from "../../lib/store/write/write.ts";
import { engines, openTestStore, type TestDatabase } from "../support/databases.ts";
import { mirrored } from "../support/feedback.ts";
import { memoryStorage, tabLock } from "../support/outbox.ts";

const written = (text: string) => {
  const prompt = { token: "0123456789abcdef", template: null, intent: null };
  const edited = { base: "# Goal\n", text, paused: false };
  return { ...newDraftSession(), prompts: new Map([[null, { ...prompt, edited }]]) };
};
const SELECTION = ["b", "a"];
const ID = draftIdOf(SELECTION);
const ADA = { projectId: "docs", personId: "ada", id: ID };

describe.each(engines)("drafts on $name", (engine) => {
  let database: TestDatabase<StoreSchema>;
  let store: ReturnType<typeof createDraftStore>;
  let now: number;
  beforeAll(async () => {
    database = await openTestStore(engine, "drafts");
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    now = 1_000;
    await database.query.deleteFrom("draft").execute();
    const items = SELECTION.map((id) => mirrored({ id }));
    await upsertFeedback(database.query, "docs", items, now);
    store = createDraftStore(database, { now: () => ++now });
  });

  /** Opens Ada's browser. `lost` loses the next answers, and `offline` the requests. */
  const browser = (storage = memoryStorage(), personId = "ada") => {
    const network = { lost: 0, offline: false };
    const reach = async (send: () => Promise<void>) => {
      if (network.offline) throw new AppError("unavailable", "offline");
      try {
        await send();
      } catch (error) {
        // As the API marks what it says about a request's content.
        if (!isAppError(error)) throw error;
        throw new AppError(error.code, error.message, { isRefusal: true });
      }
      network.lost -= 1;
      if (network.lost >= 0) throw new AppError("unavailable", "lost");
    };
    const keyOf = (id: string) => ({ projectId: "docs", personId, id });
    const timers: (() => void)[] = [];
    const drafts = createBrowserDrafts({
      storage,
      personId,
      projectId: "docs",
      failureOf: sendFailureOf,
      exclusive: tabLock(),
      server: {
        save: ({ id, revision, selection, base, sent }, content) => {
          const follows = revisionsOf({ base, sent });
          const request = { revision, follows, isNew: base === null, selection, content };
          return reach(() => store.save(keyOf(id), request));
        },
        delete: (draft) => reach(() => store.delete(keyOf(draft.id), revisionsOf(draft))),
      },
      now: () => ++now,
      delay: () => new Promise(() => {}),
      later: (work) => void timers.push(work),
    });
    const read = () => store.read(keyOf(ID));
    const open = async () => drafts.adopt(ID, { askedAt: ++now, answer: await read() });
    const list = async () => {
      const asked = { askedAt: ++now, answer: await store.list("docs", personId) };
      drafts.compare(asked, null);
      return drafts.offered(asked.answer);
    };
    const textOf = () => drafts.session(ID)?.prompts.get(null)?.edited?.text;
    const write = async (text: string) => {
      drafts.write(SELECTION, written(text));
      await drafts.outbox.flush();
    };
    return { ...drafts, network, storage, timers, read, open, list, textOf, write };
  };

  test("are on each of a person's machines, as they were written last, and no one else's", async () => {
    const [office, home] = [browser(), browser()];
    await office.write("At the office.");
    expect(await home.list()).toMatchObject([{ id: ID, items: 2, selection: null }]);
    await home.open();
    expect(home.textOf()).toBe("At the office.");
    expect(home.outbox.state().waiting).toEqual([]);
    await home.write("At home.");
    // What is shown there already is replaced, as it has nothing that isn't saved.
    await office.open();
    expect(office.textOf()).toBe("At home.");
    await office.write("At the office again.");
    expect((await store.read(ADA))?.content).toContain("At the office again.");
    expect((await store.read(ADA))?.selection.toSorted()).toEqual(["a", "b"]);
    // An answer that is older than what was saved since doesn't replace it.
    const asked = { askedAt: ++now, answer: await office.read() };
    await office.write("Newer than the answer.");
    office.adopt(ID, asked);
    expect(office.textOf()).toBe("Newer than the answer.");
    await office.write("At the office again.");
    expect(office.problem(ID)).toBeNull();
    const tri = browser(memoryStorage(), "tri");
    expect(await tri.list()).toEqual([]);
    await tri.open();
    expect(tri.textOf()).toBeUndefined();
    await tri.write("Tri's.");
    expect((await store.read(ADA))?.content).toContain("At the office again.");
  });

  test("say how many of their items weren't deleted, and aren't offered without any", async () => {
    const [office, home] = [browser(), browser()];
    await office.write("At the office.");
    expect(await office.list()).toMatchObject([{ items: 2 }]);
    await database.query.deleteFrom("feedback").where("id", "=", "a").execute();
    expect(await office.list()).toMatchObject([{ items: 1, selection: SELECTION }]);
    expect(await home.list()).toMatchObject([{ items: 1, selection: null }]);
    await database.query.deleteFrom("feedback").where("id", "=", "b").execute();
    expect(await office.list()).toEqual([]);
    expect(await home.list()).toEqual([]);
  });

  test("wait in the browser while the server can't be reached, also for its next start", async () => {
    const first = browser();
    first.network.offline = true;
    await first.write("Offline.");
    expect(first.outbox.state()).toMatchObject({
      obstacle: "offline",
      waiting: [{ problem: null }],
    });
    const restarted = browser(first.storage);
    expect(restarted.textOf()).toBe("Offline.");
    await restarted.open();
    expect(restarted.textOf()).toBe("Offline.");
    await restarted.outbox.flush();
    expect((await store.read(ADA))?.content).toContain("Offline.");
  });

  test("aren't taken for someone else's change after an answer got lost", async () => {
    const own = browser();
    own.network.lost = 2;
    await own.write("One.");
    await own.write("Two.");
    await own.write("Three.");
    expect(own.problem(ID)).toBeNull();
    expect((await store.read(ADA))?.content).toContain("Three.");
    own.network.lost = 1;
    await own.write("Four.");
    await own.open();
    expect(own.problem(ID)).toBeNull();
    // The server has "Four.", whose answer got lost.
    own.end(ID);
    await own.outbox.flush();
    expect(await own.read()).toBeNull();
  });

  test("that are changed on two machines keep both texts until someone chooses", async () => {
    const [office, home] = [browser(), browser()];
    await office.write("Both.");
    await home.open();
    await home.write("At home.");
    await office.write("At the office.");
    expect(office.problem(ID)).toBe("changed elsewhere");
    // It goes on in the browser, and nothing is sent.
    const writing = office.write("At the office, later.");
    expect(office.problem(ID)).toBe("changed elsewhere");
    await writing;
    expect((await store.read(ADA))?.content).toContain("At home.");
    expect(browser(office.storage).textOf()).toBe("At the office, later.");

    office.keepOwn(ID, await office.read());
    await office.outbox.flush();
    expect(office.problem(ID)).toBeNull();
    expect((await store.read(ADA))?.content).toContain("At the office, later.");
    await home.write("At home, later.");
    expect(home.problem(ID)).toBe("changed elsewhere");
    home.takeTheirs(ID, await home.read());
    expect(home.textOf()).toBe("At the office, later.");
    expect(home.outbox.state().waiting).toEqual([]);
  });

  test("are gone everywhere once they end, unless someone wrote more elsewhere", async () => {
    const [office, home] = [browser(), browser()];
    await office.write("Both.");
    await home.open();
    office.network.offline = true;
    office.end(ID);
    expect(office.textOf()).toBeUndefined();
    expect(await office.list()).toEqual([]);
    office.network.offline = false;
    await browser(office.storage).outbox.flush();
    expect(await home.list()).toEqual([]);
    expect(home.textOf()).toBeUndefined();

    await office.write("Again.");
    await home.open();
    await home.write("More, at home.");
    office.end(ID);
    await office.outbox.flush();
    expect((await store.read(ADA))?.content).toContain("More, at home.");
    expect(await office.list()).toMatchObject([{ id: ID, selection: null }]);

    // What was written where it had ended meanwhile.
    await office.open();
    home.end(ID);
    await home.outbox.flush();
    await office.write("Not lost.");
    expect(office.problem(ID)).toBe("changed elsewhere");
    expect(office.textOf()).toBe("Not lost.");
    office.keepOwn(ID, await office.read());
    await office.outbox.flush();
    expect((await store.read(ADA))?.content).toContain("Not lost.");
  });

  test("that are saved at the same time from two machines never replace each other", async () => {
    await store.save(ADA, { ...request("revision-0", "Zero."), isNew: true });
    const both = ["revision-1", "revision-2"].map((revision) =>
      store.save(ADA, { ...request(revision, revision), follows: ["revision-0"] }),
    );
    const results = await Promise.allSettled(both);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const fresh = { ...ADA, id: "fresh" };
    const first = ["revision-3", "revision-4"].map((revision) =>
      store.save(fresh, { ...request(revision, revision), isNew: true }),
    );
    const added = await Promise.allSettled(first);
    expect(added.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  test("are limited in number, the oldest first", async () => {
    for (let number = 0; number <= DRAFT.kept; number += 1) {
      const draft = { ...request(`revision-${number}`, "Text."), isNew: true };
      await store.save({ ...ADA, id: `draft-${number}` }, draft);
    }
    const ids = (await store.list("docs", "ada")).map(({ id }) => id);
    expect(ids).toHaveLength(DRAFT.kept);
    expect(ids).not.toContain("draft-0");
    expect(ids[0]).toBe(`draft-${DRAFT.kept}`);
    const other = { ...ADA, id: "a b" };
    for (const invalid of [
      () => store.save(other, request("revision-1", "Text.")),
      () => store.read(other),
      () => store.delete(other, []),
    ]) {
      await expect(invalid()).rejects.toMatchObject({ code: "invalid_request" });
    }
  });
});

const request = (revision: string, content: string) => ({
  revision,
  content,
  follows: [] as string[],
  isNew: false,
  selection: ["a"],
});
