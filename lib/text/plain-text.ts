/** Characters that show nothing, reorder text or spell invisible messages; joiners are letters. */
const HIDDEN =
  /[[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Noncharacter_Code_Point}]--[\u200c\u200d\ufe0e\ufe0f]]/gv;

/** Text without control characters (line ends and tabs stay) and without hidden ones. */
export function plain(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, "\n")
    .replace(/[^\P{Cc}\n\t]/gu, "")
    .replace(HIDDEN, "");
}

/** The same as one line with single spaces. */
export function plainLine(text: string): string {
  return plain(text).replace(/\s+/g, " ").trim();
}

/** The first `length` letters of a text, with a mark where something was left out. */
export function shorten(text: string, length: number): string {
  const letters = Array.from(text);
  return letters.length > length ? `${letters.slice(0, length).join("").trimEnd()}…` : text;
}
