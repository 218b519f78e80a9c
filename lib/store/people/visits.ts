import "server-only";
import type { StoreQuery } from "../schema/schema.ts";

/** A visit ends when the home page wasn't shown for this long, in milliseconds. */
const VISIT_GAP_MS = 4 * 3_600_000;

/** When people looked at a project's home page. */
export interface VisitStore {
  /**
   * Returns the instant up to which a person has seen new items; null on the first visit.
   * @param now epoch milliseconds
   */
  since(projectId: string, person: string, now: number): Promise<number | null>;
  /** Records that the home page was shown. New items stay new until the next visit. */
  shown(projectId: string, person: string, at: number): Promise<void>;
  /** Marks everything up to `at` as seen. */
  caughtUp(projectId: string, person: string, at: number): Promise<void>;
}

export function createVisitStore(query: StoreQuery): VisitStore {
  const visitOf = (db: StoreQuery, projectId: string, person: string) =>
    db
      .selectFrom("project_visit")
      .select(["since", "seen_at"])
      .where("project_id", "=", projectId)
      .where("person_id", "=", person)
      .executeTakeFirst();
  return {
    since: async (projectId, person, now) => {
      const visit = await visitOf(query, projectId, person);
      if (!visit) return null;
      const since = now - visit.seen_at > VISIT_GAP_MS ? visit.seen_at : visit.since;
      return since === 0 ? null : since;
    },
    // One statement each, as two pages may report at once.
    shown: async (projectId, person, at) => {
      await query
        .insertInto("project_visit")
        .values({ project_id: projectId, person_id: person, since: 0, seen_at: at })
        .onConflict((conflict) =>
          conflict
            .columns(["project_id", "person_id"])
            .doUpdateSet(({ eb, ref }) => ({
              since: eb
                .case()
                .when("project_visit.seen_at", "<", at - VISIT_GAP_MS)
                .then(ref("project_visit.seen_at"))
                .else(ref("project_visit.since"))
                .end(),
              seen_at: at,
            }))
            // A page that was shown earlier may report late.
            .where("project_visit.seen_at", "<", at),
        )
        .execute();
    },
    caughtUp: async (projectId, person, at) => {
      await query
        .insertInto("project_visit")
        .values({ project_id: projectId, person_id: person, since: at, seen_at: at })
        .onConflict((conflict) =>
          conflict
            .columns(["project_id", "person_id"])
            .doUpdateSet(({ eb, ref }) => ({
              since: at,
              seen_at: eb
                .case()
                .when("project_visit.seen_at", "<", at)
                .then(at)
                .else(ref("project_visit.seen_at"))
                .end(),
            }))
            .where("project_visit.since", "<", at),
        )
        .execute();
    },
  };
}
