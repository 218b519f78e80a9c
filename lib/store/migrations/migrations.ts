import "server-only";
import { type Kysely, sql } from "kysely";
import type { Migrations } from "../../database/migrate.ts";
import { countAppliedChanges } from "./applied-changes.ts";
import { fixArrivalStatistics } from "./arrival-statistics.ts";
import { addAssigneeFacets } from "./assignee-facets.ts";
import { addAssignees } from "./assignees.ts";
import { bigint, binaryText, serialKey } from "./column-types.ts";
import { indexContacts } from "./contacts.ts";
import { addCounts } from "./counts.ts";
import { addDeciders } from "./deciders.ts";
import { addDecisions } from "./decisions.ts";
import { addDeletedItems } from "./deleted-items.ts";
import { addDismissalReasons } from "./dismissal-reasons.ts";
import { addEmbeddings } from "./embeddings.ts";
import { keepEndedNotifications } from "./ended-notifications.ts";
import { addEventPeople } from "./event-people.ts";
import { readFewerRows } from "./fewer-rows.ts";
import { addForgottenReaders } from "./forgotten-readers.ts";
import { announceGroupsByHand } from "./group-announcements.ts";
import { addGroupFacets } from "./group-facets.ts";
import { regroupByOrder } from "./group-order.ts";
import { addGroups } from "./groups.ts";
import { addJobChecks } from "./job-checks.ts";
import { separateJobStates } from "./job-states.ts";
import { jobLedger } from "./jobs.ts";
import { addLabels } from "./labels.ts";
import { addLargeGroups } from "./large-groups.ts";
import { addLeaseFence } from "./lease-fence.ts";
import { addNoise } from "./noise.ts";
import { addNotes } from "./notes.ts";
import { addNotifications } from "./notifications.ts";
import { addPace } from "./pace.ts";
import { addPaceDays } from "./pace-days.ts";
import { addPageDays } from "./page-days.ts";
import { addPageRecount } from "./page-recount.ts";
import { jobPeople } from "./people.ts";
import { trackPlatformChanges } from "./platform-changes.ts";
import { announceChanges } from "./project-changes.ts";
import { addReaderMessages } from "./reader-messages.ts";
import { addReasons } from "./reasons.ts";
import { keepRestoredTexts } from "./restored-texts.ts";
import { addReworded } from "./reworded.ts";
import { addSavedViews } from "./saved-views.ts";
import { addSearch } from "./search.ts";
import { renameSyncLanes } from "./sync-lanes.ts";
import { renameFeedbackColumns } from "./team-status.ts";
import { indexUnwrittenStatuses } from "./unwritten-statuses.ts";

