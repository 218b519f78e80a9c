import type { Evidence } from "../../lib/contract/api/feedback.ts";
import type { ProjectSettings, PromptTemplate } from "../../lib/contract/api/settings.ts";
import { countingLine, draftPrompt } from "../../lib/prompt/draft.ts";
import { countedOnly } from "../../lib/prompt/evidence.ts";
import { attribute, fenceProblems } from "../../lib/prompt/fence.ts";
import { redraft } from "../../lib/prompt/redraft.ts";
import { PROMPT_LIMIT, promptSize } from "../../lib/prompt/size.ts";
import type { JobPart } from "../../lib/prompt/split.ts";
import { type TemplateMatch, templateFor } from "../../lib/prompt/template-for.ts";
import type { DraftSession, ManualEdit } from "./draft-session.ts";

/** The prompt and how it relates to the evidence. */
interface CurrentPrompt {
  text: string;
  /** Why the prompt doesn't update with the evidence; null if it does. */
  outdatedReason: string | null;
  /** Whether updates are paused and "Regenerate" can resume them. */
  canRegenerate: boolean;
  /** Lines of the new draft that edits replace. */
  replacedLines: string[];
  /** Whether the line that counts the items is one of them. */
  isGoalReplaced: boolean;
}

/** The template of a prompt. */
export interface PromptTemplateChoice {
  /** The template; null for none. */
  template: PromptTemplate | null;
  /** What the template was chosen for automatically; null if someone chose it, or there is none. */
  match: TemplateMatch | null;
  /** The choice as the session stores it; null without one. */
  chosen: string | null;
}

/** Returns a part's template: the one that someone chose, or else the one whose rules match its items. */
export function templateOf(
  { prompts, template, excluded }: Pick<DraftSession, "prompts" | "template" | "excluded">,
  { key, items }: Pick<JobPart, "key" | "items">,
  settings: Pick<ProjectSettings, "templates" | "labels">,
): PromptTemplateChoice {
  const chosen = prompts.get(key)?.template ?? template;
  const found =
    chosen === null
      ? templateFor(
          items.filter(({ id }) => !excluded.has(id)),
          settings,
        )
      : null;
  const id = chosen ?? found?.id;
  return {
    template: settings.templates.find((each) => each.id === id) ?? null,
    match: found?.match ?? null,
    chosen,
  };
}

/** The project instructions and the template's text for a prompt. */
export function teamText(
  { instructions }: Pick<ProjectSettings, "instructions">,
  template: PromptTemplate | null,
) {
  return {
    goal: template?.goal,
    instructions: [instructions, template?.text ?? ""].join("\n\n").trim(),
  };
}

/** Drafts the prompt of some items; the excluded ones that would only be counted at first are counted. */
export function draftOf(
  items: readonly Evidence[],
  excluded: DraftSession["excluded"],
  { token, instructions, goal }: { token: string; instructions: string; goal: string | undefined },
): string {
  const included = items.filter(({ id }) => !excluded.has(id));
  const counted = countedOnly(items).filter(({ id }) => excluded.has(id));
  return draftPrompt(included, { token, instructions, goal, counted });
}

/**
 * Merges manual edits with the draft of the current evidence. Always starts from the original edits,
 * so that an item that's included again restores the edits made in its quote.
 */
export function currentPrompt(
  edited: ManualEdit | null,
  drafted: string,
  token: string,
): CurrentPrompt {
  const upToDate = {
    outdatedReason: null,
    canRegenerate: false,
    replacedLines: [],
    isGoalReplaced: false,
  };
  if (edited === null) return { ...upToDate, text: drafted };
  const { base, text, paused } = edited;
  if (base === drafted) return { ...upToDate, text };
  const merged = redraft({ drafted: base, edited: text, redrafted: drafted }, token);
  if (!merged.merged) return { ...upToDate, text, outdatedReason: merged.reason };
  if (paused)
    return {
      ...upToDate,
      text,
      outdatedReason: "You edited it after it stopped updating.",
      canRegenerate: true,
    };
  const { replacedLines } = merged;
  const isGoalReplaced = replacedLines.includes(`${countingLine(drafted)}\n`);
  return { ...upToDate, text: merged.text, replacedLines, isGoalReplaced };
}

/** Compares a prompt with its items and the limits. */
export function checkPrompt(
  prompt: string,
  token: string,
  items: readonly Evidence[],
  excluded: DraftSession["excluded"],
) {
  const isMentioned = mentionedIn(prompt);
  const size = promptSize(prompt);
  const included = items.filter(({ id }) => !excluded.has(id));
  return {
    size,
    fits: size.characters <= PROMPT_LIMIT,
    /** The items that the job is linked to. */
    included,
    /** Included items that the text no longer mentions. */
    unmentioned: included.filter(({ id }) => !isMentioned(id)),
    /** Excluded items that the text still mentions. */
    stillMentioned: items.filter(({ id }) => excluded.has(id) && isMentioned(id)),
    /** Where its quote markers are broken. */
    problems: fenceProblems(prompt, token),
  };
}

/** Returns a test for the feedback IDs that a prompt mentions as whole words: `fb_12` isn't `fb_1`. */
function mentionedIn(prompt: string): (id: string) => boolean {
  const words = new Set<string>();
  for (const [word] of prompt.matchAll(/[^\s,()[\]=<>"“”]+/g)) {
    words.add(word);
    if (/[.:;!?'*]$/.test(word)) words.add(word.replace(/(?<![.:;!?'*])[.:;!?'*]+$/, ""));
  }
  return (id) => {
    const name = attribute(id);
    return words.has(name) || (/[()!'*]/.test(name) && prompt.includes(name));
  };
}
