import { MAX_PROMPT_ITEMS } from "../contract/api/list-limits.ts";

/** Asks for items in requests of as many as a prompt can have, one after the other, and returns all answers in order. */
export async function fetchInChunks<Item>(
  ids: readonly string[],
  ask: (part: string[]) => Promise<Item[]>,
): Promise<Item[]> {
  const found: Item[] = [];
  for (let at = 0; at < ids.length; at += MAX_PROMPT_ITEMS) {
    for (const item of await ask(ids.slice(at, at + MAX_PROMPT_ITEMS))) found.push(item);
  }
  return found;
}
