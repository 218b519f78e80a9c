import "server-only";
import type { Clock } from "../../clock.ts";
import type { Log } from "../../log.ts";
import { createMutex } from "../../mutex.ts";
import { createOutput, type Output } from "../agent/output.ts";
import { addUsage } from "../agent/read-stream.ts";
import type { Redactor } from "../agent/redact.ts";
import type { PlatformDatabase } from "../schema/schema.ts";
import type { JobMessage } from "./job-lease.ts";
import { saveOutput } from "./report.ts";
import { messageUsage, recordWork, workOf } from "./spending.ts";

/** Milliseconds between saves while the agent is running. */
const SAVE_INTERVAL_MS = 1_000;
/** Milliseconds between notes of how long an agent has worked that prints nothing. */
const WORK_INTERVAL_MS = 15_000;

/**
 * Runs `work` with an output that is saved with the message: regularly while the agent runs, so that
 * it can be followed live and survives a crash, and at the end.
 */
export async function withSavedOutput<T>(
  context: { database: PlatformDatabase; clock: Clock; log: Log; redact: Redactor },
  message: JobMessage,
  work: (output: Output) => Promise<T>,
): Promise<T> {
  const { database, clock, log, redact } = context;
  const output = createOutput(redact);
  // An attempt that was interrupted cost something as well.
  const before = await messageUsage(database, message.id);
  const worked = await workOf(database, message.id);
  const began = clock.now();
  let notedAt = began;
  const noteWork = async () => {
    notedAt = clock.now();
    await recordWork(database, message.id, worked + Math.max(0, notedAt - began)).catch(
      (error: unknown) => log.warn({ err: error }, "couldn't save how long an agent worked"),
    );
  };
  let changed = true;
  const mutex = createMutex();
  const save = () =>
    mutex.run(async () => {
      if (changed || clock.now() - notedAt >= WORK_INTERVAL_MS) await noteWork();
      if (!changed) return;
      changed = false;
      const progress = output.progress();
      const usage = progress.usage && addUsage(before, progress.usage);
      const saved = { text: output.text(), progress: { ...progress, usage }, at: clock.now() };
      await saveOutput(database, message.id, saved).catch((error: unknown) =>
        log.warn({ err: error }, "couldn't save agent output"),
      );
    });
  const print = (text: string) => {
    changed = true;
    output.print(text);
  };
  const timer = setInterval(save, SAVE_INTERVAL_MS);
  // Clears the output of an earlier attempt right away.
  await save();
  try {
    return await work({ ...output, print });
  } finally {
    clearInterval(timer);
    await save();
    await mutex.run(noteWork);
  }
}
