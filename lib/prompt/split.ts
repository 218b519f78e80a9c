import type { Evidence } from "../contract/api/feedback.ts";
import { MAX_PROMPT_ITEMS } from "../contract/api/list-limits.ts";
import { byPage, countedOnly } from "./evidence.ts";

/** How a selection becomes jobs: one for all of it, one per page, or one per theme. */
export type Split = "none" | "page" | "theme";

/** The subject of one job. */
export interface JobPart {
  /** Identifies the part within the selection; null for all of it. */
  key: string | null;
  /** The page of its items; null if they are about several. */
  page: string | null;
  /** Its place among those of its page or theme, which has too much feedback for one prompt; null if it is the only one. */
  place: { number: number; of: number } | null;
  items: Evidence[];
}

/** Most characters of the items of one part, so that its prompt usually fits. */
const ROOM = 150_000;
/** Characters of an item's fences in a prompt, roughly. */
const FENCES = 150;

/** Splits a selection into jobs: those with the most items first, those with only votes and praise last. */
export function splitEvidence(items: readonly Evidence[], split: Split): JobPart[] {
  if (split === "none")
    return [{ key: null, page: onlyPage(items), place: null, items: [...items] }];
  const parts = split === "page" ? pages(items) : themesAndPages(items);
  const counted = new Set(countedOnly(items));
  const saysNothing = (part: JobPart) => part.items.every((item) => counted.has(item));
  return [...parts.filter((part) => !saysNothing(part)), ...parts.filter(saysNothing)];
}

function themesAndPages(items: readonly Evidence[]): JobPart[] {
  const themes = byTheme(items);
  const inThemes = new Set(themes.flatMap(([, own]) => own));
  return [
    ...themes.flatMap(([groupId, own]) => fetchInChunks(`theme\n${groupId}`, onlyPage(own), own)),
    ...pages(items.filter((item) => !inThemes.has(item))),
  ];
}

/** Items that belong to a group with others of the selection, the largest groups first. */
function byTheme(items: readonly Evidence[]): [groupId: string, items: Evidence[]][] {
  const groups = Map.groupBy(items, ({ groupId }) => groupId);
  const shared = [...groups].flatMap(([groupId, own]): [string, Evidence[]][] =>
    groupId !== null && own.length > 1 ? [[groupId, own]] : [],
  );
  return shared.sort(([, one], [, other]) => other.length - one.length);
}

/** The parts by page. */
function pages(items: readonly Evidence[]): JobPart[] {
  return byPage(items).flatMap(({ page, items: own }) => fetchInChunks(page, page, own));
}

function fetchInChunks(key: string, page: string | null, items: Evidence[]): JobPart[] {
  const parts: Evidence[][] = [[]];
  let [part, room] = [parts[0] ?? [], ROOM];
  for (const item of items) {
    const length = FENCES + (item.comment?.length ?? 0) + (item.code?.length ?? 0);
    if (part.length > 0 && (length > room || part.length === MAX_PROMPT_ITEMS)) {
      [part, room] = [[], ROOM];
      parts.push(part);
    }
    part.push(item);
    room -= length;
  }
  return parts.map((own, index) => ({
    key: index === 0 ? key : `${key}\n${index + 1}`,
    page,
    place: parts.length > 1 ? { number: index + 1, of: parts.length } : null,
    items: own,
  }));
}

function onlyPage(items: readonly Evidence[]): string | null {
  const pages = new Set(items.map(({ page }) => page));
  const [page = null] = pages;
  return pages.size === 1 ? page : null;
}
