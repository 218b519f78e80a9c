import "server-only";
import { type Profiler, Session } from "node:inspector";

/** A time in which the event loop ran one function and nothing else. */
export interface Block {
  milliseconds: number;
  /** The innermost function that was running for at least half of the time, without Node's own. */
  name: string;
  /** Path or URL of its file, and the line, counted from 1. */
  file: string;
  line: number;
}

/** In milliseconds. */
const MIN_BLOCK_MS = 50;
const HEARTBEAT_MS = 10;
const BETWEEN_SAMPLES = 2;
/** A profile grows with its samples. Starting a new one takes a few milliseconds. */
const MAX_PROFILE_MS = 60_000;

/**
 * Reports what blocks the event loop of this thread for 50 ms or more. It samples what is running all the time, so it is for
 * development and tests. Returns a function that ends it.
 */
export function startWatchdog(report: (block: Block) => void): () => void {
  const session = new Session();
  session.connect();
  session.post("Profiler.enable");
  session.post("Profiler.setSamplingInterval", { interval: BETWEEN_SAMPLES * 1_000 });
  session.post("Profiler.start");
  let began = performance.now();
  let beat = began;

  const restart = (blocked: number) => {
    session.post("Profiler.stop", (error, result) => {
      const block = error || blocked === 0 ? null : blockIn(result.profile, blocked);
      if (block) report(block);
    });
    session.post("Profiler.start");
    began = performance.now();
    beat = began;
  };
  const timer = setInterval(() => {
    const now = performance.now();
    const blocked = now - beat - HEARTBEAT_MS;
    beat = now;
    if (blocked >= MIN_BLOCK_MS) restart(blocked);
    else if (now - began > MAX_PROFILE_MS) restart(0);
  }, HEARTBEAT_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    session.disconnect();
  };
}

/** Returns what ran at the end of a profile; null if it was nothing, because another process had the processor. */
function blockIn(profile: Profiler.Profile, milliseconds: number): Block | null {
  const { nodes, samples = [], timeDeltas = [], startTime, endTime } = profile;
  const from = endTime - milliseconds * 1_000;
  const times = new Map<number, number>();
  let at = startTime;
  for (const [index, id] of samples.entries()) {
    const length = timeDeltas[index + 1] ?? 0;
    at += timeDeltas[index] ?? 0;
    if (at >= from) times.set(id, (times.get(id) ?? 0) + length);
  }
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const half = times.values().reduce((sum, time) => sum + time, 0) / 2;
  const totalOf = (node: Profiler.ProfileNode): number =>
    childrenOf(node).reduce((sum, child) => sum + totalOf(child), times.get(node.id) ?? 0);
  const childrenOf = ({ children = [] }: Profiler.ProfileNode) =>
    children.flatMap((id) => byId.get(id) ?? []);
  let innermost: Profiler.ProfileNode | undefined;
  let next = nodes[0];
  while (next) {
    if (hasFile(next)) innermost = next;
    next = childrenOf(next).find((child) => half > 0 && totalOf(child) >= half);
  }
  if (!innermost) return null;
  const { functionName, url, lineNumber } = innermost.callFrame;
  const name = functionName || "an unnamed function";
  return { milliseconds: Math.round(milliseconds), name, file: url, line: lineNumber + 1 };
}

/** Whether a function is in a file, and not in JavaScript or Node themselves. */
function hasFile({ callFrame: { url } }: Profiler.ProfileNode): boolean {
  return url !== "" && !url.startsWith("node:");
}
