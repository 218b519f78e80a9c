"use client";

import { useCallback, useMemo } from "react";
import type { Evidence } from "../../lib/contract/api/feedback.ts";
import type { ProjectSettings } from "../../lib/contract/api/settings.ts";
import { type Choice, chooseEvidence } from "../../lib/prompt/choose.ts";
import { draftPrompt } from "../../lib/prompt/draft.ts";
import { fenceProblems } from "../../lib/prompt/fence.ts";
import { PROMPT_LIMIT, promptSize } from "../../lib/prompt/size.ts";
import { newIntentKey } from "../app/intent-key.ts";
import { type DraftSession, openPrompt, type PromptDraft } from "./draft-session.ts";
import { type Edited, follow } from "./follow.ts";
import { namedIn } from "./named.ts";
import type { ChangeDraftSession } from "./use-draft-session.ts";

/** The prompt that is open: it follows the evidence, and keeps what is edited by hand. */
export function useDraft(props: {
  work: DraftSession;
  change: ChangeDraftSession;
  evidence: Evidence[];
  settings: ProjectSettings;
}) {
  const { work, change, evidence, settings } = props;
  const { left, scope } = work;
  const { token, edited, intent } = work.parts.get(scope) ?? NO_PART;
  const about = useMemo(
    () => (scope === null ? evidence : evidence.filter(({ page }) => page === scope)),
    [evidence, scope],
  );
  const included = useMemo(() => about.filter(({ id }) => !left.has(id)), [about, left]);
  const template = settings.templates.find(({ id }) => id === work.template);
  const instructions = [settings.instructions, template?.text ?? ""].join("\n\n").trim();
  const goal = template?.goal;
  const draftOf = useCallback(
    (entries: readonly Evidence[]) => draftPrompt(entries, { token, instructions, goal }),
    [token, instructions, goal],
  );
  const drafted = useMemo(() => draftOf(included), [draftOf, included]);
  const shown = useMemo(() => follow(edited, drafted, token), [edited, drafted, token]);
  const prompt = shown.text;
  const { behind, unnamed } = useMemo(() => {
    const isNamed = namedIn(prompt);
    const recorded = about.filter(({ id }) => !left.has(id) || isNamed(id));
    return { behind: recorded, unnamed: recorded.filter(({ id }) => !isNamed(id)) };
  }, [about, left, prompt]);
  const size = useMemo(() => promptSize(prompt), [prompt]);

  const changePart = (changes: Partial<PromptDraft>) => change((now) => withPart(now, changes));
  const setEdited = (next: Edited | null) => changePart({ edited: next });
  const toggle = useCallback(
    (ids: readonly string[], include: boolean) =>
      change((now) => {
        const after = new Map(now.left);
        for (const id of ids) include ? after.delete(id) : after.set(id, null);
        return moving({ ...now, left: after });
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
    left,
    template: template?.id ?? null,
    /** Entries that the job is recorded with: those marked, and those that the text still names. */
    behind,
    /** Entries behind the job that the text does not name any more. */
    unnamed,
    isEdited: edited !== null,
    problems: useMemo(() => fenceProblems(prompt, token), [prompt, token]),
    toggle,
    edit: (typed: string) => {
      const text = typed.toWellFormed();
      if (text === drafted) setEdited(null);
      else if (shown.stuck !== null && edited) setEdited({ ...edited, text, held: true });
      else setEdited({ base: drafted, text, held: false });
    },
    draftAgain: () => setEdited(null),
    keepMine: () => setEdited({ base: drafted, text: prompt, held: false }),
    followAgain: () => change(moving),
    setTemplate: (id: string | null) => change((now) => moving({ ...now, template: id })),
    /** Leaves entries out, each with its reason, so that the prompt fits. */
    choose: (choice: Choice) => {
      const fits = (entries: readonly Evidence[]) => {
        const draft = draftOf(entries);
        const followed = follow(edited, draft, token);
        const text = followed.stuck === null ? followed.text : draft;
        return promptSize(text).characters <= PROMPT_LIMIT;
      };
      const chosen = chooseEvidence(included, choice, fits).left;
      const reasons = chosen.map(({ id, reason }): [string, string] => [id, reason]);
      change((now) => moving({ ...now, left: new Map([...now.left, ...reasons]) }));
    },
    /** Fixes what is to be sent; the same text about the same entries keeps its key. */
    intend: () => {
      const feedbackIds = behind.map(({ id }) => id);
      const isSame =
        intent?.prompt === prompt && intent.feedbackIds.join("\n") === feedbackIds.join("\n");
      if (!isSame) changePart({ intent: { intentKey: newIntentKey(), prompt, feedbackIds } });
    },
  };
}

export type Draft = ReturnType<typeof useDraft>;

const NO_PART: PromptDraft = { token: "", edited: null, intent: null };

function withPart(work: DraftSession, changes: Partial<PromptDraft>): DraftSession {
  const opened = openPrompt(work, work.scope);
  const part = opened.parts.get(work.scope) ?? NO_PART;
  return { ...opened, parts: new Map(opened.parts).set(work.scope, { ...part, ...changes }) };
}

/** The open prompt tries to follow again. */
function moving(work: DraftSession): DraftSession {
  const edited = work.parts.get(work.scope)?.edited;
  return edited ? withPart(work, { edited: { ...edited, held: false } }) : work;
}
