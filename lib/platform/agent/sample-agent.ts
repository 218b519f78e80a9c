import "server-only";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Agent } from "./agent.ts";
import { applyCorrection, type Correction, readCorrections } from "./corrections.ts";
import { addNote, notesOf } from "./notes.ts";
import { findPageFile } from "./page-files.ts";
import { type Evidence, type ReadPrompt, readPrompt } from "./prompt.ts";

export const SAMPLE_AGENT_MODEL = "errata-sample-agent";

const WHO =
  "Made by Errata's built-in sample agent, which follows simple rules and no language model.";

/** What is to be done with one file. */
interface Task {
  page: string;
  corrections: Correction[];
  evidence: { id: string | null; words: string }[];
}

/**
 * The built-in agent. It knows two things: to apply a correction that a reader spells out where
 * the wrong text stands in a page that the prompt names, and to note a reader's words at the end
 * of that page. Nothing that a prompt or a reader asks for makes it do anything else.
 */
export const sampleAgent: Agent = async ({ folder, prompt, signal }) => {
  const tasks = await tasksOf(folder, readPrompt(prompt));
  const done: string[] = [];
  for (const [path, task] of tasks) {
    signal.throwIfAborted();
    done.push(`${path}: ${await workOff(join(folder, path), task)}`);
  }
  if (tasks.size === 0) done.push("The prompt names no page of this repository.");
  return { summary: [...done, "", WHO].join("\n") };
};

async function tasksOf(folder: string, prompt: ReadPrompt): Promise<Map<string, Task>> {
  const tasks = new Map<string, Task>();
  const common = readCorrections(prompt.text);
  // Without any quoted feedback, the prompt itself is the problem that somebody has.
  const bare = prompt.sections.length === 0 && prompt.evidence.length === 0;
  const own = bare ? [{ id: null, words: prompt.text }] : prompt.evidence.map(quoted);
  const named = [
    ...prompt.sections,
    ...prompt.tokens.map((page) => ({ page, text: "", evidence: [] })),
  ];
  for (const { page, text, evidence } of named) {
    const path = await findPageFile(folder, page);
    if (path === null) continue;
    const task = tasks.get(path) ?? { page, corrections: [...common], evidence: [...own] };
    task.corrections.push(...readCorrections(text));
    task.evidence.push(...evidence.map(quoted));
    tasks.set(path, task);
  }
  return tasks;
}

function quoted({ id, words }: Evidence): { id: string | null; words: string } {
  return { id: id === "" ? null : id, words };
}

async function workOff(file: string, task: Task): Promise<string> {
  const content = decode(await readFile(file));
  if (content === null) return "left alone, it is not UTF-8 text";
  const { page, did } = edit(content, task);
  if (page !== content) await writeFile(file, page);
  return did.length > 0 ? did.join("; ") : "nothing to change";
}

function edit(content: string, task: Task): { page: string; did: string[] } {
  let page = content;
  let noted = 0;
  const did: string[] = [];
  const outcomes = new Map<string, boolean>();
  const settle = (correction: Correction): boolean => {
    const key = `${correction.wrong}\n${correction.right}`;
    const known = outcomes.get(key);
    if (known !== undefined) return known;
    const applied = applyCorrection(page, correction, notesOf(page));
    if (applied.count > 0) {
      page = applied.content;
      did.push(`replaced “${correction.wrong}” with “${correction.right}” ${times(applied.count)}`);
    }
    const settled = applied.count > 0 || stands(page, correction);
    outcomes.set(key, settled);
    return settled;
  };
  for (const correction of task.corrections) settle(correction);
  for (const { id, words } of task.evidence) {
    const settled = readCorrections(words).map(settle);
    if (settled.includes(true) || words.trim() === "") continue;
    const longer = addNote(page, id, words);
    if (longer === null) continue;
    page = longer;
    noted += 1;
  }
  if (noted > 0) did.push(`noted ${noted === 1 ? "one reader's" : `${noted} readers'`} words`);
  return { page, did };
}

/** Whether a page has the right text and not the wrong one: somebody corrected it before. */
function stands(content: string, { wrong, right }: Correction): boolean {
  const notes = notesOf(content);
  const page = notes ? content.slice(0, notes.from) + content.slice(notes.to) : content;
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
