import "server-only";
import type { Evidence, FeedbackDetail } from "../contract/api/feedback.ts";
import type { PageList } from "../contract/api/feedback-counts.ts";
import type { SimilarItems } from "../contract/api/groups.ts";
import type { Insights } from "../contract/api/insights.ts";
import type { ItemPage } from "../contract/api/item-page.ts";
import type { Theme } from "../contract/api/themes.ts";
import type { Resolution } from "../docs-site/docs-map.ts";
import { isAppError } from "../errors.ts";
import type { ResolvedFilters } from "../filters/feedback-filters.ts";
import { requireSelection } from "../jobs/request.ts";
import { evidenceFlags } from "../prompt/evidence-flags.ts";
import type { FeedbackStore } from "../store/feedback-store.ts";
import type { StoredDetail } from "../store/list/detail.ts";
import type { PageQuery } from "../store/reports/documentation-pages.ts";
import type { SettingsStore } from "../store/settings.ts";
import type { DocsServices } from "./docs-services.ts";
import { withTimeout } from "./in-time.ts";
import { fragmentOf, liveUrl } from "./live-url.ts";
import type { SiteServices } from "./site-services.ts";

/** Feedback, and the documentation pages that it is about. */
export interface FeedbackServices
  extends Omit<FeedbackStore, "detail" | "evidence" | "pages" | "insights"> {
  /**
   * Returns documentation pages with their counts. See `feedbackByPage`.
   * @throws {InvalidRequest} @throws {NotFound} if they are listed by their file and there is no repository
   * @throws {AppError} `unavailable` if it can't be read then
   */
  pages(projectId: string, filters: ResolvedFilters, query: ListedPages): Promise<PageList>;
  /** Returns how feedback and work developed, and what readers report. See `feedbackInsights`. */
  insights(projectId: string, filters: ResolvedFilters, now: number): Promise<Insights>;
  /** Returns an item's group, and items that may belong to it. See `similarItems`. */
  similar(projectId: string, id: string): Promise<SimilarItems>;
  /** Returns one item in full, its contact masked. @throws {NotFound} */
  detail(projectId: string, id: string): Promise<FeedbackDetail>;
  /**
   * Finds the part of the documentation that an item is about. Costs no platform request.
   * @throws {NotFound}
   * @throws {AppError} `unavailable` if the repository can't be read
   */
  itemPage(projectId: string, id: string): Promise<ItemPage>;
  /**
   * Returns 1 to 500 items as evidence for a prompt, with the files that their pages come from. See `evidenceByIds`. The
   * files are left out without a repository, and if it can't be read soon.
   */
  evidence(projectId: string, ids: readonly string[]): Promise<Evidence[]>;
}

/** Which pages are listed: all, or those that lead to no file of the repository. */
type ListedPages = Omit<PageQuery, "only"> & { file?: "none" | null };

/** Minimum characters of a comment that can quote or name something. */
const MIN_COMMENT = 10;
/** Most paths of an answer that names what was tried. */
const MAX_TRIED = 10;
/** Milliseconds that a draft waits for the repository. */
const MAX_WAIT_MS = 10_000;

export function feedbackServices(
  feedback: FeedbackStore,
  settings: Pick<SettingsStore, "read">,
  {
    site,
    docs,
    similar,
    themes,
  }: {
    site: Pick<SiteServices, "find" | "hasRepository">;
    docs: Documentation;
    similar: FeedbackServices["similar"];
    themes: (projectId: string, filters: ResolvedFilters, now: number) => Promise<Theme[]>;
  },
): FeedbackServices {
  return {
    ...feedback,
    similar,
    insights: async (projectId, filters, now) => {
      const [found, reported] = await Promise.all([
        feedback.insights(projectId, filters, now),
        themes(projectId, filters, now),
      ]);
      return { ...found, themes: reported };
    },
    pages: (projectId, filters, { file = null, ...query }) =>
      feedback.pages(projectId, filters, {
        ...query,
        only: file === "none" ? (pages) => withoutFile(docs, projectId, pages) : null,
      }),
    detail: async (projectId, id) => {
      const [item, { siteAddress, docs: rules }] = await Promise.all([
        feedback.detail(projectId, id),
        settings.read(projectId),
      ]);
      return {
        ...item,
        liveUrl: liveUrl({ siteAddress, pageIn: rules.pageIn }, item.path),
        mayHavePassage: site.hasRepository && hasText(item),
        // Here rather than in the browser, so that the inbox doesn't load the patterns.
        warnings: evidenceFlags(item),
      };
    },
    itemPage: async (projectId, id) => {
      const { comment, code, path } = await feedback.detail(projectId, id);
      const item = { comment, code, fragment: fragmentOf(path) };
      return itemPageOf(await site.find(projectId, path, item));
    },
    evidence: evidenceOf(feedback, docs),
  };
}

/** Returns the function that reads items as evidence. See `FeedbackServices`. */
export function evidenceOf(
  feedback: Pick<FeedbackStore, "evidence">,
  docs: Documentation,
): FeedbackServices["evidence"] {
  return async (projectId, ids) =>
    withFiles(docs, projectId, await feedback.evidence(projectId, requireSelection(ids)));
}

/** Whether an item has text that its page can be searched for. */
function hasText({
  comment,
  code,
  path,
}: Pick<StoredDetail, "comment" | "code" | "path">): boolean {
  return Boolean((comment ?? "").trim().length >= MIN_COMMENT || code?.trim() || fragmentOf(path));
}

function itemPageOf(found: Awaited<ReturnType<SiteServices["find"]>>): ItemPage {
  const none = { file: null, tried: [], several: [], choice: null, passage: null };
  if (found === null) return none;
  if (found.file === null) {
    const { tried, several = [] } = found;
    return { ...none, tried: tried.slice(0, MAX_TRIED), several: several.slice(0, MAX_TRIED) };
  }
  const { file, line, url, preview, passage, choice = null } = found;
  return { ...none, file: { path: file, line, url, preview }, choice, passage };
}

type Documentation = Pick<DocsServices, "hasRepository" | "resolve">;

async function withoutFile(
  docs: Documentation,
  projectId: string,
  pages: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await docs.resolve(projectId, pages);
  return new Set(pages.filter((_, index) => found[index]?.file === null));
}

/** Drafting works without the files: the job looks for them as well. */
async function withFiles(
  docs: Documentation,
  projectId: string,
  items: Evidence[],
): Promise<Evidence[]> {
  if (!docs.hasRepository) return items;
  try {
    const addresses = items.map(({ path }) => path);
    const found = await withTimeout(docs.resolve(projectId, addresses), MAX_WAIT_MS);
    return items.map((item, index) => ({ ...item, ...filesOf(found[index]) }));
  } catch (error) {
    if (isAppError(error)) return items;
    throw error;
  }
}

function filesOf(found: Resolution | undefined): Pick<Evidence, "file" | "otherFiles"> {
  if (!found) return { file: null };
  const others = found.file === null ? found.several : found.choice?.others;
  return { file: found.file, ...(others ? { otherFiles: others.slice(0, MAX_TRIED) } : {}) };
}
