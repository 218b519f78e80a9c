import "server-only";
import type { Transaction } from "kysely";
import { COMPLETION_PERIOD_MS, type Submission } from "../../contract/collect/submission.ts";
import { type FeedbackEntry, feedbackEntry } from "../../contract/platform/feedback.ts";
import {
  entryWithoutAddresses,
  type IsForgotten,
  withoutAddresses,
} from "../../text/reader-address.ts";
import { toEntryRow } from "../entries.ts";
import type { Exclusions } from "../exclusions.ts";
import { lockRevision } from "../feed.ts";
import { randomId } from "../host/random-id.ts";
import type { PlatformDatabase, PlatformSchema } from "../schema/schema.ts";
import type { PlatformSubmissionTable } from "../schema/submissions.ts";
import { writeEntries } from "../write-entries.ts";
import type { CollectKey } from "./collect-keys.ts";
import { type ReaderAnswers, submissionEntry, submissionOf } from "./submission-entry.ts";

/** A submission that is valid for itself. `at` is epoch milliseconds. */
export interface ReceivedSubmission {
  key: Pick<CollectKey, "key" | "projectId">;
  submission: Submission;
  path: string;
  at: number;
  isBot: boolean;
  spamReason: string | null;
}

/** The ID of the stored entry, or why it can't be stored. */
export type WrittenSubmission = { id: string } | { problem: string };

/** A submission as stored or about to be. */
interface Stored {
  row: PlatformSubmissionTable;
  entry: FeedbackEntry;
}

/**
 * Stores submissions in one transaction. One with the client ID of an earlier submission with the same key,
 * at most a day ago, completes that entry instead of adding one.
 * @returns results in the order of `received`
 */
export async function writeSubmissions(
  database: PlatformDatabase,
  received: readonly ReceivedSubmission[],
  forgottenReaders: Exclusions["forgottenReaders"],
): Promise<WrittenSubmission[]> {
  const results = new Map<ReceivedSubmission, WrittenSubmission>();
  // Sorted, so that concurrent writers lock projects in the same order and can't deadlock.
  const projects = [...new Set(received.map(({ key }) => key.projectId))].sort();
  await database.query.transaction().execute(async (trx) => {
    results.clear();
    for (const projectId of projects) {
      const own = received.filter(({ key }) => key.projectId === projectId);
      await writeProject(trx, projectId, own, { results, forgottenReaders });
    }
  });
  return received.map((each) => results.get(each) ?? { problem: "body: couldn't be stored" });
}

interface Writing {
  results: Map<ReceivedSubmission, WrittenSubmission>;
  forgottenReaders: Exclusions["forgottenReaders"];
}

async function writeProject(
  trx: Transaction<PlatformSchema>,
  projectId: string,
  received: readonly ReceivedSubmission[],
  { results, forgottenReaders }: Writing,
): Promise<void> {
  // No other process adds the same client IDs meanwhile.
  const last = await lockRevision(trx, projectId);
  // Read after the lock, so that forgetting can wait for feedback that doesn't know it yet.
  const isForgotten = await forgottenReaders();
  const known = await findEarlier(trx, projectId, received);
  const changed = new Map<string, Stored>();
  for (const each of received) {
    const stored = storedSubmission(each, known, isForgotten);
    if ("problem" in stored) {
      results.set(each, stored);
      continue;
    }
    results.set(each, { id: stored.entry.id });
    changed.set(stored.entry.id, stored);
    const { collect_key: key, client_id: clientId } = stored.row;
    if (clientId !== null) known.set(nameOf(key, clientId), stored);
  }
  const all = [...changed.values()];
  const accepted = all.filter(({ row }) => row.suspected_entry === null);
  const rows = accepted.map(({ entry }) => toEntryRow(projectId, entry));
  await writeEntries(trx, projectId, last, rows);
  await writeRows(trx, all);
}

const nameOf = (key: string, clientId: string) => `${key} ${clientId}`;

/** Returns the ID of a submission that is held instead of completing an accepted entry. No client can choose it. */
const heldIdOf = (clientId: string) => `${clientId} aside`;

