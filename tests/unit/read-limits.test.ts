import { expect, test } from "vitest";
import { createReadLimits, READ_LIMIT, STALLED_AFTER_MS } from "../../lib/services/read-limits.ts";

let now = 0;
const clock = { now: () => now };
const tooMany = { code: "too_many_requests", retryAfter: expect.any(Number) };

/** A stream that never ends by itself. */
const endless = () =>
  new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(new Uint8Array(9)) });
const short = () => new Blob(["done"]).stream();
const thrown = (call: () => unknown) => {
  try {
    call();
    return null;
  } catch (error) {
    return error;
  }
};

test("a person runs two exports at once, and all people four", async () => {
  const limits = createReadLimits(clock);
  const [one] = [1, 2].map(() => limits.export("ada", endless));
  expect(thrown(() => limits.export("ada", endless))).toMatchObject(tooMany);
  limits.export("grace", endless);
  const last = limits.export("grace", short);
  expect(thrown(() => limits.export("edsger", short))).toMatchObject(tooMany);
  expect(await new Response(last).text()).toBe("done");
  expect(await new Response(limits.export("edsger", short)).text()).toBe("done");
  await one?.cancel();
  expect(await new Response(limits.export("ada", short)).text()).toBe("done");
});

test("an export whose client stopped reading gives way after a minute", async () => {
  const limits = createReadLimits(clock);
  const [stalled, read] = [1, 2].map(() => limits.export("ada", endless).getReader());
  now += STALLED_AFTER_MS - 1;
  await read?.read();
  expect(thrown(() => limits.export("ada", endless))).toMatchObject(tooMany);
  now += 1;
  limits.export("ada", endless);
  await expect(stalled?.read()).rejects.toThrow("stopped reading");
  expect((await read?.read())?.value).toHaveLength(9);
  expect(thrown(() => limits.export("ada", endless))).toMatchObject(tooMany);
});

test("an export that fails makes room for the next", async () => {
  const limits = createReadLimits(clock);
  const broken = () =>
    new ReadableStream<Uint8Array>({ pull: () => Promise.reject(new Error("broken")) });
  for (let n = 0; n < 10; n += 1) {
    await expect(new Response(limits.export("ada", broken)).text()).rejects.toThrow("broken");
    expect(
      thrown(() =>
        limits.export("ada", () => {
          throw new Error("early");
        }),
      ),
    ).toMatchObject({ message: "early" });
  }
});

test("expensive reads are counted per person and minute", () => {
  const limits = createReadLimits(clock);
  for (let n = 0; n < READ_LIMIT.most; n += 1) limits.read("ada");
  expect(thrown(() => limits.read("ada"))).toMatchObject(tooMany);
  limits.read("grace");
  now += READ_LIMIT.window;
  limits.read("ada");
});
