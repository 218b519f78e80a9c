import "server-only";
import { displayable } from "../../text/displayable.ts";
import { shorten } from "../../text/shorten.ts";
import { singleLine } from "../../text/single-line.ts";
import { parsePrompt } from "../agent/parse-prompt.ts";
import { escapeReferences } from "./escape-references.ts";

const TITLE_LENGTH = 72;
const ASKED_LENGTH = 1_500;
const IDS = 300;
/** Characters of one part, so that all fit into what code hosts take. */
const PART_LENGTH = 12_000;

/** What a pull request is called: by its pages, or by the first line of a prompt written by hand. */
export function pullTitle(prompt: string): string {
  const pages = [...new Set(parsePrompt(prompt).sections.map(({ page }) => page))];
  const [first, second] = pages;
  const more = pages.length - 2;
  if (first && !second) return oneLine(`Fix ${first}`);
  if (first && more === 0) return oneLine(`Fix ${first} and ${second}`);
  if (first)
    return oneLine(`Fix ${first}, ${second} and ${more} more ${more > 1 ? "pages" : "page"}`);
  const lines = prompt.split("\n").map((line) => line.replace(/^#+ /, "").trim());
  return oneLine(lines.find((line) => line !== "" && !line.startsWith(">")) ?? "Documentation");
}

/** A job as its pull request names it. */
interface DescribedJob {
  id: string;
  model: string;
}

/** What was asked, for which feedback, and what the agent says that it did. Plain text. */
export function pullBody(prompt: string, job: DescribedJob, summary: string): string {
  const parts = partsOf(prompt, job, summary);
  const text = parts.map(({ label, text, list }) => `${label}:${list ? " " : "\n"}${text}`);
  return [...text, `Job: ${job.id}`].join("\n\n");
}

/**
 * The same as Markdown for a code host that renders it. Whatever strangers had a part in stands in
 * code blocks: there it mentions nobody, closes no issue, and loads no picture.
 * @param mark comment by which this part is found again
 */
export function pullMarkdown(
  prompt: string,
  job: DescribedJob,
  summary: string,
  mark: string,
): string {
  const parts = partsOf(prompt, job, summary);
  const blocks = parts.map(({ label, text }) => `**${label}**\n\n${codeBlock(text)}`);
  return [...blocks, `Job \`${job.id}\` of Errata ${mark}`].join("\n\n");
}

function codeBlock(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/~+/g)].map(([run]) => run.length));
  const fence = "~".repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}

interface Part {
  label: string;
  text: string;
  list: boolean;
}

function partsOf(prompt: string, { model }: DescribedJob, summary: string): Part[] {
  const { sections, text, evidence } = parsePrompt(prompt);
  const quoted = [...evidence, ...sections.flatMap((section) => section.evidence)];
  const ids = [...new Set([...quoted.map(({ id }) => id), ...silentIds(prompt)])].filter(Boolean);
  const [goal = ""] = text.replace(/^# Goal\n/, "").split(/^# /m);
  const pages = [...new Set(sections.map(({ page }) => page))];
  const parts = [
    { label: "Asked for", text: shorten(goal.trim(), ASKED_LENGTH), list: false },
    { label: "Pages", text: listed(pages), list: true },
    { label: "Feedback", text: listed(ids), list: true },
    { label: `What ${singleLine(model)} did`, text: summary, list: false },
  ];
  return parts
    .map((part) => ({ ...part, text: shorten(displayable(part.text), PART_LENGTH) }))
    .filter((part) => part.text !== "");
}

/** Votes without a comment have nothing to quote; the draft names them in a line of their own. */
function silentIds(prompt: string): string[] {
  const lines = prompt.matchAll(/^Without a comment: \d+ \(([^()\n]*)\)\.$/gm);
  return [...lines].flatMap(([, ids = ""]) => ids.split(", "));
}

function listed(names: readonly string[]): string {
  const rest = names.length - IDS;
  return `${names.slice(0, IDS).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

function oneLine(text: string): string {
  return shorten(escapeReferences(singleLine(text)), TITLE_LENGTH) || "Documentation";
}
