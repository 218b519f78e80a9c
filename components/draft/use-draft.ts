"use client";

import { useCallback, useMemo } from "react";
import type { Evidence } from "../../lib/contract/api/feedback.ts";
import type { ProjectSettings } from "../../lib/contract/api/settings.ts";
import { chooseEvidence, type Shortening } from "../../lib/prompt/choose.ts";
import { PROMPT_LIMIT, promptSize } from "../../lib/prompt/size.ts";
import type { JobPart } from "../../lib/prompt/split.ts";
import { checkPrompt, currentPrompt, draftOf, teamText, templateOf } from "./current-prompt.ts";
import {
  type DraftSession,
  intentOf,
  type JobRequest,
  type ManualEdit,
  type PromptDraft,
  withTemplate,
} from "./draft-session.ts";
import type { ChangeDraftSession } from "./use-draft-session.ts";

/** Returns the prompt of a part, which updates with the evidence and keeps manual edits. */
export function useDraft(
  part: JobPart,
  session: DraftSession,
  change: ChangeDraftSession,
  settings: ProjectSettings,
) {
  const [{ key, items }, { excluded }] = [part, session];
  const { token, edited, intent } = session.prompts.get(key) ?? EMPTY_PROMPT;
  const { choice, team } = useTemplate(part, session, settings);
  const { drafted, shown, checked } = useDrafted({ items, excluded, token, edited, team });
  const toggle = useCallback(
    (ids: readonly string[], include: boolean) =>
      change((now) => {
        const after = new Map(now.excluded);
        for (const id of ids) include ? after.delete(id) : after.set(id, null);
        return resumeUpdates({ ...now, excluded: after }, key);
      }),
    [change, key],
  );
  return {
    key,
    prompt: shown.text,
    ...shown,
    ...checked,
    about: items,
    excluded,
    intentKey: intent?.intentKey,
    template: choice,
    isEdited: edited !== null,
    /** Whether a job could be created with it. */
    isReady: checked.fits && checked.included.length > 0 && shown.text.trim() !== "",
    toggle,
    ...editsOf({ change, key, drafted, edited, shown }),
    setTemplate: (id: string | null) =>
      change((now) => resumeUpdates(withChosenTemplate(now, key, id), key)),
    /** Excludes items, each with a reason, so that the prompt fits. */
    choose: (by: Shortening) => {
      const fits = (kept: readonly Evidence[]) => {
        const ids = new Set(kept.map(({ id }) => id));
        const rest = items.filter(({ id }) => ids.has(id) || excluded.has(id));
        const draft = draftOf(rest, excluded, { ...team, token });
        const merged = currentPrompt(edited, draft, token);
        const text = merged.outdatedReason === null ? merged.text : draft;
        return promptSize(text).characters <= PROMPT_LIMIT;
      };
      const chosen = chooseEvidence(checked.included, by, fits).excluded;
      const reasons = chosen.map(({ id, reason }): [string, string] => [id, reason]);
      change((now) =>
        resumeUpdates({ ...now, excluded: new Map([...now.excluded, ...reasons]) }, key),
      );
    },
    /** Returns the request to review. The same choices keep their key. */
    prepareRequest: (): JobRequest => {
      const feedbackIds = checked.included.map(({ id }) => id);
      const next = intentOf({ intent, edited }, feedbackIds, choice.chosen);
      change((now) => withPrompt(now, key, { intent: next }));
      return { intentKey: next.intentKey, prompt: shown.text, feedbackIds };
    },
  };
}

export type Draft = ReturnType<typeof useDraft>;

/** Returns a part's template, and the team's text that goes with it. */
function useTemplate(part: JobPart, session: DraftSession, settings: ProjectSettings) {
  const choice = useMemo(() => templateOf(session, part, settings), [session, part, settings]);
  const { template } = choice;
  const team = useMemo(() => teamText(settings, template), [settings, template]);
  return { choice, team };
}

const EMPTY_PROMPT: PromptDraft = { token: "", edited: null, template: null, intent: null };

function useDrafted(props: {
  items: Evidence[];
  excluded: DraftSession["excluded"];
  token: string;
  edited: ManualEdit | null;
  team: ReturnType<typeof teamText>;
}) {
  const { items, excluded, token, edited, team } = props;
  const drafted = useMemo(
    () => draftOf(items, excluded, { ...team, token }),
    [items, excluded, team, token],
  );
  const shown = useMemo(() => currentPrompt(edited, drafted, token), [edited, drafted, token]);
  const checked = useMemo(
    () => checkPrompt(shown.text, token, items, excluded),
    [shown.text, token, items, excluded],
  );
  return { drafted, shown, checked };
}

/** Actions on the text of a prompt. */
function editsOf(props: {
  change: ChangeDraftSession;
  key: string | null;
  drafted: string;
  edited: ManualEdit | null;
  shown: ReturnType<typeof currentPrompt>;
}) {
  const { change, key, drafted, edited, shown } = props;
  const setEdited = (next: ManualEdit | null) =>
    change((now) => withPrompt(now, key, { edited: next }));
  return {
    edit: (typed: string) => {
      const text = typed.toWellFormed();
      if (text === drafted) setEdited(null);
      else if (shown.outdatedReason !== null && edited)
        setEdited({ ...edited, text, paused: true });
      else setEdited({ base: drafted, text, paused: false });
    },
    discardEdits: () => setEdited(null),
    keepText: () => setEdited({ base: drafted, text: shown.text, paused: false }),
    regenerate: () => change((now) => resumeUpdates(now, key)),
  };
}

function withPrompt(
  session: DraftSession,
  key: string | null,
  changes: Partial<PromptDraft>,
): DraftSession {
  const before = session.prompts.get(key) ?? EMPTY_PROMPT;
  return { ...session, prompts: new Map(session.prompts).set(key, { ...before, ...changes }) };
}

/**
 * Chooses a prompt's template. The choice for the whole selection also applies to its parts if it
 * is split later.
 */
function withChosenTemplate(
  session: DraftSession,
  key: string | null,
  template: string | null,
): DraftSession {
  return key === null ? withTemplate(session, template) : withPrompt(session, key, { template });
}

/** Lets a prompt update with the evidence again. */
function resumeUpdates(session: DraftSession, key: string | null): DraftSession {
  const edited = session.prompts.get(key)?.edited;
  return edited ? withPrompt(session, key, { edited: { ...edited, paused: false } }) : session;
}
