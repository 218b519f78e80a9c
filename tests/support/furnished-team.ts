import { expect } from "@playwright/test";
import { createTeam, type Member, startTeamErrata } from "./team.ts";

/** A team whose project has something on every screen, and the items and the job to open. */
export interface FurnishedTeam {
  /** An admin, who was mentioned and has items. */
  admin: Member;
  /** A labeled item with a note, a contact, similar items, and a passage on its page. */
  itemId: string;
  dismissedId: string;
  noiseId: string;
  /** A job whose pull request was merged, with a reader to tell. */
  jobId: string;
  /** A job whose pull request is open. */
  openJobId: string;
  close(): Promise<void>;
}

const PROJECT = "/api/projects/docs";
/** Words of the sample item with a passage on its page and a contact. */
const WORDS = "parcels:send";
const LABELS = [
  { id: "urgent", name: "Urgent", color: "red" },
  { id: "legal", name: "Legal", color: "blue" },
];

/** Starts Errata with sign-in and does what a team does. */
export async function furnishedTeam(): Promise<FurnishedTeam> {
  const errata = await startTeamErrata();
  const { admin, triager } = await createTeam(errata);
  const get = async (path: string) => (await admin.send(`${PROJECT}${path}`)).json();
  const send = async (path: string, method: string, body: unknown, by = admin) => {
    const response = await by.send(path, { method, body });
    if (!response.ok) throw new Error(`${path} responded with ${response.status}.`);
    return response.json();
  };
  const [item] = (await get(`/feedback?q=${encodeURIComponent(`"${WORDS}"`)}&status=pending`))
    .feedback;
  const [, dismissed, assigned] = (await get("/feedback?source=contextual&status=pending"))
    .feedback;
  const [noise] = (await get("/feedback?noise=true")).feedback;
  await send(`${PROJECT}/settings`, "PATCH", { labels: LABELS });
  const { person } = await (await admin.send("/api/me")).json();
  const decisions = [
    { kind: "label", id: "decision-label", ids: [item.id], label: "urgent", on: true },
    { kind: "set", id: "decision-dismiss", ids: [dismissed.id], status: "dismissed" },
    { kind: "dismissal", id: "decision-reason", ids: [dismissed.id], reason: "not_docs" },
    { kind: "assign", id: "decision-assign", ids: [assigned.id], assignee: person.id },
  ];
  await send(
    `${PROJECT}/feedback/decisions`,
    "POST",
    { decisions: decisions.map((decision) => ({ age: 0, ...decision })) },
    triager,
  );
  const note = { id: "note-for-ada", text: `@${person.name}, is this still true?` };
  await send(`${PROJECT}/feedback/${item.id}/notes`, "POST", note, triager);

  const prompt = 'On /guides/authentication, "parcels:send" should be "parcels:write".';
  const createJob = async (intentKey: string, words: string, feedbackId: string) => {
    const intent = { intentKey, prompt: words, feedbackIds: [feedbackId] };
    return (await send(`${PROJECT}/jobs`, "POST", intent)).job.id;
  };
  const jobId = await createJob("furnished-job", prompt, item.id);
  const openJobId = await createJob(
    "furnished-open-job",
    'On /quickstart, "relay serve" should be "relay listen".',
    assigned.id,
  );
  const job = async (id = jobId) => (await get(`/jobs/${id}`)).job;
  for (const id of [jobId, openJobId]) {
    await expect.poll(async () => (await job(id)).prLink, { timeout: 120_000 }).not.toBeNull();
  }
  await send(`${new URL((await job()).prLink).pathname}/merge`, "POST", {});
  await expect.poll(async () => (await job()).prState, { timeout: 120_000 }).toBe("merged");
  const resolve = { kind: "set", id: "decision-resolve", age: 0, ids: [item.id] };
  await send(`${PROJECT}/feedback/decisions`, "POST", {
    decisions: [{ ...resolve, status: "resolved" }],
  });
  return {
    admin,
    itemId: item.id,
    dismissedId: dismissed.id,
    noiseId: noise.id,
    jobId,
    openJobId,
    close: () => errata.close(),
  };
}
