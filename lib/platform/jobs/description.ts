import "server-only";
import { plain, plainLine, shorten } from "../agent/plain-text.ts";
import { readPrompt } from "../agent/prompt.ts";

const TITLE_LENGTH = 72;
const ASKED_LENGTH = 1_500;
const IDS = 50;

/** What a pull request is called: by its pages, or by the first line of a prompt written by hand. */
export function titleOf(prompt: string): string {
  const pages = [...new Set(readPrompt(prompt).sections.map(({ page }) => page))];
  const [first, second] = pages;
  const more = pages.length - 2;
  if (first && !second) return oneLine(`Fix ${first}`);
  if (first && more === 0) return oneLine(`Fix ${first} and ${second}`);
  if (first)
    return oneLine(`Fix ${first}, ${second} and ${more} more ${more > 1 ? "pages" : "page"}`);
  const lines = prompt.split("\n").map((line) => line.replace(/^#+ /, "").trim());
  return oneLine(lines.find((line) => line !== "" && !line.startsWith(">")) ?? "Documentation");
}

/** What was asked, for which feedback, and what the agent says that it did. Plain text. */
export function bodyOf(
  prompt: string,
  job: { id: string; model: string },
  summary: string,
): string {
  const { sections, text, evidence } = readPrompt(prompt);
  const quoted = [...evidence, ...sections.flatMap((section) => section.evidence)];
  const ids = [...new Set([...quoted.map(({ id }) => id), ...silentIds(prompt)])].filter(Boolean);
  const [goal = ""] = text.replace(/^# Goal\n/, "").split(/^# /m);
  const asked = goal.trim();
  const pages = [...new Set(sections.map(({ page }) => page))];
  return plain(
    [
      `Asked for:\n${shorten(asked, ASKED_LENGTH)}`,
      pages.length > 0 ? `Pages: ${listed(pages)}` : "",
      ids.length > 0 ? `Feedback: ${listed(ids)}` : "",
      `What ${job.model} did:\n${summary}`,
      `Job: ${job.id}`,
    ]
      .filter((part) => part !== "")
      .join("\n\n"),
  );
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
  return shorten(plainLine(text), TITLE_LENGTH) || "Documentation";
}
