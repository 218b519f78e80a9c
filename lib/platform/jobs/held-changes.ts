import "server-only";
import { createHash } from "node:crypto";
import type { Selectable } from "kysely";
import {
  type HeldChange,
  type HeldDiff,
  type HeldFacts,
  type HeldRequest,
  heldFacts,
} from "../../contract/api/leash.ts";
import { stripNul } from "../../database/dialect.ts";
import { Conflict, NotFound } from "../../errors.ts";
import { type DocsRepository, fetchOrigin } from "../host/clone.ts";
import { hasCommit } from "../host/commit.ts";
import { diffCommits } from "../host/diff.ts";
import type { PlatformHeldChangeTable } from "../schema/jobs.ts";
import type { PlatformDatabase } from "../schema/schema.ts";
import type { JobLease } from "./job-lease.ts";
import { findJob, isNewRequest, type JobRow, type PersonRequest } from "./job-rows.ts";
import { withTrees } from "./leash.ts";
import { finishMessage, holdsLease } from "./record-result.ts";

export type HeldRow = Selectable<PlatformHeldChangeTable>;

/** A change waits for a person, and its job with it. */
export class HeldForPerson extends Error {}

/** Keeps a change in the database, from which any server can push it later, and ends the lease. Does nothing without it. */
export async function holdChange(
  { query }: PlatformDatabase,
  lease: JobLease,
  row: Omit<HeldRow, "job_id" | "message_id" | "held" | "decision"> & { held: HeldFacts },
): Promise<void> {
  const { job, message } = lease;
  await query.transaction().execute(async (trx) => {
    if (!(await holdsLease(trx, lease))) return;
    await trx.deleteFrom("platform_held_change").where("job_id", "=", job.id).execute();
    const held = stripNul(JSON.stringify(row.held));
    const summary = stripNul(row.summary);
    const ids = { job_id: job.id, message_id: message.id };
    await trx
      .insertInto("platform_held_change")
      .values({ ...row, ...ids, held, summary, decision: null })
      .execute();
    // The agent has ended. Whether it was stopped is kept with its change.
    const idle = { stop: null, holder: null, held_until: null, attempts: 0 };
    await trx.updateTable("platform_job").set(idle).where("id", "=", job.id).execute();
  });
}

/** Returns the change of a prompt that waits, or that was decided on and isn't pushed yet. */
export async function findHeld(
  { query }: PlatformDatabase,
  messageId: number,
): Promise<HeldRow | null> {
  const found = query.selectFrom("platform_held_change").selectAll();
  return (await found.where("message_id", "=", messageId).executeTakeFirst()) ?? null;
}

/** Forgets a change that can't be pushed anymore. */
export async function dropHeld({ query }: PlatformDatabase, messageId: number): Promise<void> {
  await query.deleteFrom("platform_held_change").where("message_id", "=", messageId).execute();
}

/** Returns the change of a job on which a person has to decide; null if there is none. */
export async function heldChangeOf(
  { query }: PlatformDatabase,
  jobId: string,
): Promise<HeldChange | null> {
  const found = query.selectFrom("platform_held_change");
  const row = await found
    .select(["held", "start_commit", "tree", "trimmed_tree"])
    .where("job_id", "=", jobId)
    .where("decision", "is", null)
    .executeTakeFirst();
  return row ? { ...factsOf(row), version: versionOf(row) } : null;
}

/**
 * Returns a page of the diff of a change that waits for a person's decision, with the files that go beyond the agent's
 * limits first; null if none waits.
 * @throws {AppError} if the commit that it starts from can't be fetched
 */
export async function heldDiffOf(
  { query }: PlatformDatabase,
  repository: DocsRepository,
  jobId: string,
  page: number,
): Promise<HeldDiff | null> {
  const row = await query
    .selectFrom("platform_held_change")
    .selectAll()
    .where("job_id", "=", jobId)
    .where("decision", "is", null)
    .executeTakeFirst();
  if (!row) return null;
  const clone = await repository.clone();
  // Another server may have made it.
  if (!(await hasCommit(clone, row.start_commit))) await fetchOrigin(clone);
  const reasons = new Map(factsOf(row).files.map(({ path, reason }) => [path, reason]));
  const reasonOf = ({ path, oldPath = path }: { path: string; oldPath?: string }) =>
    reasons.get(path) ?? reasons.get(oldPath);
  const diff = await withTrees(clone, Buffer.from(row.pack, "base64"), (place) =>
    diffCommits(place, row.start_commit, row.tree, page, (file) => reasonOf(file) !== undefined),
  );
  const beyond = diff.files.flatMap((file) => {
    const reason = reasonOf(file);
    return reason ? [{ path: file.path, reason }] : [];
  });
  return { ...diff, version: versionOf(row), beyond };
}

function factsOf({ held }: Pick<HeldRow, "held">): HeldFacts {
  return heldFacts.parse(JSON.parse(held));
}

/**
 * Returns the version that a decision is for: it identifies the whole change, and the rest of it
 * that would be kept.
 */
function versionOf(row: Pick<HeldRow, "start_commit" | "tree" | "trimmed_tree">): string {
  const parts = [row.start_commit, row.tree, row.trimmed_tree ?? ""];
  return createHash("sha256").update(parts.join(" ")).digest("hex");
}

/** Returns the IDs of a project's jobs with a change on which a person has to decide. */
export async function heldJobs({ query }: PlatformDatabase, projectId: string): Promise<string[]> {
  const rows = await query
    .selectFrom("platform_held_change")
    .innerJoin("platform_job", "platform_job.id", "platform_held_change.job_id")
    .select("platform_job.id")
    .where("platform_job.project_id", "=", projectId)
    .where("platform_held_change.decision", "is", null)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Decides once what becomes of a held change. One that isn't discarded is pushed by whichever process takes the job next.
 * @throws {NotFound} @throws {Conflict} if it isn't the one that the person saw, someone decided before, or nothing would be
 * left of it
 */
export async function decideHeld(
  store: PlatformDatabase,
  projectId: string,
  id: string,
  { decision, version, now, ...request }: HeldRequest & PersonRequest & { now: number },
): Promise<JobRow> {
  const job = await findJob(store, projectId, id);
  if (!job) throw new NotFound("This job doesn't exist in this project. Check the job ID.");
  await store.query.transaction().execute(async (trx) => {
    if (!(await isNewRequest(trx, id, request))) return;
    const row = await trx
      .updateTable("platform_held_change")
      .set({ decision })
      .where("job_id", "=", id)
      .where("decision", "is", null)
      .returning(["message_id", "start_commit", "tree", "trimmed_tree"])
      .executeTakeFirst();
    if (!row) throw new Conflict("Someone already decided about this change. Reload the page.");
    if (versionOf(row) !== version) {
      throw new Conflict("This isn't the change that you saw. Reload the page to see it.");
    }
    if (decision === "trim" && row.trimmed_tree === null) {
      throw new Conflict("No part of this change is within the limits. Allow or discard it.");
    }
    if (decision !== "discard") return;
    const status = job.pr_link === null ? "failed" : "completed";
    const result = { status, pr_link: job.pr_link, failure: DISCARDED };
    await finishMessage(trx, { job, message: { id: row.message_id } }, now, result);
  });
  return (await findJob(store, projectId, id)) ?? job;
}

const DISCARDED = "Someone discarded this change. None of it was pushed.";
