import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { HEARTBEAT_INTERVAL_MS, STREAM_LIMITS } from "../../lib/contract/api/changes.ts";
import { createChangeStreams } from "../../lib/services/change-streams.ts";

const GAP = 500;

describe("a stream of changes", () => {
  let revision: string | null;
  let isAllowed: boolean;
  let listeners: Set<() => void>;
  let streams: ReturnType<typeof createChangeStreams>;

  beforeEach(() => {
    vi.useFakeTimers();
    revision = "0.1.0";
    isAllowed = true;
    listeners = new Set();
    streams = createChangeStreams({
      revision: async () => revision,
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      stop: async () => undefined,
    });
  });
  afterEach(() => vi.useRealTimers());

  const change = (next: string | null) => {
    revision = next;
    for (const listener of listeners) listener();
  };
  const follow = (last: string | null = null, personId = "ana") =>
    streams.follow("docs", { personId, isAllowed: async () => isAllowed }, last);

  /** Follows the project, and collects what arrives. */
  async function read(last: string | null = null) {
    const stream = await follow(last);
    const received = { text: "", isEnded: false };
    const reader = stream.getReader();
    const decoder = new TextDecoder();
    const next = async (): Promise<void> => {
      const { done, value } = await reader.read();
      received.text += decoder.decode(value);
      received.isEnded = done;
      if (!done) return next();
    };
    void next();
    await vi.advanceTimersByTimeAsync(GAP);
    return received;
  }

  test("says how far the project is, and every change", async () => {
    const received = await read();
    expect(received.text).toMatch(/^retry: \d{4}\n\nid: 0\.1\.0\ndata: 0\.1\.0\n\n$/);
    received.text = "";
    change("0.2.0");
    await vi.advanceTimersByTimeAsync(0);
    expect(received.text).toBe("id: 0.2.0\ndata: 0.2.0\n\n");
  });

  test("says nothing to a client that returns and missed nothing", async () => {
    expect((await read("0.1.0")).text).toMatch(/^retry: \d{4}\n\n$/);
    expect((await read("0.0.9")).text).toContain("data: 0.1.0\n\n");
  });

  test("takes quick changes together, and says nothing about other projects' changes", async () => {
    const received = await read();
    received.text = "";
    for (const next of ["0.2.0", "0.3.0", "0.3.1"]) {
      change(next);
      await vi.advanceTimersByTimeAsync(1);
    }
    await vi.advanceTimersByTimeAsync(GAP);
    expect(received.text.match(/data: .+/g)).toEqual(["data: 0.2.0", "data: 0.3.1"]);
    received.text = "";
    change("0.3.1");
    await vi.advanceTimersByTimeAsync(GAP);
    expect(received.text).toBe("");
  });

  test("repeats the revision as a heartbeat", async () => {
    const received = await read("0.1.0");
    received.text = "";
    await vi.advanceTimersByTimeAsync(2 * HEARTBEAT_INTERVAL_MS);
    expect(received.text).toBe("id: 0.1.0\ndata: 0.1.0\n\n".repeat(2));
  });

  test("ends at the next change or heartbeat after the session did, and announces nothing", async () => {
    const [first, second] = [await read(), await read()];
    isAllowed = false;
    first.text = "";
    change("0.2.0");
    await vi.advanceTimersByTimeAsync(0);
    expect(first).toMatchObject({ text: "", isEnded: true });
    expect(second.isEnded).toBe(true);
    const third = await read("0.2.0");
    await vi.advanceTimersByTimeAsync(HEARTBEAT_INTERVAL_MS);
    expect(third.isEnded).toBe(true);
    expect(listeners.size).toBe(0);
  });

  test("ends when changes can't be watched anymore, and isn't opened then", async () => {
    const received = await read();
    change(null);
    await vi.advanceTimersByTimeAsync(0);
    expect(received.isEnded).toBe(true);
    await expect(follow()).rejects.toMatchObject({ code: "unavailable" });
  });

  test("ends when its client doesn't read, and with the server", async () => {
    await follow();
    expect(listeners.size).toBe(1);
    await vi.advanceTimersByTimeAsync(10 * HEARTBEAT_INTERVAL_MS);
    expect(listeners.size).toBe(0);
    const received = await read();
    await streams.stop();
    await vi.advanceTimersByTimeAsync(0);
    expect(received.isEnded).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("is one of a limited number per person and server", async () => {
    const own = [];
    for (let count = 0; count < STREAM_LIMITS.perPerson; count += 1) own.push(await follow());
    await expect(follow()).rejects.toMatchObject({ code: "too_many_requests" });
    await own[0]?.cancel();
    await follow();
    const free = STREAM_LIMITS.total - STREAM_LIMITS.perPerson;
    for (let count = 0; count < free; count += 1) await follow(null, `person ${count}`);
    await expect(follow(null, "another")).rejects.toMatchObject({ code: "too_many_requests" });
  });
});
