import type { OpenJob } from "../../lib/contract/api/jobs.ts";
import type { Split } from "../../lib/prompt/split.ts";
import { newToken } from "../../lib/text/token.ts";
import { newIntentKey } from "../app/intent-key.ts";

/** Stands for "no template" where one would be chosen automatically. No ID is empty. */
export const NO_TEMPLATE = "";

/** A request to create a job. */
export interface JobRequest {
  intentKey: string;
  prompt: string;
  feedbackIds: string[];
}

/** Manual edits of a prompt. */
export interface ManualEdit {
  /** The draft before the edits. */
  base: string;
  text: string;
  /** Edited while it couldn't update with the evidence. Updates resume only on request. */
  paused: boolean;
}

/** The draft of one prompt. */
export interface PromptDraft {
  /** Token of its fences. */
  token: string;
  edited: ManualEdit | null;
  /** The template that someone chose for it alone, see `DraftSession`. */
  template: string | null;
  /**
   * The key of its request, and the choices that the request was made for. Retries of the same choices reuse the
   * key.
   */
  intent: { intentKey: string; choices: string } | null;
}

/** Everything someone did with a selection. */
export interface DraftSession {
  /** How it becomes jobs; null until someone chose it. */
  split: Split | null;
  /** The open prompt; null for that of the whole selection, and for the list of jobs if there are several. */
  scope: string | null;
  /** By the key of the part. */
  prompts: ReadonlyMap<string | null, PromptDraft>;
  /** Excluded items with the reason; null if they were excluded manually, or are only counted. */
  excluded: ReadonlyMap<string, string | null>;
  /** ID of the selected template, or `NO_TEMPLATE`; null to choose it by what each prompt's items have. */
  template: string | null;
  /** Keys of parts for which no job is created. */
  skipped: ReadonlySet<string>;
  /** IDs of the created jobs, by the key of their part; null if only the server knows the ID. */
  created: ReadonlyMap<string, string | null>;
  /** ID of the batch of these jobs; null before the first is created. */
  batchId: string | null;
}

/** @param counted IDs of the items that the prompt only counts at first */
export function newDraftSession(counted: readonly string[] = []): DraftSession {
  return {
    split: null,
    scope: null,
    template: null,
    batchId: null,
    prompts: new Map([[null, newPrompt()]]),
    excluded: new Map(counted.map((id) => [id, null])),
    skipped: new Set(),
    created: new Map(),
  };
}

function newPrompt(): PromptDraft {
  return { token: newToken(), edited: null, template: null, intent: null };
}

/** Adds prompts, with new fence tokens, for the parts that have none. */
export function withPrompts(
  session: DraftSession,
  keys: Iterable<string | null>,
): DraftSession["prompts"] {
  const prompts = new Map(session.prompts);
  for (const key of keys) if (!prompts.has(key)) prompts.set(key, newPrompt());
  return prompts;
}

/** Chooses a template for all prompts, also those that had one of their own; null to choose each by its items. */
export function withTemplate(session: DraftSession, template: string | null): DraftSession {
  const prompts = [...session.prompts].map(([key, prompt]): [string | null, PromptDraft] => [
    key,
    { ...prompt, template: null },
  ]);
  return { ...session, template, prompts: new Map(prompts) };
}

/** Returns whether the session differs from a new one for the same selection. */
export function hasChanges(session: DraftSession, counted: readonly string[] = []): boolean {
  const { split, excluded, template, skipped, created } = session;
  const isTouched = [...session.prompts.values()].some(
    (prompt) => prompt.edited ?? prompt.intent ?? prompt.template !== null,
  );
  const isExcludedAnew =
    excluded.size !== counted.length || counted.some((id) => excluded.get(id) !== null);
  return (
    isTouched ||
    isExcludedAnew ||
    split !== null ||
    template !== null ||
    skipped.size + created.size > 0
  );
}

/** Starts over with the same selection, keeping created jobs. */
export function restartedSession(
  { split, created, batchId }: DraftSession,
  counted: readonly string[] = [],
): DraftSession {
  const fresh = newDraftSession(counted);
  return created.size > 0 ? { ...fresh, split, created, batchId } : fresh;
}

/**
 * Returns the key of a request to create a job. It depends on the person's choices, not on the text, which can change
 * by itself: for example, it names open pull requests, such as the one of this very job.
 */
export function intentOf(
  { intent, edited }: Pick<PromptDraft, "intent" | "edited">,
  feedbackIds: readonly string[],
  template: string | null,
): { intentKey: string; choices: string } {
  const choices = fingerprint(
    JSON.stringify([edited?.text ?? null, template, ...feedbackIds.toSorted()]),
  );
  return intent?.choices === choices ? intent : { intentKey: newIntentKey(), choices };
}

/** Returns which items of a request are in an open job that another request created. */
export function inOtherJobs(
  open: readonly OpenJob[],
  { intentKey, feedbackIds }: Pick<JobRequest, "intentKey" | "feedbackIds">,
): OpenJob[] {
  const ids = new Set(feedbackIds);
  return open.filter((job) => job.intentKey !== intentKey && ids.has(job.feedbackId));
}

/** Returns a short hash of a text. */
export function fingerprint(text: string): string {
  let [one, other] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    one = Math.imul(one ^ text.charCodeAt(at), 0x9e3779b1);
    other = Math.imul(other + text.charCodeAt(at), 0x85ebca6b) ^ (other >>> 15);
  }
  return [text.length, one >>> 0, other >>> 0].map((part) => part.toString(36)).join("-");
}