/** Returns the submissions that these may complete, by key and client ID. */
async function findEarlier(
  trx: Transaction<PlatformSchema>,
  projectId: string,
  received: readonly ReceivedSubmission[],
): Promise<Map<string, Stored>> {
  const ids = received.flatMap(({ submission: { id } }) => (id ? [id, heldIdOf(id)] : []));
  if (ids.length === 0) return new Map();
  const oldest = Math.min(...received.map(({ at }) => at)) - COMPLETION_PERIOD_MS;
  const named = trx
    .selectFrom("platform_submission")
    .where("collect_key", "in", [...new Set(received.map(({ key }) => key.key))])
    .where("client_id", "in", ids);
  const rows = await named
    .leftJoin("platform_entry", (join) =>
      join
        .onRef("platform_entry.project_id", "=", "platform_submission.project_id")
        .onRef("platform_entry.id", "=", "platform_submission.entry_id"),
    )
    .selectAll("platform_submission")
    .select("platform_entry.entry as entry")
    .where("platform_submission.project_id", "=", projectId)
    .where("received_at", ">", oldest)
    .execute();
  // An ID that was used longer ago is free again.
  await trx
    .updateTable("platform_submission")
    .set({ client_id: null })
    .where("collect_key", "in", [...new Set(received.map(({ key }) => key.key))])
    .where("client_id", "in", ids)
    .where("received_at", "<=", oldest)
    .execute();
  const found = new Map<string, Stored>();
  for (const { entry: accepted, ...row } of rows) {
    const text = row.suspected_entry ?? accepted;
    // A deleted entry isn't completed.
    if (text !== null)
      found.set(nameOf(row.collect_key, row.client_id ?? ""), { row, entry: JSON.parse(text) });
  }
  return found;
}

/**
 * Returns what to store for a submission, together with the one that it completes.
 * @param known submissions by key and client ID
 */
function storedSubmission(
  received: ReceivedSubmission,
  known: ReadonlyMap<string, Stored>,
  isForgotten: IsForgotten | null,
): Stored | { problem: string } {
  const { key, submission, path, at, isBot, spamReason } = received;
  const { clientId, earlier } = earlierOf(received, known);
  if (spamReason !== null && isAccepted(earlier)) return earlier;
  const before = earlier ? submissionOf(earlier.entry, JSON.parse(earlier.row.extras)) : {};
  const { id, status, ...own } = earlier?.entry ?? { id: `fb_${randomId(16)}`, createdAt: null };
  const createdAt = own.createdAt ?? new Date(at).toISOString();
  const result = submissionEntry({ ...before, ...submission }, { id, path, createdAt, status });
  if ("problem" in result) return result;
  const { entry, extras } = withoutReaders(result, isForgotten);
  const { received_at, suspicion, suspected_entry } = earlier?.row ?? {
    received_at: at,
    suspicion: null,
    suspected_entry: null,
  };
  const isSuspected = spamReason !== null || suspected_entry !== null;
  const row: PlatformSubmissionTable = {
    project_id: key.projectId,
    entry_id: entry.id,
    collect_key: key.key,
    client_id: clientId,
    received_at,
    extras: JSON.stringify(extras),
    is_bot: Number(isBot),
    suspicion: spamReason ?? suspicion,
    suspected_entry: isSuspected ? JSON.stringify(entry) : null,
  };
  return { row, entry };
}

/** Returns the ID that a submission is stored with, and the one that it completes. */
function earlierOf(
  { key: { key }, submission: { id }, spamReason }: ReceivedSubmission,
  known: ReadonlyMap<string, Stored>,
): { clientId: string | null; earlier?: Stored } {
  if (!id) return { clientId: null };
  const earlier = known.get(nameOf(key, id));
  if (spamReason === null || !isAccepted(earlier)) return { clientId: id, earlier };
  // Suspected spam doesn't change an accepted entry.
  const heldId = heldIdOf(id);
  return { clientId: heldId, earlier: known.get(nameOf(key, heldId)) };
}

function isAccepted(stored: Stored | undefined): stored is Stored {
  return stored?.row.suspected_entry === null;
}

function withoutReaders(
  given: { entry: FeedbackEntry; extras: ReaderAnswers },
  isForgotten: IsForgotten | null,
) {
  if (isForgotten === null) return given;
  const { reasons } = given.extras;
  return {
    entry: feedbackEntry.parse(entryWithoutAddresses(given.entry, isForgotten)),
    extras: {
      ...given.extras,
      reasons: reasons.map((reason) => withoutAddresses(reason, isForgotten)),
    },
  };
}

async function writeRows(
  trx: Transaction<PlatformSchema>,
  stored: readonly Stored[],
): Promise<void> {
  if (stored.length === 0) return;
  await trx
    .insertInto("platform_submission")
    .values(stored.map(({ row }) => row))
    .onConflict((conflict) =>
      conflict.columns(["project_id", "entry_id"]).doUpdateSet(({ ref }) => ({
        extras: ref("excluded.extras"),
        is_bot: ref("excluded.is_bot"),
        suspicion: ref("excluded.suspicion"),
        suspected_entry: ref("excluded.suspected_entry"),
      })),
    )
    .execute();
}
