import "server-only";
import type { Clock } from "../clock.ts";
import { DAY } from "../contract/platform/vocabulary.ts";
import { NO_FILTERS } from "../filters/feedback-filters.ts";
import { openItemsOf } from "../filters/open-items.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { pendingThemes } from "../similar/themes.ts";
import type { FeedbackStore } from "../store/feedback-store.ts";
import { createVisitStore } from "../store/people/visits.ts";
import { newItems } from "../store/reports/new-items.ts";
import type { StoreDatabase } from "../store/schema/schema.ts";

/** Most jobs, and most items, in each list of the home page. */
const MAX_LISTED_ITEMS = 5;

/** What awaits a person when they open a project. */
export function homeServices(
  database: StoreDatabase,
  feedback: Pick<FeedbackStore, "page" | "facets">,
  jobs: Pick<Jobs, "list" | "counts">,
  clock: Clock,
) {
  const visits = createVisitStore(database.query);
  return {
    read: async (projectId: string, person: string) => {
      const at = clock.now();
      const since = await visits.since(projectId, person, at);
      const mine = { ...NO_FILTERS, ...openItemsOf(person), snoozed: false };
      const list = { limit: MAX_LISTED_ITEMS };
      const [items, themes, counts, attention, assigned, facets, merged] = await Promise.all([
        newItems(database, projectId, since),
        pendingThemes(database, projectId, since, at),
        jobs.counts(projectId),
        jobs.list(projectId, { ...list, needsAttention: true }),
        feedback.page(projectId, mine, { ...list, cursor: null }),
        feedback.facets(projectId, mine),
        jobs.list(projectId, { ...list, mergedSince: since ?? at - 7 * DAY }),
      ]);
      return {
        at,
        since,
        newItems: { ...items, themes },
        merged: merged.jobs,
        attention: { total: counts.needsAttention, jobs: attention.jobs },
        assigned: { total: facets.total, items: assigned.feedback },
      };
    },
    /** Records that what `read` returned at `at` was shown, or that the person has seen all of it. */
    visit: async (
      projectId: string,
      person: string,
      { at, caughtUp }: { at: number; caughtUp: boolean },
    ) => {
      // The browser returns the server's own time; anything later would hide what is still to come.
      const until = Math.min(at, clock.now());
      if (caughtUp) await visits.caughtUp(projectId, person, until);
      else await visits.shown(projectId, person, until);
    },
  };
}
