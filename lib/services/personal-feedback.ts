import "server-only";
import type { Audit } from "../auth/audit.ts";
import type { Person } from "../contract/api/people.ts";
import { may } from "../contract/api/permissions.ts";
import type { FeedbackStore } from "../store/feedback/store.ts";
import { maskAddresses } from "../text/email-addresses.ts";
import type { PermittedServices } from "./authorized.ts";
import type { ReadLimits } from "./read-limits.ts";

type Permitted = PermittedServices["feedback"];

/** Feedback for one person. */
export interface PersonalFeedback extends Omit<Permitted, "export"> {
  export(...given: Parameters<FeedbackStore["export"]>): Promise<ReadableStream<Uint8Array>>;
}

/**
 * Returns feedback as one person gets it: expensive reads are limited, revealed and exported addresses
 * go to the audit log before they are returned, and people who may not see readers' addresses get them
 * masked wherever a reader typed one, and no keys that the interface doesn't define.
 */
export function personalFeedback(
  person: Person,
  feedback: Permitted,
  { limits, audit }: { limits: ReadLimits; audit: Audit },
): PersonalFeedback {
  const limited = withLimits(person, feedback, limits);
  const recorded: PersonalFeedback = {
    ...limited,
    contact: async (projectId, id) => {
      const contact = await feedback.contact(projectId, id);
      if (contact !== null) {
        await audit.record(person, "revealed the address of", `${id} of ${projectId}`);
      }
      return contact;
    },
    export: async (projectId, filters, options) => {
      const masked = !may(person.role, "contacts");
      const open = () => feedback.export(projectId, filters, { ...options, masked });
      const file = limits.export(person.id, open);
      if (!options.contacts) return file;
      try {
        await audit.record(person, "exported addresses of", `${projectId} (${options.format})`);
      } catch (error) {
        await file.cancel();
        throw error;
      }
      return file;
    },
  };
  return may(person.role, "contacts") ? recorded : { ...recorded, ...masked(limited) };
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
    ids: limited(feedback.ids),
    facets: limited(feedback.facets),
    pages: limited(feedback.pages),
    activity: limited(feedback.activity),
  };
}

function masked(feedback: Permitted): Pick<Permitted, "page" | "detail" | "pages"> {
  return {
    page: async (...given) => {
      const found = await feedback.page(...given);
      return { ...found, feedback: found.feedback.map(maskItem) };
    },
    detail: async (...given) => {
      const item = maskItem(await feedback.detail(...given));
      const { code, filename, createdAtText } = item;
      return {
        ...item,
        code: maskText(code),
        filename: maskText(filename),
        createdAtText: maskText(createdAtText),
        extra: {},
      };
    },
    pages: async (...given) => {
      const found = await feedback.pages(...given);
      return {
        ...found,
        pages: found.pages.map((row) => ({ ...row, page: maskAddresses(row.page) })),
      };
    },
  };
}

function maskItem<Item extends { path: string; page: string; comment: string | null }>(
  item: Item,
): Item {
  const { path, page, comment } = item;
  return {
    ...item,
    path: maskAddresses(path),
    page: maskAddresses(page),
    comment: maskText(comment),
  };
}

function maskText(text: string | null): string | null {
  return text === null ? null : maskAddresses(text);
}
