import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Jobs } from "../../lib/jobs/jobs.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { anyEngine, openTestStore, type TestDatabase } from "../support/databases.ts";
import { forgetJobs, mirrored, openLedger } from "../support/ledger.ts";
import { type Behavior, MisbehavingJobs } from "../support/misbehaving-jobs.ts";
import { rounds } from "../support/rounds.ts";
import { simulatedCrash } from "../support/simulated-crash.ts";

const PROJECT = "docs";
const UNDECIDED = ["queued", "sending", "scheduled"];

/** One action of a person, in a process that may die after some steps. */
interface Action {
  kind: "click" | "retry" | "cancel" | "not_created" | "found" | "message" | "work";
  /** Which intent, of three. */
  intent: number;
  /** Steps until its process dies; most live on. */
  steps: number;
  /** Whether others wait until it is done. */
  awaited: boolean;
  /** Milliseconds that pass afterwards. */
  passes: number;
}

const action: fc.Arbitrary<Action> = fc.record({
  kind: fc.constantFrom(
    ...(["click", "click", "click", "retry", "cancel"] as const),
    ...(["not_created", "found", "message", "work", "work"] as const),
  ),
  intent: fc.nat(2),
  steps: fc.oneof(fc.constant(Number.POSITIVE_INFINITY), fc.nat(9)),
  awaited: fc.boolean(),
  passes: fc.constantFrom(0, 0, 1_000, 11_000, 31_000, 61_000),
});

const behaviors = fc.array(
  fc.constantFrom<Behavior[]>(
    ...(["answers", "answers", "loses", "slow", "rateLimited", "rejects", "unreachable"] as const),
  ),
  { maxLength: 12 },
);

describe.each(anyEngine)("whatever happens to the job ledger ($name)", (engine) => {
  let database: TestDatabase<StoreSchema>;
  let platform: MisbehavingJobs;
  let now: number;

  beforeAll(async () => {
    database = await openTestStore(engine, "model");
    await mirrored(database, PROJECT, [{ id: "a" }]);
  });
  afterAll(() => database.close());

  const clock = { now: () => now };
  const request = (intent: number) => ({
    intentKey: `intent-000${intent}`,
    prompt: `prompt ${intent}`,
    feedbackIds: ["a"],
  });
  const rows = () => database.query.selectFrom("job").selectAll().orderBy("created_at").execute();
  const messages = () => database.query.selectFrom("job_message").selectAll().execute();

  async function act(jobs: Jobs, { kind, intent }: Action, crash: { happened: Promise<void> }) {
    if (kind === "click") return void (await jobs.create(PROJECT, request(intent)));
    if (kind === "work") {
      jobs.start();
      await Promise.race([new Promise((resolve) => setTimeout(resolve, 12)), crash.happened]);
      return jobs.stop();
    }
    const about = (await rows()).filter(({ prompt }) => prompt === request(intent).prompt);
    const id = about.at(-1)?.id;
    if (id === undefined) return;
    if (kind === "message") {
      const note = { intentKey: `message-${intent}-${about.length}`, prompt: `note ${id}` };
      return void (await jobs.message(PROJECT, id, note));
    }
    if (kind === "retry") {
      const intentKey = `again-${intent}-${about.length}`;
      return void (await jobs.setOutcome(PROJECT, id, { outcome: "retry", intentKey }));
    }
    if (kind === "found") {
      const platformJobId = [...platform.jobs.keys()][intent] ?? "job-0";
      return void (await jobs.setOutcome(PROJECT, id, { outcome: "exists", platformJobId }));
    }
    await jobs.setOutcome(PROJECT, id, { outcome: kind });
  }

  async function carryOut(actions: Action[]): Promise<void> {
    const loose: Promise<unknown>[] = [];
    for (const each of actions) {
      const crash = simulatedCrash(each.steps);
      const jobs = openLedger(database, { client: platform, clock, around: crash.wrap });
      // What a person may not do is refused; that is as well.
      const done = Promise.race([act(jobs, each, crash).catch(() => undefined), crash.happened]);
      if (each.awaited) await done;
      else loose.push(done);
      now += each.passes;
    }
    await Promise.all(loose);
  }

  /** Two fresh processes look after what the dead ones left, until nothing is undecided. */
  async function lookAfterAll(): Promise<void> {
    platform.next([]);
    const fresh = [1, 2].map(() => openLedger(database, { client: platform, clock }));
    for (const jobs of fresh) jobs.start();
    await vi.waitFor(
      async () => {
        now += 5_000;
        const all = [...(await rows()), ...(await messages())];
        expect(all.filter(({ state }) => UNDECIDED.includes(state))).toEqual([]);
      },
      { interval: 10, timeout: 120_000 },
    );
    await Promise.all(fresh.map((jobs) => jobs.stop()));
  }

  test("no intent is carried out twice, and none is lost", async () => {
    const check = async (actions: Action[], shown: Behavior[]) => {
      await forgetJobs(database);
      platform = new MisbehavingJobs();
      platform.next(shown);
      now = 1_000_000;
      await carryOut(actions);
      await lookAfterAll();

      const [jobs, notes] = [await rows(), await messages()];
      const times = (prompt: string) => platform.done.filter((each) => each === prompt).length;
      for (const prompt of new Set(jobs.map((job) => job.prompt))) {
        const intents = jobs.filter((job) => job.prompt === prompt);
        expect(times(prompt)).toBeLessThanOrEqual(intents.length);
        const carriedOut = intents.filter(({ platform_job_id: id }) => id !== null);
        // What a person named wrongly may be another intent's job.
        if (!actions.some(({ kind }) => kind === "found")) {
          expect(carriedOut.length).toBeLessThanOrEqual(times(prompt));
        }
      }
      for (const { prompt, state } of notes) {
        expect(times(prompt)).toBeLessThanOrEqual(1);
        if (state === "sent") expect(times(prompt)).toBe(1);
      }
      const ids = jobs.flatMap(({ platform_job_id: id }) => id ?? []);
      const claimed = await database.query.selectFrom("job_platform_id").selectAll().execute();
      for (const id of ids) expect(claimed.map((each) => each.platform_job_id)).toContain(id);
      const clicked = actions.filter(({ kind, steps }) => kind === "click" && steps > 9);
      for (const { intent } of clicked) {
        expect(jobs.map((job) => job.intent_key)).toContain(request(intent).intentKey);
      }
    };
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 10 }), behaviors, check),
      { ...rounds(40), interruptAfterTimeLimit: 8_000, endOnFailure: true },
    );
  });
});
