import { setTimeout as delay, setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { createMutex, limitConcurrency } from "../../lib/mutex.ts";

test("a mutex runs tasks one at a time, in order, even if one fails", async () => {
  const mutex = createMutex();
  const log: string[] = [];
  const task = (name: string) => async () => {
    log.push(`${name} starts`);
    await delay(1);
    log.push(`${name} ends`);
    if (name === "two") throw new Error("failed");
  };
  const results = await Promise.allSettled(
    ["one", "two", "three"].map((name) => mutex.run(task(name))),
  );
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(log).toEqual([
    "one starts",
    "one ends",
    "two starts",
    "two ends",
    "three starts",
    "three ends",
  ]);
});

test("as many tasks as may run at once do, and the others in turn, also after one that fails", async () => {
  const run = limitConcurrency(2);
  const started: number[] = [];
  const ends = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
  const all = ends.map(({ promise }, task) =>
    run(async () => {
      started.push(task);
      await promise;
    }),
  );
  const results = Promise.allSettled(all);
  await turn();
  expect(started).toEqual([0, 1]);
  ends[1]?.reject(new Error("failed"));
  await turn();
  expect(started).toEqual([0, 1, 2]);
  for (const { resolve } of ends) resolve();
  const statuses = (await results).map(({ status }) => status);
  expect(statuses).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled", "fulfilled"]);
  expect(started).toEqual([0, 1, 2, 3, 4]);
  expect(await run(async () => "again")).toBe("again");
});
