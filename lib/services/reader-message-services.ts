import "server-only";
import type { Audit } from "../auth/audit.ts";
import type { Actor } from "../contract/api/people.ts";
import type { ReaderToNotify } from "../contract/api/reader-messages.ts";
import type { PageNameRules } from "../docs-site/page-name.ts";
import type { ReaderMessages, ResolvedReader } from "../store/jobs/reader-messages.ts";
import type { SettingsStore } from "../store/settings.ts";
import { maskContact } from "../text/email-addresses.ts";
import { shorten } from "../text/shorten.ts";
import { liveUrl } from "./live-url.ts";

/** Most characters of a comment in a message. */
const MAX_COMMENT = 1_000;

/** Messages to the readers whose feedback a merged job resolved. Errata prepares them and sends none. */
export function readerMessageServices(
  messages: ReaderMessages,
  settings: Pick<SettingsStore, "read">,
  audit: Pick<Audit, "recordIn">,
) {
  const list = async (projectId: string, jobId: string) => {
    const [readers, { siteAddress, docs }] = await Promise.all([
      messages.list(projectId, jobId),
      settings.read(projectId),
    ]);
    const rules = { siteAddress, pageIn: docs.pageIn };
    return readers.map((reader) => shown(reader, rules));
  };
  return {
    /** Returns the readers with their addresses masked. @throws {NotFound} */
    list,
    /**
     * Reveals a reader's address, which goes to the audit log before, and remembers that the message was opened.
     * @param options.again although it was opened before
     * @throws {NotFound} @throws {Conflict} if it was opened before
     */
    open: async (
      projectId: string,
      jobId: string,
      feedbackId: string,
      { again, by }: { again: boolean; by: Actor },
    ) => {
      const contact = await messages.open(projectId, jobId, feedbackId, {
        by,
        again,
        record: (trx) =>
          audit.recordIn(trx, by, "revealed the address on", `${feedbackId} in ${projectId}`),
      });
      return { contact, readers: await list(projectId, jobId) };
    },
  };
}

function shown({ contact, items, opened }: ResolvedReader, rules: PageNameRules): ReaderToNotify {
  return {
    feedbackId: items[0]?.id ?? "",
    contact: maskContact(contact),
    items: items.map(({ id, path, page, comment }) => ({
      id,
      page,
      comment: comment === null ? null : shorten(comment, MAX_COMMENT),
      liveUrl: liveUrl(rules, path),
    })),
    opened,
  };
}
