import "server-only";
import type { JobRow } from "../store/jobs/write.ts";
import { type Ledger, report } from "./ledger.ts";
import { resolveBehind } from "./offer.ts";
import { nextPullLookAt } from "./schedule.ts";

/** Who knows what became of a pull request: the built-in code host, or one elsewhere. */
export interface PullStateSource {
  /** Null where it cannot be known, as no host that we may ask has it. Throws what may pass. */
  stateOf(prLink: string): Promise<"open" | "merged" | "closed" | null>;
}

/**
 * Looks at the pull request of a job whose look is claimed, and records what became of it; a merged
 * one resolves the feedback behind it where the project says so.
 */
export async function lookAtPull(ledger: Ledger, row: JobRow): Promise<void> {
  const { pr_link: link } = row;
  const { store, pulls, settings, clock } = ledger;
  if (link === null) return;
  const since = row.pr_since ?? row.created_at;
  try {
    const state = (await pulls.stateOf(link)) ?? "unknown";
    const now = clock.now();
    const over = state === "merged" || state === "closed";
    if (state === "merged" && (await settings.read(row.project_id)).resolveWhenMerged) {
      // Before the state is recorded: a process that ends in between resolves again, which is nothing.
      await resolveBehind(ledger, row);
    }
    const change = {
      pr_state: state,
      pr_checked_at: now,
      pr_next_at: over ? null : nextPullLookAt(since, now),
    };
    const detail = { from: row.pr_state, to: state, link };
    const events = state === row.pr_state ? [] : [{ kind: "pull" as const, detail }];
    await store.recordPull(row, change, { at: now, events });
  } catch (error) {
    report(ledger, row, error);
    const now = clock.now();
    const change = {
      pr_state: row.pr_state,
      pr_checked_at: row.pr_checked_at,
      pr_next_at: nextPullLookAt(since, now),
    };
    await store.recordPull(row, change, { at: now, events: [] });
  }
}
