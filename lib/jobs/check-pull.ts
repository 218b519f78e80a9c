import "server-only";
import { PULL_STATE, type PullState } from "../contract/api/pull-states.ts";
import type { JobRow } from "../store/jobs/write.ts";
import type { HeldClaim } from "./claims.ts";
import { type Ledger, report } from "./ledger.ts";
import { nextPullCheckAt } from "./schedule.ts";
import { resolveLinkedFeedback } from "./suggested-triage.ts";

/**
 * Checks the pull request of a claimed job and records its state. After a merge, resolves the linked
 * feedback if the project's settings say so.
 */
export async function checkPull(ledger: Ledger, row: JobRow): Promise<void> {
  const { pr_link: link, pr_next_at: until } = row;
  if (link === null || until === null) return;
  const claim: HeldClaim = { kind: "pull", id: row.id, until };
  const state = await ledger.claims.hold(claim, () => stateAfterMerge(ledger, row, link));
  const { store, clock } = ledger;
  const now = clock.now();
  const checked = { ...row, pr_next_at: claim.until };
  const nextCheck = nextPullCheckAt(row.pr_since ?? row.created_at, now);
  if (state === "failed") {
    const { pr_state, pr_checked_at } = row;
    const change = { pr_state, pr_checked_at, pr_next_at: nextCheck };
    await store.recordPull(checked, change, { at: now, events: [] });
    return;
  }
  const change = {
    pr_state: state,
    pr_checked_at: now,
    pr_next_at: PULL_STATE[state].settled ? null : nextCheck,
  };
  const detail = { from: row.pr_state, to: state, link };
  const events = state === row.pr_state ? [] : [{ kind: "pull" as const, detail }];
  await store.recordPull(checked, change, { at: now, events });
}

/** Reads the state of a pull request; resolves the linked feedback of a merged one if configured. */
async function stateAfterMerge(
  ledger: Ledger,
  row: JobRow,
  link: string,
): Promise<PullState | "failed"> {
  const { pulls, settings } = ledger;
  try {
    const state = (await pulls.stateOf(link)) ?? "unknown";
    if (state === "merged" && (await settings.read(row.project_id)).resolveWhenMerged) {
      // Before the state is recorded: a process that ends in between only resolves again.
      await resolveLinkedFeedback(ledger, row);
    }
    return state;
  } catch (error) {
    report(ledger, row, error);
    return "failed";
  }
}
