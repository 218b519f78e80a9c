import "server-only";
import type { ProjectSummary } from "../contract/api/projects.ts";
import type { SyncStatus } from "../contract/api/sync.ts";
import type { SyncProblem } from "../store/sync/state.ts";

/** Where the mirror reads feedback: the built-in platform's change feed, or a platform's export. */
export interface FeedbackSource<Status extends SyncStatus = SyncStatus> {
  /** Milliseconds between two rounds in which nothing was due. */
  idleDelay: number;
  /** Called when this process gets the lease: another one may have read in the meantime. */
  reset(): void;
  /**
   * Runs a project's next step if it's due. Resolves to whether it ran one.
   * @param context.projects that share what the platform allows
   * @throws {LeaseLost} if another process took over, and if the store can't be written
   */
  step(
    projectId: string,
    context: { projects: readonly ProjectSummary[]; signal: AbortSignal },
  ): Promise<boolean>;
  /** @param context.storeProblem why this process can't write to the store */
  status(
    projectId: string,
    context: { projects: readonly ProjectSummary[]; storeProblem: SyncProblem | null },
  ): Promise<Status>;
  /**
   * Makes the project due now.
   * @throws {BudgetExhausted} if no request can be sent right now
   */
  refresh(projectId: string, status: Status): Promise<void>;
}
