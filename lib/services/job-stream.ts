import "server-only";
import { HEARTBEAT_INTERVAL_MS, STREAM_LIMITS } from "../contract/api/changes.ts";
import type { JobReport } from "../contract/api/jobs.ts";
import { AppError } from "../errors.ts";

/** Milliseconds between two reads of what the agent printed. Its output is saved as often. */
const READ_INTERVAL_MS = 1_000;
/** Messages that a client may leave unread. */
const MAX_UNREAD = 8;

/** A message of the stream: the report, and the text that was added to the output, with its place. */
export interface ReportUpdate {
  report: Omit<JobReport, "output">;
  output: { from: number; text: string };
}

let open = 0;

/**
 * Opens a stream of server-sent events with a job's report: now, and whenever it changes. It ends with an event `end` when
 * the job is over, and without one when the person may not read it anymore.
 * @throws {AppError} `too_many_requests` if too many are open
 */
export function reportStream(
  read: () => Promise<JobReport | null>,
  isAllowed: () => Promise<boolean>,
): ReadableStream<Uint8Array> {
  if (open >= STREAM_LIMITS.total) {
    throw new AppError("too_many_requests", "Too many people are watching jobs right now.", {
      retryAfter: 60_000,
    });
  }
  open += 1;
  let stop = () => {};
  const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const updates = createUpdates();
    const encoder = new TextEncoder();
    let quietSince = Date.now();
    let timer: NodeJS.Timeout | undefined;
    const send = (text: string) => {
      quietSince = Date.now();
      controller.enqueue(encoder.encode(text));
    };
    const end = () => {
      stop();
      controller.close();
    };
    const step = async () => {
      const report = (await isAllowed()) ? await read() : null;
      // A client that doesn't read has lost its connection, or is about to.
      if (timer === undefined || report === null || (controller.desiredSize ?? 0) <= 0) {
        if (timer !== undefined) end();
        return;
      }
      const update = updates.next(report);
      if (update) send(`data: ${JSON.stringify(update)}\n\n`);
      else if (Date.now() - quietSince > HEARTBEAT_INTERVAL_MS) send(": still running\n\n");
      if (!report.isRunning) {
        send("event: end\ndata: {}\n\n");
        return end();
      }
      timer = setTimeout(next, READ_INTERVAL_MS).unref();
    };
    const next = () => void step().catch(() => timer !== undefined && end());
    stop = () => {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      open -= 1;
    };
    timer = setTimeout(next, 0);
  };
  return new ReadableStream({ start, cancel: () => stop() }, { highWaterMark: MAX_UNREAD });
}

/** Finds what a report adds to the previous one. */
function createUpdates() {
  let sent = "";
  let output = "";
  return {
    next: ({ output: text, ...report }: JobReport): ReportUpdate | null => {
      const facts = JSON.stringify(report);
      if (facts === sent && text === output) return null;
      const from = text.startsWith(output) ? output.length : 0;
      sent = facts;
      output = text;
      return { report, output: { from, text: text.slice(from) } };
    },
  };
}
