import type { Database } from "../../lib/database/open.ts";
import { type FeedbackServices, feedbackServices } from "../../lib/services/feedback-services.ts";
import { siteServices } from "../../lib/services/site-services.ts";
import { createFeedbackStore } from "../../lib/store/feedback/store.ts";
import type { StoreSchema } from "../../lib/store/schema.ts";
import { createSettingsStore } from "../../lib/store/settings.ts";

/** Feedback as the services have it, with a hosted platform. */
export function feedbackOn(database: Database<StoreSchema>): FeedbackServices {
  const settings = createSettingsStore({ database, clock: { now: () => 1 } });
  return feedbackServices(createFeedbackStore(database), settings, siteServices(null));
}
