import "server-only";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Agent } from "./agent.ts";
import { applyCorrection } from "./apply-correction.ts";
import { decodedPart, listPageFiles, type PageFiles } from "./page-files.ts";
import { frontMatterEnd } from "./page-parts.ts";
import { type Correction, parseCorrections } from "./parse-corrections.ts";
import { type Evidence, type ParsedPrompt, parsePrompt } from "./parse-prompt.ts";
import { addReaderNotes, readerNotesRange } from "./reader-notes.ts";

export const SAMPLE_AGENT_MODEL = "errata-sample-agent";

const WHO =
  "Made by Errata's built-in sample agent, which follows simple rules and no language model.";

/** Quotes that are worked off for one page, and corrections beside them: a job is about no more. */
const MOST = 500;

/** What somebody said, with the corrections that are spelt out in it. */
interface Said {
  id: string | null;
  words: string;
  corrections: Correction[];
}

/** What is to be done with one file. */
interface Task {
  corrections: Correction[];
  evidence: Said[];
  /** Quotes beyond what is worked off. */
  leftOut: number;
}

/** Lets everything else in this process have a turn; throws when the job was stopped. */
type Pause = () => Promise<void>;

/**
 * The built-in agent. It knows two things: to apply a correction that a reader spells out where
 * the wrong text stands in a page that the prompt names, and to note a reader's words at the end
 * of that page. Nothing that a prompt or a reader asks for makes it do anything else.
 */
export const sampleAgent: Agent = async ({ folder, prompt, signal }) => {
  const pause = pauseUnless(signal);
  await pause();
  const tasks = await tasksOf(await listPageFiles(folder, signal), parsePrompt(prompt), pause);
  const done: string[] = [];
  for (const [path, task] of tasks) {
    await pause();
    done.push(`${path}: ${await workOff(join(folder, path), task, pause)}`);
  }
  if (tasks.size === 0) done.push("The prompt names no page of this repository.");
  return { summary: [...done, "", WHO].join("\n") };
};

function pauseUnless(signal: AbortSignal): Pause {
  return async () => {
    await nextTurn();
    signal.throwIfAborted();
  };
}

async function tasksOf(
  files: PageFiles,
  prompt: ParsedPrompt,
  pause: Pause,
): Promise<Map<string, Task>> {
  const tasks = new Map<string, Task>();
  const common = parseCorrections(prompt.text);
  // Without any quoted feedback, the prompt itself is the problem that somebody has.
  const bare = prompt.sections.length === 0 && prompt.evidence.length === 0;
  const own = bare
    ? [{ id: null, words: prompt.text, corrections: common }]
    : await quoted(prompt.evidence, pause);
  const named = [
    ...prompt.sections,
    ...prompt.tokens.map((page) => ({ page, text: "", evidence: [] })),
  ];
  for (const [index, { page, text, evidence }] of named.entries()) {
    if (index % 500 === 0) await pause();
    const path = fileOf(files, page);
    if (path === null) continue;
    const task = tasks.get(path) ?? startingWith(common, own, prompt.evidence.length);
    const said = await quoted(evidence.slice(0, MOST - task.evidence.length), pause);
    task.corrections = [...task.corrections, ...parseCorrections(text)].slice(0, MOST);
    task.evidence.push(...said);
    task.leftOut += evidence.length - said.length;
    tasks.set(path, task);
  }
  return tasks;
}

function startingWith(common: Correction[], own: Said[], given: number): Task {
  return { corrections: common, evidence: [...own], leftOut: Math.max(0, given - own.length) };
}

/** In headings of drafted prompts names are percent-encoded once more than in addresses. */
function fileOf(files: PageFiles, page: string): string | null {
  const found = files.find(page);
  if (found !== null || !page.includes("%")) return found;
  const decoded = decodedPart(page);
  return decoded === null ? null : files.find(decoded);
}

async function quoted(evidence: readonly Evidence[], pause: Pause): Promise<Said[]> {
  const said: Said[] = [];
  for (const { id, words } of evidence.slice(0, MOST)) {
    if (said.length % 50 === 0) await pause();
    said.push({ id: id === "" ? null : id, words, corrections: parseCorrections(words) });
  }
  return said;
}

async function workOff(file: string, task: Task, pause: Pause): Promise<string> {
  const content = decode(await readFile(file));
  if (content === null) return "left alone, it is not UTF-8 text";
  const { page, did } = await edit(content, task, pause);
  if (page !== content) await writeFile(file, page);
  if (task.leftOut > 0) did.push(`left ${task.leftOut} quotes alone, ${MOST} are the most`);
  return did.length > 0 ? did.join("; ") : "nothing to change";
}

async function edit(
  content: string,
  task: Task,
  pause: Pause,
): Promise<{ page: string; did: string[] }> {
  let page = content;
  const did: string[] = [];
  const outcomes = new Map<string, boolean>();
  const settle = async (correction: Correction): Promise<boolean> => {
    const key = `${correction.wrong}\n${correction.right}`;
    const known = outcomes.get(key);
    if (known !== undefined) return known;
    if (outcomes.size % 20 === 0) await pause();
    const applied = applyCorrection(page, correction, readerNotesRange(page));
    if (applied.count > 0) {
      page = applied.content;
      did.push(`replaced “${correction.wrong}” with “${correction.right}” ${times(applied.count)}`);
    }
    const settled = applied.count > 0 || stands(page, correction);
    outcomes.set(key, settled);
    return settled;
  };
  for (const correction of task.corrections) await settle(correction);
  const open: Said[] = [];
  for (const said of task.evidence) {
    let settled = false;
    for (const correction of said.corrections) settled = (await settle(correction)) || settled;
    if (!settled && said.words.trim() !== "") open.push(said);
  }
  const noted = addReaderNotes(page, open);
  const { count } = noted;
  if (count > 0) did.push(`noted ${count === 1 ? "one reader's" : `${count} readers'`} words`);
  return { page: noted.content, did };
}

/** Whether a page has the right text and not the wrong one: somebody corrected it before. */
function stands(content: string, { wrong, right }: Correction): boolean {
  const start = frontMatterEnd(content);
  const notes = readerNotesRange(content);
  const page = notes
    ? content.slice(start, notes.from) + content.slice(notes.to)
    : content.slice(start);
  return page.includes(right) && !page.replaceAll(right, "").includes(wrong);
}

function times(count: number): string {
  if (count === 1) return "once";
  return count === 2 ? "twice" : `${count} times`;
}

function decode(bytes: Buffer): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
