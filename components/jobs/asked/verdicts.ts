import type { Verdict } from "../../../lib/contract/api/job-review.ts";

/** The verdicts about an item in the order of their choices. */
export const VERDICTS = ["addressed", "not_addressed", "unclear"] as const satisfies Verdict[];

export const VERDICT: Record<Verdict, { label: string }> = {
  addressed: { label: "Addressed" },
  not_addressed: { label: "Not addressed" },
  unclear: { label: "Can't tell" },
};
