import { DRAFT } from "../../lib/contract/api/limits.ts";
import { isAppError } from "../../lib/errors.ts";
import {
  type Confirmation,
  createOutbox,
  type Outbox,
  type OutboxOptions,
} from "../../lib/outbox/outbox.ts";
import type { Unsent } from "../../lib/outbox/unsent-outboxes.ts";
import { type BrowserDraft, CHANGED_ELSEWHERE, type DraftLog, isSaved } from "./draft-log.ts";

const TOO_LONG = "It's too long to be saved on the server.";

/** Where drafts are saved. Sending a revision again has no effect. */
export interface DraftServer {
  /** @throws {AppError} `conflict` if it was changed or deleted elsewhere */
  save(draft: BrowserDraft, content: string): Promise<unknown>;
  /** @throws {AppError} `conflict` if it was changed elsewhere */
  delete(draft: BrowserDraft): Promise<unknown>;
}

/** A draft that isn't saved, or not deleted yet. Its ID is another one after each change. */
interface UnsavedDraft extends Unsent {
  draftId: string;
}

export interface DraftOutboxOptions
  extends Pick<OutboxOptions<UnsavedDraft, Confirmation>, "failureOf" | "exclusive" | "delay"> {
  server: DraftServer;
  now: () => number;
  /** Called after each change of the log. */
  changed: () => void;
}

/** Sends drafts that the server doesn't have yet. The log itself is the queue. */
export function createDraftOutbox(
  log: DraftLog,
  { server, now, changed, ...options }: DraftOutboxOptions,
): Outbox<UnsavedDraft> {
  const waiting = () => log.list().filter((draft) => !isSaved(draft) && draft.problem === null);
  return createOutbox<UnsavedDraft, Confirmation>({
    ...options,
    log: {
      list: () =>
        waiting().map((draft) => ({
          id: entryId(draft),
          draftId: draft.id,
          madeAt: draft.at,
          problem: null,
        })),
      append: ({ id, draftId, problem }) => {
        log.update(draftId, (draft) => (entryId(draft) === id ? { ...draft, problem } : draft));
        changed();
      },
      // `send` has already recorded in the log that they are saved.
      remove: () => {},
      holdsInMemory: () => waiting().some(({ id }) => log.isInMemory(id)),
      owns: log.owns,
    },
    keeps: "rejected",
    batchOf: (entries) => entries.slice(0, 1),
    send: async (entries) => {
      for (const { draftId } of entries) await sendDraft(log, draftId, { server, now });
      changed();
      return entries.map(({ id }) => ({ id, outcome: "applied" }));
    },
  });
}

function entryId({ id, revision }: BrowserDraft): string {
  return `${id}:${revision}`;
}

async function sendDraft(
  log: DraftLog,
  id: string,
  { server, now }: Pick<DraftOutboxOptions, "server" | "now">,
): Promise<void> {
  const draft = log.find(id);
  if (!draft || isSaved(draft)) return;
  if (draft.isOver) return deleteDraft(log, draft, server);
  const content = log.content(id) ?? "";
  if (content.length > DRAFT.content) {
    return log.update(id, (known) => ({ ...known, problem: TOO_LONG }));
  }
  const { revision } = draft;
  // Record the revision before it is sent, because the answer may get lost.
  log.update(id, ({ sent, ...rest }) => ({
    ...rest,
    sent: [...new Set([...sent, revision])].slice(1 - DRAFT.follows),
  }));
  try {
    await server.save(draft, content);
  } catch (error) {
    if (!isChangedElsewhere(error)) throw error;
    return log.update(id, (known) => ({ ...known, problem: CHANGED_ELSEWHERE }));
  }
  const savedAt = now();
  log.update(id, (known) => ({ ...known, base: revision, sent: [], savedAt }));
}

async function deleteDraft(log: DraftLog, draft: BrowserDraft, server: DraftServer): Promise<void> {
  const { id, revision } = draft;
  try {
    if (revisionsOf(draft).length > 0) await server.delete(draft);
  } catch (error) {
    // If it was changed elsewhere, the server keeps that version.
    if (!isChangedElsewhere(error)) throw error;
  }
  if (log.find(id)?.revision === revision) log.remove(id);
  // A new draft of the same items was started in the meantime.
  else log.update(id, (known) => ({ ...known, base: null, sent: [] }));
}

/** Returns the revisions of a draft that the server may have. */
export function revisionsOf({ base, sent }: Pick<BrowserDraft, "base" | "sent">): string[] {
  return base === null ? sent : [base, ...sent];
}

function isChangedElsewhere(error: unknown): boolean {
  return isAppError(error) && error.isRefusal && error.code === "conflict";
}