/** The store's tables, from the first version on. A migration that has shipped never changes. */
export const storeMigrations: Migrations = {
  "0001_first": async (db, engine) => {
    const key = binaryText(engine);
    const instant = bigint(engine);
    const schema = db.schema;
    await schema
      .createTable("feedback")
      .addColumn("project_id", sql`${key}`, (column) => column.notNull())
      .addColumn("id", sql`${key}`, (column) => column.notNull())
      .addColumn("source", "text", (column) => column.notNull())
      .addColumn("status", "text", (column) => column.notNull())
      .addColumn("path", "text", (column) => column.notNull())
      .addColumn("page", sql`${key}`, (column) => column.notNull())
      .addColumn("comment", "text")
      .addColumn("created_at", sql`${instant}`)
      .addColumn("sort_at", sql`${instant}`, (column) => column.notNull())
      .addColumn("helpful", "integer")
      .addColumn("contact", "text")
      .addColumn("code", "text")
      .addColumn("filename", "text")
      .addColumn("lang", "text")
      .addColumn("search_text", "text", (column) => column.notNull())
      .addColumn("raw", "text", (column) => column.notNull())
      .addColumn("first_seen_at", sql`${instant}`, (column) => column.notNull())
      .addColumn("observed_at", sql`${instant}`, (column) => column.notNull())
      .addPrimaryKeyConstraint("feedback_key", ["project_id", "id"])
      .execute();
    await schema
      .createIndex("feedback_by_date")
      .on("feedback")
      .columns(["project_id", "sort_at", "id"])
      .execute();
    await schema
      .createIndex("feedback_by_status")
      .on("feedback")
      .columns(["project_id", "status", "sort_at", "id"])
      .execute();
    await schema
      .createIndex("feedback_by_page")
      .on("feedback")
      .columns(["project_id", "page", "sort_at", "id"])
      .execute();

    await schema
      .createTable("sync")
      .addColumn("project_id", sql`${key}`, (column) => column.primaryKey())
      .addColumn("phase", "text", (column) => column.notNull())
      .addColumn("cursor", "text")
      .addColumn("pages_read", "integer", (column) => column.notNull())
      .addColumn("started_at", sql`${instant}`, (column) => column.notNull())
      .addColumn("restarts", "integer", (column) => column.notNull())
      .addColumn("head_at", sql`${instant}`)
      .addColumn("backfilled_at", sql`${instant}`)
      .addColumn("entries", "integer", (column) => column.notNull())
      .addColumn("last_success_at", sql`${instant}`)
      .addColumn("next_at", sql`${instant}`, (column) => column.notNull())
      .addColumn("error_code", "text")
      .addColumn("error_message", "text")
      .addColumn("error_since", sql`${instant}`)
      .execute();

    await schema
      .createTable("platform_request")
      .addColumn("id", sql`${serialKey(engine)}`)
      .addColumn("budget", sql`${key}`, (column) => column.notNull())
      .addColumn("sent_at", sql`${instant}`, (column) => column.notNull())
      .execute();
    await schema
      .createIndex("platform_request_by_time")
      .on("platform_request")
      .columns(["budget", "sent_at"])
      .execute();
    await schema
      .createTable("budget")
      .addColumn("budget", sql`${key}`, (column) => column.primaryKey())
      .addColumn("paused_until", sql`${instant}`, (column) => column.notNull())
      .execute();
    await schema
      .createTable("lease")
      .addColumn("name", sql`${key}`, (column) => column.primaryKey())
      .addColumn("holder", "text", (column) => column.notNull())
      .addColumn("until", sql`${instant}`, (column) => column.notNull())
      .execute();

    await schema
      .createTable("job")
      .addColumn("id", sql`${key}`, (column) => column.primaryKey())
      .addColumn("project_id", sql`${key}`, (column) => column.notNull())
      .addColumn("intent_key", sql`${key}`, (column) => column.notNull())
      .addColumn("state", "text", (column) => column.notNull())
      .addColumn("prompt", "text", (column) => column.notNull())
      .addColumn("created_at", sql`${instant}`, (column) => column.notNull())
      .addColumn("platform_job_id", "text")
      .addColumn("pr_link", "text")
      .addColumn("repository", "text")
      .addColumn("ref", "text")
      .addColumn("model", "text")
      .addColumn("archived_at", sql`${instant}`)
      .addColumn("settled_at", sql`${instant}`)
      .addColumn("problem", "text")
      .addColumn("last_polled_at", sql`${instant}`)
      .addColumn("next_poll_at", sql`${instant}`)
      .addUniqueConstraint("job_intent", ["project_id", "intent_key"])
      .execute();
    await schema
      .createIndex("job_by_date")
      .on("job")
      .columns(["project_id", "created_at", "id"])
      .execute();
    await schema.createIndex("job_to_poll").on("job").column("next_poll_at").execute();
    await schema
      .createTable("job_feedback")
      .addColumn("project_id", sql`${key}`, (column) => column.notNull())
      .addColumn("job_id", sql`${key}`, (column) => column.notNull())
      .addColumn("feedback_id", sql`${key}`, (column) => column.notNull())
      .addPrimaryKeyConstraint("job_feedback_key", ["project_id", "job_id", "feedback_id"])
      .execute();
    await schema
      .createIndex("job_feedback_by_entry")
      .on("job_feedback")
      .columns(["project_id", "feedback_id"])
      .execute();
  },

  "0002_sync": async (db, engine) => {
    const key = binaryText(engine);
    const instant = bigint(engine);
    const schema = db.schema;
    await schema.alterTable("feedback").addColumn("gone_at", sql`${instant}`).execute();
    await schema
      .createIndex("feedback_gone")
      .on("feedback")
      .column("project_id")
      .where(sql.ref("gone_at"), "is not", null)
      .execute();
    await schema
      .alterTable("sync")
      .addColumn("asked_at", sql`${instant}`, (column) => column.notNull().defaultTo(0))
      .execute();
    await schema
      .createTable("sync_walk")
      .addColumn("project_id", sql`${key}`, (column) => column.notNull())
      .addColumn("lane", sql`${key}`, (column) => column.notNull())
      .addColumn("state", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("sync_walk_key", ["project_id", "lane"])
      .execute();
    await moveWalks(db);
    await schema
      .createTable("quarantine")
      .addColumn("project_id", sql`${key}`, (column) => column.notNull())
      .addColumn("id", sql`${key}`, (column) => column.notNull())
      .addColumn("entry_id", sql`${key}`)
      .addColumn("raw", "text", (column) => column.notNull())
      .addColumn("reason", "text", (column) => column.notNull())
      .addColumn("first_seen_at", sql`${instant}`, (column) => column.notNull())
      .addColumn("last_seen_at", sql`${instant}`, (column) => column.notNull())
      .addColumn("dismissed_at", sql`${instant}`)
      .addPrimaryKeyConstraint("quarantine_key", ["project_id", "id"])
      .execute();
    await schema
      .createIndex("quarantine_by_entry")
      .on("quarantine")
      .columns(["project_id", "entry_id"])
      .execute();
    await schema
      .alterTable("platform_request")
      .addColumn("share", "text", (column) => column.notNull().defaultTo(""))
      .execute();
    await schema
      .alterTable("budget")
      .addColumn("refusals", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
  },
  "0003_search": addSearch,
  "0004_jobs": jobLedger,
  "0005_people": jobPeople,
  "0006_counts": addCounts,
  "0007_team_status": renameFeedbackColumns,
  "0008_job_states": separateJobStates,
  "0009_sync_lanes": renameSyncLanes,
  "0010_decisions": addDecisions,
  "0011_platform_changes": trackPlatformChanges,
  "0012_job_checks": addJobChecks,
  "0013_lease_fence": addLeaseFence,
  "0014_forgotten_readers": addForgottenReaders,
  "0015_deleted_items": addDeletedItems,
  "0016_project_changes": announceChanges,
  "0017_reasons": addReasons,
  "0018_contacts": indexContacts,
  "0019_assignees": addAssignees,
  "0020_notes": addNotes,
  "0021_pace": addPace,
  "0022_notifications": addNotifications,
  "0023_groups": addGroups,
  "0024_saved_views": addSavedViews,
  "0025_dismissal_reasons": addDismissalReasons,
  "0026_reader_messages": addReaderMessages,
  "0027_group_announcements": announceGroupsByHand,
  "0028_noise": addNoise,
  "0029_labels": addLabels,
  "0032_arrival_statistics": fixArrivalStatistics,
  "0034_embeddings": addEmbeddings,
  "0035_fewer_rows": readFewerRows,
  "0036_deciders": addDeciders,
  "0037_pace_days": addPaceDays,
  "0038_group_facets": addGroupFacets,
  "0039_applied_changes": countAppliedChanges,
  "0040_ended_notifications": keepEndedNotifications,
  "0041_restored_texts": keepRestoredTexts,
  "0042_page_days": addPageDays,
  "0043_assignee_facets": addAssigneeFacets,
  "0044_large_groups": addLargeGroups,
  "0045_page_recount": addPageRecount,
  "0046_group_order": regroupByOrder,
  "0047_event_people": addEventPeople,
  "0048_unwritten_statuses": indexUnwrittenStatuses,
  "0049_reworded": addReworded,
};

/** Converts the first version's single sync position into one per lane. */
async function moveWalks(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<FirstSync>`
    select project_id, phase, cursor, pages_read, started_at, head_at from sync
  `.execute(db);
  for (const row of rows) {
    // The time of the reading is unknown, so that no item counts as missing from it.
    const whole = (startedAt: number) => ({
      ended: 1,
      last: { startedAt, finishedAt: startedAt, from: null, split: "none", pages: 0 },
    });
    const { cursor, started_at: startedAt, pages_read: pages } = row;
    const under =
      cursor === null ? {} : { startedAt, partAt: startedAt, parts: [{}], cursor, pages };
    const walks = row.phase === "backfill" ? { full: under } : { full: whole(0) };
    const head = whole(row.head_at ?? startedAt);
    for (const [lane, walk] of Object.entries({ ...walks, head })) {
      await sql`
        insert into sync_walk (project_id, lane, state)
        values (${row.project_id}, ${lane}, ${JSON.stringify(walk)})
      `.execute(db);
    }
  }
  for (const column of ["cursor", "restarts", "head_at"]) {
    await sql`alter table sync drop column ${sql.ref(column)}`.execute(db);
  }
}

interface FirstSync {
  project_id: string;
  phase: string;
  cursor: string | null;
  pages_read: number;
  started_at: number;
  head_at: number | null;
}
