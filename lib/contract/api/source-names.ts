// Names of where imported files are from. They begin the IDs of imported items.

/** Characters of a name. */
export const SOURCE_NAME_LENGTH = 40;
/** Characters of a file's name, or of what someone types, that are read. */
const MAX_READ = 1_000;
const NAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}-]{0,39}$/u;
/** Words that most exports have in their file names. They don't say which tool it was. */
const TELLS_NOTHING =
  /^(?:\d+|v\d+|copy|final|new|exports?|exported|responses|feedback|data|report|csv|xlsx)$/u;

/** Returns whether a text is a source's name as it's stored: in lower case, and normalized (NFC). */
export function isSourceName(text: string): boolean {
  return NAME.test(text) && text === sourceNameOf(text);
}

/** Returns a typed text as a source's name; empty if it has no letter and no digit. */
export function sourceNameOf(text: string): string {
  return nameOf(wordsIn(text));
}

/**
 * Returns a source's name for a file: its name without its ending, dates, numbers, and words that most
 * exports have, so that tomorrow's export of the same tool gets the same name.
 */
export function sourceNameOfFile(file: string): string {
  const words = wordsIn(file.split(".", 1).join(""));
  const telling = words.filter((word) => !TELLS_NOTHING.test(word));
  return nameOf(telling.length > 0 ? telling : words.slice(0, 1));
}

function wordsIn(text: string): string[] {
  const normalized = text.slice(0, MAX_READ).toLowerCase().normalize("NFC");
  return normalized.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? [];
}

function nameOf(words: string[]): string {
  return Array.from(words.join("-")).slice(0, SOURCE_NAME_LENGTH).join("").replace(/-$/, "");
}
