import "server-only";
import { z } from "zod";
import type { CodeHostAccess } from "../../config/code-hosts.ts";
import type { HostCheck } from "../../contract/api/checks.ts";
import type { PullReading } from "../../contract/api/pull-states.ts";
import { shownChecks } from "../host-checks.ts";
import { type PullSource, settledReading } from "../pull-host.ts";
import { createReadings } from "../readings.ts";
import { unlessMissing, unlessRefused } from "../rejection.ts";
import { createGitLabApi, type GitLabRequest } from "./api.ts";
import { createReviewReader } from "./read-reviews.ts";

const pipelineSchema = z.object({
  id: z.number(),
  project_id: z.number(),
  sha: z.string(),
  status: z.string(),
  updated_at: z.string().nullish(),
});
const requestSchema = z.object({
  state: z.string(),
  draft: z.boolean().optional(),
  updated_at: z.string(),
  has_conflicts: z.boolean().optional(),
  detailed_merge_status: z.string().optional(),
  head_pipeline: pipelineSchema.nullish(),
  sha: z.string().nullish(),
  author: z.object({ username: z.string() }).nullish(),
  /** How many comments there are. */
  user_notes_count: z.number().default(0),
  web_url: z.string().default(""),
});
const jobSchema = z.object({
  name: z.string(),
  status: z.string(),
  web_url: z.string().nullish(),
  allow_failure: z.boolean().nullish(),
});

const deploymentSchema = z.object({
  sha: z.string(),
  status: z.string(),
  environment: z.object({ name: z.string(), external_url: z.string().nullish() }),
});

interface RequestLink {
  project: string;
  number: number;
}

/** While GitLab finds out whether a merge request conflicts. */
const UNCHECKED = ["unchecked", "checking", "preparing"];

/** States of jobs that aren't on their way. A manual one waits for someone to start it. */
const JOB_STATES = new Map<string, HostCheck["state"]>([
  ["success", "passed"],
  ["failed", "failed"],
  ["canceled", "none"],
  ["skipped", "none"],
  ["manual", "none"],
]);
/** States of deployments, such as of review apps, that ended. */
const DEPLOYMENT_STATES = new Map<string, HostCheck["state"]>([
  ["success", "passed"],
  ["failed", "failed"],
  ["canceled", "none"],
  ["skipped", "none"],
]);
/** The project's newest deployments, among which are those of a pipeline. */
const DEPLOYMENTS = "/deployments?order_by=id&sort=desc&per_page=100";
/** States of pipelines whose jobs don't change until someone retries one, which changes the pipeline. */
const FINISHED = ["success", "failed", "canceled", "skipped"];
/** Finished pipelines whose jobs are remembered. */
const MAX_PIPELINES = 400;

/**
 * Looks up merge requests on GitLab by link, like `githubPullSource`, with one request, two for the jobs and the
 * deployments of a pipeline that changed, and a few for the review of a merge request that changed. A locked one is being merged.
 * @throws {HostRejected} if GitLab can't be reached
 */
export function gitlabPullSource(access: CodeHostAccess, timeLimit?: number): PullSource {
  const gitlab = createGitLabApi(access, timeLimit);
  const readers = { readJobs: createJobReader(gitlab), readReview: createReviewReader(gitlab) };
  const reading = createReadings();
  return async (link) => {
    const parsed = parseRequestLink(link, access.webUrl);
    return parsed && reading(() => readRequest(gitlab, readers, parsed));
  };
}

interface Readers {
  readJobs: ReturnType<typeof createJobReader>;
  readReview: ReturnType<typeof createReviewReader>;
}

