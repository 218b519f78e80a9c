import type { JobReport } from "../../../lib/contract/api/jobs.ts";
import { counted } from "../../../lib/text/counted.ts";

/** The results of checking a job's change. */
export type CheckedReport = Pick<JobReport, "problems" | "check"> & {
  /** Whether the agent only reported. */
  isReportOnly?: boolean;
  /** See `JobReport`. */
  ahead?: number | null;
};

/** The state of checks where only the code host has them. */
const NOTHING: CheckedReport = { problems: null, check: null };

/** Whether a change was checked, or is being checked. */
export function isChecked({ problems, check }: CheckedReport): boolean {
  return (problems ?? check) !== null;
}

/** Returns how many new problems the checks found. A command that fails only with the change is one. */
export function newProblemCount({ problems, check }: CheckedReport): number {
  const own = problems?.length ?? 0;
  if (!check) return own;
  const unnamed = check.state === "problems" && check.reason !== null ? 1 : 0;
  return own + check.problems.length + check.more + unnamed;
}

/**
 * Says what the checks found: "2 new problems". Null while they run.
 * @param hostFailed whether checks of the code host failed; null if it says nothing
 */
export function checkResult(
  report: CheckedReport = NOTHING,
  hostFailed: boolean | null = null,
): { text: string; isGood: boolean } | null {
  if (report.check?.state === "running") return null;
  const count = newProblemCount(report);
  if (count > 0) return { text: counted(count, "new problem"), isGood: false };
  if (hostFailed) return { text: "failed on the code host", isGood: false };
  return report.check?.state === "failed"
    ? { text: "couldn't run", isGood: false }
    : { text: "passed", isGood: true };
}
