import "server-only";
import { PULL_PARTS, type PullPart } from "../../contract/api/leash.ts";
import { LEASH } from "../../contract/api/limits.ts";
import { counted } from "../../text/counted.ts";
import { displayable } from "../../text/displayable.ts";
import { shorten } from "../../text/shorten.ts";
import { singleLine } from "../../text/single-line.ts";
import { parsePrompt } from "../agent/parse-prompt.ts";
import { escapeReferences } from "./escape-references.ts";
import type { JobPage } from "./job-pages.ts";

const TITLE_LENGTH = 72;
const GOAL_LENGTH = 1_500;
const MAX_IDS = 300;
/** Maximum characters of one part, so that the whole description fits code hosts' limits. */
const PART_LENGTH = 12_000;

/** Returns a pull request's title: the pages to fix, or the first line of a free-form prompt. */
export function pullTitle(prompt: string): string {
  const pages = [...new Set(parsePrompt(prompt).sections.map(({ page }) => page))];
  const more = pages.length - 2;
  const rest = more > 0 ? [`${more} more ${more > 1 ? "pages" : "page"}`] : [];
  if (pages.length > 0) {
    const where = new Intl.ListFormat("en").format([...pages.slice(0, 2), ...rest]);
    return oneLine(`Fix ${where}`);
  }
  const lines = prompt.split("\n").map((line) => line.replace(/^#+ /, "").trim());
  return oneLine(
    lines.find((line) => line !== "" && !line.startsWith(">")) ?? "Update documentation",
  );
}

/** Returns a pull request's title as the team words it. */
export function wordedTitle(prompt: string, pattern: string): string {
  const title = pullTitle(prompt);
  return pattern === ""
    ? title
    : shorten(
        pattern.replaceAll("{title}", () => title),
        LEASH.title,
      );
}

/** The parts of a job that a pull request shows. */
interface DescribedJob {
  id: string;
  model: string;
  pages: readonly JobPage[];
}

/**
 * Returns a pull request's description as plain text: what changed, the goal, and the feedback.
 * @param pattern how the team words it; empty for all parts
 */
export function pullBody(prompt: string, job: DescribedJob, summary: string, pattern = ""): string {
  const parts = descriptionParts(prompt, job, summary);
  const text = worded(pattern, parts, ({ text }) => text) ?? [
    ...parts.map(({ label, text, list }) => `${label}:${list ? " " : "\n"}${text}`),
  ];
  return [...text, `Errata job: ${job.id}`].join("\n\n");
}

/** Fills in a team's description; null if it has none. */
function worded(
  pattern: string,
  parts: readonly Part[],
  show: (part: Part) => string,
): string[] | null {
  if (pattern === "") return null;
  const texts = new Map(parts.map((part) => [`{${part.name}}`, show(part)]));
  const names = new RegExp(`\\{(?:${PULL_PARTS.join("|")})\\}`, "g");
  return [pattern.replace(names, (name) => texts.get(name) ?? "")];
}

/**
 * Returns the description as Markdown. Untrusted text is in code blocks, where it can't mention
 * people, close issues or load images.
 * @param options.marker HTML comment that identifies this part in the description
 * @param options.closes days after which it is closed; null for never
 */
export function pullMarkdown(
  prompt: string,
  job: DescribedJob,
  summary: string,
  {
    marker,
    closes = null,
    pattern = "",
  }: { marker: string; closes?: number | null; pattern?: string },
): string {
  const parts = descriptionParts(prompt, job, summary);
  const blocks = worded(pattern, parts, ({ text }) => codeBlock(text)) ?? [
    ...parts.map(({ label, text }) => `**${label}**\n\n${codeBlock(text)}`),
  ];
  const until =
    closes === null ? [] : [`This draft closes after ${counted(closes, "day")} without activity.`];
  const origin = `Created by job \`${job.id}\` in Errata ${marker}`;
  return [...blocks, ...until, origin].join("\n\n");
}

function codeBlock(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/~+/g)].map(([run]) => run.length));
  const fence = "~".repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}

interface Part {
  name: PullPart;
  label: string;
  text: string;
  list: boolean;
}

function descriptionParts(prompt: string, job: DescribedJob, summary: string): Part[] {
  const { sections, text, evidence } = parsePrompt(prompt);
  const quoted = [...evidence, ...sections.flatMap((section) => section.evidence)];
  const ids = [...new Set([...quoted.map(({ id }) => id), ...votesOnlyIds(prompt)])].filter(
    Boolean,
  );
  const [goal = ""] = text.replace(/^# Goal\n/, "").split(/^# /m);
  const pages = job.pages.map(({ page, file }) => `${page} (${file ?? "no file found"})`);
  const parts: Part[] = [
    { name: "changes", label: `Changes by ${singleLine(job.model)}`, text: summary, list: false },
    { name: "goal", label: "Goal", text: shorten(goal.trim(), GOAL_LENGTH), list: false },
    { name: "pages", label: "Pages", text: joinNames(pages), list: true },
    { name: "feedback", label: "Feedback", text: joinNames(ids), list: true },
  ];
  return parts
    .map((part) => ({ ...part, text: shorten(displayable(part.text), PART_LENGTH) }))
    .filter((part) => part.text !== "");
}

/** IDs of votes without a comment. Drafted prompts list them on a separate line. */
function votesOnlyIds(prompt: string): string[] {
  const lines = prompt.matchAll(/^Without a comment: \d+ \(([^()\n]*)\)\.$/gm);
  return [...lines].flatMap(([, ids = ""]) => ids.split(", "));
}

function joinNames(names: readonly string[]): string {
  const more = names.length - MAX_IDS;
  return `${names.slice(0, MAX_IDS).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

function oneLine(text: string): string {
  return shorten(escapeReferences(singleLine(text)).trim(), TITLE_LENGTH) || "Update documentation";
}
