import "server-only";
import type { FeedbackDetail } from "../contract/api/feedback.ts";
import type { ItemPage } from "../contract/api/item-page.ts";
import type { FeedbackStore } from "../store/feedback/store.ts";
import type { SettingsStore } from "../store/settings.ts";
import { fragmentOf, liveUrl, pathsOnSite } from "./live-url.ts";
import type { SiteServices } from "./site-services.ts";

/** Feedback, and the documentation pages that it is about. */
export interface FeedbackServices extends Omit<FeedbackStore, "detail"> {
  /** Returns one item in full, its contact masked. @throws {NotFound} */
  detail(projectId: string, id: string): Promise<FeedbackDetail>;
  /**
   * Finds what an item is about in the documentation repository. Costs no platform request.
   * @throws {NotFound} @throws {AppError} `unavailable` if the repository can't be read
   */
  itemPage(projectId: string, id: string): Promise<ItemPage>;
}

/** Fewest characters of a comment that can quote or name something. */
const MIN_COMMENT = 10;

export function feedbackServices(
  feedback: FeedbackStore,
  settings: Pick<SettingsStore, "read">,
  site: Pick<SiteServices, "find" | "hasRepository">,
): FeedbackServices {
  const siteAddress = async (projectId: string) => (await settings.read(projectId)).siteAddress;
  return {
    ...feedback,
    detail: async (projectId, id) => {
      const [item, address] = await Promise.all([
        feedback.detail(projectId, id),
        siteAddress(projectId),
      ]);
      const hasText = Boolean(
        (item.comment ?? "").trim().length >= MIN_COMMENT ||
          item.code?.trim() ||
          fragmentOf(item.path),
      );
      return {
        ...item,
        liveUrl: liveUrl(address, item),
        mayHavePassage: site.hasRepository && hasText,
      };
    },
    itemPage: async (projectId, id) => {
      const [{ comment, code, path, page }, address] = await Promise.all([
        feedback.detail(projectId, id),
        siteAddress(projectId),
      ]);
      const hints = { comment, code, fragment: fragmentOf(path) };
      const found = await site.find(projectId, pathsOnSite(address, page), hints);
      if (!found) return { file: null, passage: null };
      const { file, line, url, preview, passage } = found;
      return { file: { path: file, line, url, preview }, passage };
    },
  };
}
