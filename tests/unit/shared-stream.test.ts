import { randomUUID } from "node:crypto";
import { setImmediate as settled } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { HEARTBEAT_INTERVAL_MS } from "../../lib/contract/api/changes.ts";
import { changedParts } from "../../lib/live/changed-parts.ts";
import { openEventStream, type StreamHandlers } from "../../lib/live/event-stream.ts";
import { followSharedStream } from "../../lib/live/shared-stream.ts";

describe("tabs that follow the same changes", () => {
  let name: string;
  /** The streams that are open, oldest first. */
  let streams: StreamHandlers[];
  let closing: (() => void)[];

  beforeEach(() => {
    name = randomUUID();
    streams = [];
    closing = [];
  });
  afterEach(() => {
    for (const close of closing) close();
  });

  /** Opens a tab. */
  function follow() {
    const tab = { revisions: [] as string[], isLive: false, close: () => {} };
    tab.close = followSharedStream({
      name,
      locks: navigator.locks,
      open: (handlers) => {
        streams.push(handlers);
        return () => {
          streams = streams.filter((stream) => stream !== handlers);
        };
      },
      handlers: {
        onRevision: (revision) => tab.revisions.push(revision),
        onLive: (isLive) => {
          tab.isLive = isLive;
        },
      },
    });
    closing.push(tab.close);
    return tab;
  }
  const announce = (revision: string) => {
    streams[0]?.onLive(true);
    streams[0]?.onRevision(revision);
  };

  test("share one stream, and tabs that open later know what it said", async () => {
    const [first, second] = [follow(), follow()];
    await vi.waitFor(() => expect(streams).toHaveLength(1));
    announce("0.1.0");
    await vi.waitFor(() => expect(second).toMatchObject({ isLive: true }));
    expect(first.revisions.at(-1)).toBe("0.1.0");
    expect(second.revisions.at(-1)).toBe("0.1.0");
    const third = follow();
    await vi.waitFor(() => expect(third).toMatchObject({ isLive: true, revisions: ["0.1.0"] }));
    streams[0]?.onLive(false);
    await vi.waitFor(() => expect([second.isLive, third.isLive]).toEqual([false, false]));
    expect(streams).toHaveLength(1);
  });

  test("go on with a stream of another tab when the one that has it closes", async () => {
    const first = follow();
    await vi.waitFor(() => expect(streams).toHaveLength(1));
    const [second, third] = [follow(), follow()];
    announce("0.1.0");
    await vi.waitFor(() => expect(third.revisions).toContain("0.1.0"));
    const [before] = streams;
    first.close();
    await vi.waitFor(() => expect(streams).toHaveLength(1));
    expect(streams[0]).not.toBe(before);
    announce("0.2.0");
    await vi.waitFor(() => expect(third.revisions.at(-1)).toBe("0.2.0"));
    expect(second.revisions.at(-1)).toBe("0.2.0");
    expect(first.revisions).not.toContain("0.2.0");
  });

  test("open no stream after they were closed", async () => {
    const [first, second] = [follow(), follow()];
    await vi.waitFor(() => expect(streams).toHaveLength(1));
    second.close();
    first.close();
    await vi.waitFor(() => expect(streams).toEqual([]));
    await settled();
    expect(streams).toEqual([]);
  });
});

describe("a stream of server-sent events", () => {
  class FakeEventSource extends EventTarget {
    static all: FakeEventSource[] = [];
    isClosed = false;
    onopen = () => {};
    onmessage = (_event: { data: string }) => {};
    onerror = () => {};
    constructor(_url: string) {
      super();
      FakeEventSource.all.push(this);
    }
    opens() {
      this.onopen();
      this.dispatchEvent(new Event("open"));
    }
    close() {
      this.isClosed = true;
    }
  }
  const current = () => {
    const source = FakeEventSource.all.at(-1);
    if (!source) throw new Error("No stream was opened.");
    return source;
  };
  let page: EventTarget;

  beforeEach(() => {
    page = new EventTarget();
    vi.useFakeTimers();
    FakeEventSource.all = [];
    vi.stubGlobal("EventSource", FakeEventSource);
    vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
    vi.stubGlobal("document", page);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  test("is opened again when it falls silent, fails, or was refused", () => {
    const live: boolean[] = [];
    const revisions: string[] = [];
    const close = openEventStream("/changes", {
      onRevision: (revision) => revisions.push(revision),
      onLive: (isLive) => live.push(isLive),
    });
    current().opens();
    for (let beat = 0; beat < 5; beat += 1) {
      vi.advanceTimersByTime(30_000);
      current().onmessage({ data: "0.1.0" });
    }
    expect(FakeEventSource.all).toHaveLength(1);
    expect(revisions).toHaveLength(5);

    vi.advanceTimersByTime(HEARTBEAT_INTERVAL_MS * 2.5);
    expect(FakeEventSource.all[0]?.isClosed).toBe(true);
    vi.advanceTimersByTime(2_000);
    expect(FakeEventSource.all).toHaveLength(2);
    current().opens();
    expect(live).toEqual([true, false, true]);

    close();
    vi.advanceTimersByTime(200_000);
    expect(FakeEventSource.all).toHaveLength(2);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("asks a server that is gone less and less often, and at once when the network or the person is back", () => {
    const close = openEventStream("/changes", { onRevision: () => {}, onLive: () => {} });
    /** Fails every attempt of some seconds, and returns how many there were. */
    const attempts = (seconds: number) => {
      const before = FakeEventSource.all.length;
      for (let at = 0; at < seconds; at += 1) {
        if (!current().isClosed) current().onerror();
        vi.advanceTimersByTime(1_000);
      }
      return FakeEventSource.all.length - before;
    };
    expect(attempts(60)).toBeLessThanOrEqual(6);
    expect(attempts(600)).toBeLessThanOrEqual(40);
    expect(attempts(600)).toBeGreaterThanOrEqual(19);
    for (const event of ["online", "visibilitychange"]) {
      const before = FakeEventSource.all.length;
      page.dispatchEvent(new Event(event));
      expect(FakeEventSource.all).toHaveLength(before + 1);
      expect(attempts(4)).toBeGreaterThanOrEqual(1);
    }
    current().opens();
    const { length } = FakeEventSource.all;
    page.dispatchEvent(new Event("online"));
    expect(FakeEventSource.all).toHaveLength(length);
    close();
    expect(vi.getTimerCount()).toBe(0);
  });
});

test("revisions say what changed, and everything counts after a restart that may have hidden changes", () => {
  expect(changedParts("0.4.2", "0.4.2")).toEqual({ feedback: false, jobs: false });
  expect(changedParts("0.4.2", "0.5.2")).toEqual({ feedback: true, jobs: false });
  expect(changedParts("0.4.2", "0.4.3")).toEqual({ feedback: false, jobs: true });
  // A backup was restored.
  expect(changedParts("0.4.2", "0.3.2")).toEqual({ feedback: true, jobs: false });
  expect(changedParts("a1b2.4.2", "c3d4.4.2")).toEqual({ feedback: true, jobs: true });
  expect(changedParts(null, "0.0.0")).toEqual({ feedback: true, jobs: true });
});
