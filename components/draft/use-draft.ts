"use client";

import { useCallback, useMemo } from "react";
import type { Evidence } from "../../lib/contract/api/feedback.ts";
import type { ProjectSettings } from "../../lib/contract/api/settings.ts";
import { type Choice, chooseEvidence } from "../../lib/prompt/choose.ts";
import { draftPrompt } from "../../lib/prompt/draft.ts";
import { attribute, fenceProblems } from "../../lib/prompt/fence.ts";
import { PROMPT_LIMIT, promptSize } from "../../lib/prompt/size.ts";
import { newIntentKey } from "../app/intent-key.ts";
import { currentPrompt, type ManualEdit } from "./current-prompt.ts";
import { type DraftSession, openPrompt, type PromptDraft } from "./draft-session.ts";
import type { ChangeDraftSession } from "./use-draft-session.ts";

/** Returns the open prompt, which updates with the evidence and keeps manual edits. */
export function useDraft(props: {
  session: DraftSession;
  change: ChangeDraftSession;
  evidence: Evidence[];
  settings: ProjectSettings;
}) {
  const { session, change, evidence, settings } = props;
  const { excluded, scope } = session;
  const { token, edited, intent } = session.prompts.get(scope) ?? EMPTY_PROMPT;
  const about = useMemo(
    () => (scope === null ? evidence : evidence.filter(({ page }) => page === scope)),
    [evidence, scope],
  );
  const included = useMemo(() => about.filter(({ id }) => !excluded.has(id)), [about, excluded]);
  const template = settings.templates.find(({ id }) => id === session.template);
  const instructions = [settings.instructions, template?.text ?? ""].join("\n\n").trim();
  const goal = template?.goal;
  const draftOf = useCallback(
    (items: readonly Evidence[]) => draftPrompt(items, { token, instructions, goal }),
    [token, instructions, goal],
  );
  const drafted = useMemo(() => draftOf(included), [draftOf, included]);
  const shown = useMemo(() => currentPrompt(edited, drafted, token), [edited, drafted, token]);
  const prompt = shown.text;
  const { unmentioned, stillMentioned } = useMemo(() => {
    const isMentioned = mentionedIn(prompt);
    return {
      unmentioned: included.filter(({ id }) => !isMentioned(id)),
      stillMentioned: about.filter(({ id }) => excluded.has(id) && isMentioned(id)),
    };
  }, [about, included, excluded, prompt]);
  const size = useMemo(() => promptSize(prompt), [prompt]);

  const changePrompt = (changes: Partial<PromptDraft>) => change((now) => withPrompt(now, changes));
  const setEdited = (next: ManualEdit | null) => changePrompt({ edited: next });
  const toggle = useCallback(
    (ids: readonly string[], include: boolean) =>
      change((now) => {
        const after = new Map(now.excluded);
        for (const id of ids) include ? after.delete(id) : after.set(id, null);
        return resumeUpdates({ ...now, excluded: after });
      }),
    [change],
  );
  return {
    scope,
    prompt,
    ...shown,
    intent,
    size,
    fits: size.characters <= PROMPT_LIMIT,
    about,
    excluded,
    template: template?.id ?? null,
    /** The items that the job is linked to. */
    included,
    /** Included items that the text no longer mentions. */
    unmentioned,
    /** Excluded items that the text still mentions. */
    stillMentioned,
    isEdited: edited !== null,
    problems: useMemo(() => fenceProblems(prompt, token), [prompt, token]),
    toggle,
    edit: (typed: string) => {
      const text = typed.toWellFormed();
      if (text === drafted) setEdited(null);
      else if (shown.outdatedReason !== null && edited)
        setEdited({ ...edited, text, paused: true });
      else setEdited({ base: drafted, text, paused: false });
    },
    discardEdits: () => setEdited(null),
    keepText: () => setEdited({ base: drafted, text: prompt, paused: false }),
    regenerate: () => change(resumeUpdates),
    setTemplate: (id: string | null) => change((now) => resumeUpdates({ ...now, template: id })),
    /** Excludes items, each with a reason, so that the prompt fits. */
    choose: (choice: Choice) => {
      const fits = (items: readonly Evidence[]) => {
        const draft = draftOf(items);
        const merged = currentPrompt(edited, draft, token);
        const text = merged.outdatedReason === null ? merged.text : draft;
        return promptSize(text).characters <= PROMPT_LIMIT;
      };
      const chosen = chooseEvidence(included, choice, fits).excluded;
      const reasons = chosen.map(({ id, reason }): [string, string] => [id, reason]);
      change((now) => resumeUpdates({ ...now, excluded: new Map([...now.excluded, ...reasons]) }));
    },
    /** Prepares the request to review. The same text and items keep their key. */
    prepareRequest: () => {
      const feedbackIds = included.map(({ id }) => id);
      const isSame =
        intent?.prompt === prompt && intent.feedbackIds.join("\n") === feedbackIds.join("\n");
      if (!isSame) changePrompt({ intent: { intentKey: newIntentKey(), prompt, feedbackIds } });
    },
  };
}

export type Draft = ReturnType<typeof useDraft>;

const EMPTY_PROMPT: PromptDraft = { token: "", edited: null, intent: null };

function withPrompt(session: DraftSession, changes: Partial<PromptDraft>): DraftSession {
  const opened = openPrompt(session, session.scope);
  const part = opened.prompts.get(session.scope) ?? EMPTY_PROMPT;
  return {
    ...opened,
    prompts: new Map(opened.prompts).set(session.scope, { ...part, ...changes }),
  };
}

/** Lets the open prompt update with the evidence again. */
function resumeUpdates(session: DraftSession): DraftSession {
  const edited = session.prompts.get(session.scope)?.edited;
  return edited ? withPrompt(session, { edited: { ...edited, paused: false } }) : session;
}

/** Returns a test for the feedback IDs that a prompt mentions as whole words: `fb_12` isn't `fb_1`. */
function mentionedIn(prompt: string): (id: string) => boolean {
  const words = new Set<string>();
  for (const [word] of prompt.matchAll(/[^\s,()[\]=<>"“”]+/g)) {
    words.add(word);
    words.add(word.replace(/(?<![.:;!?'*])[.:;!?'*]+$/, ""));
  }
  return (id) => {
    const name = attribute(id);
    return words.has(name) || (/[()!'*]/.test(name) && prompt.includes(name));
  };
}
