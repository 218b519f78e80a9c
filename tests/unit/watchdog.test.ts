import { expect, test, vi } from "vitest";
import { type Block, startWatchdog } from "../../lib/watchdog.ts";

function spinForEightyMilliseconds() {
  const end = performance.now() + 80;
  while (performance.now() < end);
}

test("the watchdog names the function that blocked the event loop", async () => {
  const blocks: Block[] = [];
  const stop = startWatchdog((block) => blocks.push(block));
  try {
    await vi.waitFor(() => {
      spinForEightyMilliseconds();
      expect(blocks.map(({ name }) => name)).toContain("spinForEightyMilliseconds");
    });
  } finally {
    stop();
  }
  const block = blocks.find(({ name }) => name === "spinForEightyMilliseconds");
  expect(block?.file).toContain("watchdog.test.ts");
  expect(block?.milliseconds).toBeGreaterThanOrEqual(50);
});
