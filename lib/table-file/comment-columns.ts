import { areAddresses, areDates, areMostlyRated, areTexts, valuesIn } from "./column-values.ts";
import { columnsOfNames, FIELDS, questionColumns } from "./field-names.ts";
import { cellReader, type Table } from "./table.ts";

/** Columns with readers' words. */
export interface CommentColumns {
  comment: string | null;
  /** Further columns that certainly belong to the comment. */
  more: string[];
  /** Columns with text that may belong to it. */
  open: string[];
}

/** Names of columns with text that no reader wrote. */
const NOT_WRITTEN =
  /(?:page|article|document|doc|site|survey|form|campaign)[ _.-]?(?:title|name)|user.?agent|browser|device|address|location|(?:first|last|full|user|display)[ _.-]?name/i;

/**
 * Finds the columns with what readers wrote. Questions such as "What went wrong?" belong together. Other columns with
 * text are open: they can be a second answer or a teammate's note.
 * @param named the column whose name says so, or null
 * @param names further columns
 */
export function commentColumns(
  table: Table,
  named: string | null,
  names: readonly string[],
): CommentColumns {
  const rest = names.filter((name) => name !== named);
  const asked = questionColumns(rest, "comment").filter((name) => hasWords(table, name));
  const comment = named ?? asked.find(isSentence) ?? asked[0] ?? null;
  const more = rest.filter(
    (name) =>
      name !== comment && (isSameName(name, comment) || (asked.includes(name) && isSentence(name))),
  );
  const also = columnsOfNames(rest, FIELDS.comment.names).filter(
    (name) => valuesIn(table, name).length > 0 && hasWords(table, name),
  );
  const isText = (name: string) =>
    also.includes(name) || (areTexts(valuesIn(table, name)) && !NOT_WRITTEN.test(name));
  const open = rest.filter(
    (name) =>
      name !== comment && !more.includes(name) && isText(name) && !isRepeated(table, name, comment),
  );
  return { comment, more, open };
}

/** Whether a column has words or nothing: no ratings, dates, addresses, or a few categories. */
function hasWords(table: Table, name: string): boolean {
  const values = valuesIn(table, name);
  const isCategory = values.length > 3 && new Set(values).size <= values.length / 2;
  return (
    !(isCategory && !isSentence(name)) &&
    !areMostlyRated(values) &&
    !areDates(values) &&
    !areAddresses(values) &&
    !values.some((text) => /^\S+@\S+$/.test(text))
  );
}

/** `What went wrong?`, unlike `feedback_type`. */
function isSentence(name: string): boolean {
  return /[?？]/.test(name) || name.trim().split(/\s+/).length > 2;
}

/** `Comment (2)` is another `Comment`. */
function isSameName(name: string, comment: string | null): boolean {
  return (
    comment !== null &&
    name.startsWith(`${comment} (`) &&
    /^\d+\)$/.test(name.slice(comment.length + 2))
  );
}

/** Whether a column can be left out because the comment has the same text. */
function isRepeated(table: Table, name: string, comment: string | null): boolean {
  if (comment === null) return false;
  const [own, other] = [cellReader(table, name), cellReader(table, comment)];
  return table.rows.every((row) => own(row) === "" || own(row) === other(row));
}
