import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { createMutex } from "../../lib/mutex.ts";

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
