import type { Job } from "../../lib/contract/api/jobs.ts";
import { newToken } from "../../lib/prompt/fence.ts";
import type { Edited } from "./follow.ts";

/** What one prompt is about: one page, or with null everything that is selected. */
export type Scope = string | null;

/** A person's decision to create a job from this text; it is sent with one key, however often. */
export interface Intent {
  intentKey: string;
  prompt: string;
  feedbackIds: string[];
}

/** One prompt in the making. */
export interface PromptDraft {
  /** Of its fences. */
  token: string;
  edited: Edited | null;
  intent: Intent | null;
}

/** What a person has made of a selection. */
export interface DraftSession {
  /** Which prompt is open. */
  scope: Scope;
  parts: ReadonlyMap<Scope, PromptDraft>;
  /** Entries that are left out: the reason, or null where a person did it. */
  left: ReadonlyMap<string, string | null>;
  /** Identifier of the chosen template. */
  template: string | null;
  /** Jobs that were created for single pages. */
  created: ReadonlyMap<string, Job>;
}

export function newDraftSession(): DraftSession {
  const nothing = { left: new Map(), template: null, created: new Map() };
  return openPrompt({ ...nothing, scope: null, parts: new Map() }, null);
}

/** The work with this prompt open; a prompt that is opened for the first time gets its fences. */
export function openPrompt(work: DraftSession, scope: Scope): DraftSession {
  const part = work.parts.get(scope) ?? { token: newToken(), edited: null, intent: null };
  return { ...work, scope, parts: new Map(work.parts).set(scope, part) };
}

/** Whether a person did anything that another draft of the same selection would not have. */
export function hasChanges({ scope, parts, left, template, created }: DraftSession): boolean {
  const isTouched = [...parts.values()].some(({ edited, intent }) => edited ?? intent);
  return isTouched || scope !== null || left.size > 0 || template !== null || created.size > 0;
}

/** The same selection from the beginning; jobs that were created stay. */
export function restartedSession({ scope, created }: DraftSession): DraftSession {
  const fresh = { ...newDraftSession(), created };
  return created.size > 0 ? openPrompt(fresh, scope) : fresh;
}
