import type { ImportItem } from "../contract/api/import.ts";
import { SOURCES } from "../contract/platform/vocabulary.ts";
import { unescapeFormulas } from "../text/formulas.ts";
import type { Table, TableRow } from "./read-table.ts";

/** What a column can hold, with its label and the usual names, without case, spaces, and punctuation. */
export const FIELDS = {
  comment: {
    label: "Comment",
    names: ["comment", "message", "text", "feedback", "feedbackcomment", "body", "content"],
  },
  page: {
    label: "Page",
    names: ["page", "path", "url", "pageurl", "pagepath", "link", "location", "slug"],
  },
  rating: {
    label: "Rating",
    names: ["rating", "helpful", "opinion", "vote", "score", "feedbackrating", "washelpful"],
  },
  date: {
    label: "Date",
    names: ["date", "createdat", "created", "timestamp", "time", "submittedat", "datetime"],
  },
  source: { label: "Source", names: ["source"] },
  email: {
    label: "Email",
    names: [
      "email",
      "contact",
      "useremail",
      "emailaddress",
      "mail",
      "readeremail",
      "customeremail",
    ],
  },
  id: { label: "ID", names: ["id", "feedbackid", "uuid", "eventid", "responseid"] },
} as const;
export type Field = keyof typeof FIELDS;
export const FIELD_NAMES = Object.keys(FIELDS) as Field[];

/** How the columns of a file become feedback. */
export interface ColumnMapping {
  /** The names of the columns; null without one. */
  columns: Record<Field, string | null>;
  /** What a row without a rating counts as. */
  unrated: "rejected" | "helpful" | "not helpful";
}

/** Columns that no other file has together with these. */
const OWN_COLUMNS = ["id", "source", "status", "createdAt", "path", "page", "dismissedFor"];

/** Returns whether a file is Errata's own export. */
export function isOwnExport({ columns }: Table): boolean {
  return OWN_COLUMNS.every((name) => columns.includes(name));
}

const normalized = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** Returns the first column with one of the names, which are in order of preference; null without one. */
export function columnNamed(table: Table, names: readonly string[]): string | null {
  const found = names.flatMap((name) =>
    table.columns.filter((column) => normalized(column) === name),
  );
  return found[0] ?? null;
}

/** Guesses by the columns' names. A source counts only if its values are those that Errata knows. */
export function guessMapping(table: Table): ColumnMapping {
  const guess = (field: Field) => columnNamed(table, FIELDS[field].names);
  const columns = Object.fromEntries(FIELD_NAMES.map((field) => [field, guess(field)]));
  // The page of an export is what `path` names, and the path is what the reader's site sent.
  if (isOwnExport(table)) columns.page = "path";
  const mapping = { columns: columns as ColumnMapping["columns"], unrated: "rejected" as const };
  const sources = new Set(table.rows.map((row) => cellOf(table, row, mapping.columns.source)));
  const isKnown = [...sources].every((source) => source === "" || isSource(source));
  return isKnown ? mapping : { ...mapping, columns: { ...mapping.columns, source: null } };
}

const isSource = (text: string) => (SOURCES as readonly string[]).includes(text);

function cellOf(table: Table, row: TableRow, column: string | null): string {
  if (column === null) return "";
  const text = row.cells[table.columns.indexOf(column)] ?? "";
  return isOwnExport(table) ? unescapeFormulas(text) : text.trim();
}

/** A row as an item to import, or why it can't be one. */
export type MappedRow = { row: TableRow } & ({ item: ImportItem } | { problem: string });

/** Characters of an item. It can't have more than 80 KB (docs/import.md, "Limits"). */
const MAX_ITEM_LENGTH = 200_000;

/**
 * Maps every row of a table. Of rows that say the same, each counts: `copy` tells them apart, so that
 * importing the file again changes nothing.
 */
export function mapRows(table: Table, mapping: ColumnMapping): MappedRow[] {
  const copies = new Map<string, number>();
  const isOwn = isOwnExport(table);
  const { columns, unrated } = mapping;
  const cells = (row: TableRow, field: Field) => cellOf(table, row, columns[field]);
  const ratings = table.rows.map((row) => cells(row, "rating"));
  const areStars = ratings.some((text) => /^[2-5]$/.test(text));
  return table.rows.map((row): MappedRow => {
    if (row.problem !== null) return { row, problem: row.problem };
    const rating = cells(row, "rating");
    const value = {
      ...withText("id", cells(row, "id")),
      ...withText("path", isOwn ? cells(row, "page") : pathOf(cells(row, "page"))),
      ...(columns.comment !== null && { comment: cells(row, "comment") || null }),
      ...(rating === "" ? unratedFields(unrated) : { helpful: ratingOf(rating, areStars) }),
      ...(columns.date !== null && { createdAt: dateOf(cells(row, "date")) }),
      source: cells(row, "source") || "contextual",
      ...(columns.email !== null && { contact: cells(row, "email") || null }),
    };
    const text = JSON.stringify(value);
    if (text.length > MAX_ITEM_LENGTH) return { row, problem: "is longer than 80 KB" };
    const copy = copies.get(text) ?? 0;
    copies.set(text, copy + 1);
    return { row, item: { line: row.line, copy, value } };
  });
}

function withText<Name extends string>(name: Name, text: string): { [key in Name]?: string } {
  return text === "" ? {} : ({ [name]: text } as { [key in Name]: string });
}

function unratedFields(unrated: ColumnMapping["unrated"]): { helpful?: boolean } {
  return unrated === "rejected" ? {} : { helpful: unrated === "helpful" };
}

const POSITIVE =
  /^(?:true|yes|y|1|\+1|good|great|positive|up|thumbs[ _-]?up|like|liked|helpful|👍.*|😀|🙂|😊)$/iu;
const NEGATIVE =
  /^(?:false|no|n|0|-1|ok|bad|poor|negative|down|thumbs[ _-]?down|dislike|disliked|not[ _-]?helpful|unhelpful|👎.*|😞|🙁|😐)$/iu;

/** Returns a text that is no rating unchanged: the server then rejects the row with the reason. */
function ratingOf(text: string, areStars: boolean): boolean | string {
  if (areStars && /^[0-5]$/.test(text)) return Number(text) >= 4;
  if (POSITIVE.test(text)) return true;
  return NEGATIVE.test(text) ? false : text;
}

function pathOf(text: string): string {
  if (/^https?:\/\//i.test(text) && URL.canParse(text)) return new URL(text).pathname;
  const [path = ""] = text.split(/[?#]/, 1);
  return path === "" || path.startsWith("/") ? path : `/${path}`;
}

/** Returns a date as the interface writes it. Seconds and milliseconds since 1970 count as dates. */
function dateOf(text: string): string | null {
  if (text === "") return null;
  if (/^\d{10}(?:\d{3})?$/.test(text)) {
    return new Date(Number(text) * (text.length === 10 ? 1_000 : 1)).toISOString();
  }
  return text.replace(/^(\d{4}-\d\d-\d\d) (?=\d)/, "$1T").replace(/ ?(?:UTC|GMT)$/, "Z");
}
