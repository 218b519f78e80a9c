import "server-only";
import { sql } from "kysely";
import { DELETED_PERSON } from "../../contract/api/people.ts";
import { chunks } from "../../database/chunks.ts";
import { likeText } from "../../database/text-index.ts";
import { needsAttention } from "../jobs/state-conditions.ts";
import { VALUE_TABLES } from "../schema/decisions.ts";
import type { StoreQuery } from "../schema/schema.ts";

// Notifications are written in the transaction of their cause.

/** The topic of the items that one decision assigned. */
const assignedTopic = (change: string) => `assigned:${change}`;
const noteTopic = (note: string) => `note:${note}`;
const jobTopic = (job: string) => `job:${job}`;
/** The topic of the items that reopened a group by being reported after all others were resolved. */
const recurrenceTopic = (group: string, resolvedAt: number) => `recurrence:${group}:${resolvedAt}`;

/**
 * Notifies the person that items were assigned to, unless they did it themselves. Whoever they were assigned
 * to before isn't notified of them anymore.
 * @param assigned `person` is null for nobody, `at` epoch milliseconds
 */
export async function notifyAssigned(
  trx: StoreQuery,
  projectId: string,
  ids: readonly string[],
  assigned: {
    person: string | null;
    change: string;
    at: number;
    by: { id: string | null; name: string | null };
  },
): Promise<void> {
  const { person, change, at, by } = assigned;
  await endNotifications(trx, projectId, ids, { kind: "assigned", change });
  if (person === null || person === by.id) return;
  for (const chunk of chunks(ids)) {
    await trx
      .insertInto("notification")
      .values(
        chunk.map((id) => ({
          project_id: projectId,
          person_id: person,
          topic: assignedTopic(change),
          kind: "assigned" as const,
          feedback_id: id,
          at,
          by_name: by.name,
        })),
      )
      .execute();
  }
}

/**
 * Undoes `notifyAssigned`. Whoever the items were assigned to before is notified of them as before.
 * @param ids the items that have their previous value again
 */
export async function undoAssigned(
  trx: StoreQuery,
  projectId: string,
  ids: readonly string[],
  change: string,
): Promise<void> {
  for (const chunk of chunks(ids)) {
    await trx
      .deleteFrom("notification")
      .where("project_id", "=", projectId)
      .where("topic", "=", assignedTopic(change))
      .where("feedback_id", "in", chunk)
      .execute();
  }
  await resumeNotifications(trx, projectId, ids, change);
}

/** Ends the notifications of items. @param ended `change` is the ID of the decision that ends them */
export async function endNotifications(
  trx: StoreQuery,
  projectId: string,
  ids: readonly string[],
  ended: { kind: "assigned" | "recurrence"; change: string },
): Promise<void> {
  for (const chunk of chunks(ids)) {
    await trx
      .updateTable("notification")
      .set({ ended_by: ended.change })
      .where("project_id", "=", projectId)
      .where("feedback_id", "in", chunk)
      .where("kind", "=", ended.kind)
      .where("ended_by", "is", null)
      .execute();
  }
}

/** Shows the notifications of items again that a decision ended, because it was undone. They stay read or unread. */
export async function resumeNotifications(
  trx: StoreQuery,
  projectId: string,
  ids: readonly string[],
  change: string,
): Promise<void> {
  for (const chunk of chunks(ids)) {
    await trx
      .updateTable("notification")
      .set({ ended_by: null })
      .where("project_id", "=", projectId)
      .where("ended_by", "=", change)
      .where("feedback_id", "in", chunk)
      .execute();
  }
}

/**
 * Notifies the people that a note mentions, each once however often the note is edited. People that it
 * doesn't mention anymore lose theirs.
 */
