import "server-only";
import type { Clock } from "../clock.ts";
import type { Evidence } from "../contract/api/feedback.ts";
import type { LedgerParts, ProposedVerdict } from "../jobs/ledger.ts";
import { runWithPauses } from "../pause.ts";
import type { PullRequests } from "../platform/host/pulls.ts";
import type { LinkedItem } from "../review/prepare.ts";
import { reviewing } from "../review/review.ts";

/** Milliseconds for which proposals are kept: a merged change stays as it is, and one page asks for them several times. */
const CACHE_LIFETIME_MS = 30_000;
const MAX_KEPT = 50;

type Proposals = ReadonlyMap<string, ProposedVerdict>;

/**
 * Creates the function that says what Errata proposes about the items of a job with a merged change, as its page shows it.
 * @param options.pulls null with a hosted platform, whose changes Errata can't read
 * @param options.evidence see `FeedbackServices`
 */
export function createProposedVerdicts(options: {
  pulls: Pick<PullRequests, "ofJob"> | null;
  evidence: (projectId: string, ids: readonly string[]) => Promise<Evidence[]>;
  clock: Clock;
}): LedgerParts["proposedVerdicts"] {
  const { pulls, evidence, clock } = options;
  const kept = new Map<string, { at: number; proposals: Promise<Proposals> }>();
  const propose = async (platformJobId: string, projectId: string, ids: readonly string[]) => {
    const change = await pulls?.ofJob(platformJobId, 1);
    if (!change) return new Map();
    const items = await evidence(projectId, ids);
    const { proposals } = await runWithPauses(reviewing(items.map(linkedItem), change.files));
    return new Map(
      items.map(({ id, comment }, index) => {
        const verdict = proposals[index]?.verdict ?? "unclear";
        return [id, { verdict, isVote: !comment?.trim() }];
      }),
    );
  };
  return async ({ id, project_id: projectId, platform_job_id: jobId, pr_link: link }, ids) => {
    if (!pulls || jobId === null || link === null || ids.length === 0) return new Map();
    const key = JSON.stringify([id, ids]);
    const known = kept.get(key);
    if (known && Math.abs(clock.now() - known.at) < CACHE_LIFETIME_MS) return known.proposals;
    const proposals = propose(jobId, projectId, ids);
    kept.delete(key);
    kept.set(key, { at: clock.now(), proposals });
    const [oldest] = kept.keys();
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
    // A failure isn't kept.
    proposals.catch(() => kept.delete(key));
    return proposals;
  };
}

/** Returns an item in the form that a review compares with a change. */
export function linkedItem({
  id,
  page,
  comment,
  code,
  file,
  otherFiles = [],
}: Evidence): LinkedItem {
  return { id, page, comment, code, files: file ? [file, ...otherFiles] : otherFiles };
}
