import "server-only";
import { runWithPauses } from "../../pause.ts";
import { counted } from "../../text/counted.ts";
import { quotesIn } from "../../text/quotes.ts";
import {
  type AppliedCorrection,
  applyingCorrection,
  isCorrected,
  type Page,
  readingPage,
  type SkippedMatches,
} from "./apply-correction.ts";
import type { PageFormat } from "./markdown-blocks.ts";
import type { Correction } from "./parse-corrections.ts";
import { addReaderNotes, readerNotesRange } from "./reader-notes.ts";
import { skipReasonFor } from "./reader-words.ts";

/** Maximum lines that are named for one correction. */
const MAX_LINES = 20;

/** A comment and the explicit corrections in it. */
export interface Comment {
  id: string | null;
  comment: string;
  corrections: Correction[];
  /** Whether a reader wrote it, and not a teammate. */
  isReaders: boolean;
}

/** The changes to make to one file. */
export interface Task {
  corrections: Correction[];
  comments: Comment[];
  /** Number of comments beyond the limit. */
  skipped: number;
}

/** Yields to the event loop. Throws when the job was stopped. */
export type Pause = () => Promise<void>;

/**
 * Applies a task's corrections to a page, and lists the comments that need a person at its end: those without a
 * correction that quote no corrected words.
 * @returns the page, and a phrase for each change and each correction that is left for a person
 */
export async function editPage(
  content: string,
  format: PageFormat,
  task: Task,
  pause: Pause,
): Promise<{ page: string; changes: string[] }> {
  const editor = new PageEditor(await runWithPauses(readingPage(content, format)), pause);
  for (const correction of task.corrections) await editor.apply(correction, false);
  const open: Comment[] = [];
  for (const comment of task.comments) {
    let corrected = false;
    for (const correction of comment.corrections)
      corrected = (await editor.apply(correction, comment.isReaders)) || corrected;
    if (!corrected && comment.comment.trim() !== "") open.push(comment);
  }
  const { changes, corrected } = editor;
  // Whoever only quotes the wrong words reports what another item corrected.
  const left = open.filter(
    ({ corrections, comment }) =>
      corrections.length > 0 || !quotesIn(comment).some((words) => corrected.has(words)),
  );
  const { content: updated, count } = addReaderNotes(editor.page.content, left, format);
  if (count > 0) changes.push(`added ${counted(count, "reader comment")} to check`);
  return { page: updated, changes };
}

class PageEditor {
  readonly changes: string[] = [];
  /** Wrong words that the page doesn't have anymore. */
  readonly corrected = new Set<string>();
  page: Page;
  readonly #pause: Pause;
  readonly #outcomes = new Map<string, boolean>();

  constructor(page: Page, pause: Pause) {
    this.page = page;
    this.#pause = pause;
  }

  /** Returns whether the page is correct now, and nothing was left to a person. */
  async apply(correction: Correction, isReaders: boolean): Promise<boolean> {
    const key = `${isReaders}\n${correction.wrong}\n${correction.right}`;
    const known = this.#outcomes.get(key);
    if (known !== undefined) return known;
    await this.#pause();
    const why = skipReasonFor(correction, isReaders);
    const corrected = why === null ? await this.#edit(correction, isReaders) : false;
    if (why !== null) this.#leave(correction, { lines: [], why });
    this.#outcomes.set(key, corrected);
    if (corrected) this.corrected.add(correction.wrong);
    return corrected;
  }

  async #edit(correction: Correction, isReaders: boolean): Promise<boolean> {
    const except = readerNotesRange(this.page.content);
    const applied: AppliedCorrection = await runWithPauses(
      applyingCorrection(this.page, correction, { except, keepsAddresses: isReaders }),
    );
    if (applied.lines.length > 0) {
      this.page = await runWithPauses(readingPage(applied.content, this.page.format));
      this.changes.push(
        `replaced “${correction.wrong}” with “${correction.right}” ${placesOf(applied.lines)}`,
      );
    }
    for (const left of applied.left) this.#leave(correction, left);
    if (applied.left.length > 0) return false;
    return applied.lines.length > 0 || isCorrected(this.page, correction, except);
  }

  #leave({ wrong, right }: Correction, { lines, why }: SkippedMatches): void {
    const places = lines.length > 0 ? ` ${placesOf(lines)}` : "";
    this.changes.push(`left “${wrong}”${places}, because ${REASONS[why](right)}`);
  }
}

const REASONS: Readonly<Record<SkippedMatches["why"], (right: string) => string>> = {
  unclear: (right) => `it isn't clear which one should be “${right}”`,
  masked: () => "prompts mask links, addresses, and markup, so it isn't what the reader typed",
  address: () => "a person should check a reader's web address first",
  table: () => "another width would break the table",
  reference: () => "a link or a value of the page has this name",
  markup: (right) => `“${right}” would change the page's markup`,
};

/** Names lines of a page before the change. */
function placesOf(lines: readonly number[]): string {
  if (lines.length === 1) return `on line ${lines[0]}`;
  const shown = [...lines.slice(0, MAX_LINES), ...(lines.length > MAX_LINES ? ["…"] : [])];
  return `in ${lines.length} places: lines ${shown.join(", ")}`;
}