export async function notifyMentioned(
  trx: StoreQuery,
  projectId: string,
  note: { id: string; feedbackId: string; people: readonly string[]; at: number; by: string },
): Promise<void> {
  const topic = noteTopic(note.id);
  const known = await trx
    .selectFrom("notification")
    .select("person_id")
    .where("project_id", "=", projectId)
    .where("topic", "=", topic)
    .execute();
  const before = new Set(known.map((row) => row.person_id));
  const noLongerMentioned = [...before].filter((person) => !note.people.includes(person));
  const added = note.people.filter((person) => !before.has(person));
  if (noLongerMentioned.length > 0) {
    await trx
      .deleteFrom("notification")
      .where("project_id", "=", projectId)
      .where("topic", "=", topic)
      .where("person_id", "in", noLongerMentioned)
      .execute();
  }
  if (added.length === 0) return;
  await trx
    .insertInto("notification")
    .values(
      added.map((person) => ({
        project_id: projectId,
        person_id: person,
        topic,
        kind: "mentioned" as const,
        feedback_id: note.feedbackId,
        at: note.at,
        by_name: note.by,
      })),
    )
    .execute();
}

/** Deletes the notifications of a deleted note. */
export function forgetMentions(trx: StoreQuery, projectId: string, note: string) {
  return forgetTopic(trx, projectId, noteTopic(note));
}

/**
 * Notifies the person who created a job if it needs attention now, and removes the notification once it
 * doesn't anymore.
 */
export async function notifyOfJob(
  trx: StoreQuery,
  { id, project_id: projectId }: { id: string; project_id: string },
  at: number,
): Promise<void> {
  const job = await trx
    .selectFrom("job")
    .select(["by_id", "by_name"])
    .select((eb) => sql<number>`case when ${needsAttention(eb)} then 1 else 0 end`.as("needs"))
    .where("id", "=", id)
    .executeTakeFirst();
  if (!job) return;
  const topic = jobTopic(id);
  if (job.needs === 0 || job.by_id === null || job.by_name === DELETED_PERSON) {
    await forgetTopic(trx, projectId, topic);
    return;
  }
  const known = await trx
    .selectFrom("notification")
    .select("id")
    .where("project_id", "=", projectId)
    .where("topic", "=", topic)
    .executeTakeFirst();
  if (known) return;
  await trx
    .insertInto("notification")
    .values({
      project_id: projectId,
      person_id: job.by_id,
      topic,
      kind: "job",
      job_id: id,
      at,
    })
    .execute();
}

/** Notifies the people who resolved a group's items that others reported the problem again. */
export async function notifyOfRecurrence(
  trx: StoreQuery,
  projectId: string,
  recurrence: {
    groupId: string;
    /** When the last of the group's items was decided; epoch milliseconds. */
    resolvedAt: number;
    /** The items that were reported since. */
    ids: readonly string[];
    people: readonly string[];
    at: number;
  },
): Promise<void> {
  const { groupId, resolvedAt, ids, people, at } = recurrence;
  const topic = recurrenceTopic(groupId, resolvedAt);
  const rows = people.flatMap((person) =>
    ids.map((id) => ({
      project_id: projectId,
      person_id: person,
      topic,
      kind: "recurrence" as const,
      feedback_id: id,
      at,
    })),
  );
  for (const chunk of chunks(rows)) await trx.insertInto("notification").values(chunk).execute();
}

/** Deletes recurrence notifications of items that left their group. */
export async function forgetRecurrences(
  trx: StoreQuery,
  projectId: string,
  ids: readonly string[],
): Promise<void> {
  for (const chunk of chunks(ids)) {
    await trx
      .deleteFrom("notification")
      .where("project_id", "=", projectId)
      .where("feedback_id", "in", chunk)
      .where("kind", "=", "recurrence")
      .execute();
  }
}

/** Deletes what belongs to a person, because the account is deleted. The transaction must begin with `lockAllFeedback`. */
export async function forgetPerson(trx: StoreQuery, person: string): Promise<void> {
  for (const table of ["notification", "project_visit"] as const) {
    await trx.deleteFrom(table).where("person_id", "=", person).execute();
  }
  for (const table of [...VALUE_TABLES, "feedback_event"] as const) {
    await trx.updateTable(table).set({ set_by_id: null }).where("set_by_id", "=", person).execute();
  }
  const [entry, without] = [`"set_by_id":${JSON.stringify(person)}`, `"set_by_id":null`];
  await sql`update feedback_event set before = replace(before, ${entry}, ${without})
    where ${likeText(sql.ref<string>("before"), entry)}`.execute(trx);
}

async function forgetTopic(trx: StoreQuery, projectId: string, topic: string) {
  await trx
    .deleteFrom("notification")
    .where("project_id", "=", projectId)
    .where("topic", "=", topic)
    .execute();
}