async function readRequest(
  gitlab: GitLabRequest,
  { readJobs, readReview }: Readers,
  { project, number }: RequestLink,
): Promise<PullReading | null> {
  const action = "read the merge request";
  const path = `/merge_requests/${number}`;
  const request = await unlessMissing(() =>
    gitlab({ action, project, schema: requestSchema, path }),
  );
  if (request === null) return null;
  const { state, has_conflicts: conflicts = null, detailed_merge_status: status = "" } = request;
  if (state === "merged" || state === "closed") return settledReading(state);
  return {
    state: "open",
    isDraft: request.draft ?? false,
    activeAt: Date.parse(request.updated_at) || null,
    hasConflicts: UNCHECKED.includes(status) ? null : conflicts,
    ...(await checksOf(request.head_pipeline ?? null, readJobs)),
    // GitLab gives one reason why a merge request can't be merged, so others are unknown.
    needsChanges: status === "requested_changes" ? true : null,
    review: await readReview({
      project,
      number,
      sha: request.sha ?? null,
      updatedAt: request.updated_at,
      author: request.author?.username ?? null,
      link: request.web_url,
      notes: request.user_notes_count,
      asksForChanges: status === "requested_changes",
    }),
  };
}

/** What is known of the checks: nothing without a pipeline. */
async function checksOf(
  pipeline: z.infer<typeof pipelineSchema> | null,
  readJobs: ReturnType<typeof createJobReader>,
) {
  if (!pipeline) return { hasFailedChecks: null, checks: [] };
  return { hasFailedChecks: pipeline.status === "failed", checks: await readJobs(pipeline) };
}

/** Returns a function that reads a pipeline's jobs and deployments, unless the token may not. Asks once about a finished pipeline. */
function createJobReader(gitlab: GitLabRequest) {
  const finished = new Map<string, HostCheck[]>();
  return async (pipeline: z.infer<typeof pipelineSchema>): Promise<HostCheck[]> => {
    const { id, sha, status, updated_at: updatedAt } = pipeline;
    // A fork's pipeline is in the fork.
    const project = String(pipeline.project_id);
    const key = `${id} ${status} ${updatedAt}`;
    const known = finished.get(key);
    if (known) return known;
    const [jobs, deployments] = await Promise.all([
      unlessRefused(() => {
        const action = "read the jobs of the pipeline";
        const path = `/pipelines/${id}/jobs?per_page=100`;
        return gitlab({ action, project, schema: z.array(jobSchema), path });
      }),
      unlessRefused(() => {
        const action = "read the deployments";
        return gitlab({ action, project, schema: z.array(deploymentSchema), path: DEPLOYMENTS });
      }),
    ]);
    const checks = shownChecks([
      ...previewsOf(deployments ?? [], sha),
      ...(jobs ?? []).map(checkOf),
    ]);
    if (jobs && FINISHED.includes(status)) {
      if (finished.size >= MAX_PIPELINES) finished.clear();
      finished.set(key, checks);
    }
    return checks;
  };
}

/** Returns the newest deployment of a commit in each environment. */
function previewsOf(
  deployments: readonly z.infer<typeof deploymentSchema>[],
  sha: string,
): HostCheck[] {
  const ofCommit = deployments.filter((each) => each.sha === sha);
  return [...Map.groupBy(ofCommit, ({ environment }) => environment.name)].flatMap(
    ([name, [newest]]) => {
      if (!newest) return [];
      const state = DEPLOYMENT_STATES.get(newest.status) ?? "running";
      return { name, state, link: newest.environment.external_url || null, isPreview: true };
    },
  );
}

function checkOf({
  name,
  status,
  web_url: link,
  allow_failure: mayFail,
}: z.infer<typeof jobSchema>) {
  const state = JOB_STATES.get(status) ?? "running";
  return {
    name,
    link: link ?? null,
    state: state === "failed" && mayFail ? "allowed" : state,
  } as const;
}

/** Parses `https://gitlab.com/{group}/{…}/{project}/-/merge_requests/{number}`, with anything after it. */
export function parseRequestLink(link: string, webUrl: string): RequestLink | null {
  const address = URL.parse(link);
  const base = new URL(webUrl);
  const folder = base.pathname.replace(/\/$/, "");
  if (address?.origin !== base.origin || !address.pathname.startsWith(`${folder}/`)) return null;
  const [, project, number] =
    /^\/([\w.-]+(?:\/[\w.-]+){1,20})\/-\/merge_requests\/(\d{1,9})(?:\/|$)/.exec(
      address.pathname.slice(folder.length),
    ) ?? [];
  return project && number ? { project, number: Number(number) } : null;
}
