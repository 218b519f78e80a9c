import { expect, test } from "vitest";
import { jobEventSentence } from "../../components/jobs/job-event-sentence.ts";
import type { JobEvent } from "../../lib/contract/api/jobs.ts";

const EVENTS: [kind: JobEvent["kind"], detail: JobEvent["detail"], sentence: string][] = [
  ["created", { by: "Ada" }, "Created by Ada"],
  ["status", { from: "sent", to: "active" }, "Status changed from Sent to Running"],
  ["pull", { from: null, to: "open" }, "Pull request is open"],
  ["pull", { from: "open", to: "merged" }, "Pull request merged"],
  ["pull", { from: "open", to: "closed" }, "Pull request closed"],
  ["pull", { from: "closed", to: "open" }, "Pull request reopened"],
  ["pull", { from: "open", to: "unknown" }, "Couldn't check the pull request's status"],
  ["pull", { from: "unknown", to: "open" }, "Pull request is open"],
  ["link", { link: "https://git.example/acme/docs/pull/12" }, "Pull request #12 opened"],
  ["link", { link: "https://git.example/change" }, "Pull request opened"],
  [
    "feedback",
    { status: "in_progress", count: 2, by: "Ada" },
    "2 linked items marked as in progress by Ada",
  ],
  ["edit", { path: "a.md", line: 7, lastLine: 7, by: "Ada" }, "a.md edited (line 7) by Ada"],
  ["discard", { path: "a.md", line: 7, lastLine: 9 }, "Change of a.md discarded (lines 7–9)"],
];

test.each(EVENTS)("a job's history says: %s %j", (kind, detail, sentence) => {
  expect(jobEventSentence({ id: 1, at: 1, kind, detail }, (name) => name)).toBe(sentence);
});
