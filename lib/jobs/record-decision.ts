import "server-only";
import type { HeldDecision } from "../contract/api/leash.ts";
import type { Actor } from "../contract/api/people.ts";
import type { CommentedLines } from "../contract/api/review-comments.ts";
import { type Ledger, requireRow } from "./ledger.ts";

/** What someone decided about a change that went beyond what the agent may change. */
export interface DecidedChange {
  decision: HeldDecision;
  /** See `HeldChange`. */
  version: string;
  /** How many files went beyond it. */
  files: number;
  /** What was left out, for later prompts. */
  leftOut: readonly CommentedLines[];
  /** Whether the job is over with it, and nothing is left to decide. */
  hasEnded: boolean;
}

/** Attempts while polls change the job. */
const MAX_ATTEMPTS = 5;

/** Records the decision, and has the job polled soon. @throws {NotFound} */
export async function recordDecision(
  ledger: Ledger,
  job: { project_id: string; id: string },
  { decision, version, files, leftOut, hasEnded }: DecidedChange,
  by: Actor,
): Promise<void> {
  const { store, clock } = ledger;
  const at = clock.now();
  await store.recordTrimmed(
    leftOut.map(({ lastLine, ...lines }, index) => ({
      ...{ project_id: job.project_id, job_id: job.id, ...lines, last_line: lastLine },
      id: `${job.id}-${version.slice(0, 16)}-${index}`,
      ...{ person_id: by.id, by_name: by.name, created_at: at },
    })),
  );
  const events = [{ kind: "held" as const, detail: { decision, files, by: by.name } }];
  const outcome = hasEnded ? ({ outcome: "discarded", outcome_at: at } as const) : {};
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const row = await requireRow(ledger, job.project_id, job.id);
    if (await store.change(row, { next_poll_at: at, ...outcome }, { at, events })) return;
  }
  await store.addEvents(job, at, events);
}
