// Signs with which a formula begins in a spreadsheet. Invisible characters can come before them.
const SIGN = "[=+\\-@＝＋－＠]";
/** One class, because U+FEFF is both a space and a format character: two alternatives could match it. */
const BLANK = "[[\\s\\p{Cf}]--[\\t\\r\\n]]";

const AT_START = new RegExp(`^'*(?:[\\t\\r\\n]|(?:${BLANK}+'*)?${SIGN})`, "v");
/** After a character at which some spreadsheets split, such as `;` where the comma is a decimal sign. */
const INSIDE = new RegExp(`([;\\t\\r\\n\\|](?:${BLANK}|")*)('*${SIGN})`, "gv");
const INSIDE_ESCAPED = new RegExp(`([;\\t\\r\\n\\|](?:${BLANK}|")*)'('*${SIGN})`, "gv");

/**
 * Puts an apostrophe before everything in a CSV cell that a spreadsheet would run as a formula, at its
 * start and after each separator. `unescapeFormulas` restores the text.
 */
export function escapeFormulas(text: string): string {
  const start = AT_START.test(text) ? `'${text}` : text;
  return start.replace(INSIDE, "$1'$2");
}

/** Undoes `escapeFormulas`. */
export function unescapeFormulas(cell: string): string {
  const text = cell.replace(INSIDE_ESCAPED, "$1$2");
  return text.startsWith("'") && AT_START.test(text.slice(1)) ? text.slice(1) : text;
}
