import "server-only";
import type { Database } from "../../database/open.ts";
import type { Log } from "../../log.ts";
import { createMutex } from "../../mutex.ts";
import { createOutput, type Output } from "../agent/output.ts";
import type { Redactor } from "../agent/redact.ts";
import type { PlatformSchema } from "../schema.ts";
import type { JobMessage } from "./job-lease.ts";
import { saveOutput } from "./report.ts";

/** Milliseconds between what is kept of an agent that is still talking. */
const INTERVAL = 1_000;

/**
 * Lends an output to `work` and keeps with the message what is said there: while it is said, so
 * that it can be read along and survives a server that is killed, and in the end.
 */
export async function withSavedOutput<T>(
  context: { database: Database<PlatformSchema>; log: Log; redact: Redactor },
  message: JobMessage,
  work: (output: Output) => Promise<T>,
): Promise<T> {
  const { database, log, redact } = context;
  const output = createOutput(redact);
  let changed = true;
  const mutex = createMutex();
  const save = () =>
    mutex.run(async () => {
      if (!changed) return;
      changed = false;
      await saveOutput(database, message.id, output.text()).catch((error: unknown) =>
        log.warn({ err: error }, "couldn't save agent output"),
      );
    });
  const print = (text: string) => {
    changed = true;
    output.print(text);
  };
  const timer = setInterval(save, INTERVAL);
  // What an earlier try said is gone from the first moment on.
  await save();
  try {
    return await work({ ...output, print });
  } finally {
    clearInterval(timer);
    await save();
  }
}
