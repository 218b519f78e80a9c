import "server-only";
import type { Audit } from "../auth/audit.ts";
import type { Person } from "../contract/api/people.ts";
import { may } from "../contract/api/permissions.ts";
import type { ResolvedFilters } from "../filters/feedback-filters.ts";
import type { FeedbackStore } from "../store/feedback/store.ts";
import { maskAnswer } from "../text/email-addresses.ts";
import type { PermittedServices } from "./authorized.ts";
import type { ReadLimits } from "./read-limits.ts";

type Permitted = PermittedServices["feedback"];

/** Feedback for one person. */
export interface PersonalFeedback extends Omit<Permitted, "export"> {
  export(...given: Parameters<FeedbackStore["export"]>): Promise<ReadableStream<Uint8Array>>;
  /** @throws {AppError} `too_many_requests` if the person can't start an export now */
  checkExport(): void;
}

/**
 * Returns feedback as one person gets it: expensive reads are limited, revealed and exported addresses
 * go to the audit log before they are returned, and people who may not see readers' addresses get them
 * masked wherever a reader typed one, and no keys that the interface doesn't define.
 */
export function personalFeedback(
  person: Person,
  feedback: Permitted,
  { limits, audit }: { limits: ReadLimits; audit: Pick<Audit, "record"> },
): PersonalFeedback {
  const limited = withLimits(person, feedback, limits);
  const recorded: PersonalFeedback = {
    ...limited,
    checkExport: () => limits.checkExport(person.id),
    contact: async (projectId, id) => {
      const contact = await feedback.contact(projectId, id);
      if (contact !== null) {
        await audit.record(person, "revealed the address on", `${id} in ${projectId}`);
      }
      return contact;
    },
    export: async (projectId, filters, options) => {
      const file = limits.export(person.id, () => feedback.export(projectId, filters, options));
      if (!options.contacts) return file;
      try {
        await audit.record(
          person,
          "exported feedback with addresses from",
          `${projectId} (${options.format})`,
        );
      } catch (error) {
        await file.cancel();
        throw error;
      }
      return file;
    },
  };
  return may(person.role, "contacts") ? recorded : masked(recorded);
}

function withLimits(person: Person, feedback: Permitted, limits: ReadLimits): Permitted {
  const limited =
    <Given extends unknown[], Result>(read: (...given: Given) => Promise<Result>) =>
    async (...given: Given): Promise<Result> => {
      limits.read(person.id);
      return read(...given);
    };
  return {
    ...feedback,
    similar: limited(feedback.similar),
    ids: limited(feedback.ids),
    facets: limited(feedback.facets),
    pages: limited(feedback.pages),
    activity: limited(feedback.activity),
    insights: limited(feedback.insights),
    history: limited(feedback.history),
  };
}

/** Masks answers, and lets filters match only what remains readable. */
function masked(feedback: PersonalFeedback): PersonalFeedback {
  const readable = (filters: ResolvedFilters): ResolvedFilters => ({ ...filters, masked: true });
  return {
    ...feedback,
    page: async (projectId, filters, options) =>
      maskAnswer(await feedback.page(projectId, readable(filters), options)),
    similar: async (...given) => maskAnswer(await feedback.similar(...given)),
    detail: async (...given) => ({ ...maskAnswer(await feedback.detail(...given)), extra: {} }),
    ids: (projectId, filters, options) => feedback.ids(projectId, readable(filters), options),
    facets: (projectId, filters) => feedback.facets(projectId, readable(filters)),
    activity: (projectId, filters) => feedback.activity(projectId, readable(filters)),
    // Names of pages and titles of jobs can have addresses.
    history: async (...given) => maskAnswer(await feedback.history(...given)),
    insights: async (...given) => maskAnswer(await feedback.insights(...given)),
    pages: (projectId, filters, options) => feedback.pages(projectId, readable(filters), options),
    export: (projectId, filters, options) => feedback.export(projectId, readable(filters), options),
  };
}
