import { expect, test } from "vitest";
import type { CheckedReport } from "../../components/jobs/checks/check-words.ts";
import { jobSteps } from "../../components/jobs/desk/job-steps.ts";
import type { CommandCheck } from "../../lib/contract/api/checks.ts";
import type { JobDetail, JobEvent } from "../../lib/contract/api/jobs.ts";

const event = (id: number, kind: JobEvent["kind"], detail: JobEvent["detail"] = {}): JobEvent => ({
  id,
  at: id * 10,
  kind,
  detail,
});

const QUEUED: JobDetail = {
  id: "a",
  projectId: "docs",
  state: "queued",
  platformStatus: null,
  platformJobId: null,
  prLink: null,
  repository: null,
  ref: null,
  model: null,
  createdAt: 1,
  settledAt: null,
  archivedAt: null,
  missingSince: null,
  deletedAt: null,
  linkText: null,
  lastPolledAt: null,
  nextPollAt: 5,
  scheduledFor: null,
  retryOf: null,
  outcome: null,
  prState: null,
  prNudge: null,
  prChecksFailed: null,
  isHeld: false,
  prCheckedAt: null,
  problem: null,
  feedbackCount: 1,
  title: "",
  by: null,
  usage: null,
  batchId: null,
  prompt: "",
  feedback: [],
  missing: [],
  messages: [],
  history: [event(1, "created")],
  suggestedTriage: null,
  retriedAs: null,
  acceptsMessages: true,
  pullAdvice: null,
  hostChecks: [],
  hostVerdicts: { host: "", verdicts: [] },
};
const RUNNING: JobDetail = {
  ...QUEUED,
  state: "sent",
  platformStatus: "active",
  history: [event(1, "created"), event(2, "answered")],
};
const LINK = "https://git.example/acme/docs/pull/12";
const OPEN: JobDetail = {
  ...RUNNING,
  platformStatus: "completed",
  settledAt: 30,
  prLink: LINK,
  prState: "open",
  history: [...RUNNING.history, event(3, "link", { link: LINK })],
};
const MERGED: JobDetail = {
  ...OPEN,
  prState: "merged",
  history: [...OPEN.history, event(4, "pull", { from: "open", to: "merged" })],
};
const FAILED: JobDetail = { ...RUNNING, platformStatus: "failed", settledAt: 30 };

const shown = (job: JobDetail, report?: CheckedReport) =>
  jobSteps(job, report).map(({ name, at, isCurrent, result }) =>
    [name, ...(result ? [result.text] : []), String(at), ...(isCurrent ? ["<"] : [])].join(" "),
  );

test.each<[string, JobDetail, string[]]>([
  ["queued", QUEUED, ["Queued 1 <", "Running null", "Pull request null", "Merged null"]],
  ["running", RUNNING, ["Queued 1", "Running 20 <", "Pull request null", "Merged null"]],
  ["to review", OPEN, ["Queued 1", "Running 20", "Pull request #12 30 <", "Merged null"]],
  ["merged", MERGED, ["Queued 1", "Running 20", "Pull request #12 30", "Merged 40 <"]],
  ["failed", FAILED, ["Queued 1", "Running 20", "Failed 30 <"]],
  ["stopped", { ...FAILED, outcome: "stopped" }, ["Queued 1", "Running 20", "Stopped 30 <"]],
  ["discarded", { ...FAILED, outcome: "discarded" }, ["Queued 1", "Running 20", "Discarded 30 <"]],
  ["rejected", { ...QUEUED, state: "rejected" }, ["Queued 1", "Running null", "Rejected 1 <"]],
  [
    "working on a follow-up",
    { ...OPEN, platformStatus: "active", settledAt: null },
    ["Queued 1", "Running 20 <", "Pull request #12 null", "Merged null"],
  ],
])("the steps of a job that is %s", (_, job, steps) => {
  expect(shown(job)).toEqual(steps);
});

test("a finished job without a link has changed nothing, unless the link may still come", () => {
  const finished: JobDetail = { ...RUNNING, platformStatus: "completed", settledAt: 30 };
  expect(jobSteps(finished).map(({ name }) => name)).toContain("No changes");
  const awaiting = jobSteps(finished, undefined, true).map(({ name }) => name);
  expect(awaiting).toEqual(["Queued", "Running", "Pull request", "Merged"]);
});

const check = (change: Partial<CommandCheck>): CommandCheck => ({
  state: "passed",
  at: 25,
  problems: [],
  more: 0,
  reason: null,
  output: "",
  ...change,
});
const PROBLEM = { file: "a.md", line: 1, message: "typo" };
const HELD = { ...RUNNING, isHeld: true };

test.each<[string, JobDetail, CheckedReport, string[]]>([
  [
    "that runs them",
    RUNNING,
    { problems: [], check: check({ state: "running" }) },
    ["Queued 1", "Running 20", "Checks 25 <", "Pull request null", "Merged null"],
  ],
  [
    "that waits for its agent",
    RUNNING,
    { problems: null, check: null },
    ["Queued 1", "Running 20 <", "Checks null", "Pull request null", "Merged null"],
  ],
  [
    "without a command",
    OPEN,
    { problems: [], check: null },
    ["Queued 1", "Running 20", "Checks passed 30", "Pull request #12 30 <", "Merged null"],
  ],
  [
    "from before there were any",
    OPEN,
    { problems: null, check: null },
    ["Queued 1", "Running 20", "Pull request #12 30 <", "Merged null"],
  ],
  [
    "with problems",
    OPEN,
    { problems: [PROBLEM], check: check({ state: "problems", problems: [PROBLEM], more: 2 }) },
    ["Queued 1", "Running 20", "Checks 4 new problems 25", "Pull request #12 30 <", "Merged null"],
  ],
  [
    "whose command fails only with the change",
    OPEN,
    { problems: [], check: check({ state: "problems", reason: "It fails." }) },
    ["Queued 1", "Running 20", "Checks 1 new problem 25", "Pull request #12 30 <", "Merged null"],
  ],
  [
    "whose command fails",
    OPEN,
    { problems: [], check: check({ state: "failed", reason: "It fails." }) },
    ["Queued 1", "Running 20", "Checks couldn't run 25", "Pull request #12 30 <", "Merged null"],
  ],
  [
    "that waits for a decision",
    HELD,
    { problems: [], check: check({}) },
    [
      "Queued 1",
      "Checks passed 25",
      "Waiting for a decision 20 <",
      "Pull request null",
      "Merged null",
    ],
  ],
  [
    "that failed",
    FAILED,
    { problems: null, check: null },
    ["Queued 1", "Running 20", "Failed 30 <"],
  ],
])("the checks of a job %s", (_, job, report, steps) => {
  expect(shown(job, report)).toEqual(steps);
});
