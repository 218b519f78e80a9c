import "server-only";
import type { MatchReason } from "../../contract/api/feedback.ts";
import { createPause } from "../../pause.ts";
import { ADDRESS_LENGTH } from "../../text/address-patterns.ts";
import { displayable } from "../../text/displayable.ts";
import { maskAddresses } from "../../text/email-addresses.ts";
import { excerpt, positionOf, type SearchedText, searchedText } from "../../text/excerpt.ts";
import type { StoreQuery } from "../schema/schema.ts";

/** Characters of a comment or a snippet in which a match is looked for. */
const READ = 5_000;

/** Most texts of a search that are explained. */
const EXPLAINED = 20;

/** A row shows this many characters of a comment at every width, so that a match there needs no reason. */
const VISIBLE = 48;

interface Row {
  id: string;
  page: string;
  comment: string | null;
}

/**
 * Returns why a search found the rows whose comment doesn't show it at its start: a later part of the
 * comment, or the code that has what the page doesn't. Rows that are missing need no reason, or have it
 * beyond the first 5,000 characters.
 * @param wanted the texts that items must contain
 * @param masked whether the person gets addresses masked
 */
export async function matchReasons(
  db: StoreQuery,
  projectId: string,
  rows: readonly Row[],
  wanted: readonly string[],
  masked: boolean,
): Promise<Map<string, MatchReason>> {
  const hidden = new Map<string, { page: string; texts: string[] }>();
  const pause = createPause();
  for (const row of rows) {
    await pause();
    const page = readable(row.page, masked);
    const comment = searchedText(readable(row.comment ?? "", masked));
    const texts = wanted.slice(0, EXPLAINED).filter((text) => !startsWith(comment, text));
    if (texts.length > 0) hidden.set(row.id, { page, texts });
  }
  if (hidden.size === 0) return new Map();
  const found = await db
    .selectFrom("feedback")
    .select(({ fn, lit }) => [
      "id",
      fn<string | null>("substr", ["comment", lit(1), lit(READ + ADDRESS_LENGTH)]).as("comment"),
      fn<string | null>("substr", ["code", lit(1), lit(READ + ADDRESS_LENGTH)]).as("code"),
    ])
    .where("project_id", "=", projectId)
    .where("id", "in", [...hidden.keys()])
    .execute();
  const reasons = new Map<string, MatchReason>();
  for (const { id, comment, code } of found) {
    await pause();
    const { page = "", texts = [] } = hidden.get(id) ?? {};
    const searchedPage = searchedText(page);
    const inCode = texts.filter((text) => positionOf(searchedPage, text) === null);
    const reason =
      partOf("comment", startOf(comment ?? "", masked), texts) ??
      partOf("code", startOf(code ?? "", masked), inCode);
    if (reason) reasons.set(id, reason);
  }
  return reasons;
}

/** Whether a row shows the match at the start of its comment. */
function startsWith(comment: SearchedText, text: string): boolean {
  const at = positionOf(comment, text);
  return at !== null && at <= VISIBLE;
}

/** The part of a comment or snippet around the first of the texts that it contains. */
function partOf(place: MatchReason["in"], text: string, wanted: string[]): MatchReason | null {
  const searched = searchedText(text);
  for (const one of wanted) {
    const part = excerpt(searched, one);
    if (part !== null) return { in: place, text: part };
  }
  return null;
}

/** The start of a text as the person may read it. It doesn't end within an address, which wouldn't be masked. */
function startOf(text: string, masked: boolean): string {
  const all = readable(text, masked);
  return text.length > READ ? all.slice(0, -ADDRESS_LENGTH) : all;
}

function readable(text: string, masked: boolean): string {
  return displayable(masked ? maskAddresses(text) : text);
}
