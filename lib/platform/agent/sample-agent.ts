import "server-only";
import { lstat, readFile, realpath, writeFile } from "node:fs/promises";
import { join, sep } from "node:path";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { counted } from "../../text/counted.ts";
import { decodeFile, encodeFile } from "../file-encoding.ts";
import type { JobPage } from "../jobs/job-pages.ts";
import type { Agent } from "./agent.ts";
import { type Comment, editPage, type Pause, type Task } from "./edit-page.ts";
import { formatOf } from "./markdown-blocks.ts";
import { type Correction, parseCorrections } from "./parse-corrections.ts";
import { type Evidence, type ParsedPrompt, parsePrompt } from "./parse-prompt.ts";

export const SAMPLE_AGENT_MODEL = "errata-sample-agent";

const SIGNATURE =
  "Created by Errata's built-in sample agent, which uses simple rules and no language model.";

/** Maximum comments and corrections per page. */
const MAX_PER_PAGE = 500;
/** Pages in one message. */
const MAX_NAMES = 5;

/**
 * The built-in agent. On the pages that the prompt names, it applies explicit corrections from readers
 * and lists their other comments at the end of the page. It can't do anything else, whatever a prompt
 * or a comment says.
 */
export const sampleAgent: Agent = async ({ folder, prompt, pages, reportOnly, signal }) => {
  const pause = createPause(signal);
  await pause();
  const tasks = await planTasks(pages, parsePrompt(prompt), pause);
  const summary = reportOnly && tasks.size > 0 ? ["Suggested changes:"] : [];
  for (const [path, task] of tasks) {
    await pause();
    summary.push(`${path}: ${await editFile(folder, path, task, pause)}`);
  }
  if (tasks.size === 0) summary.push(`No changes: ${whyNone(pages)}`);
  return { summary: [...summary, "", SIGNATURE].join("\n") };
};

function whyNone(pages: readonly JobPage[]): string {
  if (pages.length === 0) return "the prompt doesn't name a page in this repository.";
  const names = pages.slice(0, MAX_NAMES).map(({ page }) => page);
  const more = pages.length > MAX_NAMES ? ` and ${pages.length - MAX_NAMES} more` : "";
  return `no file was found for ${names.join(", ")}${more}. Set in Settings how addresses map to files.`;
}

function createPause(signal: AbortSignal): Pause {
  return async () => {
    await yieldToEventLoop();
    signal.throwIfAborted();
  };
}

async function planTasks(
  pages: readonly JobPage[],
  prompt: ParsedPrompt,
  pause: Pause,
): Promise<Map<string, Task>> {
  const tasks = new Map<string, Task>();
  const files = new Map(pages.map(({ page, file }) => [page, file]));
  const common = parseCorrections(prompt.text);
  // Without quoted feedback, the prompt itself is treated as a comment.
  const noFeedback = prompt.sections.length === 0 && prompt.evidence.length === 0;
  const shared = noFeedback
    ? [{ id: null, comment: prompt.text, corrections: common, isReaders: false }]
    : await readComments(prompt.evidence, pause);
  const named = [
    ...prompt.sections,
    ...(prompt.sections.length === 0 ? pages : []).map(({ page }) => ({
      page,
      text: "",
      evidence: [],
    })),
  ];
  for (const [index, { page, text, evidence }] of named.entries()) {
    if (index % 500 === 0) await pause();
    const path = files.get(page);
    if (!path) continue;
    const task = tasks.get(path) ?? createTask(common, shared, prompt.evidence.length);
    const comments = await readComments(
      evidence.slice(0, MAX_PER_PAGE - task.comments.length),
      pause,
    );
    task.corrections = [...task.corrections, ...parseCorrections(text)].slice(0, MAX_PER_PAGE);
    task.comments.push(...comments);
    task.skipped += evidence.length - comments.length;
    tasks.set(path, task);
  }
  return tasks;
}

function createTask(common: Correction[], shared: Comment[], total: number): Task {
  return {
    corrections: common,
    comments: [...shared],
    skipped: Math.max(0, total - shared.length),
  };
}

async function readComments(evidence: readonly Evidence[], pause: Pause): Promise<Comment[]> {
  const comments: Comment[] = [];
  for (const { id, comment } of evidence.slice(0, MAX_PER_PAGE)) {
    await pause();
    const corrections = parseCorrections(comment);
    comments.push({ id: id === "" ? null : id, comment, corrections, isReaders: true });
  }
  return comments;
}

async function editFile(folder: string, path: string, task: Task, pause: Pause): Promise<string> {
  const file = await regularFile(folder, path);
  if (file === null) return "skipped, because it isn't a file of the repository";
  const bytes = await readFile(file);
  const decoded = decodeFile(bytes);
  if (decoded === null) return "skipped, because it isn't text";
  const { page, changes } = await editPage(decoded.text, formatOf(file), task, pause);
  const updated = encodeFile(page, decoded.encoding);
  if (updated === null) return "skipped, because its encoding doesn't have the new characters";
  if (!updated.equals(bytes)) await writeFile(file, updated);
  if (task.skipped > 0)
    changes.push(`skipped ${counted(task.skipped, "comment")} over the limit of ${MAX_PER_PAGE}`);
  return changes.length > 0 ? changes.join("; ") : "no changes needed";
}

/** Returns the path of a regular file in a folder; null for others, and behind a link that leads out of it. */
async function regularFile(folder: string, path: string): Promise<string | null> {
  try {
    const [root, file] = await Promise.all([realpath(folder), realpath(join(folder, path))]);
    const isInside = file.startsWith(`${root}${sep}`);
    return isInside && (await lstat(file)).isFile() ? file : null;
  } catch {
    // It doesn't exist.
    return null;
  }
}
