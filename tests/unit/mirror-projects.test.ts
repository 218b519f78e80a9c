import { expect, test } from "vitest";
import type { ProjectSummary } from "../../lib/contract/api/projects.ts";
import { createLog } from "../../lib/log.ts";
import { createMirror } from "../../lib/mirror/mirror.ts";
import type { FeedbackSource } from "../../lib/mirror/source.ts";

/** Runs a mirror of three projects whose second one can't be stored, until it has waited `rests` times. */
async function runMirror(error: Error, { rests, heals }: { rests: number; heals: boolean }) {
  const steps: string[] = [];
  const waits: number[] = [];
  let isBroken = true;
  const rested = Promise.withResolvers<void>();
  const source: FeedbackSource = {
    idleDelay: 1,
    reset: () => undefined,
    step: async (projectId) => {
      steps.push(projectId);
      if (projectId === "two" && isBroken) throw error;
      return false;
    },
    status: async (_, { storeProblem }) => ({ problem: storeProblem }) as never,
    refresh: async () => undefined,
  };
  const mirror = createMirror({
    source,
    projects: () => ["one", "two", "three"].map((id) => ({ id }) as ProjectSummary),
    lease: { hold: async () => true, release: async () => undefined, duration: 60_000 } as never,
    clock: { now: () => 5 },
    log: createLog("silent", () => []),
    delay: (milliseconds, signal) => {
      waits.push(milliseconds);
      if (waits.length < rests) return Promise.resolve();
      rested.resolve();
      return new Promise((_, reject) => signal?.addEventListener("abort", reject));
    },
  });
  if (heals) isBroken = false;
  mirror.start();
  await rested.promise;
  const problems = await Promise.all(
    ["one", "two", "three"].map(async (id) => (await mirror.status(id)).problem?.code ?? null),
  );
  await mirror.stop();
  return { steps, waits, problems };
}

test("a project whose feedback can't be stored doesn't hold up the ones after it", async () => {
  const failure = new Error("invalid byte sequence");
  expect(await runMirror(failure, { rests: 2, heals: false })).toEqual({
    steps: ["one", "two", "three", "one", "two", "three"],
    waits: [30_000, 30_000],
    problems: [null, "unavailable", null],
  });
  expect(await runMirror(failure, { rests: 2, heals: true })).toMatchObject({
    waits: [1, 1],
    problems: [null, null, null],
  });
});

test("a store that can't be written stops the round for all", async () => {
  const full = Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" });
  expect(await runMirror(full, { rests: 1, heals: false })).toEqual({
    steps: ["one", "two"],
    waits: [30_000],
    problems: ["unavailable", "unavailable", "unavailable"],
  });
});
