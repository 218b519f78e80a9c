import { displayable } from "./displayable.ts";
import { shortenReaderText } from "./truncate-reader-text.ts";

const MAX_TITLE_LENGTH = 120;

/** The text after the pages in the goal of a drafted prompt. A title doesn't need it. */
const WHAT_READERS_LEFT = /: readers left [\d,]+ feedback items?\b.*$/s;

/** Returns a job's title. Jobs from before titles were stored have it in their prompt. */
export function titleOfJob(job: { title: string | null; prompt_start: string }): string {
  return job.title ?? promptTitle(job.prompt_start);
}

/** Returns a prompt's title: its first line that isn't blank, a heading, a fence, or a quote. */
export function promptTitle(prompt: string): string {
  const lines = displayable(prompt)
    .split("\n")
    .map((line) => line.trim());
  const meaningful = lines.find((line) => line !== "" && !/^(#+ |>|\[\[)/.test(line));
  const line = meaningful ?? lines.find((text) => text !== "")?.replace(/^#+ /, "") ?? "";
  return shortenReaderText(line.replace(WHAT_READERS_LEFT, ""), MAX_TITLE_LENGTH);
}
