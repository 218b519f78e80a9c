"use client";

import { useEffect, useRef, useState } from "react";
import type { Evidence } from "../../lib/contract/api/feedback.ts";
import type { ProjectSettings } from "../../lib/contract/api/settings.ts";
import { evidenceFlags } from "../../lib/prompt/evidence-flags.ts";
import type { JobPart } from "../../lib/prompt/split.ts";
import { displayable } from "../../lib/text/displayable.ts";
import { promptTitle } from "../../lib/text/prompt-title.ts";
import { pullNumber } from "../../lib/text/pull-name.ts";
import {
  checkPrompt,
  currentPrompt,
  draftOf,
  type PromptTemplateChoice,
  teamText,
  templateOf,
} from "./current-prompt.ts";
import type { DraftSession } from "./draft-session.ts";
import { readingItems } from "./read-items.ts";
import { createStepRunner } from "./turns.ts";

/** Characters of a prompt in which its title is found. */
const PROMPT_START = 1_000;

/** A job of a split selection, as it would be created. */
export interface PreparedJob {
  key: string;
  part: JobPart;
  prompt: string;
  /** The prompt's first line. */
  title: string;
  template: PromptTemplateChoice;
  feedbackIds: string[];
  /** Why it can't be created; null if it can. */
  obstacle: string | null;
  /** Warnings to show before it is created, one sentence each. */
  warnings: string[];
}

/** The inputs of a prompt. While they are equal, it isn't drafted again. */
type Inputs = readonly unknown[];

/** Drafts the prompts of all parts, a few at a time. Parts without a prompt yet are missing. */
export function usePreparedJobs(
  parts: readonly JobPart[],
  session: DraftSession,
  settings: ProjectSettings,
): ReadonlyMap<string, PreparedJob> {
  const { prompts, excluded, template } = session;
  const cache = useRef(new Map<string, { inputs: Inputs; job: PreparedJob }>());
  const [ready, setReady] = useState<ReadonlyMap<string, PreparedJob>>(new Map());
  useEffect(() => {
    let isCurrent = true;
    const work = async () => {
      const jobs = new Map<string, PreparedJob>();
      const inTurns = createStepRunner(() => isCurrent);
      for (const part of parts) {
        const { key } = part;
        const draft = prompts.get(key);
        if (key === null || !draft) continue;
        const left = part.items.filter(({ id }) => excluded.has(id)).map(({ id }) => id);
        const choice = templateOf({ prompts, template, excluded }, part, settings);
        const inputs = [
          ...[part, settings, choice.template, choice.match?.value, choice.chosen],
          ...[draft.token, draft.edited, left.join("\n")],
        ];
        const known = cache.current.get(key);
        const isKnown = known?.inputs.every((input, index) => input === inputs[index]);
        const job =
          known && isKnown
            ? known.job
            : await inTurns(preparing(key, part, draft, { excluded, settings, choice }));
        if (!job) return;
        cache.current.set(key, { inputs, job });
        jobs.set(key, job);
      }
      if (isCurrent) setReady(jobs);
    };
    void work();
    return () => {
      isCurrent = false;
    };
  }, [parts, prompts, excluded, template, settings]);
  return ready;
}

/** Prepares a job in short steps. */
function* preparing(
  key: string,
  part: JobPart,
  {
    token,
    edited,
  }: Pick<NonNullable<ReturnType<DraftSession["prompts"]["get"]>>, "token" | "edited">,
  {
    excluded,
    settings,
    choice,
  }: {
    excluded: DraftSession["excluded"];
    settings: ProjectSettings;
    choice: PromptTemplateChoice;
  },
): Generator<void, PreparedJob> {
  yield* readingItems(part.items);
  const team = teamText(settings, choice.template);
  const drafted = draftOf(part.items, excluded, { ...team, token });
  yield;
  const { text: prompt, outdatedReason, isGoalReplaced } = currentPrompt(edited, drafted, token);
  yield;
  const checked = checkPrompt(prompt, token, part.items, excluded);
  const { included } = checked;
  return {
    key,
    part,
    prompt,
    title: promptTitle(prompt.slice(0, PROMPT_START)),
    template: choice,
    feedbackIds: included.map(({ id }) => id),
    obstacle: obstacleOf(prompt, checked),
    warnings: [
      ...openPullWarnings(openPullsOf(part.items)),
      ...suspicious(included.filter((item) => evidenceFlags(item).length > 0).length),
      ...(checked.problems.length > 0
        ? ["The quote markers around reader feedback are broken."]
        : []),
      ...(outdatedReason === null ? [] : ["Your edits no longer update with the selected items."]),
      ...(isGoalReplaced ? ["The line with the number of items has your edit."] : []),
      ...(checked.unmentioned.length > 0 ? ["It doesn't mention all of its items."] : []),
      ...(checked.stillMentioned.length > 0 ? ["It mentions items that you excluded."] : []),
    ],
  };
}

function obstacleOf(
  prompt: string,
  { included, fits }: Pick<ReturnType<typeof checkPrompt>, "included" | "fits">,
): string | null {
  if (included.length === 0) return "Nothing to send: only votes, praise, or excluded items.";
  if (!fits) return "Too long. Open it and choose what to keep.";
  return prompt.trim() === "" ? "The prompt is empty." : null;
}

function suspicious(count: number): string[] {
  if (count === 0) return [];
  return [
    count === 1
      ? "1 item looks like a prompt-injection attempt."
      : `${count} items look like prompt-injection attempts.`,
  ];
}

/** An open pull request, and who made it, if that is known and isn't Errata. */
interface OpenPull {
  link: string;
  by: string | null;
}

/** Returns the open pull requests for the pages of items, each once: Errata's own, then those of others. */
export function openPullsOf(items: readonly Evidence[]): OpenPull[] {
  const own = items.flatMap(({ openPulls }) => openPulls.map((link) => ({ link, by: null })));
  const others = items.flatMap(({ otherPulls = [] }) => otherPulls);
  const byLink = new Map<string, OpenPull>();
  for (const { link, by } of [...own, ...others]) {
    // One of Errata's pull requests may also be listed among the others, for a file of another
    // page.
    if (!byLink.has(link)) byLink.set(link, { link, by });
  }
  return [...byLink.values()];
}

/** Up to this many open pull requests get a line each. */
const MAX_LINES = 2;
/** Of more pull requests, a single line names this many. */
const MAX_NAMED = 3;

/**
 * Warns that open pull requests may change the same pages: in a line each, or in one line if there
 * are many.
 */
export function openPullWarnings(pulls: readonly OpenPull[]): string[] {
  if (pulls.length <= MAX_LINES) return pulls.map(openPullWarning);
  const numbers = pulls.map(({ link }) => pullNumber(link)).filter(Boolean);
  const named = numbers.slice(0, MAX_NAMED);
  const more = pulls.length - named.length;
  const names = [...named, ...(more > 0 ? [`${more} more`] : [])].join(", ");
  return [`${pulls.length} pull requests are open for its pages (${names}): add to them, or wait.`];
}

/** Warns that someone else's pull request may change the same page. */
export function openPullWarning({ link, by }: OpenPull): string {
  const name = pullNumber(link) || "A pull request";
  const author = by === null ? "" : ` by ${displayable(by)}`;
  return `${name}${author} is open for this page: add to it, or wait.`;
}
