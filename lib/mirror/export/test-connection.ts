import "server-only";
import type { ConnectionTest } from "../../contract/api/setup.ts";
import type { ExportStatus } from "../../contract/api/sync.ts";
import { PAGE_LIMIT } from "../../contract/platform/vocabulary.ts";
import { AppError, BudgetExhausted, PlatformHttpError } from "../../errors.ts";
import type { PlatformClient } from "../../platform-client/client.ts";
import { isWebPage } from "../../platform-client/rejection.ts";
import { parseExportPage } from "./export-page.ts";
import { isDescending, isOldestFirst } from "./oldest-first.ts";
import { exportPages, requestSchedule } from "./request-schedule.ts";

/**
 * Asks a hosted platform for one export page and stores nothing of it.
 * @throws {BudgetExhausted} if the request can't be sent right now
 */
export async function testConnection(
  client: Pick<PlatformClient, "listFeedback">,
  projectId: string,
  { budget, projects, phase, items }: Pick<ExportStatus, "budget" | "projects" | "phase" | "items">,
): Promise<ConnectionTest> {
  const { manualShare, backfillPagesPerHour } = requestSchedule(budget, projects);
  const limit = PAGE_LIMIT.maximum;
  const cost = { requestsPerHour: backfillPagesPerHour, spent: 1 };
  try {
    const options = { share: manualShare, once: true };
    const page = parseExportPage(await client.listFeedback(projectId, { limit }, options), limit);
    const known = phase === "following" ? exportPages(items) : null;
    return {
      problem: null,
      isKeyAccepted: true,
      isProjectFound: true,
      ...cost,
      order: orderOf(page.dates),
      requests: page.hasMore ? known : 1,
    };
  } catch (error) {
    if (!(error instanceof AppError) || error instanceof BudgetExhausted) throw error;
    const status = statusOf(error);
    const isProjectRejected = status === 403 || status === 404;
    return {
      problem: error.message,
      order: null,
      requests: null,
      ...cost,
      isKeyAccepted: status === 401 ? false : isProjectRejected || null,
      isProjectFound: isProjectRejected ? false : null,
    };
  }
}

/** Returns the platform's status. A web page comes from something else, such as a proxy. */
function statusOf(error: AppError): number | null {
  const isAnswer = error instanceof PlatformHttpError && !isWebPage(error.body);
  return isAnswer ? error.upstreamStatus : null;
}

function orderOf(dates: readonly number[]): ConnectionTest["order"] {
  if (dates[0] === dates.at(-1)) return null;
  if (isOldestFirst(dates)) return "oldest_first";
  return isDescending(dates) ? "newest_first" : "unsorted";
}
