import type { Job, OpenJob } from "../../lib/contract/api/jobs.ts";
import { newToken } from "../../lib/text/token.ts";
import type { ManualEdit } from "./current-prompt.ts";

/** The page that a prompt is about; null for the whole selection. */
export type PageScope = string | null;

/** A reviewed request to create a job. Retries reuse the key. */
export interface JobRequest {
  intentKey: string;
  prompt: string;
  feedbackIds: string[];
}

/** The draft of one prompt. */
export interface PromptDraft {
  /** Token of its fences. */
  token: string;
  edited: ManualEdit | null;
  intent: JobRequest | null;
}

/** Everything someone did with a selection. */
export interface DraftSession {
  /** The open prompt. */
  scope: PageScope;
  prompts: ReadonlyMap<PageScope, PromptDraft>;
  /** Excluded items with the reason; null if they were excluded manually. */
  excluded: ReadonlyMap<string, string | null>;
  /** ID of the selected template. */
  template: string | null;
  /** Jobs created for single pages. */
  created: ReadonlyMap<string, Job>;
}

export function newDraftSession(): DraftSession {
  const nothing = { excluded: new Map(), template: null, created: new Map() };
  return openPrompt({ ...nothing, scope: null, prompts: new Map() }, null);
}

/** Opens a prompt, with a new fence token if it's opened for the first time. */
export function openPrompt(session: DraftSession, scope: PageScope): DraftSession {
  const part = session.prompts.get(scope) ?? { token: newToken(), edited: null, intent: null };
  return { ...session, scope, prompts: new Map(session.prompts).set(scope, part) };
}

/** Returns whether the session differs from a new one for the same selection. */
export function hasChanges({ scope, prompts, excluded, template, created }: DraftSession): boolean {
  const isTouched = [...prompts.values()].some(({ edited, intent }) => edited ?? intent);
  return isTouched || scope !== null || excluded.size > 0 || template !== null || created.size > 0;
}

/** Returns which items of a request are in an open job that another request created. */
export function inOtherJobs(
  open: readonly OpenJob[],
  { intentKey, feedbackIds }: JobRequest,
): OpenJob[] {
  const ids = new Set(feedbackIds);
  return open.filter((job) => job.intentKey !== intentKey && ids.has(job.feedbackId));
}

/** Starts over with the same selection, keeping created jobs. */
export function restartedSession({ scope, created }: DraftSession): DraftSession {
  const fresh = { ...newDraftSession(), created };
  return created.size > 0 ? openPrompt(fresh, scope) : fresh;
}
