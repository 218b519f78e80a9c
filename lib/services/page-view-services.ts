import "server-only";
import type { Audit } from "../auth/audit.ts";
import type { Clock } from "../clock.ts";
import type { PageViews } from "../contract/api/page-views.ts";
import type { Actor } from "../contract/api/people.ts";
import { writePageViews } from "../store/pages/page-views.ts";
import type { StoreDatabase } from "../store/schema/schema.ts";

/** How often pages were viewed. Uploads are recorded in the audit log. */
export function pageViewServices(
  database: StoreDatabase,
  clock: Clock,
  audit: Pick<Audit, "recordIn">,
) {
  return {
    /** Replaces the project's page views and returns the number of documentation pages. */
    replace: (projectId: string, views: PageViews, by: Actor) =>
      database.query.transaction().execute(async (trx) => {
        const pages = await writePageViews(trx, projectId, views, clock.now());
        await audit.recordIn(trx, by, "replaced the page views of", projectId);
        return pages;
      }),
  };
}
