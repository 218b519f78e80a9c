import { type DraftSession, intentOf, type JobRequest, type PromptDraft } from "./draft-session.ts";

/** Returns a session as it is stored. */
export function contentOf(session: DraftSession): string {
  return JSON.stringify(serializable(session));
}

function serializable(session: DraftSession) {
  const { split, scope, template, batchId } = session;
  return {
    split,
    scope,
    template,
    batchId,
    prompts: [...session.prompts],
    excluded: [...session.excluded],
    skipped: [...session.skipped],
    created: [...session.created],
  };
}

/** A stored session. Those of earlier versions have a request as the intent, and a whole job where its ID is now. */
type Stored = Partial<Omit<ReturnType<typeof serializable>, "prompts" | "created">> & {
  prompts?: [string | null, StoredPrompt][];
  created?: [string, string | null | { id: string }][];
};
type StoredPrompt = Omit<PromptDraft, "intent" | "template"> & {
  intent: StoredIntent;
  template?: string | null;
};
type StoredIntent = PromptDraft["intent"] | JobRequest;

/** Returns the session of a stored text; null if it can't be read. */
export function sessionOf(text: string | null): DraftSession | null {
  const stored: Stored | null = parseStored(text);
  const { scope = null, template = null, batchId = null, skipped = [] } = stored ?? {};
  const { prompts, excluded, created } = stored ?? {};
  if (!Array.isArray(prompts) || !Array.isArray(excluded) || !Array.isArray(created)) return null;
  return {
    // Drafts of earlier versions could only be one job, or one job per page.
    split: stored?.split === undefined ? (scope === null ? "none" : "page") : stored.split,
    scope,
    template,
    batchId,
    prompts: new Map(
      prompts.map(([key, { intent, template: own = null, ...rest }]) => [
        key,
        { ...rest, template: own, intent: intentFrom(intent, rest, template) },
      ]),
    ),
    excluded: new Map(excluded),
    skipped: new Set(skipped),
    created: new Map(
      created.map(([key, job]) => [key, typeof job === "object" ? (job?.id ?? null) : job]),
    ),
  };
}

function intentFrom(
  stored: StoredIntent,
  draft: Pick<PromptDraft, "edited">,
  template: string | null,
): PromptDraft["intent"] {
  if (stored === null || "choices" in stored) return stored;
  const { intentKey, feedbackIds } = stored;
  return { ...intentOf({ ...draft, intent: null }, feedbackIds, template), intentKey };
}

/** Parses JSON from the browser's storage; null if it can't be read. */
export function parseStored(text: string | null | undefined) {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}
