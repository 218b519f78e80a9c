/** An item of a file, and its line, row, or position, counted from 1. */
export type FileItem = { line: number } & ({ value: unknown } | { problem: string });

/** The file can't be read, or holds no feedback; the message says why and what to do. */
export class UnreadableFile extends Error {}

/** Characters of one item. Longer ones are skipped as they are read, so that they use no memory. */
export const MAX_ITEM_LENGTH = 1_000_000;

export const TOO_LONG = `is longer than ${MAX_ITEM_LENGTH.toLocaleString("en-US")} characters`;

/** Parses the JSON text of one item. `null` stands for an item that is too long. */
export function parseItem(text: string | null): { value: unknown } | { problem: string } {
  if (text === null) return { problem: TOO_LONG };
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { problem: `isn't JSON (${error instanceof Error ? error.message : error})` };
  }
}
