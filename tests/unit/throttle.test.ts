import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { throttle } from "../../lib/throttle.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("work runs at once, and then at most once per gap", async () => {
  const work = vi.fn(async () => undefined);
  const { request } = throttle({ gap: 1_000, isPaused: () => false, work });
  request();
  expect(work).toHaveBeenCalledTimes(1);
  for (let number = 0; number < 10; number += 1) request();
  await vi.advanceTimersByTimeAsync(900);
  expect(work).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(work).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(work).toHaveBeenCalledTimes(2);
});

test("the gap begins when the work ends, and a failure doesn't stop later runs", async () => {
  let end = () => {};
  const work = vi.fn(() => new Promise<void>((_, reject) => (end = () => reject(new Error()))));
  const { request } = throttle({ gap: 1_000, isPaused: () => false, work });
  request();
  request();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(work).toHaveBeenCalledTimes(1);
  end();
  await vi.advanceTimersByTimeAsync(1_100);
  expect(work).toHaveBeenCalledTimes(2);
});

test("requests wait while paused", async () => {
  let isPaused = true;
  const work = vi.fn(async () => undefined);
  const { request, resume } = throttle({ gap: 1_000, isPaused: () => isPaused, work });
  request();
  resume();
  expect(work).not.toHaveBeenCalled();
  isPaused = false;
  resume();
  resume();
  expect(work).toHaveBeenCalledTimes(1);
});
