import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Database, openDatabase } from "../../lib/database/open.ts";
import { recordAnswer } from "../../lib/store/jobs/write.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { engines, openTestStore, type TestDatabase } from "../support/databases.ts";

const PROJECT = "docs";

describe.each(engines)("answers with one platform job ID on $name", (engine) => {
  let database: TestDatabase<StoreSchema>;
  /** The same database, as another process opens it. */
  let other: Database<StoreSchema>;
  beforeEach(async () => {
    database = await openTestStore(engine, "answers");
    other = openDatabase<StoreSchema>(database.location);
  });
  afterEach(async () => {
    await other.close();
    await database.close();
  });

  const expected = (id: string) =>
    ({ id, project_id: PROJECT, state: "sending", next_poll_at: null }) as const;
  const createJob = (id: string, linked: string | null = null) =>
    database.query
      .insertInto("job")
      .values({
        ...expected(id),
        platform_job_id: linked,
        intent_key: id,
        prompt: "Fix",
        created_at: 1,
        began_at: 1,
      })
      .execute();
  const answer = ({ query }: Database<StoreSchema>, id: string, platformJobId: string) =>
    recordAnswer(
      query,
      expected(id),
      { state: "sent", platform_job_id: platformJobId },
      { at: 2, events: [{ kind: "answered", detail: { platformJobId } }] },
    );
  const jobs = async () => {
    const rows = await database.query
      .selectFrom("job")
      .select(["id", "state", "platform_job_id"])
      .execute();
    return new Map(rows.map(({ id, ...row }) => [id, row]));
  };
  const holders = () => database.query.selectFrom("job_platform_id").selectAll().execute();

  test("in the same moment reach one job only, in each of 5 rounds", async () => {
    for (let round = 0; round < 5; round++) {
      const [one, two, id] = [`a${round}`, `b${round}`, `platform-${round}`];
      await createJob(one);
      await createJob(two);
      await Promise.all([answer(database, one, id), answer(other, two, id)]);
    }
    const rows = [...(await jobs()).values()];
    const linked = rows.filter((row) => row.platform_job_id !== null);
    expect(linked.map((row) => row.platform_job_id).sort()).toEqual(
      Array.from({ length: 5 }, (_, round) => `platform-${round}`).sort(),
    );
    expect(rows.filter(({ state }) => state === "unconfirmed")).toHaveLength(5);
    expect(await holders()).toHaveLength(5);
  });

  test("don't keep an ID that the job didn't take", async () => {
    await createJob("a", "linked-by-a-person");
    await answer(database, "a", "late");
    expect(await holders()).toEqual([]);
    expect((await jobs()).get("a")).toMatchObject({ platform_job_id: "linked-by-a-person" });
    const events = await database.query.selectFrom("job_event").select("kind").execute();
    expect(events).toEqual([{ kind: "late_answer" }]);
    await createJob("b");
    await answer(database, "b", "late");
    expect((await jobs()).get("b")).toMatchObject({ platform_job_id: "late", state: "sent" });
  });
});
