import type { Role } from "../../lib/contract/api/permissions.ts";
import type { Database } from "../../lib/database/open.ts";
import { permittedServices } from "../../lib/services/authorized.ts";
import { createDocsMaps, type DocsMaps } from "../../lib/services/docs-maps.ts";
import { docsServices } from "../../lib/services/docs-services.ts";
import { type FeedbackServices, feedbackServices } from "../../lib/services/feedback-services.ts";
import type { Services } from "../../lib/services/open.ts";
import { siteServices } from "../../lib/services/site-services.ts";
import { similarItems } from "../../lib/similar/similar-items.ts";
import { topThemes } from "../../lib/similar/themes.ts";
import { createFeedbackStore } from "../../lib/store/feedback-store.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { createSettingsStore } from "../../lib/store/settings.ts";

type Platform = NonNullable<Parameters<typeof siteServices>[0]>;

/**
 * Feedback and documentation as the services have them, with a hosted platform unless one is given.
 * @param patience milliseconds to wait for the repository: longer than a busy machine takes; `checked` is how much
 *   a check reads at most
 */
export function documentedFeedback(
  database: Database<StoreSchema>,
  platform: Platform | null,
  {
    patience = 120_000,
    maps: given,
    checked,
  }: { patience?: number; maps?: DocsMaps; checked?: { pages: number; items: number } } = {},
) {
  const settings = createSettingsStore({ database, clock: { now: () => 1 } });
  const maps = given ?? (platform && createDocsMaps(platform.docsFiles, patience));
  const docs = docsServices(database, settings, maps, checked);
  const site = siteServices(platform, docs, patience);
  const feedback = feedbackServices(createFeedbackStore(database), settings, {
    site,
    docs,
    similar: similarItems.bind(null, database.query, null),
    themes: topThemes.bind(null, database),
  });
  return { settings, docs, site, feedback };
}

/** The services of a test's own parts, for someone with this role. The others aren't there. */
export function servicesFor(role: Role, parts: Partial<Record<keyof Services, object>>) {
  const person = { id: role, name: role, email: null, role };
  return permittedServices(person, parts as unknown as Services);
}

/** Feedback as the services have it, with a hosted platform. */
export function feedbackOn(database: Database<StoreSchema>): FeedbackServices {
  return documentedFeedback(database, null).feedback;
}
